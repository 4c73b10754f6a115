import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { applyLineEdits, lineEdits } from '../../bin/report/line-edits.js';
import { BEFORE, TWO, migrate, project, read, runCommand } from './projects.js';

const schema = JSON.parse(
  readFileSync(new URL('../../bin/report/report.schema.json', import.meta.url), 'utf8'),
);
const isValid = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
  schema,
);

/**
 * @param {string} text
 * @returns {any} The report, which the schema has to allow.
 */
function parse(text) {
  const report = JSON.parse(text);
  expect(isValid(report) ? [] : isValid.errors).toEqual([]);
  return report;
}

/**
 * @param {string} directory
 * @param {...string} args
 */
const plan = (directory, ...args) => parse(migrate(directory, '--plan-only', ...args).stdout);

/** @param {string} directory */
function check(directory) {
  return parse(runCommand(directory, ['check', '--format=json', '--config=all']).stdout);
}

/** @param {any} report */
const idsOf = ({ sites }) => sites.map((/** @type {any} */ { id }) => id);

const FILES = {
  'a.js': TWO,
  'lib/b.js': BEFORE,
  'c.js':
    "const { save } = require('store');\n\nexports.put = function (key, callback) {\n  save(key, function (err, value) {\n    if (err) return callback(err);\n    callback(null, value.id);\n  });\n};\n\nfunction* other() {\n  yield 5;\n}\nrequire('co')(other);\n",
  'broken.js': 'co(function* ( {\n',
};

describe('the report for programs', () => {
  it('is what its schema says, of both commands', () => {
    const directory = project(FILES);
    const report = plan(directory, '--timing');
    expect(report.command).toBe('migrate');
    expect(report.sites.length).toBeGreaterThan(3);
    expect(report.questions.length).toBeGreaterThan(0);
    expect(report.causes.length).toBeGreaterThan(0);
    expect(report.costs.length).toBeGreaterThan(0);
    const checked = check(directory);
    expect(checked.command).toBe('check');
    expect(checked.rules.length).toBeGreaterThan(0);
    parse(migrate(directory, '--plan-only', '--shard=1/1').stdout);
    parse(migrate(directory, '--format=json').stdout);
  });

  it('says no to what the schema does not know', () => {
    const report = plan(project(FILES));
    expect(isValid({ ...report, version: 2 })).toBe(false);
    expect(isValid({ ...report, sites: [{ ...report.sites[0], id: 'a.js:3' }] })).toBe(false);
    expect(isValid({ ...report, more: 1 })).toBe(false);
  });

  it('is exported by the package', async () => {
    const exported = await import('eslint-plugin-async-perf/report.schema.json', {
      with: { type: 'json' },
    });
    expect(exported.default).toEqual(schema);
  });

  it('gives each site an id that stays', () => {
    const directory = project(FILES);
    const first = plan(directory);
    const ids = idsOf(first);
    expect(new Set(ids).size).toBe(ids.length);
    expect(idsOf(plan(directory))).toEqual(ids);
    expect(idsOf(plan(join(directory, 'lib'), '.'))).toEqual(
      first.sites
        .filter((/** @type {any} */ { file }) => file === 'lib/b.js')
        .map((/** @type {any} */ { id }) => id),
    );
    writeFileSync(join(directory, 'a.js'), `// new\n\nexports.one = 1;\n${TWO}`);
    writeFileSync(
      join(directory, 'lib/b.js'),
      `if (true) {\n${BEFORE.replaceAll(/^(?=.)/gmu, '  ')}}\n`,
    );
    expect(new Set(idsOf(plan(directory)))).toEqual(new Set(ids));
    writeFileSync(join(directory, 'a.js'), TWO.replace('load()', 'load(1)'));
    const edited = idsOf(plan(directory));
    expect(edited.filter((/** @type {string} */ id) => !ids.includes(id))).toHaveLength(1);
  });

  it('gives each finding an id that stays', () => {
    const directory = project({
      'a.js': 'module.exports = async () => { await Promise.resolve(1); };\n',
    });
    const idOf = () => check(directory).rules[0].findings[0].id;
    const id = idOf();
    writeFileSync(join(directory, 'a.js'), `\n// new\n${read(directory, 'a.js')}`);
    expect(idOf()).toBe(id);
  });

  it('holds the edits, by the sites that they belong to', () => {
    const crlf = BEFORE.replaceAll('\n', '\r\n');
    const files = { ...FILES, 'crlf.js': `\uFEFF${crlf}`, 'end.js': BEFORE.trimEnd() };
    const directory = project(files);
    const { edits, sites } = plan(directory);
    const before = Object.fromEntries(
      Object.keys(files).map((name) => [name, read(directory, name)]),
    );
    migrate(directory);
    for (const [name, text] of Object.entries(before)) {
      const own = edits.filter((/** @type {any} */ { file }) => file === name);
      expect(applyLineEdits(text, own)).toBe(read(directory, name));
    }
    const [one, two] = sites.filter((/** @type {any} */ { file }) => file === 'a.js');
    const ofSites = edits
      .filter((/** @type {any} */ { file, sites: own }) => file === 'a.js' && own.length > 0)
      .map((/** @type {any} */ edit) => edit.sites);
    expect(new Set(ofSites.flat())).toEqual(new Set([one.id, two.id]));
    // The import goes for both.
    expect(edits.some((/** @type {any} */ { sites: own }) => own.length === 0)).toBe(true);
  });
});

it.each([
  ['', ''],
  ['', 'a'],
  ['a', ''],
  ['a\nb\nc', 'a\nc'],
  ['a\r\nb\r\n', 'b\r\na\r\n'],
  ['a\nb\n', 'a\nb'],
  ['a\rb\rc', 'a\rx\rc'],
])('line edits make %j into %j', (before, after) => {
  expect(applyLineEdits(before, lineEdits(before, after))).toBe(after);
});

it('line edits of texts that have nothing in common are one', () => {
  const before = Array.from({ length: 3000 }, (_, index) => `a${index}\n`).join('');
  const after = Array.from({ length: 3000 }, (_, index) => `b${index}\n`).join('');
  const edits = lineEdits(`same\n${before}end`, `same\n${after}end`);
  expect(edits).toHaveLength(1);
  expect(applyLineEdits(`same\n${before}end`, edits)).toBe(`same\n${after}end`);
});
