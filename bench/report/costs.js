/**
 * The measured cost of each rule and codemod as data: `bench/costs.json` goes with the package, the results
 * themselves do not.
 *
 * @import { Results } from '../results.js'
 * @import { Converted, Reported } from './reported.js'
 * @import { Verdict } from '../statistics.js'
 *
 * @typedef {object} Figure One measured quantity as numbers, for one call.
 * @property {'settling' | 'promises' | 'allocated' | 'cpu-time'} name
 * @property {'microtick' | 'loop turn' | 'promise' | 'byte' | 'nanosecond'} unit
 * @property {number | null} before Null where it differs from call to call.
 * @property {number | null} after
 * @property {number} [ratio] Of the CPU time before to that after, as the median of pairs: above 1 the new form is faster.
 * @property {[number, number]} [interval] The 95 % interval of the ratio.
 * @property {Verdict} [verdict] Whether the ratio may be called, beside a control.
 *
 * @typedef {object} Cost One scenario on one Node, one call before → after the conversion.
 * @property {string} title
 * @property {string} ticks
 * @property {string} promises
 * @property {string} bytes
 * @property {string} time
 * @property {Figure[]} figures The same as numbers with their units.
 * @property {string[]} messages What the rule says of the form before; none for a codemod.
 * @property {string[]} kinds The kinds of the sites that the codemod converts in it; none for a rule.
 *
 * @typedef {Record<string, Record<string, Cost[]>>} Costs rule or codemod -> Node -> what was measured
 */
import semver from 'semver';

import { verdict } from '../statistics.js';
import { change, OLDEST_ON_PAGES, scenarioRows, ticksChange, timeChange } from './cost-table.js';

/**
 * @param {readonly Results[]} all oldest Node first
 * @param {Reported} reported
 * @param {Converted} converted
 * @returns {Costs} of a rule only the scenarios that claim a difference
 */
export function costsByName(all, reported, converted) {
  /** @type {Costs} */
  const costs = {};
  for (const { id, rules, codemods, measured } of scenarioRows(all)) {
    for (const { node, result } of measured) {
      if (semver.lt(node, OLDEST_ON_PAGES)) continue;
      // A rule speaks of what is gained; whoever converts is told of what is lost, too.
      for (const name of result.claims.length > 0 ? [...rules, ...codemods] : codemods) {
        const byNode = (costs[name] ??= {});
        const isRule = rules.includes(name);
        (byNode[node] ??= []).push(
          costOf(result, isRule ? reported(id, name) : [], isRule ? [] : converted(id, name)),
        );
      }
    }
  }
  return Object.fromEntries(
    Object.entries(costs).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/**
 * @param {import('../results.js').ScenarioResult} result
 * @param {string[]} messages
 * @param {string[]} kinds
 * @returns {Cost}
 */
function costOf({ title, figures: { before, after, time } }, messages, kinds) {
  return {
    title,
    ticks: ticksChange(before, after),
    promises: change(before.promises, after.promises),
    bytes: change(before.bytes, after.bytes),
    time: timeChange(time),
    figures: figuresOf(before, after, time),
    messages,
    kinds,
  };
}

/**
 * @param {import('../measure.js').Figures} before
 * @param {import('../measure.js').Figures} after
 * @param {import('../measure.js').TimeResult | undefined} time
 * @returns {Figure[]} What was measured of both forms.
 */
function figuresOf(before, after, time) {
  const isInOneTick = [before, after].every(({ ticks }) => typeof ticks === 'number');
  /** @type {[Figure['name'], Figure['unit'], number | null | undefined, number | null | undefined][]} */
  const counted = [
    isInOneTick
      ? ['settling', 'microtick', before.ticks, after.ticks]
      : ['settling', 'loop turn', before.turns, after.turns],
    ['promises', 'promise', before.promises, after.promises],
    ['allocated', 'byte', before.bytes, after.bytes],
  ];
  /** @type {Figure[]} */
  const figures = counted.flatMap(([name, unit, old, now]) =>
    old === undefined || now === undefined ? [] : [{ name, unit, before: old, after: now }],
  );
  if (time !== undefined) {
    const { measured, control } = time;
    figures.push({
      name: 'cpu-time',
      unit: 'nanosecond',
      before: time.before,
      after: time.after,
      ratio: measured.ratio,
      interval: [measured.low, measured.high],
      verdict: verdict(measured, control),
    });
  }
  return figures;
}
