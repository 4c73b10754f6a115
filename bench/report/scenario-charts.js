/**
 * Charts of the scenarios on the newest Node that was measured.
 *
 * @import { Results } from '../results.js'
 */
import { barChart } from './chart.js';
import { scenarioRows } from './cost-table.js';

/**
 * @param {readonly Results[]} all oldest Node first
 * @returns {Record<string, string>} SVG texts by file name
 */
export function scenarioCharts(all) {
  const newest = all.filter(({ scenarios }) => Object.keys(scenarios).length > 0).at(-1);
  if (newest === undefined) return {};
  const measured = scenarioRows([newest]).flatMap(({ id, measured: [first] }) =>
    first ? [{ id, figures: first.result.figures }] : [],
  );
  return {
    'bytes.svg': barChart({
      title: `Bytes allocated for one call, Node ${newest.node}`,
      unit: 'B',
      axis: 'bytes, compilers off',
      logarithmic: true,
      series: ['before', 'after the conversion'],
      groups: measured.map(({ id, figures }) => ({
        label: id,
        values: [figures.before.bytes, figures.after.bytes],
      })),
    }),
    'cpu-time.svg': barChart({
      title: `CPU time before / after the conversion, Node ${newest.node}`,
      unit: '×',
      axis: 'left of 1 the converted form is slower, right of it faster',
      logarithmic: true,
      base: 1,
      series: ['converted form', 'control: the form before against itself'],
      groups: measured.flatMap(({ id, figures: { time } }) =>
        time ? [{ label: id, values: [time.measured.ratio, time.control.ratio] }] : [],
      ),
    }),
  };
}
