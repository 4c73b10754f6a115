/** @import { SiteResult } from '../../core/codemod/convert.js' */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { OBLIGATION_IDS } from '../../core/contract/obligations.js';
import { readOptions } from '../../core/contract/options.js';
import { REFUSALS, describeRefusal } from '../../core/contract/refusals.js';
import { codemodsByName } from '../codemods/all-codemods.js';
import { listFixtures } from '../golden/inputs.js';
import { OPTION_SETS } from '../golden/option-sets.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-next-steps-'));
afterAll(() => rmSync(root, { recursive: true }));

const codemods = await codemodsByName();

/** @type {Readonly<Record<string, Readonly<Record<string, unknown>>>>} */
const SETS = {
  ...OPTION_SETS,
  'all that can be given': {
    node: '20',
    trust: 'application',
    api: 'async',
    tests: true,
    'async-version': '3',
    accept: OBLIGATION_IDS.join(','),
  },
  'all refused': { node: '20', refuse: OBLIGATION_IDS.join(',') },
};

/**
 * @param {string} advice
 * @param {Readonly<Record<string, unknown>>} given
 * @returns {string[]} The options in it that were given already, or that no codemod takes.
 */
function uselessSteps(advice, given) {
  const { accept, api, assumable, asyncVersion, node, refuse, tests, trust } = readOptions(given);
  /** @type {Readonly<Record<string, (value: any) => boolean>>} */
  const isUseless = {
    accept: (name) =>
      accept.has(name) ||
      refuse.has(name) ||
      (assumable.has(name) && (trust === 'application' || name !== 'result-is-no-promise')),
    api: (value) => api === value,
    'async-version': () => asyncVersion !== undefined,
    callbacks: () => false,
    interactive: () => false,
    node: () => node !== undefined,
    // The codemods are run without a choice of them.
    only: () => false,
    refuse: (name) => !refuse.has(name),
    sites: () => false,
    tests: () => tests,
    thenables: () => false,
  };
  return [...advice.matchAll(/--([a-z-]+)(?:=([\w-]+))?/gu)]
    .filter(([, option = '', value]) => isUseless[option]?.(value) ?? true)
    .map(([flag]) => flag);
}

/**
 * @param {string} source
 * @param {readonly SiteResult[]} sites
 * @param {Readonly<Record<string, unknown>>} options
 */
function expectNextSteps(source, sites, options) {
  const lines = source.split('\n').length;
  for (const { status, reason, message, advice = '', blame } of sites) {
    if (status === 'refused') {
      const said = `${reason}: ${message}. ${advice}`;
      expect(advice, said).toMatch(/^[A-Z].*\.$/u);
      expect(uselessSteps(advice, options), said).toEqual([]);
      expect(blame?.line, said).toBeGreaterThan(0);
      expect(blame?.column, said).toBeGreaterThan(0);
      if (blame?.file === undefined) {
        expect(blame?.line, said).toBeLessThanOrEqual(lines);
      }
    }
  }
}

describe.each(Object.entries(SETS))('with %s, each refusal', (_, options) => {
  it(
    'names a line and a next step that was not taken, in all fixtures',
    { timeout: 300_000 },
    () => {
      let refused = 0;
      for (const { codemods: names = [], options: own = {}, path } of listFixtures()) {
        const source = readFileSync(path, 'utf8');
        for (const name of names) {
          const codemod = codemods.get(name);
          const { accept, refuse, ...rest } = own;
          const given = {
            ...rest,
            ...(options['refuse'] === undefined && { accept }),
            ...(options['accept'] === undefined && { refuse }),
            ...options,
          };
          const sites = codemod ? convert({ path, source }, codemod, given).sites : [];
          refused += sites.filter(({ status }) => status === 'refused').length;
          expectNextSteps(source, sites, given);
        }
      }
      expect(refused).toBeGreaterThan(20);
    },
  );

  it.each(Object.entries(REFUSALS))('names them in the example of %s', (reason, entry) => {
    const directory = mkdtempSync(join(root, 'case-'));
    const { given = {} } = entry;
    writeFileSync(join(directory, 'package.json'), JSON.stringify(given.manifest ?? {}));
    for (const [name, text] of Object.entries(given.siblings ?? {})) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    const path = join(directory, given.file ?? 'example.js');
    for (const codemod of codemods.values()) {
      const { sites } = convert({ path, source: entry.example }, codemod, options);
      expectNextSteps(entry.example, sites, options);
    }
    const { advice } = describeRefusal(
      { reason: /** @type {any} */ (reason) },
      readOptions(options),
    );
    expect(uselessSteps(advice, options)).toEqual([]);
  });
});

it('blames the code that the message quotes, and the line of package.json for its engines', () => {
  const directory = mkdtempSync(join(root, 'blame-'));
  const path = join(directory, 'a.js');
  const codemod = /** @type {any} */ (codemods.get('callback-to-async'));
  writeFileSync(join(directory, 'package.json'), '{\n  "engines": {\n    "node": ">=4"\n  }\n}\n');
  const source = `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};
exports.load = function (id, cb) {
  log(id);
  this.store.fetch(id, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`;
  const blamed = (/** @type {Record<string, unknown>} */ options) =>
    convert({ path, source }, codemod, options).sites.map(({ reason, blame }) => [reason, blame]);
  expect(blamed({ node: '20' })[1]).toEqual(['timing-unobservable', { line: 10, column: 3 }]);
  expect(blamed({})[0]).toEqual([
    'engines-too-old',
    { file: join(directory, 'package.json'), line: 3, column: 5 },
  ]);
});
