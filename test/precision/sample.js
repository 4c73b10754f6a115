/** @import { Finding, SetName } from './findings.js' */
/** @import { Place } from './place.js' */

import { shuffle } from '../../bench/shuffle.js';
import { keyOf } from './place.js';

/**
 * @typedef {object} LintedPackage
 * @property {string} package
 * @property {string} kind
 * @property {number} files
 * @property {number} lines
 * @property {number} built Files left out.
 * @property {number} unparsed Files that no parser takes.
 *
 * @typedef {object} RuleSample
 * @property {string} rule
 * @property {SetName} set
 * @property {number} packages How many were linted for it, in the order of the draw.
 * @property {number} found
 * @property {number} within In how many packages.
 * @property {Place[]} judged All findings, or so many of them by the seed.
 */

/** How many findings of a rule are judged. */
const JUDGED = /** @type {const} */ ({ recommended: 30, modernize: 10, strict: 10, all: 10 });

/** So many of one package at most: what it does everywhere is judged a few times, not thirty. */
const OF_ONE_PACKAGE = 5;

/** A rule with fewer findings to judge gets more packages. */
const ENOUGH = /** @type {const} */ ({ recommended: 30, modernize: 10, strict: 10, all: 10 });

/** Fewer say little. */
export const FEW = 10;

/**
 * @param {SetName} set
 * @param {string} rule
 * @param {readonly Finding[][]} byPackage The findings of each package, in the order of the draw.
 * @param {{ seed: string, drawn: number }} draw
 * @returns {RuleSample}
 */
export function sampleRule(set, rule, byPackage, { seed, drawn }) {
  /** @type {Finding[]} */
  const eligible = [];
  let packages = 0;
  let found = 0;
  let within = 0;
  for (const findings of byPackage) {
    if (packages >= drawn && eligible.length >= ENOUGH[set]) {
      break;
    }
    const reported = findings.filter((finding) => finding.set === set && finding.rule === rule);
    packages += 1;
    found += reported.length;
    within += reported.length > 0 ? 1 : 0;
    eligible.push(...shuffle(reported, seed, keyOf).slice(0, OF_ONE_PACKAGE));
  }
  const judged = shuffle(eligible, seed, keyOf).slice(0, JUDGED[set]);
  return {
    rule,
    set,
    packages,
    found,
    within,
    judged: judged
      .map(({ package: spec, file, line, column }) => ({ package: spec, file, line, column, rule }))
      .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1)),
  };
}
