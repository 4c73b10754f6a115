/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-fold',
  title: '`reduce` of the library `async`',
  rules: [],
  codemods: ['async-lib-to-async'],
  claims: [],
  node: '8.2.0',
  fan: 100,
  style: 'callback',
  before: `
const async = require('async');

function add(number, callback) {
  process.nextTick(callback, null, number + 1);
}

exports.run = function run(callback) {
  async.reduce([1, 2, 3], 0, (sum, number, next) => {
    add(number, (error, result) => next(error, sum + result));
  }, callback);
};
`,
  after: {
    codemod: 'async-lib-to-async',
    options: { 'async-version': '3' },
  },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null } },
  note: 'A loop that awaits each, as `mapSeries`, `filterSeries` and `detectSeries` become.',
};
