/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from './casts.js';
import { readKey, resolveOrigin } from './modules.js';
import { variableOf, writesOf } from './scopes.js';

/**
 * Files that are given by their descriptors: `fs.readFile`, `fs.writeFile` and `fs.appendFile` take
 * those, their promise forms of `fs.promises` do not.
 */

const NAME = /fd\d*$|descriptor/iu;

/** How many variables a value is followed through. */
const MOST_VARIABLES = 3;

/**
 *     fs.open(path, (err, file) => fs.readFile(file, cb))        fs.readFile(file || 0, cb)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} file
 * @param {number} [most]
 * @returns {boolean} Whether the code shows that it may be a descriptor.
 */
export function mayBeDescriptor(sourceCode, file, most = MOST_VARIABLES) {
  const node = file && withoutCasts(file);
  const mayBe = (/** @type {TSESTree.Node | null | undefined} */ each) =>
    mayBeDescriptor(sourceCode, each, most);
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'number';
    case 'ConditionalExpression':
      return mayBe(node.consequent) || mayBe(node.alternate);
    case 'LogicalExpression':
      return mayBe(node.left) || mayBe(node.right);
    case 'AssignmentExpression':
      return mayBe(node.right);
    case 'SequenceExpression':
      return mayBe(node.expressions.at(-1));
    case 'CallExpression':
      return isOpen(sourceCode, node);
    case 'MemberExpression':
      return NAME.test(readKey(node) ?? '');
    case 'Identifier':
      return NAME.test(node.name) || (most > 0 && holdsDescriptor(sourceCode, node, most - 1));
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name
 * @param {number} most
 * @returns {boolean} Whether its variable is given one, or is what a callback of `fs.open` gets.
 */
function holdsDescriptor(sourceCode, name, most) {
  const variable = variableOf(sourceCode, name);
  const isGiven = variable?.defs.some(
    ({ type, node }) =>
      type === 'Parameter' &&
      node.parent?.type === 'CallExpression' &&
      isOpen(sourceCode, node.parent),
  );
  return (
    isGiven === true ||
    (variable !== undefined &&
      writesOf(variable).some(({ writeExpr }) =>
        mayBeDescriptor(sourceCode, /** @type {TSESTree.Node} */ (writeExpr), most),
      ))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `fs.openSync(path)`, `fs.open(path, (err, file) => …)`
 */
function isOpen(sourceCode, call) {
  return /^open(?:Sync)?$/u.test(resolveOrigin(sourceCode, call.callee)?.path.at(-1) ?? '');
}
