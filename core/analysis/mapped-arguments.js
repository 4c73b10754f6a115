/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Variable } from '@typescript-eslint/scope-manager' */

import { isTarget } from './property-writes.js';
import { readKey } from './modules.js';
import { writesOf } from './scopes.js';

/** Methods of arrays that put other elements into places. */
const MOVERS = new Set([
  'copyWithin',
  'fill',
  'pop',
  'push',
  'reverse',
  'shift',
  'sort',
  'splice',
  'unshift',
]);

/**
 * @param {Variable} variable A parameter.
 * @returns {boolean} Whether it is what the function was given wherever it is read. In sloppy code that
 *   names its parameters and does nothing else with them, writes to `arguments` are writes to them.
 *
 *       function load(cb) { arguments[0] = once(cb); … }
 */
export function keepsArgument(variable) {
  const list = variable.scope.set.get('arguments');
  return (
    writesOf(variable).length === 0 &&
    (!list ||
      list.defs.length > 0 ||
      variable.scope.isStrict ||
      !('params' in variable.scope.block) ||
      variable.scope.block.params.some(({ type }) => type !== 'Identifier') ||
      !list.references.some(isWrittenTo))
  );
}

/**
 *     arguments[0] = value    [].shift.call(arguments)    const args = arguments; args[0] = value;
 *
 * @param {Reference} reference
 * @returns {boolean}
 */
function isWrittenTo({ from, identifier }) {
  const { parent } = identifier;
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === identifier && isTarget(parent);
    case 'CallExpression':
      return parent.arguments[0] === identifier && isMover(parent.callee);
    case 'VariableDeclarator': {
      const alias =
        parent.id.type === 'Identifier' && parent.init === identifier
          ? lookUp(from, parent.id.name)
          : undefined;
      return alias?.references.some((use) => use.isRead() && isWrittenTo(use)) ?? false;
    }
    default:
      return false;
  }
}

/**
 * @param {Reference['from'] | null} scope
 * @param {string} name
 * @returns {Variable | undefined}
 */
function lookUp(scope, name) {
  for (let each = scope; each; each = each.upper) {
    const variable = each.set.get(name);
    if (variable) {
      return variable;
    }
  }
  return undefined;
}

/**
 * @param {TSESTree.Node} callee
 * @returns {boolean} `[].shift.call`, `Array.prototype.splice.apply`
 */
function isMover(callee) {
  return (
    callee.type === 'MemberExpression' &&
    /^(?:apply|call)$/u.test(readKey(callee) ?? '') &&
    callee.object.type === 'MemberExpression' &&
    MOVERS.has(readKey(callee.object) ?? '')
  );
}
