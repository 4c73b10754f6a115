/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { Link, LinkResult } from './link-edits.js' */

import { Notes } from '../../../analysis/syntax/facts.js';
import { returnedBy } from '../../../analysis/syntax/functions.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { replaceRange } from '../../../edits/edit.js';
import { joinShortChain } from '../../../edits/member-chains.js';
import { usesAwaitAsName } from '../../../edits/names.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { isKnownFunction } from '../../../promises/references.js';
import { calledName } from '../../../promises/values.js';
import { methodOf, FINALLY } from '../../../promises/methods.js';
import { losesBinding } from './bindings.js';
import { dropTypes } from '../statics/callees.js';
import { writeDelayLink } from './delays.js';
import { guard, writeFilteredCatch } from './filters.js';
import { makeAsync, readInline, readParameter, surroundBody } from './handlers.js';
import { libraryOf } from '../../../promises/libraries.js';
import { handOver, refuseLink, renameLink } from './link-edits.js';
import {
  writeAny,
  writeCollected,
  writePropsLink,
  writeSeries,
  writeSpread,
} from '../lists/list-links.js';
import { writeReflect } from '../lists/reflections.js';
import { writeSomeLink } from '../lists/some.js';
import { writeTimeout } from './timeouts.js';
import { writeCall, writeGet, writeReturn, writeThrow } from './value-links.js';

/**
 * Methods that only bluebird's promises have, written with `then` and `catch`: what they are called
 * on may be a promise of any kind then, and what they give is of the same kind.
 */

/** @type {Readonly<Record<string, (context: PatternContext, link: Link, key: string) => LinkResult>>} */
const WRITERS = {
  all: (context, link) => writeCollected(context, link, 'all'),
  any: writeAny,
  call: writeCall,
  catch: writeCatch,
  catchReturn: writeReturn,
  catchThrow: writeThrow,
  delay: writeDelayLink,
  done: writeDone,
  each: writeSeries,
  error: writeError,
  filter: writeSeries,
  finally: writeFinally,
  get: writeGet,
  map: writeSeries,
  mapSeries: writeSeries,
  props: writePropsLink,
  race: (context, link) => writeCollected(context, link, 'race'),
  reduce: writeSeries,
  reflect: writeReflect,
  return: writeReturn,
  some: writeSomeLink,
  spread: writeSpread,
  tap: writeTap,
  tapCatch: writeTapCatch,
  throw: writeThrow,
  timeout: writeTimeout,
};

/** The first names of the methods that `then` and `catch` can do the work of. */
export const REPLACED_METHODS = Object.keys(WRITERS);

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link Not a shared one.
 * @returns {LinkResult}
 */
export function writeLink(context, link) {
  const known = written.get(context) ?? new Map();
  written.set(context, known);
  const result = known.get(link) ?? writeOnce(context, link);
  known.set(link, result);
  return result;
}

/**
 * The names that have been written: a name that is taken for a link stays its own.
 *
 * @type {Notes<PatternContext, Map<TSESTree.CallExpression, LinkResult>>}
 */
const written = new Notes();

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {LinkResult}
 */
function writeOnce(context, link) {
  const key = methodOf(context.sourceCode, link) ?? '';
  const write = Object.hasOwn(WRITERS, key) ? WRITERS[key] : undefined;
  const isSpread = link.arguments.some(({ type }) => type === 'SpreadElement');
  if (!write || isSpread || usesAwaitAsName(context.sourceCode, link)) {
    return refuseLink(context, link);
  }
  const result = write(context, /** @type {Link} */ (link), key);
  if ('refusal' in result) {
    return result;
  }
  return losesBinding(context.sourceCode, /** @type {Link} */ (link), key, result.edits)
    ? refuseLink(context, link)
    : { ...result, edits: [...result.edits, ...dropTypes(link, result.edits)] };
}

/**
 * .lastly(…)  ->  .finally(…)
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeFinally(context, link) {
  return runsOn(context, FINALLY)
    ? { edits: [renameLink(link, 'finally')], assumes: [] }
    : refuseLink(context, link);
}

/**
 * .caught(fn)  ->  .catch(fn)
 * .catch(TypeError, fn)  ->  .catch((error) => { if (!(error instanceof TypeError)) throw error; … })
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeCatch(context, link) {
  const isFiltered = link.arguments.length > 1;
  if (isFiltered && libraryOf(context.sourceCode)?.name === 'q') {
    return refuseLink(context, link);
  }
  return link.arguments.length < 2
    ? { edits: [renameLink(link, 'catch')], assumes: [] }
    : writeFilteredCatch(context, link, { isTap: false });
}

/**
 * .error(fn)  ->  .catch((error) => { if (!error?.isOperational) throw error; … })
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeError(context, link) {
  const [fn, more] = link.arguments;
  const edits = fn && !more && guard(context, fn, (name) => `!(${name} && ${name}.isOperational)`);
  if (edits) {
    return { edits: [renameLink(link, 'catch'), ...edits], assumes: [] };
  }
  return handOver(context, link, 'catch', [
    '‹<R = any,>›(fn‹: (error: any) => R›) => (error‹: any›) => {',
    '>if (!(error && error.isOperational)) throw error;',
    '>return fn(error);',
    '}',
  ]);
}

/**
 * .tapCatch(fn)  ->  .catch(async (error) => { await fn(error); throw error; })
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeTapCatch(context, link) {
  if (link.arguments.length > 1) {
    return writeFilteredCatch(context, link, { isTap: true });
  }
  const [fn] = link.arguments;
  const edits = fn && passOn(context, fn, 'error', (name) => `throw ${name}`);
  return edits
    ? { edits: [renameLink(link, 'catch'), ...edits], assumes: [] }
    : handOver(context, link, 'catch', [
        '(fn‹: (error: any) => unknown›) => async (error‹: any›) => {',
        `>${asked(context, fn)}await fn(error);`,
        '>throw error;',
        '}',
      ]);
}

/**
 * .tap((value) => log(value))  ->  .then(async (value) => { await log(value); return value; })
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeTap(context, link) {
  const [fn, more] = link.arguments;
  if (!fn || more) {
    return refuseLink(context, link);
  }
  const edits = passOn(context, fn, 'value', (name) => `return ${name}`);
  return edits
    ? { edits: [renameLink(link, 'then'), ...edits], assumes: [] }
    : handOver(context, link, 'then', [
        '(fn‹: (value: any) => unknown›) => async ‹<T,>›(value‹: T›) => {',
        `>${asked(context, fn)}await fn(value);`,
        '>return value;',
        '}',
      ]);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node | undefined} handler
 * @returns {string} What asks for the handler where it may be missing: bluebird passes over it then.
 */
function asked({ sourceCode }, handler) {
  const isThere = handler !== undefined && isKnownFunction(sourceCode, handler);
  return isThere || libraryOf(sourceCode)?.name === 'q' ? '' : "if (typeof fn === 'function') ";
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} handler
 * @param {string} preferred The name of its parameter if it has none.
 * @param {(name: string) => string} write The statement that ends it.
 * @returns {Edit[] | undefined} Waits for what the handler gives, and hands on what it got.
 */
function passOn(context, handler, preferred, write) {
  const { sourceCode } = context;
  const fn = readInline(sourceCode, handler);
  const parameter = fn && readParameter(sourceCode, fn, preferred);
  const body =
    parameter && surroundBody(context, fn, { keyword: 'await', after: [write(parameter.name)] });
  // A block without `return` gives nothing to wait for.
  const waits = fn && (fn.body.type !== 'BlockStatement' || returnedBy(sourceCode, fn).length > 0);
  return body && [...(waits ? makeAsync(fn) : []), ...parameter.edits, ...body];
}

/** The first Node that an unhandled rejection ends. */
const ENDS_UNHANDLED = '15.0.0';

/**
 * .done(fn);  ->  .then(fn);
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeDone(context, link) {
  const { sourceCode } = context;
  const [, end] = parenthesizedRange(sourceCode, link.callee.object);
  if (
    link.arguments.length > 2 ||
    link.parent.type !== 'ExpressionStatement' ||
    !runsOn(context, ENDS_UNHANDLED) ||
    hasCommentBetween(sourceCode, end, link.callee.property.range[1])
  ) {
    return refuseLink(context, link);
  }
  const { object } = link.callee;
  const before = object.type === 'CallExpression' && calledName(object.callee);
  return {
    edits:
      link.arguments.length === 0
        ? [
            replaceRange([end, link.range[1]], ''),
            // Other links may be written anew, with what stands between them.
            ...(before === 'catch' || before === 'then'
              ? joinShortChain(sourceCode, object, '')
              : []),
          ]
        : [renameLink(link, 'then')],
    assumes: ['library-errors'],
  };
}
