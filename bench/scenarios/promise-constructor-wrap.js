/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'promise-constructor-wrap',
  title: '`new Promise((resolve, reject) => promise.then(resolve, reject))`',
  rules: ['no-promise-constructor-wrap'],
  codemods: ['unwrap-promises'],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '8.0.0',
  before: `
async function load() {
  return 1;
}

exports.run = function run() {
  return new Promise((resolve, reject) => {
    load().then(resolve, reject);
  });
};
`,
  after: { codemod: 'unwrap-promises' },
  expected: { before: { ticks: 1, promises: 3 }, after: { ticks: 0, promises: 1 } },
};
