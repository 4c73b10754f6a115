/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, isFunction, isReference } from '../../analysis/syntax/functions.js';
import { isEsModule, moduleOrigin, resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType, walk } from '../../analysis/syntax/nodes.js';
import { findVariable, globalReferences, isGlobal } from '../../analysis/syntax/scopes.js';

/**
 * What a file may run of its own while it is loaded: what that needs has to stand before it.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} from
 * @param {number} to
 * @returns {boolean} Whether a statement there may run functions of the file.
 */
export function runsBetween(sourceCode, from, to) {
  return sourceCode.ast.body.some(
    (statement) =>
      statement.range[0] >= from && statement.range[1] <= to && mayRun(sourceCode, statement),
  );
}

/**
 *     import { mark } from './b.mjs';    export function run() {…}    // which b.mjs calls as it is loaded
 *
 * @param {Pick<PatternContext, 'isInCircle' | 'sourceCode'>} context
 * @returns {boolean} Whether functions of an ES module may be called before the first of its statements runs.
 */
export function mayRunBefore({ isInCircle, sourceCode }) {
  return isEsModule(sourceCode) && isInCircle?.() === true;
}

/** @type {(sourceCode: SourceCodeLike) => Map<TSESTree.Node, boolean>} */
const runningStatements = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ProgramStatement} statement One at the top of the file.
 * @returns {boolean} Whether it may run functions of the file.
 */
export function mayRun(sourceCode, statement) {
  const known = runningStatements(sourceCode);
  const runs =
    known.get(statement) ?? (runsOwn(sourceCode, statement) || loadsUser(sourceCode, statement));
  known.set(statement, runs);
  return runs;
}

/**
 *     exports.run = run; const b = require('./b');
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} statement One at the top of the file.
 * @returns {boolean} Whether it loads a file that may call, in a circle of modules, what this one has
 *   exported before.
 */
function loadsUser(sourceCode, statement) {
  return (
    firstExport(sourceCode) < statement.range[0] &&
    loads(sourceCode).some((each) => isWithin(each, statement))
  );
}

/** @type {(sourceCode: SourceCodeLike) => number} Where a CommonJS module begins to have exports. */
const firstExport = oncePerFile((sourceCode) =>
  isEsModule(sourceCode)
    ? Infinity
    : Math.min(
        ...[
          ...globalReferences(sourceCode, 'exports'),
          ...globalReferences(sourceCode, 'module'),
        ].map(({ range }) => range[0]),
      ),
);

/** @type {(sourceCode: SourceCodeLike) => TSESTree.CallExpression[]} The calls of `require` at the top that load files of the project. */
const loads = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'CallExpression').filter(
    (call) =>
      /^\.{0,2}\//u.test(moduleOrigin(call.arguments[0])?.name ?? '') &&
      isGlobal(sourceCode, call.callee, 'require') &&
      !enclosingFunction(call),
  ),
);

/** @type {ReadonlySet<string>} */
const CALLS = new Set([
  'AwaitExpression',
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} statement One at the top of the file.
 * @returns {boolean} Whether it calls something, and names what a call may reach: a variable of the
 *   file that is no module, or a function.
 */
function runsOwn(sourceCode, statement) {
  if (isFunction(statement)) {
    return false;
  }
  let calls = false;
  let names = false;
  for (const node of walk(sourceCode, statement, (below) => !isFunction(below))) {
    calls ||= CALLS.has(node.type) && !onlyWraps(sourceCode, node);
    names ||= isFunction(node) || (node.type === 'Identifier' && isOwnName(sourceCode, node));
    if (calls && names) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `util.promisify(load)`, which runs nothing that it is given.
 */
function onlyWraps(sourceCode, node) {
  const origin = node.type === 'CallExpression' && resolveOrigin(sourceCode, node.callee);
  return (
    !!origin &&
    origin.kind === 'module' &&
    origin.name === 'util' &&
    /^(?:callbackify|promisify)$/u.test(origin.path.join('.'))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether it may lead to a function of the file; what is only written does not.
 */
function isOwnName(sourceCode, node) {
  const variable = isReference(node) ? findVariable(sourceCode, node, node.name) : undefined;
  const { parent } = node;
  const isWritten =
    parent.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';
  return (
    variable !== undefined &&
    !isWritten &&
    !variable.identifiers.includes(node) &&
    resolveOrigin(sourceCode, node)?.kind !== 'module'
  );
}
