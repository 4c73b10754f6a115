/**
 * Installs the packages of `core/packages/synchronous-packages.js` from npm and calls a function of each, to see
 * whether it calls back before it returns. It ends with 1 where one does not, or where a package has no probe.
 *
 *     npm run probe:synchronous
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import {
  SYNCHRONOUS_FAMILIES,
  SYNCHRONOUS_PACKAGES,
} from '../core/packages/synchronous-packages.js';

/**
 * @typedef {object} Probe
 * @property {readonly string[]} versions
 * @property {string} call `m` is the package, `cb` the callback, `file` a template.
 */

/** @type {Readonly<Record<string, Probe>>} */
const PROBES = {
  async: { versions: ['1.5.2', '2.6.4', '3.2.6'], call: 'm.each([1], (x, next) => next(), cb)' },
  ejs: { versions: ['0.8.8', '1.0.0', '2.7.4', '7.0.2'], call: 'm.renderFile(file, {}, cb)' },
  jade: { versions: ['1.0.2', '1.11.0'], call: 'm.renderFile(file, {}, cb)' },
  joi: { versions: ['6.10.1', '13.7.0', '14.3.1'], call: "m.validate('a', m.string(), cb)" },
  jsonwebtoken: {
    versions: ['8.5.1', '9.0.3'],
    call: "m.verify(m.sign({ a: 1 }, 'secret'), 'secret', cb)",
  },
  lodash: { versions: ['3.10.1', '4.17.21'], call: 'm.forEach([1], cb)' },
  marked: { versions: ['0.8.2', '1.2.9', '4.3.0'], call: "m.parse('text', {}, cb)" },
  'neo-async': { versions: ['2.6.2'], call: 'm.each([1], (x, next) => next(), cb)' },
  'node-cache': { versions: ['3.2.1', '4.2.1'], call: "new m().get('a', cb)" },
  once: { versions: ['1.4.0'], call: 'm(cb)()' },
  pug: { versions: ['2.0.4', '3.0.4'], call: 'm.renderFile(file, {}, cb)' },
  ramda: { versions: ['0.32.0'], call: 'm.forEach(cb, [1])' },
  stylus: { versions: ['0.32.1', '0.54.8', '0.64.0'], call: "m.render('a\\n  color red', cb)" },
  underscore: { versions: ['1.13.8'], call: 'm.each([1], cb)' },
  xml2js: { versions: ['0.2.8', '0.4.23', '0.6.2'], call: "m.parseString('<a/>', cb)" },
};

const root = mkdtempSync(join(tmpdir(), 'async-perf-probe-'));
const file = join(root, 'template');
writeFileSync(file, 'p text\n');
try {
  const names = [...SYNCHRONOUS_FAMILIES, ...SYNCHRONOUS_PACKAGES].sort();
  for (const name of names) {
    const probe = PROBES[name];
    if (!probe) {
      report(name, 'there is no probe');
      continue;
    }
    for (const version of probe.versions) {
      report(`${name}@${version}`, callOnce(name, version, probe.call));
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {string} outcome
 */
function report(name, outcome) {
  process.stdout.write(`${name}: ${outcome}\n`);
  if (outcome !== 'at once') {
    process.exitCode = 1;
  }
}

/**
 * @param {string} name
 * @param {string} version
 * @param {string} call
 * @returns {string} `at once`, `later` or `never`.
 */
function callOnce(name, version, call) {
  const cwd = join(root, `${name}-${version}`);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{}\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { cwd, stdio: 'pipe' });
  const program = `
    const m = require(${JSON.stringify(name)});
    const file = ${JSON.stringify(file)};
    let isReturned = false;
    let outcome = 'never';
    const cb = () => { if (outcome === 'never') outcome = isReturned ? 'later' : 'at once'; };
    ${call};
    isReturned = true;
    setTimeout(() => { process.stdout.write(outcome, () => process.exit()); }, 200);
  `;
  return execFileSync(process.execPath, ['-e', program], { cwd, encoding: 'utf8' });
}
