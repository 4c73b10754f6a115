/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'promise-chain',
  title: 'a chain of three `then` and a `catch`',
  rules: ['prefer-await-over-chain'],
  codemods: ['promise-chain-to-async'],
  claims: ['ticks', 'promises', 'time'],
  node: '10.0.0',
  before: `
function add(number) {
  return Promise.resolve(number + 1);
}

exports.run = function run() {
  return add(1)
    .then((first) => add(first))
    .then((second) => add(second))
    .then((third) => third * 2)
    .catch(() => 0);
};
`,
  after: { codemod: 'promise-chain-to-async' },
  expected: { before: { ticks: 8, promises: 9 }, after: { ticks: 3, promises: 7 } },
};
