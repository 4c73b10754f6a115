import { compare, whicheverBranch, whicheverError } from './compare.js';
import { execute } from './execute.js';
import { isProject } from './files.js';
import { freeNames } from './free-names.js';
import { writeProgram } from './grammar/arbitrary.js';
import { END, nodesOf, print } from './grammar/tree.js';
import { parses } from './load.js';
import { CALLBACK, simplerScenarios, troubledScenarios, withoutTies } from './scenario.js';

/**
 * @import { Language, Program } from './grammar/arbitrary.js'
 * @import { Unit } from './grammar/tree.js'
 * @import { RunRecord, Subject } from './execute.js'
 * @import { Behaviour, Scenario } from './scenario.js'
 * @import { ObligationId } from '../../core/contract/obligations.js'
 *
 * @typedef {object} Site
 * @property {string} [pattern]
 * @property {string} status
 * @property {number} line
 * @property {number} [column]
 * @property {readonly string[]} assumes
 * @property {string} [reason]
 * @property {string} [message]
 *
 * @typedef {object} Converted
 * @property {string} source
 * @property {readonly Site[]} sites
 * @property {{ message: string, line: number }} [error]
 * @property {string} [partial] The source with what was written together, and need not have been with
 *   the rest, taken back.
 *
 * @callback Converter
 * @param {string} text
 * @param {Record<string, unknown>} options
 * @returns {Converted | Promise<Converted>}
 *
 * @typedef {object} Examination
 * @property {string} text
 * @property {string} output
 * @property {readonly Site[]} sites
 * @property {UnitOutcome[]} units
 * @property {Fault | undefined} fault
 * @property {Set<ObligationId>} used Accepted differences that were met.
 *
 * @typedef {object} UnitOutcome
 * @property {string[]} productions Of everything in the unit.
 * @property {boolean} converted
 * @property {boolean} counts Whether it is there to be converted: it is exported, and nothing in it
 *   must be left alone.
 *
 * @typedef {object} Fault
 * @property {string[]} mismatches
 * @property {Scenario} [scenario]
 * @property {[RunRecord, RunRecord]} [records]
 */

/** What is rejected with the first of several errors. */
const COMBINES = /\.(?:all|any|race|some)\(/u;

/** Share of operations that have settled when they return, by the parity of the seed. */
const IMMEDIATE = [0, 40];

/**
 * @param {Program} program
 * @param {Language} language
 * @param {Converter} convert
 * @returns {Promise<Examination>} What the converter made of the program, and what is wrong with it.
 */
export async function examine(program, language, convert) {
  const written = writeProgram(program);
  const text = language.compile ? language.compile(written.text) : written.text;
  /** @type {Examination} */
  const examination = {
    text,
    output: text,
    sites: [],
    units: [],
    fault: undefined,
    used: new Set(),
  };
  // What a grammar writes always parses; shrinking may take away too much.
  if (!parses(text)) return examination;
  const { source: output, sites, error, partial } = await convert(text, language.options);
  const units = language.compile
    ? [wholeOutcome(written.units, text !== output, sites)]
    : written.units.map((unit) => unitOutcome(unit, written.text, output, sites));
  Object.assign(examination, { output, sites, units });
  examination.fault = await findFault(examination, program, language, {
    convert,
    entries: written.entries,
    error,
    partial,
  });
  return examination;
}

/** What callers are told of the policy. @type {Readonly<Record<string, boolean | 'dual'>>} */
const ADOPTS = { async: true, dual: 'dual' };

/**
 * @param {Examination} examination
 * @param {Program} program
 * @param {Language} language
 * @param {{ convert: Converter, entries: Subject['entries'], error: Converted['error'], partial: Converted['partial'] }} context
 * @returns {Promise<Fault | undefined>}
 */
async function findFault(examination, program, language, context) {
  const { convert, entries, error, partial } = context;
  const { text, output } = examination;
  if (error !== undefined) return { mismatches: [`it fails: ${error.message}`] };
  const { onlyBehaviour = false } = language;
  const canTouch = onlyBehaviour || language.compile !== undefined;
  const touched = canTouch ? undefined : touchedRefusal(program, output);
  if (touched !== undefined && freeNames(text).length === 0) {
    return { mismatches: [`this must be left alone: ${touched}`] };
  }
  if (output === text) return undefined;
  const wrong = language.judge?.(text, output) ?? [];
  if (wrong.length > 0) return { mismatches: wrong };
  const again = onlyBehaviour ? undefined : await convert(output, language.options);
  const isOther = again !== undefined && again.source !== output;
  if (isOther && !language.goesOn && freeNames(text).length === 0) {
    return { mismatches: [`a second run changes:\n${again.source}`] };
  }
  const { asyncVersion = 3, rounds = 2 } = language;
  const accepted = language.accepted?.(text, examination.sites) ?? text;
  // A program that rests on an assumption is right where that holds.
  const hasPlainQueries = examination.sites.some(({ assumes }) =>
    assumes?.includes('result-is-no-promise'),
  );
  const before = { text: accepted, entries, asyncVersion, rounds, hasPlainQueries };
  const after = {
    ...before,
    text: output,
    adopts: ADOPTS[String(language.options['api'])] ?? false,
  };
  if (isOther) examination.sites = [...examination.sites, ...again.sites];
  const outputs = [output, partial, isOther ? again.source : undefined];
  for (const converted of outputs.filter((each) => each !== undefined)) {
    const subjects = { before, after: { ...after, text: converted } };
    const fault = await compareInScenarios(subjects, program, language, examination);
    if (fault !== undefined) {
      examination.output = converted;
      return freeNames(text).length > 0 ? undefined : fault;
    }
  }
  return undefined;
}

/**
 * @param {{ before: Subject, after: Subject }} subjects
 * @param {Program} program
 * @param {Language} language
 * @param {Examination} examination
 * @returns {Promise<Fault | undefined>} The first scenario that tells the two apart, simplified.
 */
async function compareInScenarios({ before, after }, program, language, examination) {
  const reported = examination.sites.flatMap(({ assumes }) => assumes);
  const api = language.options['api'] === 'async' ? 'async' : 'keep';
  /**
   * Which of the errors of one turn is that of an `all` is not promised (`microticks`), nor whether
   * what it frees goes on before the branches that it leaves behind: then nothing but the error and
   * the order of branches in a turn differs, and nothing at all where no two operations settle in one.
   *
   * @param {Scenario} scenario
   * @param {[RunRecord, RunRecord]} records
   */
  const isTie = async (scenario, [one, other]) => {
    const untied = withoutTies(scenario, COMBINES.test(before.text));
    if (untied === scenario) return false;
    const view = (/** @type {RunRecord} */ record) => whicheverBranch(whicheverError(record));
    const views = compare(view(one), view(other), reported, api);
    if (views.mismatches.length > 0) return false;
    const [first, second] = [await execute(before, untied), await execute(after, untied)];
    return compare(first, second, reported, api).mismatches.length === 0;
  };
  /** @param {Scenario} scenario */
  const faultIn = async (scenario) => {
    const records = /** @type {[RunRecord, RunRecord]} */ ([
      await execute(before, scenario),
      await execute(after, scenario),
    ]);
    if (!isSound(records[0], before.text)) return { fault: undefined, labels: [] };
    const { mismatches, used } = compare(...records, reported, api);
    for (const id of used) examination.used.add(id);
    if (mismatches.length > 0 && (await isTie(scenario, records))) {
      examination.used.add('microticks');
      return { fault: undefined, labels: records[0].labels };
    }
    const fault = mismatches.length > 0 ? { mismatches, scenario, records } : undefined;
    return { fault, labels: records[0].labels };
  };
  const seed = program.scenarioSeed;
  const calm = {
    seed,
    faults: {},
    immediate: language.callsBackLater ? 0 : (IMMEDIATE[seed % 2] ?? 0),
  };
  const first = await faultIn(calm);
  if (first.fault !== undefined) return first.fault;
  const faults = faultsOf(language, program);
  // Where a promise stands for the callback, what that throws is no matter of the program.
  const labels = first.labels.filter((label) => !after.adopts || label !== CALLBACK);
  for (const scenario of troubledScenarios(calm, labels, faults, 4)) {
    const { fault } = await faultIn(scenario);
    if (fault !== undefined)
      return simplified(fault, async (simpler) => (await faultIn(simpler)).fault);
  }
  return undefined;
}

/**
 * @param {Language} language
 * @param {Program} program
 * @returns {readonly Behaviour[]}
 */
function faultsOf(
  { faults = ['reject', 'throw', 'reject-at-once', 'never'], calls = [] },
  { units },
) {
  const hasCalls = units.some((unit) =>
    [...nodesOf(unit)].some(({ production }) => calls.includes(production)),
  );
  return hasCalls ? faults.filter((fault) => fault !== 'throw') : faults;
}

/** Of native promises and of bluebird's. */
const PROMISE_METHODS =
  'then|catch|finally|all|any|asCallback|bind|call|delay|done|each|error|filter|get|lastly|map|mapSeries|nodeify|props|race|reduce|reflect|return|some|spread|tap|tapCatch|thenReturn|throw|timeout';

/**
 * What only shrinking leads to: no declaration, nothing returned where a promise was, and no list where
 * one was taken apart.
 */
const UNSOUND = new RegExp(
  `ReferenceError\\(\\w+ is not defined\\)|reading '(?:${PROMISE_METHODS})'|\\.(?:${PROMISE_METHODS}) is not a function|is not iterable`,
  'u',
);

/** And of several files, where none exports what another imports. */
const UNSOUND_PROJECT = /is not a (?:function|constructor)\b|Cannot read properties of undefined/u;

/**
 * @param {RunRecord} record
 * @param {string} text
 * @returns {boolean} Whether it is of a program that a grammar could have written: shrinking may take
 *   a declaration and leave a use.
 */
function isSound({ failure, effects, calls, uncaught, unhandled }, text) {
  const seen = [effects.map((each) => each.text), calls.map(Object.values), uncaught, unhandled];
  const all = seen.flat(2).join('\n');
  return (
    failure === undefined && !UNSOUND.test(all) && !(isProject(text) && UNSOUND_PROJECT.test(all))
  );
}

/**
 * @param {Fault & { scenario: Scenario }} fault
 * @param {(scenario: Scenario) => Promise<Fault & { scenario: Scenario } | undefined>} faultIn
 * @returns {Promise<Fault>} The same, in a scenario with as few faults as can be.
 */
async function simplified(fault, faultIn) {
  for (const scenario of simplerScenarios(fault.scenario)) {
    const simpler = await faultIn(scenario);
    if (simpler !== undefined) return simplified(simpler, faultIn);
  }
  return fault;
}

/**
 * @param {Program} program
 * @param {string} output
 * @returns {string | undefined} The text of something that had to be left alone and was not.
 */
function touchedRefusal({ units, style }, output) {
  for (const unit of units) {
    for (const node of nodesOf(unit)) {
      if (!node.refused) continue;
      // Where it stands decides the indentation, so its lines are looked for one by one.
      const texts = node.sort === 'unit' ? ownTexts(node) : [print(node, style)];
      const isThere = texts
        .flatMap((text) => text.replaceAll(END, '').split('\n'))
        .every((line) => output.includes(line.trim()));
      if (!isThere) return print(node, style);
    }
  }
  return undefined;
}

/**
 * @param {import('./grammar/tree.js').Node} node
 * @returns {string[]} What a production writes itself, without the statements in it: those may hold
 *   something that is converted.
 */
const ownTexts = ({ parts }) =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return 'parts' in part ? ownTexts(part) : [];
  });

/**
 * @param {Unit} unit
 * @param {string} text
 * @param {string} output
 * @param {readonly Site[]} sites
 * @returns {UnitOutcome} Converted means: it reads otherwise, and no site in it was refused.
 */
function unitOutcome({ node, firstLine, lastLine }, text, output, sites) {
  const own = text
    .split('\n')
    .slice(firstLine - 1, lastLine)
    .join('\n');
  const refused = sites.some(
    ({ status, line }) => status === 'refused' && line >= firstLine && line <= lastLine,
  );
  const nodes = [...nodesOf(node)];
  return {
    productions: namesOf(nodes),
    converted: !refused && !output.includes(own),
    counts: node.entries.length > 0 && !nodes.some((each) => each.refused),
  };
}

/**
 * @param {import('./grammar/tree.js').Node[]} nodes
 * @returns {string[]}
 */
const namesOf = (nodes) => [
  ...new Set(nodes.flatMap(({ sort, production }) => (production === sort ? [] : [production]))),
];

/**
 * @param {Unit[]} units
 * @param {boolean} changed
 * @param {readonly Site[]} sites
 * @returns {UnitOutcome} Of a program whose lines are not those of its grammar.
 */
function wholeOutcome(units, changed, sites) {
  const nodes = units.flatMap(({ node }) => [...nodesOf(node)]);
  return {
    productions: namesOf(nodes),
    converted: changed && sites.every(({ status }) => status === 'converted'),
    counts: true,
  };
}
