import { createSourceCode } from '../../core/source/source-code.js';

/** What Node gives every CommonJS module. */
const MODULE_NAMES = new Set(['exports', 'require', 'module', 'arguments']);

/**
 * @param {string} text
 * @returns {string[]} The names that nothing declares: shrinking may take a declaration and leave a
 *   use, which no grammar does.
 */
export function freeNames(text) {
  const { scopeManager } = createSourceCode(text, 'program.js');
  const through = scopeManager?.globalScope?.through ?? [];
  return through
    .map(({ identifier }) => String(identifier.name))
    .filter((name) => !MODULE_NAMES.has(name) && !(name in globalThis));
}
