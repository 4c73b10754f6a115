/** @import { Pieces, Range } from './region.js' */

/**
 * What a function does, in order: the closed list of steps. Leaves are ranges of the source, with what other
 * edits make of them.
 *
 * @typedef {readonly Step[]} Region
 *
 * @typedef {Run | Evaluation | HoldStep | WaitStep | SettleStep | ExitStep | Branch | Loop | Switch | Attempt | JoinPoint | Jump | Together | Start} Step
 */

/**
 * @typedef {object} Run
 * @property {'run'} type Statements of the source.
 * @property {Range} range
 * @property {boolean} [isValue] Whether it is an expression that becomes a statement.
 * @property {boolean} [isEnd] Whether its end is never reached.
 */

/**
 * @typedef {object} Evaluation
 * @property {'run'} type An expression whose value nobody looks at.
 * @property {Pieces} pieces
 */

/**
 * @typedef {object} HoldStep
 * @property {'hold'} type A value that is evaluated here and used later.
 * @property {'const' | 'let' | undefined} keyword Undefined for a variable that is there already.
 * @property {Pieces} name With its type, if it has one.
 * @property {Pieces | undefined} value Undefined for a variable that gets its value later.
 */

/**
 * A wait with two edges: what follows it in its region runs with the results, `failed` with the error. Where
 * `failed` can complete, it joins that again.
 *
 * @typedef {object} WaitStep
 * @property {'wait'} type
 * @property {Operand} operand
 * @property {Result | undefined} [result] Undefined where nobody looks at the results.
 * @property {Failed | undefined} [failed] Undefined where the error leaves the region.
 */

/**
 * @typedef {Pieces | Executor | Flow} Operand What is waited for: a promise, a call with a hole for a callback,
 *   or the steps of a library's call.
 */

/**
 * A call that is given a callback where its promise form does not do:
 *
 *     new Promise((resolve) => setTimeout(resolve, 10))
 *
 * @typedef {object} Executor
 * @property {Pieces} call Up to the hole for the callback.
 * @property {'first' | 'second' | 'all' | 'all-or-error'} gives Which arguments of the callback are the
 *   results; only the last form looks at an error.
 * @property {string} resolve
 * @property {string} [rest] Arguments behind the callback, with a comma before them.
 * @property {string} [reject]
 * @property {string} [values] Names the arguments where one name does not do.
 * @property {string} [error] What the arguments before the second are called.
 * @property {boolean} [isTyped] Whether TypeScript has to be told of `any`.
 */

/**
 * @typedef {object} Flow
 * @property {Range} source The call that it stands for. Where it is printed around source that stays, the
 *   source in its steps is in the order of the text, within this range.
 * @property {(result: Result | undefined, isReturned: boolean) => Region} region Its steps; the last of them
 *   give the result to these names, or return it.
 */

/**
 * @typedef {object} Result
 * @property {'const' | 'let' | undefined} keyword Undefined for variables that are there already.
 * @property {string} pattern
 * @property {readonly string[]} names What the pattern declares.
 * @property {boolean} [isName] Whether the pattern is one name.
 * @property {string} [type] Which a declaration without a value needs: `: any`.
 * @property {string} [constType] Which one with a value needs.
 * @property {Pieces} [cast] What the value is taken for.
 * @property {readonly Range[] | undefined} [uses] Where it is used, if it is never written.
 */

/**
 * @typedef {object} Failed
 * @property {string | undefined} error How the error is declared; undefined where nobody looks at it.
 * @property {Region} region
 * @property {unknown} [key] Waits that follow each other and have the same key do the same with their error:
 *   one `try` is around them.
 * @property {boolean} [isDropped] Whether the error is dropped, and the results with it.
 */

/**
 * @typedef {object} SettleStep
 * @property {'settle'} type The function's outcome, at a place behind which code may go on.
 * @property {'return' | 'throw'} how
 * @property {Pieces | undefined} value
 * @property {boolean} isOnce Whether nothing else settles it: what settles it first counts.
 */

/**
 * @typedef {object} ExitStep
 * @property {'exit'} type
 * @property {'return' | 'throw' | 'break' | 'continue'} how
 * @property {Pieces | Executor | Flow | undefined} [value] The label, for a jump.
 */

/**
 * @typedef {object} Branch
 * @property {'branch'} type
 * @property {Pieces} test
 * @property {Region} consequent
 * @property {Region} [alternate]
 * @property {boolean} [isBrief] Whether the consequent is one statement that stays on the line of the test.
 */

/**
 * @typedef {object} Loop
 * @property {'loop'} type
 * @property {Pieces} head `for (const file of files)`.
 * @property {Region} body
 * @property {string} [label]
 * @property {Pieces} [test] Behind the body: `do … while (test)`.
 */

/**
 * @typedef {object} Switch
 * @property {'switch'} type
 * @property {Pieces} value
 * @property {readonly { test: Pieces | undefined, body: Region }[]} cases
 */

/**
 * @typedef {object} Attempt
 * @property {'try'} type A `try` of the source: each part completes as it does there, and a finalizer that
 *   does not complete normally overrides the others.
 * @property {Region} block
 * @property {string} [error]
 * @property {Region} [handler]
 * @property {Region} [finalizer]
 */

/**
 * @typedef {object} JoinPoint
 * @property {'join'} type Where several paths meet, with what they bring along.
 * @property {string} name
 * @property {readonly string[]} parameters
 * @property {Region} region What jumps to it.
 * @property {Region} body What runs then.
 */

/**
 * @typedef {object} Jump
 * @property {'jump'} type Ends its path: the body of the join point follows.
 * @property {string} to
 * @property {readonly Pieces[]} values
 */

/**
 * @typedef {object} Together
 * @property {'together'} type Regions that run side by side.
 * @property {readonly Region[]} regions
 * @property {'first' | 'all'} errors Whether the first error ends the wait.
 * @property {Result | undefined} [result]
 */

/**
 * @typedef {object} Start
 * @property {'start'} type A region that nobody waits for.
 * @property {Region} region
 * @property {'dropped' | 'unhandled'} rejection
 */

/** The head of a loop that only its body ends. @type {Pieces} */
export const ENDLESS = ['for (;;)'];

/**
 * @param {string} binding `const file`.
 * @param {Pieces} list
 * @returns {Pieces} The head of a loop over the values of a list.
 */
export function headOver(binding, list) {
  return [`for (${binding} of `, ...list, ')'];
}

/**
 * @param {Region} region
 * @returns {boolean} Whether what follows the region can be reached from its end.
 */
export function canRegionComplete(region) {
  const last = region.at(-1);
  switch (last?.type) {
    case 'exit':
    case 'jump':
      return false;
    case 'run':
      return !('isEnd' in last) || last.isEnd !== true;
    case 'branch':
      return canRegionComplete(last.consequent) || canRegionComplete(last.alternate ?? []);
    case 'try': {
      const { block, finalizer = [], handler = [] } = last;
      return (
        canRegionComplete(finalizer) &&
        (canRegionComplete(block) || (last.handler !== undefined && canRegionComplete(handler)))
      );
    }
    case 'join':
      return canRegionComplete(last.body);
    default:
      return true;
  }
}

/**
 * Makes exits of what settles the function where nothing follows.
 *
 *     resolve(x);  ->  return x;
 *
 * @param {Region} region
 * @param {boolean} [isLast] Whether nothing runs behind the region.
 * @returns {Region}
 */
export function foldSettles(region, isLast = true) {
  return region
    .map((step, index) => foldStep(step, region[index + 1], isLast && index === region.length - 1))
    .filter((step, index, steps) => {
      const before = steps[index - 1];
      return !(isBareReturn(step) && before?.type === 'exit');
    });
}

/**
 * @param {Step} step
 * @param {Step | undefined} next
 * @param {boolean} isEnd Whether nothing runs behind the step.
 * @returns {Step}
 */
function foldStep(step, next, isEnd) {
  switch (step.type) {
    case 'settle': {
      const { how, isOnce, value } = step;
      return isOnce && (isEnd || (next !== undefined && isBareReturn(next)))
        ? { type: 'exit', how, value }
        : step;
    }
    case 'branch': {
      const { alternate, consequent } = step;
      return {
        ...step,
        consequent: foldSettles(consequent, isEnd),
        ...(alternate && { alternate: foldSettles(alternate, isEnd) }),
      };
    }
    case 'wait':
      return step.failed
        ? { ...step, failed: { ...step.failed, region: foldSettles(step.failed.region, isEnd) } }
        : step;
    case 'join':
      return {
        ...step,
        region: foldSettles(step.region, false),
        body: foldSettles(step.body, isEnd),
      };
    default:
      return step;
  }
}

/**
 * @param {Step} step
 * @returns {boolean} `return;`
 */
export function isBareReturn(step) {
  return step.type === 'exit' && step.how === 'return' && !step.value;
}

/**
 *     await new Promise((resolve) => setTimeout(resolve, 10))
 *
 * @param {string} callee A timer.
 * @param {{ resolve?: string, rest?: string }} [given] `rest`: what it is given behind the callback, with a
 *   comma before.
 * @returns {WaitStep} Waits until it calls back.
 */
export function tickOf(callee, { resolve = 'resolve', rest = '' } = {}) {
  return { type: 'wait', operand: { call: [`${callee}(`], gives: 'first', resolve, rest } };
}
