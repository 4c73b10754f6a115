import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import plugin from '../../index.js';
import { convert } from '../../core/codemod/convert.js';
import { RULES_OF_PATTERNS } from '../../core/codemod/switched-off.js';
import { planMigration } from '../../core/project/migration.js';
import { codemodsByName } from './all-codemods.js';

const codemods = await codemodsByName();

/** @param {string} name */
function codemodOf(name) {
  const codemod = codemods.get(name);
  if (!codemod) {
    throw new Error(`there is no codemod ${name}`);
  }
  return codemod;
}

/** @param {string} source */
const coroutines = (source) =>
  convert({ path: 'a.js', source }, codemodOf('generator-to-async'), { node: '22' });

const COROUTINE = 'co.wrap(function* (id) { return yield fetch(id); });';
const RULE = 'async-perf/no-generator-coroutine';

describe('a comment that switches off a rule', () => {
  it.each([
    `// eslint-disable-next-line ${RULE}\nexports.load = ${COROUTINE}`,
    `// eslint-disable-next-line no-console, ${RULE} -- the library wants it\nexports.load = ${COROUTINE}`,
    `/* eslint-disable-next-line ${RULE},\n  no-console */\nexports.load = ${COROUTINE}`,
    `exports.load = ${COROUTINE} // eslint-disable-line ${RULE}`,
    `// oxlint-disable-next-line ${RULE}\nexports.load = ${COROUTINE}`,
    `/* eslint-disable ${RULE} */\n\nexports.load = ${COROUTINE}`,
  ])('keeps the codemod off: %s', (code) => {
    const source = `const co = require('co');\n${code}\n`;
    const { changed, sites } = coroutines(source);
    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toEqual(['switched-off']);
    expect(sites[0]?.message).toContain(RULE);
  });

  it.each([
    [`// eslint-disable-next-line no-console\nexports.load = ${COROUTINE}`, 'of another rule'],
    [`// eslint-disable-next-line ${RULE}\n\nexports.load = ${COROUTINE}`, 'of another line'],
    [
      `// eslint-disable-next-line async-perf/no-serial-await\nexports.load = ${COROUTINE}`,
      'of ours',
    ],
    [`// The rule ${RULE} would report this.\nexports.load = ${COROUTINE}`, 'that is none'],
    [
      `/* eslint-disable ${RULE} */\n/* eslint-enable */\nexports.load = ${COROUTINE}`,
      'that ended',
    ],
    [`/* eslint-disable */\nexports.load = ${COROUTINE}`, 'of all rules'],
  ])('does so for its own rule and lines alone: %s', (code) => {
    const { sites } = coroutines(`const co = require('co');\n${code}\n`);
    expect(sites).toHaveLength(1);
    // Where the line changes, a comment about it may be in the way for another reason.
    expect([undefined, 'directive-moved']).toContain(sites[0]?.reason);
  });

  it('keeps what is converted only together with the site', () => {
    const source = `const fs = require('fs');
// eslint-disable-next-line async-perf/prefer-async-over-callback
function load(file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text.trim());
  });
}
function show(file, cb) {
  load(file, (err, text) => {
    if (err) return cb(err);
    cb(null, text.length);
  });
}
show('a.txt', (err, length) => console.log(err, length));
`;
    const { source: output, sites } = convert(
      { path: 'a.js', source },
      codemodOf('callback-to-async'),
      { node: '22' },
    );
    expect(sites.find(({ line }) => line === 3)?.reason).toBe('switched-off');
    expect(output).toContain('function load(file, cb) {');
    expect(output).not.toMatch(/await load\(file\);/u);
  });
});

describe('a comment in another file', () => {
  /** @type {string} */
  let directory;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'async-perf-switched-off-'));
    writeFileSync(
      join(directory, 'package.json'),
      '{ "private": true, "engines": { "node": ">=20" } }',
    );
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('keeps the callback that callers give', () => {
    const store = `const fs = require('fs');
// eslint-disable-next-line async-perf/prefer-async-over-callback
exports.load = function (file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text.trim());
  });
};
`;
    writeFileSync(join(directory, 'store.js'), store);
    writeFileSync(
      join(directory, 'main.js'),
      `const store = require('./store');
function show(file, cb) {
  store.load(file, (err, text) => {
    if (err) return cb(err);
    cb(null, text.length);
  });
}
show('a.txt', (err, length) => console.log(err, length));
`,
    );
    const { groups, sites } = planMigration(
      ['main.js', 'store.js'].map((name) => join(directory, name)),
      [codemodOf('callback-to-async')],
      { api: 'async', trust: 'application' },
    );
    const files = groups.flatMap((group) => group.files);
    expect(files.map(({ path }) => path)).not.toContain(join(directory, 'store.js'));
    expect(sites.find(({ file }) => file.endsWith('store.js'))?.reason).toBe('switched-off');
    const main = files.find(({ path }) => path.endsWith('main.js'))?.after.toString() ?? '';
    expect(main).not.toMatch(/await store\.load\(file\);/u);
  });
});

describe('the rules of patterns', () => {
  it('are those of the plugin that the codemods rewrite', () => {
    const patternsOf = new Map(
      Object.entries(plugin.rules ?? {}).map(([name, { meta }]) => [
        name,
        /** @type {{ pattern?: string } | undefined} */ (meta?.docs)?.pattern,
      ]),
    );
    const converted = new Set(
      [...codemods.values()].flatMap(({ patterns }) => patterns.map(({ name }) => name)),
    );
    for (const name of converted) {
      const reported = [...patternsOf].filter(([, pattern]) => pattern === name);
      expect(RULES_OF_PATTERNS[name], name).toEqual(
        expect.arrayContaining(reported.map(([rule]) => rule)),
      );
      expect(RULES_OF_PATTERNS[name]?.length, name).toBeGreaterThan(0);
    }
    expect(Object.keys(RULES_OF_PATTERNS).sort()).toEqual([...converted].sort());
  });
});
