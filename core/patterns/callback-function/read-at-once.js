/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { RefusalReason } from '../../contract/refusals.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Use } from './calls-around.js' */
/** @import { Asking } from './ticks.js' */
/** @import { Translator } from './translator.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { enclosingFunction, frameUses } from '../../analysis/functions.js';
import { readGlobalPath } from '../../analysis/global-values.js';
import { groupBy } from '../../analysis/group-by.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { isWithin, nodesOfType, nodesWithin } from '../../analysis/nodes.js';
import { isOwnModule } from '../../analysis/project.js';
import { globalReferences, readsOf, variableOf } from '../../analysis/scopes.js';
import { textOf } from '../../edits/trivia.js';
import {
  calledName,
  callsAround,
  runsItself,
  takesErrorFirst,
  usesAround,
} from './calls-around.js';
import { isCaught } from './flow.js';
import { callbackFunctionsOf, readName } from './functions.js';
import { definitionsByName } from './methods.js';
import { Refused } from './refused.js';
import { isAsked, isFilling, isReadBehind, isTried } from './run-behind.js';
import { callsLater } from './ticks.js';

/**
 * Callers that read at once what their callback has noted, and so rely on being called back before
 * the call returns:
 *
 *     let value;
 *     load(key, (err, found) => { value = found; });
 *     return value;
 *
 * So does all that what they call hands its callback to. Where that is out of sight (hooks, tables of
 * functions, a list of who waits), it may be any function of the project.
 *
 * @typedef {object} Hand A call that gets a callback.
 * @property {readonly string[]} names What the function that is called may go by.
 * @property {boolean} isOpen Whether it matters who gets the callback from it.
 * @property {boolean} [isNear] Whether it does not, for whatever is reached from it: nobody looks further
 *   than the names go.
 *
 * @typedef {object} Hands What a file has to do with it.
 * @property {readonly Hand[]} reads What such callers call.
 * @property {readonly { name: string, hands: readonly Hand[] }[]} handings What callback functions
 *   hand their callback to.
 */

/** The name of functions without one: modules export them. */
const DEFAULT = 'default';

/** @type {Hand} */
const ANYWHERE = { names: [], isOpen: true };

/**
 * @param {Pick<PatternContext, 'sourceCode' | 'project' | 'options' | 'isReadAtOnceElsewhere' | 'ignoresCallers'>} context
 * @param {string} name
 * @returns {boolean} Whether a function or method of the name has such a caller, as far as the project
 *   shows.
 */
export function isReadAtOnce(context, name) {
  const known = knownOf(context.sourceCode);
  known.isRead ??= context.isReadAtOnceElsewhere ?? followOwnReads(context);
  return context.ignoresCallers !== true && known.isRead(name);
}

/**
 * @param {Translator} translator
 * @param {string} subject What may call back in the caller's tick.
 * @param {'callback-caught' | 'callback-timing' | 'shared-wait'} [reason]
 * @throws {Refused} Unless callers do not mind.
 */
export function acceptTiming(translator, subject, reason = 'callback-timing') {
  if (!mayCallLater(translator)) {
    throw refusedTiming(translator, subject, reason);
  }
  translator.accepts.add('callback-timing');
}

/**
 * @param {Pick<Translator, 'context'>} translator
 * @param {string} subject
 * @param {RefusalReason} [reason] If the user does not say that callers do not mind.
 * @returns {Refused} If the user does, there is a caller that minds.
 */
export function refusedTiming({ context }, subject, reason = 'callback-timing') {
  const isAccepted = context.options.differences.has('callback-timing');
  return new Refused(isAccepted ? 'read-at-once' : reason, subject);
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether callers do not mind when their callback is called: the user says so, and
 *   none is seen that does.
 */
export function mayCallLater({ context, target }) {
  return context.options.differences.has('callback-timing') && !isReadAtOnce(context, target.name);
}

/** @type {(sourceCode: SourceCodeLike) => { isRead?: (name: string) => boolean }} */
const knownOf = oncePerFile(() => ({}));

/**
 * @param {Asking} asking
 * @returns {(name: string) => boolean} As `followReads`, of a file alone: mostly nothing is to be followed.
 */
function followOwnReads(asking) {
  const reads = readsIn(asking);
  return followReads(reads.length > 0 ? [{ reads, handings: handingsIn(asking) }] : []);
}

/**
 * @param {readonly Hands[]} files
 * @returns {(name: string) => boolean} Whether a function of the name may be reached from such callers.
 */
export function followReads(files) {
  /** @type {Set<string>} */
  const reached = new Set();
  const functions = groupBy(
    files.flatMap(({ handings }) => handings),
    ({ name }) => name,
  );
  const all = files.flatMap(({ reads }) => reads);
  const hands = [...all.filter(({ isNear }) => !isNear), ...all.filter(({ isNear }) => isNear)];
  // A list that grows is gone through to its end.
  for (const { names, isNear, isOpen } of hands) {
    if (isOpen && !names.some((name) => functions.has(name) || runsItself(name))) {
      return () => true;
    }
    for (const name of names.filter((each) => !reached.has(each))) {
      reached.add(name);
      for (const found of functions.get(name) ?? []) {
        hands.push(...(isNear ? found.hands.map(near) : found.hands));
      }
    }
  }
  return (name) => reached.has(name || DEFAULT);
}

/** @param {Hand} hand @returns {Hand} */
const near = (hand) => ({ ...hand, isOpen: false, isNear: true });

/**
 * @param {Asking} asking
 * @returns {Hands}
 */
export function handsIn(asking) {
  return { reads: readsIn(asking), handings: handingsIn(asking) };
}

/**
 * @param {Asking} asking
 * @returns {Hands['reads']}
 */
function readsIn(asking) {
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
 * @returns {Hands['handings']}
 */
function handingsIn(asking) {
  const { sourceCode } = asking;
  return [
    ...callbackFunctionsOf(sourceCode).map((found) => ({
      name: found.name || DEFAULT,
      hands: readsOf(found.callback)
        .flatMap(({ identifier }) => usesAround(sourceCode, identifier, found.fn))
        .filter((use) => !use || !callsLater(asking, use.call))
        .map((use) => (use ? handTo(asking, use.call, true) : ANYWHERE)),
    })),
    // By its member, a function is reached under its own name.
    ...[...definitionsByName(sourceCode)].flatMap(([name, definitions]) =>
      definitions
        .flatMap(({ found }) => found ?? [])
        .map((found) => ({
          name,
          hands: [{ names: [found.name || DEFAULT], isOpen: false }],
        })),
    ),
  ];
}

/**
 * @param {Asking} asking
 * @param {TSESTree.CallExpression} call
 * @param {boolean} isOpen
 * @returns {Hand}
 */
function handTo({ sourceCode, project }, call, isOpen) {
  const origin = resolveOrigin(sourceCode, call.callee);
  const isOwn = origin?.kind === 'module' && isOwnModule(origin, project);
  return { names: [calledName(call), ...(isOwn ? [origin.path.at(-1) ?? DEFAULT] : [])], isOpen };
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} noted A variable, a member, or a list that gets one more.
 * @returns {Hand[]} The calls that it stands in, if what is noted is read behind them.
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
  return uses.some(
    (use) =>
      (use === outer || isWithin(noted, use.call)) &&
      isReadBehind(sourceCode, asked, { call: use.call, definition }),
  )
    ? uses.map((use) =>
        handTo(asking, use.call, takesErrorFirst(use) && !callsLater(asking, use.call)),
      )
    : [];
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
 * @returns {Hand[]} The calls that it stands in, and those of the functions in which these are made, if what
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
        return [
          ...uses.map((use) => near(handTo(asking, use.call, false))),
          near(handTo(asking, call, false)),
        ];
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
 * @returns {Hand[]} The calls of whose callback it is a part, where somebody around them takes what is
 *   thrown.
 */
function caughtAround(asking, callback) {
  const { sourceCode } = asking;
  const uses = callsAround(sourceCode, callback, undefined)
    .filter((use) => use !== undefined)
    .filter((use) => takesErrorFirst(use) && !callsLater(asking, use.call));
  return uses
    .filter(({ call }) => !isWithin(call, callback) && isTried(sourceCode, call))
    .map(({ call }) => handTo(asking, call, true));
}
