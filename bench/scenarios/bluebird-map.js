/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'bluebird-map',
  title: '`Promise.map` of bluebird over three items, awaited',
  rules: ['prefer-native-promise'],
  codemods: ['bluebird-to-native'],
  claims: [],
  node: '8.0.0',
  fan: 100,
  before: `
const Bluebird = require('bluebird');

function add(number) {
  return Promise.resolve(number + 1);
}

exports.run = async function run() {
  return await Bluebird.map([1, 2, 3], (number) => add(number));
};
`,
  after: { codemod: 'bluebird-to-native' },
  expected: { before: { ticks: null }, after: { ticks: 5 } },
  note: "Promises of bluebird are not in the count: only the engine's are.",
};
