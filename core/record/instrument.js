/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import MagicString from 'magic-string';

import { nodesOfType } from '../analysis/syntax/nodes.js';
import { parse } from '../source/parse.js';
import { versionOf } from './file-list.js';

/**
 * Puts probes into a file. They tell the recorder of the process what is called and with which kinds of values, and
 * change nothing that the program does: every expression is evaluated once, in its order and with its `this`, and
 * functions keep their identity, `length` and name. What a function's `toString` gives differs, and no line moves.
 *
 *     load(key, function (err, value) { use(value); });
 *
 * becomes, on one line,
 *
 *     $().after(3, load(key, $().before(3, ((t) => t.of(function (err, value) { t.run(arguments); use(value); }))($().callback(3)), load)));
 *
 * `give` and `forward` stand around a callback that has a name: a parameter is handed on, and its function may have been
 * given to other calls before. `before` runs when all arguments are evaluated, right before the call, and `after` right behind it, so that a
 * callback that runs between them runs in the same tick. A call that throws never comes to `after`; the recorder sees
 * that at the next probe.
 *
 * A probe is keyed by a place that only its site has: that of the last argument for a call, of the function for an
 * entry, of the name `then` for the head of a chain, of its operand for `yield`.
 */

/**
 * @typedef {object} Instrumented
 * @property {string} code The text with its probes.
 * @property {Probe[]} probes By their numbers.
 *
 * @typedef {object} Probe
 * @property {'call' | 'function' | 'operand' | 'head' | 'value'} kind `value`: what a callback gets, or the first
 *   argument of a call with a callback.
 * @property {number} line 1-based.
 * @property {number} column 1-based.
 */

/** What may give a promise. */
const UNKNOWN = /^(?:Call|Member|New)Expression$|^Identifier$/u;

/** Methods of promises whose receiver is the head of a chain. */
const CHAIN = new Set(['then', 'catch', 'finally']);

/** @typedef {TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression} FunctionNode */

/**
 * @param {string} text
 * @param {string} path Absolute.
 * @param {number} number Of the file, in this process: the name of the probes says which file they are in.
 * @returns {Instrumented | undefined} Undefined if there is nothing to record in it.
 * @throws {import('../source/parse.js').SourceSyntaxError}
 */
export function instrument(text, path, number) {
  const hasMark = text.startsWith('\uFEFF');
  const source = hasMark ? text.slice(1) : text;
  // Without scopes, whose analysis would have to be loaded into every program that is recorded.
  const sourceCode = /** @type {SourceCodeLike} */ ({ text: source, ...parse(source, path) });
  const insertions = new Insertions(sourceCode, probeName(source, number));
  insertions.addCalls();
  insertions.addResults();
  insertions.addFunctions();
  insertions.addOperands();
  if (insertions.probes.length === 0) {
    return undefined;
  }
  const output = new MagicString(source);
  const { name } = insertions;
  output.appendLeft(
    startOfCode(sourceCode),
    `function ${name}() { return ${name}.file || (${name}.file = process.getBuiltinModule('util')[Symbol.for('async-perf.record')].file(${number}, '${versionOf(text)}')); } `,
  );
  for (const { at, text: added } of insertions.inOrder()) {
    output.appendLeft(at, added);
  }
  const map = output.generateMap({ hires: 'boundary', source: path, includeContent: true });
  return {
    code: `${hasMark ? '\uFEFF' : ''}${output.toString()}\n//# sourceMappingURL=${map.toUrl()}`,
    probes: insertions.probes,
  };
}

/**
 * What goes around the same code, the outermost first.
 */
const DEPTHS = { last: 0, value: 1, given: 2, operand: 3, head: 4, call: 5, callback: 6, body: 7 };

/** What goes into the text of a file. */
class Insertions {
  /** @type {Probe[]} */
  probes = [];

  /** @type {{ at: number, other: number, side: 'end' | 'point' | 'start', depth: number, text: string }[]} */
  #all = [];

  /** @type {ReadonlySet<string>} */
  #parameters;

  /** The numbers of the calls of callbacks. @type {Map<TSESTree.Node, number>} */
  #callbacks = new Map();

  /**
   * @param {SourceCodeLike} sourceCode
   * @param {string} name Of the function that gives the probes of the file.
   */
  constructor(sourceCode, name) {
    this.sourceCode = sourceCode;
    this.name = name;
    this.#parameters = namesOfParameters(sourceCode);
  }

  addCalls() {
    const called = calledNames(this.sourceCode);
    for (const type of /** @type {const} */ (['CallExpression', 'NewExpression'])) {
      for (const call of nodesOfType(this.sourceCode, type)) {
        if (isRecorded(call, called, this.sourceCode)) {
          this.#addCall(call, called);
        }
      }
    }
  }

  /**
   * @param {Call} call
   * @param {ReadonlySet<string>} called
   */
  #addCall(call, called) {
    const last = /** @type {TSESTree.Expression} */ (call.arguments.at(-1));
    const id = this.#addProbe('call', last.loc.start);
    const callee = calleeText(call, this.sourceCode);
    this.#wrap(call, DEPTHS.call, `after(${id}, `, ')');
    // One that stands in front of it is no callback: an iteratee, a `then` with a handler of errors behind it.
    const callback = call.arguments.findLast((argument) => mayBeCallback(argument, called));
    if (callback?.type === 'Identifier') {
      const probe = this.#parameters.has(callback.name) ? 'forward' : 'give';
      this.#wrap(callback, DEPTHS.given, `${probe}(${id}, `, ')');
    } else if (callback && isPlainFunction(callback)) {
      this.#callbacks.set(callback, id);
    }
    const more = callee === undefined ? '' : `, ${callee}`;
    this.#wrap(last, DEPTHS.last, `before(${id}, `, `${more})`);
    const [first] = call.arguments;
    if (first && first !== last && call.type === 'CallExpression') {
      this.#addValue(first);
    }
  }

  /** Adds the results that parameters are called with: `callback(null, value)`. */
  addResults() {
    for (const { arguments: given, callee } of nodesOfType(this.sourceCode, 'CallExpression')) {
      if (callee.type === 'Identifier' && this.#parameters.has(callee.name)) {
        given.slice(1).forEach((result) => this.#addValue(result));
      }
    }
  }

  /** @param {TSESTree.Node} node What is not seen without a run. */
  #addValue(node) {
    if (UNKNOWN.test(node.type)) {
      const id = this.#addProbe('value', node.loc.start);
      this.#wrap(node, DEPTHS.value, `kind(${id}, `, ')');
    }
  }

  addFunctions() {
    for (const type of /** @type {const} */ ([
      'FunctionDeclaration',
      'FunctionExpression',
      'ArrowFunctionExpression',
    ])) {
      for (const fn of nodesOfType(this.sourceCode, type)) {
        if (fn.body && !isSentElsewhere(fn)) {
          this.#addFunction(fn);
        }
      }
    }
  }

  /** @param {FunctionNode} fn */
  #addFunction(fn) {
    const { name } = this;
    const call = this.#callbacks.get(fn);
    const id = this.#addProbe('function', fn.loc.start);
    const isArrow = fn.type === 'ArrowFunctionExpression';
    const given = isArrow ? listOfParameters(fn) : 'arguments';
    const entry = `${name}().enter(${id}, ${isArrow ? -1 : 'arguments.length'})`;
    const probe = call === undefined ? entry : `${name}$.run(${given}), ${entry}`;
    if (call !== undefined) {
      const [start, end] = fn.range;
      const closing = `))(${name}().callback(${call}))`;
      this.#add(start, end, 'start', DEPTHS.callback, `((${name}$) => ${name}$.of(`);
      this.#add(end, start, 'end', DEPTHS.callback, closing);
    }
    if (fn.body.type === 'BlockStatement') {
      const { at, isBehind } = startOfBody(fn.body);
      this.#add(at, at, 'point', DEPTHS.body, isBehind ? `; ${probe};` : `${probe}; `);
    } else {
      const [start, end] = fn.body.range;
      this.#add(start, end, 'start', -1, `(${probe}, `);
      this.#add(end, start, 'end', -1, ')');
    }
  }

  addOperands() {
    for (const { argument, delegate } of nodesOfType(this.sourceCode, 'YieldExpression')) {
      if (argument && !delegate) {
        const id = this.#addProbe('operand', argument.loc.start);
        this.#wrap(argument, DEPTHS.operand, `kind(${id}, `, ')');
      }
    }
    for (const { callee } of nodesOfType(this.sourceCode, 'CallExpression')) {
      if (isHeadOfChain(callee)) {
        const { object, property } = callee;
        const id = this.#addProbe('head', property.loc.start);
        this.#wrap(object, DEPTHS.head, `kind(${id}, `, ')');
      }
    }
  }

  /**
   * @param {Probe['kind']} kind
   * @param {{ line: number, column: number }} start As ESTree has it.
   * @returns {number} The number of the probe.
   */
  #addProbe(kind, { line, column }) {
    return this.probes.push({ kind, line, column: column + 1 }) - 1;
  }

  /**
   * @param {TSESTree.Node} node
   * @param {number} depth
   * @param {string} before
   * @param {string} after
   */
  #wrap({ range: [start, end], type }, depth, before, after) {
    const isList = type === 'SequenceExpression';
    this.#add(start, end, 'start', depth, `${this.name}().${before}${isList ? '(' : ''}`);
    this.#add(end, start, 'end', depth, `${isList ? ')' : ''}${after}`);
  }

  /**
   * @param {number} at
   * @param {number} other The other end of what it goes around.
   * @param {'end' | 'point' | 'start'} side
   * @param {number} depth
   * @param {string} text
   */
  #add(at, other, side, depth, text) {
    this.#all.push({ at, other, side, depth, text });
  }

  /** @returns {readonly { at: number, text: string }[]} As they stand in the text. */
  inOrder() {
    const sides = { end: 0, point: 1, start: 2 };
    return this.#all.sort(
      (left, right) =>
        left.at - right.at ||
        sides[left.side] - sides[right.side] ||
        // What ends here closes the innermost first; what begins here opens the outermost first.
        right.other - left.other ||
        (left.side === 'end' ? right.depth - left.depth : left.depth - right.depth),
    );
  }
}

/**
 * Functions whose text is sent to another program, such as a browser: it has no recorder.
 */
const SENDERS =
  /^(?:evaluate\w*|\${1,2}eval|waitForFunction|execute(?:Async)?(?:Script)?|mapReduce|addInitScript)$/u;

/**
 * @param {TSESTree.Node} fn
 * @returns {boolean}
 */
function isSentElsewhere(fn) {
  for (let node = fn; node.parent; node = node.parent) {
    const { parent } = node;
    if (parent.type === 'CallExpression' && parent.callee !== node) {
      const { callee } = parent;
      const key = callee.type === 'MemberExpression' && !callee.computed && callee.property;
      if (key && key.type === 'Identifier' && SENDERS.test(key.name)) {
        return true;
      }
    }
  }
  return false;
}

/** @typedef {TSESTree.CallExpression | TSESTree.NewExpression} Call */

/**
 * @param {Call} call
 * @param {ReadonlySet<string>} called
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether one of its arguments may be a callback, and probes can stand around it.
 */
function isRecorded(call, called, sourceCode) {
  const { callee } = call;
  return (
    call.arguments.length > 0 &&
    call.arguments.every(({ type }) => type !== 'SpreadElement') &&
    call.arguments.some((argument) => mayBeCallback(argument, called)) &&
    callee.type !== 'Super' &&
    String(callee.type) !== 'Import' &&
    !(callee.type === 'Identifier' && (callee.name === 'require' || callee.name === 'eval')) &&
    !isInOptionalChain(call) &&
    !isOfModuleLoader(callee) &&
    call.parent?.type !== 'Decorator' &&
    !isSentElsewhere(call) &&
    // Between two arguments an `await` or `yield` would let another run of the same code come in.
    !/\b(?:await|yield)\b/u.test(textOfArguments(call, sourceCode))
  );
}

/**
 * Test runners move such calls by name, before anything runs.
 *
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
function isOfModuleLoader(callee) {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    /^(?:jest|vi|mock)$/u.test(callee.object.name)
  );
}

/**
 * @param {Call} call
 * @param {SourceCodeLike} sourceCode
 * @returns {string} What stands between its parentheses, but for functions.
 */
function textOfArguments({ arguments: given }, { text }) {
  return given
    .filter((argument) => !isFunction(argument))
    .map(({ range: [start, end] }) => text.slice(start, end))
    .join(' ');
}

/**
 * @param {TSESTree.Node} node
 * @param {ReadonlySet<string>} called
 * @returns {boolean}
 */
function mayBeCallback(node, called) {
  return isFunction(node) || (node.type === 'Identifier' && called.has(node.name));
}

/**
 * @param {TSESTree.Node} node
 * @returns {node is TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression}
 */
function isFunction(node) {
  return node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}

/**
 * @param {TSESTree.Node} node
 * @returns {node is TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression} Whether its body begins when it is
 *   called.
 */
function isPlainFunction(node) {
  return isFunction(node) && !node.generator;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {ReadonlySet<string>} The names that the file calls or gives to functions.
 */
function calledNames(sourceCode) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const { callee } of nodesOfType(sourceCode, 'CallExpression')) {
    if (callee.type === 'Identifier') {
      names.add(callee.name);
    }
  }
  for (const { id } of nodesOfType(sourceCode, 'FunctionDeclaration')) {
    if (id) {
      names.add(id.name);
    }
  }
  for (const { id, init } of nodesOfType(sourceCode, 'VariableDeclarator')) {
    if (id.type === 'Identifier' && init && isFunction(init)) {
      names.add(id.name);
    }
  }
  for (const name of ['cb', 'callback', 'next', 'done', 'fn']) {
    names.add(name);
  }
  return names;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {ReadonlySet<string>}
 */
function namesOfParameters(sourceCode) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const type of /** @type {const} */ ([
    'FunctionDeclaration',
    'FunctionExpression',
    'ArrowFunctionExpression',
  ])) {
    for (const { params } of nodesOfType(sourceCode, type)) {
      for (const param of params) {
        if (param.type === 'Identifier') {
          names.add(param.name);
        }
      }
    }
  }
  return names;
}

/**
 * @param {Call} call
 * @param {SourceCodeLike} sourceCode
 * @returns {string | undefined} Arguments that lead the recorder to the callee without evaluating anything again but
 *   a name: an object, and the keys from there.
 */
function calleeText({ callee }, sourceCode) {
  /** @type {string[]} */
  const keys = [];
  let node = /** @type {TSESTree.Node} */ (callee);
  while (node.type === 'MemberExpression') {
    if (node.computed || node.property.type !== 'Identifier') {
      return undefined;
    }
    keys.unshift(`'${node.property.name}'`);
    node = node.object;
  }
  if (node.type === 'ThisExpression') {
    return isInConstructor(node) ? undefined : ['this', ...keys].join(', ');
  }
  return node.type === 'Identifier' && !isWithinWith(node)
    ? [sourceCode.text.slice(...node.range), ...keys].join(', ')
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether `this` may not be there yet.
 */
function isInConstructor({ parent }) {
  for (let node = parent; node; node = node.parent) {
    if (node.type === 'MethodDefinition' && node.kind === 'constructor') {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether its name may be a getter's.
 */
function isWithinWith({ parent }) {
  for (let node = parent; node; node = node.parent) {
    if (node.type === 'WithStatement') {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a `?.` in front of it may leave it out, or one behind it leaves out more.
 */
function isInOptionalChain(node) {
  let child = node;
  for (let { parent } = node; parent; { parent } = parent) {
    if (parent.type === 'ChainExpression') {
      return true;
    }
    const isLink =
      (parent.type === 'MemberExpression' && parent.object === child) ||
      (parent.type === 'CallExpression' && parent.callee === child);
    if (!isLink) {
      return false;
    }
    child = parent;
  }
  return false;
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {node is TSESTree.MemberExpressionNonComputedName}
 */
function isChainLink(node) {
  return (
    node?.type === 'MemberExpression' &&
    !node.computed &&
    node.property.type === 'Identifier' &&
    CHAIN.has(node.property.name)
  );
}

/**
 * @param {TSESTree.Node} callee
 * @returns {callee is TSESTree.MemberExpressionNonComputedName} Whether its receiver is the head of a chain, and a
 *   probe can stand around it.
 */
function isHeadOfChain(callee) {
  if (!isChainLink(callee) || isInOptionalChain(callee)) {
    return false;
  }
  const { object } = callee;
  return (
    object.type !== 'Super' && !(object.type === 'CallExpression' && isChainLink(object.callee))
  );
}

/**
 * @param {TSESTree.ArrowFunctionExpression} fn
 * @returns {string} A list of its arguments, as far as parameters have names for them.
 */
function listOfParameters({ params }) {
  const names = params.map((param) => (param.type === 'Identifier' ? param.name : undefined));
  const known = names.findIndex((name) => name === undefined);
  return `[${(known === -1 ? names : names.slice(0, known)).join(', ')}]`;
}

/**
 * @param {TSESTree.BlockStatement} body
 * @returns {{ at: number, isBehind: boolean }} Where its first statement begins, or the end of the last directive.
 */
function startOfBody({ body, range }) {
  const first = body.find((statement) => !isDirective(statement));
  const last = body.at(-1);
  return first
    ? { at: first.range[0], isBehind: false }
    : { at: last ? last.range[1] : range[0] + 1, isBehind: last !== undefined };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {number} Where the first statement begins, behind a hashbang and the directives.
 */
function startOfCode({ ast, text }) {
  const first = ast.body.find((statement) => !isDirective(statement));
  return first ? first.range[0] : text.length;
}

/**
 * @param {TSESTree.ProgramStatement} statement
 * @returns {boolean}
 */
function isDirective(statement) {
  return statement.type === 'ExpressionStatement' && typeof statement.directive === 'string';
}

/**
 * @param {string} text
 * @param {number} number
 * @returns {string} A name that the text has nowhere.
 */
function probeName(text, number) {
  let name = `asyncPerf${number}_`;
  while (text.includes(name)) {
    name += '_';
  }
  return name;
}
