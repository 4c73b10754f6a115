/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { TextEdit } from './edit.js' */

import { removeBetween } from './edit.js';
import {
  beginsLine,
  hasCommentBetween,
  skipBackward,
  skipBlanksBackward,
  skipBreakBackward,
  skipForward,
  skipWhitespace,
} from './trivia.js';

/** Expressions that would be read as something else at the beginning of a statement. */
const NO_STATEMENT = /^(?:['"`{]|(?:async|class|function|let)\b)/u;

/**
 * @param {string} text
 * @param {number} [start] Of an expression.
 * @returns {boolean} Whether it is the same as a statement of its own.
 */
export function canBeStatement(text, start = 0) {
  return !NO_STATEMENT.test(text.slice(start, start + 'function'.length + 1));
}

/**
 * @param {string} text
 * @param {number} [index]
 * @returns {boolean} Whether what begins there would go on with a line before that has no semicolon:
 *   `++` and `--` do not.
 */
export function mayContinueLine(text, index = 0) {
  return /^(?:[([`/]|\+(?!\+)|-(?!-))/u.test(text.slice(index, index + 2));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} statement
 * @param {string} replacement The text that is to begin the statement.
 * @returns {boolean} Whether the replacement would continue the line before, which ends without a
 *   semicolon.
 */
export function needsSemicolonBefore(sourceCode, statement, replacement) {
  if (!mayContinueLine(replacement)) {
    return false;
  }
  const siblings = siblingsOf(statement);
  const previous = siblings?.[siblings.indexOf(statement) - 1];
  if (!previous) {
    return false;
  }
  return (
    sourceCode.text[skipBackward(sourceCode, statement.range[0]) - 1] !== ';' &&
    !endsWithoutSemicolon(previous)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} end Of a statement.
 * @returns {boolean} Whether what follows would go on with a statement written there that has no
 *   semicolon.
 */
export function needsSemicolonBehind(sourceCode, end) {
  const { text } = sourceCode;
  const next = skipForward(sourceCode, end);
  if (next === text.length || text[next] === ';' || text[next] === '}') {
    return false;
  }
  return !text.slice(end, next).includes('\n') || mayContinueLine(text, next);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {string} replacement The text that is to begin the node.
 * @returns {'' | ';'} What has to stand before the replacement, where a statement begins with the
 *   node and would continue the line before.
 */
export function guardBefore(sourceCode, node, replacement) {
  const [start] = node.range;
  let statement = node;
  while (statement.parent?.range[0] === start && statement.type !== 'ExpressionStatement') {
    statement = statement.parent;
  }
  return statement.type === 'ExpressionStatement' &&
    needsSemicolonBefore(sourceCode, statement, replacement)
    ? ';'
    : '';
}

/**
 * @param {TSESTree.Node} statement
 * @returns {readonly TSESTree.Node[] | undefined}
 */
function siblingsOf({ parent }) {
  switch (parent?.type) {
    case 'BlockStatement':
    case 'Program':
    case 'StaticBlock':
      return parent.body;
    case 'SwitchCase':
      return parent.consequent;
    default:
      return undefined;
  }
}

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether the statement's end is its last token's end, whatever follows.
 */
function endsWithoutSemicolon(statement) {
  switch (statement.type) {
    case 'BlockStatement':
    case 'ClassDeclaration':
    case 'FunctionDeclaration':
    case 'SwitchStatement':
    case 'TryStatement':
    case 'TSInterfaceDeclaration':
    case 'TSModuleDeclaration':
    case 'TSEnumDeclaration':
      return true;
    case 'IfStatement':
      return endsWithoutSemicolon(statement.alternate ?? statement.consequent);
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'ForStatement':
    case 'LabeledStatement':
    case 'WhileStatement':
    case 'WithStatement':
      return endsWithoutSemicolon(statement.body);
    case 'ExportDefaultDeclaration':
      return (
        statement.declaration.type === 'FunctionDeclaration' ||
        statement.declaration.type === 'ClassDeclaration'
      );
    case 'ExportNamedDeclaration':
      return statement.declaration !== null && endsWithoutSemicolon(statement.declaration);
    default:
      return false;
  }
}

/**
 * Takes a variable's declaration out: the import specifier or the declarator, with its statement if
 * nothing else is left in it, and the line if nothing else is on it.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {TextEdit[] | undefined} Undefined where the declaration is more than a plain one, or a
 *   comment would go with it.
 */
export function removeDeclaration(sourceCode, variable) {
  const edits = planRemoval(sourceCode, variable);
  return edits?.some(({ range }) => hasCommentBetween(sourceCode, ...range)) ? undefined : edits;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {TextEdit[] | undefined}
 */
function planRemoval(sourceCode, variable) {
  const [definition] = variable.defs;
  if (definition?.type === 'ImportBinding') {
    const specifier = /** @type {TSESTree.ImportClause} */ (definition.node);
    const declaration = /** @type {TSESTree.ImportDeclaration} */ (specifier.parent);
    if (declaration.type !== 'ImportDeclaration') {
      return undefined;
    }
    return declaration.specifiers.length === 1
      ? [removeStatement(sourceCode, declaration)]
      : removeImportSpecifier(sourceCode, declaration, specifier);
  }
  if (definition?.type !== 'Variable') {
    return undefined;
  }
  const declarator = definition.node;
  const declaration = /** @type {TSESTree.VariableDeclaration} */ (declarator.parent);
  if (declarator.id.type === 'ObjectPattern') {
    return removePatternProperty(sourceCode, declaration, declarator, definition.name);
  }
  return declarator.id.type === 'Identifier'
    ? [removeDeclarator(sourceCode, declaration, declarator)]
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.VariableDeclaration} declaration
 * @param {TSESTree.VariableDeclarator} declarator
 * @returns {TextEdit}
 */
function removeDeclarator(sourceCode, declaration, declarator) {
  return declaration.declarations.length === 1
    ? removeStatement(sourceCode, declaration)
    : removeListItem(declaration.declarations, declarator);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.VariableDeclaration} declaration
 * @param {TSESTree.VariableDeclarator} declarator
 * @param {TSESTree.Node} name
 * @returns {TextEdit[] | undefined}
 */
function removePatternProperty(sourceCode, declaration, declarator, name) {
  const { properties } = /** @type {TSESTree.ObjectPattern} */ (declarator.id);
  const property = properties.find(
    (candidate) => candidate.type === 'Property' && candidate.value === name,
  );
  if (!property) {
    return undefined;
  }
  return properties.length === 1
    ? [removeDeclarator(sourceCode, declaration, declarator)]
    : [removeListItem(properties, property)];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ImportDeclaration} declaration
 * @param {TSESTree.ImportClause} specifier
 * @returns {TextEdit[]}
 */
function removeImportSpecifier({ text }, declaration, specifier) {
  const named = declaration.specifiers.filter(({ type }) => type === 'ImportSpecifier');
  if (specifier.type === 'ImportSpecifier' && named.length > 1) {
    return [removeListItem(named, specifier)];
  }
  const [first, second] = declaration.specifiers;
  if (specifier === first && second) {
    // import specifier, { other } from …
    const comma = text.indexOf(',', specifier.range[1]);
    return [removeBetween(specifier.range[0], skipWhitespace(text, comma + 1))];
  }
  // import other, { specifier } from …
  const end =
    specifier.type === 'ImportSpecifier'
      ? text.indexOf('}', specifier.range[1]) + 1
      : specifier.range[1];
  return [removeBetween(/** @type {TSESTree.ImportClause} */ (first).range[1], end)];
}

/**
 * @param {readonly TSESTree.Node[]} items
 * @param {TSESTree.Node} item
 * @returns {TextEdit} Takes the item out with the comma that it does not need.
 */
function removeListItem(items, item) {
  const index = items.indexOf(item);
  const next = items[index + 1];
  const previous = items[index - 1];
  if (next) {
    return removeBetween(item.range[0], next.range[0]);
  }
  return previous ? removeBetween(previous.range[1], item.range[1]) : removeBetween(...item.range);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} statement
 * @returns {TextEdit} Takes the statement out, and its line if it stands alone on it; one blank line
 *   of two goes with it.
 */
export function removeStatement({ text }, statement) {
  let [start, end] = statement.range;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const restEnd = endOfLine(text, end);
  if (text.slice(end, restEnd).trim() !== '') {
    // The next code on the line takes the statement's place.
    return removeBetween(start, skipWhitespace(text, end));
  }
  const before = text.slice(lineStart, start).trimEnd();
  if (before !== '') {
    return removeBetween(lineStart + before.length, end);
  }
  start = lineStart;
  end = Math.min(restEnd + 1, text.length);
  const isBlankBefore = start === 0 || isBlankLineBefore(text, start);
  const blankAfter = /^[ \t]*\r?\n/u.exec(text.slice(end));
  if (isBlankBefore && blankAfter) {
    end += blankAfter[0].length;
  }
  return removeBetween(start, end);
}

/**
 * @param {string} text
 * @param {number} lineStart
 * @returns {boolean} Whether the line above is blank, and not the first of the text.
 */
function isBlankLineBefore(text, lineStart) {
  const end = skipBreakBackward(text, lineStart);
  return end < lineStart && skipBlanksBackward(text, end) > 0 && beginsLine(text, end);
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} Where the line's content ends; a carriage return counts as content's end.
 */
function endOfLine(text, index) {
  const newline = text.indexOf('\n', index);
  return newline === -1 ? text.length : newline;
}
