/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Asking } from './ticks.js' */
/** @import { Translator } from './translator.js' */

import { isLoop, isOnSomeWays } from '../../analysis/control-flow.js';
import { oncePerFile } from '../../analysis/facts.js';
import { enclosingFunction, frameUses, isFunction } from '../../analysis/functions.js';
import { readGlobalPath } from '../../analysis/global-values.js';
import { groupBy } from '../../analysis/group-by.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { isWithin, nodesOfType, nodesWithin } from '../../analysis/nodes.js';
import { isOwnModule } from '../../analysis/project.js';
import { globalReferences, readsOf, variableOf } from '../../analysis/scopes.js';
import { isCaught } from './flow.js';
import { callbackFunctionsOf, isErrorLike } from './functions.js';
import { NOT_ERROR_FIRST } from './known-callees.js';
import { definitionsByName } from './methods.js';
import { Refused } from './refused.js';
import { callsLater, staysHere } from './ticks.js';

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
 * @param {Pick<PatternContext, 'sourceCode' | 'project' | 'isReadAtOnceElsewhere' | 'ignoresCallers'>} context
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
 * @throws {Refused} Unless callers do not mind.
 */
export function acceptTiming(translator, subject) {
  if (!mayCallLater(translator)) {
    throw new Refused('callback-timing', subject);
  }
  translator.accepts.add('callback-timing');
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
  const hands = files.flatMap(({ reads }) => reads);
  // A list that grows is gone through to its end.
  for (const { names, isOpen } of hands) {
    if (isOpen && !names.some((name) => functions.has(name) || runsItself(name))) {
      return () => true;
    }
    for (const name of names.filter((each) => !reached.has(each))) {
      reached.add(name);
      functions.get(name)?.forEach((found) => hands.push(...found.hands));
    }
  }
  return (name) => reached.has(name || DEFAULT);
}

/**
 * @param {string} name
 * @returns {boolean} Whether methods of the name run what they are given themselves, or wait with it.
 */
function runsItself(name) {
  return NOT_ERROR_FIRST.get(name) === 'parallel-loop' || /^(?:catch|finally|then)$/u.test(name);
}

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
    ...nodesOfType(sourceCode, 'CallExpression').flatMap(({ callee }) =>
      isFilling(callee) && callee.object.type === 'Identifier' ? [callee.object] : [],
    ),
  ];
  const thrown = [
    ...nodesOfType(sourceCode, 'ThrowStatement'),
    ...nodesOfType(sourceCode, 'CallExpression').filter(({ callee }) =>
      /^(?:JSON\.parse|assert\b.*)$/u.test(sourceCode.text.slice(...callee.range)),
    ),
  ];
  return [
    ...noted.flatMap((node) => readBehind(asking, node)),
    ...thrown.flatMap((node) => caughtAround(asking, node)),
  ];
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
 * @param {TSESTree.Node | undefined} node
 * @returns {node is TSESTree.MemberExpression} `list.push`
 */
function isFilling(node) {
  return (
    node?.type === 'MemberExpression' && /^(?:add|push|set|unshift)$/u.test(readKey(node) ?? '')
  );
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
  let member = noted;
  while (member.type === 'MemberExpression' && member.object.type === 'MemberExpression') {
    member = member.object;
  }
  const [name, key] =
    member.type === 'MemberExpression' ? [member.object, readKey(member)] : [member, undefined];
  const variable = variableOf(sourceCode, name);
  const definition = /** @type {TSESTree.Node | undefined} */ (variable?.defs[0]?.name);
  let home = enclosingFunction(definition ?? noted);
  while (name.type === 'ThisExpression' && home?.type === 'ArrowFunctionExpression') {
    home = enclosingFunction(home);
  }
  const frame = enclosingFunction(noted);
  if (frame === home) {
    return [];
  }
  const uses = callsAround(sourceCode, noted, home)
    .filter((use) => use !== undefined)
    .filter(({ call }) => enclosingFunction(call) !== frame);
  const outer = uses.findLast(({ call }) => enclosingFunction(call) === home);
  if (!outer) {
    return [];
  }
  const reads = readsOfNoted(sourceCode, name, home);
  return uses.some(
    (use) =>
      (use === outer || isWithin(noted, use.call)) &&
      reads.some((node) => isReadBehind(sourceCode, node, { key, call: use.call, definition })),
  )
    ? uses.map((use) =>
        handTo(asking, use.call, takesErrorFirst(use) && !callsLater(asking, use.call)),
      )
    : [];
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
 *     try { load(key, (err) => { if (err) throw err; }); } catch (error) { … }
 *
 * @param {Asking} asking
 * @param {TSESTree.Node} thrown What throws.
 * @returns {Hand[]} The calls of whose callback it is a part, where somebody around them takes what is
 *   thrown.
 */
function caughtAround(asking, thrown) {
  const { sourceCode } = asking;
  const callback = enclosingFunction(thrown);
  if (!callback || callback.async || callback.generator || isCaught(thrown, callback)) {
    return [];
  }
  const uses = callsAround(sourceCode, thrown, undefined)
    .filter((use) => use !== undefined)
    .filter((use) => takesErrorFirst(use) && !callsLater(asking, use.call));
  return uses
    .filter(({ call }) => !isWithin(call, callback) && isTried(sourceCode, call))
    .map(({ call }) => handTo(asking, call, true));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {boolean} Whether it runs in a `try`, of its function or of one that calls that.
 */
function isTried(sourceCode, node, seen = new Set()) {
  const fn = enclosingFunction(node);
  if (isCaught(node, fn ?? sourceCode.ast)) {
    return true;
  }
  if (!fn || seen.has(fn)) {
    return false;
  }
  seen.add(fn);
  return (
    (fn.parent.type === 'CallExpression' && isTried(sourceCode, fn.parent, seen)) ||
    namesOf(sourceCode, fn)
      .flatMap(readsOf)
      .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
      .some((use) => runsThere(use) && isTried(sourceCode, use, seen))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node What has been noted, or what has the member.
 * @param {{ key: string | undefined, call: TSESTree.Node, definition: TSESTree.Node | undefined }} place
 * @returns {boolean} Whether the function that calls asks it behind the call and does not wait before
 *   that. What only counts it on, or adds to it, does not ask whether it was called back.
 */
function isReadBehind(sourceCode, node, { key, call, definition }) {
  const from = startOfTurn(call, definition) ?? call.range[1];
  return (
    (key === undefined ? !isFilling(node.parent) : asksMember(sourceCode, node, key)) &&
    placesRun(sourceCode, node, enclosingFunction(call)).some(
      (place) =>
        place.range[0] >= from &&
        !isWaitedBefore(sourceCode, place, isBehind(place, call) ? call.range[1] : from),
    )
  );
}

/**
 * @param {TSESTree.Node} place
 * @param {TSESTree.Node} call
 * @returns {boolean}
 */
function isBehind(place, call) {
  return place.range[0] >= call.range[1];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} place
 * @param {number} from
 * @returns {boolean} Whether the function waits behind `from` on all ways to the place.
 */
function isWaitedBefore(sourceCode, place, from) {
  const frame = enclosingFunction(place);
  return nodesOfType(sourceCode, 'AwaitExpression').some(
    (node) =>
      node.range[1] >= from &&
      node.range[1] <= place.range[0] &&
      enclosingFunction(node) === frame &&
      !isOnSomeWays(node, place) &&
      !isOnAnotherWay(node, place),
  );
}

/**
 *     if (isSlow) await tick(); else return value;
 *
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} place
 * @returns {boolean} Whether they stand in two branches of one statement.
 */
function isOnAnotherWay(node, place) {
  let branch = node;
  while (branch.parent && !isWithin(place, branch.parent)) {
    branch = branch.parent;
  }
  const { parent } = branch;
  switch (parent?.type) {
    case 'ConditionalExpression':
    case 'IfStatement':
      return parent.test !== branch;
    case 'TryStatement':
      return true;
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node What has the member.
 * @param {string} key
 * @returns {boolean} `box.value`, `Object.keys(box)`, `box.show()`
 */
function asksMember(sourceCode, node, key) {
  const { parent } = node;
  if (parent?.type === 'SpreadElement') {
    return true;
  }
  if (parent?.type === 'CallExpression') {
    return /^(?:JSON|Object)\./u.test(readGlobalPath(sourceCode, parent.callee) ?? '');
  }
  if (parent?.type !== 'MemberExpression' || parent.object !== node) {
    return false;
  }
  const isAssigned = parent.parent.type === 'AssignmentExpression' && parent.parent.left === parent;
  const method = parent.parent.type === 'CallExpression' ? readKey(parent) : undefined;
  return (
    (readKey(parent) === key && !isAssigned) ||
    (method !== undefined &&
      (definitionsByName(sourceCode).get(method) ?? []).some(
        ({ value }) =>
          isFunction(value) &&
          frameUses(sourceCode, value).this.some((own) => asksMember(sourceCode, own, key)),
      ))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode | undefined} frame
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {TSESTree.Node[]} Where in the function the node is run: in its place, and where functions are called,
 *   there and then, in which it stands.
 */
function placesRun(sourceCode, node, frame, seen = new Set()) {
  const fn = enclosingFunction(node);
  if (fn === frame) {
    return [node];
  }
  if (!fn || seen.has(fn)) {
    return [];
  }
  seen.add(fn);
  const { parent } = fn;
  if (parent.type === 'CallExpression') {
    return parent.callee === fn || runsItself(calledName(parent))
      ? placesRun(sourceCode, parent, frame, seen)
      : [];
  }
  const uses = namesOf(sourceCode, fn)
    .flatMap(readsOf)
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
  // What callbacks call, too, is read when they have been called.
  return uses.every(
    (use) => (parent.type === 'Property' || runsThere(use)) && !isPutOff(sourceCode, use, fn),
  )
    ? uses.flatMap((use) => placesRun(sourceCode, use, frame, seen))
    : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} use Of a function's name.
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it stands in a function that a call gets, which may call it later.
 */
function isPutOff(sourceCode, use, fn) {
  for (
    let outer = enclosingFunction(use);
    outer && outer !== fn;
    outer = enclosingFunction(outer)
  ) {
    const { parent } = outer;
    const isGiven =
      parent.type === 'CallExpression' &&
      parent.callee !== outer &&
      !runsItself(calledName(parent));
    const isHanded = namesOf(sourceCode, outer)
      .flatMap(readsOf)
      .some(
        ({ identifier }) => identifier.parent?.type === 'CallExpression' && !runsThere(identifier),
      );
    if (isGiven || isHanded) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} use Of a function's name.
 * @returns {boolean} Whether the function runs where it is used.
 */
function runsThere(use) {
  const { parent } = use;
  switch (parent?.type) {
    case 'CallExpression':
      return parent.callee === use || runsItself(calledName(parent));
    case 'MemberExpression':
      return /^(?:apply|call)$/u.test(readKey(parent) ?? '');
    case 'NewExpression':
      return parent.callee === use;
    case 'TaggedTemplateExpression':
      return true;
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable[]} What it is known by, or the object that has it: `{ get value() {} }`.
 */
function namesOf(sourceCode, fn) {
  const { parent } = fn;
  const holder =
    parent.type === 'Property' && parent.parent.type === 'ObjectExpression'
      ? parent.parent.parent
      : parent;
  return [
    ...sourceCode.getDeclaredVariables(fn).filter(({ name }) => name === fn.id?.name),
    ...(holder.type === 'VariableDeclarator' ? sourceCode.getDeclaredVariables(holder) : []),
  ];
}

/**
 * @param {TSESTree.Node} call
 * @param {TSESTree.Node | undefined} definition Of what is noted.
 * @returns {number | undefined} Where what the function runs in turns begins: in the next turn, what
 *   stands before the call comes behind it.
 */
function startOfTurn(call, definition) {
  /** @type {number | undefined} */
  let start;
  for (
    let around = /** @type {TSESTree.Node | undefined} */ (call);
    around && !(definition && isWithin(definition, around));
    around = isFunction(around) ? undefined : around.parent
  ) {
    const { parent } = around;
    const isTurn =
      isFunction(around) && parent?.type === 'CallExpression' && runsItself(calledName(parent));
    start = isTurn || isLoop(around) ? around.range[0] : start;
  }
  return start;
}

/**
 * @param {Use} use
 * @returns {boolean} Whether what the call gets looks like an error-first callback.
 */
function takesErrorFirst({ call, given }) {
  const name = calledName(call);
  if (call.arguments.at(-1) !== given || (name !== 'emit' && NOT_ERROR_FIRST.has(name))) {
    return false;
  }
  const [first] = isFunction(given) ? given.params : [given];
  return first
    ? !isFunction(given) ||
        isErrorLike(first) ||
        (first.type === 'Identifier' && first.name === '_')
    : call.arguments.length > 1;
}

/**
 * @typedef {object} Use
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.Node} given The argument that it is about.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {unknown} identifier Of a callback, or a function that calls one.
 * @param {FunctionNode | undefined} home
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {(Use | undefined)[]}
 */
function usesAround(sourceCode, identifier, home, seen) {
  const node = /** @type {TSESTree.Node} */ (identifier);
  const { parent } = node;
  const isApplied =
    parent?.type === 'MemberExpression' && /^(?:apply|bind|call)$/u.test(readKey(parent) ?? '');
  return isApplied || staysHere(node) ? callsAround(sourceCode, node, home, seen) : [undefined];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode | undefined} home
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {(Use | undefined)[]} The calls that the node is an argument of, or stands in a function
 *   that is, within the function; the inner ones first. Undefined for a function that is put where
 *   anything may call it.
 */
function callsAround(sourceCode, node, home, seen = new Set()) {
  /** @type {(Use | undefined)[]} */
  const calls = [];
  for (
    let child = node, { parent } = node;
    parent && child !== home;
    child = parent, { parent } = parent
  ) {
    if (parent.type === 'CallExpression' && parent.callee !== child) {
      calls.push({ call: parent, given: child });
    }
    if (isFunction(child) && !seen.has(child)) {
      seen.add(child);
      const own = sourceCode.getDeclaredVariables(child);
      const names = [
        ...own.filter(({ name }) => name === child.id?.name),
        ...(parent.type === 'VariableDeclarator' ? sourceCode.getDeclaredVariables(parent) : []),
      ];
      for (const { identifier } of names.flatMap(readsOf)) {
        calls.push(...usesAround(sourceCode, identifier, home, seen));
      }
      if (names.length === 0 && !/^(?:Call|Member)Expression$/u.test(parent.type)) {
        calls.push(undefined);
      }
    }
  }
  return calls;
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
