/**
 * The README's figures: a few scenarios, gains and losses, on the newest Node that was measured.
 *
 * @import { Results } from '../results.js'
 */
import { verdict } from '../statistics.js';
import {
  change,
  markdownTable,
  scenarioRows,
  ticksChange,
  TIME_COLUMNS,
  timeCells,
} from './cost-table.js';

/** The rows of the README, in this order: what is gained, what is the same, what is lost. */
const HEADLINES = [
  'typescript-awaiter',
  'co-wrap',
  'await-new-promise-of-promise',
  'callback-nest',
  'stream-events',
  'async-limit',
];

/**
 * @param {readonly Results[]} all oldest Node first
 * @returns {string} Markdown
 */
export function figuresSection(all) {
  const newest = all.at(-1);
  if (!newest) return 'Nothing was measured yet: run `npm run bench`.';
  const rows = scenarioRows([newest]).filter(({ id }) => HEADLINES.includes(id));
  rows.sort((left, right) => HEADLINES.indexOf(left.id) - HEADLINES.indexOf(right.id));
  const lines = rows.flatMap(({ title, measured: [first] }) => {
    if (!first) return [];
    const { figures } = first.result;
    return [
      [
        title,
        ticksChange(figures.before, figures.after),
        change(figures.before.promises, figures.after.promises),
        change(figures.before.bytes, figures.after.bytes),
        ...timeCells(figures.time),
      ],
    ];
  });
  const table = markdownTable(
    ['What is converted', 'Ticks', 'Promises', 'Bytes', ...TIME_COLUMNS],
    lines,
  );
  const { cpu, cores } = newest.machine;
  return [
    table,
    '',
    `One call, before → after the conversion, Node ${newest.node} on ${cores} cores of ${cpu}. ${shareOf(newest)}`,
    'Ticks are turns of the microtask queue; the control is the old form, measured against itself. [Benchmarks](docs/benchmarks.md) has other Nodes and all other measurements.',
  ].join('\n');
}

/**
 * @param {Results} results
 * @returns {string} How many of all conversions are faster, how many slower, and which codemods write those.
 */
function shareOf({ scenarios }) {
  const judged = Object.values(scenarios).flatMap(({ codemods, figures: { time } }) =>
    time === undefined ? [] : [{ codemods, called: verdict(time.measured, time.control) }],
  );
  const faster = judged.filter(({ called }) => called === 'faster');
  const slower = judged.filter(({ called }) => called === 'slower');
  const writers = [...new Set(slower.flatMap(({ codemods }) => codemods))].sort();
  const links = writers.map((name) => `[\`${name}\`](docs/codemods/${name}.md)`).join(' and ');
  return `Of ${judged.length} conversions that are measured so, ${faster.length} are faster and ${slower.length} are slower. The slower ones are all made by ${links}.`;
}
