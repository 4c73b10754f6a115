/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-wrapper',
  title: 'an async function that only returns what another one returns',
  rules: ['no-useless-async'],
  codemods: [],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '8.0.0',
  before: `
async function load(key) {
  return { key };
}

async function get(key) {
  return load(key);
}

exports.run = function run() {
  return get('key');
};
`,
  after: { rule: 'no-useless-async' },
  expected: { before: { ticks: 2, promises: 3 }, after: { ticks: 0, promises: 1 } },
};
