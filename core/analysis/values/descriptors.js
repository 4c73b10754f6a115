/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from '../modules/modules.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { certainValue } from './certain-values.js';
import { oncePerFile } from '../syntax/facts.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { readsOf, variableOf, writesOf } from '../syntax/scopes.js';

/**
 * Files that are given by their descriptors: `fs.readFile`, `fs.writeFile` and `fs.appendFile` take
 * those, their promise forms of `fs.promises` do not.
 */

const NAME = /fd\d*$|descriptor/iu;

/** How many variables a value is followed through. */
const MOST_VARIABLES = 3;

/** The functions that also take a descriptor as their path. */
const TAKERS = new Set(['appendFile', 'readFile', 'truncate', 'writeFile']);

const FILE_MODULES = new Set(['fs', 'fs-extra', 'graceful-fs']);

const OPEN = /^open(?:Sync)?$/u;

const PATH_NAME = /(?:dir|filename|path)$/iu;

/**
 *     fs.open(path, (err, file) => fs.readFile(file, cb))        fs.readFile(file || 0, cb)
 *
 * Where the file opens files, what reads one may get its descriptor on ways that are not followed: as a
 * result of the step before, as a member, as an argument.
 *
 *     async.waterfall([(next) => fs.open(path, 'r', next), (file, next) => fs.readFile(file, next)], cb)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {string | undefined} name Of the function of `fs`.
 * @param {TSESTree.Node | null | undefined} file
 * @returns {boolean} Whether it may be given a descriptor there.
 */
export function takesDescriptor(sourceCode, name, file) {
  return (
    TAKERS.has(name ?? '') &&
    (mayBeDescriptor(sourceCode, file, MOST_VARIABLES) ||
      (opensFiles(sourceCode) && !isPath(sourceCode, file, MOST_VARIABLES)))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} file
 * @param {number} most
 * @returns {boolean} Whether the code shows that it may be one.
 */
function mayBeDescriptor(sourceCode, file, most) {
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
  return OPEN.test(resolveOrigin(sourceCode, call.callee)?.path.at(-1) ?? '');
}

/**
 *     fs.open(path, cb)    const { openSync } = require('fs')    fs.openAsync(path)    Q.ninvoke(fs, 'open', path)
 *
 * @type {(sourceCode: SourceCodeLike) => boolean}
 */
const opensFiles = oncePerFile(
  (sourceCode) =>
    /\bopen(?:Async|Sync)?\b/u.test(sourceCode.text) &&
    (nodesOfType(sourceCode, 'MemberExpression').some(
      (node) =>
        readKey(node) === 'openAsync' || OPEN.test(readFileFunction(sourceCode, node) ?? ''),
    ) ||
      nodesOfType(sourceCode, 'Identifier').some((node) =>
        OPEN.test(readFileFunction(sourceCode, node) ?? ''),
      ) ||
      nodesOfType(sourceCode, 'Literal').some(
        ({ parent, value }) =>
          value === 'open' &&
          parent.type === 'CallExpression' &&
          isFileModule(resolveOrigin(sourceCode, parent.arguments[0])),
      )),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string | undefined} The name of a function of `fs`.
 */
function readFileFunction(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  const [name, more] = origin?.path ?? [];
  return name !== undefined && more === undefined && isFileModule({ ...origin, path: [] })
    ? name
    : undefined;
}

/**
 * @param {Partial<Origin> | undefined} origin
 * @returns {boolean} Whether it is `fs` itself.
 */
function isFileModule(origin) {
  return (
    origin?.kind === 'module' && FILE_MODULES.has(origin.name ?? '') && origin.path?.length === 0
  );
}

/**
 *     `${name}.json`    path.join(home, name)    filePath
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} file
 * @param {number} most
 * @returns {boolean} Whether the code shows that it is no descriptor.
 */
function isPath(sourceCode, file, most) {
  const node = file && withoutCasts(file);
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string';
    case 'TemplateLiteral':
      return true;
    case 'BinaryExpression':
      return [node.left, node.right].some(
        (side) => side.type !== 'Identifier' && isPath(sourceCode, side, most),
      );
    case 'CallExpression':
      return isPathCall(sourceCode, node);
    case 'MemberExpression':
      return PATH_NAME.test(readKey(node) ?? '');
    case 'Identifier':
      return (
        /^__(?:dirname|filename)$/u.test(node.name) ||
        PATH_NAME.test(node.name) ||
        isUsedAsPath(sourceCode, node) ||
        (most > 0 && isPath(sourceCode, certainValue(sourceCode, node), most - 1))
      );
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `path.join(home, name)`
 */
function isPathCall(sourceCode, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  return origin?.kind === 'module' && origin.name === 'path';
}

/**
 *     fs.stat(file, (err, stats) => … fs.readFile(file, cb) …)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name
 * @returns {boolean} Whether its variable, which keeps its value, is given to what takes paths alone.
 */
function isUsedAsPath(sourceCode, name) {
  const variable = variableOf(sourceCode, name);
  return (
    variable !== undefined &&
    writesOf(variable).length <= (variable.defs[0]?.type === 'Variable' ? 1 : 0) &&
    readsOf(variable).some(({ identifier: { parent }, identifier }) => {
      if (
        parent?.type !== 'CallExpression' ||
        !parent.arguments.includes(/** @type {any} */ (identifier))
      ) {
        return false;
      }
      const taker = readFileFunction(sourceCode, parent.callee) ?? '';
      return (
        isPathCall(sourceCode, parent) ||
        (/^(?:access|createReadStream|createWriteStream|l?stat|open|readdir|rename|unlink)(?:Sync)?$/u.test(
          taker,
        ) &&
          parent.arguments[0] === identifier)
      );
    })
  );
}
