/** @import { LibraryMember, Waited } from './packages.js' */

/**
 * Words of the tables.
 */

/** The kind of a promise, whatever class it is of. */
export const PROMISE = 'promise';

/** @type {Readonly<Record<string, Waited>>} What `await` does with the kinds of most packages. */
export const PROMISES = { [PROMISE]: 'promise' };

/** @type {(kind: string, more?: LibraryMember) => LibraryMember} */
export const gives = (kind, more) => ({ gives: kind, ...more });

/** @type {(kind: string) => LibraryMember} */
export const is = (kind) => ({ is: kind });

/** @type {LibraryMember} What gives a promise, and takes no callback. */
export const PROMISED = gives(PROMISE);
