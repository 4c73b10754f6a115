/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'closure-on-fast-path',
  title: 'an async closure created before the check that makes it unnecessary',
  rules: ['no-closure-async-fast-path'],
  codemods: ['hoist-async-closure'],
  claims: ['bytes'],
  node: '8.0.0',
  before: `
const cache = new Map([['key', { hit: true }]]);

function fetchValue(key) {
  return Promise.resolve({ key });
}

function get(key) {
  const load = async () => {
    const value = await fetchValue(key);
    cache.set(key, value);
    return value;
  };
  if (cache.has(key)) {
    return cache.get(key);
  }
  return load();
}

exports.run = function run() {
  return get('key');
};
`,
  after: { codemod: 'hoist-async-closure' },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: 0, promises: 0 } },
  note: 'The fast path has no asynchronous part: the closure and its context are all that it allocates.',
};
