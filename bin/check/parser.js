import { createSourceCode } from '../../core/source/source-code.js';
import { SourceSyntaxError } from '../../core/source/parse.js';

/**
 * The codemods' own parser in ESLint: it reads JavaScript of any age, JSX, Flow and TypeScript
 * without being told which.
 *
 * @satisfies {import('eslint').Linter.Parser}
 */
export const parser = {
  meta: { name: 'eslint-plugin-async-perf/check' },

  /**
   * @param {string} text
   * @param {{ filePath?: string }} options
   * @returns {import('eslint').Linter.ESLintParseResult}
   */
  parseForESLint(text, { filePath }) {
    try {
      const { ast, scopeManager, visitorKeys } = createSourceCode(text, filePath);
      // No rule of this package reads tokens, and they would triple the parse.
      return /** @type {any} */ ({
        ast: Object.assign(ast, { tokens: [] }),
        scopeManager,
        visitorKeys,
      });
    } catch (error) {
      throw error instanceof SourceSyntaxError
        ? Object.assign(error, { lineNumber: error.line, column: error.column + 1 })
        : error;
    }
  },
};
