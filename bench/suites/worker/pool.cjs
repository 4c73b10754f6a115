'use strict';
/**
 * Thread pool: how many operations that occupy a libuv worker thread are pending at once, counted by
 * their `async_hooks` types, so the figure depends on the code and not on the machine.
 */
var asyncHooks = require('async_hooks');
var load = require('../../worker/load.cjs');
var settle = require('../../worker/settle.cjs');

var POOL_TYPES =
  /^(FSREQ|FSREQCALLBACK|FSREQPROMISE|PBKDF2REQUEST|SCRYPTREQUEST|RANDOMBYTESREQUEST|KEYPAIRGENREQUEST|SIGNREQUEST|HASHREQUEST|GETADDRINFOREQWRAP|GETNAMEINFOREQWRAP|ZLIB|DERIVEBITSREQUEST|CHECKPRIMEREQUEST|RANDOMPRIMEREQUEST)$/;

module.exports = function pool(job, finish) {
  var variant = job.variants[0];
  load(variant, function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    var pending = Object.create(null);
    var now = 0;
    var peak = 0;
    var types = Object.create(null);

    function ended(id) {
      if (!pending[id]) return;
      delete pending[id];
      now -= 1;
    }
    var hook = asyncHooks.createHook({
      init: function (id, type) {
        if (!POOL_TYPES.test(type)) return;
        pending[id] = true;
        types[type] = (types[type] || 0) + 1;
        now += 1;
        if (now > peak) peak = now;
      },
      before: ended,
      destroy: ended,
      promiseResolve: ended,
    });
    hook.enable();
    settle(operation, variant.style, function (error) {
      hook.disable();
      finish(error, { peak: peak, types: types });
    });
  });
};
