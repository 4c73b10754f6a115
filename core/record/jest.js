import Module from 'node:module';

/**
 * Jest loads the files of tests by a loader of its own, in a realm of its own, where no hook of Node sees them. Each
 * file passes through `@jest/transform` in front of the project's own transform: the text gets its probes there. Jest
 * names what it keeps on disk by the text, so that texts with probes and without are never taken for each other.
 */

/** @typedef {(this: unknown, filename: string, options: unknown, source?: string) => unknown} Transform */

/** What `@jest/transform` gave, and the same with probes. @type {WeakMap<object, object>} */
const hooked = new WeakMap();

const METHODS = /** @type {const} */ (['transform', 'transformAsync']);

/**
 * @param {(path: string, source: string | undefined) => string | undefined} addTo Gives the text with probes;
 *   undefined for a file that gets none.
 */
export function hookJest(addTo) {
  const loader = /** @type {any} */ (Module);
  const { _load: load } = loader;
  loader._load = function (/** @type {string} */ request, /** @type {unknown[]} */ ...rest) {
    const exports = load.call(this, request, ...rest);
    return request === '@jest/transform' ? hook(exports) : exports;
  };

  /**
   * @param {any} exports
   * @returns {object}
   */
  function hook(exports) {
    let own = hooked.get(exports);
    if (!own) {
      own = Object.defineProperties({}, Object.getOwnPropertyDescriptors({ ...exports }));
      const { ScriptTransformer, createScriptTransformer: create } = exports;
      if (typeof ScriptTransformer === 'function') {
        patch(ScriptTransformer.prototype);
      }
      if (typeof create === 'function') {
        Object.assign(own, {
          async createScriptTransformer(/** @type {unknown[]} */ ...given) {
            const transformer = await create(...given);
            patch(Object.getPrototypeOf(transformer));
            return transformer;
          },
        });
      }
      hooked.set(exports, own);
    }
    return own;
  }

  /** @param {Record<string, Transform>} prototype */
  function patch(prototype) {
    for (const method of METHODS) {
      const transform = prototype[method];
      if (typeof transform === 'function' && !hooked.has(transform)) {
        /** @type {Transform} */
        const own = function (filename, options, source) {
          return transform.call(this, filename, options, addTo(filename, source) ?? source);
        };
        hooked.set(own, transform);
        prototype[method] = own;
      }
    }
  }
}
