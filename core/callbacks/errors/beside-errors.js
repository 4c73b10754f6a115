/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { ErrorState } from './errors.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readEffects } from '../../analysis/flow/effects.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType, walk } from '../../analysis/syntax/nodes.js';
import { propertyWrites } from '../../analysis/modules/property-writes.js';
import {
  findVariable,
  readConstantInit,
  variableOf,
  writesOf,
} from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { textOf } from '../../edits/trivia.js';
import { errorState, readErrorTest } from './errors.js';
import { endsFlow } from '../statements/flow.js';
import { isNullish } from '../functions/functions.js';
import { comesWith } from './missing-results.js';
import { calledName } from '../functions/calls-around.js';
import { Refused, quote } from '../plan/refused.js';
import { assertsNothing } from './test-assertions.js';

/**
 * What only a callback can see: a result that comes with an error, and whether a missing error is
 * `null` or `undefined`. Functions of Node's own give `null` for none, and no result with an error, but
 * for those with several.
 *
 * @param {Translator} translator
 * @param {{ call: TSESTree.CallExpression, callee: Callee, callback: FunctionNode, plan: ErrorPlan }} parts
 * @throws {Refused} When the callback looks at either.
 */
export function checkBesideErrors(translator, { call, callee, callback, plan }) {
  const { error } = plan;
  checkTestOfError(translator, call, callee, plan);
  if (callee.isCore && error && callee.givesResultWithError) {
    checkCoreResults(translator, { callee, callback, plan, error });
    return;
  }
  if (callee.isCore || !error || (plan.kind !== 'handle' && plan.kind !== 'capture')) {
    return;
  }
  const { sourceCode } = translator;
  const uses = error.references.map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
  if (uses.some(tellsNullFromUndefined)) {
    throw new Refused('not-error-first', quote(sourceCode, call.callee), { isOfCallee: true });
  }
  const results = sourceCode
    .getDeclaredVariables(callback)
    .filter((variable) => variable !== error && variable.defs[0]?.type === 'Parameter');
  // Where it is taken back, a test of it says nothing of what came with it.
  const isTakenBack = writesOf(error).some(
    ({ identifier, writeExpr }) =>
      errorState(sourceCode, /** @type {TSESTree.Node} */ (writeExpr), new Map()) !== 'set' &&
      !isReachedWith(translator, 'null', { error, use: /** @type {any} */ (identifier), callback }),
  );
  // if (err && err.code !== 'ENOENT') return cb(err);
  const mayPass = plan.goesOn && plan.branches?.some(({ consequent }) => endsFlow(consequent));
  for (const { references } of results) {
    const isUnasked = mayPass && !references.some(({ identifier }) => isAsked(identifier));
    for (const { identifier } of references) {
      const use = /** @type {TSESTree.Node} */ (identifier);
      if (isPassedOn(translator, error, use)) {
        if (callee.givesResultWithError) {
          translator.assumes.add('partial-results');
        }
      } else if (
        isTakenBack ||
        (isUnasked && isWorkedWith(translator, use)) ||
        (callee.givesResultWithError
          ? !isReachedWith(translator, 'null', { error, use, callback })
          : isReachedWith(translator, 'set', { error, use, callback }))
      ) {
        throw new Refused('error-with-result', quote(sourceCode, use), { isOfCallee: true });
      }
    }
  }
}

/**
 *     exec(command, (err, stdout, stderr) => { if (err) return cb(new Error(stderr)); … })
 *
 * What a command has written is on its error, too.
 *
 * @param {Translator} translator
 * @param {{ callee: Callee, callback: FunctionNode, plan: ErrorPlan, error: Variable }} parts
 * @throws {Refused} When the callback looks at a result that comes with an error.
 */
function checkCoreResults(translator, { callee, callback, plan, error }) {
  const { sourceCode } = translator;
  const isCommand = callee.returns === true;
  if (isCommand) {
    translator.assumes.add('callback-arguments');
  }
  const failing = plan.branches?.map(({ consequent }) => consequent) ??
    plan.passingFirst?.failing ?? [plan.failing];
  for (const [index, parameter] of callback.params.slice(1).entries()) {
    const result = sourceCode
      .getDeclaredVariables(callback)
      .find(({ identifiers: [name] }) => name === parameter);
    for (const { identifier } of result?.references ?? []) {
      const use = /** @type {TSESTree.Identifier} */ (identifier);
      const key = Array.isArray(callee.results) ? callee.results[index] : undefined;
      // err.stderr = 'none'; cb(null, stderr);
      const isOverwritten = error.references
        .flatMap((each) => propertyWrites(sourceCode, /** @type {any} */ (each.identifier)))
        .some(
          (write) =>
            write.key === key &&
            !isWithin(use, write.expression) &&
            (write.node.range[0] < use.range[0] || enclosingFunction(use) !== callback) &&
            variableOf(sourceCode, write.value) !== result,
        );
      const isOnError =
        isCommand &&
        !isOverwritten &&
        failing.some((each) => each && isWithin(use, each)) &&
        isReachedWith(translator, 'set', { error, use, callback }) &&
        findVariable(sourceCode, use, error.name) === error &&
        !writesOf(error).length &&
        !writesOf(/** @type {Variable} */ (result)).length;
      if (isOnError) {
        const name = `${error.name}.${key}`;
        const isShorthand = use.parent.type === 'Property' && use.parent.shorthand;
        translator.onError.add(use);
        translator.edits.push(replaceRange(use.range, isShorthand ? `${use.name}: ${name}` : name));
        continue;
      }
      if (
        (isHandedBeside(translator, error, use) ? isCommand : plan.kind === 'handle') &&
        !isReachedWith(translator, 'null', { error, use, callback })
      ) {
        throw new Refused('error-with-result', quote(sourceCode, use));
      }
    }
  }
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Node} use
 * @returns {boolean} `cb(err, use)`, `cb(err, use && use.trim())`
 */
function isHandedBeside(translator, error, use) {
  for (let { parent } = use; parent && !isFunction(parent); { parent } = parent) {
    if (isVariable(translator, translator.exitOf(parent)?.arguments[0], error)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {{ parent?: TSESTree.Node | undefined }} use
 * @returns {boolean} `value || []`, `if (!value)`, `value?.length`
 */
function isAsked({ parent }) {
  return parent?.type === 'MemberExpression'
    ? parent.optional
    : /^(?:Binary|Conditional|If|Logical|Unary)/u.test(String(parent?.type));
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} use
 * @returns {boolean} `value.length`, `split(value)`, but not `cb(null, value)` or `Boolean(value)`
 */
function isWorkedWith(translator, { parent }) {
  return (
    parent?.type === 'MemberExpression' ||
    (parent?.type === 'CallExpression' &&
      !translator.isCallback(parent.callee) &&
      resolveOrigin(translator.sourceCode, parent.callee)?.kind !== 'global')
  );
}

/**
 *     cb(err, value)
 *
 * @param {Translator} translator
 * @param {TSESTree.Node} result
 * @param {Variable} error
 * @returns {boolean} Whether nobody misses the result where there is an error: nothing else happens
 *   where it is computed, and no callback of the file looks at it.
 */
export function mayGo(translator, result, error) {
  const [name] = error.identifiers;
  return (
    comesWith(translator, result, /** @type {TSESTree.Node} */ (name)) ||
    (!acts(translator, result, error) && !isLookedAt(translator))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} result
 * @param {Variable} error
 * @returns {boolean} `count++`, `queue.shift()`, `clearTimeout(timer)`, `this.emit('read', value)`. What
 *   another result does itself, or only where there is one, does nothing beside an error; and functions
 *   of packages, and constructors, are taken to do no more than to make something of it.
 */
function acts(translator, result, error) {
  const { sourceCode } = translator;
  const nodes = [...walk(sourceCode, result, (each) => !isFunction(each))];
  const others = nodes.filter((each) => {
    const variable = each.type === 'Identifier' ? translator.variableOf(each) : undefined;
    return variable?.scope === error.scope && variable !== error;
  });
  const takes = (/** @type {TSESTree.Node} */ part) => others.some((each) => isWithin(each, part));
  return nodes.some((node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') {
      return (
        /^(?:Assignment|Update)Expression$/u.test(node.type) ||
        (node.type === 'UnaryExpression' && node.operator === 'delete')
      );
    }
    const origin = resolveOrigin(sourceCode, node.callee);
    const makes =
      node.type === 'NewExpression' || (origin?.kind === 'module' && !/^\./u.test(origin.name));
    return (
      !readEffects(sourceCode, node, node) &&
      !takes(node.callee) &&
      !(makes && takes(node)) &&
      !isAskedFor(node, result, takes)
    );
  });
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} whole
 * @param {(part: TSESTree.Node) => boolean} takes
 * @returns {boolean} `value && node`, `value ? node : null`
 */
function isAskedFor(node, whole, takes) {
  for (let child = node; child !== whole; child = /** @type {TSESTree.Node} */ (child.parent)) {
    const { parent } = child;
    const test =
      parent?.type === 'LogicalExpression' && parent.operator === '&&' && parent.right === child
        ? parent.left
        : parent?.type === 'ConditionalExpression' && parent.consequent === child && parent.test;
    if (test && /^(?:Identifier|MemberExpression)$/u.test(test.type) && takes(test)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether a callback that the file gives to the function looks at a result before it
 *   knows of no error.
 */
function isLookedAt(translator) {
  const { sourceCode, target } = translator;
  return nodesOfType(sourceCode, 'CallExpression').some((call) => {
    const callback = call.arguments.at(-1);
    if (
      !isFunction(callback) ||
      calledName(call) !== target.name ||
      resolveOrigin(sourceCode, call.callee)
    ) {
      return false;
    }
    const [error, ...results] = sourceCode
      .getDeclaredVariables(callback)
      .filter(({ defs }) => defs[0]?.type === 'Parameter');
    return results
      .flatMap(({ references }) => references)
      .some(({ identifier }) => {
        const use = /** @type {TSESTree.Node} */ (identifier);
        const [first] = use.parent?.type === 'CallExpression' ? use.parent.arguments : [];
        return (
          error &&
          !isVariable(translator, first, error) &&
          !isReachedWith(translator, 'null', { error, use, callback })
        );
      });
  });
}

/** What makes a value out of others, and throws nothing for paths and texts. */
const MAKERS = /^(?:Array|Number|Object|String|\w*Error|os\.tmpdir|path\.\w+)$/u;

/** What has members, whatever it is. */
const OBJECTS = new Set(['ArrayExpression', 'ObjectExpression', 'TemplateLiteral']);

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} object
 * @returns {boolean} Whether a member of it can be read: it is no `undefined`.
 */
function isThere({ sourceCode }, object) {
  const variable = variableOf(sourceCode, object);
  const constant = variable && readConstantInit(variable);
  const isWhole = constant?.keys.length === 0;
  return (
    object.type === 'ThisExpression' ||
    resolveOrigin(sourceCode, object)?.path.length === 0 ||
    (isWhole && (OBJECTS.has(constant.init.type) || constant.init.type === 'NewExpression'))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {Callee} callee
 * @param {ErrorPlan} plan
 * @throws {Refused} When a test that expects an error could take another one for it.
 */
function checkTestOfError(translator, call, callee, { kind, error }) {
  const { sourceCode, test } = translator;
  if (!test || !error || (kind !== 'handle' && kind !== 'capture')) {
    return;
  }
  const isNull = callee.isCore === true;
  if (
    error.references.some(({ identifier }) =>
      assertsNothing(translator, /** @type {TSESTree.Node} */ (identifier), isNull),
    )
  ) {
    throw new Refused('not-error-first', quote(sourceCode, call.callee));
  }
  for (const argument of call.arguments.slice(0, -1)) {
    for (const node of walk(sourceCode, argument, (each) => !isFunction(each))) {
      const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
      const mayFail = isCall
        ? !MAKERS.test(textOf(sourceCode, node.callee))
        : node.type === 'MemberExpression' && !isThere(translator, node.object);
      if (mayFail) {
        throw new Refused('test-expects-error', quote(sourceCode, node));
      }
    }
  }
  if (callee.throwsEarly) {
    if (!translator.context.options.assumable.has('throws-late')) {
      throw new Refused('throws-late');
    }
    translator.assumes.add('throws-late');
  }
}

/**
 * @param {TSESTree.Node} use
 * @returns {boolean} `err === null`, `typeof err`.
 */
function tellsNullFromUndefined({ parent, range }) {
  if (parent?.type === 'UnaryExpression') {
    return parent.operator === 'typeof';
  }
  if (parent?.type !== 'BinaryExpression' || !/^[!=]==$/u.test(parent.operator)) {
    return false;
  }
  return isNullish(parent.left.range === range ? parent.right : parent.left);
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Node} node
 * @returns {boolean} `cb(err, use)`: our caller gets both or one of them.
 */
function isPassedOn(translator, error, node) {
  const given = translator.exitAround(node)?.arguments ?? [];
  return isVariable(translator, given[0], error) && given.some(({ range }) => range === node.range);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node | undefined} node
 * @param {Variable} variable
 * @returns {boolean}
 */
function isVariable(translator, node, variable) {
  return node?.type === 'Identifier' && translator.variableOf(node) === variable;
}

/**
 * @callback Shows Whether the error is known to be so where the test has the outcome.
 * @param {TSESTree.Expression} test
 * @param {'whenTrue' | 'whenFalse'} outcome
 * @returns {boolean}
 */

/** What both operands have come to where the whole has. @type {Readonly<Record<string, string>>} */
const OUTCOME_OF_BOTH = { '&&': 'whenTrue', '||': 'whenFalse' };

/**
 * @param {Translator} translator
 * @param {ErrorState} state
 * @param {{ error: Variable, use: TSESTree.Node, callback: FunctionNode }} parts
 * @returns {boolean} Whether the use is reached only where the error is so.
 */
function isReachedWith(translator, state, { error, use, callback }) {
  const { sourceCode } = translator;
  /** @type {Shows} */
  const shows = (test, outcome) => {
    if (test.type === 'LogicalExpression' && outcome === OUTCOME_OF_BOTH[test.operator]) {
      return shows(test.left, outcome) || shows(test.right, outcome);
    }
    const read = readErrorTest(sourceCode, test);
    return read?.variable === error && read[outcome] === state;
  };
  let child = use;
  for (let { parent } = use; parent && child !== callback; { parent } = parent) {
    switch (parent.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        if (
          (parent.consequent === child && shows(parent.test, 'whenTrue')) ||
          (parent.alternate === child && shows(parent.test, 'whenFalse'))
        ) {
          return true;
        }
        break;
      case 'LogicalExpression':
        if (
          parent.right === child &&
          shows(parent.left, parent.operator === '&&' ? 'whenTrue' : 'whenFalse')
        ) {
          return true;
        }
        break;
      case 'BlockStatement': {
        const before = parent.body.slice(
          0,
          parent.body.findIndex((each) => isWithin(use, each)),
        );
        if (before.some((each) => endsOtherwise(each, shows))) {
          return true;
        }
        break;
      }
      default:
    }
    child = parent;
  }
  return false;
}

/**
 * @param {TSESTree.Statement} statement
 * @param {Shows} shows
 * @returns {boolean} `if (!err) return …`, or `if (err) return …`.
 */
function endsOtherwise(statement, shows) {
  return (
    statement.type === 'IfStatement' &&
    !statement.alternate &&
    shows(statement.test, 'whenFalse') &&
    endsFlow(statement.consequent)
  );
}
