/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'callback-nest',
  title: 'a nest of three node-style callbacks',
  rules: ['prefer-async-over-callback'],
  codemods: ['callback-to-async'],
  claims: [],
  node: '8.0.0',
  fan: 100,
  style: 'callback',
  before: `
function add(number, callback) {
  process.nextTick(callback, null, number + 1);
}

exports.run = function run(callback) {
  add(1, (error, first) => {
    if (error) return callback(error);
    add(first, (error, second) => {
      if (error) return callback(error);
      add(second, callback);
    });
  });
};
`,
  after: { codemod: 'callback-to-async' },
  expected: { before: { ticks: 0, promises: 0 }, after: { ticks: null, promises: 8 } },
  note: 'The conversion is for clarity and for safety: it is no faster.',
};
