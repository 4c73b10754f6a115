/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { readCertainInit } from './certain-values.js';
import { resolveOrigin } from '../modules/modules.js';
import { isGlobal, variableOf } from '../syntax/scopes.js';

/**
 * Which expressions have a string as their value wherever they have a value at all: their evaluation may
 * throw.
 */

/** Functions of Node's modules that return a string. */
const FUNCTIONS = new Set([
  ...['basename', 'dirname', 'extname', 'format', 'join', 'normalize', 'relative', 'resolve'].map(
    (name) => `path.${name}`,
  ),
  ...['homedir', 'hostname', 'tmpdir'].map((name) => `os.${name}`),
  'process.cwd',
  'url.fileURLToPath',
  'util.format',
  'util.inspect',
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {boolean}
 */
export function isText(sourceCode, value) {
  const node = withoutCasts(value);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string';
    case 'TemplateLiteral':
      return true;
    case 'BinaryExpression':
      return (
        node.operator === '+' && (isText(sourceCode, node.left) || isText(sourceCode, node.right))
      );
    case 'LogicalExpression':
      return (
        isText(sourceCode, node.right) && (node.operator === '||' || isText(sourceCode, node.left))
      );
    case 'ConditionalExpression':
      return isText(sourceCode, node.consequent) && isText(sourceCode, node.alternate);
    case 'CallExpression':
      return givesText(sourceCode, node.callee);
    case 'Identifier':
      return isTextVariable(sourceCode, node);
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} `path.join`, `String`
 */
function givesText(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  if (!origin) {
    return false;
  }
  const name = [origin.name.replace(/^node:/u, ''), ...origin.path].join('.');
  return FUNCTIONS.has(name) || (origin.kind === 'global' && name === 'String');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {boolean}
 */
function isTextVariable(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  if (!variable || variable.defs.length === 0) {
    return /^__(?:dirname|filename)$/u.test(node.name) && isGlobal(sourceCode, node, node.name);
  }
  const certain = readCertainInit(variable);
  return (
    certain !== undefined &&
    certain.keys.length === 0 &&
    certain.init.type !== 'Identifier' &&
    isText(sourceCode, certain.init)
  );
}
