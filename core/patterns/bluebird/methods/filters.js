/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { Link, LinkResult } from './link-edits.js' */

import { keepsValue } from '../../../analysis/values/certain-values.js';
import { walk } from '../../../analysis/syntax/nodes.js';
import { findVariable, variableOf } from '../../../analysis/syntax/scopes.js';
import { replaceRange } from '../../../edits/edit.js';
import { mentionsName } from '../../../edits/names.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween, textOf } from '../../../edits/trivia.js';
import { calledName } from '../../../promises/values.js';
import { readInline, readParameter, surroundBody } from './handlers.js';
import { withTypes } from '../helper-types.js';
import { isLibrary } from '../../../promises/library.js';
import { refuseLink } from './link-edits.js';
import { layOut } from '../lists/series.js';

/**
 * Handlers of errors that a filter lets through: a class of errors, a predicate, an object with
 * properties that the error has.
 * https://github.com/petkaantonov/bluebird/blob/v3.7.2/src/catch_filter.js
 */

/**
 * Where there are classes, bluebird takes what the handler throws for something that it gives:
 * https://github.com/petkaantonov/bluebird/blob/v3.7.2/src/catch_filter.js
 */
const TAPPING = [
  '>let given‹: unknown›;',
  '>try {',
  '>>given = fn(error);',
  '>} catch (ignored) {',
  '>>// The error that was looked at goes on.',
  '>}',
  '>await given;',
  '>throw error;',
  '}',
];

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
  const [start, end] = parenthesizedRange(sourceCode, handler);
  if (!first || hasCommentBetween(sourceCode, first.range[0], start)) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const handling = isTap ? withTypes(context, TAPPING) : ['>return fn(error);', '}'];
  const head = `fn‹: (error: any) => R›) => ${isTap ? 'async ' : ''}(error‹: any›) => {`;
  const property = link.callee.property;
  const rename = replaceRange(property.range, 'catch');
  const lay = (/** @type {string[]} */ lines) => layOut(sourceCode, property.range[0], lines);
  if (filters.length === 1 && isPredicate(first)) {
    const maker = lay([
      ...withTypes(context, [`(‹<R = any,>›(isMatch‹: (error: any) => unknown›, ${head}`]),
      '>if (!isMatch(error)) throw error;',
      ...handling,
    ]);
    const [from] = parenthesizedRange(sourceCode, first);
    return {
      edits: [
        rename,
        { range: [from, from], text: `${maker})(`, side: 'open' },
        { range: [end, end], text: ')', side: 'close' },
      ],
      assumes: [],
    };
  }
  const classes = filters.filter(({ type }) => type !== 'ObjectExpression');
  const hides = (/** @type {TSESTree.Node} */ node) => hidesFrom(sourceCode, classes, node);
  const tests = readTests(sourceCode, filters);
  if (!tests) {
    return refuseLink(context, link);
  }
  const guarded =
    isTap || hides(handler)
      ? undefined
      : guard(context, handler, (name) => `!(${joinTests(tests, name)})`);
  if (guarded) {
    return {
      edits: [
        rename,
        replaceRange([parenthesizedRange(sourceCode, first)[0], start], ''),
        ...guarded,
      ],
      assumes: [],
    };
  }
  const isHidden =
    hides(link) ||
    classes.some((each) => ['error', 'fn'].some((name) => mentionsName(sourceCode, each, name)));
  const parameters = isHidden ? classes.map((_, index) => `Class${index || ''}`) : [];
  const test = joinTests(readTests(sourceCode, filters, parameters) ?? [], 'error');
  const maker = lay([
    ...withTypes(context, [
      `(‹<R = any,>›(${parameters.map((name) => `${name}‹: any›, `).join('')}${head}`,
    ]),
    `>if (!(${test})) throw error;`,
    ...handling,
  ]);
  const given = isHidden ? classes.map((each) => `${textOf(sourceCode, each)}, `).join('') : '';
  return {
    edits: [
      rename,
      replaceRange([parenthesizedRange(sourceCode, first)[0], start], `${maker})(${given}`),
      { range: [end, end], text: ')', side: 'close' },
    ],
    assumes: [],
  };
}

/** @typedef {(name: string) => string} Test Of the error that has the name. */

/**
 * @param {readonly Test[]} tests
 * @param {string} name
 * @returns {string}
 */
function joinTests(tests, name) {
  const texts = tests.map((test) => test(name));
  return texts.length === 1
    ? texts.join('')
    : texts.map((each) => (each.includes('&&') ? `(${each})` : each)).join(' || ');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} classes
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expressions are not certain to give the same within the node.
 */
function hidesFrom(sourceCode, classes, node) {
  return classes
    .flatMap((each) => [...walk(sourceCode, each)])
    .some((each) => {
      switch (each.type) {
        case 'Identifier': {
          const variable = variableOf(sourceCode, each);
          return (
            variable !== findVariable(sourceCode, node, each.name) ||
            (variable !== undefined && !keepsValue(variable))
          );
        }
        case 'ThisExpression':
          return node.type === 'FunctionExpression';
        default:
          return each.type !== 'MemberExpression' || each.computed;
      }
    });
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
      before: [`if (${write(parameter.name)}) throw ${parameter.name}`],
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
      const name = calledName(filter);
      return name !== undefined && /^(?:is|has|can|not|matches)(?:[A-Z_]|$)/u.test(name);
    }
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} filters
 * @param {readonly string[]} [names] The names of the classes among them.
 * @returns {Test[] | undefined} Undefined where it is not known what one of them asks.
 */
function readTests(sourceCode, filters, names = []) {
  const rest = [...names];
  const tests = filters.map((filter) =>
    testOf(sourceCode, filter, filter.type === 'ObjectExpression' ? undefined : rest.shift()),
  );
  return tests.every((test) => test !== undefined) ? tests : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} filter
 * @param {string} [given] The name of the class.
 * @returns {Test | undefined} Undefined where it is not known what is asked.
 */
function testOf(sourceCode, filter, given = textOf(sourceCode, filter)) {
  const name = calledName(filter);
  if (name !== undefined) {
    const isOwn = filter.type === 'MemberExpression' && isLibrary(sourceCode, filter.object);
    // A class by its name. Bluebird's own errors come from bluebird only.
    return /^[A-Z]/u.test(name) && !isOwn ? (error) => `${error} instanceof ${given}` : undefined;
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
    return `.${key.name} ${isWord ? '===' : '=='} ${textOf(sourceCode, value)}`;
  });
  return tests.every((test) => test !== undefined)
    ? (error) =>
        [`Object(${error}) === ${error}`, ...tests.map((test) => `${error}${test}`)].join(' && ')
    : undefined;
}
