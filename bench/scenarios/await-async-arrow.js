/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'await-async-arrow',
  title: '`await (async () => value)()`',
  rules: ['no-promise-wrapped-await'],
  codemods: ['unwrap-promises'],
  claims: ['bytes', 'time'],
  node: '8.0.0',
  before: `
const value = 1;

exports.run = async function run() {
  return await (async () => value)();
};
`,
  after: { codemod: 'unwrap-promises' },
  expected: { before: { ticks: 1, promises: 3 }, after: { ticks: 1, promises: 3 } },
};
