'use strict';
/** What one operation answers, for experiments that measure for themselves: `{ value }`. */
var load = require('../../worker/load.cjs');

module.exports = function value(job, finish) {
  load(job.variants[0], function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    function answered(answer) {
      finish(null, { value: answer });
    }
    var outcome = operation();
    if (outcome && typeof outcome.then === 'function') outcome.then(answered, finish);
    else answered(outcome);
  });
};
