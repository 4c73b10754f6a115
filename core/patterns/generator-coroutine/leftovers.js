/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { TextEdit } from '../../edits/edit.js' */

import { walk } from '../../analysis/nodes.js';
import { findVariable, isModuleLevel, isVisibleOutside } from '../../analysis/scopes.js';
import { removeDeclaration, removeStatement } from '../../edits/statements.js';

/**
 * Takes out the runners, and the aliases of them, that no code uses any more: `co`, `__awaiter`, the
 * import of a helper.
 *
 * @param {PatternContext} context
 * @param {readonly TSESTree.Node[]} consumed What the conversion takes out.
 * @param {ReadonlySet<string>} written The names that the new text uses.
 * @returns {TextEdit[]}
 */
export function removeUnused(context, consumed, written) {
  const { sourceCode } = context;
  const gone = [...consumed];
  /** @type {TextEdit[]} */
  const edits = [];
  /** @type {Set<Variable>} */
  const removed = new Set();
  for (let index = 0; index < gone.length; index++) {
    const node = /** @type {TSESTree.Node} */ (gone[index]);
    for (const variable of variablesUsedIn(context, node)) {
      const declaration = declarationOf(variable);
      if (
        removed.has(variable) ||
        written.has(variable.name) ||
        !declaration ||
        !isUnused(variable, gone)
      ) {
        continue;
      }
      const edit =
        declaration.type === 'FunctionDeclaration'
          ? [removeStatement(sourceCode, declaration)]
          : removeDeclaration(sourceCode, variable);
      if (edit) {
        removed.add(variable);
        edits.push(...edit);
        gone.push(declaration);
      }
    }
  }
  return edits;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {Variable[]}
 */
function variablesUsedIn({ sourceCode }, node) {
  /** @type {Variable[]} */
  const variables = [];
  for (const inner of walk(sourceCode, node)) {
    if (inner.type === 'Identifier') {
      const variable = findVariable(sourceCode, inner, inner.name);
      if (variable && isModuleLevel(variable) && !isVisibleOutside(variable)) {
        variables.push(variable);
      }
    }
  }
  return variables;
}

/**
 * @param {Variable} variable
 * @returns {TSESTree.Node | undefined}
 */
function declarationOf({ defs }) {
  const [definition, ...more] = defs;
  return definition && more.length === 0 ? definition.node : undefined;
}

/**
 * @param {Variable} variable
 * @param {readonly TSESTree.Node[]} gone
 * @returns {boolean} Whether every use is in code that goes, or in the declaration itself.
 */
function isUnused(variable, gone) {
  const declaration = declarationOf(variable);
  return variable.references.every(
    ({ identifier, init }) =>
      init ||
      [...gone, ...(declaration ? [declaration] : [])].some(
        ({ range }) => identifier.range[0] >= range[0] && identifier.range[1] <= range[1],
      ),
  );
}
