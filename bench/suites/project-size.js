/**
 * Whole projects: what `async-perf migrate` takes for many files, in time and at the peak of its
 * memory. The files are published ones, copied as often as it takes.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Sample
 * @property {number} seconds
 * @property {number} cpu seconds of all threads
 * @property {number} megabytes resident at the peak
 *
 * @typedef {Sample & { files: number, lines: number, limited: number }} Size the median of each, and the
 *   memory of a process whose heap is limited
 * @typedef {{ sizes: Size[] }} Data
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { ChildError } from '../child.js';
import { fetchPackages } from '../packages.js';
import { formatNumber, markdownTable } from '../report/cost-table.js';
import { median } from '../statistics.js';
import { suiteData } from '../suites.js';
import { CORPUS } from './tool-speed.js';

const ID = 'project-size';
const ROUNDS = 3;
const SIZES = [250, 500, 1000, 2000];
/** MB that the heap may take. Without a limit it grows as long as the collector has better to do. */
const HEAP = 100;
/** Larger ones are bundles. */
const LARGEST = 100_000;
const COMMAND = fileURLToPath(new URL('../../bin/async-perf.js', import.meta.url));
const PEAK = fileURLToPath(new URL('project-size/peak.cjs', import.meta.url));
/** How it ends when it failed, or was asked wrongly; with the others it has done its work. */
const FAILURES = [1, 2];

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'Whole projects',
  node: '20.19.0',
  quick: false,
  run,
  report,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run({ node }) {
  const corpus = await fetchPackages('corpus', CORPUS);
  const sources = await readSources(path.join(corpus, 'node_modules'), Object.keys(CORPUS));
  return { sizes: await measureSizes(sources, SIZES, { execPath: node.execPath, rounds: ROUNDS }) };
}

/**
 * @param {ReadonlyMap<string, string>} sources Text by path.
 * @param {readonly number[]} sizes
 * @param {{ execPath: string, rounds: number }} how
 * @returns {Promise<Size[]>}
 */
export async function measureSizes(sources, sizes, { execPath, rounds }) {
  const root = await mkdtemp(path.join(tmpdir(), 'async-perf-projects-'));
  try {
    const projects = [];
    for (const files of sizes) {
      const directory = path.join(root, String(files));
      projects.push({ files, directory, lines: await writeProject(directory, sources, files) });
    }
    /** @type {Map<string, Sample[]>} */
    const samples = new Map(projects.map(({ directory }) => [directory, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const { directory } of projects) {
        samples.get(directory)?.push(await measure(directory, execPath));
      }
    }
    const measured = [];
    for (const { files, lines, directory } of projects) {
      const limited = await measure(directory, execPath, [`--max-old-space-size=${HEAP}`]);
      const own = samples.get(directory) ?? [];
      const middle = (/** @type {keyof Sample} */ key) =>
        Math.round(median(own.map((sample) => sample[key])) * 10) / 10;
      measured.push({
        files,
        lines,
        seconds: middle('seconds'),
        cpu: middle('cpu'),
        megabytes: middle('megabytes'),
        limited: Math.round(limited.megabytes * 10) / 10,
      });
    }
    return measured;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/**
 * @param {string} directory
 * @param {readonly string[]} packages
 * @returns {Promise<Map<string, string>>}
 */
async function readSources(directory, packages) {
  /** @type {Map<string, string>} */
  const sources = new Map();
  for (const name of packages) {
    const entries = await readdir(path.join(directory, name), { recursive: true });
    for (const entry of entries.sort()) {
      if (!entry.endsWith('.js') || entry.split(path.sep).includes('node_modules')) continue;
      const source = await readFile(path.join(directory, name, entry), 'utf8');
      if (source.length <= LARGEST) sources.set(path.join(name, entry), source);
    }
  }
  return sources;
}

/**
 * @param {string} directory
 * @param {ReadonlyMap<string, string>} sources
 * @param {number} files
 * @returns {Promise<number>} How many lines they have.
 */
async function writeProject(directory, sources, files) {
  const all = [...sources];
  let lines = 0;
  for (let index = 0; index < files; index += 1) {
    const [name = '', source = ''] = all[index % all.length] ?? [];
    const file = path.join(directory, `copy-${Math.floor(index / all.length)}`, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, source);
    lines += source.split('\n').length;
  }
  await writeFile(path.join(directory, 'package.json'), '{ "engines": { "node": ">=20" } }');
  return lines;
}

/**
 * @param {string} directory
 * @param {string} execPath
 * @param {readonly string[]} [flags]
 * @returns {Promise<Sample>}
 * @throws {ChildError}
 */
async function measure(directory, execPath, flags = []) {
  const told = `${directory}.json`;
  const start = performance.now();
  const child = spawn(
    execPath,
    [...flags, '--require', PEAK, COMMAND, 'migrate', '.', '--dry-run'],
    {
      cwd: directory,
      stdio: 'ignore',
      env: { ...process.env, ASYNC_PERF_PEAK: told },
    },
  );
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  if (code === null || FAILURES.includes(code)) {
    throw new ChildError('crashed', `migrate ended with ${code} on a copy of ${directory}`);
  }
  const { kilobytes, cpu } = JSON.parse(await readFile(told, 'utf8'));
  return { seconds, cpu, megabytes: kilobytes / 1024 };
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data, load: number, cores: number }>} */
  const found = suiteData(all, ID);
  const last = found.at(-1);
  const [first, final] = [last?.data.sizes[0], last?.data.sizes.at(-1)];
  if (!last || !first || !final) return undefined;
  const { node, data, load, cores } = last;
  const growth = (final.limited - first.limited) / (final.files - first.files);
  return [
    [
      `\`async-perf migrate . --dry-run\`, all codemods, on copies of ${Object.values(CORPUS).join(', ')};`,
      `median of ${ROUNDS} runs in turn, Node ${node}, ${cores} cores, load of the machine ${load.toFixed(1)}. Memory is what the`,
      `process held at its peak (RSS), with Node itself. Unless it has to, V8 does not collect: the last`,
      `column is of a run with \`--max-old-space-size=${HEAP}\`, which grows by ${formatNumber(Math.round(growth * 1024))} kB with each file from ${formatNumber(first.files)}`,
      `to ${formatNumber(final.files)}. That is what is known of each file and what is written of it. For 2,000 files the aim is 60 s at most.`,
    ].join('\n'),
    markdownTable(
      [
        'Files',
        'Lines',
        'Time, s',
        'CPU time, s',
        'ms for a file',
        'Memory, MB',
        `With ${HEAP} MB of heap`,
      ],
      data.sizes.map(({ files, lines, seconds, cpu, megabytes, limited }) => [
        formatNumber(files),
        formatNumber(lines),
        seconds.toFixed(1),
        cpu.toFixed(1),
        ((seconds * 1000) / files).toFixed(1),
        formatNumber(Math.round(megabytes)),
        formatNumber(Math.round(limited)),
      ]),
    ),
  ].join('\n\n');
}
