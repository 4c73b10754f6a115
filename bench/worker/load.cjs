'use strict';
/**
 * Turns a variant of a job into an operation: a function without arguments that starts the measured
 * work once and returns its promise, its plain value, or, in the callback style, takes a callback.
 *
 * A variant is `{ name, filename, source?, format?, call?, export?, args?, style? }`. With `source`
 * the text is compiled as if it stood in `filename`, so its relative imports work; without it the
 * file itself is loaded. `call` is the text of a function that makes the operation of the module's
 * exports; without it the exported function is called with `args`.
 */
var path = require('path');
var util = require('util');
var Module = require('module');
var thrown = require('./thrown.cjs');

var compiled = 0;

function compile(variant) {
  // A different name each time keeps the engine from sharing compiled code between copies.
  compiled += 1;
  var extension = path.extname(variant.filename);
  var module = new Module(
    variant.filename.slice(0, -extension.length || undefined) + '.' + compiled + extension,
    null
  );
  module.filename = module.id;
  module.paths = Module._nodeModulePaths(path.dirname(variant.filename));
  module._compile(variant.source, module.filename);
  module.loaded = true;
  return module.exports;
}

function isESM(variant) {
  return variant.format === 'module';
}

function loadExports(variant, done) {
  function failed(error) {
    var prefix = variant.name + ' (' + variant.filename + ') does not load: ';
    done(thrown.within(prefix, thrown.asError(error, 'throws')));
  }
  if (isESM(variant)) {
    var imports = require('./import-module.cjs');
    imports(variant).then(function (namespace) {
      done(null, namespace);
    }, failed);
    return;
  }
  var exported;
  try {
    exported = typeof variant.source === 'string' ? compile(variant) : require(variant.filename);
  } catch (error) {
    failed(error);
    return;
  }
  done(null, exported);
}

function pick(exported, name) {
  if (name === undefined || name === 'default') {
    if (typeof exported === 'function') return exported;
    if (exported && typeof exported.default === 'function') return exported.default;
  }
  return String(name)
    .split('.')
    .reduce(function (value, key) {
      return value === undefined || value === null ? undefined : value[key];
    }, exported);
}

function makeCall(text, exported) {
  var shown = '--call ' + text;
  var hint = ": give a function of the module's exports that returns the function to measure";
  var make;
  try {
    make = new Function('return (' + text + '\n);')();
  } catch (error) {
    throw new Error(shown + ' does not parse (' + error.message + ')' + hint);
  }
  if (typeof make !== 'function') throw new Error(shown + ' is no function' + hint);
  var operation;
  try {
    operation = make(exported);
  } catch (error) {
    throw thrown.within(shown + ' fails: ', thrown.asError(error, 'throws'));
  }
  if (typeof operation !== 'function') {
    throw new Error(shown + ' returns ' + util.inspect(operation, { depth: 0 }) + hint);
  }
  return operation;
}

function makeOperation(variant, exported) {
  if (variant.call) return makeCall(variant.call, exported);
  var callee = pick(exported, variant.export);
  if (typeof callee !== 'function') {
    throw new Error(
      variant.filename +
        ' exports no function "' +
        (variant.export || 'default') +
        '"; it exports ' +
        (Object.keys(exported || {}).join(', ') || 'nothing')
    );
  }
  var args = variant.args || [];
  // A method is called on what it belongs to.
  var keys = String(variant.export || 'default').split('.');
  var owner = keys.length > 1 ? pick(exported, keys.slice(0, -1).join('.')) : exported;
  if (variant.style === 'callback') {
    return function (callback) {
      return callee.apply(owner, args.concat(callback));
    };
  }
  if (variant.style === 'program') return callee;
  if (args.length === 0) {
    return function () {
      return callee.call(owner);
    };
  }
  return function () {
    return callee.apply(owner, args);
  };
}

/**
 * @param {object} variant see above
 * @param {function(Error=, Function=)} done gets the operation
 */
module.exports = function load(variant, done) {
  loadExports(variant, function (error, exported) {
    if (error) {
      done(error);
      return;
    }
    var operation;
    try {
      operation = makeOperation(variant, exported);
    } catch (failed) {
      done(thrown.asError(failed, 'throws'));
      return;
    }
    done(null, operation);
  });
};

module.exports.exports = loadExports;
