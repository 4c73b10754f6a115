/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { FunctionNode } from './functions.js' */
/** @import { Origin } from './modules.js' */

import { readFunction } from './definitions.js';
import { isFunction } from './functions.js';
import { readKey, resolveOrigin } from './modules.js';
import { findVariable, readConstantInit } from './scopes.js';

/**
 * @typedef {object} Promisifier
 * @property {'promisify' | 'promisify-all' | 'hand-rolled'} kind
 * @property {boolean} isCore Whether it is Node's own, `util.promisify`.
 */

/** What packages name the function; the empty name is the package itself. */
const PROMISIFIERS = new Map([
  ['util', ['promisify']],
  ['util.promisify', ['']],
  ['bluebird', ['promisify', 'promisifyAll', 'Promise.promisify', 'Promise.promisifyAll']],
  ['denodeify', ['']],
  ['es6-promisify', ['', 'promisify']],
  ['pify', ['']],
  ['q', ['denodeify', 'nfbind', 'promisify']],
  ['rsvp', ['denodeify']],
  ['thenify', ['']],
  ['thenify-all', ['']],
  ['@google-cloud/promisify', ['promisify', 'promisifyAll']],
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {Origin | undefined} Of the function itself, where the callee is a promisified one:
 *   `const gzip = promisify(zlib.gzip)`.
 */
export function resolveCallee(sourceCode, callee) {
  // (0, gzip)(data)
  if (callee.type === 'SequenceExpression') {
    return resolveCallee(sourceCode, /** @type {TSESTree.Node} */ (callee.expressions.at(-1)));
  }
  const variable =
    callee.type === 'Identifier' ? findVariable(sourceCode, callee, callee.name) : undefined;
  const made = variable ? readConstantInit(variable) : undefined;
  const call = made && made.keys.length === 0 ? made.init : callee;
  const [target] = call.type === 'CallExpression' ? call.arguments : [];
  return call.type === 'CallExpression' && target && readPromisifier(sourceCode, call)
    ? resolveOrigin(sourceCode, target)
    : resolveOrigin(sourceCode, callee);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {Promisifier | undefined}
 */
export function readPromisifier(sourceCode, call) {
  if (!looksLikePromisifier(call)) {
    return undefined;
  }
  const origin = resolveOrigin(sourceCode, call.callee);
  if (origin?.kind === 'module') {
    const name = origin.path.join('.');
    return PROMISIFIERS.get(origin.name)?.includes(name)
      ? {
          kind: /All$/u.test(name) || origin.name === 'thenify-all' ? 'promisify-all' : 'promisify',
          isCore: origin.name === 'util',
        }
      : undefined;
  }
  return isHandRolled(sourceCode, call.callee) ? { kind: 'hand-rolled', isCore: false } : undefined;
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} A cheap test before anything is resolved.
 */
function looksLikePromisifier({ callee, arguments: { length } }) {
  return (
    length > 0 &&
    (callee.type === 'Identifier' ||
      callee.type === 'SequenceExpression' ||
      (callee.type === 'MemberExpression' &&
        /promisif|denodeify|nfbind|default/u.test(readKey(callee) ?? '')))
  );
}

/**
 *     function promisify(fn) {
 *       return (...args) => new Promise((resolve, reject) => { fn(...args, callback); });
 *     }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} callee
 * @returns {boolean}
 */
function isHandRolled(sourceCode, callee) {
  const outer = readFunction(sourceCode, callee);
  const wrapped = outer?.params[0];
  const inner = outer && returnedBy(outer);
  const promise = isFunction(inner) ? returnedBy(inner) : undefined;
  return Boolean(
    wrapped?.type === 'Identifier' &&
    promise?.type === 'NewExpression' &&
    promise.callee.type === 'Identifier' &&
    promise.callee.name === 'Promise' &&
    sourceCode
      .getDeclaredVariables(/** @type {TSESTree.Node} */ (outer))
      .some(
        ({ identifiers, references }) =>
          identifiers.includes(wrapped) &&
          references.some(({ identifier }) => isCalled(identifier, promise)),
      ),
  );
}

/**
 * @param {TSESTree.Node} identifier
 * @param {TSESTree.Node} promise
 * @returns {boolean} Whether it is the callee, or what `call` and `apply` are taken of, within the
 *   promise's executor.
 */
function isCalled(identifier, promise) {
  const { parent } = identifier;
  const isCallee = parent?.type === 'CallExpression' && parent.callee === identifier;
  const isApplied = parent?.type === 'MemberExpression' && parent.parent.type === 'CallExpression';
  return (
    (isCallee || isApplied) &&
    identifier.range[0] > promise.range[0] &&
    identifier.range[1] < promise.range[1]
  );
}

/**
 * @param {FunctionNode} node
 * @returns {TSESTree.Node | undefined} What the function's last statement returns.
 */
function returnedBy({ body }) {
  if (body.type !== 'BlockStatement') {
    return body;
  }
  const last = body.body.at(-1);
  return last?.type === 'ReturnStatement' ? (last.argument ?? undefined) : undefined;
}
