/** @import { Range } from '../../../core/regions/build/region.js' */
/** @import { Region, Result, Step, WaitStep } from '../../../core/regions/build/steps.js' */

import { isFunction } from '../../../core/analysis/syntax/functions.js';
import { walk } from '../../../core/analysis/syntax/nodes.js';
import { applyEdits, resolveEdits } from '../../../core/edits/apply.js';
import { printRegion } from '../../../core/regions/print/print.js';
import { createSourceCode } from '../../../core/source/source-code.js';

/**
 * Regions that are lowered by hand: what a front end has to find, and what the printer makes of it.
 */

/**
 * @callback At
 * @param {string} snippet
 * @param {number} [occurrence] Which one, from 0; without it, the snippet stands there once.
 * @returns {Range} Where it stands.
 */

/**
 * @param {string} source A function.
 * @param {(at: At) => Region} lower What it does.
 * @returns {string} The statements of the async function, without their common indentation.
 * @throws {Error} Where a snippet is not there, or a comment gets lost.
 */
export function printLowered(source, lower) {
  const sourceCode = createSourceCode(`${dedent(source)}\n`, 'lowered.js');
  const { text } = sourceCode;
  /** @type {At} */
  const at = (snippet, occurrence) => {
    /** @type {number[]} */
    const starts = [];
    for (let from = text.indexOf(snippet); from !== -1; from = text.indexOf(snippet, from + 1)) {
      starts.push(from);
    }
    const start = starts[occurrence ?? 0];
    if (start === undefined || (occurrence === undefined && starts.length > 1)) {
      throw new Error(`\`${snippet}\` stands there ${starts.length} times`);
    }
    return [start, start + snippet.length];
  };
  const fn = /** @type {any} */ ([...walk(sourceCode, sourceCode.ast)].find(isFunction));
  const statements = fn.body.body;
  /** @type {Range} */
  const range = [statements[0].range[0], statements.at(-1).range[1]];
  const taken = new Set();
  const edit = printRegion(sourceCode, range, lower(at), {
    mayCatchBare: true,
    takeName: (preferred) => {
      const name = taken.has(preferred) ? `${preferred}1` : preferred;
      taken.add(name);
      return name;
    },
  });
  const output = applyEdits(text, resolveEdits(sourceCode, [edit]));
  const printed = createSourceCode(
    output.replace(/^(?:async )?function/u, 'async function'),
    'printed.js',
  );
  const body = /** @type {any} */ ([...walk(printed, printed.ast)].find(isFunction)).body;
  return dedent(printed.text.slice(body.range[0] + 1, body.range[1] - 1));
}

/**
 * @param {string} text Whose first line may begin without the white space of the others.
 * @returns {string} Without the white space that all lines begin with.
 */
export function dedent(text) {
  const lines = text.replace(/^\s*\n|\s+$/gu, '').split('\n');
  const isBare = lines.length > 1 && /^\S/u.test(lines[0] ?? '');
  const widths = lines
    .slice(isBare ? 1 : 0)
    .filter((line) => line.trim() !== '')
    .map((line) => line.search(/\S/u));
  const width = Math.min(...widths);
  return lines.map((line) => line.replace(new RegExp(`^ {0,${width}}`, 'u'), '')).join('\n');
}

/** @param {Range} range @returns {Step} */
export const run = (range) => ({ type: 'run', range });

/** @param {Range} range @returns {Step} */
export const evaluate = (range) => ({ type: 'run', range, isValue: true });

/** @param {string} pattern @returns {Result} */
export const named = (pattern) => ({
  keyword: 'const',
  pattern,
  names: pattern.replaceAll(/[{}[\] ]|\w+:/gu, '').split(','),
  isName: /^\w+$/u.test(pattern),
});

/**
 * @param {WaitStep['operand'] | Range} operand
 * @param {Result | string} [result]
 * @param {WaitStep['failed']} [failed]
 * @returns {Step}
 */
export const wait = (operand, result, failed) => ({
  type: 'wait',
  operand: isRange(operand) ? [operand] : operand,
  ...(result !== undefined && { result: typeof result === 'string' ? named(result) : result }),
  ...(failed && { failed }),
});

/** @param {WaitStep['operand'] | Range} operand @returns {operand is Range} */
const isRange = (operand) => Array.isArray(operand) && typeof operand[0] === 'number';

/**
 * @param {string | undefined} error
 * @param {Region} region
 * @param {unknown} [key]
 */
export const failed = (error, region, key) => ({
  error,
  region,
  ...(key !== undefined && { key }),
});

/** @param {...(Range | string)} value @returns {Step} */
export const give = (...value) => ({
  type: 'exit',
  how: 'return',
  value: value.length > 0 ? value : undefined,
});

/** @param {Range | string} value @returns {Step} */
export const raise = (value) => ({ type: 'exit', how: 'throw', value: [value] });

/** @param {'return' | 'throw'} how @param {Range | string} [value] @param {boolean} [isOnce] @returns {Step} */
export const settle = (how, value, isOnce = true) => ({
  type: 'settle',
  how,
  value: value ? [value] : undefined,
  isOnce,
});

/** @param {Range | string} test @param {Region} consequent @param {Region} [alternate] @returns {Step} */
export const branch = (test, consequent, alternate) => ({
  type: 'branch',
  test: [test],
  consequent,
  ...(alternate && { alternate }),
});

/** @param {'const' | 'let' | undefined} keyword @param {string} name @param {Range | string} [value] @returns {Step} */
export const hold = (keyword, name, value) => ({
  type: 'hold',
  keyword,
  name: [name],
  value: value === undefined ? undefined : [value],
});

/** @param {string | Range} head @param {Region} body @param {{ label?: string, test?: Range }} [more] @returns {Step} */
export const loop = (head, body, { label, test } = {}) => ({
  type: 'loop',
  head: [head],
  body,
  ...(label && { label }),
  ...(test && { test: [test] }),
});

/** @param {string} name @param {readonly string[]} parameters @param {Region} region @param {Region} body @returns {Step} */
export const join = (name, parameters, region, body) => ({
  type: 'join',
  name,
  parameters,
  region,
  body,
});

/** @param {string} to @param {...(Range | string)} values @returns {Step} */
export const jump = (to, ...values) => ({ type: 'jump', to, values: values.map((each) => [each]) });
