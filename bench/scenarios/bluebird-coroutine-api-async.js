/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'bluebird-coroutine-api-async',
  title: '`Promise.coroutine` of bluebird with three yields, converted with `--api=async`',
  rules: ['no-generator-coroutine'],
  codemods: ['generator-to-async'],
  claims: ['ticks', 'time'],
  node: '8.0.0',
  fan: 100,
  before: `
const Bluebird = require('bluebird');

function add(number) {
  return Promise.resolve(number + 1);
}

exports.run = Bluebird.coroutine(function* () {
  const first = yield add(1);
  const second = yield add(first);
  return yield add(second);
});
`,
  after: { codemod: 'generator-to-async', options: { api: 'async' } },
  expected: { before: { ticks: null, promises: 6 }, after: { ticks: 3, promises: 7 } },
  note: "Callers outside get a native promise. Promises of bluebird are not in the count: only the engine's are.",
};
