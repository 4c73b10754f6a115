/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'co-wrap',
  title: '`co.wrap(function* () {})` with three yields',
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
  const first = yield add(1);
  const second = yield add(first);
  return yield add(second);
});
`,
  after: { codemod: 'generator-to-async' },
  expected: { before: { ticks: 3, promises: 7 }, after: { ticks: 3, promises: 7 } },
};
