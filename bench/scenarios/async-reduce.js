/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'async-reduce',
  title: '`reduce` with an async callback over three numbers',
  rules: ['no-async-reduce'],
  codemods: [],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '8.0.0',
  before: `
const numbers = [1, 2, 3];

async function add(left, right) {
  return left + right;
}

exports.run = async function run() {
  const sum = await numbers.reduce(async (before, number) => {
    const total = await before;
    return await add(total, number);
  }, 0);
  return sum;
};
`,
  after: { rule: 'no-async-reduce' },
  expected: { before: { ticks: 7, promises: 15 }, after: { ticks: 3, promises: 7 } },
};
