'use strict';
/**
 * Loads an ES module. In a file of its own because `import()` is a syntax error on old Nodes; a
 * changed text is served in place of the file by a loader hook, so that its imports resolve.
 */
var url = require('url');

var copies = 0;
var registered = false;

module.exports = function importModule(variant) {
  copies += 1;
  var address = url.pathToFileURL(variant.filename);
  address.searchParams.set('copy', String(copies));
  if (typeof variant.source === 'string') {
    if (!registered) {
      registered = true;
      require('module').register(url.pathToFileURL(__dirname + '/served-source.mjs').href);
    }
    address.searchParams.set('source', Buffer.from(variant.source).toString('base64'));
  }
  return import(address.href);
};
