'use strict';
/** Which functions a module exports: `{ names }`, with `default` for the module itself. */
var load = require('./load.cjs');

module.exports = function listExports(job, finish) {
  load.exports(job.variants[0], function (error, exported) {
    if (error) {
      finish(error);
      return;
    }
    var names = Object.keys(exported || {}).filter(function (name) {
      return name !== 'module.exports' && typeof exported[name] === 'function';
    });
    if (typeof exported === 'function') names.unshift('default');
    finish(null, { names: names });
  });
};
