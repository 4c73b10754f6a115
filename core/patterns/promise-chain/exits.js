/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { ownNodes } from '../../analysis/functions.js';
import { isWithin } from '../../analysis/nodes.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.ReturnStatement[]} The function's own, in source order.
 */
export function returnsOf(sourceCode, fn) {
  return /** @type {TSESTree.ReturnStatement[]} */ (
    [...ownNodes(sourceCode, fn)].filter(({ type }) => type === 'ReturnStatement')
  );
}

/**
 * @param {TSESTree.Node | undefined | null} statement
 * @returns {boolean} Whether what follows the statement may run; true where it is not plain to see.
 */
export function canComplete(statement) {
  switch (statement?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return false;
    case 'BlockStatement':
      return canListComplete(statement.body);
    case 'IfStatement':
      return (
        !statement.alternate ||
        canComplete(statement.consequent) ||
        canComplete(statement.alternate)
      );
    case 'TryStatement':
      return (
        (canComplete(statement.block) ||
          (statement.handler !== null && canComplete(statement.handler.body))) &&
        (!statement.finalizer || canComplete(statement.finalizer))
      );
    case 'SwitchStatement': {
      const last = statement.cases.at(-1);
      return (
        !last ||
        statement.cases.every(({ test }) => test !== null) ||
        canListComplete(last.consequent) ||
        statement.cases.some(({ consequent }) => consequent.some(mayBreak))
      );
    }
    default:
      return true;
  }
}

/**
 * @param {readonly TSESTree.Node[]} statements
 * @returns {boolean}
 */
export function canListComplete(statements) {
  return statements.every(canComplete);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a `break` stands anywhere within the node.
 */
function mayBreak(node) {
  if (node.type === 'BreakStatement') {
    return true;
  }
  return Object.entries(node).some(
    ([key, child]) =>
      key !== 'parent' &&
      (Array.isArray(child) ? child : [child]).some(
        (/** @type {any} */ inner) =>
          typeof inner?.type === 'string' && 'range' in inner && mayBreak(inner),
      ),
  );
}

/**
 * @param {TSESTree.Node} statement
 * @param {FunctionNode} fn The function whose statement it is.
 * @returns {boolean} Whether nothing of the function runs after the statement has completed.
 */
export function isTail(statement, fn) {
  for (let node = statement; node !== fn.body;) {
    const parent = /** @type {TSESTree.Node} */ (node.parent);
    if (parent.type === 'BlockStatement') {
      if (parent.body.at(-1) !== node) {
        return false;
      }
    } else if (parent.type !== 'IfStatement') {
      return false;
    }
    node = parent;
  }
  return true;
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} fn
 * @returns {TSESTree.TryStatement | undefined} The innermost `try` of the function whose `catch` or
 *   `finally` sees what the node throws.
 */
export function tryAround(node, fn) {
  let child = node;
  for (let parent = node.parent; parent && child !== fn; child = parent, parent = parent.parent) {
    if (parent.type === 'TryStatement' && child !== parent.finalizer) {
      if (child === parent.block || parent.finalizer) {
        return parent;
      }
    }
  }
  return undefined;
}

/**
 * How the early returns of a function become plain ends of its statement list.
 *
 * @typedef {object} Restructuring
 * @property {Set<TSESTree.ReturnStatement>} returns All of them.
 * @property {Set<TSESTree.ReturnStatement>} breaks Those that have to leave a `switch` as well.
 * @property {{ after: TSESTree.IfStatement, rest: readonly TSESTree.Statement[] }[]} branches What
 *   goes into an `else` of the statement before it.
 */

/**
 * if (done) return 1; rest();  ->  if (done) { result = 1; } else { rest(); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.BlockStatement} body
 * @param {readonly TSESTree.ReturnStatement[]} returns Those in it that give something.
 * @returns {Restructuring | undefined} Undefined where a return cannot be turned into the end of a
 *   branch: in loops and in `try`.
 */
export function restructure(sourceCode, body, returns) {
  /** @type {Restructuring} */
  const result = { returns: new Set(returns), breaks: new Set(), branches: [] };
  return restructureList(sourceCode, body.body, result, false) ? result : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Statement[]} statements
 * @param {Restructuring} result
 * @param {boolean} isInSwitch
 * @returns {boolean}
 */
function restructureList(sourceCode, statements, result, isInSwitch) {
  const index = statements.findIndex((each) =>
    [...result.returns].some((one) => isWithin(one, each)),
  );
  const statement = statements[index];
  if (!statement) {
    return true;
  }
  const rest = statements.slice(index + 1);
  if (statement.type === 'ReturnStatement') {
    if (isInSwitch) {
      result.breaks.add(statement);
    }
    return rest.every(
      ({ type }) => type === 'FunctionDeclaration' || (isInSwitch && type === 'BreakStatement'),
    );
  }
  if (isInSwitch) {
    // `break` ends the list wherever it stands.
    return (
      (statement.type === 'IfStatement' || statement.type === 'BlockStatement') &&
      restructureWithin(sourceCode, statement, result, true) &&
      restructureList(sourceCode, rest, result, true)
    );
  }
  if (rest.length === 0) {
    return restructureWithin(sourceCode, statement, result, false);
  }
  if (
    statement.type !== 'IfStatement' ||
    statement.alternate ||
    canComplete(statement.consequent) ||
    rest.some((each) => isUsedBefore(sourceCode, each, statement.range[1]))
  ) {
    return false;
  }
  result.branches.push({ after: statement, rest });
  return (
    restructureList(sourceCode, [statement.consequent], result, false) &&
    restructureList(sourceCode, rest, result, false)
  );
}

/**
 *     const stop = () => clear(timer); if (done) return; const timer = start();
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} statement
 * @param {number} index
 * @returns {boolean} Whether what it declares may be used by code before the index.
 */
function isUsedBefore(sourceCode, statement, index) {
  return (
    /^(?:Function|Class)Declaration$/u.test(statement.type) ||
    (!(statement.type === 'VariableDeclaration' && statement.kind === 'var') &&
      sourceCode
        .getDeclaredVariables(statement)
        .some(({ references }) =>
          references.some(({ identifier: { range } }) => range[1] <= index),
        ))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} statement The last of its list, or in a `switch`.
 * @param {Restructuring} result
 * @param {boolean} isInSwitch
 * @returns {boolean}
 */
function restructureWithin(sourceCode, statement, result, isInSwitch) {
  switch (statement.type) {
    case 'BlockStatement':
      return restructureList(sourceCode, statement.body, result, isInSwitch);
    case 'IfStatement':
      return [statement.consequent, statement.alternate].every(
        (branch) => !branch || restructureList(sourceCode, [branch], result, isInSwitch),
      );
    case 'SwitchStatement':
      return (
        !isInSwitch &&
        statement.cases.every(({ consequent }) =>
          restructureList(sourceCode, consequent, result, true),
        )
      );
    default:
      return false;
  }
}
