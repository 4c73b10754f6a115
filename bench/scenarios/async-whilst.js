/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-whilst',
  title: '`whilst` of the library `async`',
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
  let number = 0;
  async.whilst((test) => test(null, number < 3), (next) => {
    add(number, (error, result) => {
      number = result;
      next(error);
    });
  }, callback);
};
`,
  after: {
    codemod: 'async-lib-to-async',
    options: { 'async-version': '3' },
  },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null } },
  note: '`until`, `doWhilst` and `doUntil` become the same code: a loop.',
};
