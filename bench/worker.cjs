'use strict';
/**
 * Measures one cell in a process of its own: `node worker.cjs JOB.json RESULT.json`.
 *
 * Everything under `worker/` and `suites/worker/` is written in the JavaScript of 2015 without
 * dependencies, because the same files run on every Node from 4 to the newest: no benchmark harness
 * does. The result goes to a file, so that code under test may print what it likes.
 */
var fs = require('fs');
var thrown = require('./worker/thrown.cjs');

var MODES = {
  ticks: './worker/ticks.cjs',
  promises: './worker/promises.cjs',
  bytes: './worker/bytes.cjs',
  'time-pair': './worker/time-pair.cjs',
  time: './worker/time.cjs',
  exports: './worker/exports.cjs',
  outcome: './worker/outcome.cjs',
  versions: './worker/versions.cjs',
  // Only the suites need these; they do not go with the package.
  pool: './suites/worker/pool.cjs',
  value: './suites/worker/value.cjs',
  wall: './suites/worker/wall.cjs',
};

var job = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
var resultFile = process.argv[3];
var written = false;

function finish(error, result) {
  if (written) return;
  written = true;
  var answer = error
    ? { error: { message: String((error && error.message) || error), stack: error && error.stack } }
    : { result: result };
  answer.node = process.version;
  answer.v8 = process.versions.v8;
  fs.writeFileSync(resultFile, JSON.stringify(answer));
  process.exit(0);
}

process.on('uncaughtException', function (error) {
  finish(thrown.asError(error, 'The measured code throws'));
});
process.on('unhandledRejection', function (reason) {
  finish(thrown.asError(reason, 'The measured code rejected with'));
});
// Node emits it when nothing is left to do, and not after process.exit.
process.on('beforeExit', function () {
  finish(
    new Error(
      'The measured code never settled: the event loop ran empty. Await everything it starts, or call its callback'
    )
  );
});
process.on('exit', function (code) {
  finish(new Error('The measured code ended the process with exit code ' + code));
});

if (!Object.prototype.hasOwnProperty.call(MODES, job.mode)) {
  finish(new Error('Unknown mode ' + job.mode));
} else {
  require(MODES[job.mode])(job, finish);
}
