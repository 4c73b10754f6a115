import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convert } from '../../core/codemod/convert.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What another file of the project would export: promises of the library. */
const STORE = `
const library = require('LIBRARY');
const store = {
  open: () => library.resolve(1),
  check: () => library.resolve(2).then(() => { throw new Error('checked'); }),
};
`;

/** Prints the rejections that were reported as unhandled, and the result. */
const MAIN = `
const reported = [];
process.on('unhandledRejection', (error) => reported.push(error.message));
run(store).then(
  (value) => setTimeout(() => console.log(JSON.stringify({ reported, value })), 20),
  (error) => setTimeout(() => console.log(JSON.stringify({ reported, error: error.message })), 20),
);
`;

/** @type {Readonly<Record<string, { body: string, kept: string }>>} */
const CASES = {
  resolve: {
    body: "store.open().then(() => P.resolve(store.check()).catch(() => 'caught'))",
    kept: 'resolve(store.check())',
  },
  'resolve in a function that is called at once': {
    body: "store.open().then(() => (() => P.resolve(store.check()))().catch(() => 'caught'))",
    kept: 'resolve(store.check())',
  },
  all: {
    body: "store.open().then(() => P.all([1, store.check()]).catch(() => 'caught'))",
    kept: 'all([1, store.check()])',
  },
  'all in a callback of an array': {
    body: "store.open().then(() => [1].map(() => P.all([store.check()]))[0].catch(() => 'caught'))",
    kept: 'all([store.check()])',
  },
  'all on what a constant keeps': {
    body: "store.open().then(() => { const found = store.check(); return P.all([found]).catch(() => 'caught'); })",
    kept: 'all([found])',
  },
};

/** @type {Readonly<Record<string, string>>} */
const BLUEBIRD_CASES = {
  props: "store.open().then(() => P.props({ a: store.check() }).catch(() => 'caught'))",
  join: "store.open().then(() => P.join(1, store.check(), (a, b) => b).catch(() => 'caught'))",
  map: "store.open().then(() => P.map([store.check()], (v) => v).catch(() => 'caught'))",
  try: "store.open().then(() => P.try(() => store.check()).catch(() => 'caught'))",
};

/** @type {Readonly<Record<string, string>>} */
const CONVERTED = {
  'outside of a callback': "P.all([store.check()]).catch(() => 'caught')",
  'in a callback of a promise that becomes native':
    "P.delay(1).then(() => P.all([store.check()])).catch(() => 'caught')",
  'in a callback behind a time-out, whose promise is native':
    "store.open().tap(() => {}).timeout(99).then(() => P.all([store.check()])).catch(() => 'caught')",
  'in a callback of what a function made of a method gives':
    "P.method((value) => value)(1).then(() => P.all([store.check()]).catch(() => 'caught'))",
  'in a callback of what a promisified constant gives':
    "{ const wait = P.promisify((done) => done(null, 1)); return wait().then(() => P.all([store.check()]).catch(() => 'caught')); }",
  'of native promises': "store.open().then(() => P.all([P.delay(1), 2])).then(() => 'done')",
  'of what a promise was fulfilled with': 'store.open().then((value) => P.resolve(value))',
  'after a wait':
    "store.open().then(async () => { await 1; return await P.all([store.check()]).catch(() => 'caught'); })",
};

/** @type {(library: string, body: string) => string} */
const toText = (library, body) =>
  `const P = require('${library}');\nconst run = (store) => ${body};\n`;

/**
 * @param {string} library
 * @param {string} text
 * @returns {unknown}
 */
function observe(library, text) {
  const program = `${STORE.replace('LIBRARY', library)}{\n${text}${MAIN}}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout === '' ? stderr : JSON.parse(stdout);
}

describe.each(['bluebird', 'q'])('a rejection that %s would report too early', (library) => {
  it.each(Object.entries(CASES))('%s', (_, { body, kept }) => {
    const text = toText(library, body);
    const { source } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
    expect(source).toContain(`P.${kept}`);
    expect(observe(library, source)).toEqual({ reported: [], value: 'caught' });
    const native = convert({ path: 'program.js', source: text }, codemod, {
      node: '20',
      api: 'async',
    });
    expect(native.source).toContain(`Promise.${kept}`);
  });
});

it.each(Object.entries(BLUEBIRD_CASES))('%s is left alone', (_, body) => {
  const text = toText('bluebird', body);
  const { source, sites } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
  expect(sites.map(({ reason }) => reason)).toContain('rejection-reported-early');
  expect(source).toBe(text);
  expect(observe('bluebird', source)).toEqual({ reported: [], value: 'caught' });
});

it.each(Object.entries(CONVERTED))('%s there is nothing to report', (_, body) => {
  const text = toText('bluebird', body);
  const { source, changed } = convert({ path: 'program.js', source: text }, codemod, {
    node: '20',
  });
  expect(changed).toBe(true);
  expect(observe('bluebird', source)).toEqual(observe('bluebird', text));
  const again = convert({ path: 'program.js', source }, codemod, { node: '20' });
  expect(again.changed).toBe(false);
});

it('a promise in a callback of what stays of bluebird stays, too', () => {
  const calls = {
    'used in a way of its own': 'P.map([], (value) => value, { concurrency: 2 }, 1)',
    'made of a function that goes elsewhere': 'made(1)',
  };
  for (const call of Object.values(calls)) {
    const text = toText(
      'bluebird',
      `${call}.then(() => P.all([store.check()]).catch(() => 'caught'))`,
    ).replace(
      'const run',
      'const made = P.method((value) => value);\nexports.made = made;\nconst run',
    );
    const { source } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
    expect(source).toContain('P.all([store.check()])');
    expect(observe('bluebird', source)).toEqual({ reported: [], value: 'caught' });
  }
});

it.each([
  [
    'in a callback',
    `exports.run = () => {
  const late = P.delay(1).then(() => { throw new Error('late'); });
  return P.delay(10).then(() => late).catch((error) => error.message);
};
`,
  ],
  [
    'behind a wait',
    `exports.run = async () => {
  const late = P.delay(1).then(() => { throw new Error('late'); });
  await P.delay(10);
  return late.catch((error) => error.message);
};
`,
  ],
  [
    'perhaps',
    `exports.run = async (wants = false) => {
  const late = P.delay(1).then(() => { throw new Error('late'); });
  if (wants) return late;
  return P.delay(10).then(() => 'late');
};
`,
  ],
])('a promise that something waits for later, %s, does not end the process', (_, body) => {
  const text = `const P = require('bluebird');\n${body}`;
  const { source } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
  expect(source).toContain('P.resolve(timers.setTimeout');
  const program = `${source}\nexports.run().then(console.log);`;
  const { status, stdout } = spawnSync(process.execPath, ['-e', program], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'late\n' });
});
