import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { HEAD, run, toAsync } from './run.js';

/**
 * The ways in which callbacks are called and handed on: what a caller sees of the original is what it
 * sees of the conversion.
 */

/** @type {[string, string, Parameters<typeof run>[1][]?][]} */
const SAME = [
  [
    'what the function returns behind its call',
    `exports.run = function (key, cb) {
  const job = { key };
  store(key, (err, value) => {
    if (err) return cb(err);
    job.value = value;
    log('stored');
    cb(null, job.value);
  });
  log('started');
  return job.key;
};`,
  ],
  [
    'code behind the call, in the same tick',
    `exports.run = function (key, cb) {
  let turns = 0;
  if (!key) return cb(new Error('no key'));
  store(key, onstore);
  turns++;
  log('started');
  function onstore(err, value) {
    if (err) return cb(err);
    cb(null, value + turns);
  }
};`,
    [{ args: ['a'] }, { args: ['bad'] }, { args: [''] }],
  ],
  [
    'a callback that is there or not, by ?.',
    `exports.run = function (key, cb) {
  if (!key) return cb?.(new Error('no key'));
  store(key, (err, value) => {
    if (err) return cb?.(err);
    log('stored');
    cb?.(null, value.length);
  });
};`,
    [{ args: ['a'] }, { args: ['bad'] }, { args: [''] }],
  ],
  [
    'a result that hides another, and is handed on as it is',
    `exports.run = function (key, cb) {
  store(key, (err, found) => {
    if (err) return cb(err);
    store(found, (err, found) => {
      if (err) return cb(err);
      cb(null, found);
    });
  });
};`,
  ],
  [
    'an error that hides another, and is handed on if it is one',
    `exports.run = function (key, cb) {
  store(key, (err, found) => {
    if (err instanceof Error) return cb(err);
    store(found + key, (err) => {
      if (err instanceof Error) return cb(err);
      cb();
    });
  });
};`,
  ],
  [
    'an error that hides another, and may be handed on',
    `exports.run = function (key, cb) {
  store(key, (err, found) => {
    if (err && !err.message) return cb();
    store(found || key, (err) => {
      if (key === 'a' || found) return cb(err);
      cb(err);
    });
  });
};`,
  ],
  [
    'statements without braces that choose, with and without an error',
    `exports.run = function (key, cb) {
  store(key, (err, found) => {
    if (err) return err.message ? cb(null, 'failed') : cb(err);
    else return found ? cb(null, found) : cb(null, 'none');
  });
};`,
  ],
  [
    'an arrow function without braces that chooses',
    `exports.run = function (key, cb) {
  store(key, (err, value) => (err ? cb(err) : cb(null, value.length)));
};`,
  ],
  [
    'a statement that chooses',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    err ? cb(err) : cb(null, value.length);
  });
};`,
  ],
  [
    'a function that is called without an error, and given to calls',
    `exports.run = function (keys, cb) {
  let index = 0;
  store('first', next);
  function next(err) {
    if (err) return cb(err);
    if (index >= keys.length) return cb(null, index);
    const key = keys[index++];
    log('turn ' + key);
    if (key === 'skip') return next();
    store(key, next);
  }
};`,
    [{ args: [['a', 'skip', 'b']] }, { args: [['a', 'bad', 'b']] }, { args: [[]] }],
  ],
  [
    'a function that is called with an error, and given to calls',
    `exports.run = function (key, cb) {
  store('first', (err, value) => {
    if (key === 'none') return then(new Error('none'));
    if (err) return then(err);
    store(key, then);
  });
  function then(err, value) {
    log('then ' + value);
    if (err) return cb(err);
    store('x', (err) => {
      if (err) return cb(err);
      cb(null, value);
    });
  }
};`,
    [{ args: ['a'] }, { args: ['bad'] }, { args: ['none'] }],
  ],
  [
    'an error that is kept, where it is handed on at once',
    `exports.run = function (key, cb) {
  let error = null;
  store(key, (err) => {
    if (err) error = err;
    store('x', (err) => {
      if (err) error = err;
      if (error) return cb(error);
      cb(null, key);
    });
  });
};`,
  ],
  [
    'several results of a function that is handed the callback',
    `exports.other = (key, cb) => { store(key, (err, one, two) => { if (err) return cb(err); cb(null, [one, two]); }); };
exports.run = (key, cb) => {
  store(key, (err) => {
    if (err) return cb(err);
    store(key + '1', cb);
  });
};`,
  ],
  [
    'results of several kinds, of a function that is given what another function named resolve gives',
    `const { resolve } = require('path').posix;
exports.run = function (key, cb) {
  store(resolve('/', key), (err, name, count) => {
    if (err) return cb(err);
    cb(null, count);
  });
};`,
  ],
  [
    'a delay that is read from a variable named resolve',
    `exports.run = function (key, cb) {
  const resolve = 1;
  setTimeout(() => {
    log('waited');
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });
  }, resolve * 2);
};`,
  ],
  [
    'a callback that gets no argument on one path and a result on another',
    `exports.run = function (key, callback) {
  store(key, (err, value) => {
    if (err) return callback();
    callback(null, value);
  });
};`,
  ],
];

/** @type {[string, string, string][]} */
const REFUSED = [
  [
    'an effect that is there for a callback only',
    'callback-optional',
    `exports.run = function (key, cb) { store(key, (err, value) => { if (err) return cb && cb(err); if (cb) cb(null, log('told')); }); };`,
  ],
  [
    'a callback that is asked for in two ways, of which one takes `false`',
    'callback-optional',
    `exports.run = function (key, cb) { store(key, (err, value) => { if (err) return cb && cb(err); cb?.(null, value); }); };`,
  ],
  [
    'a result that is taken apart before the error is looked at',
    'callback-parameters',
    `exports.run = function (key, cb) { store(key, (err, { length }) => { if (err) return cb(err); cb(null, length); }); };`,
  ],
  [
    'strict code in a sloppy function',
    'strictness-differs',
    `exports.run = function (key, cb) { store(key, function (err, value) { 'use strict'; if (err) return cb(err); undeclared = value; cb(null, value); }); };`,
  ],
  [
    'code behind a call that may call back at once',
    'timing-unobservable',
    `exports.run = function (key, cb) { this.load(key, (err) => { if (err) return cb(err); cb(null); }); return this; };`,
  ],
  [
    'a method that only puts its callback off',
    'callback-only-deferred',
    `exports.run = { load(key, cb) { if (!key) return process.nextTick(cb, new Error('no key')); setImmediate(() => { cb(null, key); }); } };`,
  ],
  [
    'an exported function that only puts its callback off',
    'callback-only-deferred',
    `exports.run = function (key, cb) { log('run'); process.nextTick(() => { cb(null, key); }); };`,
  ],
  [
    'a method of a prototype that only puts its callback off',
    'callback-only-deferred',
    `function Store() {} Store.prototype.run = function (key, cb) { setImmediate(function () { cb(new Error('none')); }); };`,
  ],
  [
    'a branch that only puts its callback off',
    'callback-only-deferred',
    `exports.run = function (key, cb) { if (cb) { process.nextTick(() => { cb(null, key); }); } else { return key; } };`,
  ],
  [
    'a function inside that is called where it may be at once',
    'timing-unobservable',
    `exports.run = function (key, cb) { const end = (err, v) => cb(err, v); this.load(key, (err, v) => { if (err) return end(err); end(null, v); }); };`,
  ],
  [
    'a function inside that another one calls where it may be at once',
    'timing-unobservable',
    `exports.run = function (key, cb) { const end = (v) => cb(null, v); const next = (v) => end(v); this.load(key, (err, v) => { if (err) return cb(err); next(v); }); };`,
  ],
  [
    'what another call returns',
    'timing-unobservable',
    `exports.run = (key, cb) => { const { exec } = require('child_process'); exec(key, (err, out) => { if (err) return cb(err); cb(null, out); }); return key; };`,
  ],
  [
    'a call in a branch, behind which the callback is called again',
    'code-after-call',
    `exports.run = function (key, cb) {
  if (key === 'a') {
    store(key, (err, value) => { if (err) return cb(err); cb(null, value); });
  }
  return cb(null, key);
};`,
  ],
  [
    'what comes behind branches that both call back',
    'code-after-call',
    `exports.run = function (key, cb) {
  if (key === 'a') {
    store(key, (err, value) => { if (err) return cb(err); cb(null, value); });
  } else {
    cb(null, key);
  }
  log('started');
  return key;
};`,
  ],
];

describe('forms of callback functions', () => {
  it.each(SAME)('keep %s', async (_, body, ways = [{ args: ['a'] }, { args: ['bad'] }]) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(conversion.sites.at(-1)?.status).toBe('converted');
    expect(conversion.source).toContain('async');
    for (const way of ways) {
      const before = await run(source, way);
      const after = await run(conversion.source, way);
      expect(after).toEqual(before);
      expect(before.calls).toHaveLength(1);
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(REFUSED)('are left alone: %s', (_, reason, body) => {
    const conversion = toAsync(`${HEAD}${body}\n`);
    expect(conversion.sites.map((site) => site.reason)).toContain(reason);
    expect(conversion.changed).toBe(false);
  });

  it.each([
    `function load(key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    cb(null, key);
  });
  return { key };
}
exports.run = (key, cb) => { return load(key, HAND_ON); };`,
    `exports.load = function () { queue.push([...arguments]); return this; };
exports.read = function (key, cb, how) { return this.load(key, cb, how); };
exports.run = function (key, cb) { return key ? this.read(key, HAND_ON) : cb(null); };`,
  ])('are left alone where they give what another function of the file gives (%#)', (text) => {
    const body = text.replace(
      'HAND_ON',
      '(err, value) => { if (err) return cb(err); cb(null, value); }',
    );
    const { source, sites } = toAsync(`${HEAD}const queue = [];\n${body}\n`, {
      accept: 'timing-unobservable',
    });
    expect(source).toContain(body.split('\n').at(-1));
    const reason = text.includes('how') ? 'callee-refused' : 'result-used';
    expect(sites.map((site) => site.reason)).toContain(reason);
  });

  it.each([
    'key ? this : null',
    'key && this',
    'key || null',
    '`${key}`',
    '() => key',
    '-1',
    'key + 1',
    '(this.kept = key)',
    '(log(key), key)',
    'promises.get(key).then(log)',
    'promises.get(key).asCallback(log)',
  ])('are left alone where they give what a method gives: %s', (value) => {
    const { sites } = toAsync(
      `${HEAD}exports.load = function (key, cb) { store(key, cb); return ${value}; };
exports.run = function (key, cb) { return this.load(key, (err, found) => { if (err) return cb(err); cb(null, found); }); };
`,
      { accept: 'timing-unobservable' },
    );
    expect(sites.map(({ reason }) => reason)).toContain('result-used');
  });

  it.each(['', 'undefined', 'null', 'void key', 'cb && cb(null, key)'])(
    'are not left alone for a method that gives nothing: %s',
    (value) => {
      const { source, sites } = toAsync(
        `${HEAD}exports.load = function (key, cb) { if (!key) return ${value}; open(key, cb); };
exports.run = function (key, cb) {
  return this.load(key, (err, found) => { if (err) return cb(err); cb(null, found); });
};
`,
        { accept: 'timing-unobservable' },
      );
      expect(sites.map(({ reason }) => reason)).not.toContain('result-used');
      expect(source).toContain('async function runAsync');
    },
  );

  const LOAD = `function (store, key, cb) {
  store.load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + 1);
  });
}`;
  it.each([
    [`define([], () => ${LOAD});`, 'define'],
    [
      `const load = ${LOAD};\nif (typeof module === 'object') module.exports = load;`,
      'typeof module',
    ],
    [`window.load = ${LOAD};`, 'a script of its own'],
    [
      `exports.load = ${LOAD};\nif (typeof window !== 'undefined') window.load = exports.load;`,
      'typeof window',
    ],
  ])('are left alone where there may be no `require`: %s', (source, subject) => {
    const { changed, sites } = toAsync(`${source}\n`, { accept: 'timing-unobservable' });
    expect(changed).toBe(false);
    expect(sites[0]).toMatchObject({ reason: 'browser-script' });
    expect(sites[0]?.message).toContain(subject);
    const module = `${source.replace(/typeof (?:module|window) [!=]== '\w+'/u, 'true')}\nexports.load = window.load;\n`;
    const isAsked = subject === 'define';
    expect(toAsync(module, { accept: 'timing-unobservable' }).changed).toBe(!isAsked);
  });

  it.each(['./lib/browser.js', 'lib/browser', { './lib/load.js': './lib/browser.js' }])(
    'are left alone where package.json names their file for browsers: %j',
    (browser) => {
      const directory = mkdtempSync(join(tmpdir(), 'async-perf-browser-'));
      writeFileSync(join(directory, 'package.json'), JSON.stringify({ browser }));
      const source = `exports.load = ${LOAD};\n`;
      const reasons = ['lib/browser.js', 'lib/load.js'].map((name) => {
        const path = join(directory, name);
        const options = { accept: 'timing-unobservable' };
        return convert({ path, source }, codemod, options).sites.map(({ reason }) => reason);
      });
      rmSync(directory, { recursive: true });
      expect(reasons).toEqual([['browser-script'], [undefined]]);
    },
  );

  it('take names that are free in their function, for results that are taken', () => {
    const one = `(key, cb) => {
  if (key === '') {
    return store('none', onStore);
  }
  store(key, onStore);
  function onStore(error, value) {
    if (error) cb(error);
    else cb(null, value);
  }
};
`;
    const source = `${HEAD}exports.one = ${one}exports.two = ${one}exports.three = (key, cb) => {
  function end(err) {
    log('ended');
    if (err) cb(err);
    else cb(null);
  }
  store(key, end);
};
`;
    const { source: output } = toAsync(source);
    expect(output.match(/let result;\n/gu)).toHaveLength(2);
    expect(output.match(/let result1;\n/gu)).toHaveLength(2);
    expect(output).toContain('return onStore(null, result1);');
    expect(output).toContain('    await storeAsync(key);');
  });

  it('give the name of an async form to a promisified function that has none', () => {
    const { source: output, sites } = toAsync(`${HEAD}exports.run = (key, cb) => {
  store(key, (err, value) => {
    if (err) return cb(err);
    load(value, cb);
  });
};
exports.load = load;
function load(key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    check(value, 1, cb);
  });
}
function check(key, count, cb) {
  if (typeof count !== 'number') throw new Error('no number');
  look(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
function look(key, cb) { key(cb); }
`);
    expect(sites.map(({ reason }) => reason)).toEqual([
      undefined,
      'throw-in-callback',
      'timing-unobservable',
    ]);
    expect(output).toContain('const loadAsync = util.promisify(load);');
  });

  it('throw what is made of an error, and ask without parentheses of an expression', () => {
    const { source: output } = toAsync(`${HEAD}exports.run = (key, cb) => {
  store(key, (err, file) => {
    if (err) return (err.code === 'ENOENT') ? cb(null, false) : cb(err);
    if (!file) return cb(Object.assign(new Error('none'), { code: 'NONE' }));
    if (key.error || file.error) return cb(key.error || file.error);
    if (earlier || later) return cb(earlier || later);
    if (sooner) return process.nextTick(cb, sooner);
    store(file, (err, file) => {
      if (err) return cb(err);
      cb(null, file);
    });
  });
};
exports.two = (file, cb) => {
  store(file, (err, file) => {
    if (err) return cb(err);
    cb(null, file);
  });
};
`);
    expect(output).toContain("if (err.code === 'ENOENT') return false;\n");
    expect(output).toContain("throw Object.assign(new Error('none'), { code: 'NONE' });\n");
    expect(output).toContain('const error = key.error || file.error;\n');
    expect(output).toContain('if (earlier || later) throw earlier || later;\n');
    expect(output).toContain('if (sooner) throw sooner;\n');
  });

  it('keep the name of a result where only what comes before the wait has it', async () => {
    const source = `${HEAD}const cache = { b: 1 };
exports.run = function (key, cb) {
  const value = cache[key];
  if (value) return cb(null, value);
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + '!');
  });
};
exports.kept = function (key, cb) {
  const value = cache[key];
  if (value) return cb(null, value);
  const show = () => log(value);
  store(key, (err, value) => {
    if (err) return cb(err);
    show();
    cb(null, value + '!');
  });
};
`;
    const { source: output } = toAsync(source);
    expect(output.match(/value\d? = await/gu)).toEqual(['value = await', 'value1 = await']);
    for (const args of [['a'], ['b'], ['bad']]) {
      expect(await run(output, { args })).toEqual(await run(source, { args }));
    }
    const { source: whole } = toAsync(source, { api: 'async' });
    expect(whole).toContain('const value1 = await');
  });

  it('do not return where a branch is the last that they do, unless it does nothing else', async () => {
    const source = `${HEAD}exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (key === 'a') {
      log(value);
      cb(null);
    } else if (key === 'b') {
      cb(null);
    } else {
      log(key);
      if (key === 'c') {
        log('c');
        cb(null);
      } else {
        remove(value, cb);
      }
    }
  });
};
function remove(value, cb) {
  setImmediate(() => {
    log('removed ' + value);
    cb(null);
  });
}
`;
    const { source: output } = toAsync(source);
    expect(output).toContain(`  if (key === 'a') {
    log(value);
  } else if (key === 'b') {
    return;
  } else {
    log(key);
    if (key === 'c') {
      log('c');
    } else {
`);
    for (const args of [['a'], ['b'], ['c'], ['d'], ['bad']]) {
      expect(await run(output, { args })).toEqual(await run(source, { args }));
    }
  });

  it('let no function that takes no error swallow what a call throws', async () => {
    const source = `${HEAD}exports.run = function (keys, cb) {
  let index = -1;
  function next() {
    index++;
    if (index < keys.length) keys[index](next);
    else cb(null, index);
  }
  next();
};
`;
    const { source: output } = toAsync(source, { accept: 'timing-unobservable' });
    const fine = (/** @type {(error?: Error) => void} */ done) => {
      setImmediate(done, new Error('not looked at'));
    };
    const broken = () => {
      throw new Error('broken');
    };
    expect((await run(output, { args: [[fine, fine]] })).calls).toEqual([[null, 2]]);
    const { calls } = await run(output, { args: [[fine, broken, fine]] });
    expect(calls).toEqual([['Error: broken']]);
  });

  it('swallow nothing that is thrown in a function of the file that gives no error', async () => {
    const source = `${HEAD}exports.run = function (importer, key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    stop(importer, () => {
      log('stopped');
      stop(importer, end);
    });
  });
  function end() {
    cb(null, key);
  }
};
function stop(importer, cb) {
  if (!importer) return process.nextTick(cb);
  importer.destroy();
  setImmediate(() => cb());
}
`;
    const { source: output } = toAsync(source);
    expect(output).not.toContain('.catch(');
    const broken = {
      destroy() {
        throw new Error('broken');
      },
    };
    expect(await run(output, { args: [undefined, 'a'] })).toMatchObject({ calls: [[null, 'a']] });
    expect(await run(output, { args: [broken, 'a'] })).toMatchObject({
      log: ['store a', 'callback'],
      calls: [['Error: broken']],
    });
  });

  it('stand in the braces that a branch gets, all lines of them', () => {
    const source = `${HEAD}exports.run = function (key, cb) {
  if (key) return store(key, function (err, value) {
    if (value) log('stored');
    cb(err, value);
  });
  else store('none', cb);
};
`;
    expect(toAsync(source).source).toContain(
      "    if (value) log('stored');\n    if (err) throw err;\n    return value;\n  } else return",
    );
  });

  it('move a call with all of its lines', () => {
    const source = `${HEAD}exports.run = function (key, cb) {
  function end(err) {
    log('end');
    if (err && key === 'a') return cb(null);
    cb(err);
  }
  if (key === 'none') {
    return store(key + key, end);
  }
  store(
    key,
    end
  );
};
`;
    expect(toAsync(source).source).toContain(
      '  try {\n    await storeAsync(\n      key\n    );\n  } catch (err) {\n    return end(err);\n  }\n',
    );
  });

  it('stay on the one line of their block', () => {
    const source = (/** @type {string} */ semicolon) => `${HEAD}exports.run = (key, cb) => {
  store(key, (err, value) => {
    if (err || value) { return cb(err, value)${semicolon} }
    cb(err || new Error('none'))${semicolon}
  })${semicolon}
}${semicolon}
`;
    expect(toAsync(source(';')).source).toContain('{ if (err) throw err; return value; }');
    expect(toAsync(source('')).source).toContain('{ if (err) throw err; return value }');
  });

  it.each([
    "require('assert')",
    "require('assert').strict",
    "require('hoek').assert",
    "require('@hapi/hoek').assert",
    "require('tiny-invariant')",
    "require('./checks').invariant",
  ])('assert with %s in the tick of their caller, who hears it', (asserting) => {
    const source = `${HEAD}const check = ${asserting};
exports.run = function (key, cb) {
  check(typeof key === 'string', 'no key');
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`;
    expect(toAsync(source).source).toMatch(/key, cb\) \{\n {2}check\(.*\n {2}runAsync\(key\)/u);
  });

  it('wait for what others wait for only where callers do not mind when', () => {
    const source = `${HEAD}exports.run = (key, cb) => {
  store.ready((err) => {
    if (err) return cb(err);
    store(key, cb);
  });
};
`;
    expect(toAsync(source).sites.map(({ reason }) => reason)).toEqual(['shared-wait']);
    const { sites } = toAsync(source, { accept: 'timing-unobservable' });
    expect(sites.flatMap(({ assumes }) => assumes)).toContain('timing-unobservable');
  });
});
