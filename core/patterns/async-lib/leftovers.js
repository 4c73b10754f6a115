/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */

import { Notes } from '../../analysis/facts.js';
import { resolveOrigin } from '../../analysis/modules.js';
import { nodesWithin } from '../../analysis/nodes.js';
import { variableOf } from '../../analysis/scopes.js';
import { removeDeclaration, removeStatement } from '../../edits/statements.js';
import { hasCommentBetween } from '../../edits/trivia.js';

/** @type {Notes<object, Set<TSESTree.CallExpression>>} */
const flowsByTranslator = new Notes();

/**
 * @param {object} translator
 * @returns {Set<TSESTree.CallExpression>} The calls of `async` that its function does without now.
 */
export function flowsOf(translator) {
  const known = flowsByTranslator.get(translator) ?? new Set();
  flowsByTranslator.set(translator, known);
  return known;
}

/**
 * @param {PatternContext} context
 * @param {readonly TSESTree.CallExpression[]} converted
 * @returns {Edit[]} Takes out the imports of `async` that nothing uses any more.
 */
export function removeImports({ sourceCode }, converted) {
  const callees = converted.map(({ callee }) => callee);
  const names = callees.flatMap((callee) => nodesWithin(sourceCode, 'Identifier', callee));
  const unused = [...new Set(names.map((node) => variableOf(sourceCode, node)))].filter(
    (variable) => variable !== undefined && isUnused(sourceCode, variable, new Set(names)),
  );
  const declarations = new Set(unused.map((variable) => variable?.defs[0]?.parent));
  return [...declarations].flatMap((declaration) => {
    const own = unused.filter((variable) => variable?.defs[0]?.parent === declaration);
    const [only] = own;
    if (declaration && own.length === countNames(sourceCode, declaration)) {
      return hasCommentBetween(sourceCode, ...declaration.range)
        ? []
        : [removeStatement(sourceCode, declaration)];
    }
    return only && own.length === 1 ? (removeDeclaration(sourceCode, only) ?? []) : [];
  });
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} declaration
 * @returns {number} How many variables it declares.
 */
function countNames(sourceCode, declaration) {
  const nodes = declaration.type === 'ImportDeclaration' ? declaration.specifiers : [declaration];
  return nodes.reduce((sum, node) => sum + sourceCode.getDeclaredVariables(node).length, 0);
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {Variable} variable
 * @param {ReadonlySet<unknown>} names What stands in the calls that go.
 * @returns {boolean} Whether it is `async`, or one of its functions, and only called by these.
 */
function isUnused(sourceCode, variable, names) {
  const uses = variable.references.filter((reference) => !reference.init);
  const [first] = uses;
  const origin =
    first && resolveOrigin(sourceCode, /** @type {TSESTree.Node} */ (first.identifier));
  return (
    origin?.kind === 'module' &&
    /^async(?:\/|$)/u.test(origin.name) &&
    uses.every(({ identifier }) => names.has(identifier))
  );
}
