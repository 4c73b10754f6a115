/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { dependencyMajor } from '../environment/node-floor.js';
import { isHandler } from './handler-parameters.js';
import { readsOf, variableOf } from '../syntax/scopes.js';

/**
 * `async` looks at the kind of a function from version 2.3 on: an async one is called without a callback, and
 * what it gives is waited for.
 *
 *     async.each(ids, (id, next) => save(id).then(() => next(), next), done);
 *
 * Such a function calls back for itself, and must not become async.
 */

const LIBRARY = /^async(?:-es)?(?:\/|$)/u;

/** Its first version that looks at the kind is 2.3. */
const LOOKING_MAJOR = 2;

/** The methods that put a function into a list. */
const COLLECTS = /^(?:concat|push|splice|unshift)$/u;

/** The calls that return the function in another form, which is as async as it was, or call it. */
const REMAKES = /^(?:bind|partial|partialRight)$/u;

/** The methods of a function that call it, or return a function that does. */
const CALLS = /^(?:apply|bind|call)$/u;

const ERROR_NAME = /^_?(?:e|er|err|error)$/u;
const CALLBACK_NAME = /^_?(?:cb|callback|done|next)\d*$|(?:Cb|Callback)$/u;

/** Whose `next` gives a promise. */
const CONTEXT_NAME = /^(?:context|ctx)$/u;

const MAX_NAMES = 8;

/** @type {(sourceCode: SourceCodeLike) => boolean} */
const usesLibrary = oncePerFile(({ text }) => /(['"`])async(?:-es)?(?:\/[\w/.-]+)?\1/u.test(text));

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn One that gives a promise.
 * @param {TSESTree.Node} [value] The expression that has the function as its value, as `co.wrap(fn)` has.
 * @returns {boolean} Whether the function takes a callback, and what may call it would pass none if it were
 *   async.
 */
export function wouldLoseCallback(context, fn, value = fn) {
  const { sourceCode, project } = context;
  const isInFile = usesLibrary(sourceCode);
  if (!isInFile && project.dependencies['async'] === undefined) {
    return false;
  }
  const major = context.options.asyncVersion ?? dependencyMajor(context, 'async');
  if (major !== undefined && major < LOOKING_MAJOR) {
    return false;
  }
  const name = callbackName(sourceCode, fn);
  if (name === undefined) {
    return false;
  }
  const fate = fateOf(sourceCode, value, MAX_NAMES);
  return (isInFile && fate === 'library') || (fate === 'anywhere' && CALLBACK_NAME.test(name));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {string | undefined} The name of a last parameter that the function calls, or hands on.
 */
function callbackName(sourceCode, fn) {
  const { params } = fn;
  const last = params.at(-1);
  const [first] = params;
  if (
    last?.type !== 'Identifier' ||
    isHandler(fn, 0) ||
    (first?.type === 'Identifier' && (CONTEXT_NAME.test(first.name) || ERROR_NAME.test(first.name)))
  ) {
    return undefined;
  }
  const variable = sourceCode
    .getDeclaredVariables(fn)
    .find(({ identifiers }) => identifiers.some((identifier) => identifier === last));
  const isCalled = variable?.references.some(({ identifier }) => {
    const { parent } = /** @type {TSESTree.Node} */ (identifier);
    return (
      parent?.type === 'CallExpression' ||
      (parent?.type === 'MemberExpression' && CALLS.test(readKey(parent) ?? ''))
    );
  });
  return isCalled ? last.name : undefined;
}

/**
 * Where a function gets to: into the hands of `async`, to who knows whom, or to callers that look at what it
 * gives alone.
 *
 * @typedef {'library' | 'anywhere' | 'callers'} Fate
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @param {number} names How many more are followed.
 * @returns {Fate}
 */
function fateOf(sourceCode, value, names) {
  const parent = /** @type {TSESTree.Node} */ (value.parent);
  switch (parent.type) {
    case 'CallExpression':
      return fateOfArgument(sourceCode, parent, value, names);
    case 'ArrayExpression':
      return fateOf(sourceCode, parent, names);
    case 'Property':
      return parent.value === value ? fateOf(sourceCode, parent.parent, names) : 'callers';
    case 'VariableDeclarator':
      return fateOfName(sourceCode, parent, names);
    case 'MemberExpression':
      // fn.bind(this)
      return parent.object === value &&
        REMAKES.test(readKey(parent) ?? '') &&
        parent.parent.type === 'CallExpression'
        ? fateOf(sourceCode, parent.parent, names)
        : 'callers';
    case 'AssignmentExpression':
      return parent.right === value ? 'anywhere' : 'callers';
    case 'AwaitExpression':
    case 'ExpressionStatement':
      return 'callers';
    default:
      return isFunction(value) && value.type === 'FunctionDeclaration'
        ? fateOfName(sourceCode, value, names)
        : 'anywhere';
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} value
 * @param {number} names
 * @returns {Fate}
 */
function fateOfArgument(sourceCode, call, value, names) {
  if (call.callee === value) {
    return 'callers';
  }
  const { callee } = call;
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'module' && LIBRARY.test(origin.name)) {
    return 'library';
  }
  const key = callee.type === 'MemberExpression' ? (readKey(callee) ?? '') : '';
  if (REMAKES.test(key)) {
    return fateOf(sourceCode, call, names);
  }
  if (!COLLECTS.test(key) || callee.type !== 'MemberExpression') {
    return 'callers';
  }
  const list = variableOf(sourceCode, callee.object);
  return list && names > 0
    ? worst(readsOf(list).map(({ identifier }) => fateOf(sourceCode, identifier, names - 1)))
    : 'anywhere';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.VariableDeclarator | TSESTree.FunctionDeclaration} declaration
 * @param {number} names
 * @returns {Fate}
 */
function fateOfName(sourceCode, declaration, names) {
  const exported =
    declaration.type === 'FunctionDeclaration' ? declaration.parent : declaration.parent.parent;
  const [variable] = sourceCode.getDeclaredVariables(declaration);
  if (!variable || names === 0 || /^Export/u.test(exported.type)) {
    return 'anywhere';
  }
  return worst(
    readsOf(variable).map(({ identifier }) => fateOf(sourceCode, identifier, names - 1)),
  );
}

/**
 * @param {readonly Fate[]} fates
 * @returns {Fate}
 */
function worst(fates) {
  return fates.includes('library')
    ? 'library'
    : fates.includes('anywhere')
      ? 'anywhere'
      : 'callers';
}
