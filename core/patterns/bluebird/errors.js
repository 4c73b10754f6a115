/** @import { Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { readKey } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';

/** What tells errors that bluebird made, or wrapped, from others. */
const TELLING_NAMES =
  /^(?:AggregateError|OperationalError|RejectionError|TimeoutError|isOperational)$/u;

/**
 * @type {(sourceCode: SourceCodeLike) => string | undefined} Where the file looks whether an error is
 *   one that bluebird made.
 */
export const findErrorTest = oncePerFile((sourceCode) => {
  const name = nodesOfType(sourceCode, 'Identifier').find(
    (identifier) =>
      TELLING_NAMES.test(identifier.name) ||
      // The error itself, in an `OperationalError`.
      (identifier.name === 'cause' &&
        identifier.parent.type === 'MemberExpression' &&
        identifier.parent.property === identifier),
  );
  if (name) {
    return name.name;
  }
  const call = nodesOfType(sourceCode, 'CallExpression').find(
    ({ callee, arguments: [handler] }) =>
      callee.type === 'MemberExpression' &&
      readKey(callee) === 'error' &&
      (handler?.type === 'ArrowFunctionExpression' || handler?.type === 'FunctionExpression'),
  );
  return call && '.error()';
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Refusal | undefined}
 */
export function refuseErrorTests(sourceCode) {
  const test = findErrorTest(sourceCode);
  return test === undefined
    ? undefined
    : { reason: 'library-errors-tested', subject: `\`${test}\`` };
}
