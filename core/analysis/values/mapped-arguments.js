/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Variable } from '@typescript-eslint/scope-manager' */

import { isTarget } from '../modules/property-writes.js';
import { readKey } from '../modules/modules.js';
import { writesOf } from '../syntax/scopes.js';

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
      !list.references.some((use) => isWrittenTo(use)))
  );
}

/**
 *     arguments[0] = value    [].shift.call(arguments)    args = arguments; args[0] = value;
 *
 * @param {Reference} reference
 * @param {ReadonlySet<Variable>} [seen]
 * @returns {boolean}
 */
function isWrittenTo({ from, identifier }, seen = new Set()) {
  const { parent } = identifier;
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === identifier && isTarget(parent);
    case 'CallExpression':
      return parent.arguments[0] === identifier && isMover(parent.callee);
    case 'AssignmentExpression':
      return parent.right === identifier && isWrittenThrough(from, parent.left, seen);
    case 'VariableDeclarator':
      return parent.init === identifier && isWrittenThrough(from, parent.id, seen);
    // Code that gets hold of it may write to it at any time.
    case 'ArrayExpression':
    case 'Property':
    case 'ReturnStatement':
      return true;
    default:
      return false;
  }
}

/**
 * @param {Reference['from']} scope
 * @param {TSESTree.Node} holder The object into which `arguments` is put.
 * @param {ReadonlySet<Variable>} seen
 * @returns {boolean}
 */
function isWrittenThrough(scope, holder, seen) {
  switch (holder.type) {
    case 'Identifier': {
      const alias = lookUp(scope, holder.name);
      if (!alias || seen.has(alias)) {
        return !alias;
      }
      const all = new Set([...seen, alias]);
      return alias.references.some((use) => use.isRead() && isWrittenTo(use, all));
    }
    case 'MemberExpression':
      return true;
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
