/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'stream-handler',
  title: 'a handler of `http` that reads a body of 100 chunks by listeners',
  rules: ['prefer-for-await-stream'],
  codemods: ['stream-events-to-for-await'],
  claims: [],
  node: '12.0.0',
  before: `
const http = require('http');
const { Readable } = require('stream');

const server = http.createServer((req, res) => {
  let size = 0;
  req.on('data', (chunk) => {
    size += chunk.length;
  });
  req.on('end', () => {
    res.end(String(size));
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
  after: { codemod: 'stream-events-to-for-await' },
  expected: { before: { ticks: 0 }, after: { ticks: null } },
  note: 'The handler alone, without a connection: a request over the network costs far more than either form. A loop may read several chunks of bytes from the buffer as one.',
};
