/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { isWithin, nodesWithin } from '../../analysis/syntax/nodes.js';
import { readConstantInit } from '../../analysis/syntax/scopes.js';
import { runningFrame } from '../timing/running-frames.js';

/**
 * A function inside a callback function that brings it to its end: it calls the callback, or hands
 * on to another that does. It becomes an async function, whose result is the outer one's.
 *
 *     function next(i) { if (i === n) return cb(null, out); step(i, (err) => … next(i + 1)); }
 *
 * @typedef {object} Settler
 * @property {FunctionNode} fn
 * @property {Variable} variable With the references of the name inside, too, if it has one.
 * @property {readonly Variable[]} names What the scopes know it by.
 * @property {boolean} isCallback Whether it is given to a call as its callback: its first parameter
 *   is an error.
 * @property {boolean} isEarly Whether it may run before anything asynchronous has happened.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {Map<Variable, Settler>}
 */
export function findSettlers(sourceCode, target) {
  const known = settlersByTarget(sourceCode);
  const settlers = known.get(target) ?? readSettlers(sourceCode, target);
  known.set(target, settlers);
  return settlers;
}

/** @type {(sourceCode: SourceCodeLike) => Map<CallbackFunction, Map<Variable, Settler>>} */
const settlersByTarget = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {Map<Variable, Settler>}
 */
function readSettlers(sourceCode, { fn, callback }) {
  const named = localFunctions(sourceCode, fn);
  /** @type {Map<Variable, Settler>} */
  const settlers = new Map();
  /** @type {Set<Variable>} */
  const active = new Set([callback]);
  for (let found = true; found;) {
    found = false;
    for (const [inner, { variable, names }] of named) {
      if (!settlers.has(variable) && usesAny(inner, active, variable)) {
        settlers.set(variable, { fn: inner, variable, names, isCallback: false, isEarly: false });
        active.add(variable);
        found = true;
      }
    }
  }
  for (const settler of settlers.values()) {
    settler.isCallback = settler.variable.references.some(({ identifier }) =>
      isArgument(identifier),
    );
  }
  markEarly(fn, settlers);
  return settlers;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Map<FunctionNode, Pick<Settler, 'variable' | 'names'>>} The functions inside with a name
 *   that only they have.
 */
function localFunctions(sourceCode, fn) {
  /** @type {ReturnType<typeof localFunctions>} */
  const found = new Map();
  for (const inner of nodesWithin(sourceCode, 'FunctionDeclaration', fn)) {
    const variable = sourceCode
      .getDeclaredVariables(inner)
      .find(({ name }) => name === inner.id?.name);
    if (inner !== fn && variable?.defs.length === 1) {
      found.set(inner, { variable, names: [variable] });
    }
  }
  for (const declarator of nodesWithin(sourceCode, 'VariableDeclarator', fn)) {
    const [variable] = sourceCode.getDeclaredVariables(declarator);
    if (isFunction(declarator.init) && declarator.init !== fn) {
      if (variable && readConstantInit(variable)?.init === declarator.init) {
        const own = ownName(sourceCode, declarator.init);
        found.set(declarator.init, {
          variable: own ? withReferences(variable, own) : variable,
          names: own ? [variable, own] : [variable],
        });
      }
    }
  }
  for (const inner of nodesWithin(sourceCode, 'FunctionExpression', fn)) {
    // (function next(i) { … })(0)
    const [variable] = sourceCode.getDeclaredVariables(inner);
    if (inner.id && inner.parent.type === 'CallExpression' && inner.parent.callee === inner) {
      if (variable && variable.defs[0]?.type === 'FunctionName') {
        found.set(inner, { variable, names: [variable] });
      }
    }
  }
  return found;
}

/**
 *     const next = function next(i) { … next(i + 1); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} Its name inside, which nothing can change.
 */
function ownName(sourceCode, fn) {
  return sourceCode
    .getDeclaredVariables(fn)
    .find(({ defs, references }) => defs[0]?.type === 'FunctionName' && references.length > 0);
}

/**
 * @param {Variable} variable
 * @param {Variable} own
 * @returns {Variable}
 */
function withReferences(variable, own) {
  const references = [...variable.references, ...own.references];
  return Object.create(variable, { references: { value: references } });
}

/**
 * @param {FunctionNode} inner
 * @param {ReadonlySet<Variable>} active
 * @param {Variable} own Its own name, which says nothing.
 * @returns {boolean}
 */
function usesAny(inner, active, own) {
  return [...active].some(
    (variable) =>
      variable !== own &&
      variable.references.some(({ identifier }) =>
        isWithin(/** @type {any} */ (identifier), inner),
      ),
  );
}

/**
 * @param {FunctionNode} main
 * @param {Map<Variable, Settler>} settlers
 */
function markEarly(main, settlers) {
  const byFunction = new Map([...settlers.values()].map((settler) => [settler.fn, settler]));
  for (let changed = true; changed;) {
    changed = false;
    for (const settler of settlers.values()) {
      if (settler.isEarly) {
        continue;
      }
      const isExpressionCall = settler.fn.parent.type === 'CallExpression';
      const places = settler.variable.references
        .filter((reference) => !reference.init && !isArgument(reference.identifier))
        .map(({ identifier }) => runningFrame(/** @type {TSESTree.Node} */ (identifier)));
      if (isExpressionCall) {
        places.push(runningFrame(settler.fn.parent));
      }
      settler.isEarly = places.some(
        (place) => place === main || (place && byFunction.get(place)?.isEarly),
      );
      changed ||= settler.isEarly;
    }
  }
}

/**
 * @param {import('@typescript-eslint/scope-manager').Reference['identifier']} node
 * @returns {boolean}
 */
function isArgument(node) {
  const { parent } = node;
  return (
    parent?.type === 'CallExpression' && parent.arguments.some((argument) => argument === node)
  );
}
