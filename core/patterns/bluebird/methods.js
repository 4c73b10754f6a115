/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { DifferenceId } from '../../contract/differences.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readKey } from '../../analysis/modules.js';
import { runsOn } from '../../analysis/node-floor.js';
import { findVariable } from '../../analysis/scopes.js';
import { insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';
import { guard, writeFilteredCatch } from './filters.js';
import { awaitItem, makeAsync, readInline, readParameter, surroundBody } from './handlers.js';
import { canonicalMethod, libraryOf } from './libraries.js';
import { writeLimited } from './limits.js';
import { writeReflect } from './reflections.js';
import { MORE_PARAMETERS, SERIES_BODIES, inputOf, layOut } from './series.js';
import { takeApartParameters } from './structures.js';
import { writeTimeout } from './timeouts.js';
import { isDefined, isRestful } from './values.js';

/**
 * Methods that only bluebird's promises have, written with `then` and `catch`: what they are called
 * on may be a promise of any kind then, and what they give is of the same kind.
 */

/**
 * @typedef {{ edits: Edit[], accepts: DifferenceId[] } | { refusal: Refusal }} LinkResult
 */

/** @typedef {TSESTree.CallExpression & { callee: TSESTree.MemberExpression }} Link */

/** @type {Readonly<Record<string, (context: PatternContext, link: Link, key: string) => LinkResult>>} */
const WRITERS = {
  all: (context, link) => writeCollected(context, link, 'all'),
  call: writeCall,
  catch: writeCatch,
  delay: writeDelay,
  done: writeDone,
  each: writeSeries,
  error: writeError,
  filter: writeSeries,
  finally: writeFinally,
  get: writeGet,
  map: writeSeries,
  mapSeries: writeSeries,
  race: (context, link) => writeCollected(context, link, 'race'),
  reduce: writeSeries,
  reflect: writeReflect,
  return: writeReturn,
  spread: writeSpread,
  tap: writeTap,
  tapCatch: writeTapCatch,
  throw: writeThrow,
  timeout: writeTimeout,
};

/** The first names of the methods that `then` and `catch` can do the work of. */
export const REPLACED_METHODS = Object.keys(WRITERS);

/** Methods that native promises have too. */
const SHARED_METHODS = new Set(['then', 'catch', 'finally']);

/** The first Node whose promises have `finally`. */
export const FINALLY = '10.0.0';

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {boolean} Whether native promises have the method, and it does the same there.
 */
export function isSharedLink(context, { arguments: parameters, callee, optional }) {
  const key = callee.type === 'MemberExpression' && !callee.optional ? readKey(callee) : undefined;
  return (
    key !== undefined &&
    !optional &&
    SHARED_METHODS.has(key) &&
    (key !== 'catch' || parameters.length < 2) &&
    (key !== 'finally' || runsOn(context, FINALLY)) &&
    // Q and when tell of progress.
    (key !== 'then' || parameters.length < 3 || !libraryOf(context.sourceCode)?.methods)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} link
 * @returns {string | undefined} The first name of the method, if it is called plainly.
 */
export function methodOf(sourceCode, { callee, optional }) {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || optional) {
    return undefined;
  }
  return canonicalMethod(sourceCode, readKey(callee) ?? '');
}

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
 * What has been written: names that are taken for a link stay its own.
 *
 * @type {WeakMap<PatternContext, Map<TSESTree.CallExpression, LinkResult>>}
 */
const written = new WeakMap();

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
  return write(context, /** @type {Link} */ (link), key);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {{ refusal: Refusal }}
 */
export function refuseLink({ sourceCode }, { callee }) {
  const property = callee.type === 'MemberExpression' ? callee.property : callee;
  return {
    refusal: { reason: 'library-method', subject: `\`.${textOf(sourceCode, property)}()\`` },
  };
}

/**
 * @param {Link} link
 * @param {string} name
 * @returns {Edit}
 */
function renameLink({ callee }, name) {
  return replaceRange(callee.property.range, name);
}

/**
 * .method(…)  ->  .then(make(…))
 *
 * The arguments are evaluated when and where they were, whatever they are.
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @param {string} name `then` or `catch`.
 * @param {string[]} maker A function that is given the arguments and makes the handler.
 * @param {DifferenceId[]} [accepts]
 * @param {TSESTree.Node} [last] The last argument that the maker takes.
 * @returns {LinkResult}
 */
function handOver({ sourceCode }, link, name, maker, accepts = [], last = link.arguments.at(-1)) {
  const [first] = link.arguments;
  if (!first || !last) {
    return refuseLink(/** @type {any} */ ({ sourceCode }), link);
  }
  return {
    edits: [
      renameLink(link, name),
      insertBefore(
        first.range[0],
        `(${layOut(sourceCode, link.callee.property.range[0], maker)})(`,
      ),
      insertAfter(last.range[1], ')'),
    ],
    accepts,
  };
}

/**
 * @param {PatternContext} context
 * @param {Link} link
 * @param {'all' | 'race'} name
 * @returns {LinkResult}
 */
function writeCollected(context, link, name) {
  if (link.arguments.length > 0) {
    return refuseLink(context, link);
  }
  return {
    edits: [
      renameLink(link, 'then'),
      insertBefore(link.range[1] - 1, `(items) => Promise.${name}(items)`),
    ],
    accepts: [],
  };
}

/**
 * @param {PatternContext} context
 * @param {Link} link
 * @param {string} key
 * @returns {LinkResult}
 */
function writeSeries(context, link, key) {
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
    const spread = givesPlainList(link.callee.object) ? 'items' : '[...items]';
    return {
      edits: [
        renameLink(link, 'then'),
        insertBefore(callback.range[0], `(items) => Promise.all(${spread}.map(`),
        insertAfter(callback.range[1], '))'),
        ...mapper,
      ],
      accepts: ['map-start-order'],
    };
  }
  const kind = key === 'reduce' && !initial ? 'reduce without a first value' : key;
  const input = inputOf(sourceCode, callback, key === 'reduce' ? 2 : 1);
  const lines = SERIES_BODIES[kind]?.(input) ?? [];
  const maker = [`(${initial ? 'fn, initial' : 'fn'}) => async (items) => {`, ...lines, '}'];
  return handOver(
    context,
    link,
    'then',
    maker,
    key === 'map' || key === 'filter' ? ['map-start-order'] : [],
  );
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
  if (!limited) {
    const subject = `\`${textOf(sourceCode, options)}\``;
    return { refusal: { reason: 'concurrency-unknown', subject } };
  }
  const { kind, pMap = '' } = limited;
  const lines = SERIES_BODIES[kind]?.(inputOf(sourceCode, callback, 1)) ?? [];
  const maker = [
    `(fn${MORE_PARAMETERS[kind] ?? ''}) => async (items) => {`,
    ...lines.map((line) => line.replace('pMap', () => pMap)),
    '}',
  ];
  const removals = limited.edits(callback);
  const last = removals.length > 0 ? callback : options;
  const handed = handOver(context, link, 'then', maker, ['map-start-order'], last);
  return 'refusal' in handed ? handed : { ...handed, edits: [...handed.edits, ...removals] };
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
    ? { edits: [renameLink(link, 'finally')], accepts: [] }
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
    ? { edits: [renameLink(link, 'catch')], accepts: [] }
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
    return { edits: [renameLink(link, 'catch'), ...edits], accepts: [] };
  }
  return handOver(context, link, 'catch', [
    '(fn) => (error) => {',
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
  const edits = fn && passOn(context, fn, 'error', (name) => `throw ${name};`);
  return edits
    ? { edits: [renameLink(link, 'catch'), ...edits], accepts: [] }
    : handOver(context, link, 'catch', [
        '(fn) => async (error) => {',
        '>await fn(error);',
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
  const edits = passOn(context, fn, 'value', (name) => `return ${name};`);
  return edits
    ? { edits: [renameLink(link, 'then'), ...edits], accepts: [] }
    : handOver(context, link, 'then', [
        '(fn) => async (value) => {',
        '>await fn(value);',
        '>return value;',
        '}',
      ]);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} handler
 * @param {string} preferred What its parameter is called if it has none.
 * @param {(name: string) => string} write The statement that ends it.
 * @returns {Edit[] | undefined} Waits for what the handler gives, and hands on what it got.
 */
function passOn(context, handler, preferred, write) {
  const { sourceCode } = context;
  const fn = readInline(sourceCode, handler);
  const parameter = fn && readParameter(sourceCode, fn, preferred);
  const isBlock = fn?.body.type === 'BlockStatement';
  const body =
    parameter && surroundBody(context, fn, { keyword: 'await', after: [write(parameter.name)] });
  // A block without `return` gives nothing to wait for.
  return body && [...(isBlock ? [] : makeAsync(fn)), ...parameter.edits, ...body];
}

/**
 * .spread((a, b) => …)  ->  .then((values) => Promise.all(values)).then(([a, b]) => …)
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeSpread(context, link) {
  const [fn, more] = link.arguments;
  if (!fn || more) {
    return refuseLink(context, link);
  }
  const waiting = givesPlainList(link.callee.object)
    ? 'then'
    : `then((values) => Promise.all(values))${breakBefore(context, link)}.then`;
  if (fn.type === 'ArrowFunctionExpression' || fn.type === 'FunctionExpression') {
    const parameters = takeApartParameters(context, fn);
    if (!('refusal' in parameters)) {
      return { edits: [renameLink(link, waiting), ...parameters], accepts: [] };
    }
  }
  return handOver(context, link, waiting, ['(fn) => (values) => fn(...values)']);
}

/**
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {string} The line break before the method, if it begins its line.
 */
function breakBefore({ sourceCode: { text } }, { callee }) {
  const [lead = ''] = /\r?\n[ \t]*\.$/u.exec(text.slice(0, callee.property.range[0])) ?? [];
  return lead.slice(0, -1);
}

/**
 * @param {TSESTree.Node} receiver
 * @returns {boolean} Whether it is fulfilled with a list in which nothing is a promise any more.
 */
function givesPlainList(receiver) {
  return (
    receiver.type === 'CallExpression' &&
    receiver.callee.type === 'MemberExpression' &&
    readKey(receiver.callee) === 'all'
  );
}

/**
 * .get('name')  ->  .then((value) => value.name)
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeGet(context, link) {
  const [key, more] = link.arguments;
  const isName = key?.type === 'Literal' && typeof key.value === 'string';
  const isIndex = key?.type === 'Literal' && typeof key.value === 'number';
  if (!key || more || !(isName || isIndex)) {
    return refuseLink(context, link);
  }
  const member =
    isName && /^[A-Za-z_$][\w$]*$/u.test(String(key.value))
      ? `.${String(key.value)}`
      : `[${key.raw}]`;
  return {
    edits: [renameLink(link, 'then'), replaceRange(key.range, `(value) => value${member}`)],
    accepts: [],
  };
}

/**
 * .call('name', a)  ->  .then((value) => value.name(a))
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeCall(context, link) {
  const { sourceCode } = context;
  const [name, ...args] = link.arguments;
  const isPlain =
    name?.type === 'Literal' &&
    typeof name.value === 'string' &&
    /^[A-Za-z_$][\w$]*$/u.test(name.value);
  if (!isPlain || hasCommentBetween(sourceCode, name.range[0], link.range[1])) {
    return refuseLink(context, link);
  }
  const method = String(name.value);
  if (args.every((arg) => isRestful(sourceCode, arg))) {
    const [first] = args;
    const end = first ? first.range[0] : name.range[1];
    return {
      edits: [
        renameLink(link, 'then'),
        replaceRange([name.range[0], end], `(value) => value.${method}(`),
        insertAfter(args.at(-1)?.range[1] ?? name.range[1], ')'),
      ],
      accepts: [],
    };
  }
  const [first] = args;
  return {
    edits: [
      renameLink(link, 'then'),
      replaceRange(
        [name.range[0], first?.range[0] ?? name.range[1]],
        `((...args) => (value) => value.${method}(...args))(`,
      ),
      insertAfter(args.at(-1)?.range[1] ?? name.range[1], ')'),
    ],
    accepts: [],
  };
}

/**
 * .return(value)  ->  .then(() => value)
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeReturn(context, link) {
  const [value, more] = link.arguments;
  if (more) {
    return refuseLink(context, link);
  }
  if (!value) {
    return {
      edits: [renameLink(link, 'then'), insertBefore(link.range[1] - 1, '() => {}')],
      accepts: [],
    };
  }
  return isRestful(context.sourceCode, value)
    ? {
        edits: [
          renameLink(link, 'then'),
          insertBefore(value.range[0], value.type === 'ObjectExpression' ? '() => (' : '() => '),
          ...(value.type === 'ObjectExpression' ? [insertAfter(value.range[1], ')')] : []),
        ],
        accepts: [],
      }
    : handOver(context, link, 'then', ['(value) => () => value']);
}

/**
 * .throw(error)  ->  .then(() => { throw error; })
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeThrow(context, link) {
  const { sourceCode } = context;
  const [error, more] = link.arguments;
  if (!error || more) {
    return refuseLink(context, link);
  }
  return isRestful(sourceCode, error)
    ? {
        edits: [
          renameLink(link, 'then'),
          insertBefore(
            error.range[0],
            layOut(sourceCode, link.callee.property.range[0], ['() => {', '>throw ']),
          ),
          insertAfter(
            error.range[1],
            layOut(sourceCode, link.callee.property.range[0], [';', '}']),
          ),
        ],
        accepts: [],
      }
    : handOver(context, link, 'then', ['(error) => () => {', '>throw error;', '}']);
}

/**
 * .delay(ms)  ->  .then((value) => new Promise((resolve) => setTimeout(resolve, ms, value)))
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
function writeDelay(context, link) {
  const { sourceCode } = context;
  const [ms, more] = link.arguments;
  if (!ms || more || findVariable(sourceCode, link, 'setTimeout')) {
    return refuseLink(context, link);
  }
  if (ms.type === 'Literal') {
    return {
      edits: [
        renameLink(link, 'then'),
        insertBefore(ms.range[0], '(value) => new Promise((resolve) => setTimeout(resolve, '),
        insertAfter(ms.range[1], ', value))'),
      ],
      accepts: [],
    };
  }
  return handOver(context, link, 'then', [
    '(ms) => (value) => new Promise((resolve) => setTimeout(resolve, ms, value))',
  ]);
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
  return {
    edits: [
      link.arguments.length === 0
        ? replaceRange([end, link.range[1]], '')
        : renameLink(link, 'then'),
    ],
    accepts: ['library-errors'],
  };
}
