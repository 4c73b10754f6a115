'use strict';
/**
 * What two calls of an operation come to, as text that can be compared between two forms of it:
 * `{ first, second }`. Texts that differ from call to call say that it cannot.
 */
var util = require('util');
var load = require('./load.cjs');

var LONGEST = 10000;

function show(value) {
  if (value instanceof Error) return value.name + ': ' + value.message;
  var options = { depth: 5, breakLength: Infinity, maxArrayLength: 1000, sorted: true };
  // The stack of an error names the file that made it.
  return util
    .inspect(value, options)
    .replace(/\n\s+at .*/g, '')
    .slice(0, LONGEST);
}

function once(operation, style, done) {
  function returned(value) {
    done('returns ' + show(value));
  }
  function rejected(error) {
    done('rejects with ' + show(error));
  }
  var outcome;
  try {
    if (style === 'callback') {
      operation(function (error) {
        var results = Array.prototype.slice.call(arguments, 1);
        if (error) rejected(error);
        else returned(results.length > 1 ? results : results[0]);
      });
      return;
    }
    outcome = operation();
  } catch (error) {
    done('throws ' + show(error));
    return;
  }
  if (outcome !== null && typeof outcome === 'object' && typeof outcome.then === 'function') {
    outcome.then(returned, rejected);
  } else {
    returned(outcome);
  }
}

module.exports = function outcome(job, finish) {
  var variant = job.variants[0];
  load(variant, function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    once(operation, variant.style, function (first) {
      once(operation, variant.style, function (second) {
        finish(null, { first: first, second: second });
      });
    });
  });
};
