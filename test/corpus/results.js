/** @import { ToolSummary } from './run.js' */

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * What the last run of each tool over the corpus found: a part of `docs/proof.md`.
 *
 * @typedef {object} CorpusResults
 * @property {ToolResult[]} tools
 *
 * @typedef {object} ToolResult
 * @property {string} tool
 * @property {string} commit The last one that changed the tool.
 * @property {string} date
 * @property {number} files
 * @property {Record<string, number>} dialects Files by the ends of their names.
 * @property {number} unparsed
 * @property {number} converted Sites.
 * @property {number} changed Files.
 * @property {number} slowest Seconds, of all files but the bundle of megabytes.
 * @property {number} memory Of the process, in MB.
 * @property {string[]} problems
 */

const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));

/** @returns {Promise<CorpusResults>} */
export async function readCorpusResults() {
  return JSON.parse(await readFile(RESULTS, 'utf8'));
}

/**
 * @param {Record<string, ToolSummary>} summaries By tool; those of other tools are kept.
 * @param {{ commit: string, date: string, memory: number }} run
 * @returns {Promise<void>}
 */
export async function saveCorpusResults(summaries, run) {
  const { tools } = await readCorpusResults();
  const made = Object.entries(summaries).map(([tool, summary]) => {
    const { files, dialects, unparsed, converted, changed, slowest, problems } = summary;
    const seconds = Math.round(slowest * 100) / 100;
    const figures = { files, dialects, unparsed, converted, changed, slowest: seconds };
    return { tool, ...run, ...figures, problems };
  });
  const kept = tools.filter(({ tool }) => summaries[tool] === undefined);
  const all = [...kept, ...made].sort((one, other) => (one.tool < other.tool ? -1 : 1));
  await writeFile(RESULTS, `${JSON.stringify({ tools: all }, undefined, 2)}\n`);
}
