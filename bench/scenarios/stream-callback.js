/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'stream-callback',
  title: 'a readable stream of 100 chunks, collected by a function with a node-style callback',
  rules: ['prefer-for-await-stream'],
  codemods: ['stream-events-to-for-await'],
  claims: [],
  node: '12.0.0',
  before: `
const { Readable } = require('stream');

function numbers() {
  let next = 0;
  return new Readable({
    objectMode: true,
    read() {
      this.push(next < 100 ? (next += 1) : null);
    },
  });
}

function total(stream, cb) {
  let sum = 0;
  stream.on('data', (chunk) => {
    sum += chunk;
  });
  stream.on('end', () => {
    cb(null, sum);
  });
  stream.on('error', cb);
}

exports.run = function run() {
  return new Promise((resolve, reject) => {
    total(numbers(), (error, sum) => {
      if (error) reject(error);
      else resolve(sum);
    });
  });
};
`,
  after: { codemod: 'stream-events-to-for-await' },
  expected: { before: { ticks: 0 }, after: { ticks: null } },
  note: 'Beside the loop, the wrapper costs one turn of `process.nextTick` for each call.',
};
