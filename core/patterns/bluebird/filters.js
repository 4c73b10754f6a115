/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Link, LinkResult } from './link-edits.js' */

import { readKey } from '../../analysis/modules.js';
import { replaceRange } from '../../edits/edit.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';
import { readInline, readParameter, surroundBody } from './handlers.js';
import { isLibrary } from './library.js';
import { refuseLink } from './link-edits.js';
import { layOut } from './series.js';

/**
 * Handlers of errors that a filter lets through: a class of errors, a predicate, an object with
 * properties that the error has.
 * https://github.com/petkaantonov/bluebird/blob/v3.7.2/src/catch_filter.js
 */

/**
 * .catch(TypeError, fn)  ->  .catch(((fn) => (error) => {…})(fn))
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @param {{ isTap: boolean }} form
 * @returns {LinkResult}
 */
export function writeFilteredCatch(context, link, { isTap }) {
  const { sourceCode } = context;
  const filters = link.arguments.slice(0, -1);
  const handler = /** @type {TSESTree.Node} */ (link.arguments.at(-1));
  const [first] = filters;
  if (!first || hasCommentBetween(sourceCode, first.range[0], handler.range[0])) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const handling = isTap
    ? ['>await fn(error);', '>throw error;', '}']
    : ['>return fn(error);', '}'];
  const asynchronous = isTap ? 'async ' : '';
  const property = link.callee.property;
  const rename = replaceRange(property.range, 'catch');
  const lay = (/** @type {string[]} */ lines) => layOut(sourceCode, property.range[0], lines);
  if (filters.length === 1 && isPredicate(first)) {
    const maker = lay([
      `((isMatch, fn) => ${asynchronous}(error) => {`,
      '>if (!isMatch(error)) throw error;',
      ...handling,
    ]);
    return {
      edits: [
        rename,
        { range: [first.range[0], first.range[0]], text: `${maker})(`, side: 'open' },
        { range: [handler.range[1], handler.range[1]], text: ')', side: 'close' },
      ],
      accepts: [],
    };
  }
  const tests = filters.map((filter) => testOf(sourceCode, filter));
  if (!tests.every((test) => test !== undefined)) {
    return refuseLink(context, link);
  }
  const test =
    tests.length === 1
      ? String(tests[0])
      : tests.map((each) => (String(each).includes('&&') ? `(${each})` : each)).join(' || ');
  const guarded = isTap
    ? undefined
    : guard(context, handler, (name) => `!(${nameError(test, name)})`);
  if (guarded) {
    return {
      edits: [rename, replaceRange([first.range[0], handler.range[0]], ''), ...guarded],
      accepts: [],
    };
  }
  const maker = lay([
    `((fn) => ${asynchronous}(error) => {`,
    `>if (!(${test})) throw error;`,
    ...handling,
  ]);
  return {
    edits: [
      rename,
      replaceRange([first.range[0], handler.range[0]], `${maker})(`),
      { range: [handler.range[1], handler.range[1]], text: ')', side: 'close' },
    ],
    accepts: [],
  };
}

/**
 * @param {string} test Of `error`.
 * @param {string} name
 * @returns {string} The test of what has that name.
 */
function nameError(test, name) {
  return test.replaceAll(/(?<![.\w$])error(?![\w$])/gu, () => name);
}

/**
 * (error) => handle(error)
 *   ->  (error) => { if (!(error instanceof TypeError)) throw error; return handle(error); }
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} handler
 * @param {(name: string) => string} write The test that lets an error go on.
 * @returns {Edit[] | undefined} Undefined where the handler is not written out.
 */
export function guard(context, handler, write) {
  const { sourceCode } = context;
  const fn = readInline(sourceCode, handler);
  const parameter = fn && readParameter(sourceCode, fn, 'error');
  const body =
    parameter &&
    surroundBody(context, fn, {
      before: [`if (${write(parameter.name)}) throw ${parameter.name};`],
    });
  return body && [...parameter.edits, ...body];
}

/**
 * @param {TSESTree.Node} filter
 * @returns {boolean} Whether bluebird calls it with the error.
 */
function isPredicate(filter) {
  switch (filter.type) {
    case 'ArrowFunctionExpression':
      return true;
    case 'FunctionExpression':
      return !filter.generator;
    default: {
      const name = nameOf(filter);
      return name !== undefined && /^(?:is|has|can|not|matches)(?:[A-Z_]|$)/u.test(name);
    }
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} filter
 * @returns {string | undefined} The test of `error`; undefined where it is not known what is asked.
 */
function testOf(sourceCode, filter) {
  const name = nameOf(filter);
  if (name !== undefined) {
    const isOwn = filter.type === 'MemberExpression' && isLibrary(sourceCode, filter.object);
    // A class by its name. Bluebird's own errors come from bluebird only.
    return /^[A-Z]/u.test(name) && !isOwn
      ? `error instanceof ${textOf(sourceCode, filter)}`
      : undefined;
  }
  if (filter.type !== 'ObjectExpression' || filter.properties.length === 0) {
    return undefined;
  }
  const tests = filter.properties.map((property) => {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') {
      return undefined;
    }
    const { key, value } = property;
    const isNothing = value.type === 'Identifier' && value.name === 'undefined';
    if (value.type !== 'Literal' && !isNothing) {
      return undefined;
    }
    const isWord =
      value.type === 'Literal' &&
      typeof value.value === 'string' &&
      Number.isNaN(Number(value.value));
    return `error.${key.name} ${isWord ? '===' : '=='} ${textOf(sourceCode, value)}`;
  });
  return tests.every((test) => test !== undefined)
    ? ['Object(error) === error', ...tests].join(' && ')
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {string | undefined} The last name of `name` and `a.b.name`.
 */
function nameOf(node) {
  if (node.type === 'Identifier') {
    return node.name;
  }
  return node.type === 'MemberExpression' ? readKey(node) : undefined;
}
