/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Asking as TickAsking } from './ticks.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isOwnModule } from '../../analysis/environment/project.js';
import { constantOf, readsOf, variableOf } from '../../analysis/syntax/scopes.js';
import { calledName, runsItself, usesAround } from '../functions/calls-around.js';
import { callbackFunctionsOf, isErrorLike, readName } from '../functions/functions.js';
import { definitionsByName } from '../functions/methods.js';
import { isFilling } from './run-behind.js';
import { callsLater } from './ticks.js';

/**
 * Which functions a call that gets a callback can reach with it. A function of the project is reached by
 * its name, or because it is given to the call. A package, a driver, or any other function that the
 * project does not define reaches nothing but the functions that it is given.
 *
 * @typedef {TickAsking & Pick<PatternContext, 'path'>} Asking A file, and whose module it is.
 *
 * @typedef {object} Hand A call that gets a callback.
 * @property {readonly string[]} names What the callee may go by.
 * @property {readonly string[]} given The functions that it gets beside the callback, by their names.
 * @property {readonly string[]} homes The functions that the call stands in, where the callee is a value that
 *   these were given: `tasks.forEach((task) => task(cb))`.
 * @property {string | undefined} receiver What the callee is a method of, by its last name: what that was given
 *   before, it may call now, as in `hooks.tap(load)` and `hooks.run(cb)`.
 * @property {string | undefined} file The file whose functions the callee may be, where it is a value that
 *   nobody sees: `table[key](cb)`.
 * @property {boolean} isOpen Whether it matters who gets the callback from it.
 * @property {boolean} [isNear] Whether it does not, for whatever is reached from it: nobody looks further
 *   than the names go.
 *
 * @typedef {object} Handings What a file tells of it.
 * @property {readonly { name: string, hands: readonly Hand[] }[]} functions What the callback functions of
 *   the file hand their callback to.
 * @property {readonly { name: string, hands: readonly Hand[] }[]} others The same of its other functions,
 *   which hand on what may be a callback.
 * @property {readonly { to: string, receiver: string | undefined, names: readonly string[] }[]} given Functions
 *   that calls are given, by the name of the callee, and what it is a method of.
 * @property {string} file
 * @property {readonly string[]} names The callback functions of the file, and what its code hands functions to:
 *   who takes a callback from where it was put may do so in any of them.
 */

/** In place of a file: `table[key](cb)` with a table of another module may call any function. */
const ANY_FILE = '*';

/** The name of functions without one: modules export them. */
const DEFAULT = 'default';

/**
 * @param {Pick<PatternContext, 'path'>} asking
 * @param {CallbackFunction} found
 * @returns {string} What the function is reached by: its name; its place, where a call or a list has it; or
 *   that of whatever a module exports.
 */
export function nameOfReached({ path }, { fn, name }) {
  const isGiven = /^(?:ArrayExpression|CallExpression|NewExpression)$/u.test(fn.parent.type);
  return name || (isGiven ? `${path ?? ''}:${fn.range[0]}` : DEFAULT);
}

/** @param {Hand} hand @returns {Hand} */
export const near = (hand) => ({ ...hand, isOpen: false, isNear: true });

/**
 * @param {Asking} asking
 * @param {TSESTree.CallExpression} call
 * @param {boolean} isOpen
 * @returns {Hand}
 */
export function handTo(asking, call, isOpen) {
  const { path = '', project, sourceCode } = asking;
  const origin = resolveOrigin(sourceCode, call.callee);
  const isOwn = origin?.kind === 'module' && isOwnModule(origin, project);
  const name = calledName(call);
  const isValue = origin === undefined && isUnseen(sourceCode, call, name);
  return {
    names: isLoop(call, name) ? [] : [name, ...(isOwn ? [origin.path.at(-1) ?? DEFAULT] : [])],
    given: call.arguments.flatMap((argument) => namesGiven(asking, argument)),
    homes: isValue ? homesOf(call) : [],
    receiver: receiverOf(call),
    file: isOfOwnTable(asking, call, name) ? ANY_FILE : isValue ? path : undefined,
    isOpen,
  };
}

/**
 *     const table = require('./table'); table[key](cb)
 *
 * @param {Asking} asking
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {boolean} Whether the callee is any function of a module of the project.
 */
function isOfOwnTable({ project, sourceCode }, { callee }, name) {
  const origin =
    name === '' && callee.type === 'MemberExpression'
      ? resolveOrigin(sourceCode, callee.object)
      : undefined;
  return origin?.kind === 'module' && isOwnModule(origin, project);
}

/**
 *     keys.forEach((key) => …)
 *
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {boolean} Whether it goes through a list or waits for a promise, and is no function of the
 *   project that happens to have the name of such a method.
 */
function isLoop({ arguments: values }, name) {
  const fn = values.find((value) => isFunction(value));
  return runsItself(name) && fn !== undefined && !(fn.params[0] && isErrorLike(fn.params[0]));
}

/**
 *     table[key](cb)        task(cb)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {boolean} Whether the callee is whatever a list has, or the function was given.
 */
function isUnseen(sourceCode, { callee }, name) {
  return (
    name === '' ||
    (callee.type === 'Identifier' &&
      variableOf(sourceCode, callee)?.defs.every(
        ({ type, node }) => type === 'Parameter' || (type === 'Variable' && !isFunction(node.init)),
      ) === true)
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} `hooks` of `hooks.run(cb)` and `this.hooks.run(cb)`.
 */
function receiverOf({ callee }) {
  if (callee.type !== 'MemberExpression') {
    return undefined;
  }
  const { object } = callee;
  return object.type === 'Identifier'
    ? object.name
    : object.type === 'MemberExpression'
      ? readKey(object)
      : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {string[]} The names of the functions around it.
 */
function homesOf(node) {
  /** @type {string[]} */
  const names = [];
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    names.push(readName(fn) || DEFAULT);
  }
  return names;
}

/**
 *     async.parallel([load, (next) => save(next)], cb)        run(store.load.bind(store), cb)
 *
 * @param {Asking} asking
 * @param {TSESTree.Node | null} node An argument, or a part of one.
 * @returns {string[]} The names of the functions that it holds.
 */
function namesGiven(asking, node) {
  const { sourceCode } = asking;
  switch (node?.type) {
    case 'ArrayExpression':
      return node.elements.flatMap((element) => namesGiven(asking, element));
    case 'ArrowFunctionExpression':
    case 'FunctionExpression': {
      const found = functionsByNode(sourceCode).get(node);
      return found ? [nameOfReached(asking, found)] : [];
    }
    case 'CallExpression':
      return [
        ...(node.callee.type === 'MemberExpression' && readKey(node.callee) === 'bind'
          ? namesGiven(asking, node.callee.object)
          : []),
        ...node.arguments.flatMap((argument) => namesGiven(asking, argument)),
      ];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((each) => namesGiven(asking, each));
    case 'Identifier': {
      const init = constantOf(sourceCode, node);
      return [node.name, ...(init?.type === 'MemberExpression' ? namesGiven(asking, init) : [])];
    }
    case 'LogicalExpression':
      return [node.left, node.right].flatMap((each) => namesGiven(asking, each));
    case 'MemberExpression':
      return [readKey(node) ?? []].flat();
    case 'ObjectExpression':
      return node.properties.flatMap((each) =>
        namesGiven(asking, each.type === 'Property' ? each.value : each.argument),
      );
    case 'SpreadElement':
      return namesGiven(asking, node.argument);
    default:
      return [];
  }
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<TSESTree.Node, CallbackFunction>} */
const functionsByNode = oncePerFile(
  (sourceCode) =>
    new Map(
      callbackFunctionsOf(sourceCode).map((found) => [
        /** @type {TSESTree.Node} */ (found.fn),
        found,
      ]),
    ),
);

/**
 * @param {Asking} asking
 * @returns {Handings}
 */
export function handingsIn(asking) {
  const { path: file = '', sourceCode } = asking;
  const found = callbackFunctionsOf(sourceCode);
  const unseen = putAway(asking);
  return {
    file,
    names: [...found.map((each) => nameOfReached(asking, each)), ...calleesIn(sourceCode)],
    functions: [
      ...found.map((each) => ({
        name: nameOfReached(asking, each),
        hands: readsOf(each.callback)
          .flatMap(({ identifier }) => usesAround(sourceCode, identifier, each.fn))
          .filter((use) => !use || !callsLater(asking, use.call))
          .map((use) => (use ? handTo(asking, use.call, true) : unseen)),
      })),
      // By its member, a function is reached under its own name.
      ...[...definitionsByName(sourceCode)].flatMap(([name, definitions]) =>
        definitions
          .flatMap((each) => each.found ?? [])
          .map((each) => ({
            name,
            hands: [
              { ...unseen, names: [nameOfReached(asking, each)], file: undefined, isOpen: false },
            ],
          })),
      ),
    ],
    others: othersIn(asking),
    given: nodesOfType(sourceCode, 'CallExpression').flatMap((call) => {
      const names = call.arguments.flatMap((argument) => namesGiven(asking, argument));
      return names.length > 0
        ? [{ to: calledName(call) || DEFAULT, receiver: receiverOf(call), names }]
        : [];
    }),
  };
}

/**
 * @param {Asking} asking
 * @returns {Hand} Whoever takes a callback from where it was put: a function of the file, mostly.
 */
function putAway({ path: file = '' }) {
  return { names: [], given: [], homes: [], receiver: undefined, file, isOpen: true };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} What the file calls with a function, or with what may be one, as the last argument.
 */
function calleesIn(sourceCode) {
  return nodesOfType(sourceCode, 'CallExpression').flatMap((call) => {
    const last = call.arguments.at(-1);
    return last && (isFunction(last) || last.type === 'Identifier') ? [calledName(call)] : [];
  });
}

/**
 *     function run(options) { const cb = arguments[arguments.length - 1]; load(options, cb); }
 *
 * @param {Asking} asking
 * @returns {Handings['others']}
 */
function othersIn(asking) {
  const { sourceCode } = asking;
  return nodesOfType(sourceCode, 'CallExpression').flatMap((call) => {
    const last = call.arguments.at(-1);
    const fn = enclosingFunction(call);
    const name = fn && !functionsByNode(sourceCode).has(fn) ? readName(fn) : '';
    if (!name || !last) {
      return [];
    }
    // waiting.push({ key, cb })
    if (isFilling(call.callee)) {
      return [{ name, hands: [putAway(asking)] }];
    }
    const handsOn = /^(?:Identifier|MemberExpression|SpreadElement)$/u.test(last.type);
    return handsOn ? [{ name, hands: [near(handTo(asking, call, false))] }] : [];
  });
}

/**
 * @typedef {object} ReadOf A call that has to call back at once.
 * @property {Hand} hand
 * @property {string} place `FILE:LINE` of who reads behind it.
 */

/**
 * @param {(key: string) => readonly string[]} read
 * @returns {(key: string) => readonly string[]} The same for each key that is asked about for the first time, and
 *   nothing from then on.
 */
function once(read) {
  /** @type {Set<string>} */
  const asked = new Set();
  return (key) => {
    if (asked.has(key)) {
      return [];
    }
    asked.add(key);
    return read(key);
  };
}

/**
 * @param {readonly ReadOf[]} reads
 * @param {readonly Handings[]} files
 * @returns {ReadonlyMap<string, string>} The functions that such calls may reach, by name, with the place of
 *   a reader.
 */
export function followReads(reads, files) {
  /** @type {Map<string, string>} */
  const reached = new Map();
  const functions = groupBy(
    files.flatMap((each) => each.functions),
    ({ name }) => name,
  );
  const others = groupBy(
    files.flatMap((each) => each.others),
    ({ name }) => name,
  );
  const given = groupBy(
    files.flatMap((each) => each.given),
    ({ to }) => to,
  );
  const givenTo = groupBy(
    files.flatMap((each) => each.given),
    ({ receiver }) => receiver,
  );
  const byFile = new Map(files.map(({ file, names }) => [file, names]));
  byFile.set(
    ANY_FILE,
    files.flatMap(({ names }) => names),
  );
  // All that a list names has been reached once the list has been gone through.
  const namesGivenTo = once((home) => (given.get(home) ?? []).flatMap(({ names }) => names));
  const namesInFile = once((file) => byFile.get(file) ?? []);
  const namesWithReceiver = once((name) => (givenTo.get(name) ?? []).flatMap(({ names }) => names));
  /** @param {Hand} hand @returns {readonly string[]} */
  const unseenBy = ({ file, given: own, homes, isOpen, receiver }) =>
    isOpen
      ? [
          ...own,
          ...homes.flatMap(namesGivenTo),
          ...(file === undefined ? [] : namesInFile(file)),
          ...(receiver === undefined ? [] : namesWithReceiver(receiver)),
        ]
      : [];
  const hands = [
    ...reads.filter(({ hand }) => !hand.isNear),
    ...reads.filter(({ hand }) => hand.isNear),
  ];
  // The list grows while it is gone through.
  for (const { hand, place } of hands) {
    const isSeen = hand.names.some((name) => functions.has(name));
    for (const name of [...hand.names, ...(isSeen ? hand.given : unseenBy(hand))]) {
      if (!reached.has(name)) {
        reached.set(name, place);
        for (const { hands: more } of functions.get(name) ?? others.get(name) ?? []) {
          hands.push(...more.map((each) => ({ hand: hand.isNear ? near(each) : each, place })));
        }
      }
    }
  }
  return reached;
}
