'use strict';
/**
 * Runs an operation many times, as fast as it goes: `drive(count, done)` in sequence, or with
 * `fan` operations at a time. Each driver is compiled anew, so that variants measured beside each
 * other do not share inline caches.
 */
var made = 0;

var PROMISE_SEQUENCE =
  'return function drive(count, done) {' +
  '  function rejected(reason) { done(asError(reason, "rejected with")); }' +
  '  function next() {' +
  '    if (count-- === 0) { done(null); return; }' +
  '    var outcome = operation();' +
  '    if (outcome !== null && typeof outcome === "object" && typeof outcome.then === "function")' +
  '      outcome.then(next, rejected);' +
  '    else queue(next);' +
  '  }' +
  '  next();' +
  '};';

var PROMISE_FAN =
  'return function drive(count, done) {' +
  '  function rejected(reason) { done(asError(reason, "rejected with")); }' +
  '  function batch() {' +
  '    var size = count < fan ? count : fan;' +
  '    var left = size;' +
  '    count -= size;' +
  '    if (size === 0) { done(null); return; }' +
  '    function one() { if (--left === 0) batch(); }' +
  '    for (var index = 0; index < size; index += 1) {' +
  '      var outcome = operation();' +
  '      if (outcome !== null && typeof outcome === "object" && typeof outcome.then === "function")' +
  '        outcome.then(one, rejected);' +
  '      else queue(one);' +
  '    }' +
  '  }' +
  '  batch();' +
  '};';

var CALLBACK_SEQUENCE =
  'return function drive(count, done) {' +
  '  function next(error) {' +
  '    if (error) { done(asError(error, "called back with")); return; }' +
  '    if (count-- === 0) { done(null); return; }' +
  '    operation(called);' +
  '  }' +
  '  function called(error) { queue(function () { next(error); }); }' +
  '  next(null);' +
  '};';

var CALLBACK_FAN =
  'return function drive(count, done) {' +
  '  function batch() {' +
  '    var size = count < fan ? count : fan;' +
  '    var left = size;' +
  '    count -= size;' +
  '    if (size === 0) { done(null); return; }' +
  '    function one(error) { if (error) done(asError(error, "called back with")); else if (--left === 0) queue(batch); }' +
  '    for (var index = 0; index < size; index += 1) operation(one);' +
  '  }' +
  '  batch();' +
  '};';

module.exports = function makeDriver(operation, style, fan) {
  var natives = require('./natives.cjs');
  var thrown = require('./thrown.cjs');
  var text;
  if (style === 'callback') text = fan > 1 ? CALLBACK_FAN : CALLBACK_SEQUENCE;
  else text = fan > 1 ? PROMISE_FAN : PROMISE_SEQUENCE;
  made += 1;
  return new Function('operation', 'queue', 'fan', 'asError', '/* ' + made + ' */' + text)(
    operation,
    natives.queue,
    fan,
    thrown.asError
  );
};
