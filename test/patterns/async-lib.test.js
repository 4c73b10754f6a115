import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';

import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/async-lib-to-async.js';
import { convert } from '../../core/codemod/convert.js';

const root = mkdtempSync(join(tmpdir(), 'async-lib-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

/**
 * @param {string} source
 * @param {Record<string, unknown>} [options]
 */
const toAsync = (source, options = { 'async-version': 2 }) =>
  convert({ path: join(root, 'module.js'), source }, codemod, options);

/**
 * @param {string} source
 * @param {Record<string, unknown>} [options]
 */
const reasonsOf = (source, options) =>
  toAsync(source, options).sites.map(({ reason, status }) => reason ?? status);

describe('who is called', () => {
  it.each([
    [
      'a module of one function',
      `const each = require('async/each');\neach(a, (x, next) => setImmediate(next), done);\nuse(each);`,
      /\buse\(each\)/u,
    ],
    [
      'a named import',
      `import { each as forAll } from 'async';\nforAll(a, (x, next) => setImmediate(next), done);`,
      /^import util from 'util';/u,
    ],
    [
      'a namespace',
      `import * as async from 'async';\nasync.each(a, (x, next) => setImmediate(next), done);`,
      /^import util from 'util';/u,
    ],
    [
      'a required function',
      `const { each, queue } = require('async');\neach(a, (x, next) => setImmediate(next), done);\nqueue(1);`,
      /^const \{ queue \} = require\('async'\);/u,
    ],
  ])('%s', (_, source, expected) => {
    const { source: output, sites } = toAsync(source);
    expect(sites[0]).toMatchObject({ kind: 'each', status: 'converted' });
    expect(output).toMatch(expected);
    expect(output).toContain('Promise.all(items.map(');
  });

  it('leaves another library of the same functions alone', () => {
    expect(
      toAsync(`require('neo-async').each(a, (x, next) => setImmediate(next), done);`).sites,
    ).toEqual([]);
  });
});

describe('the name of an import that goes', () => {
  const LONG = `(files, 2, (file, next) => fs.stat(file, next), (err) => end(err));`;

  it.each([
    ['of a module', `const eachLimit = require('async/eachLimit');`],
    ['of a member', `const { eachLimit } = require('async');`],
    ['of a namespace', `const eachLimit = require('async').eachLimit;`],
    ['by import', `import { eachLimit } from 'async';`],
    ['by default', `import eachLimit from 'async/eachLimit';`],
  ])('is that of the function in its place: %s', (_, declaration) => {
    const start = declaration.startsWith('import')
      ? `import fs from 'fs';`
      : `const fs = require('fs');`;
    const { source } = toAsync(`${start}\n${declaration}\neachLimit${LONG}\nx.eachLimit(1);\n`);
    expect(source).not.toContain(declaration);
    expect(source).toMatch(/\nconst eachLimit = util\.callbackify\(/u);
    expect(source).toContain(
      `\neachLimit(files, 2, async (file) => fs.promises.stat(file), (err) => end(err));`,
    );
  });

  it.each([
    [
      'a call keeps it',
      `eachLimit(files, (file, next) => { next(); after(); }, (err) => end(err));`,
    ],
    ['it is handed on', `use(eachLimit);`],
    ['something else has it', `function other(eachLimit) { return eachLimit; }`],
    ['it is a global elsewhere', `export { eachLimit };`],
  ])('stays where %s', (_, rest) => {
    const source = `import fs from 'fs';\nimport eachLimit from 'async/eachLimit';\neachLimit${LONG}\n${rest}\n`;
    expect(toAsync(source).source).toContain('\neachLimit1(files, 2, async');
  });

  it('is given to one of two functions', () => {
    const source = `const fs = require('fs');
const eachLimit = require('async/eachLimit');
eachLimit(files, 2, (file, next) => fs.stat(file, next), (err) => end(err));
eachLimit(files, 2, step, (err) => end(err));
`;
    const { source: output } = toAsync(source, {
      'async-version': 2,
      accept: 'timing-unobservable',
    });
    expect(output).toContain('\neachLimit(files, 2, async');
    expect(output).toContain('\neachLimit1(files, 2, step, (err) => end(err))');
  });
});

describe('which version it is', () => {
  const FILTER = `const async = require('async');
async.filter(a, (x, next) => setImmediate(() => next(null, !!x)), done);`;

  /**
   * @param {Record<string, unknown>} files
   * @returns {string | undefined}
   */
  const reasonIn = (files) => {
    const directory = mkdtempSync(join(root, 'project-'));
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(directory, name), JSON.stringify(content));
    }
    const [site] = convert({ path: join(directory, 'module.js'), source: FILTER }, codemod).sites;
    return site?.reason ?? site?.status;
  };

  it('is that of the option', () => {
    expect(reasonsOf(FILTER, { 'async-version': '1.5.2' })).toEqual(['not-error-first']);
    expect(reasonsOf(FILTER, { 'async-version': '2' })).toEqual(['converted']);
    expect(reasonsOf(FILTER, {})).toEqual(['flow-version']);
    expect(() => toAsync(FILTER, { 'async-version': '4' })).toThrow(/--async-version=4/u);
  });

  it('is that of package.json', () => {
    expect(reasonIn({ 'package.json': { dependencies: { async: '~0.9.0' } } })).toBe(
      'not-error-first',
    );
    expect(reasonIn({ 'package.json': { devDependencies: { async: '^2.6.0' } } })).toBe(
      'converted',
    );
    expect(reasonIn({ 'package.json': {} })).toBe('flow-version');
  });

  it('is what is locked', () => {
    const manifest = { dependencies: { async: '*' } };
    expect(
      reasonIn({
        'package.json': manifest,
        'package-lock.json': { packages: { 'node_modules/async': { version: '1.5.2' } } },
      }),
    ).toBe('not-error-first');
    expect(
      reasonIn({
        'package.json': manifest,
        'npm-shrinkwrap.json': { dependencies: { async: { version: '3.2.0' } } },
      }),
    ).toBe('converted');
  });
});

describe('the tick of the callback', () => {
  /** @param {string} body */
  const inFunction = (body) => `const async = require('async');
const fs = require('fs');
const store = require('store');
exports.run = function (xs, self, cb) {
  ${body}
  return xs;
};`;

  it.each([
    'async.each(xs, (x, next) => fs.unlink(x, next), (err) => cb(err));',
    'async.each(xs, (x, next) => store.remove(x, next), (err) => cb(err));',
    'async.each(xs, (x, next) => { fs.stat(x, (err) => { if (err) self.log(err); next(); }); }, (err) => cb(err));',
    'async.each(xs, (x, next) => { x.load().then(() => next(), next); }, (err) => cb(err));',
    'async.each(xs, (x, next) => { if (x) return setImmediate(next); process.nextTick(next); }, (err) => cb(err));',
    'async.series([(next) => setTimeout(next, 9), (next) => next()], (err) => cb(err));',
    'async.each(xs, (x, next) => async.eachSeries(x, (y, then) => fs.unlink(y, then), next), (err) => cb(err));',
    'fs.readdir("x", (err, names) => { async.each(names, (x, next) => self.go(x, next), (err2) => cb(err2)); });',
    'setTimeout(() => { if (xs) { async.each(xs, (x, next) => self.go(x, next), (err) => cb(err)); } });',
    'xs.load().then((ys) => async.each(ys, (x, next) => self.go(x, next), (err) => cb(err)));',
    'async.each(xs, (x, next) => fs.unlink(x, done), (err) => cb(err)); async.each(xs, save, (err) => cb(err)); function save(x, next) { fs.unlink(x, next); } function done() {}',
  ])('is a later one, or nobody can tell: %s', (body) => {
    const reasons = reasonsOf(inFunction(body));
    expect(reasons.at(-1)).toBe('converted');
  });

  it.each([
    'async.each(xs, (x, next) => self.go(x, next), (err) => cb(err));',
    'async.each(xs, (x, next) => next(), (err) => cb(err));',
    'async.each(xs, (x, next) => { if (x) return next(); setImmediate(next); }, (err) => cb(err));',
    'async.each(xs, (x, next) => { const then = require("lodash").once(next); then(); }, (err) => cb(err));',
    'async.series([(next) => next(), (next) => setTimeout(next, 9)], (err) => cb(err));',
    'async.parallel([(next) => setTimeout(next, 9), (next) => self.go(next)], (err) => cb(err));',
    'async.each(xs, self.save, (err) => cb(err));',
    'fs.readdir("x", (err, names) => { async.each(names, (x, next) => self.go(x, next), (err2) => cb(err2)); self.log(); });',
    'xs.forEach((ys) => async.each(ys, (x, next) => self.go(x, next), (err) => cb(err)));',
    'self.on("data", (ys) => async.each(ys, (x, next) => self.go(x, next), (err) => cb(err)));',
  ])('may be heard in the same: %s', (body) => {
    expect(reasonsOf(inFunction(body))).toContain('timing-unobservable');
    expect(
      reasonsOf(inFunction(body), { 'async-version': 2, accept: 'timing-unobservable' }),
    ).not.toContain('timing-unobservable');
  });
});

describe('the callback of one call, within which another stands', () => {
  const source = `const async = require('async');
it('writes', (done) => {
  async.times(2, (n, next) => next(), (err) => {
    async.eachSeries(['a', 'b'], (item, cb) => cb(), (err2) => {
      done(err || err2);
    });
  });
});`;

  it('is called in a tick of its own once the first is converted', () => {
    const first = toAsync(source);
    expect(first.sites.map(({ status }) => status)).toEqual(['converted', 'converted']);
    const second = toAsync(first.source);
    expect(second.changed).toBe(false);
  });

  it('is not where the first stays', () => {
    const options = { 'async-version': 2, sites: '4:5' };
    expect(toAsync(source, options).changed).toBe(false);
  });
});

it('leaves a call alone with a comment that would have no place', () => {
  const source = `const async = require('async');
async/* of steps */.each(xs, (x, next) => setImmediate(next), (err) => log(err));`;
  expect(reasonsOf(source)).toEqual(['comment-in-the-way']);
});

it('keeps a comment between the arguments by keeping these where they stand', () => {
  const source = `const async = require('async');
exports.run = (xs, cb) => {
  async.each(xs, /* one at a time */ (x, next) => setImmediate(next), cb);
};`;
  expect(toAsync(source).source).toContain('/* one at a time */');
});

describe('the callback', () => {
  /** @param {string} body */
  const outputOf = (body) =>
    toAsync(`const async = require('async');\n${body}`, {
      'async-version': 2,
      accept: 'timing-unobservable',
    }).source;

  it('may be missing', () => {
    expect(
      outputOf('exports.run = (xs, cb) => { async.each(xs, xs.go, cb); xs.end(); };'),
    ).toContain('xs.go, cb || (() => {}))');
    expect(
      outputOf('exports.run = (xs) => { async.each(xs, (x, cb) => { setImmediate(cb); }); };'),
    ).toContain('}, () => {})');
  });

  it('hears of what a step throws', () => {
    const source = 'exports.run = (xs) => { async.each(xs, xs.go); };';
    expect(outputOf(source)).toContain(source);
  });

  it('is there where the code calls it', () => {
    expect(
      outputOf(
        'exports.run = (xs, cb) => { if (!xs) return cb(); async.each(xs, xs.go, cb); xs.end(); };',
      ),
    ).toContain('xs.go, cb)');
  });

  it('is there for what another call of the library runs', () => {
    const output = outputOf(
      'async.each(ys, (xs, cb) => { async.each(xs, xs.go, cb); xs.end(); }, (err) => log(err));',
    );
    expect(output).toContain('xs.go, cb)');
  });

  it('takes results only where it looks at them', () => {
    const none = outputOf('async.map(xs, xs.go, (err) => log(err)); ');
    const some = outputOf(
      'async.map(xs, xs.go, (err, ys) => { if (err) return log(err); log(ys); });',
    );
    const both = outputOf('async.map(xs, xs.go, (err, ys) => log(err, ys)); ');
    expect(none).toContain('await Promise.all(');
    expect(some).toContain('return Promise.all(');
    expect(both).toContain('(err) => process.nextTick(() => done(err, results)),');
  });
});

it('writes native promises where a library has taken their name', () => {
  const source = `const async = require('async');
const Promise = require('bluebird');
async.map(xs, (x, next) => setImmediate(next, null, x), (err, ys) => log(err, ys));`;
  expect(
    toAsync(source, { 'async-version': 2, node: '18', accept: 'result-is-no-promise' }).source,
  ).toContain('globalThis.Promise.all(');
  expect(
    toAsync(source, { 'async-version': 2, node: '10', accept: 'result-is-no-promise' }).source,
  ).toContain('global.Promise.all(');
});

it('needs a Node with util.callbackify', () => {
  const source = `const async = require('async');
async.each(xs, (x, next) => setImmediate(next), (err) => log(err));`;
  expect(reasonsOf(source, { 'async-version': 2, node: '8.0.0' })).toEqual(['engines-too-old']);
  expect(reasonsOf(source, { 'async-version': 2, node: '8.2.0' })).toEqual(['converted']);
});

it.each([
  ['(xs, cb) => setTimeout(() => {', '}, 10);'],
  ['function (xs, cb) { setTimeout(() => {', '}, 10); };'],
])(
  'does without newer functions of Node where a bundler may take `%s` to a browser',
  (head, end) => {
    const directory = mkdtempSync(join(root, 'bundled-'));
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ browser: 'browser.js' }));
    const source = `const async = require('async');
exports.run = ${head}
  async.map(xs, (x, next) => xs.go(x, next), cb);
${end}`;
    const { source: output, sites } = convert({ path: join(directory, 'a.js'), source }, codemod);
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    expect(output).not.toMatch(/\butil\b/u);
    expect(output).toContain('(err) => process.nextTick(() => done(err, results))');
  },
);

describe('a task that only calls back with a value', () => {
  const tasks = `[
    (next) => fs.stat(x, next),
    (next) => next(null, x.slice(1)),
    (next) => next(null, 2),
  ]`;
  const run = (/** @type {string} */ name, /** @type {string} */ end) =>
    toAsync(
      `const async = require('async');\nconst fs = require('fs');
exports.run = function (x, cb) {
  async.${name}(${tasks}, ${end});
};
`,
      { 'async-version': 2, accept: 'timing-unobservable', node: '20' },
    ).source;

  it('is the value in turn, which nobody waits for', () => {
    const source = run('series', 'cb');
    expect(source).toMatch(/await fs\.promises\.stat\(x\),\n\s+x\.slice\(1\),\n\s+2,/u);
  });

  it('stays a promise beside others where it may throw: nobody would hear of theirs', async () => {
    const source = run('parallel', 'cb');
    expect(source).toContain('(async () => x.slice(1))(),');
    expect(source).toMatch(/\n\s+2,\n/u);
    const module = { exports: /** @type {any} */ ({}) };
    compileFunction(source, ['exports', 'require'])(module.exports, createRequire(import.meta.url));
    /** @type {unknown[]} */
    const unheard = [];
    const hear = (/** @type {unknown} */ error) => unheard.push(error);
    process.on('unhandledRejection', hear);
    const error = await new Promise((resolve) => module.exports.run(undefined, resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', hear);
    expect(error).toBeInstanceOf(TypeError);
    expect(unheard).toEqual([]);
  });
});

it('takes the function that an earlier run has written, unless its name means another', () => {
  const source = `const async = require('async');
const util = require('util');

const each = util.callbackify(async (items, iteratee) => {
  items = items && items[Symbol.iterator] ? [...items] : Object.values(items || {});
  await Promise.all(items.map((item) => iteratee(item)));
});

exports.run = (xs, cb) => setTimeout(() => async.each(xs, (x, next) => x.go(next), cb), 10);
exports.other = (xs, each, cb) => setTimeout(() => async.each(xs, (x, next) => x.go(next), cb), 10);
`;
  const { source: output } = convert({ path: 'a.js', source }, codemod, { 'async-version': 2 });
  expect(output).toMatch(
    /exports\.run = \(xs, cb\) =>\s+setTimeout\(\(\) => each\(xs, async \(x\) =>/u,
  );
  expect(output).toMatch(
    /exports\.other = \(xs, each, cb\) =>\s+setTimeout\(\(\) => each1\(xs, async/u,
  );
});

it('takes the function that an earlier run has written, and laid out as prettier does', () => {
  const source = `const async = require("async");

exports.run = (xs, cb) =>
  setTimeout(() => async.each(xs, (x, next) => x.go(next), cb), 10);

exports.stop = (xs, cb) =>
  setTimeout(() => async.each(xs, (x, next) => x.end(next), cb), 10);
`;
  const options = { 'async-version': 2 };
  const { source: once } = convert({ path: 'a.js', source }, codemod, options);
  expect(once).toContain('items =\n    items &&');
  const more = `const async = require("async");\n${once}${source.split('\n').slice(1).join('\n')}`;
  const { source: twice } = convert({ path: 'a.js', source: more }, codemod, options);
  expect(twice.split('items && items[Symbol.iterator]')).toHaveLength(2);
});

it('gives a function that calls back by itself a name, and no semicolon in front of what it begins with', () => {
  const directory = mkdtempSync(join(root, 'bundled-'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ browser: 'browser.js' }));
  const source = `const whilst = require('async/whilst')
exports.run = (xs, cb) => setTimeout(() => {
  whilst(() => xs.more(), (next) => xs.go(next), (err) => cb(err))
}, 10)
`;
  const options = { 'async-version': 2, accept: 'timing-unobservable' };
  const { source: output } = convert({ path: join(directory, 'a.js'), source }, codemod, options);
  expect(output).toMatch(
    /const whilst\w* = \(test, iteratee, done\) => \{\n {2}\(async \(\) => \{/u,
  );
  expect(output).toMatch(/\n {2}whilst\w*\(\(\) => xs\.more\(\)/u);
  expect(output).toContain('() => process.nextTick(() => done(null)),');
});

it.each([
  'async.each(xs, (x, next) => { if (!x) throw new Error("x"); setImmediate(next); }, done);',
  'async.each(xs, (x, next) => { check(x); setImmediate(next); }, done); function check(x) { if (!x) throw x; }',
  'async.each(xs, (x, next) => { x.forEach((y) => { if (!y) throw y; }); setImmediate(next); }, done);',
])('leaves alone what throws in the tick of its caller: %s', (body) => {
  expect(reasonsOf(`const async = require('async');\n${body}`)).toEqual(['callback-sync-throw']);
});

it('leaves alone what a try would see the steps throw', () => {
  const source = `const async = require('async');
try {
  async.each(xs, (x, next) => setImmediate(next), done);
} catch (error) {
  log(error);
}`;
  expect(reasonsOf(source)).toEqual(['callback-in-try']);
});

it('lets steps throw where they catch it, or later', () => {
  const source = `const async = require('async');
async.each(xs, (x, next) => {
  try {
    if (!x) throw new Error('x');
  } catch (error) {
    return setImmediate(next, error);
  }
  setTimeout(() => {
    if (!x.y) throw new Error('y');
    next();
  });
}, done);`;
  expect(reasonsOf(source)).toEqual(['converted']);
});
