/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isFunction } from '../syntax/functions.js';
import { isWithin } from '../syntax/nodes.js';

/**
 * A set of states that the code may be in, one bit each. The caller decides what a bit means.
 *
 * @typedef {number} States
 */

/**
 * @typedef {object} Steps
 * @property {States} initial The states on entry.
 * @property {(node: TSESTree.Node, states: States) => States} [enter] Before the node's children.
 * @property {(node: TSESTree.Node, states: States) => States} [leave] After them. Functions and
 *   classes inside are one node: they are created here, not run.
 */

/**
 * A way out of a function.
 *
 * @typedef {object} Exit
 * @property {'return' | 'throw' | 'end'} kind `end`: the end of the body.
 * @property {TSESTree.Node} node The statement; the function's body for `end`.
 * @property {TSESTree.Expression | undefined} value The value that is returned or thrown. `return a ? b : c`
 *   has two exits, `return a ?? b` too.
 * @property {States} states The states that the way may be taken in; never none.
 */

/**
 * @typedef {{ kind: Exit['kind'] | 'break' | 'continue', node: TSESTree.Node, value?: TSESTree.Expression | undefined, states: States }} Completion
 */

/**
 * Follows every way through a function's own code at once and tells in which states each way out
 * is taken. Conditions are not evaluated, but for the literal ones of endless loops: each branch
 * may be taken, each loop body may be skipped or repeated, every expression inside `try` may throw.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Steps} steps
 * @returns {Exit[]} In source order, the end last; unreachable ones are left out. A throw that only a call makes
 *   is not among them.
 */
export function traceExits(sourceCode, fn, steps) {
  const flow = new Flow(sourceCode, steps);
  let states = steps.initial;
  for (const parameter of fn.params) {
    states = flow.run(parameter, states);
  }
  if (fn.body.type === 'BlockStatement') {
    states = flow.run(fn.body, states);
    flow.complete({ kind: 'end', node: fn.body, states });
  } else {
    flow.runResult(fn.body, fn.body, states);
  }
  /** @type {Map<TSESTree.Node, Exit>} */
  const exits = new Map();
  for (const { kind, node, value, states: taken } of flow.completions) {
    if (kind !== 'break' && kind !== 'continue') {
      const key = value ?? node;
      const known = exits.get(key);
      exits.set(key, { kind, node, value, states: taken | (known?.states ?? 0) });
    }
  }
  return [...exits.values()].sort((left, right) => left.node.range[1] - right.node.range[1]);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node A statement.
 * @returns {boolean} Whether the code behind the statement may run: false where every way through it
 *   returns, throws, jumps elsewhere or never ends.
 */
export function hasNormalEnd(sourceCode, node) {
  return new Flow(sourceCode, { initial: 1 }).run(node, 1) !== 0;
}

/** The nodes that decide where the code goes on. Expressions change no state by themselves. */
const DIRECTING = /Statement$|^CatchClause$|^SwitchCase$/u;

class Flow {
  /** @type {Completion[]} What left the node that is being run otherwise than by its end. */
  completions = [];

  /** @type {States} Where the optional chain that is being run may have been cut short. */
  #cutShort = 0;

  /** @type {States} The states that anything inside the innermost `try` block ran in. */
  #seen = 0;

  #sourceCode;
  #steps;

  /**
   * @param {SourceCodeLike} sourceCode
   * @param {Steps} steps
   */
  constructor(sourceCode, steps) {
    this.#sourceCode = sourceCode;
    this.#steps = steps;
  }

  /** @param {Completion} completion */
  complete(completion) {
    if (completion.states !== 0) {
      this.completions.push(completion);
    }
  }

  /**
   * @param {TSESTree.Node | null | undefined} node
   * @param {States} before
   * @returns {States} The states after the node's normal end; none if it has no such end.
   */
  run(node, before) {
    if (!node || before === 0) {
      return before;
    }
    const { enter, leave } = this.#steps;
    if (!enter && !leave && !DIRECTING.test(node.type)) {
      return before;
    }
    const entered = enter ? enter(node, before) : before;
    this.#seen |= before | entered;
    const ended = this.#runInside(node, entered);
    const after = leave && ended !== 0 ? leave(node, ended) : ended;
    this.#seen |= after;
    return after;
  }

  /**
   * @param {TSESTree.Expression} expression
   * @param {TSESTree.Node} exit
   * @param {States} states
   */
  runResult(expression, exit, states) {
    switch (expression.type) {
      case 'ConditionalExpression': {
        const tested = this.run(expression.test, states);
        this.runResult(expression.consequent, exit, tested);
        this.runResult(expression.alternate, exit, tested);
        break;
      }
      case 'LogicalExpression': {
        const left = this.run(expression.left, states);
        this.complete({ kind: 'return', node: exit, value: expression.left, states: left });
        this.runResult(expression.right, exit, left);
        break;
      }
      default: {
        const after = this.run(expression, states);
        this.complete({ kind: 'return', node: exit, value: expression, states: after });
      }
    }
  }

  /**
   * @param {TSESTree.Node} node
   * @param {States} states
   * @returns {States}
   */
  #runInside(node, states) {
    if (isFunction(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      return states;
    }
    switch (node.type) {
      case 'ReturnStatement':
        if (node.argument) {
          this.runResult(node.argument, node, states);
        } else {
          this.complete({ kind: 'return', node, states });
        }
        return 0;
      case 'ThrowStatement':
        this.complete({
          kind: 'throw',
          node,
          value: node.argument,
          states: this.run(node.argument, states),
        });
        return 0;
      case 'BreakStatement':
        this.complete({ kind: 'break', node, states });
        return 0;
      case 'ContinueStatement':
        this.complete({ kind: 'continue', node, states });
        return 0;
      case 'IfStatement':
      case 'ConditionalExpression': {
        const tested = this.run(node.test, states);
        return this.run(node.consequent, tested) | this.run(node.alternate, tested);
      }
      case 'LogicalExpression': {
        const left = this.run(node.left, states);
        return left | this.run(node.right, left);
      }
      case 'AssignmentExpression': {
        const left = this.run(node.left, states);
        const right = this.run(node.right, left);
        return /^(?:&&|\|\||\?\?)=$/u.test(node.operator) ? left | right : right;
      }
      case 'AssignmentPattern': {
        const value = this.run(node.right, states);
        return this.run(node.left, states | value);
      }
      case 'ChainExpression':
        return this.#runChain(node, states);
      case 'MemberExpression':
        return this.run(
          node.computed ? node.property : undefined,
          this.#cut(node, this.run(node.object, states)),
        );
      case 'CallExpression': {
        const called = this.#cut(node, this.run(node.callee, states));
        return node.arguments.reduce((current, argument) => this.run(argument, current), called);
      }
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.#runLoop(node, states);
      case 'SwitchStatement':
        return this.#runSwitch(node, states);
      case 'LabeledStatement':
        return this.#take('break', node, () => this.run(node.body, states));
      case 'TryStatement':
        return this.#runTry(node, states);
      default:
        return this.#runChildren(node, states);
    }
  }

  /**
   * @param {TSESTree.Node} node
   * @param {States} states
   * @returns {States}
   */
  #runChildren(node, states) {
    let current = states;
    for (const key of this.#sourceCode.visitorKeys[node.type] ?? []) {
      const child = /** @type {any} */ (node)[key];
      for (const part of Array.isArray(child) ? child : [child]) {
        current = this.run(part, current);
      }
    }
    return current;
  }

  /**
   * @param {TSESTree.ChainExpression} node
   * @param {States} states
   * @returns {States}
   */
  #runChain(node, states) {
    const outer = this.#cutShort;
    this.#cutShort = 0;
    const after = this.run(node.expression, states) | this.#cutShort;
    this.#cutShort = outer;
    return after;
  }

  /**
   * @param {TSESTree.MemberExpression | TSESTree.CallExpression} node
   * @param {States} states
   * @returns {States}
   */
  #cut(node, states) {
    if (node.optional) {
      this.#cutShort |= states;
    }
    return states;
  }

  /**
   * @param {TSESTree.WhileStatement | TSESTree.DoWhileStatement | TSESTree.ForStatement | TSESTree.ForInStatement | TSESTree.ForOfStatement} node
   * @param {States} states
   * @returns {States}
   */
  #runLoop(node, states) {
    return this.#take('break', node, () => {
      let head = states;
      if (node.type === 'ForStatement') {
        head = this.run(node.init, head);
      } else if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
        head = this.run(node.right, head);
      }
      for (;;) {
        const { ended, repeated } = this.#runIteration(node, head);
        if ((repeated | head) === head) {
          return ended;
        }
        head |= repeated;
      }
    });
  }

  /**
   * @param {TSESTree.WhileStatement | TSESTree.DoWhileStatement | TSESTree.ForStatement | TSESTree.ForInStatement | TSESTree.ForOfStatement} node
   * @param {States} head
   * @returns {{ ended: States, repeated: States }} The states in which the loop ends, and begins
   *   anew.
   */
  #runIteration(node, head) {
    const body = (/** @type {States} */ states) =>
      this.#take('continue', node, () => this.run(node.body, states));
    if ('left' in node) {
      return { ended: head, repeated: body(this.run(node.left, head)) };
    }
    if (node.type === 'DoWhileStatement') {
      const tested = this.run(node.test, body(head));
      return { ended: isEndless(node.test) ? 0 : tested, repeated: tested };
    }
    const tested = this.run(node.test, head);
    const round = body(tested);
    return {
      ended: isEndless(node.test) ? 0 : tested,
      repeated: node.type === 'ForStatement' ? this.run(node.update, round) : round,
    };
  }

  /**
   * @param {TSESTree.SwitchStatement} node
   * @param {States} states
   * @returns {States}
   */
  #runSwitch(node, states) {
    return this.#take('break', node, () => {
      let tested = this.run(node.discriminant, states);
      let through = /** @type {States} */ (0);
      // A `default` is entered when every test has failed, wherever it stands.
      const entries = node.cases.map(({ test }) => {
        tested = this.run(test, tested);
        return tested;
      });
      node.cases.forEach(({ test, consequent }, index) => {
        const entry = test ? /** @type {States} */ (entries[index]) : tested;
        through = consequent.reduce(
          (current, statement) => this.run(statement, current),
          through | entry,
        );
      });
      return node.cases.some(({ test }) => !test) ? through : through | tested;
    });
  }

  /**
   * @param {TSESTree.TryStatement} node
   * @param {States} states
   * @returns {States}
   */
  #runTry({ block, handler, finalizer }, states) {
    const outerSeen = this.#seen;
    const outerCompletions = this.completions;
    this.completions = [];
    this.#seen = states;
    let after = this.run(block, states);
    let thrown = this.#seen;
    if (handler) {
      this.completions = this.completions.filter(({ kind }) => kind !== 'throw');
      this.#seen = thrown;
      after |= this.run(handler, thrown);
      thrown = this.#seen;
    }
    const inside = this.completions;
    this.completions = outerCompletions;
    this.#seen |= outerSeen;
    if (!finalizer) {
      this.completions.push(...inside);
      return after;
    }
    for (const completion of inside) {
      this.complete({ ...completion, states: this.run(finalizer, completion.states) });
    }
    // An exception on its way out runs the finalizer too, which may return for it.
    this.run(finalizer, thrown);
    return this.run(finalizer, after);
  }

  /**
   * Runs a statement that `break` or `continue` may aim at.
   *
   * @param {'break' | 'continue'} kind
   * @param {TSESTree.Statement} target
   * @param {() => States} run
   * @returns {States} The states after the statement, by its own end or by a jump to it.
   */
  #take(kind, target, run) {
    const outer = this.completions;
    this.completions = [];
    let after = run();
    for (const completion of this.completions) {
      if (completion.kind === kind && jumpTarget(completion.node) === target) {
        after |= completion.states;
      } else {
        outer.push(completion);
      }
    }
    this.completions = outer;
    return after;
  }
}

/**
 * @param {TSESTree.Expression | null} test
 * @returns {boolean} Whether only a jump ends the loop: `for (;;)`, `while (true)`, `while (1)`.
 */
function isEndless(test) {
  return test === null || (test.type === 'Literal' && Boolean(test.value));
}

/**
 * @param {TSESTree.Node} jump A `break` or `continue`.
 * @returns {TSESTree.Node | undefined} The statement that it leaves or repeats: the labelled
 *   statement itself for `break label`, the loop for `continue label`.
 */
export function jumpTarget(jump) {
  const { type, label } = /** @type {TSESTree.BreakStatement | TSESTree.ContinueStatement} */ (
    jump
  );
  for (let node = jump.parent; node; node = node.parent) {
    if (label) {
      if (node.type === 'LabeledStatement' && node.label.name === label.name) {
        return type === 'BreakStatement' ? node : labelled(node);
      }
    } else if (isLoop(node) || (type === 'BreakStatement' && node.type === 'SwitchStatement')) {
      return node;
    }
  }
  return undefined;
}

/**
 * @param {TSESTree.LabeledStatement} node
 * @returns {TSESTree.Statement} What the label, or a row of labels, stands before.
 */
function labelled({ body }) {
  return body.type === 'LabeledStatement' ? labelled(body) : body;
}

/**
 * @param {TSESTree.Node} node
 * @returns {node is TSESTree.WhileStatement | TSESTree.DoWhileStatement | TSESTree.ForStatement | TSESTree.ForInStatement | TSESTree.ForOfStatement}
 */
export function isLoop(node) {
  return (
    node.type === 'WhileStatement' ||
    node.type === 'DoWhileStatement' ||
    node.type === 'ForStatement' ||
    node.type === 'ForInStatement' ||
    node.type === 'ForOfStatement'
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} [fn]
 * @returns {boolean} Whether the node may be evaluated more than once in a call of the function.
 */
export function isInLoop(node, fn) {
  for (let outer = node.parent; outer && outer !== fn; outer = outer.parent) {
    if (isLoop(outer)) {
      return true;
    }
  }
  return false;
}

const CHOOSING =
  /^(?:CatchClause|ConditionalExpression|DoWhileStatement|For(?:In|Of)?Statement|IfStatement|LogicalExpression|SwitchCase|WhileStatement)$/u;

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} from
 * @returns {boolean} Whether a branch or a loop decides if the code comes from the one to the other.
 */
export function isOnSomeWays(node, from) {
  for (let outer = node.parent; outer && !isWithin(from, outer); outer = outer.parent) {
    if (CHOOSING.test(outer.type)) {
      return true;
    }
  }
  return false;
}
