/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'global-promise-override',
  title: "`global.Promise = require('bluebird')` beside async functions",
  rules: ['no-global-promise-override'],
  codemods: [],
  claims: ['ticks', 'bytes', 'time'],
  node: '8.0.0',
  ownProcess: true,
  fan: 100,
  before: `
global.Promise = require('bluebird');

function add(number) {
  return new Promise((resolve) => resolve(number + 1));
}

exports.run = async function run() {
  return (await add(1)) + (await add(2)) + (await add(3));
};
`,
  after: { rule: 'no-global-promise-override' },
  expected: { before: { ticks: null, promises: 7 }, after: { ticks: 3, promises: 7 } },
  note: "Each `await` of a bluebird promise waits for a turn of the event loop. Promises of bluebird are not in the count: only the engine's are.",
};
