/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { Link, LinkResult } from '../methods/link-edits.js' */

import { namedFunction, readBoundFunction } from '../../../analysis/syntax/bound-functions.js';
import { isFunction, returnedBy } from '../../../analysis/syntax/functions.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { insertAfter, insertBefore, replaceRange } from '../../../edits/edit.js';
import { nameBeside } from '../../../edits/names.js';
import { hasCommentBetween, textOf } from '../../../edits/trivia.js';
import { ANY } from './collections.js';
import { refuseErrorTests, refuseListedErrors } from '../errors.js';
import { awaitItem } from '../methods/handlers.js';
import { headOfHandler, headOfMaker, withTypes } from '../helper-types.js';
import { writeLimited } from './limits.js';
import { handOver, refuseLink, renameLink } from '../methods/link-edits.js';
import { SERIES_BODIES, calleeOf, inputOf, layOut } from './series.js';
import { SPREADER, takeApartParameters } from './structures.js';
import { readStatic } from '../../../promises/library.js';
import { refuseChangedList } from './list-changes.js';
import { isPromiseMethod } from '../../../promises/receivers.js';
import { isDefined, isFixed, isFreshValue } from '../values.js';

/** Methods of a promise of a list. */

/**
 * @param {PatternContext} context
 * @param {Link} link
 * @param {'all' | 'any' | 'race'} name
 * @returns {LinkResult}
 */
export function writeCollected(context, link, name) {
  if (link.arguments.length > 0) {
    return refuseLink(context, link);
  }
  const { object } = link.callee;
  const isGiven =
    object.type === 'CallExpression' && readStatic(context.sourceCode, object) === 'resolve';
  const changed = isGiven && refuseChangedList(context.sourceCode, link, name, object.arguments[0]);
  if (changed) {
    return { refusal: changed };
  }
  return {
    edits: [
      renameLink(link, 'then'),
      insertBefore(link.range[1] - 1, `(items) => Promise.${name}(items)`),
    ],
    assumes: [],
  };
}

/**
 * .any()  ->  .then((items) => Promise.any(items))
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeAny(context, link) {
  const refusal = refuseErrorTests(context.sourceCode) ?? refuseListedErrors(context.sourceCode);
  if (refusal || !runsOn(context, ANY)) {
    return refusal ? { refusal } : refuseLink(context, link);
  }
  const written = writeCollected(context, link, 'any');
  return 'refusal' in written
    ? written
    : { ...written, assumes: [...written.assumes, 'library-errors'] };
}

/**
 * .then(() => ({ a: one() })).props()  ->  .then(() => ({ a: one() })).then(async (object) => {…})
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writePropsLink(context, link) {
  const { object } = link.callee;
  const maker = object.type === 'CallExpression' ? object.arguments[0] : undefined;
  const given =
    maker?.type === 'ArrowFunctionExpression' && maker.params.length < 2 ? maker.body : maker;
  if (link.arguments.length > 0 || given?.type !== 'ObjectExpression') {
    return refuseLink(context, link);
  }
  const [, ...lines] = calleeOf('props', 'item');
  const head = 'async ‹<T extends object>›(object‹: T›)‹: PROPERTIES› => {';
  const text = layOut(
    context.sourceCode,
    link.callee.property.range[0],
    withTypes(context, [head, ...lines.slice(0, -1), '}']),
  );
  return {
    edits: [
      renameLink(link, 'then'),
      insertBefore(link.range[1] - 1, text.replace('await object', 'object')),
    ],
    assumes: [],
  };
}

/**
 * @param {PatternContext} context
 * @param {Link} link
 * @param {string} key
 * @returns {LinkResult}
 */
export function writeSeries(context, link, key) {
  const { sourceCode } = context;
  const [callback, initial, ...more] = link.arguments;
  if (!callback || more.length > 0 || (initial && key !== 'reduce' && key !== 'map')) {
    return refuseLink(context, link);
  }
  if (initial && key === 'map') {
    return writeLimitedMap(context, link, callback, initial);
  }
  if (initial && !isDefined(sourceCode, initial)) {
    const subject = `\`${textOf(sourceCode, initial)}\``;
    return { refusal: { reason: 'first-value-unknown', subject } };
  }
  const mapper = key === 'map' ? awaitItem(context, callback) : undefined;
  if (mapper) {
    const items = nameBeside(sourceCode, callback, 'items');
    const spread = givesPlainList(sourceCode, link.callee.object) ? items : `[...${items}]`;
    return {
      edits: [
        renameLink(link, 'then'),
        insertBefore(callback.range[0], `(${items}) => Promise.all(${spread}.map(`),
        insertAfter(callback.range[1], '))'),
        ...mapper,
      ],
      assumes: ['map-start-order'],
    };
  }
  const kind = key === 'reduce' && !initial ? 'reduce without a first value' : key;
  const input = inputOf(sourceCode, callback, key === 'reduce' ? 2 : 1);
  const lines = SERIES_BODIES[kind]?.(input) ?? [];
  const assumes = /** @type {ObligationId[]} */ (
    key === 'map' || key === 'filter'
      ? ['map-start-order']
      : givesPlainList(sourceCode, link.callee.object)
        ? []
        : ['rejection-is-handled']
  );
  const named = writeNamed(context, link, [headOfHandler(kind), ...lines, '}']);
  if (named) {
    return { edits: named, assumes };
  }
  const maker = [headOfMaker(kind, input), ...lines, '}'];
  return handOver(context, link, 'then', maker, assumes);
}

/**
 * @param {PatternContext} context
 * @param {Link} link
 * @param {TSESTree.Node} callback
 * @param {TSESTree.Node} options
 * @returns {LinkResult}
 */
function writeLimitedMap(context, link, callback, options) {
  const { sourceCode } = context;
  const limited = writeLimited(context, options);
  if ('refusal' in limited) {
    return limited;
  }
  const { kind, pMap = '' } = limited;
  const input = inputOf(sourceCode, callback, 1);
  const lines = SERIES_BODIES[kind]?.(input) ?? [];
  const maker = [
    headOfMaker(kind, input),
    ...lines.map((line) => line.replace('pMap', () => pMap)),
    '}',
  ];
  const last = limited.isLeftOut ? callback : options;
  const handed = handOver(
    context,
    link,
    'then',
    maker,
    ['rejection-is-handled', 'map-start-order'],
    last,
  );
  return 'refusal' in handed
    ? handed
    : { ...handed, edits: [...handed.edits, ...limited.edits(callback)] };
}

/**
 * .spread((a, b) => …)  ->  .then((values) => Promise.all(values)).then(([a, b]) => …)
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeSpread(context, link) {
  const [fn, more] = link.arguments;
  if (!fn || more) {
    return refuseLink(context, link);
  }
  const waiting = givesPlainList(context.sourceCode, link.callee.object)
    ? 'then'
    : `then((values) => Promise.all(values))${breakBefore(context, link)}.then`;
  if (fn.type === 'ArrowFunctionExpression' || fn.type === 'FunctionExpression') {
    const edits = [renameLink(link, waiting), ...takeApartParameters(context, fn)];
    return { edits, assumes: [] };
  }
  const spread = spreadCall(context, fn);
  return spread
    ? { edits: [renameLink(link, waiting), replaceRange(fn.range, spread)], assumes: [] }
    : handOver(context, link, waiting, [SPREADER]);
}

/**
 *     save    save.bind(null, store)    ->  (values) => save(...values)    (values) => save(store, ...values)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} fn
 * @returns {string | undefined} A function of a list, where `fn` is a function of the file by its name.
 */
function spreadCall({ sourceCode, isTyped }, fn) {
  const bound = readBoundFunction(sourceCode, fn);
  const callee = bound?.callee ?? (namedFunction(sourceCode, fn) && fn);
  if (!callee || isTyped || hasCommentBetween(sourceCode, ...fn.range)) {
    return undefined;
  }
  const values = nameBeside(sourceCode, fn, 'values');
  const first = (bound?.args ?? []).map((each) => textOf(sourceCode, each));
  return `(${values}) => ${textOf(sourceCode, callee)}(${[...first, `...${values}`].join(', ')})`;
}

/**
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {string} The line break before the method, if it begins its line.
 */
function breakBefore({ sourceCode: { text } }, { callee }) {
  const [lead = ''] =
    /\r?\n[ \t]*\.$/u.exec(text.slice(callee.object.range[1], callee.property.range[0])) ?? [];
  return lead.slice(0, -1);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} receiver
 * @returns {boolean} Whether it is fulfilled with a list in which nothing is a promise any more.
 */
function givesPlainList(sourceCode, receiver) {
  if (receiver.type !== 'CallExpression' || receiver.callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(receiver.callee) ?? '';
  if (/^(?:all|some)$/u.test(key)) {
    // store.all() may be anything.
    return readStatic(sourceCode, receiver) === key || isPromiseMethod(sourceCode, receiver);
  }
  const handler = handlerAlone(sourceCode, receiver, key);
  return handler !== undefined && returnsAll(sourceCode, handler);
}

/**
 *     promise.then(handler)    Q.when(value, handler)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {string} key The name of what is called.
 * @returns {TSESTree.Node | undefined} What alone says what the promise is fulfilled with.
 */
function handlerAlone(sourceCode, call, key) {
  const { arguments: args } = call;
  if (args.length === 1) {
    return key === 'then' ? args[0] : undefined;
  }
  return args.length === 2 && readStatic(sourceCode, call) === 'when' ? args[1] : undefined;
}

/**
 *     () => Bluebird.all(list)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} handler
 * @returns {boolean}
 */
function returnsAll(sourceCode, handler) {
  return (
    isFunction(handler) &&
    !handler.generator &&
    (handler.body.type !== 'BlockStatement' ||
      handler.body.body.at(-1)?.type === 'ReturnStatement') &&
    returnedBy(sourceCode, handler).every(
      (value) => value?.type === 'CallExpression' && readStatic(sourceCode, value) === 'all',
    )
  );
}

/**
 * .reduce(add, 0)  ->  .then(async (items) => { let result = 0; … result = await add(…); … })
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @param {string[]} lines Of a function that calls `fn` once, for `withTypes`.
 * @returns {Edit[] | undefined} Undefined where the callback is more than the name of what stays the
 *   same.
 */
function writeNamed(context, link, lines) {
  const { sourceCode } = context;
  const [callback, initial] = link.arguments;
  const isPlain =
    callback?.type === 'Identifier' &&
    isFixed(sourceCode, callback) &&
    !withTypes(context, lines).some((line) => line.includes(callback.name)) &&
    (!initial || isFreshValue(initial)) &&
    !hasCommentBetween(sourceCode, callback.range[1], link.range[1]);
  if (!isPlain) {
    return undefined;
  }
  const first = initial ? textOf(sourceCode, initial) : '';
  const typed = initial
    ? lines.map((line) => line.replace(': any›', `: Awaited<ReturnType<typeof ${callback.name}>>›`))
    : lines;
  const written = withTypes(context, typed).map((line) =>
    line.replace('await initial', () => first),
  );
  const text = layOut(sourceCode, link.callee.property.range[0], written);
  const at = text.indexOf('fn(');
  return [
    renameLink(link, 'then'),
    insertBefore(callback.range[0], text.slice(0, at)),
    replaceRange([callback.range[1], link.range[1] - 1], text.slice(at + 2)),
  ];
}
