/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'stream-text',
  title: 'the text of a readable stream of 100 chunks, collected by listeners',
  rules: ['prefer-for-await-stream'],
  codemods: ['stream-events-to-for-await'],
  claims: [],
  node: '16.7.0',
  before: `
const { Readable } = require('stream');

function letters() {
  let next = 0;
  return new Readable({
    read() {
      this.push(next++ < 100 ? 'letter' : null);
    },
  });
}

exports.run = function run() {
  return new Promise((resolve, reject) => {
    const stream = letters();
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('end', () => {
      resolve(text);
    });
    stream.on('error', reject);
  });
};
`,
  after: { codemod: 'stream-events-to-for-await', options: { node: '16.7' } },
  expected: { before: { ticks: 0 }, after: { ticks: null } },
  note: '`text` of `stream/consumers` is a `for await` loop, as are `json` and `buffer`, which stand for `JSON.parse` of a text and for `Buffer.concat`.',
};
