/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { CoreApi } from '../../analysis/apis/core-promise-apis.js' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { RefusalReason } from '../../contract/refusals.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { readKey } from '../../analysis/modules/modules.js';
import { textOf } from '../../edits/trivia.js';

/**
 * Functions that are known by their names, beside those of Node's own modules.
 */

/**
 * Methods that take functions which are no error-first callbacks, whatever these look like, and what
 * they do with them.
 *
 * @type {ReadonlyMap<string, RefusalReason>}
 */
export const NOT_ERROR_FIRST = new Map([
  ...reasonFor('parallel-loop', 'each every filter find findIndex flatMap forEach map'),
  ...reasonFor('parallel-loop', 'reduce reduceRight some sort'),
  ...reasonFor('callback-escapes', 'push unshift'),
  ...reasonFor('callee-unsupported', 'apply bind call'),
  ...reasonFor('callback-in-listener', 'addEventListener addListener on once prependListener'),
  ...reasonFor('callback-in-listener', 'prependOnceListener'),
  ...reasonFor('not-error-first', 'catch emit finally off pipe removeListener replace'),
  ...reasonFor('not-error-first', 'setInterval setTimeout subscribe tap then use'),
]);

/** Methods of lists, sets and maps that keep what they get, by how many arguments they take then. */
const KEEPING = new Map([
  ['add', 1],
  ['concat', 1],
  ['push', 1],
  ['set', 2],
  ['unshift', 1],
]);

/** Functions that call what they get whenever something happens: `fs.watch(file, () => …)`. */
const REPEATING =
  /^(?:createServer|observe|schedule|setInterval|subscribe|watch|watchFile|(?:add|register|set)\w*(?:Handler|Hook|Listener|Observer|Subscriber))$/u;

/** Names of methods that call back for each of several things, or each time: `eachRow`, `onChange`, `listenTo`. */
const SPEAKS_AGAINST_ONCE = /^(?:each|every|forEach|listen|observe|on|subscribe|watch)[A-Z_]\w*$/u;

/**
 *     waiting.push(cb);        pending.set(id, cb);
 *
 * @param {string} name Of a method.
 * @param {number} count Of its arguments.
 * @returns {boolean} Whether who calls what it gets, and how often, is up to others.
 */
export function keepsGiven(name, count) {
  return KEEPING.get(name) === count;
}

/**
 * @param {string} name Of a function.
 * @returns {boolean} Whether it calls what it gets again and again.
 */
export function callsRepeatedly(name) {
  return REPEATING.test(name);
}

/** Receivers whose `exists` is that of files, which gives its callback no error: `fs`, `this.vfs`, `path`. */
const OF_FILES = /fs$|^path$|files?(?:system)?$/iu;

/**
 * @param {TSESTree.MemberExpression} callee
 * @param {string} name Its own.
 * @param {number} count Of the arguments of the call.
 * @returns {RefusalReason | undefined} Why nobody can wait for what it calls back.
 */
export function readUnfitMethod({ object }, name, count) {
  const known = NOT_ERROR_FIRST.get(name);
  if (known !== undefined) {
    return known;
  }
  if (keepsGiven(name, count)) {
    return 'callback-escapes';
  }
  if (callsRepeatedly(name) || (name === 'exists' && OF_FILES.test(lastNameOf(object)))) {
    return 'not-error-first';
  }
  return SPEAKS_AGAINST_ONCE.test(name) ? 'called-repeatedly' : undefined;
}

/**
 * @param {TSESTree.Expression} object
 * @returns {string} `fs` of `this.fs` and of `fs`.
 */
function lastNameOf(object) {
  return object.type === 'Identifier'
    ? object.name
    : object.type === 'MemberExpression'
      ? (readKey(object) ?? '')
      : '';
}

/**
 * @param {RefusalReason} reason
 * @param {string} names
 * @returns {[string, RefusalReason][]}
 */
function reasonFor(reason, names) {
  return names.split(' ').map((name) => [name, reason]);
}

export const GLOBALS = new Set(['addEventListener', 'setInterval', 'setTimeout']);

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `stream.on('end', () => …)`
 */
export function isListening({ callee }) {
  return (
    callee.type === 'MemberExpression' &&
    NOT_ERROR_FIRST.get(readKey(callee) ?? '') === 'callback-in-listener'
  );
}

/** Modules that have what `fs` has, under the same names. */
export const FS_TWINS = new Set(['fs-extra', 'graceful-fs', 'original-fs']);

/**
 * @param {Origin | undefined} origin
 * @returns {CoreApi | undefined} The function of `fs` that it stands in for; what promisifies by a
 *   custom form there need not have one here.
 */
export function readFsTwin(origin) {
  if (origin?.kind !== 'module' || !FS_TWINS.has(origin.name)) {
    return undefined;
  }
  const core = coreApi({ ...origin, name: 'fs' });
  return typeof core?.results === 'object' ? undefined : core;
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
export function isExists(origin) {
  return (
    origin?.kind === 'module' &&
    (origin.name === 'fs' || FS_TWINS.has(origin.name)) &&
    origin.path.length === 1 &&
    origin.path[0] === 'exists'
  );
}

/**
 * @param {Pick<PatternContext, 'options' | 'sourceCode'>} context
 * @param {TSESTree.Node} callee
 * @param {Origin | undefined} origin
 * @returns {boolean} Whether the user says of the function that it is error-first.
 */
export function isListed({ options: { callbacks, promises }, sourceCode }, callee, origin) {
  return (
    isNamed(callbacks, sourceCode, callee, origin) || isNamed(promises, sourceCode, callee, origin)
  );
}

/**
 * @param {Pick<PatternContext, 'options' | 'sourceCode'>} context
 * @param {TSESTree.Node} callee
 * @param {Origin | undefined} origin
 * @returns {boolean} Whether the user says that it gives a promise where the callback is left out.
 */
export function isListedPromise({ options: { promises }, sourceCode }, callee, origin) {
  return isNamed(promises, sourceCode, callee, origin);
}

/**
 * @param {ReadonlySet<string>} names As `--callbacks` and `--promises` take them.
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
function isNamed(names, sourceCode, callee, origin) {
  return (
    names.size > 0 &&
    ((origin?.kind === 'module' && names.has([origin.name, ...origin.path].join('.'))) ||
      names.has(textOf(sourceCode, callee)) ||
      (callee.type === 'MemberExpression' && names.has(`*.${readKey(callee) ?? ''}`)))
  );
}

/** Functions within whose calls something holds: a context, a transaction, an order of statements. */
const SCOPE =
  /^(?:act|activate|atomic|batch|continueTrace|exit|intercept|lock|measure|parallelize|run(?:(?:And|In|With|Out)[A-Z]\w*)?|scoped?|serialize|session|start(?:[A-Z]\w*)?(?:Segment|Span|Transaction)|suspend|synchronized|trace|transact(?:ion)?|untracked|with(?:in|[A-Z]\w*)?)$/u;

/**
 *     storage.run(context, () => …);        db.serialize(() => …);
 *
 * @param {string} name Of a function that is given a callback which takes nothing.
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether what the callback does may depend on where it is called, which what stands
 *   behind a wait would not be. A statement says what is to be done: `db.run('DELETE …', () => …)`.
 */
export function opensScope(name, { arguments: [first] }) {
  return SCOPE.test(name) && !(first && isStatement(first));
}

/** Several words, or one in capitals. */
const OF_SQL = /\S\s+\S|^\s*[A-Z]+;?\s*$/u;

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a text as databases take it: `storage.run('request 5', () => …)` is rare enough.
 */
function isStatement(node) {
  return node.type === 'TemplateLiteral'
    ? node.quasis.some(({ value }) => OF_SQL.test(value.raw))
    : node.type === 'Literal' && typeof node.value === 'string' && OF_SQL.test(node.value);
}
