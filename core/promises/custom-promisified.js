/** @import { Origin } from '../analysis/modules/modules.js' */

/**
 * Functions of Node whose `util.promisify` gives something else than their callback gets first, and
 * those of them whose callback gets an error first all the same.
 *
 * @type {ReadonlyMap<string, boolean>}
 */
const CUSTOM_PROMISIFIED = new Map([
  ['child_process.exec', true],
  ['child_process.execFile', true],
  ['crypto.generateKeyPair', true],
  ['dns.lookup', true],
  ['dns.lookupService', true],
  ['fs.exists', false],
  ['fs.read', true],
  ['fs.readv', true],
  ['fs.write', true],
  ['fs.writev', true],
  ['timers.setImmediate', false],
  ['timers.setTimeout', false],
]);

/**
 * @param {Origin | undefined} origin
 * @returns {boolean | undefined} Whether the function is error-first; undefined for those that
 *   `util.promisify` treats like any other.
 */
export function readCustomPromisified(origin) {
  const path = origin && [origin.name, ...origin.path].join('.');
  return CUSTOM_PROMISIFIED.get((origin?.kind === 'global' ? `timers.${path}` : path) ?? '');
}
