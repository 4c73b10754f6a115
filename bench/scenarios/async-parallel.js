/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-parallel',
  title: '`parallel` of the library `async`',
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
  async.parallel([
    (next) => add(1, next),
    (next) => add(2, next),
    (next) => add(3, next),
  ], callback);
};
`,
  after: {
    codemod: 'async-lib-to-async',
    options: { 'async-version': '3' },
  },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null } },
  note: 'Of objects, too: `Promise.all`.',
};
