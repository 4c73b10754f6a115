/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */

import { runsOn } from '../../analysis/node-floor.js';
import { replaceRange } from '../../edits/edit.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';
import { importedName, refuseVersion } from './imports.js';

/** The first Node that p-map 4 runs on, the last p-map that can be required. */
const P_MAP = '10.0.0';

/**
 * How `{ concurrency: limit }` is kept.
 *
 * @typedef {object} Limited
 * @property {string} kind The body that goes over the list.
 * @property {string} [pMap] What p-map is called in the file.
 * @property {(callback: TSESTree.Node) => Edit[]} edits Of the options, which follow the callback.
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} options
 * @returns {Limited | { refusal: Refusal }}
 */
export function writeLimited(context, options) {
  const { sourceCode } = context;
  const unknown = {
    refusal: /** @type {Refusal} */ ({
      reason: 'concurrency-unknown',
      subject: `\`${textOf(sourceCode, options)}\``,
    }),
  };
  if (options.type !== 'ObjectExpression' || options.properties.length !== 1) {
    return unknown;
  }
  if (hasCommentBetween(sourceCode, endOfCallback(options), options.range[1])) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const [property] = options.properties;
  if (
    property?.type !== 'Property' ||
    property.computed ||
    property.key.type !== 'Identifier' ||
    property.key.name !== 'concurrency'
  ) {
    return unknown;
  }
  const { value } = property;
  if (value.type === 'Literal' && value.value === 1) {
    return {
      kind: 'mapSeries',
      edits: (callback) => [replaceRange([callback.range[1], options.range[1]], '')],
    };
  }
  // p-map takes no fractions.
  if (
    value.type === 'Literal'
      ? !(Number(value.value) > 1)
      : value.type === 'BinaryExpression' && value.operator === '/'
  ) {
    return unknown;
  }
  const refusal = runsOn(context, P_MAP)
    ? refuseVersion(context, 'pMap')
    : /** @type {Refusal} */ ({ reason: 'engines-too-old', subject: P_MAP });
  return refusal
    ? { refusal }
    : { kind: 'map with a limit', pMap: importedName(sourceCode, 'pMap'), edits: () => [] };
}

/**
 * @param {TSESTree.Node} options
 * @returns {number} Where the argument before them ends.
 */
function endOfCallback({ parent, range }) {
  const given = parent?.type === 'CallExpression' ? parent.arguments : [];
  return given.findLast((each) => each.range[1] <= range[0])?.range[1] ?? range[0];
}
