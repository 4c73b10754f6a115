/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ConstantInit } from '../syntax/scopes.js' */

import { isInLoop } from '../flow/control-flow.js';
import { Notes } from '../syntax/facts.js';
import { enclosingFunction } from '../syntax/functions.js';
import { keepsArgument } from './mapped-arguments.js';
import { isWithin } from '../syntax/nodes.js';
import { constantOf, readConstantInit, readsOf, variableOf, writesOf } from '../syntax/scopes.js';

/** Whose statements run one after the other, all or none. */
const LISTS = new Set(['BlockStatement', 'Program', 'StaticBlock']);

/**
 * @param {Variable} variable
 * @returns {boolean} Whether it has one value, from before it is read: no other one in the next turn of
 *   a loop, or in the next call.
 */
export function keepsValue(variable) {
  const [definition, more] = variable.defs;
  const [write, again] = writesOf(variable);
  if (!definition || more || again || !write) {
    return Boolean(definition && !more && !write && keepsArgument(variable));
  }
  const { name, parent, type } = definition;
  const home = enclosingFunction(name);
  return (
    type === 'Variable' &&
    ((write.init === true && parent.kind !== 'var') ||
      (readCertainInit(variable) !== undefined &&
        enclosingFunction(write.identifier) === home &&
        !isInLoop(write.identifier, home)))
  );
}

/** @type {Notes<Variable, boolean>} */
const known = new Notes();

/**
 * @param {Variable} variable
 * @returns {ConstantInit | undefined} The one expression that the variable stands for wherever it is read:
 *   not before it gets it, nor where it gets it on some ways only.
 *
 *       if (verbose) handler = log;
 */
export function readCertainInit(variable) {
  const constant = readConstantInit(variable);
  if (!constant) {
    return undefined;
  }
  const isCertain = known.get(variable) ?? isSetFirst(variable, constant.init);
  known.set(variable, isCertain);
  return isCertain ? constant : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Expression | undefined} That expression, where the node is the variable's name and
 *   the variable stands for all of it.
 */
export function certainValue(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  return variable && readCertainInit(variable) ? constantOf(sourceCode, node) : undefined;
}

/**
 * @param {Variable} variable
 * @param {TSESTree.Expression} init
 * @returns {boolean} Whether it is set before it is read, as far as the order of statements shows: other
 *   functions are taken to run once the statements around them have.
 */
function isSetFirst(variable, init) {
  const { parent } = init;
  const isDeclared = parent.type === 'VariableDeclarator';
  if (isDeclared && parent.parent.kind !== 'var') {
    // An earlier read throws.
    return true;
  }
  const statement = /** @type {TSESTree.Node} */ (parent.parent);
  const holder = /** @type {TSESTree.Node} */ (statement.parent);
  const list = holder.type === 'ExportNamedDeclaration' ? holder.parent : holder;
  if (!LISTS.has(list.type)) {
    return false;
  }
  const home = enclosingFunction(statement);
  const isWhole = home ? list === home.body : list.type === 'Program';
  const declaredIn = enclosingFunction(/** @type {TSESTree.Node} */ (variable.defs[0]?.name));
  return readsOf(variable).every(
    ({ identifier }) =>
      (isWithin(identifier, list) && identifier.range[0] >= statement.range[1]) ||
      (isWhole && declaredIn === home && enclosingFunction(identifier) !== home),
  );
}
