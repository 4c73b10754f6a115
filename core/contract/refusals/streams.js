/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** A stream that is read as a whole. */
const READ = `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  let body = '';
  fs.createReadStream(path)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => resolve(body))
    .on('error', reject);
});`;

/** Refusals of the codemods for streams alone. */
export const STREAM_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'code-follows': {
      message: 'the loop would stand in place of the listeners, but {subject}',
      advice: 'Move the listeners to the end of their function, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  const stream = fs.createReadStream(path);
  let body = '';
  stream.on('data', (chunk) => { body += chunk; });
  stream.on('error', reject);
  stream.on('end', () => resolve(body));
  if (!path) return;
});`,
    },
    'engines-lack-for-await': {
      message:
        'the code has to run on Nodes before {subject}, and their loops do not read such a stream to its end',
      advice: 'Raise engines.node to that version, then run again.',
      otherwise: { option: 'node', value: '20', where: 'the code runs on newer versions only' },
      example: READ,
      given: { manifest: { engines: { node: '>=10' } } },
    },
    'listener-form': {
      message: 'the listener cannot become the body of a loop: {subject}',
      advice:
        'Write the listener as a function without `this` that takes the chunk and waits for nothing, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  fs.createReadStream(path)
    .on('data', async (chunk) => { await save(chunk); })
    .on('end', () => resolve())
    .on('error', reject);
});`,
    },
    'listeners-apart': {
      message: 'its `end` listener stands elsewhere',
      advice: 'Write the listeners of the stream one after the other, then run again.',
      example: `require('http').createServer((req, res) => {
  req.on('data', (chunk) => res.write(chunk));
  if (req.url) { req.on('end', () => res.end()); }
});`,
    },
    'listeners-outside': {
      message: 'no function around the listeners of {subject} could become async',
      advice:
        'Put the code into an async function, or into `for await` by hand if the file is a module.',
      example: `let body = '';
process.stdin.on('data', (chunk) => { body += chunk; });
process.stdin.on('end', () => console.log(body));`,
    },
    'name-shared': {
      message: 'a listener and the function around it both have a variable {subject}',
      advice: 'Rename one of the two, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  let body = '';
  const text = 1;
  fs.createReadStream(path)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => { var text = body.trim(); resolve(text); })
    .on('error', reject);
});`,
    },
    'result-observed-outside': {
      message: 'a caller may use the value that {subject} returns',
      advice:
        'Return a promise from it, `new Promise(…)` around the listeners, or call back as Node does, `cb(null, body)` and `cb(error)`, then run again.',
      example: `const fs = require('fs');
exports.collect = (stream, use, fail) => {
  let body = '';
  stream.on('data', (chunk) => { body += chunk; });
  stream.on('end', () => use(body));
  stream.on('error', fail);
};`,
    },
    'settles-otherwise': {
      message: 'the promise has to be settled once, as the last step: {subject}',
      advice: 'Call `resolve` or `reject` last on every way through the listeners, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  let body = '';
  fs.createReadStream(path)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => { if (body) resolve(body); })
    .on('error', reject);
});`,
    },
    'stream-error-unheard': {
      message: 'no listener hears an error of {subject}, and the loop would throw it',
      advice: 'Add a listener for `error`, then run again.',
      example: `require('http').get(url, (response) => {
  let body = '';
  response.on('data', (chunk) => { body += chunk; });
  response.on('end', () => save(body));
});`,
    },
    'stream-shared': {
      message: 'other code uses the stream too: {subject}',
      advice:
        'Read the stream in one place only, and stop it with a `throw` out of the loop, by hand.',
      example: `require('http').createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => { body += chunk; if (body.length > 1e6) req.destroy(); });
  req.on('end', () => res.end(body));
});`,
    },
    'stream-unknown': {
      message: "nothing shows that {subject} is a readable stream of Node's own",
      advice: 'Check that it is an asynchronous iterable, and write `for await` by hand.',
      example: `const request = require('request');
exports.read = (url) => new Promise((resolve, reject) => {
  let body = '';
  request(url)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => resolve(body))
    .on('error', reject);
});`,
    },
  }),
);
