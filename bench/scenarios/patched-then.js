/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'patched-then',
  title: '`Promise.prototype.then` replaced by a wrapper, once in the process',
  rules: ['no-promise-patching'],
  codemods: [],
  claims: ['bytes', 'time'],
  node: '8.0.0',
  ownProcess: true,
  before: `
const { then } = Promise.prototype;
Promise.prototype.then = function (...handlers) {
  return then.apply(this, handlers);
};

const promise = Promise.resolve(1);

async function load() {
  return promise;
}

exports.run = async function run() {
  return await load();
};
`,
  after: { remove: 'no-promise-patching' },
  expected: { before: { ticks: 3, promises: 4 }, after: { ticks: 3, promises: 4 } },
};
