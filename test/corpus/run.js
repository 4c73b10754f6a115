/**
 * Runs every codemod and rule over thousands of published files.
 *
 * Usage: npm run corpus [-- OPTIONS]
 *   --codemod NAME,NAME   These codemods instead of all.
 *   --no-rules            Without the rules.
 *   --no-codemods         The rules alone.
 *   --limit N             N files, evenly spread over the corpus.
 *   --package TEXT        Only packages whose spec holds the text.
 *   --workers N           How many threads; 2.
 *   --json FILE           Also writes the figures to a file.
 *   --save                Keeps the figures for docs/proof.md, which `npm run docs` writes.
 */

/** @import { CorpusFile } from './files.js' */
/** @import { FileReport } from './worker.js' */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { originOfRun } from '../equivalence/results/origin.js';
import { loadCodemods } from '../trials/migrate.js';
import { listCorpus } from './files.js';
import { saveCorpusResults } from './results.js';

const { values } = parseArgs({
  options: {
    codemod: { type: 'string' },
    'no-rules': { type: 'boolean', default: false },
    'no-codemods': { type: 'boolean', default: false },
    limit: { type: 'string' },
    package: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    json: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
});

/** No file may keep a tool busy longer, in seconds of CPU time; a bundle of megabytes may. */
const SLOW = 2;
/** How often a file that took longer is tried again; the shortest time counts. */
const TRIES = 3;
/** When a file is called hung, in seconds, and when a bundle is. */
const HUNG = 120;
const HUNG_BUNDLE = 1200;

/**
 * @typedef {object} ToolSummary
 * @property {number} files
 * @property {number} unparsed
 * @property {number} converted Sites.
 * @property {number} changed Files with a converted site.
 * @property {number} slowest Seconds.
 * @property {string} slowestFile
 * @property {Record<string, number>} counts
 * @property {Record<string, number>} dialects Files by the ends of their names.
 * @property {string[]} problems
 */

/** @type {Record<string, ToolSummary>} */
const summaries = {};
const wanted = values['no-codemods'] ? [] : values.codemod?.split(',');
const codemods = (await loadCodemods(wanted)).map(({ name }) => name);
const workerData = { codemods, rules: !values['no-rules'] };
const files = spread(
  await listCorpus((spec) => spec.includes(values.package), { components: !values['no-rules'] }),
);
const queue = [...files];
/** @type {Set<CorpusFile>} */
const slow = new Set();
/** The shortest time of each of those, by the tool and the file's name. @type {Map<string, number>} */
const shortest = new Map();
let isAlone = false;
process.stdout.write(`${files.length} files\n`);
await Promise.all(Array.from({ length: Number(values.workers) }, work));
// What was slow beside other threads, or in a thread that had just begun, is tried again, alone.
queue.push(...Array.from({ length: TRIES }, () => [...slow]).flat());
isAlone = true;
await work();
for (const [place, seconds] of shortest) {
  const [tool = '', name = ''] = place.split('\n');
  noteTime(summaryOf(tool), name, seconds);
  if (seconds > SLOW) {
    summaryOf(tool).problems.push(`${name}: took ${seconds.toFixed(1)} s`);
  }
}
for (const [tool, summary] of Object.entries(summaries)) {
  process.stdout.write(describe(tool, summary));
}
const memory = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(`at most ${memory} MB\n`);
if (values.json !== undefined) {
  const content = { files: files.length, memory, summaries };
  await writeFile(values.json, `${JSON.stringify(content, undefined, 2)}\n`);
}
if (values.save) {
  await saveCorpusResults(summaries, { ...originOfRun(['core', 'codemods', 'rules']), memory });
}
process.exitCode = Object.values(summaries).some(({ problems }) => problems.length > 0) ? 1 : 0;

/** One thread: takes files until there are none, and is replaced when a file hangs. */
async function work() {
  let worker = new Worker(new URL('worker.js', import.meta.url), { workerData });
  for (let file = queue.shift(); file; file = queue.shift()) {
    const reports = await ask(worker, file);
    if (!Array.isArray(reports)) {
      await worker.terminate();
      worker = new Worker(new URL('worker.js', import.meta.url), { workerData });
      summaryOf('all tools').problems.push(`${file.name}: ${reports}`);
      continue;
    }
    for (const report of reports) {
      add(file, report);
    }
  }
  await worker.terminate();
}

/**
 * @param {Worker} worker
 * @param {CorpusFile} file
 * @returns {Promise<FileReport[] | string>} A string says what went wrong.
 */
function ask(worker, file) {
  return new Promise((resolve) => {
    const finish = (/** @type {FileReport[] | string} */ answer) => {
      clearTimeout(timer);
      worker.off('message', finish);
      worker.off('error', fail);
      worker.off('exit', leave);
      resolve(answer);
    };
    const fail = (/** @type {Error} */ error) => finish(`crashed the thread: ${error.message}`);
    const leave = (/** @type {number} */ code) => finish(`ended the thread with code ${code}`);
    const most = file.isBundle ? HUNG_BUNDLE : HUNG;
    const timer = setTimeout(() => finish(`hung for ${most} s`), most * 1000);
    worker.on('message', finish);
    worker.on('error', fail);
    worker.on('exit', leave);
    worker.postMessage(file.path);
  });
}

/**
 * @param {CorpusFile} file
 * @param {FileReport} report
 */
function add(file, { tool, problems, converted, counts, unparsed, seconds }) {
  const summary = summaryOf(tool);
  if (isAlone) {
    const place = `${tool}\n${file.name}`;
    shortest.set(place, Math.min(seconds, shortest.get(place) ?? Infinity));
    return;
  }
  if (seconds > SLOW && !file.isBundle) {
    slow.add(file);
  } else if (!file.isBundle) {
    noteTime(summary, file.name, seconds);
  }
  summary.files += 1;
  const dialect = path.extname(file.path);
  summary.dialects[dialect] = (summary.dialects[dialect] ?? 0) + 1;
  summary.unparsed += unparsed ? 1 : 0;
  summary.converted += converted;
  summary.changed += converted > 0 ? 1 : 0;
  summary.problems.push(...problems.map((problem) => `${file.name}: ${problem}`));
  for (const [key, count] of Object.entries(counts)) {
    summary.counts[key] = (summary.counts[key] ?? 0) + count;
  }
}

/**
 * @param {ToolSummary} summary
 * @param {string} name
 * @param {number} seconds
 */
function noteTime(summary, name, seconds) {
  if (seconds > summary.slowest) {
    summary.slowest = seconds;
    summary.slowestFile = name;
  }
}

/** @param {string} tool */
function summaryOf(tool) {
  return (summaries[tool] ??= {
    files: 0,
    unparsed: 0,
    converted: 0,
    changed: 0,
    slowest: 0,
    slowestFile: '',
    counts: {},
    dialects: {},
    problems: [],
  });
}

/**
 * @param {string} tool
 * @param {ToolSummary} summary
 */
function describe(tool, summary) {
  const { files: count, unparsed, converted, changed, slowest, slowestFile, problems } = summary;
  const counts = Object.entries(summary.counts).sort(([, left], [, right]) => right - left);
  return [
    `${tool}: ${count} files, ${unparsed} do not parse, ${converted} sites converted in ${changed}`,
    `  slowest ${slowest.toFixed(2)} s: ${slowestFile}`,
    ...counts.map(([key, number]) => `  ${number} ${key}`),
    ...problems.map((problem) => `  PROBLEM ${problem}`),
    '',
  ].join('\n');
}

/**
 * @param {CorpusFile[]} all
 * @returns {CorpusFile[]} As many as wanted, evenly spread, and the bundle.
 */
function spread(all) {
  const limit = Number(values.limit ?? all.length);
  const step = Math.max(1, all.length / limit);
  return all.filter(
    ({ isBundle }, index) =>
      isBundle || Math.floor(index / step) !== Math.floor((index - 1) / step),
  );
}
