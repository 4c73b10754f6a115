/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { FlowReader } from '../../promises/flow.js' */

import { hasPromiseType, isAsyncKind } from '../../analysis/promises/async-candidates.js';
import { isConstructor } from '../../analysis/flow/constructions.js';
import { frameUses } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { canComplete } from '../../analysis/flow/completion.js';
import { readPromiseLibrary } from '../../analysis/promises/promise-libraries.js';
import { readsOf } from '../../analysis/syntax/scopes.js';
import { mayThrow } from '../../analysis/flow/throwing.js';
import { wouldLoseCallback } from '../../analysis/handlers/withheld-callbacks.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { textOf } from '../../edits/trivia.js';
import { needsOf, needsOfResult } from '../../promises/flow.js';
import { isListener } from '../../promises/events.js';
import { isSharedLink } from '../../promises/methods.js';
import { isAdopted, isHandler } from './adoption.js';
import { readChain } from './chains.js';
import { isNative, libraryOfFile } from './receivers.js';
import { isPromiseClass } from '../../analysis/promises/settling-functions.js';
import { resultKind, resultsOf } from '../../promises/values.js';

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn One that returns a chain.
 * @returns {Refusal | undefined} Why the function cannot be an async function.
 */
export function refuseFunction(context, fn) {
  return (
    refuseKind(context, fn) ??
    (fn.async
      ? undefined
      : (refuseMethods(context, fn) ?? refuseResults(context, fn) ?? refuseSyncThrow(context, fn)))
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined} Why the function cannot be an async function, whatever it gives today.
 */
export function refuseKind(context, fn) {
  const { sourceCode } = context;
  if (fn.generator || !isAsyncKind(fn, sourceCode)) {
    return { reason: 'function-kind', subject: kindOf(fn) };
  }
  if (!fn.async && usesAwaitAsName(sourceCode, fn)) {
    return { reason: 'await-as-name' };
  }
  const uses = frameUses(sourceCode, fn);
  if (uses.evaluates) {
    return uses.disposes
      ? { reason: 'resource-declared' }
      : { reason: 'function-kind', subject: 'code that `eval` sees' };
  }
  if (fn.async) {
    return undefined;
  }
  if (isExecutor(context, fn)) {
    return { reason: 'function-kind', subject: 'the executor of a promise' };
  }
  if (isReducer(context, fn)) {
    return { reason: 'function-kind', subject: 'what `reduce` makes a chain of promises with' };
  }
  if (isConstructor(context, fn)) {
    return { reason: 'function-kind', subject: 'a constructor' };
  }
  if (isEffect(fn)) {
    return {
      reason: 'function-kind',
      subject: 'an effect of React, whose result is its clean-up',
    };
  }
  if (!hasPromiseType(fn)) {
    return { reason: 'result-type' };
  }
  return wouldLoseCallback(context, fn) ? { reason: 'callback-withheld' } : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined}
 */
function refuseMethods(context, fn) {
  return givesAway(context) && needsOfResult(readerOf(context), fn).includes('method')
    ? { reason: 'promise-library-kept', subject: 'what the function gives' }
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node A chain that an async function would give the promise of.
 * @returns {Refusal | undefined}
 */
export function refuseLibraryNeeds(context, node) {
  return givesAway(context) && needsOf(readerOf(context), node).includes('method')
    ? { reason: 'promise-library-kept', subject: 'what the chain gives' }
    : undefined;
}

/**
 *     stream.on('entry', (entry) => { read(entry).then(done); })
 *
 * Handlers of bluebird may run within the event that settles the promise, those of native promises and
 * what follows an `await` run when the events of the same turn are over.
 *
 * @param {PatternContext} context
 * @param {FunctionNode | undefined} owner
 * @param {TSESTree.Node} head
 * @returns {Refusal | undefined}
 */
export function refuseInListener(context, owner, head) {
  return owner && isListener(owner) && givesAway(context) && !isNative(context, head)
    ? { reason: 'settled-by-event', subject: 'the chain' }
    : undefined;
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether a promise may be one of a library, and become a native one.
 */
function givesAway({ isLibraryPromiseElsewhere, options, sourceCode }) {
  return (
    options.api === 'async' &&
    (libraryOfFile(sourceCode) !== undefined || isLibraryPromiseElsewhere !== undefined)
  );
}

/**
 * @param {PatternContext} context
 * @returns {FlowReader}
 */
function readerOf(context) {
  return {
    context,
    isNativeLink: (link) => isSharedLink(context, link),
    isRemakingLink: () => false,
  };
}

/**
 * @param {FunctionNode} fn
 * @returns {string}
 */
function kindOf({ generator, parent }) {
  if (generator) {
    return 'a generator';
  }
  const kind =
    parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? parent.kind : '';
  return kind === 'constructor'
    ? 'a constructor'
    : `a ${kind ? 'getter or setter' : 'declaration that sloppy code hoists'}`;
}

/**
 *     new Promise(fn)    new Bluebird(fn.bind(this))    Q.Promise(fn)
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is called for a promise that what it throws rejects, and that hears
 *   nothing of what it gives.
 */
function isExecutor({ sourceCode }, fn) {
  const named = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  const [variable] =
    named.type === 'FunctionDeclaration' || named.type === 'VariableDeclarator'
      ? sourceCode.getDeclaredVariables(named)
      : [];
  const uses = variable ? readsOf(variable).map(({ identifier }) => identifier) : [];
  return [fn, ...uses].some((node) => {
    const method = /** @type {TSESTree.Node} */ (node.parent);
    const isBound =
      method.type === 'MemberExpression' && method.object === node && readKey(method) === 'bind';
    const value = isBound ? method.parent : node;
    const call = value.parent;
    return call?.type === 'NewExpression'
      ? call.arguments[0] === value &&
          (isPromiseClass(sourceCode, call.callee) ||
            (fn.params[0]?.type === 'Identifier' && fn.params[0].name === 'resolve'))
      : call?.type === 'CallExpression' &&
          call.arguments[0] === value &&
          readPromiseLibrary(resolveOrigin(sourceCode, call.callee)) !== undefined &&
          /^(?:fromCallback|fromNode|promise)$/iu.test(
            call.callee.type === 'MemberExpression' ? (readKey(call.callee) ?? '') : '',
          );
  });
}

const EFFECTS = /^use(?:Insertion|Layout)?Effect$/u;

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `useEffect(() => load().then(show), [])`: React and its lint rules warn of async ones.
 */
function isEffect(fn) {
  const { parent } = fn;
  const callee = parent.type === 'CallExpression' && parent.arguments[0] === fn && parent.callee;
  const name = callee && (callee.type === 'MemberExpression' ? callee.property : callee);
  return name && name.type === 'Identifier' && EFFECTS.test(name.name);
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether an array's `reduce` calls it: all its calls begin at once, so that an async
 *   function would wait for the one before it in each.
 */
function isReducer({ sourceCode }, fn) {
  const { parent } = fn;
  const [before] = fn.params;
  return (
    sourceCode.getDeclaredVariables(fn).some(
      ({ identifiers, references }) =>
        identifiers[0] === before &&
        // before.then(…)    Promise.resolve(before).then(…)
        references.some(({ identifier: { parent: use } }) =>
          use?.type === 'CallExpression'
            ? use.parent.type === 'MemberExpression'
            : use?.type === 'MemberExpression',
        ),
    ) &&
    parent?.type === 'CallExpression' &&
    parent.arguments[0] === fn &&
    parent.callee.type === 'MemberExpression' &&
    /^reduce(?:Right)?$/u.test(readKey(parent.callee) ?? '')
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined}
 */
function refuseResults(context, fn) {
  const { sourceCode } = context;
  if (isAdopted(context, fn)) {
    return undefined;
  }
  if (fn.body.type === 'BlockStatement' && canComplete(sourceCode, fn.body)) {
    return { reason: 'returns-plain-value', subject: '`undefined` at its end' };
  }
  for (const result of resultsOf(sourceCode, fn)) {
    const kind = resultKind(sourceCode, result);
    const [subject = ''] = result ? textOf(sourceCode, result).split('\n') : ['undefined'];
    if (kind === 'plain') {
      return { reason: 'returns-plain-value', subject: `\`${subject}\`` };
    }
    if (kind === 'unknown') {
      return { reason: 'returns-unknown-value', subject: `\`${subject}\`` };
    }
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether calling the function, as long as it is no async function, may throw
 *   where it did not reject.
 */
export function throwsEarly(context, fn) {
  const { sourceCode } = context;
  if (isHandler(context, fn)) {
    return false;
  }
  if (fn.params.some(({ type }) => type !== 'Identifier')) {
    return true;
  }
  const [only, ...more] = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  const result =
    fn.body.type !== 'BlockStatement'
      ? fn.body
      : only?.type === 'ReturnStatement' && more.length === 0
        ? only.argument
        : undefined;
  const chain = readChain(result);
  return !(
    chain &&
    !mayThrow(sourceCode, chain.head) &&
    chain.links.every(({ call }) =>
      call.arguments.every((argument) => !mayThrow(sourceCode, argument)),
    )
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined}
 */
function refuseSyncThrow(context, fn) {
  return !context.options.assumable.has('throws-late') && throwsEarly(context, fn)
    ? { reason: 'throws-late' }
    : undefined;
}
