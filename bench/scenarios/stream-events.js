/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'stream-events',
  title: 'a readable stream of 100 chunks, collected by listeners',
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

exports.run = function run() {
  return new Promise((resolve, reject) => {
    const stream = numbers();
    let sum = 0;
    stream.on('data', (chunk) => {
      sum += chunk;
    });
    stream.on('end', () => {
      resolve(sum);
    });
    stream.on('error', reject);
  });
};
`,
  after: { codemod: 'stream-events-to-for-await' },
  expected: { before: { ticks: 0, promises: 1 }, after: { ticks: null } },
  note: 'The loop is for safety, not for speed: a hundredth of the difference is what it takes longer for each chunk.',
};
