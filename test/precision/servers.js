/**
 * Lints the server applications of `servers.json` and draws the findings to judge.
 *
 * Usage: node test/precision/servers.js [--draw servers-2.json] [--project] DIRECTORY [OWNER+NAME...]
 *   DIRECTORY holds a checkout of each application, `owner+name`. Without names all that are drawn are
 *   linted, of `servers.json` or of another draw. With `--project` the rules read other files, as in `check`. Prints a line of JSON for each finding of the sample, and last what was linted.
 */

/** @import { Finding } from './findings.js' */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { shuffle } from '../../bench/shuffle.js';
import { groupBy } from '../../core/analysis/syntax/group-by.js';
import { listFiles } from '../corpus/files.js';
import { findInFile } from './findings.js';
import { keyOf } from './place.js';
import { isBuilt } from './sources.js';

/**
 * @typedef {object} Servers
 * @property {string} seed
 * @property {number} perRule
 * @property {number} perProject
 * @property {{ repository: string, commit: string }[]} drawn
 */

/** Pages and components run in browsers. */
const SERVER_CODE = /\.[cm]?[jt]s$/u;

const {
  values: { draw, project },
  positionals: [directory = '.', ...wanted],
} = parseArgs({
  options: {
    draw: { type: 'string', default: 'servers.json' },
    project: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
/** @type {Servers} */
const servers = JSON.parse(await readFile(new URL(draw, import.meta.url), 'utf8'));
const names =
  wanted.length > 0 ? wanted : servers.drawn.map(({ repository }) => repository.replace('/', '+'));

/** @type {Finding[]} */
const findings = [];
let files = 0;
let lines = 0;
for (const name of names) {
  const root = path.resolve(directory, name);
  for (const file of (await listFiles(root)).filter((each) => SERVER_CODE.test(each))) {
    const relative = path.relative(root, file).replaceAll(path.sep, '/');
    const text = await readFile(file, 'utf8');
    if (!isBuilt(relative, text)) {
      files += 1;
      lines += text.split('\n').length;
      findings.push(...(findInFile(name, { path: file, name: relative, text }, { project }) ?? []));
    }
  }
}
for (const finding of sampleOf(findings, servers)) {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
process.stdout.write(`${JSON.stringify({ files, lines, found: countByRule(findings) })}\n`);

/**
 * @param {readonly Finding[]} found
 * @param {Pick<Servers, 'seed' | 'perRule' | 'perProject'>} draw
 * @returns {Finding[]} So many of each rule and set, and so many of those of one application.
 */
function sampleOf(found, { seed, perRule, perProject }) {
  return [...groupBy(found, ruleOf).values()].flatMap((ofRule) => {
    const eligible = [...groupBy(ofRule, (finding) => finding.package).values()].flatMap(
      (ofProject) => shuffle(ofProject, seed, keyOf).slice(0, perProject),
    );
    return shuffle(eligible, seed, keyOf).slice(0, perRule);
  });
}

/** @param {readonly Finding[]} found */
function countByRule(found) {
  return Object.fromEntries(
    [...groupBy(found, ruleOf)].map(([rule, { length }]) => [rule, length]),
  );
}

/** @param {Finding} finding */
function ruleOf({ set, rule }) {
  return `${set} ${rule}`;
}
