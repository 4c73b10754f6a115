import { getHeapSpaceStatistics } from 'node:v8';

import { codemod } from '../../codemods/callback-to-async.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * Prints by how many MB old space grows at most over 400 conversions of one file. It is a process of its own: in a
 * test runner, V8 has learned from other code that objects live long, and allocates them in old space at once.
 */

const functions = Array.from(
  { length: 5 },
  (_, index) => `exports.load${index} = function (name, cb) {
  fs.readFile(name, function (err, text) {
    if (err) return cb(err);
    cb(null, JSON.parse(text));
  });
};
`,
);
const source = ["const fs = require('fs');\n", ...functions].join('\n');
const run = () => convert({ path: 'a.js', source }, codemod, { accept: 'timing-unobservable' });

const statuses = run().sites.map(({ status }) => status);
for (let round = 0; round < 100; round += 1) run();
const before = oldSpace();
const most = Math.max(...Array.from({ length: 400 }, () => (run(), oldSpace())));
process.stdout.write(JSON.stringify({ statuses, grown: most - before }));

/** @returns {number} MB that objects in old space take. */
function oldSpace() {
  const space = getHeapSpaceStatistics().find((each) => each.space_name === 'old_space');
  return (space?.space_used_size ?? 0) / 1e6;
}
