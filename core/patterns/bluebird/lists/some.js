/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Link, LinkResult } from '../methods/link-edits.js' */
/** @import { StaticResult } from '../statics/results.js' */

import { certainValue } from '../../../analysis/values/certain-values.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { insertAfter, insertBefore, wrapNode } from '../../../edits/edit.js';
import { nameBeside } from '../../../edits/names.js';
import { awaitAround } from '../../../edits/parentheses.js';
import { textOf } from '../../../edits/trivia.js';
import { renameStatic, replaceCallee } from '../statics/callees.js';
import { IS_ARRAY, isMapped } from './collections.js';
import { refuseErrorTests, refuseListedErrors } from '../errors.js';
import { replaceComma } from '../methods/handlers.js';
import { importedName, refuseVersion } from '../statics/imports.js';
import { refuseLink, renameLink } from '../methods/link-edits.js';
import { refuseUsage, withPromise } from '../statics/results.js';
import { isArray } from '../values.js';

/**
 * The first values that are there, by p-some. It fails for a count of 0, which bluebird answers with an
 * empty list, so that the count is to be seen; p-some 4 to 6 throw at an item that is `null`:
 * https://github.com/sindresorhus/p-some/blob/v6.0.0/index.js, `cancelPending`.
 */

/** The first Node of p-some 7. p-some 2, which can be required, has no types. */
const HAS_TYPES = '20.0.0';

/**
 * Bluebird.some([…], 2)         ->  pSome([…], { count: 2 })
 * await Bluebird.some(list, 2)  ->  await pSome(await list, { count: 2 })
 * Bluebird.some(list, 2)        ->  Promise.resolve(list).then((items) => pSome(items, { count: 2 }))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeSome(context, call) {
  const { sourceCode } = context;
  const [list, count, more] = call.arguments;
  if (!list || !count || more) {
    return refuseUsage(sourceCode, call);
  }
  const first = readSome(context, count);
  if (typeof first !== 'number') {
    return { refusal: first };
  }
  const pSome = importedName(sourceCode, 'pSome');
  const assumes = differencesOf(list, first);
  const counted = wrapNode(count, '{ count: ', ' }');
  const isList = isArray(sourceCode, list);
  const isTaken = !isList && isMapped(sourceCode, list) && context.options.assumable.has(IS_ARRAY);
  if (isList || isTaken || call.parent.type === 'AwaitExpression') {
    const callee = replaceCallee(context, call, [pSome]);
    const waiting = isList || isTaken ? [] : wrapNode(list, ...awaitAround(list));
    const edits = 'refusal' in callee ? callee : [...callee, ...waiting, ...counted];
    const written = withPromise(edits, assumes);
    return isTaken && !('refusal' in written)
      ? { ...written, assumes: [...written.assumes, IS_ARRAY] }
      : written;
  }
  const items = nameBeside(sourceCode, count, 'items');
  const joint = replaceComma(sourceCode, list, count, `).then((${items}) => ${pSome}(${items}, `);
  return withPromise(
    joint
      ? [...renameStatic(call, 'resolve'), ...joint, ...counted, insertAfter(call.range[1], ')')]
      : { refusal: { reason: 'comment-in-the-way' } },
    assumes,
  );
}

/**
 * .some(2)  ->  .then((items) => pSome(items, { count: 2 }))
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeSomeLink(context, link) {
  const { sourceCode } = context;
  const [count, more] = link.arguments;
  if (!count || more) {
    return refuseLink(context, link);
  }
  const first = readSome(context, count);
  if (typeof first !== 'number') {
    return { refusal: first };
  }
  const items = nameBeside(sourceCode, count, 'items');
  const start = `(${items}) => ${importedName(sourceCode, 'pSome')}(${items}, { count: `;
  return {
    edits: [
      renameLink(link, 'then'),
      insertBefore(count.range[0], start),
      insertAfter(count.range[1], ' })'),
    ],
    assumes: differencesOf(undefined, first),
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} count
 * @returns {number | Refusal} How many values are waited for.
 */
function readSome(context, count) {
  const { sourceCode } = context;
  const refusal =
    refuseErrorTests(sourceCode) ??
    refuseListedErrors(sourceCode) ??
    refuseVersion(context, 'pSome');
  if (refusal) {
    return refusal;
  }
  if (context.isTyped && !runsOn(context, HAS_TYPES)) {
    return { reason: 'library-usage', subject: '`some`' };
  }
  return (
    readCount(context, count) ?? {
      reason: 'count-unknown',
      subject: `\`${textOf(sourceCode, count)}\``,
    }
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {number | undefined} The number, if it is a whole one from 1 on.
 */
function readCount(context, node) {
  const { sourceCode } = context;
  if (node.type === 'Identifier') {
    const init = certainValue(sourceCode, node);
    return init?.type === 'Literal' ? readCount(context, init) : undefined;
  }
  return node.type === 'Literal' && Number.isInteger(node.value) && Number(node.value) > 0
    ? Number(node.value)
    : undefined;
}

/**
 * @param {TSESTree.Node | undefined} list
 * @param {number} count
 * @returns {ObligationId[]} p-some 7 does not wait for the items of a list that is too short.
 */
function differencesOf(list, count) {
  const isLongEnough =
    list?.type === 'ArrayExpression' &&
    list.elements.filter((element) => element?.type !== 'SpreadElement').length >= count;
  return isLongEnough ? ['library-errors'] : ['library-errors', 'rejection-is-handled'];
}
