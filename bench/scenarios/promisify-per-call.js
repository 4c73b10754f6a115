/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'promisify-per-call',
  title: '`util.promisify` on every call',
  rules: ['no-promisify-in-function'],
  codemods: [],
  claims: ['bytes', 'time'],
  node: '8.0.0',
  before: `
const { promisify } = require('util');

function read(key, callback) {
  callback(null, key);
}

exports.run = async function run() {
  const readAsync = promisify(read);
  return await readAsync('key');
};
`,
  after: { rule: 'no-promisify-in-function' },
  expected: { before: { ticks: 1, promises: 3 }, after: { ticks: 1, promises: 3 } },
};
