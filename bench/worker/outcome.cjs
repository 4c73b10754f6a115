'use strict';
/**
 * What two calls of an operation come to, as text that can be compared between two forms of it:
 * `{ first, second }`. Texts that differ from call to call say that it cannot. `{ problem }` where
 * there is nothing to measure: the form does not load, or calls its callback more than once.
 */
var util = require('util');
var natives = require('./natives.cjs');
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

function once(operation, style, again, done) {
  function returned(value) {
    done('returns ' + show(value));
  }
  function rejected(error) {
    done('rejects with ' + show(error));
  }
  var outcome;
  try {
    if (style === 'callback') {
      var called = 0;
      operation(function (error) {
        called += 1;
        if (called === 2) again();
        if (called > 1) return;
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
      finish(null, { problem: loadError.message });
      return;
    }
    function again() {
      var name = variant.export || 'the function';
      var where = variant.name + ' (' + variant.filename + '): ' + name;
      finish(null, { problem: where + ' calls its callback more than once' });
    }
    once(operation, variant.style, again, function (first) {
      once(operation, variant.style, again, function (second) {
        // A second call of the callback may come in the same turn.
        natives.setImmediate(function () {
          finish(null, { first: first, second: second });
        });
      });
    });
  });
};
