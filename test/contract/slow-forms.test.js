import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import rcompare from 'semver/functions/rcompare.js';

import { codemod } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';
import { isSlowForm } from '../../core/contract/slow-forms.js';
import { migrate, project } from '../bin/projects.js';

const COSTS = JSON.parse(readFileSync(new URL('../../bench/costs.json', import.meta.url), 'utf8'));

const READ = `const fs = require('fs');
exports.read = (path) =>
  new Promise((resolve, reject) => {
    let body = '';
    fs.createReadStream(path)
      .on('data', (chunk) => {
        body += chunk;
      })
      .on('end', () => resolve(body))
      .on('error', reject);
  });
`;

/** @param {string} codemodName @returns {{ time: string, kinds: string[] }[]} On the newest Node. */
const newest = (codemodName) =>
  /** @type {any} */ (
    Object.entries(COSTS[codemodName]).sort(([left], [right]) => rcompare(left, right))[0]
  )[1];

describe('forms that are much slower', () => {
  it.each([
    ['async-lib-to-async', 'mapLimit'],
    ['stream-events-to-for-await', 'stream'],
  ])('are measured: %s, %s', (name, kind) => {
    const factors = newest(name)
      .filter(({ kinds }) => kinds.includes(kind))
      .map(({ time }) => Number(/^([\d.]+)× slower/u.exec(time)?.[1] ?? 0));
    expect(isSlowForm(name, kind)).toBe(true);
    expect(Math.max(...factors)).toBeGreaterThan(1.5);
  });

  it('are left where the command is not asked for them, and made where it is', () => {
    const left = migrate(project({ 'a.js': READ }), '--dry-run', '--node=20');
    expect(left.stdout).toContain('a.js:5:5 slower');
    expect(left.stdout).toContain('with `--accept=slower`');
    for (const option of ['--accept=slower', '--only=stream-events-to-for-await']) {
      const made = migrate(project({ 'a.js': READ }), '--dry-run', '--node=20', option);
      expect(made.stdout).toContain('+  for await (const chunk of');
    }
  });

  it('are no statements: those convert, and the summary gives the loss', () => {
    const source = `const async = require('async');
const fs = require('fs');
exports.read = (path, cb) => {
  async.waterfall(
    [
      (next) => fs.readFile(path, 'utf8', next),
      (name, next) => fs.readFile(name, 'utf8', next),
    ],
    (err, text) => {
      if (err) return cb(err);
      cb(null, text.length);
    },
  );
};
`;
    const manifest = '{ "dependencies": { "async": "^3.0.0" }, "engines": { "node": ">=20" } }';
    const { stdout } = migrate(project({ 'a.js': source, 'package.json': manifest }), '--dry-run');
    expect(stdout).toContain('+    const name = await fs.promises.readFile(');
    const factors = newest('async-lib-to-async')
      .filter(({ kinds }) => kinds.includes('flow'))
      .map(({ time }) => Number(/^([\d.]+)× slower/u.exec(time)?.[1]));
    expect(Math.min(...factors)).toBeGreaterThan(1.5);
    expect(isSlowForm('async-lib-to-async', 'flow')).toBe(false);
    expect(stdout).toContain(`CPU time ${Math.max(...factors)}× slower`);
  });

  it('are made by the codemod that is named to jscodeshift', () => {
    const directory = mkdtempSync(join(tmpdir(), 'async-perf-slower-'));
    afterAll(() => rmSync(directory, { recursive: true }));
    writeFileSync(join(directory, 'package.json'), '{}');
    const path = join(directory, 'a.js');
    const { sites } = convert({ path, source: READ }, codemod, { node: '20' });
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    const refused = convert({ path, source: READ }, codemod, { node: '20', leavesSlower: true });
    expect(refused.sites.map(({ reason }) => reason)).toEqual(['slower']);
  });
});
