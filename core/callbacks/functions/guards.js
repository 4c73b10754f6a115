/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Settler } from './settlers.js' */

import { isWithin, nodesWithin } from '../../analysis/syntax/nodes.js';
import { variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { calledName } from './calls-around.js';
import { endsFlow } from '../statements/flow.js';

/**
 * Functions that see to it themselves that they call back once, however often they are called.
 */

/**
 * @typedef {object} Actives
 * @property {SourceCodeLike} sourceCode
 * @property {CallbackFunction} target
 * @property {ReadonlyMap<Variable, Settler>} settlers
 * @property {ReadonlySet<Settler>} atOnce Those that call back before they return.
 * @property {ReadonlyMap<TSESTree.Node, Settler | undefined>} uses Of the callback and of the settlers.
 * @property {Map<FunctionNode, boolean>} guarded What is known of which functions: a function may lie in
 *   several that take a callback, and be guarded for the one of one of them only.
 */

/** Functions that see to it that something is not called any more. */
export const TAKES_BACK = /^(?:abort|cancel|clear|destroy|off$|remove|unsubscribe)/iu;

/**
 *     if (called) return; called = true;        if (--pending) return;        clearTimeout(timer);
 *
 * @param {Actives} actives
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it tests something that others set, or ends what else may call back: then it
 *   may well call back only once.
 */
export function isGuarded(actives, fn) {
  const known = actives.guarded.get(fn) ?? readGuard(actives, fn);
  actives.guarded.set(fn, known);
  return known;
}

/**
 * @param {Actives} actives
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function readGuard(actives, fn) {
  const { guarded, sourceCode, target, uses } = actives;
  const used = [...uses].filter(([use]) => isWithin(use, fn)).map(([, settler]) => settler);
  // A function that calls itself is no reason for its own answer.
  guarded.set(fn, false);
  if (used.every((settler) => settler && settler.fn !== fn && isGuarded(actives, settler.fn))) {
    return true;
  }
  return (
    [...uses.keys()]
      .filter((use) => isWithin(use, fn))
      .every((use) => isAskedFor(actives, use, fn)) ||
    writesOf(target.callback).some(({ identifier }) =>
      isWithin(/** @type {any} */ (identifier), fn),
    ) ||
    nodesWithin(sourceCode, 'CallExpression', fn).some((call) => TAKES_BACK.test(calledName(call)))
  );
}

/**
 *     if (--pending) return; cb(null);    if (!called) cb(err);
 *
 * @param {Actives} actives
 * @param {TSESTree.Node} use
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the use is reached only by way of a test of what others set, or is such a
 *   test.
 */
function isAskedFor({ sourceCode }, use, fn) {
  const asks = (/** @type {TSESTree.Node | null} */ test) =>
    test !== null && asksState(sourceCode, test, fn);
  let child = use;
  for (let { parent } = use; parent && child !== fn; child = parent, { parent } = parent) {
    switch (parent.type) {
      case 'ConditionalExpression':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'IfStatement':
      case 'WhileStatement':
        if (parent.test === child || asks(parent.test)) {
          return true;
        }
        break;
      case 'LogicalExpression':
        if (asks(parent.left)) {
          return true;
        }
        break;
      case 'SwitchStatement':
        if (asks(parent.discriminant)) {
          return true;
        }
        break;
      case 'BlockStatement':
        if (
          parent.body
            .slice(
              0,
              parent.body.findIndex((each) => isWithin(use, each)),
            )
            .some((each) => each.type === 'IfStatement' && asks(each.test) && mayEnd(each))
        ) {
          return true;
        }
        break;
      default:
    }
  }
  return false;
}

/**
 * @param {TSESTree.IfStatement} statement
 * @returns {boolean}
 */
function mayEnd({ consequent, alternate }) {
  return endsFlow(consequent) || (alternate !== null && endsFlow(alternate));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} test
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it asks for a variable from outside the function that is set again, or for
 *   what something from there has.
 */
function asksState(sourceCode, test, fn) {
  return (
    nodesWithin(sourceCode, 'ThisExpression', test).length > 0 ||
    nodesWithin(sourceCode, 'Identifier', test).some((name) => {
      const variable = variableOf(sourceCode, name);
      const isOuter =
        variable?.defs.some((each) => !isWithin(/** @type {TSESTree.Node} */ (each.name), fn)) ===
        true;
      const { parent } = name;
      const isAsked = parent.type === 'MemberExpression' && parent.object === name;
      return isOuter && (isAsked || writesOf(variable).some(({ init }) => !init));
    })
  );
}
