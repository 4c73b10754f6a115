'use strict';
/**
 * CPU time of the whole process in nanoseconds, user and system: what the code costs, whatever else
 * the machine does meanwhile. Garbage collection and compilation threads count; they are its cost too.
 */
exports.cpu = function cpu() {
  var usage = process.cpuUsage();
  return (usage.user + usage.system) * 1000;
};

exports.wall = function wall() {
  var time = process.hrtime();
  return time[0] * 1e9 + time[1];
};

/** Runs `drive` for about `target` ns of wall time and gives the count that took. */
exports.calibrate = function calibrate(drive, target, done) {
  var count = 1;
  (function grow() {
    var start = exports.wall();
    drive(count, function (error) {
      if (error) {
        done(error);
        return;
      }
      var elapsed = Math.max(1, exports.wall() - start);
      if (elapsed >= target / 2 || count >= 1e7) {
        done(null, Math.max(1, Math.round((count * target) / elapsed)));
        return;
      }
      count = Math.ceil(count * Math.min(10, Math.max(2, (target * 0.8) / elapsed)));
      setImmediate(grow);
    });
  })();
};
