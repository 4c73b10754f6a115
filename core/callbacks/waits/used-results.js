/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readKey } from '../../analysis/modules/modules.js';
import { isTarget } from '../../analysis/modules/property-writes.js';
import { writesOf } from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { Refused, quote } from '../plan/refused.js';

/**
 * Which results of a wait the code behind it uses, and those that it finds in the first one.
 */

/**
 * @param {Translator} translator
 * @param {Callee} callee
 * @param {FunctionNode} callback
 * @returns {Variable[]} Results that nobody looks at: their names are free where the callback was.
 */
export function unusedResults(translator, { isValueFirst }, callback) {
  const parameters = callback.params.slice(isValueFirst ? 0 : 1);
  return translator.sourceCode
    .getDeclaredVariables(callback)
    .filter(
      (variable) =>
        !isUsed(translator, variable) &&
        parameters.some((each) => each === variable.identifiers[0]),
    );
}

/**
 * @param {Translator} translator
 * @param {Variable} result
 * @returns {boolean}
 */
export function isUsed({ onError }, { references }) {
  return references.some(
    ({ identifier }) => !onError.has(/** @type {TSESTree.Node} */ (identifier)),
  );
}

/**
 * @param {Callee} callee
 * @param {FunctionNode} callback
 * @returns {boolean} Whether it may take more than the first result, of which the others are members.
 */
export function takesMembers({ members }, { params }) {
  return members !== undefined && params.length > 2;
}

/**
 * @typedef {object} Member A result that is a member of the first one, which the callback takes as well.
 * @property {Variable} variable
 * @property {TSESTree.Parameter} whole The first one.
 * @property {string} key
 *
 * @param {Translator} translator
 * @param {Callee} callee
 * @param {FunctionNode} callback
 * @returns {Member[]}
 */
export function membersOf(translator, callee, callback) {
  const [, whole, ...parts] = callback.params;
  const variables = translator.sourceCode.getDeclaredVariables(callback);
  const variableOf = (/** @type {TSESTree.Parameter | undefined} */ parameter) =>
    variables.find(({ identifiers: [name] }) => name === parameter);
  const first = takesMembers(callee, callback) ? variableOf(whole) : undefined;
  if (!whole || !first || !isUsed(translator, first)) {
    return [];
  }
  const isChanged = [first, ...parts.map(variableOf)].some(
    (variable) => variable && writesOf(variable).length > 0,
  );
  return parts.flatMap((parameter, index) => {
    const variable = variableOf(parameter);
    const key = callee.members?.[index];
    if (variable && !isUsed(translator, variable)) {
      return [];
    }
    if (isChanged || !variable || key === undefined || isMemberSet(first, key)) {
      throw new Refused('callback-parameters', quote(translator.sourceCode, parameter));
    }
    return [{ variable, whole, key }];
  });
}

/**
 * @param {Variable} variable
 * @param {string} key
 * @returns {boolean} `response.body = JSON.parse(response.body)`
 */
function isMemberSet({ references }, key) {
  return references.some(({ identifier: { parent } }) => {
    const member = parent?.type === 'MemberExpression' ? parent : undefined;
    return member !== undefined && (readKey(member) ?? key) === key && isTarget(member);
  });
}

/**
 *     JSON.parse(body)  ->  JSON.parse(response.body)
 *
 * @param {Translator} translator
 * @param {readonly Member[]} members
 */
export function writeMembers(translator, members) {
  for (const { variable, whole, key } of members) {
    const text = `${translator.nameOf(/** @type {TSESTree.Identifier} */ (whole))}.${key}`;
    for (const { identifier } of variable.references) {
      const { parent, range } = /** @type {TSESTree.Node} */ (identifier);
      const isShorthand = parent?.type === 'Property' && parent.shorthand;
      translator.edits.push(replaceRange(range, isShorthand ? `${variable.name}: ${text}` : text));
    }
  }
}
