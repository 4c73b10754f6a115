/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'stream-lines',
  title: '100 lines, collected by listeners of readline',
  rules: ['prefer-for-await-stream'],
  codemods: ['stream-events-to-for-await'],
  claims: [],
  node: '12.0.0',
  before: `
const { Readable } = require('stream');
const readline = require('readline');

const TEXT = 'a line\\n'.repeat(100);

exports.run = function run() {
  return new Promise((resolve) => {
    const rl = readline.createInterface({ input: Readable.from([TEXT]) });
    let size = 0;
    rl.on('line', (line) => {
      size += line.length;
    });
    rl.on('close', () => {
      resolve(size);
    });
  });
};
`,
  after: { codemod: 'stream-events-to-for-await' },
  expected: { before: { ticks: 0 }, after: { ticks: 101 } },
  note: 'For safety, not for speed, here too.',
};
