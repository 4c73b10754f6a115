import rule from '../../rules/prefer-for-await-stream.js';
import { testRule } from './rule-tester.js';

const HANDLER = `const http = require('http');
http.createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => {
    res.end(body);
  });
});`;

const HANDLER_LOOP = `const http = require('http');
http.createServer(async (req, res) => {
  try {
    let body = '';
    for await (const chunk of req) {
      body += chunk;
    }
    res.end(body);
  } catch {
    res.statusCode = 500;
    res.end();
  }
});`;

testRule('prefer-for-await-stream', rule, {
  valid: [
    {
      name: 'a stream that may not be there',
      code: 'function read(s) {\n  return new Promise((resolve, reject) => {\n    let all = "";\n    s?.on("data", (c) => { all += c; });\n    s.on("end", () => resolve(all));\n    s.on("error", reject);\n  });\n}\n',
    },
    {
      name: 'computed, with a rest parameter',
      code: 'function read(s) {\n  return new Promise((resolve, reject) => {\n    let all = "";\n    s["on"](`data`, (...c) => { all += c; });\n    s.on("end", () => resolve(/* whole */ all));\n    s.on("error", reject);\n  });\n}\n',
    },
    { name: 'a loop', code: 'async function f(stream) { for await (const c of stream) use(c); }' },
    {
      name: 'no end',
      code: "const fs = require('fs'); fs.createReadStream('a').on('data', (c) => use(c));",
    },
    {
      name: 'an emitter of another kind',
      code: "function f(parser) { return new Promise((ok) => { parser.on('data', use); parser.on('end', ok); }); }",
    },
    {
      name: 'paused between chunks',
      code: "function f(stream) { return new Promise((ok, no) => { stream.on('data', (c) => { stream.pause(); use(c); }); stream.on('end', ok); stream.on('error', no); }); }",
    },
    {
      name: 'a callback',
      code: "function f(stream, cb) { let s = ''; stream.on('data', (c) => { s += c; }); stream.on('end', () => cb(null, s)); stream.on('error', cb); }",
    },
    // As in bin.js of clinic: all is handed on, and a wrapper would have to keep the callback.
    {
      name: 'a callback that hears of the error',
      code: "const fs = require('fs'); function hash(file, cb) { const sha = start(); fs.createReadStream(file).on('data', (c) => sha.update(c)).on('end', () => cb(null, sha)).on('error', cb); }",
    },
    // As in lib/smtp-server.js of smtp-server.
    {
      name: 'a method that has to call back',
      code: "const fs = require('fs'); exports.Server = class {\n  size(file, callback) {\n    const stream = fs.createReadStream(file);\n    let size = 0;\n    stream.on('data', (chunk) => {\n      size += chunk.length;\n    });\n    stream.on('end', () => {\n      callback(null, size);\n    });\n  }\n};",
    },
    // As in test/reply-trailers.test.js of fastify.
    {
      name: 'a handler that hears of the error',
      code: "const http = require('http'); exports.get = (url) => new Promise((resolve, reject) => { http.get(url, (res) => { let all = ''; res.on('data', (c) => { all += c; }); res.on('end', () => resolve(all)); res.on('error', reject); }).on('error', reject); });",
    },
    {
      name: 'the top of a file',
      code: "process.stdin.on('data', use); process.stdin.on('end', done);",
    },
  ],
  invalid: [
    {
      name: 'a handler of requests',
      code: HANDLER,
      languageOptions: { sourceType: 'commonjs' },
      errors: [
        {
          messageId: 'listeners',
          data: { stream: 'req' },
          line: 4,
          suggestions: [{ messageId: 'useLoop', output: HANDLER_LOOP }],
        },
      ],
    },
    {
      name: 'a promise',
      code: `import { createReadStream } from 'node:fs';
export const read = (path) =>
  new Promise((resolve, reject) => {
    const chunks = [];
    createReadStream(path)
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', reject)
      .on('end', () => resolve(Buffer.concat(chunks)));
  });`,
      errors: [
        {
          messageId: 'listeners',
          suggestions: [
            {
              messageId: 'useLoop',
              output: `import { createReadStream } from 'node:fs';
export const read = async (path) => {
  const chunks = [];
  for await (const chunk of createReadStream(path)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};`,
            },
          ],
        },
      ],
    },
  ],
});
