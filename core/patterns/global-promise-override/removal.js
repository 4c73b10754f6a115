/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Plan } from '../../contract/pattern.js' */
/** @import { PropertyWrite } from '../../analysis/modules/property-writes.js' */
/** @import { TextEdit } from '../../edits/edit.js' */

import { globalValues } from '../../analysis/modules/global-values.js';
import { methodCallOn, nodesOfType } from '../../analysis/syntax/nodes.js';
import { isModuleLevel, readsOf, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { removeBetween } from '../../edits/edit.js';
import { removeDeclaration, removeStatement } from '../../edits/statements.js';
import { hasCommentBetween } from '../../edits/trivia.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {PropertyWrite} write
 * @returns {Plan | undefined} Takes the override out and leaves the rest of its statement.
 */
export function planRemoval(sourceCode, write) {
  if (usesExtensions(sourceCode, globalValues(sourceCode).at('Promise'))) {
    return undefined;
  }
  const edits = removeWrite(sourceCode, write);
  return edits?.every(({ range }) => !hasCommentBetween(sourceCode, ...range))
    ? { edits, safe: false, assumes: [] }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {PropertyWrite} write
 * @returns {TextEdit[] | undefined}
 */
function removeWrite(sourceCode, { expression, form, node, value }) {
  const { parent } = expression;
  if (node.type === 'Property') {
    const properties = /** @type {TSESTree.ObjectExpression} */ (node.parent).properties;
    const index = properties.indexOf(node);
    const next = properties[index + 1];
    const previous = properties[index - 1];
    if (next) {
      return [removeBetween(node.range[0], next.range[0])];
    }
    if (previous) {
      return [removeBetween(previous.range[1], node.range[1])];
    }
  }
  const isWhole = form !== 'pattern' && (form !== 'assign' || isOnlySource(expression, node));
  if (parent?.type === 'ExpressionStatement') {
    if (!isWhole || !isInList(parent)) {
      return undefined;
    }
    return [removeStatement(sourceCode, parent), ...removeUnusedValue(sourceCode, value)];
  }
  // module.exports = global.Promise = value
  return form === 'assignment' && value && isReplaceable(expression)
    ? [removeBetween(expression.range[0], value.range[0])]
    : undefined;
}

/**
 * @param {TSESTree.Node} call
 * @param {TSESTree.Node} property
 * @returns {boolean} Whether the call assigns nothing else: `Object.assign(target, { property })`.
 */
function isOnlySource(call, property) {
  return (
    call.type === 'CallExpression' &&
    call.arguments.length === 2 &&
    call.arguments[1] === property.parent
  );
}

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean}
 */
function isInList({ parent }) {
  return parent?.type === 'Program' || parent?.type === 'BlockStatement';
}

/**
 * @param {TSESTree.Node} expression
 * @returns {boolean} Whether any assignment's right side may stand in its place.
 */
function isReplaceable(expression) {
  const { parent } = expression;
  return (
    (parent?.type === 'AssignmentExpression' && parent.right === expression) ||
    (parent?.type === 'VariableDeclarator' && parent.init === expression)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression | undefined} value
 * @returns {TextEdit[]} Takes out the variable that only the override used.
 */
function removeUnusedValue(sourceCode, value) {
  const variable = variableOf(sourceCode, value);
  return (
    (variable &&
      isModuleLevel(variable) &&
      readsOf(variable).length === 1 &&
      removeDeclaration(sourceCode, variable)) ||
    []
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {Plan | undefined} Takes the declaration out where the native promise can do all that the
 *   file does with it.
 */
export function planUnshadowing(sourceCode, variable) {
  const uses = readsOf(variable).map(
    ({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier),
  );
  const isExported = uses.some(({ parent }) => parent.type === 'ExportSpecifier');
  if (
    isExported ||
    writesOf(variable).some(({ init }) => !init) ||
    usesExtensions(sourceCode, uses)
  ) {
    return undefined;
  }
  const edits = removeDeclaration(sourceCode, variable);
  return edits && { edits, safe: false, assumes: [] };
}

/** The members that native promises have too, with the same meaning. */
const COMMON_STATICS = new Set(['all', 'race', 'reject', 'resolve']);

/** Methods of the libraries' promises whose names mean little else. */
const EXTENSIONS =
  /^(?:asCallback|caught|denodeify|disposer|fin|isFulfilled|isPending|isRejected|lastly|mapSeries|nodeify|otherwise|promisifyAll|props|settle|spread|suppressUnhandledRejections|tap|tapCatch|thenReturn|thenThrow)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} uses Expressions that stand for the promise class.
 * @returns {boolean} Whether the file seems to use what native promises do not have: another static,
 *   a method of the library in a chain, `catch` with a filter.
 */
function usesExtensions(sourceCode, uses) {
  return (
    uses.some((use) => {
      const { parent } = use;
      if (parent?.type === 'NewExpression' && parent.callee === use) {
        return chainUsesExtensions(parent);
      }
      if (parent?.type === 'MemberExpression' && parent.object === use) {
        const isCommon =
          parent.property.type === 'Identifier' &&
          !parent.computed &&
          COMMON_STATICS.has(parent.property.name);
        return (
          !isCommon ||
          parent.parent.type !== 'CallExpression' ||
          parent.parent.callee !== parent ||
          chainUsesExtensions(parent.parent)
        );
      }
      return (
        // const { map } = Promise;    module.exports = { Promise };
        /^(?:Property|VariableDeclarator)$/u.test(parent?.type ?? '') ||
        (parent?.type === 'CallExpression' && parent.callee === use)
      );
    }) || nodesOfType(sourceCode, 'CallExpression').some(isExtensionCall)
  );
}

/**
 * @param {TSESTree.Node} head A promise.
 * @returns {boolean} Whether a call in the chain that follows is none of a native promise.
 */
function chainUsesExtensions(head) {
  for (let node = head; ;) {
    const call = methodCallOn(node);
    if (!call) {
      return false;
    }
    const { property } = call.callee;
    if (property.type !== 'Identifier' || !['then', 'catch', 'finally'].includes(property.name)) {
      return true;
    }
    node = call;
  }
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isExtensionCall({ callee, arguments: parameters }) {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
    return false;
  }
  const { name } = callee.property;
  return EXTENSIONS.test(name) || (name === 'catch' && parameters.length > 1);
}
