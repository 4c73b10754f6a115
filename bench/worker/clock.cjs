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
 * The count of operations that will fill `target` ns, after `count` of them used `used`. It grows and
 * shrinks in bounds, so that one sample that was interrupted or compiled does not decide it.
 */
exports.scale = function scale(count, used, target) {
  var factor = target / Math.max(1000, used);
  return Math.max(1, Math.min(1e7, Math.round(count * Math.min(4, Math.max(0.5, factor)))));
};

/**
 * Finds the count of operations that takes about `target` ns of CPU time: of wall time it would be
 * too small whenever the process is interrupted.
 */
exports.calibrate = function calibrate(drive, target, done) {
  var count = 1;
  var confirmed = 0;
  (function grow() {
    var start = exports.cpu();
    drive(count, function (error) {
      if (error) {
        done(error);
        return;
      }
      var used = exports.cpu() - start;
      var enough = used >= target / 2;
      confirmed = enough ? confirmed + 1 : 0;
      count = exports.scale(count, used, target);
      // At first compilation is part of what is used.
      if (confirmed === 3 || count === 1e7) done(null, count);
      else setImmediate(grow);
    });
  })();
};
