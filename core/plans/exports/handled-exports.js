/** @import { UnreadUse } from '../../contract/pattern.js' */
/** @import { FileUsers } from '../files/file-users.js' */

import { exportKeysAt } from './exported-members.js';

/**
 *     router.get('/:id', require('./users').show);
 *
 * Exported functions whose results no file of the project looks at: routers take them, or what they
 * make, statements call them. The exports that a package shows to others are not among them.
 */
export class HandledExports {
  /** @param {FileUsers} users */
  constructor(users) {
    this.users = users;
  }

  /**
   * @param {string} path
   * @param {number} start Where a function of that file begins.
   * @returns {UnreadUse | undefined} Undefined if somebody may look at what it returns, or nobody uses
   *   it; `route` if routers alone take it; `server` if a server does, or a router and a statement that calls it;
   *   `maker` if all that is done with it is to make handlers.
   */
  read(path, start) {
    const sourceCode = this.users.parse(path);
    const keys = sourceCode ? exportKeysAt(sourceCode, start) : [];
    if (keys.length === 0 || this.users.isShown(path)) {
      return undefined;
    }
    const [first, ...others] = (this.users.usesOf(path, keys) ?? []).map((use) =>
      keys.includes(use.keys) ? use.unread : undefined,
    );
    return others.reduce((all, each) => all && each && bothUses(all, each), first);
  }
}

/**
 * @param {UnreadUse} one
 * @param {UnreadUse} other
 * @returns {UnreadUse | undefined} Undefined if they say different things of what the function gives.
 */
function bothUses(one, other) {
  if (one === 'maker' || other === 'maker') {
    return one === other ? one : undefined;
  }
  return one === other ? one : 'server';
}
