/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { functionsAround } from '../syntax/functions.js';
import { readKey } from '../modules/modules.js';
import { readsOf } from '../syntax/scopes.js';

/**
 * Functions that are run from their text, in a page, a worker or a database, where nothing of the file around
 * them exists:
 *
 *     page.evaluate((id) => {…}, id)    new Worker(`(${work})()`)    work.toString()
 */

/** Of Puppeteer, Playwright, WebDriver, Nightmare and PhantomJS: they send off their first argument. */
const SENDS =
  /^(?:addInitScript|evaluate(?:Async|Handle|OnNewDocument)?|execute(?:Async)?Script|waitForFunction)$/u;

/** The second, behind a selector. */
const SENDS_SECOND = /^(?:\$\$?eval|evalOnSelector(?:All)?)$/u;

/** Of WebdriverIO, whose names others have too. */
const EXECUTES = /^execute(?:Async)?$/u;
const BROWSERS = /^(?:browser|client|driver)$/iu;

/** Of TestCafe. */
const MAKES_SENT = /^(?:ClientFunction|Selector)$/u;

/** Babel moves the call above the imports, and lets the function use nothing of the file. */
const MOCKS = /^(?:doMock|mock)$/u;
const MOCKING = /^(?:jest|vi)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node stands in a function that travels as text.
 */
export function travelsAsText(sourceCode, node) {
  return functionsAround(node).some((fn) =>
    placesOf(sourceCode, fn).some((place) => isTaken(place)),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[]} The function, and what reads its name.
 */
function placesOf(sourceCode, fn) {
  const declaration = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  const [variable] =
    declaration.type === 'FunctionDeclaration' || declaration.type === 'VariableDeclarator'
      ? sourceCode.getDeclaredVariables(declaration)
      : [];
  return [fn, ...(variable ? readsOf(variable).map(({ identifier }) => identifier) : [])];
}

/**
 * @param {TSESTree.Node} place
 * @returns {boolean} Whether the function that stands there is turned into text.
 */
function isTaken(place) {
  const parent = /** @type {TSESTree.Node} */ (place.parent);
  switch (parent.type) {
    case 'TemplateLiteral':
      return true;
    case 'BinaryExpression':
      return parent.operator === '+';
    case 'MemberExpression':
      return parent.object === place && readKey(parent) === 'toString';
    case 'CallExpression':
      return parent.callee !== place && sends(parent, place);
    default:
      return false;
  }
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} argument
 * @returns {boolean} Whether the call sends the argument off as text.
 */
function sends({ callee, arguments: [first, second] }, argument) {
  if (callee.type === 'Identifier') {
    return argument === first && (callee.name === 'String' || MAKES_SENT.test(callee.name));
  }
  if (callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(callee) ?? '';
  const { object } = callee;
  const owner =
    object.type === 'Identifier'
      ? object.name
      : object.type === 'MemberExpression'
        ? (readKey(object) ?? '')
        : '';
  return argument === first
    ? SENDS.test(key) || (EXECUTES.test(key) && BROWSERS.test(owner))
    : argument === second && (SENDS_SECOND.test(key) || (MOCKS.test(key) && MOCKING.test(owner)));
}
