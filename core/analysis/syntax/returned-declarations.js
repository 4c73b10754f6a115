/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

/**
 * const promise = load(); return promise;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.VariableDeclaration} declaration
 * @returns {TSESTree.ReturnStatement | undefined} The next statement, where it returns the declared
 *   variable, which nothing else uses.
 */
export function readReturn(sourceCode, declaration) {
  const { parent } = declaration;
  const [declarator] = declaration.declarations;
  if (
    parent.type !== 'BlockStatement' ||
    !declarator ||
    !isOwnStatement(declarator) ||
    declarator.id.type !== 'Identifier' ||
    declarator.init?.type === 'AwaitExpression' ||
    declarator.id.typeAnnotation
  ) {
    return undefined;
  }
  const next = parent.body[parent.body.indexOf(declaration) + 1];
  const [variable] = sourceCode.getDeclaredVariables(declarator);
  const uses = variable?.references.filter(({ init }) => !init) ?? [];
  return next?.type === 'ReturnStatement' &&
    variable?.defs.length === 1 &&
    uses.length === 1 &&
    uses[0]?.identifier === next.argument
    ? next
    : undefined;
}

/**
 * @param {TSESTree.VariableDeclarator} declarator
 * @returns {boolean} Whether it is the only one of a statement in a list.
 */
export function isOwnStatement({ parent }) {
  return (
    parent.declarations.length === 1 &&
    /^(?:BlockStatement|Program|SwitchCase)$/u.test(parent.parent.type)
  );
}
