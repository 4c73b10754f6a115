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

/**
 * Finds the count of operations that takes about `target` ns of CPU time: of wall time it would be
 * too small whenever the process is interrupted.
 */
exports.calibrate = function calibrate(drive, target, done) {
  var count = 1;
  var confirmed = false;
  (function grow() {
    var start = exports.cpu();
    drive(count, function (error) {
      if (error) {
        done(error);
        return;
      }
      var used = Math.max(1000, exports.cpu() - start);
      var enough = used >= target / 2 || count >= 1e7;
      if (enough && confirmed) {
        done(null, Math.max(1, Math.round((count * target) / used)));
        return;
      }
      // The first time that it is enough, compilation is part of it.
      confirmed = enough;
      if (!enough) count = Math.ceil(count * Math.min(10, Math.max(2, (target * 0.8) / used)));
      setImmediate(grow);
    });
  })();
};
