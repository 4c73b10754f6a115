import { createRequire } from 'node:module';
import { guarded } from './typescript.js';

/** @import { Converter } from '../examine.js' */

const require = createRequire(import.meta.url);

const PACKAGE = '@codemodsquad/asyncify';

/** @returns {Converter} `@codemodsquad/asyncify` as jscodeshift runs it. */
export function asyncify() {
  /** @type {(file: object, api: object, options: object) => string | undefined} */
  const transform = require(PACKAGE);
  const jscodeshift = require('jscodeshift').withParser('babel');
  const api = { jscodeshift, j: jscodeshift, stats: () => {}, report: () => {} };
  return guarded((text) => transform({ path: 'program.js', source: text }, api, {}) ?? text);
}
