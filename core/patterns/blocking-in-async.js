/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { BlockingCall, BlockingFunction } from '../analysis/apis/blocking-apis.js' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { PatternContext, Pattern, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Reach } from './blocking-in-async/reach.js' */

import { blockingFunctions, readBlockingCall } from '../analysis/apis/blocking-apis.js';
import { withoutCasts } from '../analysis/syntax/casts.js';
import { runsInDevelopment } from '../analysis/environment/development.js';
import { isLoop } from '../analysis/flow/control-flow.js';
import { enclosingFunction, functionName, isFunction } from '../analysis/syntax/functions.js';
import { readKey } from '../analysis/modules/modules.js';
import { isGuardedOnce } from '../analysis/flow/once-guards.js';
import { isBriefFileCall } from '../analysis/apis/pool-apis.js';
import { isEnd, isStart } from '../analysis/flow/repetition.js';
import { constantOf } from '../analysis/syntax/scopes.js';
import { textOf } from '../edits/trivia.js';
import {
  answersOthers,
  reachedByAsync,
  reachedByHandlers,
  reachedFromOutside,
} from './blocking-in-async/reach.js';

/**
 * Calls that stop the event loop, in what runs for a request or an event, while all the others wait:
 *
 *     app.get('/', (request, response) => response.send(fs.readFileSync(page)));
 *
 * Kinds: `handler`; `slow` for what takes its time wherever it is called, in a function that others can reach;
 * `async` for other async functions.
 *
 * @type {Pattern}
 */
export const blockingInAsync = {
  name: 'blocking-in-async',
  words: /Sync\b|\bsync\b|\bAtomics\b|randomBytes|createDiffieHellman/u,
  gathers: ['AssignmentExpression', 'CallExpression', 'NewExpression'],
  visit: {
    Program: (/** @type {TSESTree.Program} */ _, /** @type {PatternContext} */ context) =>
      blockingFunctions(context.sourceCode).flatMap((fn) => findBlocking(fn, context) ?? []),
  },
};

/** Array methods that a blocking function is handed to: `files.map(fs.readFileSync)`. */
const ITERATING = new Set(['every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'some']);

/**
 * @typedef {object} Found
 * @property {'async' | 'handler' | 'slow'} kind
 * @property {Reach} reach
 * @property {string} [from] `FILE:LINE` of the call in a handler of another file.
 */

/**
 * @param {BlockingFunction} blockingFunction
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findBlocking({ node, origin }, context) {
  const { sourceCode, isAside } = context;
  const call = node.parent;
  const blocking =
    call?.type === 'CallExpression' && runs(call, node)
      ? readBlockingCall(origin, call.callee === node ? call.arguments : [])
      : undefined;
  const fn = call && enclosingFunction(call);
  if (!blocking || !fn || call?.type !== 'CallExpression') {
    return undefined;
  }
  const found =
    findInHandler(context, call, blocking) ??
    findFromElsewhere(context, call, blocking, () => findOutsideHandlers(context, call, blocking));
  if (
    !found ||
    isGuardedOnce(sourceCode, call) ||
    looksAgain(sourceCode, call, blocking) ||
    LAST.test(textOf(sourceCode, fn)) ||
    runsInDevelopment(sourceCode, call) ||
    isAside?.()
  ) {
    return undefined;
  }
  const { kind, reach, from } = found;
  return {
    node: call,
    kind,
    data: {
      call: blocking.name,
      instead: blocking.instead,
      root: describeRoot(sourceCode, reach),
      through: `${describeWay(reach)}${from === undefined ? '' : `, called by the handler at ${from}`}`,
    },
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {BlockingCall} blocking
 * @returns {Found | undefined}
 */
function findInHandler(context, call, blocking) {
  const { sourceCode, isCommand } = context;
  const reach = innermostReach(call, reachedByHandlers(sourceCode));
  const fn = enclosingFunction(call);
  const isMoment = isMomentaryIn(context, reach, blocking, call);
  return !reach ||
    isMoment ||
    isOfSettings(sourceCode, call, blocking) ||
    (fn && MIGRATION.test(functionName(fn) ?? '')) ||
    ((isListing(blocking.name) || reach.kind === 'emitter') && isCommand?.())
    ? undefined
    : { kind: 'handler', reach };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {BlockingCall} blocking
 * @returns {Found | undefined}
 */
function findOutsideHandlers(context, call, blocking) {
  return findSlow(context, call, blocking) ?? findInAsync(context, call, blocking);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {BlockingCall} blocking
 * @param {() => Found | undefined} findHere The answer of the file alone.
 * @returns {Found | undefined} What the callers of the exported function say that it runs in, where the settings ask
 *   for other files.
 */
function findFromElsewhere(context, call, blocking, findHere) {
  const { sourceCode, reach: readReach, isAside } = context;
  const project = isAside?.() ? undefined : readReach?.();
  const reach = project && innermostReach(call, reachedFromOutside(sourceCode));
  const callers = reach && project?.callersOf(reach.root.range[0]);
  if (!callers) {
    return findHere();
  }
  const isMoment = isMomentaryIn(context, reach, blocking, call);
  return callers.kind === 'start' || isMoment || isOfSettings(sourceCode, call, blocking)
    ? undefined
    : { kind: 'handler', reach, from: callers.at };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {BlockingCall} blocking
 * @returns {Found | undefined}
 */
function findSlow({ sourceCode, options, isCommand }, call, blocking) {
  if (!blocking.isSlow || options.kinds?.has('slow') === false || isCommand?.()) {
    return undefined;
  }
  const outside = MAKES_KEYS.test(blocking.name)
    ? undefined
    : innermostReach(call, reachedFromOutside(sourceCode));
  const reach = innermostReach(call, reachedByAsync(sourceCode)) ?? outside;
  return reach && !isStartOrEnd(sourceCode, reach) ? { kind: 'slow', reach } : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {BlockingCall} blocking
 * @returns {Found | undefined}
 */
function findInAsync({ sourceCode, options, isCommand }, call, blocking) {
  const fn = enclosingFunction(call);
  // How much there is to compress is unknown: of little nobody would ask a thread.
  const isSmall = isBrief(blocking, call) || blocking.name.startsWith('zlib.');
  if (options.kinds?.has('async') === false || isSmall || !fn) {
    return undefined;
  }
  const reach = innermostReach(call, reachedByAsync(sourceCode));
  return !reach ||
    ONCE.test(textOf(sourceCode, fn)) ||
    isOfSettings(sourceCode, call, blocking) ||
    isStartOrEnd(sourceCode, reach) ||
    (isFunction(reach.root) && loadsCode(sourceCode, reach.root)) ||
    isCommand?.()
    ? undefined
    : { kind: 'async', reach };
}

/** The keys of a server are made once, by what only exports how. */
const MAKES_KEYS = /\bgenerate(?:KeyPair|Prime)Sync$/u;

/** Changes of a directory: a request has a few files of its own to remove, and their directories to make. */
const OF_ENTRIES = /\.(?:chmod|mkdir|mkdtemp|rename|rm|rmdir|unlink)Sync$/u;

/**
 * @param {PatternContext} context
 * @param {Reach | undefined} reach
 * @param {BlockingCall} blocking
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it takes microseconds. A look at each element of a list adds up, where every async
 *   function is asked about: in applications nobody would have changed it.
 */
function isMomentaryIn({ options }, reach, blocking, call) {
  return (
    isMomentary(blocking, call) &&
    (options.kinds?.has('async') === false ||
      OF_ENTRIES.test(blocking.name) ||
      !isIn(call, reach, isRepeating))
  );
}

/**
 * @param {BlockingCall} blocking
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it takes microseconds, as to list a directory mostly does, but for the question whether a
 *   path exists, which the rule's option `allow` has.
 */
function isMomentary(blocking, call) {
  return (
    isListing(blocking.name) || (isBrief(blocking, call) && !/\bexistsSync$/u.test(blocking.name))
  );
}

/**
 * @param {BlockingCall} blocking
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it takes microseconds: `fs.statSync(path)`, `fs.rmSync(file, { force: true })`.
 */
function isBrief({ name }, { arguments: [, options] }) {
  const value = options && withoutCasts(options);
  const isOfOneFile =
    value === undefined ||
    (value.type === 'ObjectExpression' &&
      value.properties.every(
        (property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.key.name !== 'recursive',
      ));
  return (
    isBriefFileCall(name) || (/^(?:fs|fs-extra|graceful-fs)\.rmSync$/u.test(name) && isOfOneFile)
  );
}

const isListing = (/** @type {string} */ name) => /\.readdirSync$/u.test(name);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Reach} reach
 * @returns {boolean}
 */
function isStartOrEnd(sourceCode, { root }) {
  return isFunction(root) && (isStart(sourceCode, root) || isEnd(root));
}

/**
 * @param {TSESTree.Node} node
 * @param {Reach | undefined} reach
 * @param {(node: TSESTree.Node, inner: TSESTree.Node) => boolean} test
 * @returns {boolean} Whether something between the node and what reaches it passes the test.
 */
function isIn(node, reach, test) {
  for (
    let inner = node, outer = node.parent;
    outer && outer !== reach?.root;
    inner = outer, outer = outer.parent
  ) {
    if (test(outer, inner)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} inner The part of it that is asked about.
 * @returns {boolean} `for (const file of files) {…}`, `files.map((file) => …)`
 */
function isRepeating(node, inner) {
  return (
    isLoop(node) ||
    (node.type === 'CallExpression' &&
      node.callee !== inner &&
      node.callee.type === 'MemberExpression' &&
      ITERATING.has(readKey(node.callee) ?? ''))
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} fn
 * @returns {boolean} Whether it calls the function, or hands it to what does.
 */
function runs({ callee, arguments: args }, fn) {
  return (
    callee === fn ||
    (args[0] === fn && callee.type === 'MemberExpression' && ITERATING.has(readKey(callee) ?? ''))
  );
}

/** The words of functions that get a command line, look for modules, start a server, or stop it. */
const ONCE = /\bargv\b|package(?:\.json|Path)|\bcreateServer\(|\.listen\(|\bwriteHeapSnapshot\(/u;

/** The names of small files that a person saves now and then, or that a build leaves. */
const SETTINGS =
  /build-?info|\bconf\b|config|dashboard|dotenv|env-?(?:file|path)|layout|lock-?file|manifest|marker|package\.json|pid-?file|preferences|settings/iu;

/** The names of files that grow, in any folder. */
const LOG = /\blogs?\b/iu;

/**
 *     const path = join(app.configPath, 'units'); fs.readFileSync(path, 'utf8')
 *     JSON.parse(fs.readFileSync(file, 'utf8'))    fs.writeFileSync(file, JSON.stringify(list))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {BlockingCall} blocking
 * @returns {boolean} Whether it reads or writes what is called settings, or JSON, which is the state of something:
 *   who keeps much has a database.
 */
function isOfSettings(sourceCode, call, { name }) {
  const [path, content] = call.arguments;
  if (path === undefined || !/\.(?:output|read|write)(?:File|Json|JSON)Sync$/u.test(name)) {
    return false;
  }
  const named = textOf(sourceCode, path);
  const value = textOf(sourceCode, constantOf(sourceCode, path) ?? path);
  return (
    /J(?:son|SON)Sync$/u.test(name) ||
    ([named, value].some((text) => SETTINGS.test(text)) && !LOG.test(value)) ||
    (content !== undefined && isJson(content, 'stringify')) ||
    isParsed(call)
  );
}

/**
 *     JSON.parse(fs.readFileSync(file).toString())
 *
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isParsed(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'CallExpression':
      return parent.callee === node ? isParsed(parent) : isJson(parent, 'parse');
    case 'MemberExpression':
      return parent.object === node && /^to(?:Locale)?String$|^trim$/u.test(readKey(parent) ?? '')
        ? isParsed(parent)
        : false;
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return isParsed(parent);
    default:
      return false;
  }
}

/**
 * @param {TSESTree.Node} node
 * @param {'parse' | 'stringify'} key
 * @returns {boolean} `JSON.parse(…)`
 */
function isJson(node, key) {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.type === 'Identifier' &&
    node.callee.object.name === 'JSON' &&
    readKey(node.callee) === key
  );
}

/**
 *     async load(path) { await this[`load${extname(path)}`](path); this.parseHelp(path); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether its name says that it loads, in a file that imports what it is told to: to run
 *   a module for the first time stops everything for longer than to read it.
 */
function loadsCode({ text }, fn) {
  return /^_*load/u.test(functionName(fn) ?? '') && /\bimport\((?!\s*['"`])/u.test(text);
}

/** The calls that end the process: then nothing waits any more. */
const LAST = /\bprocess\.(?:abort|exit|kill)\(/u;

/** The names of functions that do something once to each item there is. */
const MIGRATION = /[mM]igrat/u;

/** The calls that ask no more of a path than `existsSync` does. */
const LOOK = /\.(?:access|lstat|realpath|stat)Sync\b/u;

/**
 *     const isFile = fs.existsSync(path) && fs.statSync(path).isFile();    if (fs.existsSync(path)) {…}
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {BlockingCall} blocking
 * @returns {boolean} Whether it is one more look at a path in a condition that asks for it first. Each takes
 *   microseconds on a local disk.
 */
function looksAgain(sourceCode, node, { name }) {
  if (!LOOK.test(name)) {
    return false;
  }
  for (
    let inner = node, outer = node.parent;
    outer && !isFunction(outer) && !isLoop(outer);
    inner = outer, outer = outer.parent
  ) {
    const test =
      outer.type === 'LogicalExpression'
        ? outer.left
        : outer.type === 'ConditionalExpression' || outer.type === 'IfStatement'
          ? outer.test
          : inner;
    if (test !== inner && /\bexistsSync\b/u.test(textOf(sourceCode, test))) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} node
 * @param {ReadonlyMap<TSESTree.Node, Reach>} reached
 * @returns {Reach | undefined}
 */
function innermostReach(node, reached) {
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    const reach = reached.get(fn);
    if (reach || answersOthers(fn)) {
      return reach;
    }
  }
  return undefined;
}

/** Longer texts are cut. */
const LONGEST_NAME = 40;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Reach} reach
 * @returns {string} the handler of `app.get('/users')`, line 12
 */
function describeRoot({ text }, { root }) {
  const { line } = root.loc.start;
  if (isFunction(root)) {
    const name = functionName(root);
    const kind = root.async ? 'async function' : 'function';
    return name === undefined ? `the ${kind} of line ${line}` : `\`${name}\`, line ${line}`;
  }
  const { callee, arguments: args } = /** @type {TSESTree.CallExpression} */ (root);
  const whole = text.slice(...callee.range);
  const key = callee.type === 'MemberExpression' ? `…${readKey(callee)}` : '…';
  const name = whole.length > LONGEST_NAME || whole.includes('\n') ? key : whole;
  const [first] = args;
  const path = first?.type === 'Literal' ? text.slice(...first.range) : '';
  return `the handler of \`${name}(${path})\`, line ${line}`;
}

/**
 * @param {Reach} reach
 * @returns {string}
 */
function describeWay({ through }) {
  return through.length > 0 ? ` through ${through.map((name) => `\`${name}\``).join(' and ')}` : '';
}
