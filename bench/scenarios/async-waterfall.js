/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-waterfall',
  title: '`waterfall` of the library `async`',
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
  async.waterfall([
    (next) => add(1, next),
    (number, next) => add(number, next),
    (number, next) => add(number, next),
  ], callback);
};
`,
  after: {
    codemod: 'async-lib-to-async',
    options: { 'async-version': '3' },
  },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null } },
  note: '`series` becomes the same code: one `await` after the other.',
};
