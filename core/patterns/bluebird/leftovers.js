/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext, Site } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Edit, TextEdit } from '../../edits/edit.js' */

import { createCover } from '../../analysis/syntax/cover.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { replaceRange, wrapNode } from '../../edits/edit.js';
import { readGone } from '../../edits/gone.js';
import { codeOf } from '../../edits/trivia.js';
import { removeUnused } from '../../edits/leftovers.js';
import { causesOf } from './errors.js';
import { writeHelpers } from './helpers.js';
import { importModules } from './statics/imports.js';
import { convertedName, libraryVariables } from '../../promises/library.js';

/**
 * Takes bluebird out of the file if nothing uses it any more; what still does calls it by a name of
 * its own, because `Promise` is the native class now.
 *
 * @param {PatternContext} context
 * @param {readonly Site[]} sites
 * @returns {Edit[]}
 */
export function cleanUpLibrary(context, sites) {
  if (sites.length === 0) {
    return [];
  }
  const { sourceCode } = context;
  const all = sites.flatMap(({ plan }) => plan?.edits ?? []);
  const edits = all.filter((edit) => 'text' in edit);
  const isGone = readGone(all);
  const consumed = nodesOfType(sourceCode, 'Identifier').filter(isGone);
  const kept = libraryVariables(sourceCode).filter((variable) =>
    keepsLibrary(sourceCode, variable, edits),
  );
  const libraryNames = new Set(libraryVariables(sourceCode).map(({ name }) => name));
  const written = all.flatMap(wordsOf).filter((name) => !libraryNames.has(name));
  const removals = removeUnused(
    context,
    consumed,
    new Set([...kept.map(({ name }) => name), ...written]),
  );
  const isRemoved = createCover(removals.map(({ range }) => range));
  const imports = importModules(sourceCode, edits);
  const helpers = writeHelpers(sourceCode, edits);
  return [
    ...removals.map((removal) =>
      imports.some(({ range }) => range[0] === removal.range[0])
        ? keepBlankLine(sourceCode, removal)
        : removal,
    ),
    ...imports,
    ...helpers,
    ...(sites.some(({ plan }) => plan?.assumes.includes('library-errors'))
      ? // The error itself, or one that was made with a cause of its own.
        causesOf(sourceCode).flatMap((cause) =>
          wrapNode(cause, '(', ` || ${codeOf(sourceCode, cause.object)})`),
        )
      : []),
    ...libraryVariables(sourceCode).flatMap((variable) =>
      variable.name === 'Promise'
        ? rename(sourceCode, variable, (node) => isGone(node) || isRemoved(node.range))
        : [],
    ),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TextEdit} removal Of a statement that others take the place of.
 * @returns {TextEdit} Without the blank line behind it.
 */
function keepBlankLine({ text }, { range: [start, end], ...removal }) {
  const last = text.lastIndexOf('\n', end - 2) + 1;
  const isBlank = text[end - 1] === '\n' && last > start && text.slice(last, end).trim() === '';
  return { ...removal, range: [start, isBlank ? last : end] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable Of the library's class.
 * @param {readonly Edit[]} edits
 * @returns {boolean} Whether one of them makes a promise of the library.
 */
export function keepsLibrary(sourceCode, variable, edits) {
  const call = `${convertedName(sourceCode, variable)}.resolve(`;
  return edits.some((edit) => 'text' in edit && edit.text.includes(call));
}

/**
 * @param {Edit} edit
 * @returns {string[]} Every word of the new text: `errors` and `NotFound`, of `e instanceof errors.NotFound`.
 */
function wordsOf(edit) {
  const texts = 'text' in edit ? [edit.text] : 'pieces' in edit ? edit.pieces : [];
  return texts.flatMap((text) =>
    typeof text === 'string' ? (text.match(/[$\p{ID_Continue}]+/gu) ?? []) : [],
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @param {(node: TSESTree.Node) => boolean} isGone
 * @returns {TextEdit[]}
 */
function rename(sourceCode, variable, isGone) {
  const name = convertedName(sourceCode, variable);
  const nodes = new Set(
    [...variable.identifiers, ...variable.references.map(({ identifier }) => identifier)].map(
      (identifier) => /** @type {TSESTree.Identifier} */ (identifier),
    ),
  );
  return [...nodes]
    .filter((node) => !isGone(node))
    .map((node) =>
      replaceRange(
        node.range,
        isShorthand(node) ? `${node.name}${separatorOf(node)}${name}` : name,
      ),
    );
}

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the name is a key as well: `{ Promise }`.
 */
function isShorthand({ parent, range }) {
  if (parent.type === 'ImportSpecifier') {
    return parent.imported.range[0] === parent.local.range[0];
  }
  return parent.type === 'Property' && parent.shorthand && parent.value.range[0] === range[0];
}

/**
 * @param {TSESTree.Identifier} node
 * @returns {string}
 */
function separatorOf({ parent }) {
  return parent.type === 'ImportSpecifier' ? ' as ' : ': ';
}
