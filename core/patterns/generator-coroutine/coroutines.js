/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Runner } from './runners.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isVisibleOutside, readConstantInit } from '../../analysis/syntax/scopes.js';
import { readRunner } from './runners.js';

/**
 * A generator function and all that the file does with it.
 *
 * @typedef {object} Coroutine
 * @property {FunctionNode} fn
 * @property {Variable | undefined} variable Its name, where it is run by name.
 * @property {Run[]} runs
 * @property {Delegation[]} delegations
 * @property {TSESTree.Node[]} escapes Where the file hands it to somebody else.
 * @property {boolean} isVisible Whether others reach it by its name.
 */

/**
 * @typedef {object} Run
 * @property {Runner} runner
 * @property {'literal' | 'bound' | 'named' | 'object'} form `co(function* () {})`,
 *   `co(function* () {}.bind(this))`, `co(fn)`, `co(fn())`.
 */

/**
 * A call of a generator function by another one, `yield fn()` or `yield* fn()`, on its own or within
 * a yielded literal.
 *
 * @typedef {object} Delegation
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.YieldExpression} yield
 * @property {FunctionNode} from
 */

/** @type {(sourceCode: SourceCodeLike) => readonly Coroutine[]} Every generator function of the file. */
export const coroutinesOf = oncePerFile((sourceCode) => {
  const generators = /** @type {FunctionNode[]} */ ([
    ...nodesOfType(sourceCode, 'FunctionDeclaration'),
    ...nodesOfType(sourceCode, 'FunctionExpression'),
  ]).filter(({ generator, async }) => generator && !async);
  return generators
    .sort((left, right) => left.range[0] - right.range[0])
    .map((fn) => readCoroutine(sourceCode, fn));
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Coroutine | undefined}
 */
export function coroutineOf(sourceCode, fn) {
  return coroutineIndex(sourceCode).byFunction.get(fn);
}

const coroutineIndex = oncePerFile((sourceCode) => {
  const coroutines = coroutinesOf(sourceCode);
  /** @type {Map<TSESTree.Node, Coroutine>} */
  const byName = new Map();
  /** @type {Map<TSESTree.Node, Coroutine>} */
  const byDelegation = new Map();
  for (const coroutine of coroutines.toReversed()) {
    coroutine.variable?.references.forEach(({ identifier }) =>
      byName.set(/** @type {TSESTree.Node} */ (identifier), coroutine),
    );
    coroutine.delegations.forEach(({ call }) => byDelegation.set(call, coroutine));
  }
  return { byFunction: new Map(coroutines.map((each) => [each.fn, each])), byName, byDelegation };
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} call
 * @returns {Coroutine | undefined} The coroutine of the file that the call makes and `yield*` runs.
 */
export function coroutineDelegatedTo(sourceCode, call) {
  return coroutineIndex(sourceCode).byDelegation.get(call);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {Coroutine | undefined} The coroutine of the file that the callee names.
 */
export function coroutineNamedBy(sourceCode, callee) {
  return coroutineIndex(sourceCode).byName.get(callee);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Coroutine}
 */
function readCoroutine(sourceCode, fn) {
  /** @type {Coroutine} */
  const coroutine = {
    fn,
    variable: undefined,
    runs: [],
    delegations: [],
    escapes: [],
    isVisible: false,
  };
  const literal = readLiteralRun(sourceCode, fn);
  if (literal) {
    coroutine.runs.push(literal);
    return coroutine;
  }
  coroutine.variable = variableNaming(sourceCode, fn);
  coroutine.isVisible = coroutine.variable !== undefined && isVisibleOutside(coroutine.variable);
  for (const { identifier } of usesOf(coroutine.variable, fn)) {
    const name = /** @type {TSESTree.Identifier} */ (identifier);
    const use = readUse(sourceCode, name);
    if (!use) {
      coroutine.escapes.push(name);
    } else if ('runner' in use) {
      coroutine.runs.push(use);
    } else {
      coroutine.delegations.push(use);
    }
  }
  return coroutine;
}

/**
 * @param {Variable | undefined} variable
 * @param {FunctionNode} fn
 */
function usesOf(variable, fn) {
  return (variable?.references ?? []).filter(
    (reference) => !(reference.isWriteOnly() && reference.writeExpr === fn),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Run | undefined} The runner that the generator is written into.
 */
function readLiteralRun(sourceCode, fn) {
  const { parent } = fn;
  if (parent?.type === 'CallExpression') {
    const runner = readRunner(sourceCode, parent);
    return runner?.target === fn ? { runner, form: 'literal' } : undefined;
  }
  // co(function* () {}.bind(this))
  if (parent?.type === 'MemberExpression' && readKey(parent) === 'bind' && parent.object === fn) {
    const bind = parent.parent;
    if (bind.type === 'CallExpression' && bind.callee === parent && bind.arguments.length === 1) {
      const runner =
        bind.parent.type === 'CallExpression' ? readRunner(sourceCode, bind.parent) : undefined;
      return runner?.target === bind ? { runner, form: 'bound' } : undefined;
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} The variable that stands for the function and nothing else.
 */
function variableNaming(sourceCode, fn) {
  if (fn.type === 'FunctionDeclaration') {
    const variable = sourceCode
      .getDeclaredVariables(fn)
      .find(({ defs }) => defs.some(({ node, type }) => node === fn && type === 'FunctionName'));
    const isOnly = variable?.defs.length === 1 && !variable.references.some((use) => use.isWrite());
    return isOnly ? variable : undefined;
  }
  if (fn.parent?.type !== 'VariableDeclarator' || fn.id) {
    return undefined;
  }
  const [variable] = sourceCode.getDeclaredVariables(fn.parent);
  return variable && readConstantInit(variable)?.init === fn ? variable : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} name Of a generator function: `load`, `store.load`.
 * @returns {Run | Delegation | undefined} Undefined for a use that lets the generator out of sight.
 */
export function readUse(sourceCode, name) {
  const { parent } = name;
  if (parent?.type !== 'CallExpression') {
    return undefined;
  }
  if (parent.callee !== name) {
    const runner = readRunner(sourceCode, parent);
    return runner?.target === name ? { runner, form: 'named' } : undefined;
  }
  // co(fn())
  if (parent.parent.type === 'CallExpression') {
    const runner = readRunner(sourceCode, parent.parent);
    if (runner?.target === parent && runner.kind === 'co' && runner.args.length === 0) {
      return { runner, form: 'object' };
    }
  }
  return readDelegation(parent);
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {Delegation | undefined}
 */
function readDelegation(call) {
  let node = /** @type {TSESTree.Node} */ (call);
  for (let parent = node.parent; parent; node = parent, parent = parent.parent) {
    switch (parent.type) {
      case 'YieldExpression': {
        const from = enclosingFunction(parent);
        return from && { call, yield: parent, from };
      }
      case 'ArrayExpression':
      case 'ObjectExpression':
        continue;
      case 'Property':
        if (parent.value !== node || parent.method || parent.computed) {
          return undefined;
        }
        continue;
      case 'ConditionalExpression':
        if (parent.test === node) {
          return undefined;
        }
        continue;
      default:
        return undefined;
    }
  }
  return undefined;
}

/**
 * @param {Coroutine} coroutine
 * @returns {TSESTree.Node} What stands for it in reports: the runner's call for a literal, else the function.
 */
export function siteOf({ fn, runs }) {
  const literal = runs.find(({ form }) => form === 'literal' || form === 'bound');
  return literal?.runner.call ?? fn;
}
