/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */

import { Notes } from '../../../analysis/syntax/facts.js';
import { groupBy } from '../../../analysis/syntax/group-by.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { nodesWithin } from '../../../analysis/syntax/nodes.js';
import { variableOf } from '../../../analysis/syntax/scopes.js';
import { removeDeclaration, removeStatement } from '../../../edits/statements.js';
import { hasCommentBetween } from '../../../edits/trivia.js';

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
export function removeImports(context, converted) {
  return leftovers(context, converted).flatMap(({ edits }) => edits);
}

/**
 * @param {PatternContext} context
 * @param {readonly TSESTree.CallExpression[]} converted
 * @returns {Variable[]} What `removeImports` takes out.
 */
export function unusedImports(context, converted) {
  return leftovers(context, converted).flatMap(({ edits, variables }) =>
    edits.length > 0 ? variables : [],
  );
}

/**
 * @param {PatternContext} context
 * @param {readonly TSESTree.CallExpression[]} converted
 * @returns {{ edits: Edit[], variables: Variable[] }[]} The declarations with imports that nothing uses.
 */
function leftovers({ sourceCode }, converted) {
  const callees = converted.map(({ callee }) => callee);
  const names = callees.flatMap((callee) => nodesWithin(sourceCode, 'Identifier', callee));
  const found = new Set(names.map((node) => variableOf(sourceCode, node)));
  const unused = [...found].flatMap((variable) =>
    variable && isUnused(sourceCode, variable, new Set(names)) ? [variable] : [],
  );
  const byDeclaration = groupBy(unused, ({ defs: [definition] }) => definition?.parent);
  return [...byDeclaration].flatMap(([declaration, variables]) => {
    const [only] = variables;
    if (declaration && variables.length === countNames(sourceCode, declaration)) {
      return hasCommentBetween(sourceCode, ...declaration.range)
        ? []
        : [{ edits: [removeStatement(sourceCode, declaration)], variables }];
    }
    return only && variables.length === 1
      ? [{ edits: removeDeclaration(sourceCode, only) ?? [], variables }]
      : [];
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
