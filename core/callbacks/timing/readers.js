/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Use } from '../functions/calls-around.js' */
/** @import { Asking, Hand } from './handings.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, frameUses } from '../../analysis/syntax/functions.js';
import { readGlobalPath } from '../../analysis/modules/global-values.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType, nodesWithin } from '../../analysis/syntax/nodes.js';
import { globalReferences, readsOf, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { calledName, callsAround, takesErrorFirst } from '../functions/calls-around.js';
import { isCaught } from '../statements/flow.js';
import { readName } from '../functions/functions.js';
import { handTo, near } from './handings.js';
import { isAsked, isFilling, isReadBehind, isTried } from './run-behind.js';
import { callsLater } from './ticks.js';

/**
 * Code that reads behind a call what the callback of the call has noted, and so relies on being called
 * back before the call returns:
 *
 *     let value;
 *     load(key, (err, found) => { value = found; });
 *     return value;
 *
 * @typedef {object} Read
 * @property {Hand} hand A call that has to call back at once.
 * @property {TSESTree.CallExpression} call The same call.
 * @property {number} line Of the call behind which the value is read.
 */

/**
 * @param {Asking} asking
 * @returns {Read[]} What the file reads behind calls.
 */
export function readsIn(asking) {
  const { sourceCode } = asking;
  const noted = [
    ...nodesOfType(sourceCode, 'AssignmentExpression').flatMap(({ left }) =>
      /Pattern$/u.test(left.type) ? nodesWithin(sourceCode, 'Identifier', left) : [left],
    ),
    ...nodesOfType(sourceCode, 'UpdateExpression')
      .filter(({ operator }) => operator === '++')
      .map(({ argument }) => argument),
    ...nodesOfType(sourceCode, 'CallExpression').flatMap(({ callee, arguments: [first] }) =>
      isFilling(callee) && callee.object.type === 'Identifier'
        ? [callee.object]
        : first && readGlobalPath(sourceCode, callee) === 'Object.assign'
          ? [first]
          : [],
    ),
  ];
  const thrown = [
    ...nodesOfType(sourceCode, 'ThrowStatement'),
    ...nodesOfType(sourceCode, 'CallExpression').filter(({ callee }) =>
      mayFail(sourceCode, callee),
    ),
  ];
  const callbacks = new Set(thrown.map(uncaughtIn).filter((callback) => callback !== undefined));
  return [
    ...noted.flatMap((node) => [...readBehind(asking, node), ...readByCallers(asking, node)]),
    ...[...callbacks].flatMap((callback) => caughtAround(asking, callback)),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} callee
 * @returns {boolean} Whether what it is called with decides if it throws.
 */
function mayFail({ text }, { range: [start, end] }) {
  return (
    (text.startsWith('assert', start) || text.startsWith('JSON', start)) &&
    /^(?:JSON\.parse|assert\b.*)$/u.test(text.slice(start, end))
  );
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} noted A variable, a member, or a list that gets one more.
 * @returns {Read[]} The calls that have to call back at once, where what is noted is read behind one of
 *   them: that one, and those that it is noted in on the way there.
 */
function readBehind(asking, noted) {
  const { sourceCode } = asking;
  const { name, key } = rootOf(noted);
  const definition = definitionOf(sourceCode, name);
  let home = enclosingFunction(definition ?? noted);
  while (name.type === 'ThisExpression' && home?.type === 'ArrowFunctionExpression') {
    home = enclosingFunction(home);
  }
  const frame = enclosingFunction(noted);
  if (frame === home) {
    return [];
  }
  const { uses, outer } = usesOfFrame(sourceCode, /** @type {FunctionNode} */ (frame), home);
  if (!outer) {
    return [];
  }
  const asked = readsOfNoted(sourceCode, name, home).filter((node) =>
    isAsked(sourceCode, node, key),
  );
  const last = uses.findLastIndex(
    (use) =>
      (use === outer || isWithin(noted, use.call)) &&
      isReadBehind(sourceCode, asked, { call: use.call, definition }),
  );
  // The reader stands in the calls around these, and does not wait for them.
  const waited = uses.slice(0, last + 1);
  return waited.some(({ call }) => callsLater(asking, call))
    ? []
    : waited.map((use) => ({
        hand: handTo(asking, use.call, takesErrorFirst(use)),
        call: use.call,
        line: lineOf(waited.at(-1)),
      }));
}

/**
 * @param {Use | undefined} use
 * @returns {number}
 */
function lineOf(use) {
  return use?.call.loc.start.line ?? 1;
}

/**
 *     this.user.name = name;        known = value;
 *
 * @param {TSESTree.Node} noted
 * @returns {{ name: TSESTree.Node, key: string | undefined }} What has it, and as which of its members.
 */
function rootOf(noted) {
  let member = noted;
  while (member.type === 'MemberExpression' && member.object.type === 'MemberExpression') {
    member = member.object;
  }
  return member.type === 'MemberExpression'
    ? { name: member.object, key: readKey(member) }
    : { name: member, key: undefined };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} name
 * @returns {TSESTree.Node | undefined} Where the variable is declared.
 */
function definitionOf(sourceCode, name) {
  return /** @type {TSESTree.Node | undefined} */ (variableOf(sourceCode, name)?.defs[0]?.name);
}

/**
 *     fill(done) { load(this.key, (err, value) => { this.value = value; done(err); }); }
 *     now() { this.fill(() => {}); return this.value; }
 *
 * @param {Asking} asking
 * @param {TSESTree.Node} noted As `readBehind`.
 * @returns {Read[]} The calls that it stands in, and those of the functions in which these are made, if what
 *   is noted is read behind one of the latter.
 */
function readByCallers(asking, noted) {
  const { sourceCode } = asking;
  const { name, key } = rootOf(noted);
  const frame = enclosingFunction(noted);
  const definition = definitionOf(sourceCode, name);
  const home = key === undefined && definition ? enclosingFunction(definition) : undefined;
  if (!frame || frame === home) {
    return [];
  }
  /** @type {TSESTree.Node[] | undefined} */
  let asked;
  for (
    let outer = enclosingFunction(frame);
    outer && outer !== home;
    outer = enclosingFunction(outer)
  ) {
    const own = /** @type {FunctionNode} */ (outer);
    const calls = (callsByName(sourceCode).get(readName(own)) ?? []).filter(
      (call) => !isWithin(call, own),
    );
    const { uses } = calls.length > 0 ? usesOfFrame(sourceCode, frame, own) : { uses: [] };
    if (uses.length === 0 || uses.some(({ call }) => callsLater(asking, call))) {
      continue;
    }
    asked ??=
      key === undefined
        ? readsOfNoted(sourceCode, name, home).filter((node) => isAsked(sourceCode, node, key))
        : (objectsByKey(sourceCode).get(key) ?? []).filter((node) =>
            isAsked(sourceCode, node, key),
          );
    for (const call of calls) {
      const own =
        key === undefined ? asked : asked.filter((node) => isGiven(sourceCode, call, node));
      if (isReadBehind(sourceCode, own, { call, definition })) {
        const { line } = call.loc.start;
        return [...uses.map((use) => use.call), call].map((each) => ({
          hand: near(handTo(asking, each, false)),
          call: each,
          line,
        }));
      }
    }
  }
  return [];
}

/**
 *     box.fill(…); box.value        fill(box, …); box.value
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} object
 * @returns {boolean} Whether the call is made on the object, or gets it.
 */
function isGiven(sourceCode, { arguments: values, callee }, object) {
  const receiver = callee.type === 'MemberExpression' ? [callee.object] : [];
  const text = textOf(sourceCode, object);
  return [...receiver, ...values].some((each) => textOf(sourceCode, each) === text);
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly TSESTree.CallExpression[]>} */
const callsByName = oncePerFile((sourceCode) => {
  const calls = groupBy(nodesOfType(sourceCode, 'CallExpression'), calledName);
  calls.delete('');
  return calls;
});

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, readonly TSESTree.Node[]>} What has a member of the key. */
const objectsByKey = oncePerFile((sourceCode) => {
  const members = groupBy(nodesOfType(sourceCode, 'MemberExpression'), readKey);
  return new Map([...members].map(([key, nodes]) => [key, nodes.map(({ object }) => object)]));
});

/**
 * @typedef {object} UsesOfFrame
 * @property {readonly Use[]} uses The calls that get a function, or one in which it stands.
 * @property {Use | undefined} outer The last of them that is made by the function to which it notes something.
 */

/** @type {(sourceCode: SourceCodeLike) => Map<FunctionNode, Map<FunctionNode | undefined, UsesOfFrame>>} */
const usesByFrame = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} frame
 * @param {FunctionNode | undefined} home
 * @returns {UsesOfFrame} The same for all that is noted in the one for the other.
 */
function usesOfFrame(sourceCode, frame, home) {
  const byFrame = usesByFrame(sourceCode);
  const byHome = byFrame.get(frame) ?? new Map();
  byFrame.set(frame, byHome);
  let known = byHome.get(home);
  if (!known) {
    const uses = callsAround(sourceCode, frame, home)
      .filter((use) => use !== undefined)
      .filter(({ call }) => enclosingFunction(call) !== frame);
    const outer = uses.findLast(({ call }) => enclosingFunction(call) === home);
    known = { uses, outer };
    byHome.set(home, known);
  }
  return known;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} name What is noted, or has the member that is.
 * @param {FunctionNode | undefined} home The function that it belongs to.
 * @returns {TSESTree.Node[]} Where it is read.
 */
function readsOfNoted(sourceCode, name, home) {
  if (name.type === 'ThisExpression') {
    return home ? frameUses(sourceCode, home).this : [];
  }
  const variable = variableOf(sourceCode, name);
  if (!variable) {
    return name.type === 'Identifier' ? globalReferences(sourceCode, name.name) : [];
  }
  return readsOf(variable)
    .filter((reference) => !reference.isWrite())
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
}

/**
 * @param {TSESTree.Node} thrown What throws.
 * @returns {FunctionNode | undefined} The function that ends with it.
 */
function uncaughtIn(thrown) {
  const fn = enclosingFunction(thrown);
  return !fn || fn.async || fn.generator || isCaught(thrown, fn) ? undefined : fn;
}

/**
 *     try { load(key, (err) => { if (err) throw err; }); } catch (error) { … }
 *
 * @param {Asking} asking
 * @param {FunctionNode} callback What throws.
 * @returns {Read[]} The calls of whose callback it is a part, where somebody around them takes what is
 *   thrown.
 */
function caughtAround(asking, callback) {
  const { sourceCode } = asking;
  const uses = callsAround(sourceCode, callback, undefined)
    .filter((use) => use !== undefined)
    .filter((use) => takesErrorFirst(use) && !callsLater(asking, use.call));
  return uses
    .filter(({ call }) => !isWithin(call, callback) && isTried(sourceCode, call))
    .map(({ call }) => ({ hand: handTo(asking, call, true), call, line: call.loc.start.line }));
}
