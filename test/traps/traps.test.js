/** @import { Trap } from './trap.js' */

import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { NO_PROJECT } from '../../core/contract/pattern.js';
import { codemodsByName } from '../codemods/all-codemods.js';
import { circles } from './circles.js';
import { cypressFiles } from './cypress.js';
import { doubleEnds } from './double-ends.js';
import { droppedErrors } from './dropped-errors.js';
import { earlyOperands } from './early-operands.js';
import { earlyPromises } from './early-promises.js';
import { earlyStreams } from './early-streams.js';
import { observe } from './observe.js';
import { promiseCallbacks } from './promise-callbacks.js';
import { results } from './results.js';
import { state } from './state.js';
import { thenables } from './thenables.js';

/**
 * Programs in which an obvious conversion is wrong, run before and after in each set of options. What
 * differs has been reported.
 */

/** @type {readonly Trap[]} */
const TRAPS = [
  ...droppedErrors,
  ...cypressFiles,
  ...results,
  ...thenables,
  ...earlyPromises,
  ...earlyOperands,
  ...earlyStreams,
  ...doubleEnds,
  ...state,
  ...circles,
  ...promiseCallbacks,
];

const codemods = await codemodsByName();

/** @type {Readonly<Record<string, Record<string, unknown>>>} */
const OPTION_SETS = {
  'the defaults': {},
  '--trust=strict': { trust: 'strict' },
  '--trust=application': { trust: 'application' },
  '--trust=application --api=dual': { trust: 'application', api: 'dual' },
  '--trust=application --api=async': { trust: 'application', api: 'async' },
  '--trust=strict --api=dual': { trust: 'strict', api: 'dual' },
  '--trust=strict --api=async': { trust: 'strict', api: 'async' },
  '--api=async': { api: 'async' },
  '--api=dual': { api: 'dual' },
  '--accept=timing-unobservable': { accept: 'timing-unobservable' },
};

/**
 * @param {Trap} trap
 * @param {Record<string, unknown>} options
 */
function convertTrap(
  { codemod: name, dependencies, options: own, source, path = 'program.js' },
  options,
) {
  const codemod = codemods.get(name);
  if (!codemod) {
    throw new Error(`there is no codemod ${name}`);
  }
  const facts = dependencies && { project: { ...NO_PROJECT, dependencies } };
  return convert({ path, source }, codemod, { node: '22', ...options, ...own }, facts);
}

/**
 * @param {readonly string[] | undefined} lines
 * @returns {number} How many of them say that something ended well.
 */
const successes = (lines = []) => lines.filter((line) => line.startsWith('"ok"')).length;

/**
 * @param {readonly string[] | undefined} lines
 * @returns {number} How many of them say that nobody took an error.
 */
const untaken = (lines = []) =>
  lines.filter((line) => /^(?:uncaught|unhandled) /u.test(line)).length;

it('has a name for each', () => {
  const names = TRAPS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(Object.entries(OPTION_SETS))('with %s', async (_, options) => {
  const conversions = TRAPS.map((trap) => convertTrap(trap, options));
  const before = await observe(
    TRAPS.map(({ source, ...trap }) => ({ ...trap, files: { 'program.js': source } })),
  );
  const after = await observe(
    TRAPS.map((trap, index) => ({
      ...trap,
      files: { 'program.js': conversions[index]?.source ?? '' },
    })),
  );

  it.each(TRAPS.map((trap, index) => /** @type {const} */ ([trap.name, trap, index])))(
    '%s',
    (_name, { becomes, shows = [] }, index) => {
      const conversion = conversions[index];
      expect(conversion?.error).toBeUndefined();
      if (Object.keys(options).length === 0) {
        expect(conversion?.changed, conversion?.source).toBe(becomes === 'converted');
      }
      const reported = conversion?.sites.flatMap(({ assumes }) => assumes);
      const isReported = shows.some((each) => reported?.includes(each));
      if (!isReported) {
        expect(after[index], conversion?.source).toEqual(before[index]);
      }
      expect(untaken(after[index]), conversion?.source).toBeLessThanOrEqual(untaken(before[index]));
      expect(successes(after[index]), conversion?.source).toBeLessThanOrEqual(
        successes(before[index]),
      );
    },
  );
});
