import rule from '../../rules/prefer-async-over-callback.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

testRule('prefer-async-over-callback', rule, {
  valid: [
    {
      name: 'a handler that waits once',
      code: `const fs = require('fs');
app.get('/', (req, res, next) => {
  fs.readFile('index.html', (err, html) => {
    if (err) return next(err);
    res.send(html);
  });
});`,
    },
    // An optional call may never call back.
    `const fs = require('fs');
     exports.size = function (file, cb) { fs?.stat(file, (err, stats) => { cb(err, stats?.size); }); };`,
    // How many results there are is not known.
    `const fs = require('fs');
     exports.size = function (file, cb) { fs['stat'](file, (err, ...all) => { if (err) return cb(err); cb(null, ...all); }); };`,
    // A comment where the callback should be.
    `exports.load = function (/* file, cb */) { return \`\${file}\`; };`,
    // Async already.
    `async function load(file) { return parse(await read(file)); }`,
    // Only hands its callback on.
    `exports.load = function (file, cb) { fs.readFile(file, cb); };`,
    // Not error-first, whatever its name.
    `exports.each = function (list, cb) { list.forEach((item) => cb(item)); };`,
    // A listener may be called any number of times.
    `exports.watch = function (stream, cb) { stream.on('error', (err) => cb(err)); };`,
    // Only puts off its answer: there is nothing to wait for.
    `exports.all = function (filter, cb) { process.nextTick(() => cb(null, [])); };`,
    `exports.all = function (filter, cb) { const all = find(filter); setImmediate(() => cb(null, all)); };`,
    // One call and a callback: the wrapper would be longer than what it stands for.
    `const fs = require('fs');
     exports.size = function (file, cb) { fs.stat(file, (err, stats) => { if (err) return cb(err); cb(null, stats.size); }); };`,
    // No error-first callbacks: the promises around them are no clearer.
    `const fs = require('fs');
     exports.make = function (file, cb) { fs.exists(file, (is) => { if (is) return cb(null); fs.exists(other, (is) => { cb(null, is); }); }); };`,
    // Of the two calls one is handed the callback itself, as in lib/completion.js of pm2.
    `const fs = require('fs');
     exports.read = function (file, cb) { fs.lstat(file, (err) => { if (err) return cb(new Error('No ' + file)); fs.readFile(file, 'utf8', cb); }); };`,
    // Stands in for a function that takes a callback, as in lib/utils/standalone-patch.js of serverless.
    `const fs = require('fs');
     fs.copyFile = function (from, to, cb) { fs.readFile(from, (err, data) => { if (err) return cb(err); fs.writeFile(to, data, (err) => { if (err) return cb(err); cb(null); }); }); };`,
    // A caller cannot be async, so it gets an async function within, as in lib/smtp-interface.js of zone-mta.
    `const fs = require('fs');
     exports.start = function (options, callback) {
       const getFile = (file, done) => { fs.access(file, (err) => { if (err) return done(err); fs.readFile(file, done); }); };
       const getFiles = (done) => { getFile(options.key, (err, key) => { options.key = key; getFile(options.cert, (err, cert) => { options.cert = cert; done(); }); }); };
       getFiles(() => { listen(options, callback); });
     };`,
    // The callback is the contract with what the function is handed to, or is a method for.
    `const fs = require('fs');
     app.register((instance, options, done) => { fs.stat(options.file, (err) => { if (err) return done(err); fs.readFile(options.file, (err, text) => { if (err) return done(err); instance.text = text; done(null); }); }); });`,
    // Behind a call of Node one of a method, whose promise form would be made on every call.
    `const fs = require('fs');
exports.load = (db, file) => new Promise((resolve, reject) => {
  fs.readFile(file, 'utf8', (err, key) => {
    if (err) return reject(err);
    db.get(key, (err, value) => {
      if (err) return reject(err);
      resolve(value.text);
    });
  });
});`,
    // Helpers that promisify: made again on every call, a promise form is slower than what they do. As in
    // src/services/blockchain.ts of bitcore.
    'function callbackResult(fn) { return new Promise((resolve, reject) => fn((err, data) => (err ? reject(err) : resolve(data)))); }',
    'exports.call = (fn, ...args) => new Promise((resolve, reject) => fn(...args, (err, data) => { if (err) { reject(err); } else { resolve(data); } }));',
    // One method of an object, as in lib/output/CopyPlugin.js of webpack, lib/dialects/pgnative of knex and
    // lib/connection/connection.js of snowflake-sdk.
    `exports.isValid = (info, snapshot) => new Promise((resolve, reject) => { info.check(snapshot, (err, isValid) => { if (err) return reject(err); resolve(isValid === true); }); });`,
    // A promise for one function, which has no other.
    `const store = require('store');
     exports.load = (key) => new Promise((resolve, reject) => store(key, (err, value) => (err ? reject(err) : resolve(value))));`,
    // A promise for listeners.
    `exports.ended = (stream) => new Promise((resolve, reject) => { stream.on('end', resolve); stream.on('error', (err) => reject(err)); });`,
    // What the codemod refuses is not reported: here the callback may be called twice.
    `const fs = require('fs');
     exports.load = function (file, cb) {
       fs.readFile(file, (err, data) => {
         if (err) cb(err);
         cb(null, data);
       });
     };`,
  ],
  invalid: [
    {
      name: 'a package that runs on Nodes without fs.promises and catch without a name',
      code: `const fs = require('fs');
exports.load = function (file, cb) {
  fs.readFile(file, (err, text) => {
    if (err) return cb(new Error('No ' + file));
    fs.readFile(text + file, 'utf8', (err, more) => {
      if (err) return cb(err);
      cb(null, more.trim());
    });
  });
};`,
      filename: fileOf('node-8'),
      errors: [
        {
          messageId: 'callback',
          suggestions: [
            {
              messageId: 'convert',
              output: `const fs = require('fs');
const util = require('util');

const readFileAsync = util.promisify(fs.readFile);
exports.load = function (file, cb) {
  loadAsync(file).then(
    (value) => process.nextTick(() => cb(null, value)),
    (err) => process.nextTick(() => cb(err)),
  );
};

async function loadAsync(file) {
  let text;
  try {
    text = await readFileAsync(file);
  } catch (err) {
    throw new Error('No ' + file);
  }
  const more = await readFileAsync(text + file, 'utf8');
  return more.trim();
}

Object.defineProperty(exports.load, util.promisify.custom, {
  value: loadAsync,
});`,
            },
          ],
        },
      ],
    },
    {
      name: 'a promise that is settled in a callback',
      code: `const fs = require('fs');
exports.size = (file) => new Promise((resolve, reject) => {
  fs.stat(file, (err, stats) => {
    if (err) return reject(err);
    resolve(stats.size);
  });
});`,
      errors: [
        {
          messageId: 'promise',
          data: { name: '`size`' },
          line: 2,
          column: 16,
          suggestions: [
            {
              messageId: 'convertHandler',
              data: { name: '`size`' },
              output: `const fs = require('fs');
exports.size = async (file) => {
  const stats = await fs.promises.stat(file);
  return stats.size;
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'a handler that waits twice',
      code: `const fs = require('fs');
app.get('/', (req, res, next) => {
  fs.readlink('index', (err, file) => {
    if (err) return next(err);
    fs.readFile(file, (err, html) => {
      if (err) return next(err);
      res.send(html);
    });
  });
});
`,
      errors: [
        {
          messageId: 'handler',
          data: { name: 'The function' },
          line: 2,
          suggestions: [
            {
              messageId: 'convertHandler',
              data: { name: 'The function' },
              output: `const fs = require('fs');
app.get('/', async (req, res, next) => {
  try {
    const file = await fs.promises.readlink('index');
    const html = await fs.promises.readFile(file);
    res.send(html);
  } catch (err) {
    next(err);
  }
});
`,
            },
          ],
        },
      ],
    },
    // The inside becomes async, a wrapper keeps the outside.
    {
      code: `const fs = require('fs');
const util = require('util');

function size(link, cb) {
  fs.readlink(link, (err, file) => {
    if (err) return cb(err);
    fs.stat(file, (err, stats) => {
      if (err) return cb(err);
      cb(null, stats.size);
    });
  });
}
module.exports = size;
`,
      errors: [
        {
          messageId: 'callback',
          data: { name: '`size`' },
          line: 4,
          column: 1,
          suggestions: [
            {
              messageId: 'convert',
              data: { name: '`size`' },
              output: `const fs = require('fs');
const util = require('util');

function size(link, cb) {
  sizeAsync(link).then(
    (value) => process.nextTick(() => cb(null, value)),
    (err) => process.nextTick(() => cb(err)),
  );
}

async function sizeAsync(link) {
  const file = await fs.promises.readlink(link);
  const stats = await fs.promises.stat(file);
  return stats.size;
}

Object.defineProperty(size, util.promisify.custom, { value: sizeAsync });
module.exports = size;
`,
            },
          ],
        },
      ],
    },
    // A function and the only caller of it change together.
    {
      code: `const util = require('util');
function wait(ms, cb) {
  setTimeout(() => cb(null), ms);
}
exports.run = function (cb) {
  wait(1, (err) => {
    if (err) return cb(err);
    wait(2, (err) => {
      if (err) return cb(err);
      cb(null, 1);
    });
  });
};
`,
      errors: [
        {
          messageId: 'callback',
          suggestions: [
            {
              messageId: 'convert',
              output: `const util = require('util');
async function wait(ms) {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
exports.run = function (cb) {
  runAsync().then(
    (value) => process.nextTick(() => cb(null, value)),
    (err) => process.nextTick(() => cb(err)),
  );
};

async function runAsync() {
  await wait(1);
  await wait(2);
  return 1;
}

Object.defineProperty(exports.run, util.promisify.custom, { value: runAsync });
`,
            },
          ],
        },
        {
          messageId: 'callback',
          suggestions: [
            {
              messageId: 'convert',
              output: `const util = require('util');
async function wait(ms) {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
exports.run = function (cb) {
  runAsync().then(
    (value) => process.nextTick(() => cb(null, value)),
    (err) => process.nextTick(() => cb(err)),
  );
};

async function runAsync() {
  await wait(1);
  await wait(2);
  return 1;
}

Object.defineProperty(exports.run, util.promisify.custom, { value: runAsync });
`,
            },
          ],
        },
      ],
    },
  ],
});
