/**
 * The source languages that the same flow is written in, by the name that a flow has for each.
 *
 * @typedef {'callback' | 'chain' | 'coroutine' | 'waterfall' | 'bluebird' | 'executor'} Room
 */

/** @type {Readonly<Record<Room, { title: string, head: string }>>} `head`: what each file begins with. */
export const ROOMS = Object.freeze({
  callback: { title: 'callbacks', head: `const fs = require('fs');` },
  chain: { title: 'chain', head: `const fs = require('fs');` },
  coroutine: { title: '`co`', head: `const co = require('co');\nconst fs = require('fs');` },
  waterfall: {
    title: '`async`',
    head: `const async = require('async');\nconst fs = require('fs');`,
  },
  bluebird: {
    title: 'bluebird',
    head: `const Promise = require('bluebird');\nconst fs = require('fs');`,
  },
  executor: { title: '`new Promise`', head: `const fs = require('fs');` },
});

export const ROOM_NAMES = /** @type {Room[]} */ (Object.keys(ROOMS));
