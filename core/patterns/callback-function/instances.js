/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ImportedCallback } from '../../contract/pattern.js' */
/** @import { Translator } from './translator.js' */

import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { findVariable, writesOf } from '../../analysis/scopes.js';

/**
 * Methods of what a file makes of another file's class, which the plan of the project knows:
 *
 *     const store = new Store(); store.open(file, (err) => …)
 */

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {ImportedCallback | undefined}
 */
export function readInstanceMethod({ sourceCode, context }, { callee, arguments: given }) {
  const name = callee.type === 'MemberExpression' && !callee.optional ? readKey(callee) : undefined;
  const object = callee.type === 'MemberExpression' ? callee.object : undefined;
  const variable =
    object?.type === 'Identifier' ? findVariable(sourceCode, object, object.name) : undefined;
  const isLocal = variable?.defs.every(({ type }) => type === 'Variable') === true;
  if (name === undefined || !variable || !isLocal || !context.importedMethod) {
    return undefined;
  }
  const origins = writesOf(variable).map(({ writeExpr }) =>
    writeExpr?.type === 'NewExpression'
      ? resolveOrigin(sourceCode, /** @type {TSESTree.NewExpression} */ (writeExpr).callee)
      : undefined,
  );
  const [origin] = origins;
  const isOneClass = origins.every(
    (each) =>
      each?.kind === 'module' &&
      each.name === origin?.name &&
      each.path.join('.') === origin.path.join('.'),
  );
  if (!origin || !isOneClass || isReplaced(sourceCode, name)) {
    return undefined;
  }
  const found = context.importedMethod(origin.name, origin.path, name);
  return found?.index === given.length - 1 ? found : undefined;
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {string} name
 * @returns {boolean} `store.open = …`
 */
function isReplaced(sourceCode, name) {
  return nodesOfType(sourceCode, 'AssignmentExpression').some(
    ({ left }) => left.type === 'MemberExpression' && (readKey(left) ?? name) === name,
  );
}
