import { expect, it } from 'vitest';

import { countAsync } from './count-async.js';

it.each([
  [`const async = require('async'); async.each(a, b, c);`, ['each']],
  [
    `var a; a = require('async'); a.series([function (cb) { a.setImmediate(cb); }]);`,
    ['series', 'setImmediate'],
  ],
  [`const { map, each: all } = require('async'); map(); all(); other();`, ['map', 'each']],
  [
    `const each = require('async/each'); const map = require('async').map; each(); map();`,
    ['each', 'map'],
  ],
  [`import async, { parallel as run } from 'async'; async.queue(); run();`, ['queue', 'parallel']],
  [
    `import * as flow from 'async'; import until from 'async/until.js'; flow.times(); until();`,
    ['times', 'until'],
  ],
  [`require('async').whilst();`, ['whilst']],
  [`const async = require('neo-async'); async.each(a, b, c);`, []],
])('finds the calls of async by names alone: %s', (source, names) => {
  expect(countAsync(source).map(({ name }) => name)).toEqual(names);
});

it('says where they are, as sites do', () => {
  expect(countAsync(`const async = require('async');\n  async.each(a, b);`)).toEqual([
    { name: 'each', line: 2, column: 3 },
  ]);
});
