/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { StaticCall } from '../statics/results.js' */

import { methodCallOn } from '../../../analysis/syntax/nodes.js';
import { dependencyMajor } from '../../../analysis/environment/node-floor.js';
import { textOf } from '../../../edits/trivia.js';
import { libraryOf } from '../../../promises/libraries.js';
import { canUseNative, findCancellation, readStatic } from '../../../promises/library.js';
import { writeLink } from './methods.js';
import { isSharedLink, methodOf, isLibraryMethod } from '../../../promises/methods.js';
import { isPromiseMethod } from '../../../promises/receivers.js';
import { canonicalStatic } from '../statics/statics.js';

/**
 * The methods in a chain: those that native promises have, or will not need, and those that stay.
 */

/**
 * @param {PatternContext} context
 * @param {StaticCall} call A static method, or a method of a promise.
 * @returns {Refusal | undefined}
 */
export function refuseOutright(context, call) {
  const { sourceCode, project } = context;
  const { name, major: first } = libraryOf(sourceCode) ?? { name: 'bluebird', major: 3 };
  const major = dependencyMajor(context, name);
  if (major !== undefined && major < first && !(major === 2 && isSameInOld(sourceCode, call))) {
    return { reason: 'library-version', subject: `${name} ${project.dependencies[name]}` };
  }
  const cancellation = findCancellation(sourceCode);
  if (cancellation !== undefined) {
    return { reason: 'library-configured', subject: `\`${cancellation}\`` };
  }
  return canUseNative(sourceCode, call)
    ? undefined
    : { reason: 'promise-shadowed', subject: `\`${textOf(sourceCode, call.callee)}\`` };
}

/**
 * Statics and methods that bluebird 2 has as well, and that do the same there with so many arguments.
 * The differences: it gives all values of a callback, `delay` takes the value first, `each` and `reduce`
 * fail with the first item that does, handlers of progress are third. https://github.com/petkaantonov/bluebird/blob/v2.11.0/API.md
 */
const SAME_STATICS = /** @type {Readonly<Record<string, number>>} */ ({
  all: 1,
  delay: 1,
  filter: 2,
  join: Infinity,
  map: 2,
  method: 1,
  new: 1,
  props: 1,
  race: 1,
  reject: 1,
  resolve: 1,
  try: 1,
});
const SAME_METHODS = /** @type {Readonly<Record<string, number>>} */ ({
  call: Infinity,
  catch: Infinity,
  delay: 1,
  filter: 1,
  finally: 1,
  get: 1,
  map: 1,
  return: 1,
  spread: 1,
  tap: 1,
  throw: 1,
});

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {StaticCall} call
 * @returns {boolean} Whether bluebird 2 does the same.
 */
function isSameInOld(sourceCode, call) {
  const name = readStatic(sourceCode, call);
  const [names, key] =
    name === undefined
      ? [SAME_METHODS, call.type === 'CallExpression' ? methodOf(sourceCode, call) : undefined]
      : [SAME_STATICS, call.type === 'NewExpression' ? 'new' : canonicalStatic(name)];
  return (
    key !== undefined && Object.hasOwn(names, key) && call.arguments.length <= Number(names[key])
  );
}

/**
 * @param {PatternContext} context
 * @param {string} kind
 * @returns {boolean} Whether sites of the kind are converted at all.
 */
export function isWanted({ options }, kind) {
  return options.kinds === undefined || options.kinds.has(kind);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {boolean} Whether it calls what only promises of bluebird have.
 */
export function isLibraryLink(context, link) {
  const { sourceCode } = context;
  if (link.callee.type !== 'MemberExpression' || isSharedLink(context, link)) {
    return false;
  }
  return (
    isLibraryMethod(methodOf(sourceCode, link) ?? '') &&
    readStatic(sourceCode, link) === undefined &&
    isPromiseMethod(sourceCode, link)
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {boolean} Whether native promises have the method, or will not need it. A `timeout` makes
 *   a native promise of any, unless its own plan is refused.
 */
export function isNativeLink(context, link) {
  return (
    isSharedLink(context, link) ||
    (isLibraryLink(context, link) &&
      isWanted(context, `.${methodOf(context.sourceCode, link)}`) &&
      !refuseOutright(context, link) &&
      isWritten(context, writeLink(context, link)))
  );
}

/**
 * @param {PatternContext} context
 * @param {ReturnType<typeof writeLink>} written
 * @returns {boolean} Whether it is what becomes of the link, and rests on nothing that has to be shown.
 */
function isWritten({ options }, written) {
  return !('refusal' in written) && written.assumes.every((id) => options.assumable.has(id));
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {boolean} Whether the link will make a native promise of whatever it is called on.
 */
export function isRemakingLink(context, link) {
  return (
    methodOf(context.sourceCode, link) === 'timeout' &&
    !isSharedLink(context, link) &&
    isNativeLink(context, link)
  );
}

/**
 * @typedef {object} Chain
 * @property {TSESTree.Node} root The whole chain on the head, as far as it will be native.
 * @property {TSESTree.CallExpression[]} links Its methods.
 * @property {TSESTree.CallExpression | undefined} foreign The method of bluebird's that stays behind it.
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head
 * @returns {Chain}
 */
export function readChain(context, head) {
  /** @type {TSESTree.CallExpression[]} */
  const links = [];
  for (let root = head; ;) {
    const link = methodCallOn(root);
    if (!link || isRemakingLink(context, link)) {
      return { root, links, foreign: undefined };
    }
    if (!isNativeLink(context, link)) {
      return { root, links, foreign: link };
    }
    links.push(link);
    root = link;
  }
}
