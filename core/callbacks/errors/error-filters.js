/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Translator } from '../plan/translator.js' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { readOnlyExit } from './error-folds.js';
import { readErrorTest } from './errors.js';
import { endsFlow } from '../statements/flow.js';
import { comesWith } from './missing-results.js';
import { isSimple } from '../../analysis/flow/throwing.js';

/**
 * What a callback does first if there is an error, which is the body of a `catch` now:
 *
 *     if (err && err.code === 'ENOENT') return cb(null, []);
 *     if (err) return cb(err);
 *
 * or the same with an `else` between them, or with `cb(err, value)` behind all of them.
 */

/**
 * @typedef {object} Filters
 * @property {readonly TSESTree.IfStatement[]} branches
 * @property {TSESTree.Statement} [rest] What stands behind the last `else`.
 * @property {boolean} [goesOn] Whether what follows runs behind some errors, too.
 * @property {boolean} [isChain] Whether each `else` stays.
 * @property {boolean} [rethrows] Whether what follows hands the error on.
 */

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements Of the callback.
 * @returns {Filters | undefined} Those that come first and ask for the error, where one of them asks for
 *   more; none if the error is looked at later, too.
 */
export function readFilters(translator, error, statements) {
  const { branches, next } = readBranches(translator, error, statements);
  const last = branches.at(-1);
  const rest = last?.alternate ?? undefined;
  const behind = rest ? [rest] : statements.slice(next);
  const handedOn = last && isFilter(last) ? readHandedOn(translator, error, behind) : undefined;
  const isOver = error.references.every(
    ({ identifier }) =>
      identifier === handedOn ||
      branches.some(({ consequent, test }) =>
        [consequent, test].some((part) =>
          isWithin(/** @type {TSESTree.Node} */ (identifier), part),
        ),
      ),
  );
  if (!last || !isOver || !branches.some(isFilter) || (rest && next < statements.length)) {
    return undefined;
  }
  // With all paths in branches, each calls back in its own.
  const isWhole = rest !== undefined && !translator.isHandler;
  const isEnded = branches.every(
    (each) => (isFilter(each) && !each.alternate) || isWhole || endsFlow(each.consequent),
  );
  if (!isEnded) {
    return rest || next > 1 ? undefined : { branches, goesOn: true, isChain: true };
  }
  const mayPass = isFilter(last) && (handedOn ? { rethrows: true } : { goesOn: true });
  return { branches, ...(rest && { rest }), ...mayPass };
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements What follows the branches.
 * @returns {TSESTree.Identifier | undefined} The error of `cb(err, value)`, where that is all they do.
 */
export function readHandedOn(translator, error, statements) {
  const [given, ...results] = readOnlyExit(translator, statements)?.arguments ?? [];
  return !translator.makesPromise &&
    given?.type === 'Identifier' &&
    translator.variableOf(given) === error &&
    results.every((each) => isSimple(each) && comesWith(translator, each, given))
    ? given
    : undefined;
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements
 * @returns {{ branches: TSESTree.IfStatement[], next: number }} Those that come first and ask for the
 *   error, up to the first that asks for no more; what follows them.
 */
function readBranches({ sourceCode }, error, statements) {
  /** @type {TSESTree.IfStatement[]} */
  const branches = [];
  const asks = (/** @type {TSESTree.Statement | undefined} */ branch) => {
    const test = branch?.type === 'IfStatement' && readErrorTest(sourceCode, certainOf(branch));
    return test && test.variable === error && test.whenTrue === 'set' && test.whenFalse === 'null';
  };
  let next = 0;
  let branch = statements[next];
  while (branch?.type === 'IfStatement' && asks(branch)) {
    branches.push(branch);
    const { alternate } = branch;
    const isElseIf = alternate?.type === 'IfStatement' && asks(alternate);
    next += isElseIf ? 0 : 1;
    if (!isFilter(branch) || (alternate && !isElseIf)) {
      break;
    }
    branch = alternate ?? statements[next];
  }
  return { branches, next };
}

/**
 * @param {TSESTree.IfStatement} branch
 * @returns {boolean} Whether it asks for more than the error.
 */
export function isFilter({ test }) {
  return test.type === 'LogicalExpression';
}

/**
 * @param {TSESTree.IfStatement} branch
 * @returns {TSESTree.Expression} What it asks for first.
 */
export function certainOf({ test }) {
  let certain = test;
  while (certain.type === 'LogicalExpression' && certain.operator === '&&') {
    certain = certain.left;
  }
  return certain;
}
