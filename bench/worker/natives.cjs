'use strict';
/**
 * The engine's own promise, kept before any measured code is loaded: scenarios replace the global
 * one and patch its prototype, and the instruments must not change with them.
 */
var then = Promise.prototype.then;

exports.Promise = Promise;
exports.resolved = Promise.resolve();
exports.setImmediate = setImmediate;

/** Queues one microtask. */
exports.queue = function queue(task) {
  then.call(exports.resolved, task);
};
