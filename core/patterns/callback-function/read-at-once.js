/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { enclosingFunction, isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { findVariable, readsOf } from '../../analysis/scopes.js';
import { callbackFunctionsOf } from './functions.js';

/**
 * Callers that read at once what their callback has noted, and so rely on being called back before
 * the call returns:
 *
 *     let value;
 *     load(key, (err, found) => { value = found; });
 *     return value;
 *
 * @param {Pick<PatternContext, 'sourceCode' | 'isReadAtOnceElsewhere' | 'ignoresCallers'>} context
 * @param {string} name
 * @returns {boolean} Whether a function or method of the name has such a caller, as far as the project
 *   shows.
 */
export function isReadAtOnce({ sourceCode, isReadAtOnceElsewhere, ignoresCallers }, name) {
  return (
    ignoresCallers !== true &&
    (namesReadAtOnce(sourceCode).has(name) || isReadAtOnceElsewhere?.(name) === true)
  );
}

/** A variable that has nothing to say at first: `let value;`, `let isCalled = false;`. */
const UNTOLD =
  /\b(?:const|let|var)\s+(?:[\w$]+\s*,\s*)*[\w$]+\s*(?:[;\n]|=\s*(?:0|false|null|undefined|\{\})\s*[;,\n])/u;

/**
 * @param {string} text
 * @returns {boolean} Whether a caller in the file may do so.
 */
export function mayReadAtOnce(text) {
  return UNTOLD.test(text);
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>} The names of what such callers call, and of what that hands its callback to. */
export const namesReadAtOnce = oncePerFile((sourceCode) => {
  const names = new Set(
    nodesOfType(sourceCode, 'AssignmentExpression').flatMap((node) => readBehind(sourceCode, node)),
  );
  // A set that grows is gone through to its end.
  for (const name of names) {
    for (const found of callbackFunctionsOf(sourceCode)) {
      for (const { identifier } of found.name === name ? found.callback.references : []) {
        const node = /** @type {TSESTree.Node} */ (identifier);
        callsAround(sourceCode, node, found.fn).forEach((call) => names.add(calledName(call)));
      }
    }
  }
  return names;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.AssignmentExpression} note
 * @returns {string[]} The names of the calls that it stands in, if what is noted is read behind them.
 */
function readBehind(sourceCode, { left }) {
  const [name, key] =
    left.type === 'MemberExpression' ? [left.object, readKey(left)] : [left, undefined];
  const variable =
    name.type === 'Identifier' ? findVariable(sourceCode, name, name.name) : undefined;
  const [definition] = variable?.defs ?? [];
  const home = definition && enclosingFunction(/** @type {TSESTree.Node} */ (definition.name));
  if (!variable || !definition || enclosingFunction(left) === home) {
    return [];
  }
  const calls = callsAround(sourceCode, left, home);
  const outer = calls.findLast((call) => enclosingFunction(call) === home);
  return outer && isReadFrom(sourceCode, variable, { key, home, from: outer.range[1] })
    ? calls.map(calledName)
    : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @param {{ key: string | undefined, home: FunctionNode | undefined, from: number }} place
 * @returns {boolean} Whether its own function reads it, or its member, behind the place and does not
 *   wait before that. What only counts it on does not ask whether it was called back.
 */
function isReadFrom(sourceCode, variable, { key, home, from }) {
  return readsOf(variable).some((reference) => {
    const node = /** @type {TSESTree.Node} */ (reference.identifier);
    const { parent } = node;
    return (
      node.range[0] >= from &&
      !reference.isWrite() &&
      enclosingFunction(node) === home &&
      (key === undefined ||
        (parent?.type === 'MemberExpression' &&
          readKey(parent) === key &&
          !(parent.parent.type === 'AssignmentExpression' && parent.parent.left === parent))) &&
      !nodesOfType(sourceCode, 'AwaitExpression').some(
        ({ range: [, end] }) => end >= from && end <= node.range[0],
      )
    );
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode | undefined} home
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {TSESTree.CallExpression[]} The calls that the node is an argument of, or stands in a
 *   function that is, within the function; the inner ones first.
 */
function callsAround(sourceCode, node, home, seen = new Set()) {
  /** @type {TSESTree.CallExpression[]} */
  const calls = [];
  for (
    let child = node, { parent } = node;
    parent && child !== home;
    child = parent, { parent } = parent
  ) {
    if (parent.type === 'CallExpression' && parent.callee !== child) {
      calls.push(parent);
      continue;
    }
    const named = child.type === 'FunctionDeclaration' ? child : parent;
    if (isFunction(child) && !seen.has(child) && isNaming(named)) {
      seen.add(child);
      const [variable] = sourceCode.getDeclaredVariables(named);
      for (const { identifier } of variable ? readsOf(variable) : []) {
        const use = /** @type {TSESTree.Node} */ (identifier);
        calls.push(...callsAround(sourceCode, use, home, seen));
      }
    }
  }
  return calls;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it gives a function inside it a name, or has one itself.
 */
function isNaming({ type }) {
  return type === 'FunctionDeclaration' || type === 'VariableDeclarator';
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string} `load` of `load(…)`, `this.load(…)` and `store.load.call(…)`; '' without a name.
 */
export function calledName({ callee }) {
  if (callee.type === 'Identifier') {
    return callee.name;
  }
  if (callee.type !== 'MemberExpression') {
    return '';
  }
  const key =
    callee.property.type === 'PrivateIdentifier' ? `#${callee.property.name}` : readKey(callee);
  const isApplied = key === 'call' || key === 'apply';
  return isApplied
    ? calledName(
        /** @type {TSESTree.CallExpression} */ ({ ...callee.parent, callee: callee.object }),
      )
    : (key ?? '');
}
