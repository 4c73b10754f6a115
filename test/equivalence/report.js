/**
 * @import { Counterexample, Report, Share } from './campaign.js'
 * @import { RunRecord } from './execute.js'
 */

/** @param {Share} share */
export const percentage = ({ programs, converted }) =>
  programs === 0 ? 0 : Math.round((1000 * converted) / programs) / 10;

/**
 * @param {Report} report
 * @returns {string}
 */
export function summarise(report) {
  const { language, programs, seed, units, productions, refusals, differences } = report;
  const rows = language.productions.map(({ name, refused, bystander, optional }) => {
    const share = productions.get(name) ?? { programs: 0, converted: 0 };
    const verdict =
      refused || bystander ? 'must stay' : `${percentage(share)} %${optional ? ' (may stay)' : ''}`;
    return `  ${name.padEnd(28)}${String(share.programs).padStart(7)}  ${verdict}`;
  });
  return [
    `${language.codemod}, ${language.name}: ${programs} programs, seed ${seed}`,
    `${units.converted} of ${units.programs} functions converted (${percentage(units)} %)`,
    ...listOf('refused', refusals),
    ...listOf('accepted difference', differences),
    ...rows,
    ...report.counterexamples.map(showCounterexample),
  ].join('\n');
}

/**
 * @param {string} title
 * @param {Map<string, number>} counts
 */
const listOf = (title, counts) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `  ${title}: ${name} ${count}`);

/** So many programs with a production that none was converted of are no accident. */
const TELLING_PROGRAMS = 20;

/**
 * @param {Report} report
 * @returns {string[]} What keeps the report from being a proof, in words.
 */
export function shortcomings({ language, units, productions, counterexamples }) {
  // A campaign ends with its counterexamples, so its shares say nothing then.
  if (counterexamples.length > 0) return counterexamples.map(showCounterexample);
  const problems = [];
  if (percentage(units) < 60 && !language.callersMustChange) {
    problems.push(`Only ${percentage(units)} % of the functions were converted, not 60 %.`);
  }
  for (const { name, refused, bystander, optional } of language.productions) {
    const share = productions.get(name);
    if (share === undefined) problems.push(`No program contained "${name}".`);
    else if (
      share.converted === 0 &&
      share.programs >= TELLING_PROGRAMS &&
      !(refused || bystander || optional)
    ) {
      problems.push(`None of ${share.programs} functions with "${name}" was converted.`);
    }
  }
  return problems;
}

/**
 * @param {Counterexample} counterexample
 * @returns {string} Program, converted program, scenario and the two logs.
 */
export function showCounterexample({ seed, program, examination: { text, output, fault } }) {
  const scenario = fault?.scenario;
  const [before, after] = fault?.records ?? [];
  return [
    `==== mismatch: seed ${seed}, program ${program}`,
    ...(fault?.mismatches ?? ['(it shrank away)']).map((mismatch) => `  ${mismatch}`),
    '---- program',
    text.trimEnd(),
    '---- converted',
    output === text ? '(unchanged)' : output.trimEnd(),
    ...(scenario === undefined ? [] : [`---- scenario ${JSON.stringify(scenario)}`]),
    ...(before === undefined ? [] : ['---- log of the program', showRecord(before)]),
    ...(after === undefined ? [] : ['---- log of the converted program', showRecord(after)]),
  ].join('\n');
}

/**
 * @param {RunRecord} record
 * @returns {string}
 */
function showRecord({ effects, calls, unhandled, uncaught, failure }) {
  return [
    ...(failure === undefined ? [] : [`  ${failure}`]),
    ...effects.map(({ turn, branch, text }) => `  ${String(turn).padStart(3)} ${branch} ${text}`),
    ...calls.map(
      ({ path, returned, settled, turn, callbacks }) =>
        `  ${path} returned ${returned}, ${settled}${turn < 0 ? '' : ` in turn ${turn}`}` +
        callbacks.map((call) => `; callback${call}`).join(''),
    ),
    ...unhandled.map((error) => `  unhandled rejection: ${error}`),
    ...uncaught.map((error) => `  uncaught exception: ${error}`),
  ].join('\n');
}
