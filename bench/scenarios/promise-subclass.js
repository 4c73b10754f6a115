/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'promise-subclass',
  title: '`await` of a subclass of `Promise`',
  rules: ['no-promise-subclass'],
  codemods: [],
  claims: ['ticks', 'promises', 'bytes', 'time'],
  node: '8.0.0',
  before: `
class Query extends Promise {}

const query = Query.resolve(1);

exports.run = async function run() {
  return await query;
};
`,
  after: {
    rule: 'no-promise-subclass',
    advised: `
const query = Promise.resolve(1);

exports.run = async function run() {
  return await query;
};
`,
  },
  expected: { before: { ticks: 3, promises: 4 }, after: { ticks: 1, promises: 2 } },
  note: 'The rule repairs nothing: the form after is what its page advises, a native promise.',
};
