/**
 * The methods of a router that take a path or a name, and what answers the requests for it: those of Express
 * 4 and 5, which connect, fastify, koa-router, polka and restify share.
 */
const ROUTE_VERBS = new Set([
  'all',
  'delete',
  'get',
  'head',
  'options',
  'param',
  'patch',
  'post',
  'put',
  'use',
]);

/**
 * @param {string | undefined} key Of a member.
 * @returns {boolean}
 */
export function isRouteVerb(key) {
  return key !== undefined && ROUTE_VERBS.has(key);
}
