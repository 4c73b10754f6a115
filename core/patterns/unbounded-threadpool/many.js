/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FanOut } from './fan-outs.js' */

import { readCallee } from '../../analysis/syntax/callees.js';
import { enclosingFunction, functionsAround } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType, walk } from '../../analysis/syntax/nodes.js';
import { constantOf, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { loopAround } from './fan-outs.js';

/**
 * Most lists of files are short, whatever made them: the parts of a package, the files of one form. A
 * few show that they need not be.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {FanOut} fanOut
 * @returns {boolean} Whether the work of a list is multiplied by the directories below or by the requests
 *   that are answered meanwhile, or the list holds what has come together until then.
 */
export function mayBeMany(sourceCode, call, { list, each }) {
  const around = functionsAround(call);
  const source = constantOf(sourceCode, list) ?? list;
  return (
    runsAgain(sourceCode, each, around) ||
    isWalked(sourceCode, source) ||
    isGathered(sourceCode, source) ||
    (!FORM.test(textOf(sourceCode, source)) &&
      around.some(
        (fn) =>
          isHandler(fn) ||
          usesOf(sourceCode, fn).some((use) => functionsAround(use).some(isHandler)),
      ))
  );
}

/** The files of one form, by field. */
const FORM = /^Object\.\w+\((?:req\w*\.)?files\)/u;

/**
 *     const copyDir = async (from, to) => {
 *       await Promise.all(names.map((name) => (isDirectory(name) ? copyDir(…) : copyFile(…))));
 *     };
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} each
 * @param {readonly TSESTree.Node[]} around
 * @returns {boolean} Whether what runs for each element runs a function around again.
 */
function runsAgain(sourceCode, each, around) {
  for (const node of walk(sourceCode, readCallee(sourceCode, each) ?? each)) {
    const callee = node.type === 'CallExpression' ? readCallee(sourceCode, node.callee) : undefined;
    if (callee && around.includes(callee)) {
      return true;
    }
  }
  return false;
}

/** The loops over all items there are. */
const WALKERS = /crawl|traverse|walk/iu;

/**
 *     const keys = []; for (const path of walk(bucket)) if (isKey(path)) keys.push(path);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} source
 * @returns {boolean}
 */
function isWalked(sourceCode, { type, parent }) {
  const [variable] =
    type === 'ArrayExpression' && parent?.type === 'VariableDeclarator'
      ? sourceCode.getDeclaredVariables(parent)
      : [];
  return (variable?.references ?? []).some(({ identifier: { parent: member } }) => {
    const loop =
      member?.type === 'MemberExpression' && readKey(member) === 'push'
        ? loopAround(member)
        : undefined;
    const walked =
      loop?.type === 'ForOfStatement'
        ? (constantOf(sourceCode, loop.right) ?? loop.right)
        : undefined;
    return walked?.type === 'CallExpression' && WALKERS.test(textOf(sourceCode, walked.callee));
  });
}

/**
 *     this.pending[path] = data;    …    Object.keys(this.pending).map(write)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} source
 * @returns {boolean} Whether it is a collection of an object to which other functions add.
 */
function isGathered(sourceCode, source) {
  const [first] = source.type === 'CallExpression' ? source.arguments : [];
  const key = first?.type === 'MemberExpression' ? readKey(first) : undefined;
  return (
    key !== undefined &&
    /^Object\.(?:entries|keys|values)\(/u.test(textOf(sourceCode, source)) &&
    nodesOfType(sourceCode, 'AssignmentExpression').some(
      ({ left }) =>
        left.type === 'MemberExpression' &&
        left.computed &&
        left.object.type === 'MemberExpression' &&
        readKey(left.object) === key &&
        enclosingFunction(left) !== enclosingFunction(source),
    )
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `(req, res) => {…}`
 */
function isHandler({ params: [first, second] }) {
  return (
    first?.type === 'Identifier' &&
    second?.type === 'Identifier' &&
    /^_*req(?:uest)?$/u.test(first.name) &&
    /^res(?:ponse)?$/u.test(second.name)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[]}
 */
function usesOf(sourceCode, fn) {
  const { parent } = fn;
  const name = fn.id ?? (parent.type === 'VariableDeclarator' ? parent.id : undefined);
  const variable = variableOf(sourceCode, name);
  return variable?.references.map(({ identifier }) => identifier) ?? [];
}
