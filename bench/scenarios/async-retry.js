/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-retry',
  title: '`retry` of the library `async`, without an error',
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
  async.retry(3, (next) => add(1, next), callback);
};
`,
  after: {
    codemod: 'async-lib-to-async',
    options: { 'async-version': '3' },
  },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null } },
};
