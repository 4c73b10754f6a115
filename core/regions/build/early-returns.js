/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { canComplete } from '../../analysis/flow/completion.js';
import { isWithin } from '../../analysis/syntax/nodes.js';

/**
 * How the early returns of a function become plain ends of its statement list.
 *
 * @typedef {object} Restructuring
 * @property {Set<TSESTree.ReturnStatement>} returns All of them.
 * @property {(statement: TSESTree.ReturnStatement) => boolean} isPlain Whether there is nothing to wait
 *   for: a `catch` around it would see what a promise is rejected with.
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
 * @param {Restructuring['isPlain']} isPlain
 * @returns {Restructuring | undefined} Undefined where a return cannot be turned into the end of a
 *   branch: in loops, and in a `try` that would catch what is waited for.
 */
export function restructure(sourceCode, body, returns, isPlain) {
  /** @type {Restructuring} */
  const result = { returns: new Set(returns), isPlain, breaks: new Set(), branches: [] };
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
    canComplete(sourceCode, statement.consequent) ||
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
    case 'TryStatement': {
      const { block, finalizer, handler } = statement;
      const caught = finalizer ? [block, handler?.body] : [block];
      return (
        !isInSwitch &&
        ![...result.returns].some(
          (one) =>
            (finalizer && isWithin(one, finalizer)) ||
            (caught.some((part) => part && isWithin(one, part)) && !result.isPlain(one)),
        ) &&
        [block, handler?.body].every(
          (part) => !part || restructureList(sourceCode, part.body, result, false),
        )
      );
    }
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
