/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { oncePerFile } from '../syntax/facts.js';
import { enclosingFunction, functionName, isFunction } from '../syntax/functions.js';
import { readKey, readString } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { readsOf, variableOf } from '../syntax/scopes.js';

/**
 * The code that runs once, and the code that may run again.
 */

/** Functions of test frameworks that run their callback once. */
const TEST_FUNCTIONS = new Set([
  'after',
  'afterAll',
  'afterEach',
  'before',
  'beforeAll',
  'beforeEach',
  'context',
  'describe',
  'it',
  'setup',
  'specify',
  'suite',
  'suiteSetup',
  'suiteTeardown',
  'teardown',
  'test',
]);

/** The parameters of what a module is wrapped in by Node, AMD and bundlers. */
const MODULE_PARAMETERS = new Set(['__webpack_require__', 'exports', 'module', 'require']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The innermost function around the node that may run more than
 *   once; undefined where the node runs once, as far as the file shows.
 */
export function repeatedFunction(sourceCode, node) {
  for (
    let fn = enclosingFunction(node);
    fn;
    fn = enclosingFunction(/** @type {TSESTree.Node} */ (fn))
  ) {
    if (!runsOnce(sourceCode, fn)) {
      return fn;
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function runs at most once for each run of the code around it.
 */
export function runsOnce(sourceCode, fn) {
  return (
    isCalledOnTheSpot(fn) ||
    isTestCallback(fn) ||
    isModuleWrapper(fn) ||
    isCalledOnce(sourceCode, fn)
  );
}

/**
 * @param {TSESTree.Node} fn
 * @returns {boolean} `(function () {})()`, `(function () {}).call(this)`
 */
export function isCalledOnTheSpot(fn) {
  const { parent } = fn;
  if (parent?.type === 'MemberExpression' && parent.object === fn) {
    return (
      ['apply', 'call'].includes(readKey(parent) ?? '') &&
      parent.parent.type === 'CallExpression' &&
      parent.parent.callee === parent
    );
  }
  return parent?.type === 'CallExpression' && parent.callee === fn;
}

/**
 * @param {TSESTree.Node} fn
 * @returns {boolean} `it('reads', fn)`, `test.only('reads', fn)`
 */
function isTestCallback({ parent }) {
  if (parent?.type !== 'CallExpression') {
    return false;
  }
  const { callee } = parent;
  const head = callee.type === 'MemberExpression' ? callee.object : callee;
  return head.type === 'Identifier' && TEST_FUNCTIONS.has(head.name);
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function isModuleWrapper({ params }) {
  return params.some((param) => param.type === 'Identifier' && MODULE_PARAMETERS.has(param.name));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the file's only use of the function is one call at its top: `main();`
 */
function isCalledOnce(sourceCode, fn) {
  const name =
    fn.type === 'FunctionDeclaration'
      ? fn.id
      : fn.parent.type === 'VariableDeclarator' && fn.parent.id.type === 'Identifier'
        ? fn.parent.id
        : undefined;
  const variable = name && variableOf(sourceCode, name);
  const uses = variable?.references.filter((reference) => reference.isRead()) ?? [];
  const [use] = uses;
  const isExported = /^Export/u.test(
    (fn.type === 'FunctionDeclaration' ? fn.parent : fn.parent?.parent?.parent)?.type ?? '',
  );
  return (
    uses.length === 1 &&
    !isExported &&
    use?.identifier.parent?.type === 'CallExpression' &&
    use.identifier.parent.callee === use.identifier &&
    !enclosingFunction(use.identifier)
  );
}

/** The names of functions that run before anybody waits, or when nobody does any more, those of frameworks and tests too. */
const START =
  /^_*(?:boot|bootstrap|create(?:Initial|Demo)\w*|customi[sz]e|importV\d\w*|init|initiali[sz]e|install|listen|main|populate|precompile|reboot|(?:re)?start|set[uU]p|upgrade)(?!\p{Ll})|^_*connect$|^_*ensure\w*(?:Running|Started)|^_*register\w*(?:Commands|Handlers|Middlewares?|Plugins|Routes)$|^[_$]*load\p{Lu}\w*(?:Cache|Certificates?|Commands|Config(?:uration)?|Html|HTML|Index|Locales?|Messages|Plugins|Routes|Settings|Strings|Templates?|Translations)|^_*(?:import|read)\w*(?:DB|Config|SQL)(?!\p{Ll})|[mM]igrat(?:e|ion)|^_*(?:[sS]eed)(?!\p{Ll})|^(?:generateStaticParams|getStatic(?:Path|Prop)s|global(?:Setup|Teardown)|(?:before|on)(?:Application|Module)\p{Lu}\w+)$/u;

/** The events and hooks of such times. */
const ONCE = /^(?:on)?(?:close|listen|listening|(?:post|pre)?(?:start|stop)|ready)$/iu;

/** How far back the comment before a function is read, and its words for a function that runs once. */
const LONGEST_COMMENT = 2_000;
const AT_START = /\b(?:at|during|on) start(?:-?up)?\b|\b(?:called|runs?) (?:only )?once\b/iu;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {number} [depth] Of callers of callers.
 * @returns {boolean} Whether its name or its comment says that it gets something going, or it is called by
 *   nothing else: `main`, what listens to `ready`, the top of the module.
 */
export function isStart(sourceCode, fn, depth = 3) {
  const [start] = fn.range;
  const before = sourceCode.text.slice(Math.max(0, start - LONGEST_COMMENT), start);
  if (
    START.test(functionName(fn) ?? '') ||
    AT_START.test(commentBefore(before)) ||
    isRegisteredOnce(fn)
  ) {
    return true;
  }
  const uses = depth > 0 ? usesOf(sourceCode, fn) : [];
  return (
    uses.length > 0 &&
    uses.every((use) => {
      const { parent } = use;
      if (parent?.type !== 'CallExpression' || parent.callee !== use) {
        return false;
      }
      const caller = callerOf(parent);
      return caller === undefined || isStart(sourceCode, caller, depth - 1);
    })
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[]} Where the file uses it: the reads of its name, `this.load` for a method that no
 *   other file can call without its object. None where it is exported.
 */
function usesOf(sourceCode, fn) {
  const { parent } = fn;
  if (parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') {
    const key = parent.key.type === 'Identifier' && !parent.computed ? parent.key.name : undefined;
    const isOpen = key === undefined || parent.static || parent.accessibility === 'public';
    return isOpen
      ? []
      : nodesOfType(sourceCode, 'MemberExpression').filter(
          (member) => member.object.type === 'ThisExpression' && readKey(member) === key,
        );
  }
  const isConstant =
    parent.type === 'VariableDeclarator' &&
    parent.init === fn &&
    !/^Export/u.test(parent.parent.parent.type);
  const name = fn.id ?? (isConstant && parent.id.type === 'Identifier' ? parent.id : undefined);
  const variable = name && !/^Export/u.test(parent.type) ? variableOf(sourceCode, name) : undefined;
  return (variable ? readsOf(variable) : []).map(({ identifier }) => identifier);
}

/**
 * @param {string} text That ends where a function begins.
 * @returns {string} The comment before it, with nothing but the start of a declaration between them.
 */
function commentBefore(text) {
  const end = text.lastIndexOf('*/');
  const isNext = end !== -1 && !/[^\w=.\s]/u.test(text.slice(end + 2));
  return isNext ? text.slice(text.lastIndexOf('*/', end - 1) + 2, end) : '';
}

/**
 *     app.register(async (part) => …)    app.addHook('onReady', async () => …)    client.once('x', async () => …)
 *
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function isRegisteredOnce(fn) {
  const { parent } = fn;
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(parent.callee);
  const [first] = parent.arguments;
  return first === fn ? key === 'register' : key === 'once' || ONCE.test(readString(first) ?? '');
}

/**
 *     await Promise.all(names.map((name) => load(name)));
 *
 * @param {TSESTree.Node} call
 * @returns {FunctionNode | undefined} The function around it whose own work it is.
 */
function callerOf(call) {
  const fn = enclosingFunction(call);
  const { parent } = fn ?? call;
  return fn &&
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    /^(?:flatMap|forEach|map)$/u.test(readKey(parent.callee) ?? '')
    ? callerOf(parent)
    : fn;
}

/** The names of functions that run once, at the end. */
const END =
  /^(?:close|destroy|disconnect|dispose|end|exit|quit|shut[Dd]own|stop|teardown|terminate)(?!\p{Ll})/u;

/**
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
export function isEnd(fn) {
  return END.test(functionName(fn) ?? '');
}

/** The names of servers that only tests talk to: `class TestServer`, `class MockApi`. */
const STAND_IN = /^(?:Dummy|Fake|Mock|Stub|Test)(?=\p{Lu})/u;

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node is in the callback of a test, or is that callback, or in a class
 *   that only tests use.
 */
export function isInTest(node) {
  for (
    let current = /** @type {TSESTree.Node | undefined} */ (node);
    current;
    current = current.parent
  ) {
    const isStandIn =
      (current.type === 'ClassDeclaration' || current.type === 'ClassExpression') &&
      STAND_IN.test(current.id?.name ?? '');
    if (isStandIn || (isFunction(current) && isTestCallback(current))) {
      return true;
    }
  }
  return false;
}

/** The packages of programs that a person starts and waits for, and of tools that build. */
const SIGNS =
  /^#!|\bprocess\.argv\b|\b(?:from|import|require\(|import\()\s*['"](?:arg|cac|commander|enquirer|gulp|grunt|inquirer|meow|minimist|mri|nopt|oclif|@oclif\/core|optimist|prompts|rollup|shelljs|vite|webpack|yargs|danger|electron)['"]/u;

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file is part of a program for the command
 *   line or of a build: there nobody else waits while it is busy.
 */
export const isCommandLine = oncePerFile(({ text }) => SIGNS.test(text));
