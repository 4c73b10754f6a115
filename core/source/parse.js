/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Tree } from './normalise.js' */

import { parse as babelParse } from '@babel/parser';

import { dialectsOf, givesEstree } from './dialects.js';
import { normalise } from './normalise.js';

/**
 * A text that no dialect reads. `line` is 1-based, `column` 0-based, as in ESTree's `loc`.
 */
export class SourceSyntaxError extends SyntaxError {
  /**
   * @param {string} message
   * @param {number} line
   * @param {number} column
   */
  constructor(message, line, column) {
    super(message);
    this.name = 'SourceSyntaxError';
    this.line = line;
    this.column = column;
  }
}

/**
 * Semantic errors that old sloppy code runs with, or that a bundler let pass. The tree is whole
 * nevertheless, so the file is read.
 */
const HARMLESS_ERRORS = new Set([
  'DuplicateExport',
  'DuplicateProto',
  'StrictDelete',
  'StrictEvalArguments',
  'StrictEvalArgumentsBinding',
  'StrictFunction',
  'StrictNumericEscape',
  'StrictOctalLiteral',
  'StrictWith',
  'UnexpectedReservedWord',
  'VarRedeclaration',
  'ModuleExportUndefined',
]);

/** The `commonjs` goal implies these and rejects them when they are given. */
const OUTSIDE_FUNCTIONS = { allowReturnOutsideFunction: true, allowNewTargetOutsideFunction: true };

/**
 * Parses JavaScript as it is found in the wild: modules and scripts, sloppy code, JSX, Flow,
 * TypeScript, decorators, hashbang. The byte order mark must be off the text already.
 *
 * @param {string} text
 * @param {string} [path] Decides about TypeScript and the module goal; nothing is read from it.
 * @returns {Tree} With `parent`, `range` and `loc` on every node and `comments` on the program.
 * @throws {SourceSyntaxError} With the position that the likeliest dialect stumbles over.
 */
export function parse(text, path) {
  const { program, isEstree } = readText(text, path, true, !MAY_BE_MODULE.test(text));
  return normalise(program, text, isEstree);
}

/**
 * As `parse`, for who only asks what kinds of nodes stand where.
 *
 * @param {string} text
 * @param {string | undefined} path
 * @param {boolean} isScript Whether it is none of a module's, as far as anybody knows.
 * @returns {TSESTree.Program} As the parser gives it: without `parent` and `range`, and with nodes of Babel's own.
 * @throws {SourceSyntaxError}
 */
export function parsePlainly(text, path, isScript) {
  return readText(text, path, false, isScript).program;
}

/** Syntax that only modules have, or that means something else in them. */
const MAY_BE_MODULE = /\b(?:await|export|import)\b|<!--|-->/u;

/**
 * @param {string} text
 * @param {string | undefined} path
 * @param {boolean} ranges Whether the nodes have them.
 * @param {boolean} isScript Whether the likeliest dialect is read as a script before anything else: a
 *   text that could be either is read with the rules of modules, and then often a second time.
 * @returns {{ program: any, isEstree: boolean }}
 * @throws {SourceSyntaxError}
 */
function readText(text, path, ranges, isScript) {
  const dialects = dialectsOf(text, path);
  const [likeliest] = dialects;
  if (isScript && likeliest?.sourceType === 'unambiguous') {
    try {
      return readDialect(text, likeliest, { sourceType: 'script', errorRecovery: false, ranges });
    } catch {
      // The dialects give the error in any case.
    }
  }
  /** @type {SourceSyntaxError | undefined} */
  let firstError;
  for (const errorRecovery of [false, true]) {
    for (const dialect of dialects) {
      try {
        const { sourceType } = dialect;
        return readDialect(text, dialect, { sourceType, errorRecovery, ranges });
      } catch (error) {
        firstError ??= toSyntaxError(error);
      }
    }
  }
  throw firstError ?? new SourceSyntaxError('no dialect to read the file with', 1, 0);
}

/** @type {WeakMap<TSESTree.Program, readonly SourceSyntaxError[]>} */
const toleratedByProgram = new WeakMap();

/**
 * @param {TSESTree.Program} program As `parse` gave it.
 * @returns {readonly SourceSyntaxError[]} What is no program to Node: names declared twice and the
 *   like, which old files are read with.
 */
export function toleratedErrors(program) {
  return toleratedByProgram.get(program) ?? [];
}

/**
 * @param {string} text
 * @param {import('./dialects.js').Dialect} dialect
 * @param {Pick<import('./dialects.js').Dialect, 'sourceType'> & { errorRecovery: boolean, ranges: boolean }} how
 * @returns {{ program: any, isEstree: boolean }}
 */
function readDialect(text, dialect, { sourceType, errorRecovery, ranges }) {
  const file = babelParse(text, {
    plugins: dialect.plugins,
    sourceType,
    errorRecovery,
    ranges,
    attachComment: false,
    ...(sourceType === 'commonjs' ? undefined : OUTSIDE_FUNCTIONS),
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    createImportExpressions: true,
  });
  const errors = file.errors ?? [];
  for (const error of errors) {
    if (!HARMLESS_ERRORS.has(/** @type {{ reasonCode?: string }} */ (error).reasonCode ?? '')) {
      throw error;
    }
  }
  const program = /** @type {any} */ (file.program);
  program.comments = (file.comments ?? []).map(toComment);
  if (errors.length > 0) {
    toleratedByProgram.set(program, errors.map(toSyntaxError));
  }
  if (program.interpreter) {
    program.comments.unshift(shebangComment(program.interpreter));
  }
  return { program, isEstree: givesEstree(dialect) };
}

/** @param {any} comment */
function toComment(comment) {
  return {
    type: comment.type === 'CommentBlock' ? 'Block' : 'Line',
    value: comment.value,
    range: [comment.start, comment.end],
    loc: comment.loc,
  };
}

/** @param {any} interpreter */
function shebangComment(interpreter) {
  return {
    type: 'Shebang',
    value: interpreter.value,
    range: [interpreter.start, interpreter.end],
    loc: interpreter.loc,
  };
}

/**
 * @param {unknown} error
 * @returns {SourceSyntaxError}
 */
function toSyntaxError(error) {
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return new SourceSyntaxError('the code is nested too deeply to be parsed', 1, 0);
  }
  const { message, loc } = /** @type {Error & { loc?: { line: number, column: number } }} */ (
    error
  );
  const text = message.replace(/ ?\(\d+:\d+\)$/u, '');
  return new SourceSyntaxError(text, loc?.line ?? 1, loc?.column ?? 0);
}
