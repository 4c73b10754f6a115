/** @import { PairResult } from '../bench/measure.js' */
/** @import { Migration } from '../test/trials/migrate.js' */
/** @import { ExerciseResult } from './exercise.js' */
/** @import { Finding } from './lint.js' */

import process from 'node:process';

const MOST_EXAMPLES = 3;

/** @param {string} text */
export function printLine(text = '') {
  process.stdout.write(`${text}\n`);
}

/** @param {{ findings: readonly Finding[], files: number }} lint */
export function printFindings({ findings, files }) {
  printLine(`Lint: ${findings.length} findings in ${files} files`);
  for (const [rule, group] of groupBy(findings, (finding) => finding.rule)) {
    const [first] = group;
    printLine(`  ${String(group.length).padStart(4)}  ${rule}`);
    printLine(`        ${first?.file}:${first?.line}  ${first?.message}`);
  }
}

/**
 * @param {Migration} migration
 * @param {number} generators How many generator functions the package has.
 * @param {number} converted How many of them are gone.
 */
export function printMigration({ sites, changed, seconds }, generators, converted) {
  printLine(
    `Migrate: ${converted} of ${generators} generator functions converted, ${changed.length} files, ${seconds.toFixed(1)} s`,
  );
  const [done, refused] = [
    sites.filter(({ status }) => status === 'converted'),
    sites.filter(({ status }) => status === 'refused'),
  ];
  for (const [kind, group] of groupBy(done, (site) => `${site.codemod}: ${site.kind}`)) {
    printLine(`  ${String(group.length).padStart(4)}  converted  ${kind}${describeTerms(group)}`);
  }
  for (const [reason, group] of groupBy(refused, (site) => site.reason ?? '')) {
    printLine(`  ${String(group.length).padStart(4)}  left       ${reason}`);
    for (const { file, line, message } of group.slice(0, MOST_EXAMPLES)) {
      printLine(`        ${file}:${line}  ${message}`);
    }
    if (group.length > MOST_EXAMPLES) {
      printLine(`        and ${group.length - MOST_EXAMPLES} more`);
    }
    printLine(`        What to do: ${group[0]?.advice}`);
  }
}

/** @param {readonly { assumes: readonly string[] }[]} sites */
function describeTerms(sites) {
  const terms = groupBy(
    sites.flatMap(({ assumes }) => assumes.map((id) => `assuming ${id}`)),
    (term) => term,
  );
  const texts = terms.map(([term, group]) => `${group.length} ${term}`);
  return texts.length > 0 ? ` (${texts.join(', ')})` : '';
}

/**
 * @param {ExerciseResult} result
 * @param {string} description
 * @param {number} converted
 */
export function printExercise(result, description, converted) {
  const { cases, effects, outcomes, differences, untouched } = result;
  printLine(`Run before and after: ${description}`);
  printLine(
    `  ${cases} cases, ${effects} effects recorded: ${outcomes.fulfilled} fulfilled, ${outcomes.rejected} rejected, ${outcomes.other} returned or threw`,
  );
  if (converted > 0) {
    printLine(`  ${converted - untouched.length} of the ${converted} converted coroutines entered`);
  }
  for (const { file, line, name } of untouched.slice(0, MOST_EXAMPLES)) {
    printLine(`        not entered: ${file}:${line} ${name}`);
  }
  printLine(
    differences.length === 0
      ? '  same values, same errors, same effects in the same order'
      : `  ${differences.length} CASES DIFFER`,
  );
  for (const { name, before, after } of differences.slice(0, MOST_EXAMPLES)) {
    printLine(`  ${name}`);
    printLine(indent(firstDifference(before, after)));
  }
}

/**
 * @param {string} before
 * @param {string} after
 */
function firstDifference(before, after) {
  const [left, right] = [before.split('\n'), after.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  const index = at < 0 ? left.length : at;
  return `before: ${left[index] ?? 'nothing'}\nafter:  ${right[index] ?? 'nothing'}`;
}

/**
 * @param {string} name What is measured.
 * @param {PairResult} result
 */
export function printMeasurement(name, { before, after, time, failures }) {
  printLine(`Measure, on Node ${process.versions.node}: ${name}`);
  for (const [label, key] of /** @type {const} */ ([
    ['microticks', 'ticks'],
    ['promises', 'promises'],
    ['bytes', 'bytes'],
  ])) {
    printLine(`  ${label.padEnd(12)}${show(before[key])} -> ${show(after[key])}`);
  }
  if (time) {
    const { ratio, low, high } = time.measured;
    printLine(
      `  ${'CPU time'.padEnd(12)}${time.before} ns -> ${time.after} ns, before / after ${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}): ${time.verdict}`,
    );
  }
  for (const { metric, message } of failures) {
    printLine(`  ${metric}: ${message.split('\n')[0]}`);
  }
}

/** @param {number | null | undefined} figure */
function show(figure) {
  return figure === null || figure === undefined ? 'not the same each time' : String(figure);
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gmu, '    ');
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} key
 * @returns {[string, Item[]][]} The largest group first.
 */
function groupBy(items, key) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  }
  return [...groups].sort(([, left], [, right]) => right.length - left.length);
}
