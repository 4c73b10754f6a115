/** @import { Plan, Site } from '../../core/contract/pattern.js' */
/** @import { Edit } from '../../core/edits/edit.js' */

/**
 * @param {Plan | undefined} plan
 * @returns {string} The code that it writes, without what it keeps.
 */
export function writtenBy(plan) {
  const texts = plan?.edits.flatMap((edit) => textsOf(edit)) ?? [];
  return texts.filter((text) => typeof text === 'string').join(' ');
}

/**
 * @param {Edit} edit
 * @returns {readonly unknown[]} What it writes.
 */
function textsOf(edit) {
  if ('text' in edit) {
    return [edit.text];
  }
  return 'pieces' in edit ? edit.pieces : [];
}

/** An async function within another one, for the sake of a callback. */
export const INNER_FUNCTION = '(async () => {';

/** Each site of a group asks this of all of them. @type {WeakMap<readonly Site[], boolean>} */
const known = new WeakMap();

/**
 * @param {readonly Site[]} sites That are converted together.
 * @returns {boolean} Whether one of their plans writes an async function within another one.
 */
export function writeInnerFunction(sites) {
  const isWritten =
    known.get(sites) ?? sites.some(({ plan }) => writtenBy(plan).includes(INNER_FUNCTION));
  known.set(sites, isWritten);
  return isWritten;
}
