'use strict';
/**
 * An Error for whatever measured code threw: anything may be thrown, also what is falsy, which as the
 * error of a callback would count as success, and what takes no properties.
 */
var util = require('util');

function isError(value) {
  return util.types && util.types.isNativeError
    ? util.types.isNativeError(value)
    : Object.prototype.toString.call(value) === '[object Error]';
}

function show(value) {
  if (value !== null && typeof value === 'object' && typeof value.message === 'string') {
    return value.message;
  }
  return util.inspect(value);
}

/**
 * @param {unknown} value what was thrown
 * @param {string} how it was, such as `rejected with`, for what is no error
 * @returns {Error}
 */
exports.asError = function asError(value, how) {
  return isError(value) || value instanceof Error ? value : new Error(how + ' ' + show(value));
};

/**
 * @param {string} prefix of the message
 * @param {Error} error it may be frozen, so it stays as it is
 * @returns {Error}
 */
exports.within = function within(prefix, error) {
  var named = new Error(prefix + error.message);
  named.stack = error.stack;
  return named;
};
