/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-detect',
  title: '`detect` of the library `async`',
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
  async.detect([1, 2, 3], (number, next) => {
    add(number, (error, result) => next(error, result > 2));
  }, callback);
};
`,
  after: {
    codemod: 'async-lib-to-async',
    options: { 'async-version': '3' },
  },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null } },
  note: '`some` and `every` become the same code.',
};
