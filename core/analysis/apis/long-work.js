/** @import { Origin } from '../modules/modules.js' */

/** Functions of Node that compute for milliseconds and more, or start a process. */
const LONG = /^(?:child_process\.|crypto\.(?:argon2|generate(?:KeyPair|Prime)|pbkdf2|scrypt)$)/u;

/**
 * @param {Origin | undefined} origin
 * @returns {boolean} Whether it takes so long that what a promise form costs is nothing beside it.
 */
export function isLongWork(origin) {
  return origin !== undefined && LONG.test([origin.name, ...origin.path].join('.'));
}
