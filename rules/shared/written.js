/** @import { Plan } from '../../core/contract/pattern.js' */
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
