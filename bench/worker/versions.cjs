'use strict';
/** Which Node this is. */
module.exports = function versions(job, finish) {
  finish(null, { node: process.versions.node, v8: process.versions.v8 });
};
