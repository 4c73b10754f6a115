/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { coreApi, coreSince } from '../../analysis/apis/core-promise-apis.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { runsOn } from '../../analysis/environment/node-floor.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isOwnModule } from '../../analysis/environment/project.js';
import { writesOf } from '../../analysis/syntax/scopes.js';
import { readFsTwin } from './known-callees.js';

/**
 * Whether a function is there when the file loads: `util.promisify` throws at what is none, where
 * the code may never have come to the call.
 */

/**
 * @param {PatternContext} context
 * @param {Origin} origin What a module exports.
 * @returns {boolean} False for what may be missing on a platform, in a version or in a browser, for what
 *   the file asks for itself, and for a module of the project: in a circle of modules it has no exports yet.
 */
export function isThereAtLoad(context, origin) {
  if (isOwnModule(origin, context.project) || isAskedFor(context.sourceCode, origin)) {
    return false;
  }
  const core = coreApi(origin) ? origin : readFsTwin(origin) && { ...origin, name: 'fs' };
  if (!core) {
    return true;
  }
  const since = coreSince(core);
  return since !== 'never' && !context.project.isBundled && runsOn(context, since);
}

/**
 * @param {Variable} variable One at the top of the file.
 * @returns {number | undefined} Where the statement ends from which on it has its one value; 0 for
 *   what has it from the start, undefined where that is not certain.
 */
export function endOfValue(variable) {
  const writes = writesOf(variable);
  if (variable.defs.every(({ type }) => type !== 'Variable')) {
    return writes.length === 0 ? 0 : undefined;
  }
  const [write] = writes;
  let node = /** @type {TSESTree.Node | undefined} */ (write?.identifier);
  while (node && !isStatement(node)) {
    node = node.parent;
  }
  const holder =
    node?.parent?.type === 'ExportNamedDeclaration' ? node.parent.parent : node?.parent;
  return writes.length === 1 && holder?.type === 'Program' ? node?.range[1] : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isStatement({ type }) {
  return type === 'VariableDeclaration' || /Statement$/u.test(type);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Origin} origin
 * @returns {boolean} Whether the file looks if it, or what has it, is there.
 */
function isAskedFor(sourceCode, origin) {
  const asked = askedFor(sourceCode);
  return (
    origin.path.some((_key, index) =>
      asked.has(keyOf({ ...origin, path: origin.path.slice(0, index + 1) })),
    ) || asked.has(keyOf({ ...origin, path: [] }))
  );
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>} The members of modules that the file looks for. */
const askedFor = oncePerFile((sourceCode) => {
  /** @type {Set<string>} */
  const keys = new Set();
  const ask = (/** @type {TSESTree.Node} */ node, /** @type {string[]} */ ...path) => {
    const origin = resolveOrigin(sourceCode, node);
    if (origin?.kind === 'module') {
      keys.add(keyOf({ ...origin, path: [...origin.path, ...path] }));
    }
  };
  for (const { test } of [
    ...nodesOfType(sourceCode, 'IfStatement'),
    ...nodesOfType(sourceCode, 'ConditionalExpression'),
  ]) {
    ask(test);
  }
  for (const { left, right } of nodesOfType(sourceCode, 'LogicalExpression')) {
    ask(left);
    ask(right);
  }
  for (const { operator, left, right } of nodesOfType(sourceCode, 'BinaryExpression')) {
    const key = operator === 'in' ? readString(left) : undefined;
    if (key === undefined) {
      ask(left);
      ask(right);
    } else {
      ask(right, key);
    }
  }
  nodesOfType(sourceCode, 'UnaryExpression').forEach(({ argument }) => ask(argument));
  nodesOfType(sourceCode, 'CallExpression').forEach(({ callee, optional, arguments: given }) => {
    if (optional) {
      ask(callee);
    }
    if (callee.type === 'Identifier' && /^(?:is[A-Z]|Boolean$|assert$|ok$)/u.test(callee.name)) {
      given.forEach((each) => ask(each));
    }
  });
  for (const { object, optional } of nodesOfType(sourceCode, 'MemberExpression')) {
    if (optional) {
      ask(object);
    }
  }
  return keys;
});

/**
 * @param {Pick<Origin, 'name' | 'path'>} origin
 * @returns {string}
 */
function keyOf({ name, path }) {
  return JSON.stringify([name, ...path]);
}
