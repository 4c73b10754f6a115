/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'patched-species',
  title: '`Promise[Symbol.species]` defined anew, once in the process',
  rules: ['no-promise-patching'],
  codemods: [],
  claims: ['time'],
  node: '8.0.0',
  ownProcess: true,
  before: `
Object.defineProperty(Promise, Symbol.species, { value: Promise });

const promise = Promise.resolve(1);

exports.run = async function run() {
  return await promise;
};
`,
  after: { remove: 'no-promise-patching' },
  expected: { before: { ticks: 1, promises: 2 }, after: { ticks: 1, promises: 2 } },
  note: 'The same promises are made; each `await` looks up `constructor`.',
};
