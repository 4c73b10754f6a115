/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'await-promise-resolve-of-promise',
  title: '`await Promise.resolve(promise)`',
  rules: ['no-promise-wrapped-await'],
  codemods: ['unwrap-promises'],
  claims: [],
  node: '8.0.0',
  before: `
async function load() {
  return 1;
}

const promise = load();

exports.run = async function run() {
  return await Promise.resolve(promise);
};
`,
  after: { codemod: 'unwrap-promises' },
  expected: { before: { ticks: 1, promises: 2 }, after: { ticks: 1, promises: 2 } },
  note: 'No difference in ticks or promises on any Node: a matter of style.',
};
