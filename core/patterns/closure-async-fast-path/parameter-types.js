/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Helper } from './helper.js' */

import { isWithin, nodesOfType, walk } from '../../analysis/syntax/nodes.js';
import { findVariable, readsOf } from '../../analysis/syntax/scopes.js';
import { codeOf } from '../../edits/trivia.js';

/** Of TypeScript and Flow. */
const TYPE_SYNTAX = [
  'TSAsExpression',
  'TSInterfaceDeclaration',
  'TSNonNullExpression',
  'TSTypeAliasDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterInstantiation',
  'TypeAnnotation',
];

/** Types that a check cannot narrow to another type that the code would then rely on. */
const PLAIN_TYPES = new Set([
  'TSBigIntKeyword',
  'TSBooleanKeyword',
  'TSNumberKeyword',
  'TSStringKeyword',
  'TSSymbolKeyword',
]);

/** Types that a check may narrow, if the name stands for a union. */
const NAMED_TYPES = new Set(['TSArrayType', 'TSFunctionType', 'TSTypeLiteral', 'TSTypeReference']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {Variable} variable
 * @returns {string | undefined} The parameter that stands for the variable, with its type in typed
 *   code; undefined where the code does not write the type in a form that means the same there.
 */
export function readParameter(sourceCode, helper, variable) {
  const { name } = variable;
  if (!isTyped(sourceCode)) {
    return name;
  }
  const target = /** @type {any} */ (variable.defs[0]?.name);
  const annotation = target?.typeAnnotation;
  if (annotation?.type !== 'TSTypeAnnotation' || target.optional) {
    return undefined;
  }
  const type = /** @type {TSESTree.TypeNode} */ (annotation.typeAnnotation);
  if (!PLAIN_TYPES.has(type.type) && (!NAMED_TYPES.has(type.type) || isChecked(variable, helper))) {
    return undefined;
  }
  return mentionsInner(sourceCode, helper, type)
    ? undefined
    : `${name}: ${codeOf(sourceCode, type)}`;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a parameter without a type may be an error in the file.
 */
export function isTyped(sourceCode) {
  // The tree of a parser without types need not be gone through.
  return TYPE_SYNTAX.some(
    (type) =>
      type in sourceCode.visitorKeys &&
      nodesOfType(sourceCode, /** @type {'TSTypeAnnotation'} */ (type)).length > 0,
  );
}

/**
 * @param {Variable} variable
 * @param {Helper} helper
 * @returns {boolean} Whether the owner looks at the variable in a condition.
 */
function isChecked(variable, { node }) {
  return readsOf(variable).some(({ identifier }) => {
    if (isWithin(identifier, node)) {
      return false;
    }
    for (
      let child = /** @type {TSESTree.Node} */ (identifier);
      child.parent;
      child = child.parent
    ) {
      const { parent } = child;
      if (parent.type === 'LogicalExpression' || parent.type === 'SwitchStatement') {
        return true;
      }
      if ('test' in parent && parent.test === child) {
        return true;
      }
      if (/Statement$|Declaration$/u.test(parent.type)) {
        return false;
      }
    }
    return false;
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {TSESTree.Node} type
 * @returns {boolean} Whether the type names something of a function or class: a type parameter, a
 *   local type, `typeof local`.
 */
function mentionsInner(sourceCode, { owner }, type) {
  for (const node of walk(sourceCode, type)) {
    if (node.type === 'TSThisType') {
      return true;
    }
    if (node.type === 'Identifier') {
      const known = findVariable(sourceCode, owner, node.name);
      if (known && known.scope.block.type !== 'Program') {
        return true;
      }
    }
  }
  return false;
}
