/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { ClassNode } from '../../analysis/syntax/definitions.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Settler } from './settlers.js' */

import { readClass, readFunction } from '../../analysis/syntax/definitions.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { readConstantInit, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { callOfCallback, deferredArguments } from './callback-calls.js';
import { anyCallOf } from './functions.js';
import { findSettlers } from './settlers.js';

/**
 * What a callback is called with, whoever does it: by its name or another one, put off, bound, or by
 * functions inside that hand on what they get.
 *
 *     cb(null, v)    process.nextTick(cb, null, v)    const done = cb.bind(null, null); done(v);
 *     const end = (v) => cb(null, v); end(1);
 *
 * @typedef {readonly (TSESTree.CallExpressionArgument | undefined)[]} Given Undefined for what is left out.
 */

/**
 * @typedef {object} Following The uses of a variable that is the callback, as far as they have been looked at.
 * @property {Variable} variable
 * @property {number} next The index of the reference that comes next.
 * @property {Given} bound What `bind` gave before.
 * @property {number} start How many calls had been found before.
 */

/**
 * A loop, since callbacks are handed on through as many functions as a file may have.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} callback
 * @returns {Given[]} As the calls say it: of `cb.bind(…)` what is known.
 */
export function argumentsOfCalls(sourceCode, callback) {
  /** @type {Given[]} */
  const found = [];
  const seen = new Set([callback]);
  /** @type {Following[]} */
  const followed = [{ variable: callback, next: 0, bound: [], start: 0 }];
  for (let last = followed.at(-1); last; last = followed.at(-1)) {
    const reference = last.variable.references[last.next++];
    if (reference === undefined) {
      followed.pop();
      if (found.length === last.start && last.bound.length > 0) {
        found.push(last.bound);
      }
      continue;
    }
    const { given, bound, other } = readUse(
      sourceCode,
      /** @type {TSESTree.Node} */ (reference.identifier),
      last.bound,
    );
    if (given) {
      found.push([...bound, ...given]);
    } else if (other && !seen.has(other)) {
      seen.add(other);
      followed.push({ variable: other, next: 0, bound, start: found.length });
    } else if (bound.length > 0) {
      found.push(bound);
    }
  }
  return found;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} reference
 * @param {Given} before What `bind` gave before.
 * @returns {{ bound: Given, given?: Given | undefined, other?: Variable | undefined }} What it is called with
 *   there, or the variable that it becomes; `bound` with what `bind` gives there.
 */
function readUse(sourceCode, reference, before) {
  let use = reference;
  let bound = before;
  for (;;) {
    const given = callOfCallback(use)?.arguments ?? deferredArguments(use);
    const binding = given ? undefined : bindingOf(use);
    if (!binding) {
      return given
        ? { bound, given }
        : { bound, other: aliasAt(sourceCode, use) ?? parameterGiven(sourceCode, use) };
    }
    bound = [...bound, ...binding.arguments.slice(1)];
    use = binding;
  }
}

/**
 *     function wrap(done) { return (err, v) => done(err, v, Date.now()); } cb = wrap(cb);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} argument
 * @returns {Variable | undefined} The parameter that a function of the file gets it as.
 */
export function parameterGiven(sourceCode, argument) {
  const { parent } = argument;
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') {
    return undefined;
  }
  const { callee } = parent;
  const index = parent.arguments.findIndex((each) => each === argument);
  const made = parent.type === 'NewExpression' ? readClass(sourceCode, callee) : undefined;
  const fn = made ? constructorOf(made) : readFunction(sourceCode, callee);
  const parameter = fn?.params[index];
  return fn && parameter?.type === 'Identifier'
    ? sourceCode.getDeclaredVariables(fn).find(({ identifiers }) => identifiers.includes(parameter))
    : undefined;
}

/**
 * @param {ClassNode} node
 * @returns {FunctionNode | undefined}
 */
function constructorOf({ body }) {
  const [own] = body.body.filter(
    (each) => each.type === 'MethodDefinition' && each.kind === 'constructor',
  );
  const value = own && 'value' in own ? own.value : undefined;
  return value && isFunction(value) ? value : undefined;
}

/**
 * @param {TSESTree.Node} use
 * @returns {TSESTree.CallExpression | undefined} `cb.bind(…)`
 */
export function bindingOf(use) {
  const { parent } = use;
  const isBound =
    parent?.type === 'MemberExpression' && parent.object === use && readKey(parent) === 'bind';
  return (isBound && anyCallOf(parent)) || undefined;
}

/**
 *     const done = cb;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} use
 * @returns {Variable | undefined} The variable that is nothing else.
 */
export function aliasAt(sourceCode, use) {
  const { parent } = use;
  const [variable] =
    parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
      ? sourceCode.getDeclaredVariables(parent)
      : [];
  return variable && readConstantInit(variable)?.init === use ? variable : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {Given[]} What the calls say, and what functions inside that hand on what they get are given.
 */
export function allArguments(sourceCode, target) {
  return [
    ...argumentsOfCalls(sourceCode, target.callback),
    ...argumentsOfSettlers(sourceCode, target),
  ];
}

/**
 *     function end(err, v) { cb(err, v); } end(null, 1);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {Given[]} What it is called with by functions inside that get it from their own calls: not
 *   by those that are given to others, as their callbacks.
 */
export function argumentsOfSettlers(sourceCode, target) {
  const settlers = [...findSettlers(sourceCode, target).values()];
  /** @type {(given: Given, seen: readonly Settler[]) => Given[]} */
  const fill = (given, seen) => {
    const settler = settlers.find(
      (each) =>
        !seen.includes(each) && given.some((node) => indexOf(sourceCode, each, node) !== -1),
    );
    return settler
      ? argumentsOfCalls(sourceCode, settler.variable)
          .filter((own) => own.every((each) => each?.type !== 'SpreadElement'))
          .map((own) => fillIn(sourceCode, settler, given, own))
          .flatMap((filled) => [filled, ...fill(filled, [...seen, settler])])
      : [];
  };
  return settlers.length === 0
    ? []
    : argumentsOfCalls(sourceCode, target.callback).flatMap((given) => fill(given, []));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Settler} settler
 * @param {Given} given
 * @param {Given} own
 * @returns {Given} With what the settler gets in the place of its parameters.
 */
function fillIn(sourceCode, settler, given, own) {
  return given.flatMap((node) => {
    const index = indexOf(sourceCode, settler, node);
    return index === -1 ? [node] : node?.type === 'SpreadElement' ? own.slice(index) : [own[index]];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Settler} settler
 * @param {TSESTree.Node | undefined} node
 * @returns {number} Which of its parameters the node is, as it came; `...list` where that is the rest.
 */
function indexOf(sourceCode, { fn }, node) {
  const isSpread = node?.type === 'SpreadElement';
  const variable = variableOf(sourceCode, isSpread ? node.argument : node);
  if (!variable || variable.scope.block !== fn || writesOf(variable).length > 0) {
    return -1;
  }
  return fn.params.findIndex((parameter) =>
    variable.identifiers.some(
      (name) =>
        name === (isSpread && parameter.type === 'RestElement' ? parameter.argument : parameter),
    ),
  );
}
