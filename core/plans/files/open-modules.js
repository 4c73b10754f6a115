/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readKey, readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { constantOf, globalReferences } from '../../analysis/syntax/scopes.js';

/**
 * Ways to get at modules, or to stand in for them, that do not name them where they are used.
 */

/** Members of `require` that lead to no module. */
const HARMLESS = /^(?:extensions|main|resolve)$/u;

/** Members of `module`, and of the module of that name, that lead to all of them. */
const LEADS_ON = /^(?:_cache|_load|children|createRequire|parent|prototype|require)$/u;

/**
 *     require(path)    require.cache    module.require(…)    const load = require    Module._load = …
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the file may get at modules that it does not name.
 */
export function opensModules(sourceCode) {
  return (
    globalReferences(sourceCode, 'require').some((use) => isOpen(use)) ||
    nodesOfType(sourceCode, 'ImportExpression').some(
      ({ source }) => readString(source) === undefined,
    ) ||
    nodesOfType(sourceCode, 'MemberExpression').some((member) => {
      const key = readKey(member);
      return (
        (LEADS_ON.test(key ?? '') && isOfModules(sourceCode, member.object)) ||
        // require.main.require('./lib')
        (key === 'require' && member.object.type === 'MemberExpression')
      );
    })
  );
}

/**
 * @param {TSESTree.Identifier} node `require`
 * @returns {boolean}
 */
function isOpen(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'CallExpression': {
      const [specifier] = parent.arguments;
      return (
        parent.callee !== node || (specifier !== undefined && readString(specifier) === undefined)
      );
    }
    case 'MemberExpression':
      return !HARMLESS.test(readKey(parent) ?? '');
    case 'UnaryExpression':
    case 'BinaryExpression':
      return false;
    default:
      return true;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `module`, `require('module')`
 */
function isOfModules(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  return origin?.name === 'module' && origin.path.length === 0;
}

/** `./lib`, `../lib/load.js` */
const PATH = /^\.{1,2}(?:\/|$)/u;

/**
 *     proxyquire('./use', { './lib': { load: stub } })        jest.mock('./lib', () => ({ load: stub }))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ObjectExpression} object
 * @returns {boolean} Whether something may take it for a module of the project.
 */
export function standsForModule(sourceCode, object) {
  for (
    let node = /** @type {TSESTree.Node} */ (object), { parent } = node;
    parent;
    node = parent, { parent } = node
  ) {
    if (parent.type === 'Property' && parent.value === node && isPath(sourceCode, parent.key)) {
      return true;
    }
    if (parent.type === 'CallExpression' && parent.callee !== node) {
      return parent.arguments.some((each) => isPath(sourceCode, each));
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isPath(sourceCode, node) {
  return PATH.test(readString(node) ?? readString(constantOf(sourceCode, node)) ?? '');
}
