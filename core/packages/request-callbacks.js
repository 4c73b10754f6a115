/**
 * Functions that send requests by HTTP, return the request, and call back with the response and with more.
 *
 * Read in request 2.0 to 2.88 and needle 0.5 to 3.3: what comes behind the response is a member of it.
 */

/** The modules. */
export const REQUEST_LIBRARIES = new Set(['request', 'needle', 'superagent']);

/**
 * The members of the response that the results behind it are, by module: `(err, response, body)`.
 *
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const RESPONSE_MEMBERS = new Map([
  ['request', ['body']],
  ['needle', ['body']],
]);
