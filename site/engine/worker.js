import { convert } from './convert.js';
import { lint } from './lint.js';

/**
 * What the playground asks, and what it gets back under the same number.
 *
 * @typedef {object} Question
 * @property {number} id
 * @property {string} source
 * @property {string} path Such as `/input.js`: its ending says which language it is.
 * @property {string[]} [only]
 * @property {Record<string, unknown>} [options] As on the command line.
 * @property {string} [node] The Node whose measured costs are shown.
 */

self.addEventListener('message', ({ data }) => {
  const { id, source, path, only, options, node = '26.0.0' } = /** @type {Question} */ (data);
  try {
    const converted = convert(source, path, { only, options });
    const findings = converted.errors.length > 0 ? [] : lint(source, path, node);
    self.postMessage({ id, ...converted, findings });
  } catch (error) {
    self.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});

self.postMessage({ id: 0 });
