/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'await-promise-resolve-of-value',
  title: '`await Promise.resolve(value)`',
  rules: ['no-promise-wrapped-await'],
  codemods: ['unwrap-promises'],
  claims: [],
  node: '8.0.0',
  before: `
const value = 1;

exports.run = async function run() {
  return await Promise.resolve(value);
};
`,
  after: { codemod: 'unwrap-promises' },
  expected: { before: { ticks: 1, promises: 3 }, after: { ticks: 1, promises: 3 } },
  note: 'No difference in ticks or promises on any Node, and in bytes only on Node 26: a matter of style.',
};
