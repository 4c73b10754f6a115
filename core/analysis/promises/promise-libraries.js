/** @import { Origin } from '../modules/modules.js' */

import { PROMISE_LIBRARIES } from '../../packages/promise-packages.js';

/** Packages that give the native class, or may. */
const NATIVE_GIVING =
  /^(?:any-promise|core-js|core-js-pure|native-promise-only|pinkie-promise|@babel\/runtime|@babel\/runtime-corejs[23]|babel-runtime)(?:\/|$)/u;

/**
 * @param {Origin | undefined} origin
 * @returns {string | undefined} The package whose own promises the value makes.
 */
export function readPromiseLibrary(origin) {
  return origin?.kind === 'module' && isPromiseLibrary(origin.name)
    ? packageOf(origin.name)
    : undefined;
}

/**
 * @param {string} specifier
 * @returns {boolean} Whether the module makes promises of its own class.
 */
export function isPromiseLibrary(specifier) {
  return PROMISE_LIBRARIES.has(packageOf(specifier));
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean} Whether the value may be the native `Promise` although a package gives it.
 */
export function mayBeNative(origin) {
  return origin?.kind === 'module' && NATIVE_GIVING.test(origin.name);
}

/**
 * @param {string} specifier
 * @returns {string} `bluebird` for `bluebird/js/release/promise`.
 */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
