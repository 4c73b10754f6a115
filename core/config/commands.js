import { surroundingsOf } from './surroundings.js';

/** What serves requests, in a package whose command starts it. */
const SERVERS = ['connect', 'express', 'fastify', '@hapi/hapi', 'koa', 'polka', 'restify'];

/**
 * @param {string} file
 * @returns {boolean} Whether the package is a program for the command line: nobody else waits there.
 */
export function isCommand(file) {
  const { hasCommand, dependencies } = surroundingsOf(file);
  return hasCommand === true && !SERVERS.some((name) => name in dependencies);
}
