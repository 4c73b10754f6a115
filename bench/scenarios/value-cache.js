/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'value-cache',
  title: 'an async function that returns a cached value',
  rules: ['no-cache-stampede', 'prefer-sync-fast-path'],
  codemods: [],
  claims: ['promises', 'bytes', 'time'],
  node: '8.0.0',
  before: `
const users = new Map();

async function load(id) {
  return { id };
}

async function getUser(id) {
  if (users.has(id)) return users.get(id);
  const user = await load(id);
  users.set(id, user);
  return user;
}

exports.run = function run() {
  return getUser(1);
};
`,
  after: { rule: 'no-cache-stampede' },
  expected: { before: { ticks: 0, promises: 1 }, after: { ticks: 0, promises: 0 } },
  note: 'A call that finds its value in the cache.',
};
