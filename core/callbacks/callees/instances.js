/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ClassMethod, ImportedCallback } from '../../contract/pattern.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { variableOf, writesOf } from '../../analysis/syntax/scopes.js';

/**
 * Methods of what a file makes of another file's class, which the plan of the project knows:
 *
 *     const store = new Store(); store.open(file, (err) => …)    new Store().open(file, (err) => …)
 */

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {ImportedCallback | undefined}
 */
export function readInstanceMethod(translator, call) {
  const method = nameMethod(translator, call);
  const found = method && translator.context.importedMethod?.(...method);
  return found?.index === call.arguments.length - 1 ? found : undefined;
}

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {ClassMethod | undefined} Of the one class that the object is known to be of.
 */
export function readClassMethod(translator, call) {
  const method = nameMethod(translator, call);
  return method && translator.context.classMethod?.(...method);
}

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {[specifier: string, keys: readonly string[], name: string] | undefined} Which class of which
 *   module has the method.
 */
function nameMethod({ sourceCode }, { callee }) {
  const name = callee.type === 'MemberExpression' && !callee.optional ? readKey(callee) : undefined;
  const object = callee.type === 'MemberExpression' ? callee.object : undefined;
  const variable = variableOf(sourceCode, object);
  const isLocal = variable?.defs.every(({ type }) => type === 'Variable') === true;
  const made = isLocal ? writesOf(variable).map(({ writeExpr }) => writeExpr) : [object];
  const origins = made.map((each) =>
    each?.type === 'NewExpression'
      ? resolveOrigin(sourceCode, /** @type {TSESTree.NewExpression} */ (each).callee)
      : undefined,
  );
  const [origin] = origins;
  const isOneClass = origins.every(
    (each) =>
      each?.kind === 'module' &&
      each.name === origin?.name &&
      each.path.join('.') === origin.path.join('.'),
  );
  return name === undefined || !origin || !isOneClass || isReplaced(sourceCode, name)
    ? undefined
    : [origin.name, origin.path, name];
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
