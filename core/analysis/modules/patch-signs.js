/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { hasAnyWord, oncePerFile } from '../syntax/facts.js';
import { hasAsyncFunction } from '../syntax/function-kinds.js';
import { globalValues } from './global-values.js';
import { globalReferences, moduleScope } from '../syntax/scopes.js';
import { mentionsPromise, usesGlobalObject } from '../flow/signs.js';

/**
 * Signs that a file may write to promises, or to what they are made by: nearly all files that use promises
 * only call what is there, and then neither their values nor their writes have to be followed.
 */

/** The members that V8 looks up on each promise. */
const INSTANCE_KEYS = ['then', 'constructor'];

/** The text between the name of a property that is written and the sign: a quote, a bracket, a cast. */
const WRITE = /(?!\w)[^=;{}(]{0,80}=(?![=>])/uy;

/** Of `Object.assign`, of `defineProperty` and `defineProperties`, and of `Reflect`. */
const WRITER_WORDS = ['ssign', 'fineP', 'Refle'];

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file only calls the global `Promise` and its
 *   members, if it uses it at all: `new Promise(…)`, `Promise.all(…)`, `value instanceof Promise`.
 */
export const onlyCallsPromise = oncePerFile(
  (sourceCode) =>
    !mentionsPromise(sourceCode) ||
    (!usesGlobalObject(sourceCode) &&
      !moduleScope(sourceCode).set.has('Promise') &&
      globalReferences(sourceCode, 'Promise').every(isOnlyCalled)),
);

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean}
 */
function isOnlyCalled(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'NewExpression':
      return parent.callee === node;
    case 'TSTypeReference':
      return true;
    case 'BinaryExpression':
      return parent.operator === 'instanceof';
    case 'MemberExpression':
      return (
        parent.object === node &&
        !parent.computed &&
        // Promise.__defineGetter__('resolve', …)
        !parent.property.name.startsWith('__') &&
        parent.parent.type === 'CallExpression' &&
        parent.parent.callee === parent
      );
    default:
      return false;
  }
}

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may take a fast path of promises away. */
export const mayPatchPromise = oncePerFile((sourceCode) => {
  const { text } = sourceCode;
  const hasPromises = mentionsPromise(sourceCode) || hasAsyncFunction(sourceCode);
  return (
    (hasPromises && (!onlyCallsPromise(sourceCode) || mayPatchInstance(sourceCode))) ||
    // Object.prototype.then = …
    (text.includes('Object') &&
      isMentioned(text, 'then') &&
      text.includes('prototype') &&
      globalValues(sourceCode).at('Object.prototype').length > 0)
  );
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a key that V8 looks up is written like one that gets another value.
 */
function mayPatchInstance(sourceCode) {
  const { text } = sourceCode;
  return (
    writtenKeys(text).length > 0 ||
    (hasAnyWord(sourceCode, WRITER_WORDS) && INSTANCE_KEYS.some((key) => isNamed(text, key)))
  );
}

/**
 * @param {string} text
 * @param {readonly string[]} [keys]
 * @returns {number[]} Where the keys begin that an assignment may give a value: `promise.then = …`.
 */
export function writtenKeys(text, keys = INSTANCE_KEYS) {
  /** @type {number[]} */
  const places = [];
  for (const key of keys) {
    for (let start = text.indexOf(key); start !== -1; start = text.indexOf(key, start + 1)) {
      WRITE.lastIndex = start + key.length;
      // Nearly always it is called.
      if (text[WRITE.lastIndex] !== '(' && WRITE.test(text)) {
        places.push(start);
      }
    }
  }
  return places;
}

/**
 * @param {string} text
 * @param {string} key
 * @returns {boolean} Whether a member of that name is somewhere, or the name in quotes, and no call of it.
 */
function isMentioned(text, key) {
  for (let start = text.indexOf(key); start !== -1; start = text.indexOf(key, start + 1)) {
    const before = text[start - 1] ?? '';
    if ((before === '.' || QUOTES.includes(before)) && text[start + key.length] !== '(') {
      return true;
    }
  }
  return false;
}

/**
 * @param {string} text
 * @param {string} key
 * @returns {boolean} Whether the key is somewhere in quotes, or one of a literal: `{ then() {} }`.
 */
function isNamed(text, key) {
  for (let start = text.indexOf(key); start !== -1; start = text.indexOf(key, start + 1)) {
    const before = text[start - 1] ?? '';
    if (
      before !== '.' &&
      (QUOTES.includes(before) || (BEFORE_KEY.includes(before) && isKey(start)))
    ) {
      return true;
    }
  }
  return false;

  /** @param {number} start */
  function isKey(start) {
    AFTER_KEY.lastIndex = start + key.length;
    return AFTER_KEY.test(text);
  }
}

const QUOTES = '\'"`';
const BEFORE_KEY = ' \t\r\n{,}/*';
const AFTER_KEY = /\s*[:(,}]/uy;
