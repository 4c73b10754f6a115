/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Range } from '../analysis/syntax/cover.js' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { TextEdit } from './edit.js' */

import { createCover } from '../analysis/syntax/cover.js';
import { isWithin, walk } from '../analysis/syntax/nodes.js';
import { isModuleLevel, isVisibleOutside, variableOf } from '../analysis/syntax/scopes.js';
import { removeDeclaration, removeStatement } from './statements.js';
import { hasCommentBetween } from './trivia.js';

/**
 * Takes out the runners, and the aliases of them, that no code uses any more: `co`, `__awaiter`, the
 * import of a helper.
 *
 * @param {PatternContext} context
 * @param {readonly TSESTree.Node[]} consumed The nodes that the conversion takes out.
 * @param {ReadonlySet<string>} written The names that the new text uses.
 * @returns {TextEdit[]}
 */
export function removeUnused(context, consumed, written) {
  /** @type {Set<TSESTree.Node>} */
  const gone = new Set();
  /** @type {Set<Variable>} */
  const unused = new Set();
  /** @type {Set<Variable>} */
  const used = new Set();
  // Variables that only a removed declaration has used may go with it.
  for (let more = consumed; more.length > 0;) {
    more.forEach((node) => gone.add(node));
    more
      .flatMap((node) => variablesUsedIn(context, node))
      .forEach((variable) => used.add(variable));
    const isGone = createCover([...gone].map(({ range }) => range));
    const found = [...used].filter(
      (variable) =>
        !unused.has(variable) && !written.has(variable.name) && isUnused(variable, isGone),
    );
    found.forEach((variable) => unused.add(variable));
    more = found
      .flatMap((variable) => declarationOf(variable) ?? [])
      .filter((node) => !gone.has(node));
  }
  return removeDeclarations(context, unused);
}

/**
 * @param {PatternContext} context
 * @param {ReadonlySet<Variable>} unused
 * @returns {TextEdit[]} A statement goes whole if all that it declares is unused.
 */
function removeDeclarations({ sourceCode }, unused) {
  /** @type {Map<TSESTree.Node, Variable[]>} */
  const byStatement = new Map();
  for (const variable of unused) {
    const declaration = /** @type {TSESTree.Node} */ (declarationOf(variable));
    const statement = /** @type {TSESTree.Node} */ (
      /^(?:FunctionDeclaration|TSImportEqualsDeclaration)$/u.test(declaration.type)
        ? declaration
        : declaration.parent
    );
    byStatement.set(statement, [...(byStatement.get(statement) ?? []), variable]);
  }
  return [...byStatement].flatMap(([statement, variables]) => {
    const all =
      statement.type === 'FunctionDeclaration'
        ? variables
        : sourceCode.getDeclaredVariables(statement);
    if (all.every((variable) => unused.has(variable))) {
      if (statement.type === 'FunctionDeclaration') {
        return [{ ...removeStatement(sourceCode, statement), takesComments: true }];
      }
      return hasCommentBetween(sourceCode, ...statement.range)
        ? []
        : [removeStatement(sourceCode, statement)];
    }
    const [first] = variables;
    return first && variables.length === 1 ? (removeDeclaration(sourceCode, first) ?? []) : [];
  });
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
      const variable = variableOf(sourceCode, inner);
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
  return definition && more.length === 0 && definition.node.type !== 'ClassDeclaration'
    ? definition.node
    : undefined;
}

/**
 * @param {Variable} variable
 * @param {(range: Range) => boolean} isGone
 * @returns {boolean} Whether every use is in code that goes, or in the declaration itself.
 */
function isUnused(variable, isGone) {
  const declaration = declarationOf(variable);
  return (
    declaration !== undefined &&
    variable.references.every(
      ({ identifier, init }) =>
        init ||
        isGone(identifier.range) ||
        isWithin(/** @type {TSESTree.Node} */ (identifier), declaration),
    )
  );
}
