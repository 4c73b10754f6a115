/**
 * "Speeding up V8 heap snapshots" (2023): a hash that sent consecutive numeric strings to consecutive
 * slots made snapshots quadratic. The growth with the size of the heap shows it on any machine.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {Record<string, number>} Data CPU ms by number of strings
 */
import { runJob } from '../child.js';
import { barChart } from '../report/chart.js';
import { markdownTable } from '../report/cost-table.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'heap-snapshot';
/** Growth for twice the size: nearer to two times than to four. */
const LINEAR = 2.6;
/** The first major version whose V8 is 11.5 or newer from its start. */
const REPAIRED = 21;
const SIZES = [12_500, 25_000, 50_000];

/** @param {number} size */
const program = (size) => `
const v8 = require('v8');
const fs = require('fs');
const os = require('os');
const path = require('path');
const kept = [];
const record = {};
for (let index = 0; index < ${size}; index += 1) {
  kept.push(String(1000000 + index));
  record['k' + index] = String(5000000 + index);
}
exports.run = function () {
  const file = path.join(os.tmpdir(), 'async-perf-' + process.pid + '.heapsnapshot');
  const start = process.cpuUsage();
  v8.writeHeapSnapshot(file);
  const used = process.cpuUsage(start);
  fs.unlinkSync(file);
  return kept.length === ${size} && record.k0 ? (used.user + used.system) / 1000 : -1;
};
`;

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'Heap snapshots with numeric strings',
  source:
    '“Speeding up V8 heap snapshots” (V8, Igalia and Bloomberg, 2023, https://v8.dev/blog/speeding-up-v8-heap-snapshots)',
  node: '12.0.0',
  quick: false,
  run,
  report,
  charts,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run(options) {
  /** @type {Data} */
  const data = {};
  for (const size of SIZES) {
    const { value } = await runJob(
      { mode: 'value', variants: [inlineVariant(program(size))] },
      childOf(options),
    );
    data[`${size}`] = Math.round(value);
  }
  return data;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  return [
    'CPU milliseconds of `v8.writeHeapSnapshot()` with so many numeric strings, and as many properties,',
    'kept alive. The article: a third of half an hour in that hash; 10 minutes → 6 seconds for a 100 MB',
    'heap after the repair in V8 11.5.',
    '',
    markdownTable(
      ['Node', ...SIZES.map((size) => size.toLocaleString('en-US')), 'Growth for twice the size'],
      found.map(({ node, data }) => [
        node,
        ...SIZES.map((size) => (data[`${size}`] ?? 0).toLocaleString('en-US')),
        `${growth(data).toFixed(1)}×`,
      ]),
    ),
    '',
    `Four times for twice the size is quadratic, two times is linear. No two forms of a program are`,
    `compared, so there is no control: each Node is its own, and below ${LINEAR} times counts as linear.`,
    '',
    '![CPU time of a heap snapshot](charts/heap-snapshot.svg)',
    '',
    snapshotVerdict(found),
  ].join('\n');
}

/**
 * @param {Array<{ node: string, data: Data }>} found
 * @returns {string}
 */
export function snapshotVerdict(found) {
  /** @param {boolean} wanted */
  const nodes = (wanted) =>
    found.filter(({ data }) => growth(data) < LINEAR === wanted).map(({ node }) => node);
  const [linear, steeper] = [nodes(true), nodes(false)];
  const repaired = found.filter(({ node }) => Number.parseInt(node, 10) >= REPAIRED);
  const holds = repaired.every(({ node }) => linear.includes(node));
  const [slow20, fast20] = [steeper, linear].map((list) =>
    list.filter((node) => node.startsWith('20.')),
  );
  const both =
    slow20?.length && fast20?.length
      ? ` "Node 20 is slow" is true of ${slow20.join(', ')}, not of ${fast20.join(', ')}.`
      : '';
  return `**Verdict: ${holds ? 'the direction holds' : 'does not hold everywhere'}: linear on ${linear.join(', ') || 'no Node'}, steeper on ${steeper.join(', ') || 'no Node'}.**${both} The article’s factor of 100 is not measured: its heap is larger than these.`;
}

/** @param {Data} data */
function growth(data) {
  const [, middle = 0, large = 0] = SIZES;
  return (data[`${large}`] ?? Number.NaN) / (data[`${middle}`] ?? Number.NaN);
}

/** @param {readonly Results[]} all */
function charts(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return {};
  return {
    'heap-snapshot.svg': barChart({
      title: 'CPU time of a heap snapshot, by numeric strings kept',
      unit: 'ms',
      axis: 'milliseconds of CPU time',
      series: SIZES.map((size) => `${size.toLocaleString('en-US')} strings`),
      groups: found.map(({ node, data }) => ({
        label: `Node ${node}`,
        values: SIZES.map((size) => data[`${size}`]),
      })),
    }),
  };
}
