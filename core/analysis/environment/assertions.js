/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readKey, resolveOrigin } from '../modules/modules.js';
import { isGlobal } from '../syntax/scopes.js';

/**
 * Assertions of test libraries that are made at once. chai returns the assertion itself,
 * without a `then`; jest and vitest return nothing.
 */

/** Modules whose `expect` it may be, and under which keys. */
const EXPECTS = /^(?:(?:@jest\/globals|bun:test|chai|vitest)\.expect|expect)(?:\.default)?$/u;

/**
 * The words of chai's own assertions. Plugins add others, some of which wait: `eventually`,
 * `rejectedWith`.
 * https://www.chaijs.com/api/bdd/
 */
const CHAI = new Set(
  [
    'to be been is that which and has have with at of same but does still also not deep nested own',
    'ordered any all a an include includes contain contains ok true false null undefined NaN exist',
    'exists empty arguments equal equals eq eql eqls above gt greaterThan least gte',
    'greaterThanOrEqual below lt lessThan most lte lessThanOrEqual within instanceof instanceOf',
    'property ownPropertyDescriptor lengthOf length match matches string keys key throw throws Throw',
    'respondTo itself satisfy satisfies closeTo approximately members oneOf change changes increase',
    'increases decrease decreases by extensible sealed frozen finite',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Assertions of jest that look at a value, and at mocks.
 * https://jestjs.io/docs/expect
 */
const JEST =
  /^to(?:Be(?:CloseTo|Defined|Falsy|GreaterThan(?:OrEqual)?|InstanceOf|LessThan(?:OrEqual)?|NaN|Null|Truthy|Undefined)?|Contain(?:Equal)?|(?:Strict)?Equal|HaveBeen(?:Nth|Last)?Called(?:Times|With)?|HaveLength|HaveProperty|Match(?:Object)?|Throw(?:Error)?)$/u;

/**
 *     expect(list).to.have.lengthOf(1)    expect(value).not.toBe(1)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
export function isPlainAssertion(sourceCode, node) {
  /** @type {(string | undefined)[]} */
  const keys = [];
  let inner = node;
  for (;;) {
    if (inner.type === 'MemberExpression' && !inner.optional) {
      keys.unshift(readKey(inner));
      inner = inner.object;
    } else if (inner.type === 'CallExpression' && inner.callee.type === 'MemberExpression') {
      inner = inner.callee;
    } else {
      break;
    }
  }
  if (inner.type !== 'CallExpression' || keys.length === 0 || !isExpect(sourceCode, inner.callee)) {
    return false;
  }
  const last = keys.at(-1) ?? '';
  return (
    keys.every((key) => key !== undefined && CHAI.has(key)) ||
    (node.type === 'CallExpression' &&
      JEST.test(last) &&
      keys.slice(0, -1).every((key) => key === 'not'))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} `expect`, of one of these libraries or of nobody in the file.
 */
function isExpect(sourceCode, callee) {
  if (callee.type === 'Identifier' && isGlobal(sourceCode, callee, 'expect')) {
    return true;
  }
  const origin = resolveOrigin(sourceCode, callee);
  return origin?.kind === 'module' && EXPECTS.test([origin.name, ...origin.path].join('.'));
}
