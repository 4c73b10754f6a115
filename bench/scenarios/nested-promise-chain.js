/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'nested-promise-chain',
  title: 'a chain in the handler of a chain, with `finally`',
  rules: ['prefer-await-over-chain'],
  codemods: ['promise-chain-to-async'],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '10.0.0',
  before: `
function add(number) {
  return Promise.resolve(number + 1);
}

let open = 0;

exports.run = function run() {
  open += 1;
  return add(1)
    .then((first) => add(first).then((second) => first + second))
    .finally(() => {
      open -= 1;
    });
};
`,
  after: { codemod: 'promise-chain-to-async' },
  expected: { before: { ticks: 6, promises: 9 }, after: { ticks: 2, promises: 5 } },
};
