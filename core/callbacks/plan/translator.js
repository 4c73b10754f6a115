/** @import { Range } from '../../regions/build/region.js' */
/** @import { ExitStep } from '../../regions/build/steps.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { Ground, PatternContext } from '../../contract/pattern.js' */
/** @import { Observed } from '../../analysis/environment/observed.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { KnownErrors } from '../errors/errors.js' */
/** @import { HeaderNeed } from '../boundary/header.js' */
/** @import { Forwarding } from '../errors/one-try.js' */
/** @import { Registry } from './registry.js' */
/** @import { Loop } from '../statements/loops.js' */
/** @import { OwnTurns, Turns } from '../statements/own-turns.js' */
/** @import { OpenTry } from '../waits/joined-tries.js' */
/** @import { Settler } from '../functions/settlers.js' */
/** @import { CallbackBody } from '../waits/callback-body.js' */
/** @import { Slot } from '../waits/slots.js' */

import { missingEvidence } from '../../contract/obligations.js';
import { frameNodesWithin, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { mayThrow } from '../../analysis/flow/throwing.js';
import { sliceWithin } from '../../analysis/syntax/nodes.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { isOfStatementBelow } from '../../edits/directives.js';
import {
  asPrinted,
  indentLines,
  insertAfter,
  insertBefore,
  replaceRange,
} from '../../edits/edit.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { skipWhitespace, skipWhitespaceBackward } from '../../edits/trivia.js';
import { holdsTests } from '../../analysis/environment/test-runners.js';
import { plainCall } from '../functions/callback-calls.js';
import { settlingArguments } from '../statements/made-promises.js';
import { findSettlers } from '../functions/settlers.js';
import { testOf } from '../functions/tests.js';
import { Refused, seenOtherwise } from './refused.js';
import { findPlaced, jumpBetween } from '../waits/placed-callbacks.js';
import { indentAt } from '../waits/slots.js';

/**
 * How the callback is called: `cb(…)`, `cb && cb(…)`, `typeof cb === 'function' && cb(…)`, `cb?.(…)`.
 *
 * @typedef {'required' | 'tested' | 'typed' | 'chained' | 'heard'} Calling
 */

/**
 * Where the control flow stands while a function's body is translated.
 *
 * @typedef {object} Position
 * @property {boolean} followed Whether more of the same function runs when the statement is done.
 * @property {boolean} [isOver] Whether what runs then is nothing where a promise is settled.
 * @property {boolean} last Whether the function's text ends there.
 * @property {boolean} later Whether something asynchronous has happened on the way.
 * @property {boolean} inCallback Whether it is in a callback, whose exceptions nobody catches.
 * @property {boolean} inLoop
 * @property {Turns | undefined} [loop] The loop that it is a turn of, in the place of a function.
 * @property {boolean} [endsTurn] Whether the loop's text ends there.
 * @property {boolean} [rejects] Whether the callback gets what is thrown there.
 * @property {boolean} [isTried] Whether it stands in a `try` that stays.
 * @property {OpenTry | undefined} [openTry] That which the next call may go into.
 * @property {boolean} [breakEnds] Whether `break` leads to the end of the function.
 * @property {boolean} [isAhead] Whether the text of another path stands behind it.
 * @property {number} shift By how many levels the lines move.
 * @property {KnownErrors} known
 *
 * @typedef {object} Exit What the callback is called with where all is well.
 * @property {'absent' | 'null' | 'undefined'} error How the missing error is written.
 * @property {number} results
 * @property {TSESTree.Node} [uncounted] What may give another number of them.
 * @property {boolean} later
 * @property {TSESTree.Node} [value] The first of the results.
 */

/**
 * The translation of one callback function, built up while its statements are walked.
 */
export class Translator {
  /** @type {Edit[]} */
  edits = [];
  /** @type {{ range: readonly [number, number], levels: number }[]} */
  indents = [];
  /** Comments that move to the front of their statement. @type {Edit[]} */
  comments = [];
  /** @type {Exit[]} */
  exits = [];
  /** Whether an error can reach the callback before anything asynchronous has happened. */
  failsEarly = false;
  /** What may call back in the caller's tick, if it is not the function itself. @type {TSESTree.Node | undefined} */
  doubted;
  /** Whether something may throw before anything asynchronous has happened. */
  throwsEarly = false;
  /** Whether it waits for more than a later tick. */
  isWaiting = false;
  /** Calls of functions of the file that wait for their promise now. @type {Set<TSESTree.CallExpression>} */
  calls = new Set();
  /** Calls of functions of other files that lose their callback. @type {Set<TSESTree.CallExpression>} */
  importedCalls = new Set();
  /** Functions of the file that are called in their async form. @type {Set<CallbackFunction>} */
  partners = new Set();
  /** @type {Set<ObligationId>} */
  assumes = new Set();
  /** The first code that may throw before the function waits, as far as it is known. @type {TSESTree.Node | undefined} */
  earlyThrow = undefined;
  /** What these are about. @type {Ground[]} */
  grounds = [];
  /** What recorded runs saw to call back at once, if they did. @type {Refused | undefined} */
  seenAtOnce;
  /** @type {Set<HeaderNeed>} */
  needs = new Set();
  /** Callbacks, and their blocks, whose bodies stand in the function around them now. @type {Set<TSESTree.Node>} */
  inlined = new Set();
  /** Functions that stay, whose last statements stand in the function around them. @type {Set<TSESTree.Node>} */
  opened = new Set();
  /** Parameters that are gone with their callbacks. @type {Set<Variable>} */
  dropped = new Set();
  /** Where those that are caught still have a name. @type {Map<Variable, readonly TSESTree.Node[]>} */
  caught = new Map();
  /** Uses of results that an error has on it. @type {Set<TSESTree.Node>} */
  onError = new Set();
  /** @type {Map<Variable, string>} */
  renamed = new Map();
  /** Statements that stand in a list now, whatever they stood in. @type {Set<TSESTree.Statement>} */
  freed = new Set();
  /** `break` statements that have nothing to leave any more. @type {Set<TSESTree.Node>} */
  gone = new Set();
  /**
   * Where bodies come from that stand behind a call now.
   *
   * @type {{ call: TSESTree.CallExpression, body: CallbackBody, from: number, to: number }[]}
   */
  jumps = [];
  /** Source that goes as a whole where a region puts it. @type {Range[]} */
  runs = [];
  /** By how many levels all moves that is translated. */
  base = 0;
  /** Where in the function the part begins that gets a function of its own, if it is not all. */
  begin = 0;
  /** Functions inside that are loops now. @type {Map<Settler, Loop>} */
  loops = new Map();
  /** What makes the function itself a loop. @type {OwnTurns | undefined} */
  ownTurns;
  /** Calls that a `catch` is around now. @type {Set<TSESTree.CallExpression>} */
  tried = new Set();
  /** What of them is evaluated before the `try`. @type {Set<TSESTree.Node>} */
  held = new Set();
  /** What the `catch` around the whole body of a handler does. @type {Forwarding | undefined} */
  forwarding;
  /** Where an error has just been found to be there. @type {Set<TSESTree.Node>} */
  found = new Set();
  /** The ways in which the callback is called. @type {Set<Calling>} */
  callings = new Set();
  /** `typeof cb === 'function'`, as the file has it. */
  typeTest = '';
  /** Whether it is called on `this`. */
  isCalledOnThis = false;

  /**
   * @param {PatternContext} context
   * @param {CallbackFunction} target
   * @param {Registry} registry What becomes of the other functions of the file.
   * @param {object} [how]
   * @param {ReadonlySet<Variable>} [how.recursive] Functions inside that call themselves and stay functions.
   * @param {boolean} [how.places] Whether callbacks go where they are given.
   */
  constructor(context, target, registry, { recursive = new Set(), places = false } = {}) {
    this.recursive = recursive;
    this.context = context;
    this.sourceCode = context.sourceCode;
    this.target = target;
    this.registry = registry;
    /** What a test runner takes the function for. */
    this.test = testOf(context, target);
    /** Whether what is called is what tests try, or may be. */
    this.isTrying = context.options.tests && holdsTests(context);
    /** @type {Map<Variable, Settler>} */
    this.settlers = findSettlers(context.sourceCode, target);
    /** @type {Map<Variable, Variable>} The settler's variable, for each name. */
    this.settlerNames = new Map(
      [...this.settlers.values()].flatMap(({ names, variable }) =>
        names.map((name) => [name, variable]),
      ),
    );
    /** @type {Map<FunctionNode, Settler>} */
    this.settlerFunctions = new Map([...this.settlers.values()].map((each) => [each.fn, each]));
    const usesOf = (/** @type {Variable} */ { references }) =>
      references.map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
    /** In source order, as are the others. */
    this.callbackUses = inOrder(usesOf(target.callback));
    this.activeUses = inOrder([
      ...this.callbackUses,
      ...[...this.settlers.keys()].flatMap(usesOf),
      ...(target.waits ?? []),
    ]);
    /** Callbacks with a name that go where they are given. */
    this.placed = findPlaced(context.sourceCode, places ? this.settlers.values() : []);
  }

  /**
   * @param {ObligationId} obligation On which the conversion rests from now on.
   * @param {string} subject The code that it is about, in backticks.
   * @param {Observed} [observed] What recorded runs saw of it.
   * @throws {Refused} If it has to be shown, or runs have shown the opposite.
   */
  assume(obligation, subject, observed) {
    if (observed?.evidence === 'against') {
      throw seenOtherwise(obligation, subject, observed);
    }
    if (observed) {
      this.grounds.push({ obligation, subject, seen: observed.how });
      return;
    }
    if (!this.context.options.assumable.has(obligation)) {
      throw Refused.because(missingEvidence(obligation, subject));
    }
    this.assumes.add(obligation);
    this.grounds.push({ obligation, subject });
  }

  /** Whether the function has no callback, and nobody looks at its end. */
  get isHandler() {
    return this.target.waits !== undefined;
  }

  /** Whether the function has no callback, and makes the promise by hand that it gives. */
  get makesPromise() {
    return this.target.promises !== undefined;
  }

  /** Whether nobody looks at what the function gives: test runners do not, and loops do not. */
  get isUnheard() {
    return this.test !== undefined || this.target.isTurn === true;
  }

  /** What ends the function early. @returns {ExitStep} */
  get end() {
    return { type: 'exit', how: this.target.isTurn ? 'continue' : 'return' };
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {boolean} Whether the node does more than plain code: it uses the callback or what
   *   leads to it, or ends the function.
   */
  isActive(node) {
    return this.usesCallback(node) || this.returns(node);
  }

  /**
   * @param {{ range: readonly [number, number] }} node
   * @returns {TSESTree.Node[]} The active uses in it, in source order.
   */
  usesWithin(node) {
    return sliceWithin(this.activeUses, node);
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {boolean}
   */
  usesCallback(node) {
    return this.usesWithin(node).length > 0;
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {boolean} Whether a `return` of the function itself stands in it.
   */
  returns(node) {
    return (
      !isFunction(node) && frameNodesWithin(this.sourceCode, 'ReturnStatement', node).length > 0
    );
  }

  /**
   * @param {TSESTree.Node | null | undefined} node
   * @returns {boolean} Whether the node is the callback's name, or what stands for it.
   */
  isCallback(node) {
    if (node?.type === 'TSNonNullExpression') {
      return this.isCallback(node.expression);
    }
    if (this.target.promises) {
      return this.target.callback.references.some(({ identifier }) => identifier === node);
    }
    return node?.type === 'Identifier'
      ? node.name === this.target.callback.name && this.variableOf(node) === this.target.callback
      : node?.type === 'MemberExpression' && this.usesWithin(node).includes(node);
  }

  /**
   * @param {TSESTree.Node | null | undefined} node
   * @returns {TSESTree.CallExpression | undefined} The call of the callback that the node is, as one by
   *   its name alone.
   */
  exitOf(node) {
    const call = plainCall(node);
    if (!call || !this.isCallback(call.callee)) {
      return undefined;
    }
    if (!this.makesPromise) {
      return call;
    }
    const given = settlingArguments(this, call.callee, call.arguments);
    return Object.create(call, { arguments: { value: given } });
  }

  /**
   * @param {TSESTree.Node} given
   * @returns {TSESTree.CallExpression | undefined} The call of the callback that is given the node.
   */
  exitAround({ parent }) {
    return this.exitOf(parent?.type === 'ArrayExpression' ? parent.parent : parent);
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {boolean} `done.fail`, with which a test of jasmine says that it has failed.
   */
  isFailure(node) {
    return (
      this.test?.form === 'call' &&
      node.type === 'MemberExpression' &&
      !node.optional &&
      readKey(node) === 'fail' &&
      this.isCallback(node.object)
    );
  }

  /**
   * @param {TSESTree.Node | null | undefined} node
   * @returns {Settler | undefined}
   */
  settlerOf(node) {
    if (this.settlers.size === 0) {
      return undefined;
    }
    if (node?.type === 'Identifier') {
      const variable = this.variableOf(node);
      return variable && this.settlers.get(variable);
    }
    return node?.type === 'FunctionExpression' ? this.settlerFunctions.get(node) : undefined;
  }

  /**
   * @param {TSESTree.Identifier} node
   * @returns {Variable | undefined}
   */
  variableOf(node) {
    const variable = findVariable(this.sourceCode, node, node.name);
    return (variable && this.settlerNames.get(variable)) ?? variable;
  }

  /**
   * Replaces what stands between pieces of user code. Comments in it move to the front of the slot.
   *
   * @param {Slot} slot
   * @param {number} start
   * @param {number} end
   * @param {string} text
   */
  gap(slot, start, end, text) {
    const jump = jumpBetween(this, start, end);
    if (jump) {
      this.gap(slot, start, jump.from, text);
      this.gap(slot, jump.to, end, '');
      return;
    }
    for (const comment of this.commentsBetween(start, end)) {
      this.comments.push(insertBefore(slot.start, `${comment}\n${slot.indent}`));
    }
    if (start === end) {
      const insert = start === slot.start ? insertBefore : insertAfter;
      this.edits.push(insert(start, text));
    } else if (this.sourceCode.text.slice(start, end) !== text) {
      this.edits.push(replaceRange([start, end], text));
    }
  }

  /**
   * As `gap`, with text that a region was printed as.
   *
   * @param {Slot} slot
   * @param {number} start
   * @param {number} end
   * @param {string} text
   */
  print(slot, start, end, text) {
    const count = this.edits.length;
    this.gap(slot, start, end, text);
    this.edits.push(...this.edits.splice(count).map(asPrinted));
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {string[]}
   */
  commentsBetween(start, end) {
    return sliceWithin(this.sourceCode.ast.comments ?? [], { range: [start, end] }).map(
      ({ range }) => this.sourceCode.text.slice(...range),
    );
  }

  /**
   * Takes out what stands between pieces of user code, but for the comments in it.
   *
   * @param {number} start
   * @param {number} end
   */
  drop(start, end) {
    const { text } = this.sourceCode;
    const isBehind = /[^\s(]/u.test(text[start - 1] ?? '');
    const said = this.commentsBetween(start, end)
      .map((comment) => comment + (comment.startsWith('//') ? '\n' : ' '))
      .join('');
    const left = isBehind && said !== '' ? ` ${said.trimEnd()}` : said;
    const isCut = left.endsWith('\n') || !said.endsWith('\n') || text[end] === '\n';
    this.edits.push(replaceRange([start, end], isCut ? left : `${left}\n`));
  }

  /**
   * Takes back the line break that was to stand between two places.
   *
   * @param {number} start
   * @param {number} end
   */
  takeBack(start, end) {
    this.edits = this.edits.filter(
      (edit) =>
        !('text' in edit) || edit.range[0] !== start || edit.range[1] !== end || start === end,
    );
  }

  /**
   * Takes a statement out with the white space before it; comments in it stay. A directive above that speaks of
   * the statement alone goes with it.
   *
   * @param {TSESTree.Node} node
   * @param {number} shift
   */
  cut(node, shift) {
    const [start] = node.range;
    const end = endOfStatement(this.sourceCode, node);
    const from = skipWhitespaceBackward(this.sourceCode.text, start);
    const indent = indentAt(this, start, shift);
    const comments = this.commentsBetween(start, end).map((comment) => `\n${indent}${comment}`);
    this.takeDirectiveAbove(from);
    this.edits.push(replaceRange([from, end], comments.join('')));
  }

  /**
   * Takes the first statement of a block out with the white space behind it.
   *
   * @param {TSESTree.Node} node
   * @param {number} shift
   */
  cutFirst(node, shift) {
    const [start] = node.range;
    const end = endOfStatement(this.sourceCode, node);
    const to = skipWhitespace(this.sourceCode.text, end);
    const indent = indentAt(this, start, shift);
    const comments = this.commentsBetween(start, end).map((comment) => `${comment}\n${indent}`);
    this.takeDirectiveAbove(skipWhitespaceBackward(this.sourceCode.text, start));
    this.edits.push(replaceRange([start, to], comments.join('')));
  }

  /**
   *     // istanbul ignore next
   *     if (err) return cb(err);
   *
   * @param {number} end Of what stands above a statement that is taken out.
   */
  takeDirectiveAbove(end) {
    const { ast, text } = this.sourceCode;
    const note = (ast.comments ?? []).find(({ range }) => range[1] === end);
    if (note && isOfStatementBelow(note)) {
      const start = skipWhitespaceBackward(text, note.range[0]);
      this.edits.push({ ...replaceRange([start, end], ''), takesComments: true });
    }
  }

  /**
   * @param {readonly [number, number]} range
   * @param {number} levels
   */
  indent(range, levels) {
    if (levels !== 0) {
      this.edits.push(indentLines(range, levels));
      this.indents.push({ range, levels });
    }
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {number} By how many levels the lines move in which the node begins.
   */
  shiftOf({ range: [start] }) {
    const run = this.runOf(start);
    return this.indents
      .filter(({ range }) => range[0] <= start && start < range[1])
      .filter(({ range }) => !run || (run[0] <= range[0] && range[1] <= run[1]))
      .reduce((sum, { levels }) => sum + levels, 0);
  }

  /**
   * @param {number} index
   * @returns {Range | undefined} The run that the place is in: its lines move relative to that.
   */
  runOf(index) {
    return this.runs.findLast(([start, end]) => start <= index && index < end);
  }

  /**
   * @param {TSESTree.Identifier} node
   * @returns {string} The name that the variable has in the output.
   */
  nameOf(node) {
    const variable = this.variableOf(node);
    return (variable && this.renamed.get(variable)) ?? node.name;
  }

  /** @param {TSESTree.Node} node May throw before the function waits. */
  noteEarlyThrow(node) {
    this.throwsEarly = true;
    this.earlyThrow ??= node;
  }

  /**
   * Notes that an expression is evaluated before anything asynchronous has happened, if it is.
   *
   * @param {TSESTree.Node | null} expression
   * @param {Position} position
   */
  noteEarly(expression, { later }) {
    if (!later && expression && mayThrow(this.sourceCode, expression)) {
      this.noteEarlyThrow(expression);
    }
  }

  /** @returns {boolean} Whether the callback is called only if there is one. */
  get isOptional() {
    return [...this.callings].some((calling) => calling !== 'required');
  }
}

/**
 * @param {readonly TSESTree.Node[]} nodes
 * @returns {TSESTree.Node[]} By where they begin.
 */
function inOrder(nodes) {
  return nodes.toSorted((left, right) => left.range[0] - right.range[0]);
}
