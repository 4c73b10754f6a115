/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'stream-finished',
  title: 'a handler of `http` that waits for the end of a body of 100 chunks by listeners',
  rules: ['prefer-for-await-stream'],
  codemods: ['stream-events-to-for-await'],
  claims: [],
  node: '16.0.0',
  before: `
const http = require('http');
const { Readable } = require('stream');

const server = http.createServer((req, res) => {
  req.on('data', () => {});
  req.on('end', () => {
    res.end('done');
  });
});

function body() {
  let next = 0;
  return new Readable({
    read() {
      this.push(next++ < 100 ? 'letter' : null);
    },
  });
}

exports.run = function run() {
  return new Promise((resolve) => {
    server.emit('request', body(), { end: resolve });
  });
};
`,
  after: { codemod: 'stream-events-to-for-await', options: { node: '16' } },
  expected: { before: { ticks: 0 }, after: { ticks: 1 } },
  note: '`finished` of `stream/promises` looks at no chunk, so nothing is added for each.',
};
