import { createSourceCode } from '../../core/source/source-code.js';
import { filesOf } from './files.js';
import { isSource } from './load.js';

/** What Node gives every CommonJS module. */
const MODULE_NAMES = new Set(['exports', 'require', 'module', 'arguments', '__dirname']);

/**
 * @param {string} text
 * @returns {string[]} The names that nothing declares: shrinking may take a declaration and leave a
 *   use, which no grammar does.
 */
export function freeNames(text) {
  return filesOf(text)
    .filter(({ path }) => isSource(path))
    .flatMap(
      (file) => createSourceCode(file.text, file.path).scopeManager?.globalScope?.through ?? [],
    )
    .map(({ identifier }) => String(identifier.name))
    .filter((name) => !MODULE_NAMES.has(name) && !(name in globalThis));
}
