/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Collector } from './listeners.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { canBeAsync } from '../../analysis/promises/async-candidates.js';
import { readExecutor } from '../../analysis/promises/executors.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { isResultIgnored } from '../../analysis/handlers/request-handlers.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { firstLine, textOf } from '../../edits/trivia.js';

/**
 * Functions whose result nobody looks at: listeners, the handlers of servers and of routers, the
 * callbacks of requests. They may become async, if no rejection gets out of them.
 */

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined}
 */
export function refuseHandler(context, fn) {
  const { sourceCode } = context;
  if (
    !isResultIgnored(context, fn) ||
    fn.generator ||
    fn.returnType ||
    !canBeAsync(fn, sourceCode)
  ) {
    const [line = ''] = textOf(sourceCode, fn).split('{');
    return { reason: 'result-observed-outside', subject: `\`${firstLine(line.trim())}\`` };
  }
  return undefined;
}

/**
 *     archive.openReadStream(entry, (err, stream) => { if (err) …; … });
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function is a node-style callback by its form, of a call that is a
 *   statement: what it returns is for nobody then.
 */
export function isErrorFirstCallback({ sourceCode }, fn) {
  const { parent } = fn;
  const [error] = fn.params;
  const [first] = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  return (
    parent.type === 'CallExpression' &&
    parent.arguments.at(-1) === fn &&
    parent.parent.type === 'ExpressionStatement' &&
    !fn.generator &&
    !fn.returnType &&
    fn.params.length === 2 &&
    error?.type === 'Identifier' &&
    first?.type === 'IfStatement' &&
    textOf(sourceCode, first.test) === error.name &&
    canBeAsync(fn, sourceCode)
  );
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {TSESTree.Node} body Of the function that they stand in, or the module.
 * @returns {string | undefined} What is in the way of waiting where the listeners stand, in words.
 */
export function describeObstacle({ sourceCode }, { block, statements }, body) {
  const last = /** @type {TSESTree.Statement} */ (statements.at(-1)?.statement);
  for (const statement of block.body.slice(block.body.indexOf(last) + 1)) {
    const isEnd = statement === block.body.at(-1) && statement.type === 'ReturnStatement';
    if (isEnd ? statement.argument !== null : mayLeave(statement)) {
      return `\`${firstLine(textOf(sourceCode, statement))}\` leaves the function`;
    }
  }
  const isEnding = block.body.at(-1)?.type === 'ReturnStatement';
  for (let node = /** @type {TSESTree.Node} */ (block); node !== body;) {
    const parent = /** @type {TSESTree.Node} */ (node.parent);
    if (parent.type === 'BlockStatement') {
      if (!isEnding && parent.body.at(-1) !== node) {
        const next = parent.body[parent.body.indexOf(/** @type {any} */ (node)) + 1];
        return `\`${firstLine(textOf(sourceCode, /** @type {any} */ (next)))}\` would wait for the stream`;
      }
    } else if (parent.type !== 'IfStatement') {
      return 'they stand in a loop, a `try` or a `switch`';
    }
    node = parent;
  }
  return undefined;
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether the statement is more than one that runs to its end.
 */
function mayLeave(statement) {
  return !/^(?:ExpressionStatement|VariableDeclaration|FunctionDeclaration|EmptyStatement)$/u.test(
    statement.type,
  );
}

/**
 * How an error is dealt with that nothing listened for.
 *
 * @typedef {object} Rescue
 * @property {string} parameter Of the `catch` clause, empty for none.
 * @property {string[]} lines Statements without what ends them.
 */

/**
 *     catch { res.statusCode = 500; res.end(); }    catch (error) { reject(error); }
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {StreamEvidence} evidence
 * @param {TSESTree.Expression} stream
 * @returns {Rescue | undefined} Undefined where there is nobody to tell.
 */
export function planRescue({ sourceCode }, fn, evidence, stream) {
  const [request, response] = fn.params;
  if (
    evidence.isRequest &&
    request?.type === 'Identifier' &&
    response?.type === 'Identifier' &&
    stream.type === 'Identifier' &&
    stream.name === request.name
  ) {
    return {
      parameter: '',
      lines: [`${response.name}.statusCode = 500`, `${response.name}.end()`],
    };
  }
  for (let outer = enclosingFunction(fn); outer; outer = enclosingFunction(outer)) {
    const { parent } = outer;
    const executor = parent.type === 'NewExpression' ? readExecutor(sourceCode, parent) : undefined;
    if (executor?.reject) {
      const { name } = executor.reject;
      const parameter = name === 'error' ? 'reason' : 'error';
      return findVariable(sourceCode, fn.body, name) === executor.reject
        ? { parameter, lines: [`${name}(${parameter})`] }
        : undefined;
    }
  }
  return undefined;
}
