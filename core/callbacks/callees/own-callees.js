/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from './callees.js' */
/** @import { Translator } from '../plan/translator.js' */

import { frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { isRewired } from '../../analysis/modules/replaced-members.js';
import { isModuleLevel, readConstantInit } from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { textOf } from '../../edits/trivia.js';
import { callbackFunctionOf, isNullish } from '../functions/functions.js';
import { checkContract, refusedCallee, rootOfOther } from './method-callees.js';
import { readPlainCallee } from './plain-callees.js';
import { writePromisified } from './promisified.js';
import { Refused, quote } from '../plan/refused.js';
import { isWrapper } from '../functions/wrappers.js';

/**
 * Functions of the file that are called by their names.
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Identifier} callee
 * @returns {Callee | undefined} A function of the file.
 */
export function readOwnCallee(translator, call, callee) {
  const { sourceCode, registry } = translator;
  const variable = translator.variableOf(callee);
  const found = callbackFunctionOf(sourceCode, variable);
  if (!found) {
    const plain = readPlainCallee(translator, call);
    if (plain) {
      return plain;
    }
    const other = functionOfFile(sourceCode, variable);
    if (other) {
      throw refusedCallee(sourceCode, callee, rootOfOther(other));
    }
    return undefined;
  }
  if (variable && isModuleLevel(variable) && isRewired(translator.context, callee.name)) {
    throw new Refused('core-replaced', quote(sourceCode, callee));
  }
  const fate = registry.fateOf(found);
  if (call.arguments.length !== found.index + 1) {
    throw new Refused('callee-unsupported', quote(sourceCode, call));
  }
  checkContract(translator, call, found);
  const { asyncName } = fate;
  if (isWrapper(found) && typeof fate.results === 'number') {
    throw new Refused('several-results', quote(sourceCode, callee));
  }
  const givesFirstOnly = asyncName === undefined && typeof fate.results === 'number';
  return {
    results: givesFirstOnly ? 'one' : fate.results,
    givesFirstOnly,
    maySync: fate.maySync,
    mayThrow: fate.mayThrow,
    throwsEarly: fate.throwsEarly,
    isKnown: fate.kind !== 'refused',
    neverFails:
      asyncName !== undefined &&
      found.callback.references.every(({ identifier }) => givesNoError(sourceCode, identifier)),
    isValueFirst: false,
    write() {
      if (asyncName === undefined) {
        writePromisified(translator, call);
        return;
      }
      translator.calls.add(call);
      translator.partners.add(found);
      if (asyncName !== callee.name) {
        translator.edits.push(replaceRange(callee.range, asyncName));
      }
    },
  };
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} use
 * @returns {boolean} `cb()`, `cb(null, value)`, `process.nextTick(cb)`
 */
function givesNoError(sourceCode, use) {
  const { parent } = use;
  if (parent?.type !== 'CallExpression') {
    return false;
  }
  const isPutOff = /^(?:process\.nextTick|setImmediate)$/u.test(textOf(sourceCode, parent.callee));
  const error = parent.arguments[isPutOff ? 1 : 0];
  return (isPutOff || parent.callee === use) && (!error || isNullish(error));
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {Variable | undefined} variable
 * @returns {FunctionNode | undefined} The function, if its text shows which arguments it takes.
 */
function functionOfFile(sourceCode, variable) {
  const definition = variable?.defs.at(-1);
  let value = variable && readConstantInit(variable)?.init;
  while (value?.type === 'AssignmentExpression') {
    value = value.right;
  }
  const fn = definition?.type === 'FunctionName' ? definition.node : value;
  return isFunction(fn) && showsParameters(sourceCode, fn) ? fn : undefined;
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether its text shows which arguments it takes.
 */
export function showsParameters(sourceCode, fn) {
  return fn.params.length > 0 || frameUses(sourceCode, fn).arguments.length === 0;
}
