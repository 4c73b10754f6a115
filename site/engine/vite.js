import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/**
 * What the engine gets in a browser in place of Node: the paths of ESLint's `Linter` are ours, and rules load what
 * is in the bundle. ESLint's own rules are left out of it, as nobody switches them on.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutNode() {
  const replaced = fileURLToPath(new URL('rules/shared/require.js', ROOT));
  return {
    name: 'async-perf:without-node',
    enforce: 'pre',
    load(id) {
      return /\/eslint\/lib\/rules\/index\.js$/u.test(id) ? 'module.exports = new Map();' : null;
    },
    async resolveId(specifier, importer, options) {
      if (specifier === 'node:path') {
        return fileURLToPath(new URL('core/contract/posix-paths.js', ROOT));
      }
      if (!specifier.endsWith('/require.js')) {
        return null;
      }
      const found = await this.resolve(specifier, importer, { ...options, skipSelf: true });
      return found?.id === replaced
        ? fileURLToPath(new URL('site/engine/require.js', ROOT))
        : found;
    },
  };
}
