'use strict';
/**
 * CPU time of one variant alone, for what changes its whole process (a replaced global): the parent
 * runs many such processes in turn and pairs them. `target` is the CPU time to fill, in ms.
 */
var load = require('./load.cjs');
var makeDriver = require('./drive.cjs');
var clock = require('./clock.cjs');

module.exports = function time(job, finish) {
  var variant = job.variants[0];
  load(variant, function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    var drive = makeDriver(operation, variant.style, job.fan || 1);
    var target = (job.target || 100) * 1e6;
    clock.calibrate(drive, target, function (error, count) {
      if (error) {
        finish(error);
        return;
      }
      (function sample() {
        var start = clock.cpu();
        drive(count, function (runError) {
          var cpu = clock.cpu() - start;
          // What the compilers took while it was calibrated can leave too little to time.
          if (!runError && cpu < target / 2) {
            count = clock.scale(count, cpu, target);
            setImmediate(sample);
            return;
          }
          finish(runError, { operations: count, cpu: cpu / count });
        });
      })();
    });
  });
};
