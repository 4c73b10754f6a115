import { bluebirdCoroutine, bluebirdCoroutineNative } from './grammar/bluebird-coroutine.js';
import { co } from './grammar/co.js';
import { asyncToGenerator, awaiter } from './grammar/down-levelled.js';
import { q } from './grammar/q.js';

/**
 * Every source language, and so every codemod, that random programs prove.
 *
 * @type {readonly import('./grammar/arbitrary.js').Language[]}
 */
export const LANGUAGES = [
  co,
  bluebirdCoroutine,
  bluebirdCoroutineNative,
  q,
  awaiter,
  asyncToGenerator,
];
