import { getHeapSpaceStatistics } from 'node:v8';

import { expect, it } from 'vitest';

import { codemod } from '../codemods/callback-to-async.js';
import { convert } from '../core/codemod/convert.js';

/**
 * Stands alone: where large files have been converted before, V8 takes more objects for such as live on.
 *
 * @returns {number} MB of what it takes for that, and looks at only with the whole heap.
 */
function livingOn() {
  const space = getHeapSpaceStatistics().find((each) => each.space_name === 'old_space');
  return (space?.space_used_size ?? 0) / 1e6;
}

it('files that are done with are forgotten one by one', () => {
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
  expect(run().sites.map(({ status }) => status)).toEqual(Array(5).fill('converted'));
  for (let round = 0; round < 200; round += 1) run();
  const before = livingOn();
  const most = Math.max(...Array.from({ length: 400 }, () => (run(), livingOn())));
  // It was more than 50 where each tree was kept until the whole heap was looked at.
  expect(most - before).toBeLessThan(20);
});
