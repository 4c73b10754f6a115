/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'co-array',
  title: '`co.wrap` with a yielded array',
  rules: ['no-generator-coroutine'],
  codemods: ['generator-to-async'],
  claims: ['bytes', 'time'],
  node: '8.0.0',
  fan: 100,
  before: `
const co = require('co');

function add(number) {
  return Promise.resolve(number + 1);
}

exports.run = co.wrap(function* () {
  const [first, second] = yield [add(1), add(2)];
  return first + second;
});
`,
  after: { codemod: 'generator-to-async' },
  expected: { before: { ticks: 2, promises: 7 }, after: { ticks: 2, promises: 7 } },
};
