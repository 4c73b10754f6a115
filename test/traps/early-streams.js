/** @import { Trap } from './trap.js' */

/**
 * Streams whose making throws: the listener for their errors hears nothing of it.
 */

/** Streams of a function with `options`. */
const STREAMS = {
  'a member of what is missing': 'fs.createReadStream(options.file.name)',
  'a path that is none': 'fs.createReadStream(options.path)',
  'a call that throws': 'fs.createReadStream(pick(options))',
};

/** What becomes of it. */
const PLACES = {
  'a function with a callback': (
    /** @type {string} */ stream,
  ) => `exports.go = function (options, cb) {
  let size = 0;
  ${stream}
    .on('data', (chunk) => { size += chunk.length; })
    .on('error', (err) => { cb(null, 'none'); })
    .on('end', () => { cb(null, 'some'); });
};`,
  'a promise': (/** @type {string} */ stream) => `exports.go = function (options, cb) {
  read(options).then((value) => cb(null, value), cb);
};
function read(options) {
  return new Promise((resolve, reject) => {
    let size = 0;
    ${stream}
      .on('data', (chunk) => { size += chunk.length; })
      .on('error', (err) => { log('failed', err.code); resolve('none'); })
      .on('end', () => { resolve('some'); });
  });
}`,
};

const DRIVE = `const program = load('./program');
  const good = { file: { name: '/etc/hostname' }, path: '/etc/hostname' };
  for (const value of [good, { file: { name: '/missing' }, path: '/missing' }, undefined, {}, { file: {} }]) {
    try {
      await new Promise((resolve) => { call(program.go, value, (err, found) => { log(err ? err.message : 'ok', found); resolve(); }); });
    } catch (error) { log('caught', error.message); }
  }`;

/** @type {readonly Trap[]} */
export const earlyStreams = Object.entries(PLACES).flatMap(([where, place]) =>
  Object.entries(STREAMS).map(([what, stream]) => ({
    name: `a stream of ${what} in ${where}`,
    codemod: 'stream-events-to-for-await',
    source: `const fs = require('fs');
const pick = (options) => { if (!options.file) throw new Error('nothing to pick'); return options.file.name; };
${place(stream)}
`,
    drive: DRIVE,
    becomes: /** @type {const} */ ('converted'),
    shows: /** @type {const} */ (['throws-late']),
  })),
);
