/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Plan, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FlowReader, Need } from '../../promises/flow.js' */
/** @import { Replacement, StaticCall } from './statics/results.js' */
/** @import { deferredsOf } from '../../promises/deferreds.js' */
/** @import { promisifiedObjects } from '../../promises/promisified-objects.js' */

import { missingEvidence } from '../../contract/obligations.js';
import { Notes } from '../../analysis/syntax/facts.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { isPromisifiedReplaced, isReplaced } from '../../analysis/modules/replaced-members.js';
import { replaceRange, wrapInLines, wrapNode } from '../../edits/edit.js';
import { commaBehindArguments, hugsCalls } from '../../edits/file-style.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { needsSemicolonBefore } from '../../edits/statements.js';
import { textOf } from '../../edits/trivia.js';
import { writeDeferred } from './statics/deferreds.js';
import { isReportedEarly } from './early-reports.js';
import { refuseErrorTests } from './errors.js';
import { isUsedByName, namesOfValue } from '../../promises/escapes.js';
import { needsOf } from '../../promises/flow.js';
import { usesOfValue } from '../../promises/function-uses.js';
import { callsOnHandedIn } from '../../promises/handed-in-promises.js';
import { libraryOf } from '../../promises/libraries.js';
import { libraryName, readStatic } from '../../promises/library.js';
import {
  isNativeLink,
  isRemakingLink,
  isWanted,
  readChain,
  refuseOutright,
} from './methods/links.js';
import { isSharedLink } from '../../promises/methods.js';
import { functionsNamed, readErrors } from './primitive-errors.js';
import { writePromisifyAll } from './statics/promisify-all.js';
import { SHARED_STATICS, canonicalStatic, hasReplacement, writeStatic } from './statics/statics.js';

/**
 * Makes native promises of those of bluebird, and promises of bluebird again where somebody needs
 * one.
 */

/**
 * @param {PatternContext} context
 * @param {StaticCall | TSESTree.MemberExpression} call
 * @param {string} name
 * @param {Pick<Replacement, 'assumes' | 'edits'>} written
 * @returns {Plan | { refusal: Refusal } | undefined} Undefined where the call is the boundary itself:
 *   it has nothing that native promises do not have.
 */
export function planPromise(context, call, name, { edits, assumes }) {
  const missing = assumes.find((id) => !context.options.assumable.has(id));
  if (missing) {
    return { refusal: missingEvidence(missing) };
  }
  const { root, links, foreign } = readChain(context, call);
  if (takesTooLate(context, call)) {
    return SHARED_STATICS.has(name)
      ? undefined
      : {
          refusal: {
            reason: 'rejection-reported-early',
            subject: quote(context, 'callee' in call ? call.callee : call),
          },
        };
  }
  if (!foreign && !mustStay(context, call)) {
    const all = needsAt(context, call).includes('floats')
      ? [...new Set([...assumes, /** @type {const} */ ('rejection-is-handled')])]
      : assumes;
    return toPlan(context, [...edits, ...separate(context, root, edits)], all);
  }
  if (SHARED_STATICS.has(name) && links.every((link) => isSharedLink(context, link))) {
    return undefined;
  }
  const wrapping = AROUND_CALLBACKS.has(name) ? undefined : wrapRoot(context, call);
  return wrapping
    ? toPlan(context, [...wrapping, ...edits], assumes)
    : {
        refusal: {
          reason: 'kept-at-boundary',
          subject: quote(context, 'callee' in call ? call.callee : call),
        },
      };
}

/**
 * Statics that make a promise of one callback. Nothing is gained by a native one in a promise of the
 * library, whose handlers come a turn later: after events that followed the callback in its turn.
 */
const AROUND_CALLBACKS = new Set(['fromCallback', 'nfcall', 'ninvoke']);

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head
 * @returns {Edit[] | undefined} Makes a promise of bluebird of the chain; undefined where bluebird has
 *   no name at the place.
 */
function wrapRoot(context, head) {
  const library = libraryName(context, head);
  const { root } = readChain(context, head);
  if (library === undefined) {
    return undefined;
  }
  const { sourceCode } = context;
  const opening = `${library}.resolve(`;
  return standsApart(sourceCode, root) && !hugsCalls(sourceCode)
    ? wrapInLines(root.range, {
        opening,
        closing: ')',
        comma: commaBehindArguments(sourceCode),
        outer: indentOf(sourceCode.text, root.range[0]),
        unit: indentUnit(sourceCode),
      })
    : wrapNode(root, opening, ')');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a call of several lines that are indented as the statement is, or as
 *   the line that it begins.
 */
function standsApart({ text }, { loc, parent, range: [start], type }) {
  return (
    type === 'CallExpression' &&
    loc.start.line < loc.end.line &&
    (/^(?:Assignment|Await)Expression$|Statement$|^VariableDeclarator$/u.test(parent?.type ?? '') ||
      text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === '')
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head
 * @returns {boolean} Whether whoever gets the chain's promise needs one of bluebird.
 */
function mustStay(context, head) {
  const library = libraryOf(context.sourceCode);
  if (library?.isNative) {
    return false;
  }
  const all = needsAt(context, head);
  const needs = library?.isPlain ? all.filter((need) => need !== 'leaves') : all;
  return context.options.api === 'async' ? needs.includes('method') : needs.length > 0;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head
 * @returns {readonly Need[]}
 */
function needsAt(context, head) {
  return needsOf(readerOf(context), head);
}

/**
 * @param {PatternContext} context
 * @returns {FlowReader}
 */
export function readerOf(context) {
  return {
    context,
    isNativeLink: (link) => isNativeLink(context, link),
    isRemakingLink: (link) => isRemakingLink(context, link),
  };
}

/** @type {Notes<PatternContext, Map<TSESTree.Node, boolean>>} */
const late = new Notes();

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head
 * @returns {boolean} Whether the library would report a rejection before a native promise in the place
 *   of the call has taken it over.
 */
function takesTooLate(context, head) {
  const isCall = head.type === 'CallExpression';
  const name = isCall ? canonicalStatic(readStatic(context.sourceCode, head) ?? '') : '';
  if (!isCall || name === '' || context.options.api === 'async') {
    return false;
  }
  const known = late.get(context) ?? new Map();
  late.set(context, known);
  if (!known.has(head)) {
    // A function that calls itself asks again while it is being answered.
    known.set(head, false);
    known.set(
      head,
      isReportedEarly(context, head, name, (each) => staysLibrary(context, each)),
    );
  }
  return known.get(head) ?? false;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head A static of the library.
 * @returns {boolean} Whether it stays: a native promise that is handed on in one of the library's calls
 *   its callbacks itself.
 */
function staysLibrary(context, head) {
  const call = /** @type {StaticCall} */ (head);
  const name =
    call.type === 'CallExpression'
      ? canonicalStatic(readStatic(context.sourceCode, call) ?? '')
      : 'new';
  if (!hasReplacement(name) || !isWanted(context, name)) {
    return true;
  }
  if (refuseOutright(context, call) || takesTooLate(context, call)) {
    return true;
  }
  const written = writeStatic(context, call, name);
  if ('refusal' in written) {
    return true;
  }
  if (written.gives === 'function') {
    const planned = planFunction(context, /** @type {TSESTree.CallExpression} */ (call), written);
    return !planned || 'refusal' in planned;
  }
  const { links, foreign } = readChain(context, head);
  return (
    SHARED_STATICS.has(name) &&
    links.every((link) => isSharedLink(context, link)) &&
    (foreign !== undefined || mustStay(context, head))
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} root
 * @param {Replacement['edits']} edits
 * @returns {Replacement['edits']} The semicolon before a statement that begins with a parenthesis now.
 */
function separate({ sourceCode }, root, edits) {
  const statement = root.parent;
  const begins = edits.some(
    (edit) => 'text' in edit && edit.range[0] === root.range[0] && edit.text.startsWith('('),
  );
  return statement?.type === 'ExpressionStatement' &&
    begins &&
    needsSemicolonBefore(sourceCode, statement, '(')
    ? [{ range: [root.range[0], root.range[0]], text: ';' }]
    : [];
}

/**
 * const read = Bluebird.promisify(fn)  ->  const read = util.promisify(fn)
 * return read(file)                    ->  return Bluebird.resolve(read(file))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {Replacement} written
 * @returns {Plan | { refusal: Refusal } | undefined}
 */
export function planFunction(context, call, written) {
  const { edits, assumes } = written;
  const missing = assumes.find((id) => !context.options.assumable.has(id));
  if (missing) {
    return { refusal: missingEvidence(missing) };
  }
  const { calls, escapes } = usesOfValue(context, call);
  if (calls.length === 1 && calls[0] === call.parent) {
    return planPromise(context, calls[0], 'promisify', written);
  }
  const refusal = {
    refusal: /** @type {Refusal} */ ({
      reason: 'kept-at-boundary',
      subject: `what ${quote(context, call.callee)} gives`,
    }),
  };
  const isNeeded =
    context.options.api !== 'async' ||
    callsOnHandedIn(readerOf(context)) ||
    namesOfValue(context, call).some((key) => isUsedByName(readerOf(context), key));
  if (escapes && isNeeded && !libraryOf(context.sourceCode)?.isPlain) {
    return refusal;
  }
  const staying = calls.filter(
    (each) => readChain(context, each).foreign !== undefined || mustStay(context, each),
  );
  const wrappings = staying.map((each) => wrapRoot(context, each));
  return wrappings.every((wrapping) => wrapping !== undefined)
    ? toPlan(context, [...edits, ...wrappings.flat()], assumes)
    : refusal;
}

/**
 * @param {PatternContext} context
 * @param {ReturnType<typeof deferredsOf>[number]} deferred
 * @returns {Plan | { refusal: Refusal }} Of `defer`, and of every place that takes the promise.
 */
export function planDeferred(context, deferred) {
  const outright = refuseOutright(context, deferred.call);
  if ('refusal' in deferred || outright) {
    return {
      refusal: 'refusal' in deferred ? deferred.refusal : /** @type {Refusal} */ (outright),
    };
  }
  const written = writeDeferred(context, deferred);
  if ('refusal' in written) {
    return written;
  }
  const plans = deferred.promises.map((promise) =>
    planPromise(context, promise, 'defer', { edits: [], assumes: [] }),
  );
  const refused = plans.find((plan) => plan && 'refusal' in plan);
  return refused && 'refusal' in refused
    ? refused
    : toPlan(
        context,
        [...written, ...plans.flatMap((plan) => (plan && 'edits' in plan ? plan.edits : []))],
        [],
      );
}

/** @type {import('../../contract/obligations.js').ObligationId} */
const FOR_ITSELF = 'promisified-for-itself';

/**
 * @param {PatternContext} context
 * @param {ReturnType<typeof promisifiedObjects>[number]} object
 * @returns {Plan[] | { refusal: Refusal }} Of `promisifyAll`, and of each call of what it adds.
 */
export function planObject(context, object) {
  const outright = refuseOutright(context, object.call) ?? refuseErrorTests(context.sourceCode);
  if ('refusal' in object || outright) {
    return { refusal: 'refusal' in object ? object.refusal : /** @type {Refusal} */ (outright) };
  }
  const origin = resolveOrigin(context.sourceCode, object.call.arguments[0]);
  const replaced = object.methods.find(
    ({ key }) => origin && isReplaced(context, { ...origin, path: [...origin.path, key] }),
  );
  if (replaced) {
    return { refusal: { reason: 'core-replaced', subject: `\`${replaced.key}\`` } };
  }
  const stubbed = object.methods.find(({ key }) => isPromisifiedReplaced(context, `${key}Async`));
  if (stubbed) {
    return { refusal: { reason: 'core-replaced', subject: `\`${stubbed.key}Async\`` } };
  }
  const given = /** @type {TSESTree.Node} */ (object.call.arguments[0]);
  const errors = object.methods.map(({ key }) =>
    readErrors(context.sourceCode, given, functionsNamed(context.sourceCode, key)),
  );
  const wrapped = errors.find(({ refusal }) => refusal)?.refusal;
  if (wrapped) {
    return { refusal: wrapped };
  }
  const written = writePromisifyAll(context, object);
  if ('refusal' in written) {
    return written;
  }
  const planned = object.methods.flatMap(({ name, calls }, index) =>
    calls.map((call) =>
      planPromise(context, call, 'promisifyAll', {
        edits: [replaceRange(call.callee.range, name)],
        assumes: ['library-errors', FOR_ITSELF, ...(errors[index]?.assumes ?? [])],
      }),
    ),
  );
  const plans = [toPlan(context, written, ['library-errors', FOR_ITSELF]), ...planned];
  const refused = plans.find((plan) => plan && 'refusal' in plan);
  return /** @type {Plan[] | { refusal: Refusal }} */ (refused ?? plans);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {string}
 */
function quote({ sourceCode }, node) {
  return `\`${textOf(sourceCode, node)}\``;
}

/**
 * @param {PatternContext} context
 * @param {Edit[]} edits
 * @param {Replacement['assumes']} assumes
 * @returns {Plan} All of a file are one group: a method that stays needs a promise of bluebird, wherever
 *   in the file that is made.
 */
export function toPlan({ sourceCode }, edits, assumes) {
  return {
    edits: edits.map((edit) => ('text' in edit ? { ...edit, isMoved: true } : edit)),
    safe: false,
    assumes,
    group: sourceCode.ast,
  };
}
