'use strict';
/**
 * Runs an operation once and says how it ended: `done(error, kind)`, where kind is 'native' for an
 * engine promise, 'thenable' for another one, 'plain' for a value or a callback. For a promise
 * `done` runs in its reaction, so the caller sees the first moment at which anyone could know.
 */
var natives = require('./natives.cjs');
var thrown = require('./thrown.cjs');

module.exports = function settle(operation, style, done) {
  if (style === 'callback') {
    operation(function (error) {
      done(error ? thrown.asError(error, 'called back with') : null, 'plain');
    });
    return;
  }
  var outcome = operation();
  if (outcome === null || typeof outcome !== 'object' || typeof outcome.then !== 'function') {
    done(null, 'plain');
    return;
  }
  var kind = outcome instanceof natives.Promise ? 'native' : 'thenable';
  outcome.then(
    function () {
      done(null, kind);
    },
    function (error) {
      done(thrown.asError(error, 'rejected with'), kind);
    }
  );
};
