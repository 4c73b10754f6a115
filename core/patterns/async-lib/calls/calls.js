/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { Ground, PatternContext, Plan } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { CallbackFunction } from '../../../callbacks/functions/functions.js' */
/** @import { HeaderNeed } from '../../../callbacks/boundary/header.js' */
/** @import { Registry } from '../../../callbacks/plan/registry.js' */
/** @import { Form, Writing } from './forms.js' */

import { evidenceOfElement } from '../../../analysis/values/awaited-values.js';
import { observedAtCall } from '../../../analysis/environment/observed.js';
import { missingEvidence } from '../../../contract/obligations.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { findVariable } from '../../../analysis/syntax/scopes.js';
import { insertAfter, replaceRange, wrapNode } from '../../../edits/edit.js';
import { indentOf, indentUnit } from '../../../edits/indentation.js';
import { hasSemicolons } from '../../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { guardBefore } from '../../../edits/statements.js';
import { checkResults } from '../../../callbacks/plan/given-results.js';
import { constantName, utilName } from '../../../callbacks/boundary/header.js';
import { readerOfCall, refusedReader } from '../../../callbacks/timing/read-at-once.js';
import { Refused, quote, seenOtherwise } from '../../../callbacks/plan/refused.js';
import { mayRunBefore } from '../../../callbacks/timing/running-at-load.js';
import { readFinal } from '../given/final.js';
import { valueOf } from '../given/collections.js';
import { isCertainCount } from './counts.js';
import { checkIgnoredErrors } from '../given/ignored-errors.js';
import { formOf } from './forms.js';
import { flowsOf } from '../library/leftovers.js';
import { callsByFlow } from '../library/names.js';
import { checkStarts } from '../given/starts.js';
import { isHeardInTick } from '../given/timing.js';
import { asyncVersion } from '../library/version.js';
import { isBundled, readWriting } from './writings.js';
import { checkVersion, checkTry, checkPlace, checkNames } from './call-checks.js';

/**
 * A call of `async` that becomes a call of an async function in its place: what it is given stays
 * where it stands, and its callback is called as before.
 */

/**
 * The most lines that a function at its call may have: a longer one, a second, and one that calls back
 * by itself, has a name.
 */
const MOST_LINES = 4;

/** What a plan for a call gathers: as far as tasks need it, what a `Translator` is for a function. */
export class Collector {
  /** @type {Edit[]} */
  edits = [];
  /** @type {Set<ObligationId>} */
  assumes = new Set();
  /** @type {Ground[]} */
  grounds = [];
  /** @type {Set<HeaderNeed>} */
  needs = new Set();
  /** @type {Set<TSESTree.CallExpression>} */
  calls = new Set();
  /** @type {Set<CallbackFunction>} */
  partners = new Set();
  /** @type {Set<Plan>} */
  requires = new Set();
  /** Whether an async function of the user's is a step: it may reject with what is no error. */
  mayRejectFalsy = false;

  /**
   * @param {PatternContext} context
   * @param {Registry} registry
   * @param {ReadonlyMap<TSESTree.Node, Plan>} planned What calls before it become.
   */
  constructor(context, registry, planned) {
    this.context = context;
    this.sourceCode = context.sourceCode;
    this.registry = registry;
    this.planned = planned;
  }
}

/**
 * @typedef {object} PlannedCall
 * @property {Plan} plan
 * @property {Collector} translator
 */

/**
 * @param {PatternContext} context
 * @param {Registry} registry
 * @param {TSESTree.CallExpression} call
 * @param {string} name Which function of `async` it calls.
 * @param {ReadonlyMap<TSESTree.Node, Plan>} planned What calls before it become.
 * @returns {PlannedCall}
 * @throws {Refused}
 */
export function planCall(context, registry, call, name, planned) {
  const collector = new Collector(context, registry, planned);
  const { sourceCode } = context;
  if (call.optional || call.typeArguments || call.parent.type === 'ChainExpression') {
    throw new Refused('flow-unsupported', quote(sourceCode, call));
  }
  if (name === 'setImmediate' || name === 'nextTick') {
    planDeferral(collector, call, name);
  } else {
    planForm(collector, call, name);
  }
  flowsOf(collector).add(call);
  const { edits, assumes, grounds, requires } = collector;
  return {
    translator: collector,
    plan: {
      edits,
      safe: false,
      assumes: [...assumes],
      grounds,
      requires: [...requires],
    },
  };
}

/**
 *     async.setImmediate(fn)  ->  setImmediate(fn)
 *
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {'setImmediate' | 'nextTick'} name
 */
function planDeferral({ sourceCode, edits, context }, call, name) {
  const global = name === 'nextTick' ? 'process' : 'setImmediate';
  // Version 1 hands no arguments on.
  if (call.arguments.length !== 1 && asyncVersion(context) !== 2 && asyncVersion(context) !== 3) {
    throw new Refused('flow-unsupported', quote(sourceCode, call));
  }
  if (findVariable(sourceCode, call, global)) {
    throw new Refused('flow-unsupported', quote(sourceCode, call));
  }
  const isUsed = name === 'setImmediate' && call.parent.type !== 'ExpressionStatement';
  const own = name === 'nextTick' ? 'process.nextTick' : 'setImmediate';
  edits.push(replaceRange(call.callee.range, isUsed ? `void ${own}` : own));
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 */
function planForm(collector, call, name) {
  const { sourceCode, context } = collector;
  const form = formOf(name);
  if (!form || call.arguments.some(({ type }) => type === 'SpreadElement')) {
    throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
  }
  const version = asyncVersion(context);
  checkVersion(collector, call, form, version);
  const nodes = new Map(form.parameters.map((key, index) => [key, call.arguments[index]]));
  const last = call.arguments[form.parameters.length];
  if (
    call.arguments.length > form.parameters.length + 1 ||
    [...nodes.values()].includes(undefined)
  ) {
    throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
  }
  const given = nodes.get('limit');
  const limit = given && valueOf(sourceCode, given);
  if (limit?.type === 'Literal' && !(Number(limit.value) >= 1)) {
    // Versions 1 and 2 do nothing then, version 3 throws.
    throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
  }
  if (!last && version === undefined) {
    throw new Refused('flow-version', quote(sourceCode, call.callee));
  }
  const count = /** @type {TSESTree.Expression | undefined} */ (nodes.get('count'));
  checkPlace(collector, call);
  checkTry(collector, call);
  const final = readFinal(collector, call, /** @type {TSESTree.Expression | undefined} */ (last));
  const isPromise = !last && version === 3;
  checkIgnoredErrors(collector, call, {
    final: last,
    // Version 3 throws then, and so does what is written.
    mayBeMissing: final.isUncertain && version !== 3,
    isPromise,
  });
  if (
    final.isUncertain &&
    version !== 1 &&
    version !== 2 &&
    call.parent.type !== 'ExpressionStatement'
  ) {
    // Without a callback it gives a promise.
    throw new Refused('callback-optional', quote(sourceCode, call));
  }
  const isNeeded =
    form.results !== 'none' &&
    (isPromise ? call.parent.type !== 'ExpressionStatement' : final.takes > 1);
  const isSeveral =
    form.results === 'several' &&
    (isPromise || final.takes > 2) &&
    // Version 1 gives the first result of a task that it tries.
    !(version === 1 && name === 'retry');
  if (isPromise && isSeveral && isNeeded) {
    throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
  }
  const how = readWriting(collector, call, {
    form,
    nodes,
    isNeeded,
    isRecorded: isNeeded && !isPromise && form.isList === true && final.takesBoth,
    isSeveral,
    version: version ?? 1,
    isFirst: version === 1,
    checksLimit: version === 3 && limit !== undefined && limit.type !== 'Literal',
    isWhole: limit?.type === 'Literal' && Number.isInteger(limit.value),
    isCertain: !count || isCertainCount(sourceCode, count, version),
  });
  checkHandedOn(collector, form, nodes);
  checkStarts(collector, call, { name, form, collection: how.collection, version });
  if (name.startsWith('map') && isNeeded && how.collection !== 'array' && how.version === 1) {
    if (how.collection === 'object') {
      throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
    }
    assumeArray(collector);
  }
  if (isNeeded && !isPromise && final.takesBoth) {
    // Of the step that fails, what it gives beside the error is lost.
    collector.assumes.add('partial-results');
  }
  if (context.options.copies === 'leave') {
    throw new Refused('library-copied', quote(sourceCode, call.callee));
  }
  note(collector, call, { form, isPromise });
  writeCall(collector, call, { name, form, how, isPromise, final, last });
}

/**
 *     async.detect([knex('a'), knex('b')], isEmpty, cb)    async.reduce(list, knex('a'), addTo, cb)
 *
 * @param {Collector} collector
 * @param {Form} form
 * @param {ReadonlyMap<string, TSESTree.CallExpressionArgument | undefined>} nodes
 * @throws {Refused} Where an item, or the value that it begins with, is what the async function would wait for when it
 *   returns it.
 */
function checkHandedOn(collector, { givesItem }, nodes) {
  checkResults(collector, [nodes.get('memo')]);
  const items = givesItem ? nodes.get('items') : undefined;
  if (items) {
    checkResults(collector, [items], evidenceOfElement);
  }
}

/**
 * Version 1 makes an object of what it maps of an object.
 *
 * @param {Collector} collector
 */
function assumeArray({ context, assumes }) {
  if (!context.options.assumable.has('collection-is-array')) {
    throw Refused.because(missingEvidence('collection-is-array'));
  }
  assumes.add('collection-is-array');
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {{ form: Form, isPromise: boolean }} how
 */
function note(collector, call, { form, isPromise }) {
  const { assumes, context, sourceCode } = collector;
  if (!context.options.assumable.has('throws-late')) {
    throw new Refused('throws-late');
  }
  assumes.add('throws-late');
  if (isPromise) {
    return;
  }
  assumes.add('callback-arguments');
  const observed = isHeardInTick(collector, call)
    ? observedAtCall(context, 'calls-later', call)
    : undefined;
  if (observed?.evidence === 'seen') {
    const subject = quote(sourceCode, call.callee);
    collector.grounds.push({ obligation: 'calls-later', subject, seen: observed.how });
  }
  if (isHeardInTick(collector, call) && observed?.evidence !== 'seen') {
    if (observed && !context.options.assumable.has('timing-unobservable')) {
      throw seenOtherwise('calls-later', quote(sourceCode, call.callee), observed);
    }
    if (!context.options.assumable.has('timing-unobservable')) {
      throw new Refused('timing-unobservable', quote(sourceCode, call));
    }
    const reader = readerOfCall(context, call);
    if (reader !== undefined) {
      throw refusedReader(reader, quote(sourceCode, call));
    }
    assumes.add('timing-unobservable');
  } else if (/^(?:items|test)$/u.test(form.parameters[0] ?? '')) {
    assumes.add('empty-collection');
  }
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {{ name: string, form: Form, how: Writing, isPromise: boolean, final: import('../given/final.js').Final, last: TSESTree.Node | undefined }} parts
 */
function writeCall(collector, call, { name, form, how, isPromise, final, last }) {
  const { context, sourceCode, edits, mayRejectFalsy } = collector;
  const lines = form.write(how);
  const isOwn = isBundled(collector);
  const isSpread = !isPromise && how.isSeveral && how.isNeeded;
  const settles = how.isRecorded || isSpread || isOwn;
  const isShared =
    !mayRunBefore(context) &&
    ((settles && !isPromise) ||
      lines.length > MOST_LINES ||
      callsByFlow(sourceCode).get(name)?.length !== 1);
  const place = isShared ? sourceCode.ast : call;
  const util = isPromise || settles ? '' : utilName(sourceCode, place, collector.needs);
  const names = form.parameters.join(', ');
  const layOut = layOutAt(collector, call, isShared);
  const run = `async (${names}) => ${layOut(lines)}`;
  const written = isPromise
    ? run
    : settles
      ? `(${names}, done) => ${layOut(settling(lines, how, { mayRejectFalsy, isSpread }))}`
      : `${util}.callbackify(${run})`;
  checkNames(collector, call, written);
  if (isShared) {
    const own = constantName(sourceCode, written, name, collector.needs, call);
    edits.push(replaceRange(call.callee.range, own));
  } else {
    const isCall = written.startsWith(util) && util !== '';
    const guard = isCall ? '' : guardBefore(sourceCode, call, '(');
    edits.push(replaceRange(call.callee.range, isCall ? written : `${guard}(${written})`));
  }
  if (isPromise) {
    return;
  }
  if (!last) {
    const given = /** @type {TSESTree.Node} */ (call.arguments.at(-1));
    const [, end] = parenthesizedRange(sourceCode, given);
    edits.push(insertAfter(end, ', () => {}', call.range[0]));
  } else if (final.isUncertain) {
    // Nobody takes the promise that version 3 gives, so that an error ends the process.
    const nobody = how.version === 3 ? '(err) => { if (err) throw err; }' : '() => {}';
    const isLoose = !/^(?:Identifier|MemberExpression)$/u.test(last.type);
    edits.push(...wrapNode(last, isLoose ? '(' : '', `${isLoose ? ')' : ''} || (${nobody})`));
  }
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {boolean} isShared Whether the function stands at the top of the file, not at the call.
 * @returns {(lines: readonly string[]) => string} What makes a block of lines, as the file is written.
 */
function layOutAt(collector, call, isShared) {
  const { sourceCode } = collector;
  const indent = isShared ? '' : indentOf(sourceCode.text, call.range[0]);
  const unit = indentUnit(sourceCode);
  const semicolon = hasSemicolons(sourceCode) ? ';' : '';
  const promise = promiseName(collector, call);
  return (lines) =>
    `{${lines
      .flatMap((line) => line.replaceAll('\n', `\n${/^\t*/u.exec(line)?.[0]}`).split('\n'))
      .map((line, index) =>
        semicolon === '' && index > 0 ? line.replace(/^\(async \(\) => \{$/u, ';$&') : line,
      )
      .map((line) => line.replace(/^\t+/u, (tabs) => unit.repeat(tabs.length)))
      .map((line) => `\n${indent}${unit}${line.replace(/;$/u, semicolon)}`)
      .join('')
      .replace(/\bPromise\b/gu, promise)}\n${indent}}`;
}

/**
 * @param {readonly string[]} lines The body of an async function.
 * @param {Writing} how
 * @param {{ mayRejectFalsy: boolean, isSpread: boolean }} end `isSpread`: whether the value is a list
 *   of results.
 * @returns {string[]} The body of a function that runs it and calls `done`, with the results there
 *   are beside an error, too, if they count.
 */
function settling(lines, { isRecorded }, { mayRejectFalsy, isSpread }) {
  const start = isRecorded ? lines.findIndex((line) => line.startsWith('const results')) + 1 : 0;
  const end = isRecorded ? -1 : lines.length;
  const [value, results, both] = isRecorded
    ? ['', ', results', ', results']
    : isSpread
      ? ['values', ', ...values', '']
      : lines.some((line) => /\breturn\b/u.test(line))
        ? ['value', ', value', '']
        : ['', '', ''];
  // As `async` makes an error of what a promise rejects with.
  const error = mayRejectFalsy ? 'err || new Error(err)' : 'err';
  return [
    ...lines.slice(0, start),
    '(async () => {',
    ...lines.slice(start, end).map((line) => `\t${line}`),
    '})().then(',
    `\t(${value}) => process.nextTick(() => done(null${results})),`,
    `\t(err) => process.nextTick(() => done(${error}${both})),`,
    ');',
  ];
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @returns {string} What native promises are called there: a library may have taken their name.
 */
function promiseName({ sourceCode, context }, call) {
  if (!findVariable(sourceCode, call, 'Promise')) {
    return 'Promise';
  }
  return runsOn(context, '12.0.0') ? 'globalThis.Promise' : 'global.Promise';
}
