/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { certainValue } from '../../../analysis/values/certain-values.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { untouchedOrigin } from '../../../analysis/modules/replaced-values.js';
import { readsOf, variableOf } from '../../../analysis/syntax/scopes.js';
import { readNumber } from '../../../analysis/values/whole-numbers.js';
import { insertAfter, replaceRange } from '../../../edits/edit.js';
import { hasCommentBetween, textOf } from '../../../edits/trivia.js';
import { importedName, refuseVersion } from '../statics/imports.js';
import { isArray } from '../values.js';

/** The first Node that p-map 4 runs on, the last p-map that can be required. */
const P_MAP = '10.0.0';

/**
 * How `{ concurrency: limit }` is kept.
 *
 * @typedef {object} Limited
 * @property {string} kind The body that goes over the list.
 * @property {string} [pMap] The name of p-map in the file.
 * @property {(callback: TSESTree.Node) => Edit[]} edits Of the options, which follow the callback.
 * @property {boolean} isLeftOut Whether they go.
 */

/**
 * bluebird takes any number, none below 1 for a limit, and rounds up; p-map rejects all but whole ones
 * from 1 on and `Infinity`. Bluebird rejects any other value, while p-map takes `undefined`.
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} options
 * @param {boolean} [isLater] Whether what is written reads them later.
 * @returns {Limited | { refusal: Refusal }}
 */
export function writeLimited(context, options, isLater = false) {
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
      isLeftOut: true,
      edits: (callback) => [replaceRange([callback.range[1], options.range[1]], '')],
    };
  }
  const limit = readLimit(sourceCode, value, isLater);
  if (limit === 'unknown') {
    return unknown;
  }
  const refusal = runsOn(context, P_MAP)
    ? refuseVersion(context, 'pMap')
    : /** @type {Refusal} */ ({ reason: 'engines-too-old', subject: P_MAP });
  return refusal
    ? { refusal }
    : {
        kind: 'map with a limit',
        isLeftOut: false,
        pMap: importedName(sourceCode, 'pMap'),
        edits: () => {
          const name = property.shorthand ? `: ${textOf(sourceCode, value)}` : '';
          return limit === 'may be 0' ? [insertAfter(value.range[1], `${name} || Infinity`)] : [];
        },
      };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @param {boolean} isLater
 * @returns {'from 1 on' | 'may be 0' | 'unknown'}
 */
function readLimit(sourceCode, value, isLater) {
  if (isInfinity(sourceCode, value) || isCallOfOs(sourceCode, value, 'availableParallelism')) {
    return 'from 1 on';
  }
  const range = readNumber(
    sourceCode,
    value,
    (list) =>
      isCallOfOs(sourceCode, list, 'cpus') ||
      (isArray(sourceCode, list) && (!isLater || isOnlyMeasured(sourceCode, list))),
  );
  if (!range?.isWhole || range.least < 0) {
    return 'unknown';
  }
  if (range.least >= 1) {
    return 'from 1 on';
  }
  return range.most > 0 &&
    /^(?:BinaryExpression|CallExpression|Identifier|MemberExpression)$/u.test(value.type)
    ? 'may be 0'
    : 'unknown';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {boolean}
 */
function isInfinity(sourceCode, value) {
  const origin = untouchedOrigin(sourceCode, certainValue(sourceCode, value) ?? value);
  return origin?.kind === 'global' && origin.name === 'Infinity' && origin.path.length === 0;
}

/**
 *     os.cpus()
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {'availableParallelism' | 'cpus'} name Some systems show no cores; the other is 1 there.
 * @returns {boolean}
 */
function isCallOfOs(sourceCode, node, name) {
  const origin =
    node.type === 'CallExpression' ? untouchedOrigin(sourceCode, node.callee) : undefined;
  return origin?.kind === 'module' && origin.name === 'os' && origin.path.join('.') === name;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether nothing but its length is looked at, so that it stays as long as it is.
 */
function isOnlyMeasured(sourceCode, list) {
  const variable = variableOf(sourceCode, list);
  return (
    variable !== undefined &&
    readsOf(variable).every(
      ({ identifier: { parent } }) =>
        parent?.type === 'MemberExpression' &&
        readKey(parent) === 'length' &&
        parent.parent.type !== 'AssignmentExpression',
    )
  );
}

/**
 * @param {TSESTree.Node} options
 * @returns {number} Where the argument before them ends.
 */
function endOfCallback({ parent, range }) {
  const given = parent?.type === 'CallExpression' ? parent.arguments : [];
  return given.findLast((each) => each.range[1] <= range[0])?.range[1] ?? range[0];
}
