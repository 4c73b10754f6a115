/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'bluebird-coroutine',
  title: 'an exported `Promise.coroutine` of bluebird with three yields',
  rules: ['no-generator-coroutine'],
  codemods: ['generator-to-async'],
  claims: ['time'],
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
  after: { codemod: 'generator-to-async' },
  expected: { before: { ticks: null, promises: 6 }, after: { ticks: null, promises: 8 } },
  note: "Callers outside still get a bluebird promise, one loop turn later. Promises of bluebird are not in the count: only the engine's are.",
};
