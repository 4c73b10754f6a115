/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from '../plan/translator.js' */

import { isCoreModule } from '../../analysis/apis/core-promise-apis.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { isOwnModule } from '../../analysis/environment/project.js';
import { untouchedOrigin } from '../../analysis/modules/replaced-values.js';
import { constantOf, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { isNullish } from '../functions/functions.js';
import { definitionsByName } from '../functions/methods.js';
import { modulesBehind } from '../../analysis/modules/modules-behind.js';
import { isSynchronousLibrary } from '../timing/ticks.js';

/**
 * Methods of what a package has made, which are functions of the package:
 *
 *     const db = new Datastore(file); db.find({}, cb)    this.client = redis.createClient(); this.client.get(id, cb)
 */

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} asking
 * @param {TSESTree.Expression | TSESTree.Super} callee
 * @returns {boolean} Whether it is such a method: that it calls back in a later tick is assumed, as of any function of a
 *   package (`calls-later`).
 */
export function isOfMade(asking, callee) {
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  return (
    callee.type === 'MemberExpression' &&
    key !== undefined &&
    // client.get = stub
    asking.context.isMemberElsewhere?.(key) === false &&
    (definitionsByName(asking.sourceCode).get(key) ?? []).every(({ found }) => found) &&
    isMade(asking, callee.object)
  );
}

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} asking
 * @param {TSESTree.Node | null | undefined} node
 * @param {Set<unknown>} [seen]
 * @returns {boolean} Whether all that it may be is made by functions of packages.
 */
function isMade(asking, node, seen = new Set()) {
  const { sourceCode, context } = asking;
  if (!node || seen.has(node)) {
    return false;
  }
  seen.add(node);
  const areMade = (/** @type {readonly (TSESTree.Node | null | undefined)[]} */ values) => {
    const some = values.filter((each) => !each || !isNullish(each));
    return some.length > 0 && some.every((each) => isMade(asking, each, seen));
  };
  switch (node.type) {
    case 'AssignmentExpression':
      return node.operator === '=' && isMade(asking, node.right, seen);
    case 'CallExpression':
    case 'NewExpression':
      return (
        isMaker(asking, node.callee, seen) && node.arguments.every((each) => isPlain(asking, each))
      );
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      return (
        variable?.defs.every(({ type }) => type === 'Variable') === true &&
        areMade(
          writesOf(variable).map(({ identifier, writeExpr }) =>
            /^(?:AssignmentExpression|VariableDeclarator)$/u.test(identifier.parent?.type ?? '')
              ? /** @type {TSESTree.Node} */ (writeExpr)
              : undefined,
          ),
        )
      );
    }
    case 'MemberExpression': {
      const key = readKey(node);
      const owner = constantOf(sourceCode, node.object) ?? node.object;
      return (
        key !== undefined &&
        owner.type === 'ThisExpression' &&
        context.isMemberElsewhere?.(key) === false &&
        areMade((definitionsByName(sourceCode).get(key) ?? []).map(({ value }) => value))
      );
    }
    default:
      return false;
  }
}

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} asking
 * @param {TSESTree.Node} callee
 * @param {Set<unknown>} seen
 * @returns {boolean} `redis.createClient`, `new Datastore`, `client.db`
 */
function isMaker(asking, callee, seen) {
  const { sourceCode, context } = asking;
  const origin = untouchedOrigin(sourceCode, callee);
  return origin
    ? origin.kind === 'module' &&
        !isCoreModule(origin) &&
        !isOwnModule(origin, context.project) &&
        !isSynchronousLibrary(origin.name)
    : callee.type === 'MemberExpression' && isMade(asking, callee.object, seen);
}

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} asking
 * @param {TSESTree.Node} argument
 * @returns {boolean} Whether the package gets nothing of the project's by it that it may run.
 */
function isPlain({ sourceCode, context }, argument) {
  return [...walk(sourceCode, argument)].every(
    (node) =>
      !isFunction(node) &&
      !/^(?:Class|New|Spread|Super|This)/u.test(node.type) &&
      !isFunction(readFunction(sourceCode, node)) &&
      !modulesBehind(sourceCode, node).some((name) => isOwnModule({ name }, context.project)),
  );
}
