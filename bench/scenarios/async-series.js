/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-series',
  title: '`eachSeries` and `map` of the library `async`',
  rules: [],
  codemods: ['async-lib-to-async'],
  claims: [],
  node: '8.0.0',
  fan: 100,
  style: 'callback',
  before: `
const async = require('async');

function add(number, callback) {
  process.nextTick(callback, null, number + 1);
}

exports.run = function run(callback) {
  let sum = 0;
  async.eachSeries([1, 2, 3], (number, next) => {
    add(number, (error, result) => {
      if (error) return next(error);
      sum += result;
      next();
    });
  }, (error) => {
    if (error) return callback(error);
    async.map([sum, sum + 1], (number, next) => add(number, next), callback);
  });
};
`,
  after: { codemod: 'async-lib-to-async', options: { 'async-version': '3' } },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null } },
  note: '`eachSeries` and what else goes one after another becomes a loop that awaits; `map`, like `each`, `eachOf` and `times`, becomes `Promise.all`.',
};
