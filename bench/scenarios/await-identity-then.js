/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'await-identity-then',
  title: '`await promise.then((value) => value)`',
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
  return await promise.then((value) => value);
};
`,
  after: { codemod: 'unwrap-promises' },
  expected: { before: { ticks: 2, promises: 3 }, after: { ticks: 1, promises: 2 } },
};
