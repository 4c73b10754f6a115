import { parse } from '@babel/parser';

/**
 * @typedef {object} Piece A token or a comment.
 * @property {string} text Of a comment, without the indentation of its lines.
 * @property {boolean} isComment
 * @property {number} line 1-based.
 */

/** @type {readonly import('@babel/parser').ParserPlugin[][]} */
const DIALECTS = [
  ['jsx', ['flow', { all: false }], 'decorators', 'decoratorAutoAccessors'],
  ['jsx', ['flow', { all: true }], 'decorators'],
  ['typescript', 'jsx', 'decorators-legacy'],
  ['typescript', 'decorators-legacy'],
  ['jsx', ['decorators', { decoratorsBeforeExport: true }]],
];

/**
 * All tokens and comments of a text, by a parse that shares nothing with the project's own.
 *
 * @param {string} text
 * @param {string} path Its extension decides about TypeScript.
 * @returns {Piece[] | undefined} In source order; nothing when no dialect reads it.
 */
export function readPieces(text, path) {
  const isTyped = /\.[cm]?tsx?$/u.test(path);
  const dialects = DIALECTS.filter((plugins) => isTyped === plugins.includes('typescript'));
  for (const plugins of dialects) {
    try {
      return readDialect(text, plugins);
    } catch (error) {
      if (!(error instanceof SyntaxError)) {
        throw error;
      }
    }
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {import('@babel/parser').ParserPlugin[]} plugins
 * @returns {Piece[]}
 */
function readDialect(text, plugins) {
  const { tokens } = parse(text, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    errorRecovery: true,
    tokens: true,
    plugins,
  });
  return (tokens ?? []).map((token) => {
    const isComment = token.type === 'CommentBlock' || token.type === 'CommentLine';
    const raw = text.slice(token.start, token.end);
    return {
      text: isComment ? raw.replace(/^[ \t]+/gmu, '').trimEnd() : raw,
      isComment,
      line: token.loc.start.line,
    };
  });
}
