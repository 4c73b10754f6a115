import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convert } from '../../core/codemod/convert.js';
import { compare } from '../equivalence/compare.js';
import { execute } from '../equivalence/execute.js';
import { troubledScenarios } from '../equivalence/scenario.js';
import { FLOWS } from './bluebird/flows.js';
import { LIBRARIES } from './bluebird/libraries.js';
import { METHODS } from './bluebird/methods.js';
import { NAMES } from './bluebird/names.js';
import { STATICS } from './bluebird/statics.js';

const OPERATIONS = "const { op, blue, call, log } = require('./operations');\n";

const FAULTS = /** @type {const} */ (['reject', 'throw', 'reject-at-once', 'never']);

/** @type {(body: string, header?: string) => string} */
const toModule = (body, header = "const Promise = require('bluebird');") =>
  body.includes('exports.')
    ? `${header}\n${OPERATIONS}\n${body}\n`
    : `${header}\n${OPERATIONS}\nexports.run = function (at, x, y) {\n  ${body}\n};\n`;

/**
 * Runs a module as it is and converted: everything fulfils, each operation rejects, throws, rejects
 * at once, never settles, several of them do.
 *
 * @param {string} text
 * @param {{ api: 'keep' | 'async' }} options
 * @returns {Promise<string[]>} How the two differ.
 */
async function differences(text, { api }) {
  const { source, sites } = convert({ path: 'program.js', source: text }, codemod, {
    node: '20',
    api,
  });
  const again = convert({ path: 'program.js', source }, codemod, { node: '20', api });
  expect(again.source, 'a second run changes nothing').toBe(source);
  const reported = sites.flatMap(({ assumes }) => assumes);
  const entries = /** @type {const} */ ([{ path: 'run', call: 'promise' }]);
  /** @type {string[]} */
  const found = [];
  for (const seed of [1, 2]) {
    const calm = { seed, faults: {}, immediate: seed === 1 ? 0 : 50 };
    const { labels } = await execute({ text, entries: [...entries] }, calm);
    for (const faults of FAULTS) {
      for (const scenario of [calm, ...troubledScenarios(calm, labels, [faults], 4)]) {
        const original = await execute({ text, entries: [...entries] }, scenario);
        const converted = await execute({ text: source, entries: [...entries] }, scenario);
        const { mismatches } = compare(original, converted, reported, api);
        found.push(...mismatches.map((each) => `${JSON.stringify(scenario)}: ${each}\n${source}`));
      }
    }
  }
  return found;
}

describe.each(['keep', 'async'])('--api=%s keeps what it does', (api) => {
  const options = { api: /** @type {'keep' | 'async'} */ (api) };

  it.each(Object.entries({ ...STATICS }))('%s', async (_, body) => {
    expect(await differences(toModule(body), options)).toEqual([]);
  });

  it.each(Object.entries(METHODS))('.%s', async (_, body) => {
    expect(await differences(toModule(body), options)).toEqual([]);
  });

  it.each(Object.entries(NAMES))('%s', async (_, body) => {
    expect(await differences(toModule(body), options)).toEqual([]);
  });

  it.each(Object.entries(FLOWS))('%s', async (_, body) => {
    expect(await differences(toModule(body), options)).toEqual([]);
  });
});

describe.each(Object.entries(LIBRARIES))('%s', (_, { header, bodies, apis }) => {
  it.each(
    Object.entries(bodies).flatMap(([name, body]) => apis.map((api) => ({ name, body, api }))),
  )('$name, --api=$api', async ({ body, api }) => {
    const text = toModule(body, header);
    expect(await differences(text, { api })).toEqual([]);
    const { changed } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
    expect(changed).toBe(true);
  });
});

it('converts what the cases show', () => {
  const cases = [...Object.entries(STATICS), ...Object.entries(METHODS), ...Object.entries(NAMES)];
  const left = cases.filter(([, body]) => {
    const { changed } = convert({ path: 'program.js', source: toModule(body) }, codemod, {
      node: '20',
    });
    return !changed;
  });
  expect(left.map(([name]) => name)).toEqual([]);
});

it.each([
  ['Bluebird.promisifyAll(Client.prototype);', 'promisified-outside'],
  ['Bluebird.promisifyAll(client); module.exports = client;', 'promisified-outside'],
  ["Bluebird.promisifyAll(client, { suffix: 'P' });", 'library-usage'],
  ["const fs = Bluebird.promisifyAll(require('fs')); fs.rmAsync('a');", 'engines-too-old'],
])('says why it leaves %s', (code, reason) => {
  const source = `const Bluebird = require('bluebird');
function Client() {}
const client = require('client');
${code}
`;
  const { sites } = convert({ path: 'program.js', source }, codemod, { node: '12' });
  expect(sites.map((site) => site.reason)).toContain(reason);
});

it.each([
  ['bluebird', 'Promise.using(x(), y)', 'library-only'],
  ['bluebird', 'Promise.some([x], y)', 'count-unknown'],
  ['bluebird', 'Promise.some([x], 0)', 'count-unknown'],
  ['bluebird', 'Promise.some([x], -1)', 'count-unknown'],
  ['bluebird', 'Promise.some([x], 1.5)', 'count-unknown'],
  ['bluebird', "Promise.some([x], '1')", 'count-unknown'],
  ['bluebird', 'Promise.some([x])', 'library-usage'],
  ['bluebird', 'Promise.resolve([x]).some(y)', 'count-unknown'],
  ['bluebird', 'Promise.resolve([x]).some()', 'library-method'],
  ['q', 'Promise.any([x])', 'library-only'],
  ['q', 'Promise.promised(x)(y)', 'library-only'],
  ['q', 'Promise.allResolved([x])', 'library-only'],
  ['q', 'Promise.nbind(x, y)()', 'library-only'],
  ['q', "Promise.npost(x, 'y', [])", 'library-only'],
  ['when', 'Promise.any([x])', 'library-only'],
  ['when', 'Promise.lift(x)(y)', 'library-only'],
  ['rsvp', 'Promise.hashSettled({ x })', 'library-only'],
])('leaves what the page says is to be written by hand: %s, %s', (library, body, reason) => {
  const source = toModule(
    `return (async () => { await ${body}; })();`,
    `const Promise = require('${library}');`,
  );
  const { changed, sites } = convert({ path: 'program.js', source }, codemod, { node: '20' });
  expect(changed).toBe(false);
  expect(sites.map((site) => site.reason)).toContain(reason);
});

it.each([
  [
    'a promise of a turn that ends before',
    'for (const v of x) { const p = Promise.reject(v); if (y) continue; await p; }',
    [],
  ],
  [
    'a promise of a loop that ends before',
    'for (const v of x) { const p = Promise.reject(v); if (y) break; await p; }',
    [],
  ],
  ...[
    'y / 2',
    '2.5',
    '0',
    '-1',
    "'2'",
    'NaN',
    'undefined',
    'y',
    'y.limit',
    'x.length',
    'Number(y)',
    'parseInt(y, 10) || 4',
    'Math.floor(y)',
    '[1, 2, 3].length - 4',
    'list.length',
  ].map((limit) => [
    `a limit that may be no whole number from 1 on: ${limit}`,
    `const list = [1]; list.push(await y); await Promise.map(x, (v) => v, { concurrency: ${limit} }); list.push(2);`,
    ['concurrency-unknown'],
  ]),
])('leaves %s', (_, body, reasons) => {
  const source = toModule(`return (async () => { ${body} })();`);
  const { changed, sites } = convert({ path: 'program.js', source }, codemod, { node: '20' });
  expect(changed).toBe(false);
  expect(sites.map((site) => site.reason)).toEqual(reasons);
});

it.each([
  ['os.cpus().length', 'os.cpus().length || Infinity'],
  ['Math.max(1, os.cpus().length - 1)', 'Math.max(1, os.cpus().length - 1)'],
  ['2 * os.cpus().length', '2 * os.cpus().length || Infinity'],
  ['os.cpus().length - 1', undefined],
  ['os.availableParallelism()', 'os.availableParallelism()'],
  ['LIMIT', 'LIMIT'],
  ['HALF', undefined],
])('writes for a limit of %s %s', (limit, written) => {
  const source = `const os = require('os');
const Promise = require('bluebird');
const LIMIT = 4;
const HALF = LIMIT / 2;
exports.run = async (list) => await Promise.map(list, (v) => v, { concurrency: ${limit} });
`;
  const { source: converted } = convert({ path: 'program.js', source }, codemod, { node: '20' });
  expect(/concurrency: (.*) \}\);/u.exec(converted)?.[1]).toBe(written ?? limit);
  expect(converted.includes('pMap')).toBe(written !== undefined);
});

it('writes out a limit that may be 0 and has the name of its option', async () => {
  const source = toModule(
    'return (async () => { const list = []; const concurrency = list.length; return await Promise.map(list, (v) => v, { concurrency }); })();',
  );
  const { source: converted } = convert({ path: 'program.js', source }, codemod, { node: '20' });
  expect(converted).toContain('{ concurrency: concurrency || Infinity }');
});

it('leaves the methods of an object that only a block declares', () => {
  const source =
    "const Promise = require('bluebird');\ntry { var fs = Promise.promisifyAll(require('fs')); } catch (e) {}\nexports.run = async (path) => (await fs.readFileAsync(path)).length;\n";
  expect(convert({ path: 'program.js', source }, codemod, { node: '20' }).changed).toBe(false);
});

it.each([
  'function load(id, cb) { if (!id) return process.nextTick(cb, "no id"); op(id, cb); }',
  'function load(id, cb) { cb(id ? null : `no ${id}`); }',
  'function load(id, cb) { const reason = "no id"; setTimeout(() => cb(reason), 1); }',
  'function load(id, cb) { let reason; if (!id) reason = "no id"; cb(reason, id); }',
  'function load(id, cb) { const fail = (reason) => cb(reason); fail("no id"); }',
  'function load(id, cb) { check(id, cb); } function check(id, done) { done(404); }',
  'function load(id, cb) { check(id, (err) => cb(err)); } function check(id, done) { done("no"); }',
  'function load(id, cb) { op(id, (err) => cb(err.message)); }',
  'function load(id, cb) { op(id, (err, found) => cb(!found)); }',
  'function load(id, cb) { cb(String(id)); }',
  'function load(id, cb) { require("fs").exists(id, cb); }',
  'function load(id, cb) { op(id).then(cb); }',
  'function load(id, cb) { cb.call(null, "no"); }',
  'function load(id, cb) { setTimeout(() => cb(id), 1); }',
  'function load(id, cb) { op(id, (err, found) => cb(err || found)); }',
])('leaves errors that bluebird makes of what is none: %s', (load) => {
  for (const use of [
    'Promise.promisify(load)(id)',
    'Promise.promisify(load.bind(null, id))()',
    'Promise.fromCallback((done) => load(id, done))',
    'Promise.promisifyAll(api)',
  ]) {
    const source = `const Promise = require('bluebird');
const { op } = require('./op');
const api = { load };
${load}
${use.includes('All') ? `${use};\nexports.run = async (id) => await api.loadAsync(id);` : `exports.run = async (id) => await ${use};`}
`;
    const { changed, sites } = convert({ path: 'program.js', source }, codemod, { node: '20' });
    expect([...new Set(sites.map(({ reason }) => reason))]).toEqual(['not-error-first']);
    expect(changed).toBe(false);
  }
});

it.each([
  ["const load = require('./load');", ['error-first']],
  ['const load = (id, cb) => op(id, cb);', ['error-first']],
  ["const load = (id, cb) => require('fs').stat(id, cb);", []],
  ['const load = (id, cb) => cb(id ? null : new Error("no id"));', []],
  ['const load = (id, cb) => op(id, (body) => cb(body.error));', ['error-first']],
  ['const load = (id, cb) => { try { cb(null, op(id)); } catch (e) { cb(e); } };', ['error-first']],
])('assumes errors of functions that it does not show: %s', (load, assumed) => {
  const source = `const Promise = require('bluebird');
const { op } = require('./op');
${load}
const read = Promise.promisify(load);
exports.run = async (id) => await read(id);
`;
  const { changed, sites } = convert({ path: 'program.js', source }, codemod, { node: '20' });
  expect(changed).toBe(true);
  expect(sites.map(({ assumes }) => assumes.filter((id) => id !== 'library-errors'))).toEqual([
    assumed,
  ]);
});

it.each(["Q.ninvoke(fs, 'readFile', file)", 'Q.nfcall(fs.readFile, file)'])(
  'gives no descriptor to a promise form: %s',
  (read) => {
    const toSource = (/** @type {string} */ open) =>
      `const Q = require('q');\nconst fs = require('fs');\nexports.run = async (path) => {\n  const file = ${open};\n  return await ${read};\n};\n`;
    const [opened, given] = ["await Q.ninvoke(fs, 'open', path, 'r')", 'path + 1'].map(
      (open) =>
        convert({ path: 'program.js', source: toSource(open) }, codemod, { node: '20' }).source,
    );
    expect(opened).toContain('util.promisify(fs.readFile)(file)');
    expect(given).toContain('fs.promises.readFile(file)');
  },
);

it('gives the first result of a function that util.promisify gives an object for', () => {
  const source =
    "const Promise = require('bluebird');\nconst { generateKeyPair } = require('crypto');\nconst make = Promise.promisify(generateKeyPair);\nexports.run = async () => await make('ed25519', {});\n";
  const conversion = convert({ path: 'program.js', source }, codemod, { node: '20' });
  expect(conversion.changed).toBe(true);
  expect(conversion.source).not.toContain('util.promisify');
});

it('writes no semicolons where only the next line begins with one', () => {
  const source = `const Promise = require('bluebird')
;[1].forEach((x) => x)
exports.load = (list) => Promise.map(list, (x) => x + 1, { concurrency: 3 })
`;
  const { source: after } = convert({ path: 'a.js', source }, codemod, { node: '20' });
  expect(after).toContain("const pMap = require('p-map')\n");
  expect(after).toContain('\n;[1].forEach((x) => x)\n');
});

describe('a list that changes', () => {
  /** @type {(body: string) => (string | undefined)[]} */
  const reasonsOf = (body) => {
    const source = toModule(body, "const Bluebird = require('bluebird');");
    const { sites } = convert({ path: 'program.js', source }, codemod, {
      node: '20',
      api: 'async',
    });
    return sites.flatMap(({ kind, reason }) => (kind === 'import' ? [] : [reason]));
  };

  it.each([
    'const p = Bluebird.all(x.list); x.list.length = 0; return p;',
    'const p = Bluebird.some(x, 1); x.length = 0; return p;',
    'const p = Bluebird.props(x); x.more = op(at, "a"); return p;',
    'const list = [1]; const p = Bluebird.map(list, (v) => v); list.push(2); return p;',
    'const list = [1]; const p = Bluebird.each(list, (v) => v); y.forEach((v) => list.push(v)); return p;',
    'const list = [1]; return Bluebird.each(list, (v) => { list.push(v); });',
    'const list = [1]; return Bluebird.map(list, () => op(at, "a", list.shift()));',
    'const list = []; for (const v of x) { list.push(v); log(Bluebird.map(list, (w) => w)); }',
    'while (x.length) { log(Bluebird.all(y.list)); delete y.list[x.pop()]; }',
    'const p = Bluebird.resolve(x.list).all(); x.list.length = 0; return p;',
    'const o = { clear() { this.list.length = 0; }, wait() { return Bluebird.all(this.list); } }; return o.wait();',
    'function clear() { x.length = 0; } async function wait() { await Bluebird.all(x); } const p = wait(); clear(); return p;',
  ])('after it is handed in is left: %s', (body) => {
    expect(reasonsOf(body)).toEqual(['list-changes']);
  });

  it.each([
    'x.list.push(1); return Bluebird.all(x.list);',
    'const list = []; list.push(op(at, "a")); const p = Bluebird.all(list); list.length = 0; return p;',
    'return Bluebird.all(x.list).then(() => { x.list.length = 0; });',
    'function other(list) { list.push(1); } function wait(list) { return Bluebird.all(list); } other(x); return wait(x);',
    'x.list = [1]; (async () => { await Bluebird.map(x.list, (v) => v); x.list.length = 0; })();',
    'for (const v of x) { const list = []; list.push(v); log(Bluebird.map(list, (w) => w)); }',
    'const p = Bluebird.map(x, (v) => v); y.push(1); return p;',
    'let list = x; const p = Bluebird.map(list, (v) => v); list = []; return p;',
  ])('before, or once it has been looked at, is none: %s', (body) => {
    expect(reasonsOf(body)).toEqual([undefined]);
  });
});

describe('of bluebird 2', () => {
  const root = mkdtempSync(join(tmpdir(), 'async-perf-bluebird-'));
  writeFileSync(join(root, 'package.json'), '{ "dependencies": { "bluebird": "^2.9.0" } }');
  afterAll(() => rmSync(root, { recursive: true }));

  /** @type {(body: string) => (string | undefined)[]} */
  const reasonsOf = (body) => {
    const source = toModule(`(async () => { await ${body}; })();`);
    const { sites } = convert({ path: join(root, 'program.js'), source }, codemod, { node: '20' });
    return sites.map(({ reason }) => reason);
  };

  it.each([
    'Promise.all([x])',
    'Promise.map([x], (v) => v)',
    'Promise.try(() => x)',
    'Promise.props({ x })',
    'Promise.delay(3)',
    'Promise.resolve(x).spread((a) => a)',
    'new Promise((resolve) => resolve(x)).tap((v) => v)',
    'Promise.resolve(x).catch(TypeError, (e) => e)',
  ])('what is the same is converted: %s', (body) => {
    expect(reasonsOf(body).length).toBeGreaterThan(0);
    expect(reasonsOf(body).filter((reason) => reason !== undefined)).toEqual([]);
  });

  it.each([
    'Promise.promisify(x)()',
    'Promise.fromNode((cb) => x(cb))',
    'Promise.delay(x, 3)',
    'Promise.each([x], (v) => v)',
    'Promise.resolve(x).spread((a) => a, (e) => e)',
    'Promise.resolve(x).reduce((a, b) => a + b)',
  ])('what differs is refused: %s', (body) => {
    expect(reasonsOf(body)).toContain('library-version');
  });
});

it('calls functions of unknown shape by one function at the top of the file', () => {
  const { source } = convert(
    {
      path: 'program.js',
      source: `const Q = require('q');
const { prompt } = require('prompt');
exports.one = async (nfcall) => [await Q.nfcall(prompt, nfcall), await Q.nfcall(prompt, 2)];
exports.other = async () => Q.nfcall(prompt, 3);
`,
    },
    codemod,
    { node: '20', api: 'async' },
  );
  expect(source).toBe(`const { prompt } = require('prompt');

const nfcall1 = async (fn, ...args) => {
  const call = await fn;
  return new Promise((resolve, reject) => {
    call(...args, (error, ...values) => {
      if (error) {
        reject(error);
      } else {
        resolve(values.length > 1 ? values : values[0]);
      }
    });
  });
};

exports.one = async (nfcall) => [await nfcall1(prompt, nfcall), await nfcall1(prompt, 2)];
exports.other = async () => nfcall1(prompt, 3);
`);
});

it('waits once for all of what a handler has started', () => {
  const text = `const Promise = require('bluebird');
exports.run = (load, use) =>
  Promise.resolve(load()).then((a) => Promise.all([a, load()])).spread((a, b) => use(a, b));
`;
  const { source } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
  expect(source.match(/Promise\.all/gu)).toHaveLength(1);
});

it('keeps a comment in what was bound', () => {
  const text = `const Promise = require('bluebird');
exports.run = (load, key) => Promise.resolve(load()).spread(use.bind(null, /* its key */ key));
function use(...values) {
  return values;
}
`;
  const { changed, source } = convert({ path: 'program.js', source: text }, codemod, {
    node: '20',
  });
  expect(changed).toBe(true);
  expect(source).toContain('/* its key */');
});
