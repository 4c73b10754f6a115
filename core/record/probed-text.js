/** @import { FileList } from './file-list.js' */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { versionOf } from './file-list.js';

/**
 * The texts with probes. The processes of a run share them: the first one that loads a file writes its text into the
 * directory of the run, and the others read it there. A process that finds all its files written never loads the
 * parser, which takes longer than many a test.
 */

const require = createRequire(import.meta.url);

/**
 * @param {string} text
 * @param {string} path Absolute.
 * @param {number} number Of the file.
 * @param {FileList} files
 * @returns {string} The text with its probes; as it is if it cannot be read as code, which is for its own loader to
 *   say.
 */
export function addProbes(text, path, number, { directory }) {
  const written = join(directory, `${number}-${versionOf(text)}.js`);
  try {
    return readFileSync(written, 'utf8');
  } catch {
    // No process of the run has come to the file yet.
  }
  try {
    return writeProbed(written, text, path, number);
  } catch {
    return text;
  }
}

/**
 * @param {string} written Where the text with its probes goes.
 * @param {string} text
 * @param {string} path
 * @param {number} number
 * @returns {string} The text with its probes.
 */
function writeProbed(written, text, path, number) {
  /** @type {typeof import('./instrument.js')} */
  const { instrument } = require('./instrument.js');
  const probed = instrument(text, path, number);
  if (probed) {
    const places = probed.probes.map(({ line, column }) => `${line}:${column}`);
    // The places first: a text that other processes find has them.
    replace(written.replace(/\.js$/u, '.places'), JSON.stringify(places));
  }
  const code = probed?.code ?? text;
  replace(written, code);
  return code;
}

/**
 * @param {string} path
 * @param {string} content
 */
function replace(path, content) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, content);
  renameSync(part, path);
}
