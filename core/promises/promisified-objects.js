/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Refusal } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readCertainInit } from '../analysis/values/certain-values.js';
import { isCoreModule } from '../analysis/apis/core-promise-apis.js';
import { oncePerFile } from '../analysis/syntax/facts.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { isWithin, nodesOfType } from '../analysis/syntax/nodes.js';
import {
  findVariable,
  isModuleLevel,
  isVisibleOutside,
  readConstantInit,
  readsOf,
  variableOf,
} from '../analysis/syntax/scopes.js';
import { takeUniqueName } from '../edits/names.js';
import { firstLine, hasCommentBetween, textOf } from '../edits/trivia.js';
import { RESERVED_NAMES } from '../packages/language.js';
import { readCustomPromisified } from './custom-promisified.js';
import { readStatic } from './library.js';

/**
 * An object that is given a method with `Async` behind its name for each that calls back:
 *
 *     const fs = Bluebird.promisifyAll(require('fs'));    fs.readFileAsync(path)
 *
 * @typedef {object} PromisifiedObject
 * @property {TSESTree.CallExpression} call Of `promisifyAll`.
 * @property {string} name The variable that holds the object.
 * @property {AsyncMethod[]} methods Those that the file calls.
 *
 * @typedef {object} AsyncMethod
 * @property {string} key Without `Async`.
 * @property {string} name The function that takes its place.
 * @property {(TSESTree.CallExpression & { callee: TSESTree.MemberExpression })[]} calls
 */

const SUFFIX = /Async$/u;

/** Methods, of the streams and files of Node, that `promisifyAll` of a core module reaches as well. */
const INSTANCE_METHODS =
  /^(?:close|connect|destroy|end|flush|push|read|send|setTimeout|write)Async$/u;

/**
 * @type {(sourceCode: SourceCodeLike) => readonly (PromisifiedObject | { call: TSESTree.CallExpression, refusal: Refusal })[]}
 */
export const promisifiedObjects = oncePerFile((sourceCode) => {
  const calls = nodesOfType(sourceCode, 'CallExpression').filter(
    (call) => readStatic(sourceCode, call) === 'promisifyAll',
  );
  const found = calls.map(
    (call) => readObject(sourceCode, call) ?? { call, refusal: refusalOf(sourceCode, call) },
  );
  const known = new Set(
    found.flatMap((each) => ('methods' in each ? each.methods : [])).flatMap((each) => each.calls),
  );
  const areCore = found.every(({ call }) => isCoreObject(sourceCode, call.arguments[0]));
  const isElsewhere = nodesOfType(sourceCode, 'MemberExpression').some((member) => {
    const key = readKey(member) ?? '';
    return (
      SUFFIX.test(key) &&
      ![...known].some(({ callee }) => callee === member) &&
      !(areCore && !INSTANCE_METHODS.test(key))
    );
  });
  return found.map((each) =>
    'refusal' in each || (each.methods.length > 0 && !isElsewhere)
      ? each
      : { call: each.call, refusal: refusalOf(sourceCode, each.call) },
  );
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {Refusal}
 */
function refusalOf(sourceCode, call) {
  const reason = call.arguments.length === 1 ? 'promisified-outside' : 'library-usage';
  return { reason, subject: `\`${firstLine(textOf(sourceCode, call))}\`` };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} object
 * @returns {boolean}
 */
export function isCoreObject(sourceCode, object) {
  const origin = resolveOrigin(sourceCode, object);
  return origin?.path.length === 0 && (isCoreModule(origin) || origin.name === 'graceful-fs');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {PromisifiedObject | undefined} Undefined where the file does not show all that is done with
 *   the object.
 */
function readObject(sourceCode, call) {
  const [object, more] = call.arguments;
  const variable = object && !more ? holderOf(sourceCode, call, object) : undefined;
  if (!variable || !isModuleLevel(variable) || isVisibleOutside(variable)) {
    return undefined;
  }
  /** @type {Map<string, AsyncMethod['calls']>} */
  const byKey = new Map();
  for (const { identifier } of readsOf(variable)) {
    if (isWithin(/** @type {TSESTree.Node} */ (identifier), call)) {
      continue;
    }
    const member = identifier.parent;
    const key =
      member?.type === 'MemberExpression' && member.object === identifier && readKey(member);
    if (!key || (member.parent.type === 'AssignmentExpression' && member.parent.left === member)) {
      return undefined;
    }
    if (!SUFFIX.test(key)) {
      continue;
    }
    const use = member.parent;
    if (
      use.type !== 'CallExpression' ||
      use.callee !== member ||
      use.optional ||
      member.optional ||
      hasCommentBetween(sourceCode, ...member.range)
    ) {
      return undefined;
    }
    const calls = byKey.get(key) ?? [];
    byKey.set(key, [...calls, /** @type {AsyncMethod['calls'][number]} */ (use)]);
  }
  const methods = [...byKey].map(([key, calls]) => {
    const plain = key.replace(SUFFIX, '');
    return { key: plain, name: nameFunction(sourceCode, plain), calls };
  });
  const origin = resolveOrigin(sourceCode, object);
  const isPlain = methods.every(
    ({ key }) =>
      key !== '' &&
      readCustomPromisified(origin && { ...origin, path: [...origin.path, key] }) === undefined,
  );
  return isPlain ? { call, name: variable.name, methods } : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} object
 * @returns {Variable | undefined} `fs` of `const fs = promisifyAll(…)` and of `promisifyAll(fs);`.
 */
function holderOf(sourceCode, call, object) {
  const { parent } = call;
  if (
    parent.type === 'VariableDeclarator' &&
    parent.id.type === 'Identifier' &&
    parent.parent.declarations.length === 1
  ) {
    const variable = findVariable(sourceCode, parent.id, parent.id.name);
    return variable && readCertainInit(variable)?.init === call ? variable : undefined;
  }
  if (parent.type !== 'ExpressionStatement' || object.type !== 'Identifier') {
    return undefined;
  }
  const variable = variableOf(sourceCode, object);
  const isKept =
    variable?.defs[0]?.type === 'ImportBinding' || (variable && readConstantInit(variable));
  return parent.parent.type === 'Program' && isKept ? variable : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @returns {string} `readFile` if no variable of the file has the name.
 */
function nameFunction(sourceCode, key) {
  const name = [key, `${key}Async`].find(
    (candidate) => !RESERVED_NAMES.has(candidate) && !isVariable(sourceCode, candidate),
  );
  return name ?? takeUniqueName(sourceCode, `${key}Async`);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {boolean} Whether anything in the file declares or reads a variable of that name.
 */
function isVariable({ scopeManager }, name) {
  return (scopeManager?.scopes ?? []).some(
    ({ set, references }) =>
      set.has(name) || references.some(({ identifier }) => identifier.name === name),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {AsyncMethod | undefined} The method of a promisified object that is called.
 */
export function readAsyncMethod(sourceCode, { callee }) {
  if (callee.type !== 'MemberExpression' || !SUFFIX.test(readKey(callee) ?? '')) {
    return undefined;
  }
  return promisifiedObjects(sourceCode)
    .flatMap((each) => ('methods' in each ? each.methods : []))
    .find(({ calls }) => calls.some((each) => each.callee === callee));
}
