/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Pattern, PatternContext, Plan, Refusal, Site } from '../contract/pattern.js' */
/** @import { Edit } from '../edits/edit.js' */
/** @import { Layer } from '../promises/layers.js' */

import { withoutCasts } from '../analysis/syntax/casts.js';
import { readExecutor, readSettlement } from '../analysis/promises/executors.js';
import { classifyPromise } from '../analysis/promises/promises.js';
import { constantOf, isVisibleOutside, variableOf } from '../analysis/syntax/scopes.js';
import { mayThrow } from '../analysis/flow/throwing.js';
import { keepDeclaredType } from '../edits/declared-types.js';
import { needsParenthesesAsInitialiser } from '../edits/parentheses.js';
import { hasCommentBetween, textOf } from '../edits/trivia.js';
import { planBlock } from './promise-wrapped-await/blocks.js';
import { planStatements } from './promise-wrapped-await/statements.js';
import { readLayer, readTypeArgument, refuseCast, refuseLayer } from '../promises/layers.js';
import { leaveValue, throwValue } from '../edits/unwrap.js';

/**
 * `await` of a promise that is only made around a value:
 *
 *     await new Promise((resolve) => resolve(value))    await (async () => value)()
 *     await Promise.resolve(value)                      await value.then((result) => result)
 *
 * `await value` gives the same. `await` treats a value as `Promise.resolve` does, and as
 * a resolving function treats one that is no native promise: all of them call the `then` of a thenable
 * once, in a job of its own.
 *
 * - https://tc39.es/ecma262/#await, https://tc39.es/ecma262/#sec-promise-resolve,
 *   https://tc39.es/ecma262/#sec-promise-resolve-functions
 * - A native promise that a resolving function is given costs two more ticks and a job; `await`
 *   takes it as it is: https://v8.dev/blog/fast-async.
 *
 * One thing differs: an executor, and an async function, catch an exception in the evaluation of the value
 * and reject, so that `await` throws it a tick later. Without them it is thrown at once, at the same
 * place. `Promise.resolve(value)` evaluates its argument outside, so even that is the same.
 *
 * @type {Pattern}
 */
export const promiseWrappedAwait = {
  name: 'promise-wrapped-await',
  words: /\bPromise\b|\bthen\b|\(\s*async\b|\bawait\s+async\b/u,
  visit: { AwaitExpression: findSites },
};

/**
 * @param {TSESTree.AwaitExpression} node
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSites(node, context) {
  const block = planBlock(context, node);
  if (block) {
    return [{ node: node.argument, kind: 'async-function', ...block }];
  }
  // A person may have written it for the names that it keeps to itself: no rule reports it.
  const statements = planStatements(context, node);
  if (statements) {
    return [{ node: node.argument, kind: 'async-statements', plan: statements }];
  }
  const rejecting = findRejection(context, node);
  if (rejecting) {
    return [rejecting];
  }
  const isUsed = node.parent.type !== 'ExpressionStatement';
  const promise = /** @type {TSESTree.Expression} */ (withoutCasts(node.argument));
  const { layers, types, refusal } = peel(context, promise, isUsed, node);
  const cast = layers.length > 0 ? refuseCast(context, node.argument, promise, isUsed) : undefined;
  if (cast) {
    return [{ node: node.argument, kind: kindOf(layers), refusal: cast }];
  }
  const value = layers.length > 0 ? layers.at(-1)?.value : node.argument;
  const declared = value?.type === 'Identifier' ? findDeclared(context, value) : undefined;
  return [
    ...(layers.length > 0 || refusal ? [awaitedSite(context, node, layers, types, refusal)] : []),
    ...(declared ? [declared] : []),
  ];
}

/**
 * @typedef {object} Peeled
 * @property {Layer[]} layers The layers that can be taken off, the outermost first.
 * @property {Edit[]} types Declare elsewhere the type that the outermost declares.
 * @property {{ layer: Layer, reason: Refusal } | undefined} refusal Why the next cannot.
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} promise
 * @param {boolean} isUsed Whether anything is done with the awaited value.
 * @param {TSESTree.AwaitExpression} [place] Where a type may be declared that the promise declares.
 * @returns {Peeled}
 */
function peel(context, promise, isUsed, place) {
  /** @type {Layer[]} */
  const layers = [];
  /** @type {Edit[]} */
  let types = [];
  for (let node = /** @type {TSESTree.Expression | undefined} */ (promise); node;) {
    const layer = readLayer(context, node);
    const isOutermost = layers.length === 0;
    const kept =
      layer && isUsed && isOutermost && place ? keepType(context, layer, place) : undefined;
    const reason = layer && refuseLayer(context, layer, isUsed && !kept);
    if (reason) {
      return { layers, types, refusal: { layer, reason } };
    }
    types = kept ?? types;
    if (!layer) {
      break;
    }
    layers.push(layer);
    node = layer.value;
  }
  return { layers, types, refusal: undefined };
}

/**
 *     const user = await new Promise<User>((resolve) => resolve(find(id)));
 *       ->  const user: User = await find(id);
 *
 * @param {PatternContext} context
 * @param {Layer} layer The outermost.
 * @param {TSESTree.AwaitExpression} place
 * @returns {Edit[] | undefined} Undefined where it declares no type, or one that has no other place.
 */
function keepType({ sourceCode }, { node, value }, place) {
  const type = readTypeArgument(node);
  return type && keepDeclaredType(sourceCode, { type, place, value });
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.AwaitExpression} node
 * @param {Layer[]} layers
 * @param {readonly Edit[]} types
 * @param {Peeled['refusal']} refusal
 * @returns {Site}
 */
function awaitedSite({ sourceCode }, node, layers, types, refusal) {
  if (layers.length === 0 && refusal) {
    return { node: node.argument, kind: refusal.layer.kind, refusal: refusal.reason };
  }
  return {
    node: node.argument,
    kind: kindOf(layers),
    plan: {
      edits: [...leaveValue(sourceCode, node.argument, layers.at(-1)?.value), ...types],
      ...termsOf(layers),
      safe: isExact(sourceCode, layers),
    },
  };
}

/**
 * @param {readonly Layer[]} layers
 * @returns {Layer['kind']} The costliest of them; `Promise.resolve` costs least.
 */
function kindOf(layers) {
  return layers.find(({ kind }) => kind !== 'resolve')?.kind ?? 'resolve';
}

/**
 * @param {readonly Layer[]} layers
 * @returns {Pick<Plan, 'assumes'>}
 */
function termsOf(layers) {
  return { assumes: [...new Set(layers.flatMap(({ assumes }) => assumes))] };
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {readonly Layer[]} layers
 * @returns {boolean} Whether nothing can tell the value from the promise but by counting ticks.
 */
function isExact(sourceCode, layers) {
  const value = layers.at(-1)?.value;
  const isCaught = layers.some(({ fn }) => fn);
  return (
    layers.every(({ assumes }) => assumes.length === 0) &&
    !(isCaught && value && mayThrow(sourceCode, value))
  );
}

/**
 *     await new Promise((_, reject) => reject(error));  ->  throw error;
 *
 * @param {PatternContext} context
 * @param {TSESTree.AwaitExpression} node
 * @returns {Site | undefined} Where a statement may stand.
 */
function findRejection(context, node) {
  const { sourceCode } = context;
  const { argument, parent } = node;
  if (parent.type !== 'ExpressionStatement' && parent.type !== 'ReturnStatement') {
    return undefined;
  }
  const executor = readExecutor(sourceCode, withoutCasts(argument));
  const settlement = executor && readSettlement(executor);
  if (!executor || settlement?.settles !== 'reject') {
    return undefined;
  }
  const { value } = settlement;
  /** @type {Layer} */
  const layer = { kind: 'constructor', node: argument, value, fn: executor.fn, assumes: [] };
  const { edits, gaps } = throwValue(sourceCode, parent, node, value);
  const hasComment = gaps.some(([start, end]) => hasCommentBetween(sourceCode, start, end));
  const refusal = hasComment
    ? /** @type {Refusal} */ ({ reason: 'comment-in-the-way' })
    : refuseLayer(context, layer, false);
  return {
    node: argument,
    kind: 'constructor',
    ...(refusal ? { refusal } : { plan: { edits, safe: false, assumes: [] } }),
  };
}

/**
 *     const promise = Promise.resolve(value); … await promise
 *
 * The value is evaluated where the promise was made and waited for where the promise was: a thenable
 * would be asked later, and as often as it is awaited, so the value has to be known unless the next
 * statement begins with the only `await`.
 *
 * @param {PatternContext} context
 * @param {TSESTree.Identifier} name Awaited.
 * @returns {Site | undefined} At the first of the awaits only.
 */
function findDeclared(context, name) {
  const { sourceCode } = context;
  const variable = variableOf(sourceCode, name);
  const init = constantOf(sourceCode, name);
  if (!variable || init?.parent.type !== 'VariableDeclarator' || isVisibleOutside(variable)) {
    return undefined;
  }
  const { layers, refusal } = peel(context, init, true);
  const outermost = layers[0] ?? refusal?.layer;
  if (!outermost || !isOnlyAwaited(context, variable, name)) {
    return undefined;
  }
  const reason =
    layers.length === 0 ? refusal?.reason : refuseLater(context, init, layers, variable);
  const kind = layers.length === 0 ? outermost.kind : kindOf(layers);
  if (reason) {
    return { node: init, kind, refusal: reason };
  }
  return {
    node: init,
    kind,
    plan: {
      edits: leaveValue(sourceCode, init, layers.at(-1)?.value, needsParenthesesAsInitialiser),
      ...termsOf(layers),
      safe: isExact(sourceCode, layers),
    },
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} init
 * @param {readonly Layer[]} layers
 * @param {Variable} variable
 * @returns {Refusal | undefined} Why the value cannot wait until it is awaited.
 */
function refuseLater({ sourceCode }, init, layers, variable) {
  const value = layers.at(-1)?.value;
  const isCaught = layers.some(({ fn }) => fn);
  const declarator = /** @type {TSESTree.VariableDeclarator} */ (init.parent);
  if (declarator.id.typeAnnotation) {
    const { typeAnnotation } = declarator.id.typeAnnotation;
    return { reason: 'type-lost', subject: `\`${textOf(sourceCode, typeAnnotation)}\`` };
  }
  if (!value || isAwaitedAtOnce(declarator, variable, isCaught)) {
    return undefined;
  }
  const isKnown = classifyPromise(sourceCode, value) !== 'unknown';
  return isKnown && !(isCaught && mayThrow(sourceCode, value))
    ? undefined
    : { reason: 'awaited-later', subject: `\`${textOf(sourceCode, value)}\`` };
}

/**
 *     const promise = …;
 *     const result = await promise;
 *
 * @param {TSESTree.VariableDeclarator} declarator
 * @param {Variable} variable
 * @param {boolean} isCaught Whether a rejection is made of what the declaration throws: a `try` around the
 *   `await` catches that, too.
 * @returns {boolean} Whether nothing runs between the declaration and the only `await`.
 */
function isAwaitedAtOnce(declarator, { references }, isCaught) {
  const declaration = /** @type {TSESTree.VariableDeclaration} */ (declarator.parent);
  const { parent: block } = declaration;
  const [use, ...more] = references.filter(({ init }) => !init);
  if (
    !use ||
    more.length > 0 ||
    declaration.declarations.at(-1) !== declarator ||
    (block.type !== 'BlockStatement' && block.type !== 'Program')
  ) {
    return false;
  }
  const next = block.body.slice(block.body.indexOf(declaration) + 1).find(isEvaluated);
  const first =
    next && firstEvaluated(next.type === 'TryStatement' && !isCaught ? next.block.body[0] : next);
  return first?.type === 'AwaitExpression' && first.argument === use.identifier;
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether anything happens there: not where functions, or variables without a value
 *   of their own, are declared.
 */
function isEvaluated(statement) {
  return statement.type === 'VariableDeclaration'
    ? statement.declarations.some(({ init }) => init)
    : statement.type !== 'FunctionDeclaration';
}

/**
 * @param {TSESTree.Node | undefined} statement
 * @returns {TSESTree.Node | null | undefined} The expression that a statement begins with.
 */
function firstEvaluated(statement) {
  switch (statement?.type) {
    case 'ReturnStatement':
      return statement.argument;
    case 'ExpressionStatement': {
      const { expression } = statement;
      return expression.type === 'AssignmentExpression' &&
        expression.operator === '=' &&
        expression.left.type === 'Identifier'
        ? expression.right
        : expression;
    }
    case 'VariableDeclaration':
      return statement.declarations[0]?.init;
    default:
      return undefined;
  }
}

/** Layers between a name and the `await` around it that are looked through. */
const MAX_NESTING = 12;

/**
 * @param {PatternContext} context
 * @param {Variable} variable
 * @param {TSESTree.Identifier} first
 * @returns {boolean} Whether every use of the variable is awaited, and the given one is the first.
 */
function isOnlyAwaited(context, { references }, first) {
  const uses = references
    .filter(({ init }) => !init)
    .map(({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier));
  const start = Math.min(...uses.map(({ range }) => range[0]));
  return start === first.range[0] && uses.every((use) => isAwaited(context, use));
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Identifier} use
 * @returns {boolean} Whether the use is what an `await` waits for, through further wrapping.
 */
function isAwaited(context, use) {
  let node = /** @type {TSESTree.Node} */ (use);
  for (let depth = 0; depth < MAX_NESTING && node.parent; depth++) {
    node = node.parent;
    if (node.type === 'AwaitExpression') {
      const { layers } = peel(context, node.argument, true);
      return (layers.length > 0 ? layers.at(-1)?.value : node.argument) === use;
    }
  }
  return false;
}
