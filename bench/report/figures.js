/**
 * The README's figures: one line for each scenario that claims something, on the newest Node that
 * was measured.
 *
 * @import { Results } from '../results.js'
 */
import {
  change,
  markdownTable,
  scenarioRows,
  ticksChange,
  TIME_COLUMNS,
  timeCells,
} from './cost-table.js';

/** Shown first, in this order; they are the project's headline. */
const HEADLINES = [
  'await-new-promise-of-promise',
  'global-promise-override',
  'closure-on-fast-path',
  'co-wrap',
  'bluebird-coroutine',
  'typescript-awaiter',
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
    `One call, before → after the conversion, Node ${newest.node} on ${cores} cores of ${cpu}.`,
    'What the columns mean, other Nodes and all other measurements: [docs/benchmarks.md](docs/benchmarks.md).',
  ].join('\n');
}
