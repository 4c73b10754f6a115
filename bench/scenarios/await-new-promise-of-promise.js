/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'await-new-promise-of-promise',
  title: '`await new Promise((resolve) => resolve(promise))`',
  rules: ['no-promise-wrapped-await'],
  codemods: ['unwrap-promises'],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '8.0.0',
  before: `
async function load() {
  return 1;
}

const promise = load();

exports.run = async function run() {
  return await new Promise((resolve) => resolve(promise));
};
`,
  after: { codemod: 'unwrap-promises' },
  expected: { before: { ticks: 3, promises: 4 }, after: { ticks: 1, promises: 2 } },
};
