/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'promise-hook',
  title: '`createHook().enable()` of `async_hooks`, once in the process',
  rules: ['no-promise-patching'],
  codemods: [],
  claims: ['bytes', 'time'],
  node: '8.0.0',
  ownProcess: true,
  before: `
const { createHook } = require('async_hooks');
createHook({ init() {} }).enable();

const promise = Promise.resolve(1);

exports.run = async function run() {
  return await promise;
};
`,
  after: { remove: 'no-promise-patching' },
  expected: { before: { ticks: 1, promises: 2 }, after: { ticks: 1, promises: 2 } },
  note: 'Counting promises turns hooks on for both forms; bytes and time are measured without.',
};
