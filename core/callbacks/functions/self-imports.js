/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { dirname, join, resolve } from '#project-facts';

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { readKey, readString } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';

/** @type {(sourceCode: SourceCodeLike) => readonly string[]} What the file loads by a name or a path. */
const specifiersIn = oncePerFile((sourceCode) =>
  [...nodesOfType(sourceCode, 'Literal'), ...nodesOfType(sourceCode, 'TemplateLiteral')]
    .filter(({ parent }) => loads(parent))
    .map((node) => readString(node))
    .filter((specifier) => specifier !== undefined),
);

/** @type {(sourceCode: SourceCodeLike) => boolean} `require(__filename)`, `import(import.meta.url)` */
const loadsOwnPath = oncePerFile((sourceCode) =>
  [...nodesOfType(sourceCode, 'Identifier'), ...nodesOfType(sourceCode, 'MemberExpression')].some(
    (node) =>
      (node.type === 'Identifier'
        ? node.name === '__filename'
        : node.object.type === 'MetaProperty') && loads(node.parent),
  ),
);

/**
 *     import * as self from './this-file.js'
 *
 * @param {PatternContext} context
 * @returns {boolean} Whether the file gets at its own exports as other files do.
 */
export function importsItself({ path, project: { manifest, main = 'index', name }, sourceCode }) {
  if (loadsOwnPath(sourceCode)) {
    return true;
  }
  if (path === undefined) {
    return false;
  }
  const own = resolve(path);
  const root = manifest === undefined ? undefined : dirname(resolve(manifest));
  return specifiersIn(sourceCode).some((specifier) => {
    const isOfPackage =
      root !== undefined && (specifier === name || specifier.startsWith(`${name}/`));
    if (!isOfPackage && !specifier.startsWith('.')) {
      return false;
    }
    const [file = ''] = (
      isOfPackage ? join(root, specifier.slice(name?.length)) : resolve(dirname(own), specifier)
    ).split(/[?#]/u, 1);
    return plain(file === root ? join(root, main) : file) === plain(own);
  });
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether it is an import, or a call of `require` or of what is called like it.
 */
function loads(node) {
  if (node?.type !== 'CallExpression') {
    return node?.type === 'ImportDeclaration' || node?.type === 'ImportExpression';
  }
  const { callee } = node;
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && readKey(callee);
  return /require|import/iu.test(name || '');
}

/**
 * @param {string} file
 * @returns {string} The path as it may be written, without what is added when it is loaded.
 */
function plain(file) {
  return file
    .replace(/\.[cm]?[jt]sx?$/u, '')
    .replace(/[/\\]index$/u, '')
    .replace(/[/\\]$/u, '');
}
