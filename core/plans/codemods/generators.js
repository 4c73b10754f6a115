/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ImportedCoroutine, PatternContext } from '../../contract/pattern.js' */
/** @import { Coroutine, Delegation } from '../../patterns/generator-coroutine/coroutines.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, returnedBy } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { dependencyMajor } from '../../analysis/environment/node-floor.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { readProject } from '../../analysis/environment/project.js';
import { isTarget } from '../../analysis/modules/property-writes.js';
import { exportsOf } from '../../codemod/siblings.js';
import { coroutinesOf, readUse, siteOf } from '../../patterns/generator-coroutine/coroutines.js';
import {
  findStartedTooEarly,
  isNeverPromise,
} from '../../patterns/generator-coroutine/delegates.js';
import { mayFinishAtOnce } from '../../patterns/generator-coroutine/first-wait.js';
import { isMiddleware, isWaitingTest } from '../../patterns/generator-coroutine/places.js';
import { exportKeysAt, exportedMembers } from '../exports/exported-members.js';
import { usesOf } from '../files/file-uses.js';
import { exportedObject } from '../members/own-writes.js';
import { placeOf } from '../files/parsed-files.js';
import { isExports } from '../members/written-members.js';

/**
 * The generator functions of a file, and what becomes of their generators.
 *
 * @typedef {object} OfFile
 * @property {string} file
 * @property {number} start
 * @property {string} site The line and the column that it is reported at.
 * @property {readonly string[]} keys The keys under which it is exported.
 * @property {boolean} isLoose Whether somebody may have it who is not seen.
 * @property {boolean} takesContext Whether koa runs it, which calls an async function otherwise.
 * @property {readonly CoroutineUse[]} uses
 *
 * @typedef {OfFile & ImportedCoroutine} Generator
 */

/**
 * @typedef {object} CoroutineUse
 * @property {string} user The file.
 * @property {number | undefined} from Where the generator function begins that yields it; undefined
 *   where `co` runs it.
 * @property {boolean} [needsAwait] Whether a promise will not do where a generator did: `yield*`, and what
 *   stands before something that is to run first.
 * @property {boolean} [isRouted] Whether it is koa that runs it.
 * @property {number} [at] Where `exports.load` begins that is called in the file of the function itself.
 */

/** The first `co` that waits for promises, and gives one. */
const PROMISES = 4;

/**
 * @param {string} file
 * @param {SourceCodeLike} sourceCode
 * @returns {Generator[]}
 */
export function readGenerators(file, sourceCode) {
  const context = /** @type {PatternContext} */ ({ sourceCode, project: readProject(file) });
  return coroutinesOf(sourceCode).map((coroutine) => {
    const { delegations, escapes, fn, runs } = coroutine;
    const { line, column } = siteOf(coroutine).loc.start;
    const isRouted = [fn, ...escapes].some((node) => isMiddleware(context, node));
    const isRun = isRouted || runs.length > 0 || isWaitingTest(context, fn);
    const keys = readKeys(sourceCode, coroutine);
    const own = keys.length > 0 ? readOwnUses(context, file, keys) : [];
    return {
      file,
      start: fn.range[0],
      site: `${line}:${column + 1}`,
      keys,
      isLoose:
        runs.some(({ runner }) => runner.dialect !== 'co') ||
        isOld(context) ||
        isHandedOn(context, coroutine) ||
        (keys.length === 0 && !coroutine.variable && !isRun) ||
        own.includes(undefined),
      takesContext: isRouted || runs.some(({ runner }) => runner.kind === 'koa'),
      uses: [
        ...(isRun ? [{ user: file, from: undefined }] : []),
        ...delegations.map((each) => toUse(context, file, each)),
        ...own.filter((use) => use !== undefined),
      ],
      finishesAtOnce: mayFinishAtOnce(context, fn),
      returnsPlain: returnedBy(sourceCode, fn).every(
        (value) => !value || isNeverPromise(context, value),
      ),
    };
  });
}

/**
 * @param {PatternContext} context
 * @param {string} user
 * @param {Delegation} delegation
 * @returns {CoroutineUse}
 */
function toUse(context, user, delegation) {
  const { from, yield: node } = delegation;
  const needsAwait =
    node.delegate || findStartedTooEarly(context, node, [delegation]) !== undefined;
  return { user, from: from.range[0], needsAwait };
}

/** @param {PatternContext} context */
function isOld(context) {
  const major = dependencyMajor(context, 'co');
  return major !== undefined && major < PROMISES;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Coroutine} coroutine
 * @returns {readonly string[]}
 */
function readKeys(sourceCode, { fn, runs }) {
  const isLiteral = runs.some(({ form }) => form === 'literal' || form === 'bound');
  return isLiteral ? [] : exportKeysAt(sourceCode, fn.range[0]);
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {boolean} Whether it goes anywhere but to those who import it, and to koa.
 */
function isHandedOn(context, { escapes, fn, isVisible }) {
  const { sourceCode } = context;
  const exported = exportedValues(sourceCode);
  const isNamed = fn.type === 'FunctionExpression' && fn.id;
  const own = isNamed
    ? sourceCode.getDeclaredVariables(fn).find(({ defs }) => defs[0]?.type === 'FunctionName')
    : undefined;
  return (
    (own?.references.length ?? 0) > 0 ||
    escapes.some((node) => !exported.has(node) && !isMiddleware(context, node)) ||
    (isVisible && exportKeysAt(sourceCode, fn.range[0]).length === 0)
  );
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<TSESTree.Node>} */
const exportedValues = oncePerFile(
  (sourceCode) =>
    new Set([...exportsOf(sourceCode), ...exportedMembers(sourceCode)].map(({ value }) => value)),
);

/**
 *     exports.all = function* () { yield exports.load(1); };
 *
 * @param {PatternContext} context
 * @param {string} file
 * @param {readonly string[]} keys
 * @returns {(CoroutineUse | undefined)[]} What the file itself does with what it exports under the keys;
 *   undefined for what is not seen.
 */
function readOwnUses(context, file, keys) {
  const { sourceCode } = context;
  const { escapes, nodes } = exportedObject(sourceCode);
  const isCalled = keys.includes('') && nodes.some(({ parent }) => isCallee(parent));
  return escapes || isCalled || isHeldElsewhere(sourceCode) || handsThisOn(sourceCode)
    ? [undefined]
    : nodesOfType(sourceCode, 'MemberExpression').flatMap((member) => {
        const { object } = member;
        const key = readKey(member);
        const isOwn = nodes.includes(object);
        const isMeant =
          (isOwn || object.type === 'ThisExpression') &&
          !isTarget(member) &&
          (key === undefined || keys.some((each) => each.split('.').includes(key)));
        const use = isOwn && keys.includes(key ?? '') ? readUse(sourceCode, member) : undefined;
        return !isMeant
          ? []
          : use && 'yield' in use
            ? [{ ...toUse(context, file, use), at: member.range[0] }]
            : [undefined];
      });
}

/**
 *     const api = (module.exports = { … });        exports.load = load = function* () { … };
 *
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file calls what it exports by another name,
 *   too, which it gives it together with that one.
 */
const isHeldElsewhere = oncePerFile((sourceCode) => {
  const isOurs = (/** @type {TSESTree.Node} */ left) =>
    isExports(left) || (left.type === 'MemberExpression' && isExports(left.object));
  return nodesOfType(sourceCode, 'AssignmentExpression').some(({ left, parent, right }) => {
    const isInRow = parent.type === 'AssignmentExpression' && isOurs(parent.left);
    return (
      isOurs(left) &&
      ((right.type === 'AssignmentExpression' && !isOurs(right.left)) ||
        (parent.type !== 'ExpressionStatement' && !isInRow))
    );
  });
});

/**
 *     exports.start = function () { const self = this; … };
 *
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether an exported function does anything with its `this`
 *   but ask for a member.
 */
const handsThisOn = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'ThisExpression').some((node) => {
    let owner = enclosingFunction(node);
    while (owner?.type === 'ArrowFunctionExpression') {
      owner = enclosingFunction(owner);
    }
    const isMember = node.parent.type === 'MemberExpression' && node.parent.object === node;
    return !isMember && (!owner || exportKeysAt(sourceCode, owner.range[0]).length > 0);
  }),
);

/** @param {TSESTree.Node | undefined} node */
const isCallee = (node) => node?.type === 'CallExpression';

/** The uses of other files in a file, by their place. @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, TSESTree.Node>} */
const usesByPlace = oncePerFile(
  (sourceCode) => new Map(usesOf(sourceCode).map(({ node }) => [placeOf(node), node])),
);

/**
 * @param {string} user
 * @param {SourceCodeLike} sourceCode
 * @param {string} place Of the expression that refers to a generator function of another file.
 * @returns {CoroutineUse | undefined} Undefined if something else becomes of its generators.
 */
export function readForeignUse(user, sourceCode, place) {
  const context = /** @type {PatternContext} */ ({ sourceCode, project: readProject(user) });
  const node = usesByPlace(sourceCode).get(place);
  const use = node && readUse(sourceCode, node);
  if (!use) {
    const isRouted = node !== undefined && isMiddleware(context, node);
    return isRouted ? { user, from: undefined, isRouted } : undefined;
  }
  if (!('runner' in use)) {
    return toUse(context, user, use);
  }
  return /^co\b/u.test(use.runner.kind) ? { user, from: undefined } : undefined;
}
