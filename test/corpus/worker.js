/** @import { Codemod } from '../../core/codemod/convert.js' */

import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';

import { loadCodemods } from '../trials/migrate.js';
import { checkConversion } from './checks.js';
import { isComponent } from './files.js';

/**
 * @typedef {object} FileReport What one tool made of one file.
 * @property {string} tool
 * @property {string[]} problems
 * @property {number} converted
 * @property {Record<string, number>} counts Refusals by reason, or reports by rule.
 * @property {boolean} unparsed
 * @property {number} seconds Of CPU time of the whole process: another machine's load does not count.
 */

/** @type {{ codemods: string[], rules: boolean }} */
const { codemods: names, rules } = workerData;
const codemods = await loadCodemods(names);
const checkRules = rules ? (await import('./rules.js')).checkRules : undefined;

parentPort?.on('message', async (path) => {
  const source = await readFile(path, 'utf8');
  /** @type {FileReport[]} */
  const reports = isComponent(path)
    ? []
    : codemods.map((codemod) => runCodemod({ path, source }, codemod));
  if (checkRules) {
    reports.push(
      time('rules', () => {
        const { reports: counts, ...checked } = checkRules({ path, source });
        return { ...checked, converted: 0, counts };
      }),
    );
  }
  parentPort?.postMessage(reports);
});

/**
 * @param {{ path: string, source: string }} file
 * @param {Codemod} codemod
 */
function runCodemod(file, codemod) {
  return time(codemod.name, () => {
    const { refused, ...checked } = checkConversion(file, codemod, { node: '20' });
    return { ...checked, counts: refused };
  });
}

/**
 * @param {string} tool
 * @param {() => Omit<FileReport, 'tool' | 'seconds'> & { seconds?: number }} check
 * @returns {FileReport}
 */
function time(tool, check) {
  const started = process.cpuUsage();
  /** @type {ReturnType<typeof check>} */
  let report;
  try {
    report = check();
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const problem = `crashed: ${stack.split('\n').slice(0, 4).join(' ')}`;
    report = { problems: [problem], converted: 0, counts: {}, unparsed: false };
  }
  const { user, system } = process.cpuUsage(started);
  return { tool, seconds: (user + system) / 1e6, ...report };
}
