/** @import { FunctionNode } from '../syntax/functions.js' */

/**
 * Handlers of requests, by the names of their parameters.
 */

const REQUEST_NAMES = /^(?:req|request)$/u;
const RESPONSE_NAMES = /^(?:res|response|resp)$/u;

/**
 * @param {FunctionNode} fn
 * @param {number} index
 * @returns {boolean} Whether the function is written as `(req, res)` or `(req, res, next)`, and the
 *   parameter is the first.
 */
export function isHandler({ params }, index) {
  const [request, response] = params;
  return (
    index === 0 &&
    request?.type === 'Identifier' &&
    response?.type === 'Identifier' &&
    REQUEST_NAMES.test(request.name) &&
    RESPONSE_NAMES.test(response.name)
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `(req, res)`, `(req, res, next)`, `(err, req, res, next)`
 */
export function takesRequests(fn) {
  return isHandler(fn, 0) || takesErrors(fn);
}

/**
 * @param {Pick<FunctionNode, 'params'>} fn
 * @returns {boolean} `(err, req, res, next)`: what a router calls with the error of a handler.
 */
export function takesErrors({ params: [, ...params] }) {
  return params.length === 3 && isHandler(/** @type {FunctionNode} */ ({ params }), 0);
}
