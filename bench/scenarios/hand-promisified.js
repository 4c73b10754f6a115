/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'hand-promisified',
  title: '`fs.access` made into a promise by hand',
  rules: ['no-promise-constructor-wrap'],
  codemods: ['unwrap-promises'],
  claims: [],
  node: '10.0.0',
  before: `
const fs = require('fs');

exports.run = function run() {
  return new Promise((resolve, reject) => {
    fs.access(__dirname, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
};
`,
  after: { codemod: 'unwrap-promises' },
  expected: { before: { ticks: null }, after: { ticks: null } },
  note: 'For clarity, not for speed: the call itself, on a thread of the pool, costs more than either promise. Each Node allocates another number of bytes for a form of `fs`.',
};
