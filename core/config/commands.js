import { dirname, relative } from 'node:path';

import { isTestPlace } from '../analysis/test-runners.js';
import { surroundingsOf } from './surroundings.js';

/** What serves requests, in a package whose command starts it. */
const SERVERS = ['connect', 'express', 'fastify', '@hapi/hapi', 'koa', 'polka', 'restify'];

/** Where packages have what somebody runs by hand. */
const RUN_BY_HAND = /^(?:bin|scripts)[\\/]/u;

/**
 * @param {string} file
 * @returns {boolean} Whether the file, or the whole package, is a program for the command line: nobody
 *   else waits there.
 */
export function isCommand(file) {
  const { hasCommand, dependencies, manifest } = surroundingsOf(file);
  return (
    (hasCommand === true && !SERVERS.some((name) => name in dependencies)) ||
    (manifest !== undefined && RUN_BY_HAND.test(relative(dirname(manifest), file)))
  );
}

/**
 * @param {string} file
 * @returns {boolean} Whether the file lies where its project has tests.
 */
export function isTestFile(file) {
  return isTestPlace(file, surroundingsOf(file));
}
