/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'for-await-of-promises',
  title: '`for await` over an array of three promises',
  rules: ['no-for-await-of-sync'],
  codemods: [],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '10.0.0',
  before: `
async function load() {
  return 1;
}

exports.run = async function run() {
  let sum = 0;
  for await (const number of [load(), load(), load()]) {
    sum += number;
  }
  return sum;
};
`,
  after: { rule: 'no-for-await-of-sync' },
  expected: { before: { ticks: 8, promises: 13 }, after: { ticks: 3, promises: 7 } },
};
