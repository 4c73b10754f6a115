/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { Origin } from '../modules/modules.js' */

import { withoutCasts } from '../syntax/casts.js';
import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { enclosingFunction, isFunction } from '../syntax/functions.js';
import { moduleReferences } from '../modules/module-references.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { constantOf, globalReferences, moduleScope, variableOf } from '../syntax/scopes.js';
import { mentionsPromise } from '../flow/signs.js';

/**
 * @typedef {object} Promisifier
 * @property {'promisify' | 'promisify-all' | 'hand-rolled'} kind
 * @property {boolean} isCore Whether it is Node's own, `util.promisify`.
 */

/** The names of the function in packages; the empty name is the package itself. */
export const PROMISIFIERS = new Map([
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
  const call = withoutCasts(constantOf(sourceCode, callee) ?? callee);
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
    return isPromisifier(origin)
      ? {
          kind:
            /All$/u.test(origin.path.at(-1) ?? '') || origin.name === 'thenify-all'
              ? 'promisify-all'
              : 'promisify',
          isCore: origin.name === 'util',
        }
      : undefined;
  }
  return isHandRolled(sourceCode, call.callee) ? { kind: 'hand-rolled', isCore: false } : undefined;
}

/**
 * @param {Origin} origin
 * @returns {boolean}
 */
function isPromisifier({ name, path }) {
  return PROMISIFIERS.get(name)?.includes(path.join('.')) ?? false;
}

/**
 * The calls that may promisify, from the functions that do: of packages by their imports, of the file
 * by the promises that they make.
 *
 * @type {(sourceCode: SourceCodeLike) => readonly TSESTree.CallExpression[]}
 */
export const promisifyingCalls = oncePerFile((sourceCode) => {
  const callees = moduleReferences(sourceCode, PROMISIFIERS)
    .filter(({ origin }) => isPromisifier(origin))
    .map(({ value }) => value);
  for (const fn of functionsReturningPromisified(sourceCode)) {
    for (const { references } of variablesFor(sourceCode, fn)) {
      callees.push(.../** @type {TSESTree.Node[]} */ (references.map((use) => use.identifier)));
    }
  }
  return callees.flatMap((callee) => {
    const { parent } = callee;
    return parent?.type === 'CallExpression' && parent.callee === callee ? [parent] : [];
  });
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {FunctionNode[]} Functions that return a function that returns a `new Promise`, be it the
 *   global one or that of the file.
 */
function functionsReturningPromisified(sourceCode) {
  if (!mentionsPromise(sourceCode)) {
    return [];
  }
  /** @type {Set<FunctionNode>} */
  const functions = new Set();
  /** @param {{ parent?: TSESTree.Node | undefined }} name */
  const add = ({ parent }) => {
    const inner = parent?.type === 'NewExpression' ? functionReturning(parent) : undefined;
    const outer = inner && functionReturning(inner);
    if (outer) {
      functions.add(outer);
    }
  };
  globalReferences(sourceCode, 'Promise').forEach(add);
  const shadow = moduleScope(sourceCode).set.get('Promise');
  shadow?.references.forEach(({ identifier }) => add(identifier));
  return [...functions];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {readonly Variable[]} Those that may stand for the function.
 */
function variablesFor(sourceCode, fn) {
  const { parent } = fn;
  const assigned = parent?.type === 'AssignmentExpression' && variableOf(sourceCode, parent.left);
  return [
    ...sourceCode.getDeclaredVariables(fn).filter(({ defs }) => defs[0]?.type === 'FunctionName'),
    ...(parent?.type === 'VariableDeclarator' ? sourceCode.getDeclaredVariables(parent) : []),
    ...(assigned ? [assigned] : []),
  ];
}

/**
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function that the node is the result of.
 */
function functionReturning(node) {
  const { parent } = node;
  if (parent?.type === 'ReturnStatement') {
    return enclosingFunction(parent);
  }
  return parent?.type === 'ArrowFunctionExpression' && parent.body === node ? parent : undefined;
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
