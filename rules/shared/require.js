import { createRequire } from 'node:module';

/**
 * ESLint asks for a rule's listeners and goes on at once: what a rule does is loaded while it waits.
 * Every Node that the plugin supports requires ES modules.
 *
 * @param {string} url Of the module that requires.
 * @returns {(specifier: string) => any}
 * @throws {Error} By what is returned, where the runtime refuses that.
 */
export function createLoader(url) {
  const require = createRequire(url);
  /** @type {Map<string, unknown>} Node looks for the file each time that it is asked. */
  const loaded = new Map();
  return (specifier) => {
    const known = loaded.get(specifier);
    if (known) {
      return known;
    }
    try {
      const exported = require(specifier);
      loaded.set(specifier, exported);
      return exported;
    } catch (error) {
      if (/** @type {{ code?: unknown }} */ (error).code !== 'ERR_REQUIRE_ESM') {
        throw error;
      }
      throw new Error(
        `eslint-plugin-async-perf requires ES modules, which Node ${process.version} refuses here: leave out \`--no-experimental-require-module\`; a Yarn that refuses it has to be updated`,
        { cause: error },
      );
    }
  };
}
