/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Printer } from './printer.js' */
/** @import { Declare } from './destinations.js' */
/** @import { Block, Try } from './blocks.js' */

import { caughtType, isBivariant } from '../../analysis/environment/compilers.js';
import { skipBackward } from '../../edits/trivia.js';
import { line } from './blocks.js';

/**
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean} Whether the value has a name that nothing uses.
 */
export function isUnused({ context }, fn, parameter) {
  const [variable] = context.sourceCode.getDeclaredVariables(fn);
  return (
    parameter.type === 'Identifier' &&
    variable?.identifiers[0] === parameter &&
    variable.references.length === 0
  );
}

/**
 * @param {string} name
 * @returns {Declare}
 */
export function declareName(name) {
  return { kind: 'declare', keyword: 'const', pattern: [name], name: [name], isWrapped: false };
}

/**
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @param {boolean} [isFulfilled] Whether it is what a promise was fulfilled with: no promise itself.
 * @returns {Declare}
 */
export function declareParameter({ context, settled }, fn, parameter, isFulfilled = true) {
  const variables = context.sourceCode
    .getDeclaredVariables(fn)
    .filter(({ defs }) => defs.some(({ type }) => type === 'Parameter'));
  const isWritten = variables.some(({ references }) =>
    references.some((reference) => reference.isWrite() && !reference.init),
  );
  const [start] = parameter.range;
  /** @type {Declare} */
  const declare = {
    kind: 'declare',
    keyword: isWritten ? 'let' : 'const',
    pattern: [parameter.range],
    isReceived: true,
    isWrapped: parameter.type === 'AssignmentPattern',
  };
  const { typeAnnotation: annotation } = /** @type {TSESTree.Identifier} */ (parameter);
  const type = annotation?.typeAnnotation;
  if (type && !/^TS(?:Any|Unknown)Keyword$/u.test(type.type) && isBivariant(context)) {
    declare.type = [type.range];
    declare.bare = [[parameter.range[0], annotation.range[0]]];
  }
  if (parameter.type === 'Identifier') {
    const [variable] = variables;
    if (variable) {
      declare.name = [{ variable, range: [start, start + parameter.name.length] }];
      declare.variable = variable;
    }
    if (isFulfilled && !isWritten) {
      variables.forEach((variable) => settled.add(variable));
    }
  }
  return declare;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Parameter} parameter
 * @returns {number} Where the comments begin that stand before the parameter on its line.
 */
function startWithComments(sourceCode, parameter) {
  const { ast, text } = sourceCode;
  const from = skipBackward(sourceCode, parameter.range[0]);
  const comments = (ast.comments ?? []).filter(
    ({ range }) =>
      range[0] >= from &&
      range[1] <= parameter.range[0] &&
      !text.slice(range[0], parameter.range[0]).includes('\n'),
  );
  return comments[0]?.range[0] ?? parameter.range[0];
}

/**
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean} Whether nobody asks for the type of the error: that of `catch` is `unknown`, where
 *   a handler's is `any`.
 */
function isOnlyThrown({ context }, fn, parameter) {
  return (
    parameter.type === 'Identifier' &&
    context.sourceCode
      .getDeclaredVariables(fn)
      .every(({ references }) =>
        references.every(({ identifier }) => identifier.parent?.type === 'ThrowStatement'),
      )
  );
}

/**
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @param {Try} item
 * @param {Block} block
 */
export function bindCaught(printer, fn, parameter, item, block) {
  const { names } = printer;
  const annotation = /** @type {TSESTree.TSTypeAnnotation | undefined} */ (
    'typeAnnotation' in parameter ? parameter.typeAnnotation : undefined
  );
  const type = annotation?.typeAnnotation;
  const isLoose = !type || type.type === 'TSAnyKeyword' || type.type === 'TSUnknownKeyword';
  if (parameter.type !== 'AssignmentPattern' && isLoose) {
    // A comment on the same line may be the parameter's type.
    const start = startWithComments(printer.context.sourceCode, parameter);
    const written = printer.context.isTyped ? caughtType(printer.context) : '';
    const needsType = !type && !isOnlyThrown(printer, fn, parameter);
    const end = type && !written ? annotation.range[0] : parameter.range[1];
    item.parameter = [[start, end], ...(needsType ? [written] : [])];
    return;
  }
  const name = names.take('error');
  const { keyword } = declareParameter(printer, fn, parameter, false);
  item.parameter = [name];
  block.items.push(
    annotation
      ? line([
          `${keyword} `,
          [parameter.range[0], annotation.range[0]],
          ...(annotation.type === 'TSTypeAnnotation'
            ? [` = ${name} as `, /** @type {TSESTree.Node} */ (type).range]
            : [annotation.range, ` = ${name}`]),
        ])
      : line([`${keyword} [`, parameter.range, `] = [${name}]`]),
  );
}
