import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import unwrapPromises from '../../codemods/unwrap-promises.js';
import { planMigration } from '../../core/project/migration.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-again-'));
afterAll(() => rmSync(root, { recursive: true }));

const codemods = await loadCodemods();

/** Promises that are made around chains: once they are gone, the chains can be awaited. */
const PROGRAMS = {
  'an executor with an arrow function': `exports.load = (id) => new Promise((resolve, reject) => open(id).then((f) => f.id).then(resolve, reject));\n`,
  'an executor with a catch': `exports.load = function (id) { return new Promise((resolve, reject) => { open(id).then((f) => f.id).then(resolve).catch(reject); }); };\n`,
  'an executor that a chain follows': `exports.load = function (id) { return new Promise((resolve, reject) => { open(id).then((f) => { resolve(f.id); }).catch(reject); }).then((v) => [v]); };\n`,
  'an executor that hands on by hand': `exports.load = (id) => new Promise(function (resolve, reject) { open(id).then(function (f) { return f.id; }).then(function (v) { resolve(v); }, function (e) { reject(e); }); });\n`,
  'an awaited promise around a chain': `exports.load = async (id) => await new Promise((r) => r(open(id).then((f) => f.id)));\n`,
  'an awaited promise of a chain': `exports.load = async (id) => await Promise.resolve(open(id).then((f) => f.id));\n`,
  'executors in each other': `exports.load = (id) => { return new Promise((resolve, reject) => { return new Promise((res, rej) => { open(id).then(res, rej); }).then((v) => v.id).then(resolve, reject); }); };\n`,
  'executors around each other': `exports.load = (id) => new Promise((resolve, reject) => new Promise((a, b) => open(id).then(a, b)).then(resolve, reject));\n`,
  'what one function frees for another': `async function load(id) { return await Promise.resolve(open(id)).then((x) => x); }\nexports.list = (id) => new Promise((a, b) => load(id).then(a, b));\nexports.names = (id) => exports.list(id).then((x) => x).then((x) => [x]);\n`,
};

describe('a second migration changes nothing', () => {
  it.each(Object.entries(PROGRAMS))('%s', (_, text) => {
    const path = join(mkdtempSync(join(root, 'case-')), 'program.js');
    const migrate = () => planMigration([path], codemods, { node: '20' }).groups[0]?.files[0];
    writeFileSync(path, text);
    const once = migrate()?.after.toString() ?? '';
    expect(once).not.toMatch(/new Promise|Promise\.resolve|\.then\((?:\(?f\)?|function|resolve)/u);

    writeFileSync(path, once);
    expect(migrate()).toBeUndefined();
  });
});

it.each(Object.entries(PROGRAMS))('a second unwrap-promises changes nothing: %s', (_, text) => {
  const path = join(root, 'program.js');
  const once = unwrapPromises({ path, source: text }, {}, { node: '20' }) ?? text;
  expect(unwrapPromises({ path, source: once }, {}, { node: '20' })).toBeUndefined();
});

it('says of each place once what became of it', () => {
  const path = join(mkdtempSync(join(root, 'case-')), 'program.js');
  writeFileSync(path, PROGRAMS['executors around each other']);
  const { sites } = planMigration([path], codemods, { node: '20' });
  const places = sites.map(({ codemod, column, line }) => `${line}:${column} ${codemod}`);
  expect(new Set(places).size).toBe(places.length);
  expect(sites.filter(({ status }) => status === 'refused')).toEqual([]);
});
