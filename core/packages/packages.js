import { CALLBACK_FORMS } from './callback-forms.js';
import { NODE_MODULES } from './node.js';
import { PROMISE_PACKAGES } from './promise-packages.js';
import { QUERY_BUILDERS } from './query-builders.js';

/**
 * The values that packages make: their kinds, what the members of each kind do, and for
 * which kinds `await` waits. This folder is data only. It holds for the versions that an entry names; one table
 * answers for rules, codemods and the command.
 *
 * @typedef {'promise' | 'lazy thenable'} Waited The objects that `await` waits for: a promise, which has started,
 *   or an
 *   object with a `then` that starts its work when it is called, or whose work is no promise's.
 *
 * @typedef {object} LibraryMember
 * @property {string} [is] The kind of the property itself.
 * @property {string} [gives] The kind of what a call without a callback gives.
 * @property {'call' | 'exec' | 'execPopulate' | 'promise' | 'promisify' | 'then'} [form] The source of the
 *   promise of a function that takes a callback: the call itself, a method of its result, the result of
 *   `util.promisify`, or the object that it is called on. A query of mongoose is thenable, but starts when it is waited for;
 *   `exec` starts it at once, as the callback did.
 * @property {string} [result] The kind of what the promise gives.
 * @property {number} [least] How many arguments it needs beside the callback.
 * @property {number} [most]
 * @property {boolean} [isVoid] Whether the promise gives nothing, or something else than the callback gets.
 * @property {boolean} [maySync] Whether it may call back before it returns, and not only where its arguments
 *   are no such arguments at all.
 * @property {boolean} [givesSeveral] Whether the callback may get more than one result.
 * @property {boolean} [givesResultWithError]
 * @property {boolean} [returns] Whether it returns something to work with beside calling back.
 * @property {boolean} [takesTasks] Whether it may be given something that has a callback of its own:
 *   `client.query(new Query(…), cb)`.
 * @property {string} [range] The versions for which this holds.
 *
 * @typedef {readonly (readonly [names: string | RegExp, member: LibraryMember])[]} LibraryKind
 *   Of several entries for a name, the first that holds counts. `new` is what the thing constructs, `()`
 *   what it gives when it is called.
 *
 * @typedef {object} Library
 * @property {string} name Of the package, of a module of Node's, or `globalThis`.
 * @property {string} [range] The versions that take a callback and give a promise without one; undefined for
 *   what takes no callbacks.
 * @property {string} [holds] The versions that the kinds are those of, if these are not the same.
 * @property {Readonly<Record<string, LibraryKind>>} kinds `module` is what the package exports.
 * @property {Readonly<Record<string, Waited>>} [waits] The kinds that `await` waits for.
 */

/** @type {readonly Library[]} Packages whose functions give a promise where the callback is left out. */
export const LIBRARIES = CALLBACK_FORMS;

/** @type {ReadonlyMap<string, Library>} Every package of the tables. */
export const PACKAGES = new Map(
  [...CALLBACK_FORMS, ...QUERY_BUILDERS, ...PROMISE_PACKAGES, ...NODE_MODULES].map((each) => [
    each.name,
    each,
  ]),
);

/**
 * Modules that belong to a package of the table, by a regular expression on their name: what they export is
 * of that kind.
 *
 * @type {readonly (readonly [name: RegExp, library: string, kind: string])[]}
 */
export const SUBMODULES = [
  // The services of aws-sdk have modules of their own.
  [/^aws-sdk\/clients\/\w+$/u, 'aws-sdk', 'Service'],
  [/^@aws-sdk\/client-[\w-]+$/u, '@aws-sdk/client', 'module'],
  [/^bluebird\/js\/(?:browser|release)\/(?:bluebird|promise)$/u, 'bluebird', 'module'],
  [/^drizzle-orm\/[\w-]+(?:\/[\w-]+)?$/u, 'drizzle-orm', 'module'],
];
