/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'for-await-of-array',
  title: '`for await` over an array of three numbers',
  rules: ['no-for-await-of-sync'],
  codemods: [],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '10.0.0',
  before: `
exports.run = async function run() {
  let sum = 0;
  for await (const number of [1, 2, 3]) {
    sum += number;
  }
  return sum;
};
`,
  after: { rule: 'no-for-await-of-sync' },
  expected: { before: { ticks: 8, promises: 13 }, after: { ticks: 0, promises: 1 } },
};
