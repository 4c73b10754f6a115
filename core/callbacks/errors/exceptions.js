/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PlainKind } from '../../packages/plain-values.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCertainInit } from '../../analysis/values/certain-values.js';
import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { Notes } from '../../analysis/syntax/facts.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { METHODS_BY_KIND, RESULT_KINDS } from '../../packages/plain-values.js';
import { textOf } from '../../edits/trivia.js';
import { isCaught } from '../statements/flow.js';
import { isFalseAt, isFound } from './found-values.js';

/**
 * Which code throws, as far as that matters where an exception would be lost:
 *
 *     fs.stat(file, (err, stats) => { if (err) return cb(err); cb(null, stats.isFile()); });
 *     load(file, (err, user) => { if (err) return cb(err); cb(null, user.name); });
 *
 * A result of Node's own functions is there once there is no error, and of a known kind. Others may be
 * missing.
 *
 * @typedef {'never' | 'hardly' | 'may'} Throwing `hardly`: only where a function of another file or package
 *   throws in place of calling back, or a value cannot be made a text or a number of.
 */

/** @type {ReadonlySet<string>} */
const ASKED = new Set([
  'ArrayPattern',
  'BinaryExpression',
  'CallExpression',
  'ForOfStatement',
  'MemberExpression',
  'NewExpression',
  'ObjectPattern',
  'SpreadElement',
  'TaggedTemplateExpression',
  'ThrowStatement',
]);

/** @type {readonly Throwing[]} */
const LEVELS = ['never', 'hardly', 'may'];

/** How far calls of functions of the file are followed. */
const DEEPEST = 40;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Iterable<TSESTree.Node>} nodes
 * @param {(node: TSESTree.Node) => boolean} isHandedOn Whether what the node throws goes elsewhere, or is no
 *   matter here.
 * @returns {{ node: TSESTree.Node, throwing: Throwing } | undefined} The first of those that throw most
 *   likely; undefined where none does.
 */
export function findThrowing(sourceCode, nodes, isHandedOn) {
  /** @type {{ node: TSESTree.Node, throwing: Throwing } | undefined} */
  let found;
  for (const node of nodes) {
    if (!ASKED.has(node.type) || isHandedOn(node)) {
      continue;
    }
    const throwing = throwingOf({ sourceCode, depth: 0 }, node);
    if (throwing === 'may') {
      return { node, throwing };
    }
    found ??= throwing === 'hardly' ? { node, throwing } : undefined;
  }
  return found;
}

/**
 * @typedef {object} Asking
 * @property {SourceCodeLike} sourceCode
 * @property {number} depth Of the functions whose bodies are looked at.
 */

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node Of which its operands are asked for themselves.
 * @returns {Throwing}
 */
function throwingOf(asking, node) {
  const { sourceCode } = asking;
  switch (node.type) {
    case 'CallExpression':
      return throwingOfCall(asking, node);
    case 'NewExpression':
      return node.callee.type === 'Identifier' && HARMLESS_CLASSES.test(node.callee.name)
        ? 'never'
        : 'may';
    case 'MemberExpression':
      // A call answers for its callee.
      return node.optional ||
        (node.parent.type === 'CallExpression' && node.parent.callee === node) ||
        isPresent(sourceCode, node.object)
        ? 'never'
        : 'may';
    case 'ArrayPattern':
    case 'ObjectPattern':
      return throwingOfPattern(sourceCode, node);
    case 'ForOfStatement':
      return kindOf(sourceCode, node.right) === 'list' ? 'never' : 'may';
    case 'SpreadElement':
      return node.parent.type === 'ObjectExpression' || kindOf(sourceCode, node.argument) === 'list'
        ? 'never'
        : 'may';
    case 'BinaryExpression':
      return node.operator === 'in' || node.operator === 'instanceof' ? 'may' : 'never';
    case 'TaggedTemplateExpression':
    case 'ThrowStatement':
      return 'may';
    default:
      return 'never';
  }
}

const HARMLESS_CLASSES = /^(?:Date|Map|Set|WeakMap|WeakSet|\w*Error)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ArrayPattern | TSESTree.ObjectPattern} pattern
 * @returns {Throwing}
 */
function throwingOfPattern(sourceCode, pattern) {
  const { parent } = pattern;
  const value =
    parent.type === 'VariableDeclarator'
      ? parent.init
      : parent.type === 'AssignmentExpression'
        ? parent.right
        : undefined;
  const isFit =
    value &&
    (pattern.type === 'ArrayPattern'
      ? kindOf(sourceCode, value) === 'list'
      : isPresent(sourceCode, value));
  return isFit ? 'never' : 'may';
}

/** Functions that throw at nothing. */
const HARMLESS =
  /^(?:Array\.(?:isArray|of)|Boolean|Date\.now|Math\.random|console\.\w+|process\.(?:cwd|uptime)|clear(?:Immediate|Interval|Timeout))$/u;

/** Functions that throw at what cannot be made a text or a number of. */
const CONVERTING =
  /^(?:Date\.UTC|Math\.\w+|Number(?:\.\w+)?|String|is(?:Finite|NaN)|parse(?:Float|Int))$/u;

/** Functions that throw at `null` and `undefined`. */
const OF_OBJECTS = /^(?:Array\.from|Object\.(?:assign|entries|keys|values))$/u;

/** Functions that put a callback off. They throw if it is none. */
const DEFERRING = /^(?:process\.nextTick|queueMicrotask|set(?:Immediate|Interval|Timeout))$/u;

/**
 * @param {Asking} asking
 * @param {TSESTree.CallExpression} call
 * @returns {Throwing}
 */
function throwingOfCall(asking, call) {
  const { sourceCode } = asking;
  const { callee, arguments: given } = call;
  const origin = resolveOrigin(sourceCode, callee);
  const last = given.at(-1);
  if (origin?.kind === 'global') {
    return throwingOfGlobal(sourceCode, [origin.name, ...origin.path].join('.'), given);
  }
  if (coreApi(origin)) {
    return given.slice(0, -1).every((each) => isTakenByNode(sourceCode, each, call))
      ? 'never'
      : 'may';
  }
  if (kindOfCall(sourceCode, call) && origin?.kind === 'module') {
    return given.every((each) => kindOf(sourceCode, each) === 'text') ? 'never' : 'may';
  }
  const fn = readFunction(sourceCode, callee);
  if (fn) {
    return throwingOfBody(asking, fn);
  }
  if (callee.type === 'MemberExpression' && isMethodOfKind(sourceCode, callee)) {
    return worst(given.map((each) => throwingOfGiven(asking, each)));
  }
  if (!isCallable(sourceCode, last)) {
    return 'may';
  }
  const object = callee.type === 'MemberExpression' ? callee.object : undefined;
  return object && !/^(?:Identifier|Super|ThisExpression)$/u.test(object.type) ? 'may' : 'hardly';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name Of what is called.
 * @param {readonly TSESTree.Node[]} given
 * @returns {Throwing}
 */
function throwingOfGlobal(sourceCode, name, given) {
  if (CONVERTING.test(name)) {
    return 'hardly';
  }
  const isHarmless =
    HARMLESS.test(name) ||
    (DEFERRING.test(name) && isCallable(sourceCode, given[0])) ||
    (OF_OBJECTS.test(name) && given.every((each) => isPresent(sourceCode, each)));
  return isHarmless ? 'never' : 'may';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether it is a function, or the last parameter of one, as a callback is.
 */
function isCallable(sourceCode, node) {
  if (!node || isFunction(node) || readFunction(sourceCode, node)) {
    return node !== undefined;
  }
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
  return definition?.type === 'Parameter' && definition.node.params.at(-1) === definition.name;
}

/** @type {Notes<FunctionNode, Throwing>} */
const bodies = new Notes();

/**
 * @param {Asking} asking
 * @param {FunctionNode} fn That is called.
 * @returns {Throwing}
 */
function throwingOfBody({ sourceCode, depth }, fn) {
  const known = fn.async ? 'never' : bodies.get(fn);
  if (known !== undefined || depth === DEEPEST) {
    return known ?? 'may';
  }
  // A function that calls itself has an end only if its code shows it, and that is not asked.
  bodies.set(fn, 'may');
  const asking = { sourceCode, depth: depth + 1 };
  const throwing = worst(
    [...walk(sourceCode, fn)]
      .filter((node) => ASKED.has(node.type) && enclosingFunction(node) === fn)
      .filter((node) => !isCaught(node, fn))
      .map((node) => throwingOf(asking, node)),
  );
  bodies.set(fn, throwing);
  return throwing;
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} given To a method of a text or a list.
 * @returns {Throwing} A function that stands there is asked for itself.
 */
function throwingOfGiven(asking, given) {
  const { sourceCode } = asking;
  if (isFunction(given) || /Literal$|^(?:Array|Object|Binary)Expression$/u.test(given.type)) {
    return 'never';
  }
  const fn = readFunction(sourceCode, given);
  return fn ? throwingOfBody(asking, fn) : resolveOrigin(sourceCode, given) ? 'may' : 'hardly';
}

/**
 * @param {readonly Throwing[]} all
 * @returns {Throwing}
 */
export function worst(all) {
  return LEVELS[Math.max(0, ...all.map((each) => LEVELS.indexOf(each)))] ?? 'never';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {TSESTree.CallExpression} call Of a function of Node's own.
 * @returns {boolean} Whether that takes it without a look at what it is: a text, options that are written
 *   there, or what an earlier call has taken.
 */
function isTakenByNode(sourceCode, node, call) {
  if (node.type === 'ObjectExpression') {
    return node.properties.every(
      (each) => each.type === 'Property' && each.value.type === 'Literal',
    );
  }
  return (
    node.type === 'Literal' ||
    kindOf(sourceCode, node) === 'text' ||
    isTakenBefore(sourceCode, node, call)
  );
}

/**
 *     fs.stat(file, (err) => { if (err) return cb(err); fs.readFile(file, cb); })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isTakenBefore(sourceCode, node, call) {
  const variable = variableOf(sourceCode, node);
  const index = call.arguments.indexOf(/** @type {any} */ (node));
  const name = moduleOf(sourceCode, call);
  if (!variable || index !== 0 || writesOf(variable).some(({ init }) => !init)) {
    return false;
  }
  for (let fn = enclosingFunction(call); fn; fn = enclosingFunction(fn)) {
    const { parent } = fn;
    if (
      parent.type === 'CallExpression' &&
      moduleOf(sourceCode, parent) === name &&
      coreApi(resolveOrigin(sourceCode, parent.callee)) &&
      variableOf(sourceCode, parent.arguments[0]) === variable
    ) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} The module whose function it calls.
 */
function moduleOf(sourceCode, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  return origin?.kind === 'module' ? origin.name : undefined;
}

/** Functions that give a text, a list. */
const TEXTS =
  /^(?:String|JSON\.stringify|path\.(?:basename|dirname|extname|join|normalize|relative|resolve)|os\.(?:homedir|hostname|tmpdir)|process\.cwd)$/u;
const LISTS = /^(?:Array\.(?:from|of)|Object\.(?:entries|keys|values))$/u;

/** Methods of a text, of a list that give one or the other. */
const TEXT_BY_METHOD =
  /^(?:concat|join|padEnd|padStart|repeat|replace|replaceAll|slice|substr|substring|toLowerCase|toString|toUpperCase|trim|trimEnd|trimStart)$/u;
const LIST_BY_METHOD = /^(?:concat|filter|map|reverse|slice|sort|splice|split)$/u;

/** @type {Notes<TSESTree.Node, { kind: PlainKind | undefined }>} */
const kinds = new Notes();

/**
 * A value is read once, however often others are made of it: `const b = a + a; const c = b + b;`
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {PlainKind | undefined} What it is for certain.
 */
function kindOf(sourceCode, node) {
  const known = kinds.get(node);
  if (known) {
    return known.kind;
  }
  // What is made of itself shows nothing.
  kinds.set(node, { kind: undefined });
  const kind = readKind(sourceCode, node);
  kinds.set(node, { kind });
  return kind;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {PlainKind | undefined}
 */
function readKind(sourceCode, node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? 'text' : undefined;
    case 'TemplateLiteral':
      return 'text';
    case 'ArrayExpression':
      return 'list';
    case 'NewExpression':
      return /^(?:Map|Set)$/u.test(textOf(sourceCode, node.callee)) ? 'collection' : undefined;
    case 'BinaryExpression':
      return node.operator === '+' &&
        [node.left, node.right].some((each) => kindOf(sourceCode, each) === 'text')
        ? 'text'
        : undefined;
    case 'CallExpression':
      return kindOfCall(sourceCode, node);
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      const certain = variable && readCertainInit(variable);
      return certain?.keys.length === 0
        ? kindOf(sourceCode, certain.init)
        : (kindOfResult(sourceCode, node) ?? kindOfItem(sourceCode, node));
    }
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {PlainKind | undefined}
 */
function kindOfCall(sourceCode, { callee, arguments: given }) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin) {
    const name = [origin.name.replace(/^node:/u, ''), ...origin.path].join('.');
    return TEXTS.test(name) && !(name === 'JSON.stringify' && given.length === 0)
      ? 'text'
      : LISTS.test(name)
        ? 'list'
        : undefined;
  }
  const kind = callee.type === 'MemberExpression' ? kindOf(sourceCode, callee.object) : undefined;
  const key = (kind && callee.type === 'MemberExpression' && readKey(callee)) || '';
  if (kind === 'text' || kind === 'bytes') {
    return TEXT_BY_METHOD.test(key) && (kind === 'text' || key === 'toString')
      ? 'text'
      : key === 'split'
        ? 'list'
        : undefined;
  }
  return kind === 'list' && LIST_BY_METHOD.test(key)
    ? 'list'
    : kind === 'list' && key === 'join'
      ? 'text'
      : undefined;
}

/**
 *     fs.readdir(dir, (err, names) => { if (err) return cb(err); names … })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {PlainKind | undefined} What a callback of Node gets beside an error that is none at the node.
 */
function kindOfResult(sourceCode, node) {
  const { call, fn, index = 0 } = callbackOf(sourceCode, node) ?? {};
  const error = fn?.params[0];
  const origin = call && resolveOrigin(sourceCode, call.callee);
  if (
    !fn ||
    !coreApi(origin) ||
    index < 1 ||
    error?.type !== 'Identifier' ||
    !isFalseAt(sourceCode, error, node, fn)
  ) {
    return undefined;
  }
  const name = [origin?.name.replace(/^node:/u, ''), ...(origin?.path ?? [])].join('.');
  const kind = RESULT_KINDS.get(name);
  const isText = kind === 'bytes' && hasEncoding(call?.arguments[1]);
  return isText ? 'text' : kind;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {{ call: TSESTree.CallExpression, fn: FunctionNode, index: number } | undefined} The callback whose
 *   parameter it is, which nothing writes to, and the call that is given it.
 */
function callbackOf(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  const call = fn?.parent;
  return variable &&
    fn &&
    isFunction(fn) &&
    call?.type === 'CallExpression' &&
    call.arguments.at(-1) === fn &&
    writesOf(variable).length === 0
    ? { call, fn, index: fn.params.indexOf(/** @type {any} */ (definition?.name)) }
    : undefined;
}

/** Methods that hand the items of a list to a function, and give a list of the same items. */
const HANDS_ITEMS = /^(?:every|filter|find|findIndex|forEach|map|some)$/u;
const KEEPS_ITEMS = /^(?:filter|reverse|slice|sort)$/u;

/**
 *     names.filter((name) => name.endsWith('.js'))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {PlainKind | undefined}
 */
function kindOfItem(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  const call = fn?.parent;
  return variable &&
    call?.type === 'CallExpression' &&
    call.arguments[0] === fn &&
    fn?.params[0] === definition?.name &&
    writesOf(variable).length === 0 &&
    call.callee.type === 'MemberExpression' &&
    HANDS_ITEMS.test(readKey(call.callee) ?? '') &&
    holdsTexts(sourceCode, call.callee.object)
    ? 'text'
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether each of its items is a text.
 */
function holdsTexts(sourceCode, list) {
  const variable = variableOf(sourceCode, list);
  const certain = variable && readCertainInit(variable);
  if (certain?.keys.length === 0) {
    return holdsTexts(sourceCode, certain.init);
  }
  if (list.type === 'Identifier') {
    const { call } = callbackOf(sourceCode, list) ?? {};
    return (
      kindOfResult(sourceCode, list) === 'list' &&
      call !== undefined &&
      call.arguments.slice(1, -1).every(({ type }) => type === 'Literal') &&
      /(?:readdir|resolve4|resolve6|resolveCname|resolveNs|reverse)$/u.test(
        textOf(sourceCode, call.callee),
      )
    );
  }
  if (list.type === 'ArrayExpression') {
    return list.elements.every((each) => each && kindOf(sourceCode, each) === 'text');
  }
  const key =
    list.type === 'CallExpression' && list.callee.type === 'MemberExpression'
      ? (readKey(list.callee) ?? '')
      : '';
  return (
    list.type === 'CallExpression' &&
    list.callee.type === 'MemberExpression' &&
    kindOf(sourceCode, list) === 'list' &&
    (/^(?:keys|split)$/u.test(key) ||
      (KEEPS_ITEMS.test(key) && holdsTexts(sourceCode, list.callee.object)))
  );
}

/**
 * @param {TSESTree.Node | undefined} options
 * @returns {boolean} `'utf8'`, `{ encoding: 'utf8' }`
 */
function hasEncoding(options) {
  return options?.type === 'ObjectExpression'
    ? options.properties.some(
        (each) =>
          each.type === 'Property' &&
          each.key.type === 'Identifier' &&
          each.key.name === 'encoding' &&
          hasEncoding(each.value),
      )
    : options?.type === 'Literal' &&
        typeof options.value === 'string' &&
        options.value !== 'buffer';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} callee
 * @returns {boolean} `stats.isFile()`, `names.map(…)`: a method that is there, and throws at nothing.
 */
function isMethodOfKind(sourceCode, callee) {
  const kind = kindOf(sourceCode, callee.object);
  return kind !== undefined && METHODS_BY_KIND[kind].test(readKey(callee) ?? '');
}

/** Objects that are always there. */
const PRESENT_GLOBALS =
  /^(?:Array|Buffer|Date|JSON|Math|Number|Object|Promise|RegExp|String|console|exports|globalThis|module|process)$/u;

/** @type {Notes<TSESTree.Node, boolean>} */
const presences = new Notes();

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is neither `null` nor `undefined` for certain.
 */
function isPresent(sourceCode, node) {
  const known = presences.get(node);
  if (known !== undefined) {
    return known;
  }
  presences.set(node, false);
  const isThere = readPresence(sourceCode, node);
  presences.set(node, isThere);
  return isThere;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function readPresence(sourceCode, node) {
  const fn = enclosingFunction(node);
  if (kindOf(sourceCode, node) || (fn && isFound(sourceCode, node, fn))) {
    return true;
  }
  switch (node.type) {
    case 'Literal':
      return node.value !== null || 'regex' in node;
    case 'ArrowFunctionExpression':
    case 'BinaryExpression':
    case 'ClassExpression':
    case 'FunctionExpression':
    case 'NewExpression':
    case 'ObjectExpression':
    case 'ThisExpression':
      return true;
    case 'LogicalExpression':
      return node.operator !== '&&' && isPresent(sourceCode, node.right);
    case 'ConditionalExpression':
      return isPresent(sourceCode, node.consequent) && isPresent(sourceCode, node.alternate);
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      const certain = variable && readCertainInit(variable);
      return (
        /^(?:ClassName|FunctionName)$/u.test(variable?.defs[0]?.type ?? '') ||
        (certain?.keys.length === 0 && isPresent(sourceCode, certain.init)) ||
        isPresentOrigin(sourceCode, node)
      );
    }
    default:
      return isPresentOrigin(sourceCode, node);
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `fs`, `process.env`
 */
function isPresentOrigin(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  const [key, ...more] = origin?.path ?? [];
  return origin?.kind === 'global'
    ? PRESENT_GLOBALS.test(origin.name) &&
        (key === undefined || (origin.name === 'process' && /^(?:argv|env)$/u.test(key))) &&
        more.length === 0
    : origin?.kind === 'module' && key === undefined;
}
