/**
 * Files of one shape in growing sizes.
 *
 * @typedef {object} Input
 * @property {(size: number) => string} write
 * @property {number} size The smallest of three; each is twice the one before.
 * @property {true} [isNest] Whether what grows is how deep it is.
 */

/**
 * @param {number} size
 * @param {(index: number) => string} write
 * @param {string} [separator]
 * @returns {string}
 */
function times(size, write, separator = '\n') {
  return Array.from({ length: size }, (_, index) => write(index)).join(separator);
}

/** @type {Record<string, Input>} */
export const INPUTS = {
  'callback functions that call each other': {
    size: 40,
    write: (size) =>
      `const fs = require('fs');\n${times(
        size,
        (index) => `function f${index}(x, cb) {
  if (x > ${index}) { return f${(index + 1) % size}(x - 1, cb); }
  fs.readFile(String(x), (err, data) => {
    if (err) { return cb(err); }
    f${(index + 7) % size}(data.length, cb);
  });
}`,
      )}\nmodule.exports = { f0 };\n`,
  },
  'callback functions side by side': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\n${times(
        size,
        (index) => `exports.load${index} = function (name, cb) {
  fs.readFile(name, 'utf8', (err, data) => {
    // the error goes on
    if (err) { return cb(err); }
    cb(null, data.trim());
  });
};`,
      )}\n`,
  },
  'named callback functions in one exported object': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\n${times(
        size,
        (index) => `function load${index}(name, cb) {
  fs.stat(name, function (err, stats) { // ${index}
    if (err) return cb(err);
    cb(null, stats.size);
  });
}`,
      )}\nmodule.exports = { ${times(size, (index) => `load${index}`, ', ')} };\n`,
  },
  'callback methods of a prototype': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\nfunction Store() {}\n${times(
        size,
        (index) => `Store.prototype.load${index} = function (name, cb) {
  this.load${(index + 1) % size}(name, (err, data) => {
    if (err) { return cb(err); }
    fs.readFile(data, cb);
  });
};`,
      )}\nmodule.exports = Store;\n`,
  },
  'chains side by side': {
    size: 24,
    write: (size) =>
      times(
        size,
        (index) => `async function load${index}() {
  return fetch('/${index}').then((res) => res.json()).then((body) => { /* ${index} */ return body.id; });
}`,
      ),
  },
  'one long chain': {
    size: 60,
    write: (size) =>
      `async function load() {\n  return start()${times(size, (index) => `.then((x) => x + ${index})`, '\n    ')};\n}\n`,
  },
  'chains within chains': {
    isNest: true,
    size: 6,
    write: (size) =>
      `async function load() {\n  return ${times(size, (index) => `get(${index}).then((x${index}) =>`)}1${')'.repeat(size)};\n}\n`,
  },
  'coroutines side by side': {
    size: 24,
    write: (size) =>
      `const co = require('co');\n${times(
        size,
        (index) => `exports.load${index} = co.wrap(function* (name) {
  const data = yield read(name);
  return data.length + ${index};
});`,
      )}\n`,
  },
  'generators that delegate to each other': {
    size: 24,
    write: (size) =>
      `const co = require('co');\n${times(
        size,
        (index) =>
          `function* g${index}(x) {\n  yield wait(x);\n  return yield* g${(index + 1) % size}(x - 1);\n}`,
      )}\nexports.run = (x) => co(g0(x));\n`,
  },
  'callbacks within callbacks': {
    isNest: true,
    size: 10,
    write: (size) =>
      `const fs = require('fs');\nfunction load(name, cb) {\n${times(
        size,
        (index) =>
          `fs.readFile(name + ${index}, (err${index}, x${index}) => { if (err${index}) { return cb(err${index}); }\n`,
      )}cb(null, x0);\n${'});\n'.repeat(size)}}\nexports.load = load;\n`,
  },
  'promise constructors': {
    size: 24,
    write: (size) =>
      times(
        size,
        (index) =>
          `function wait${index}() { return new Promise((resolve, reject) => { get(${index}).then(resolve, reject); }); }`,
      ),
  },
  'async functions that call each other': {
    size: 24,
    write: (size) =>
      times(
        size,
        (index) =>
          `async function f${index}(x) { const y = await f${(index + 1) % size}(x); return y + await f${(index + 3) % size}(y); }`,
      ),
  },
  'calls of async flows': {
    size: 24,
    write: (size) =>
      `const async = require('async');\nconst fs = require('fs');\n${times(
        size,
        (index) => `exports.load${index} = function (names, cb) {
  async.map(names, (name, next) => fs.readFile(name, next), (err, all) => {
    if (err) { return cb(err); }
    cb(null, all.length + ${index});
  });
};`,
      )}\n`,
  },
  'one long waterfall': {
    size: 5,
    write: (size) =>
      `const async = require('async');\nexports.load = function (x, cb) {\n  async.waterfall([\n    (next) => get(x, next),\n${times(
        size,
        (index) => `    (y, next) => get(y + ${index}, next),`,
      )}\n  ], cb);\n};\n`,
  },
  'bluebird calls side by side': {
    size: 24,
    write: (size) =>
      `const Promise = require('bluebird');\n${times(
        size,
        (index) =>
          `exports.load${index} = function (list) {\n  return Promise.map(list, (each) => get(each, ${index})).then((all) => all.length);\n};`,
      )}\n`,
  },
  'streams side by side': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\n${times(
        size,
        (index) => `exports.read${index} = function (name) {
  return new Promise((resolve, reject) => {
    let text = '';
    fs.createReadStream(name)
      .on('data', (chunk) => { text += chunk; })
      .on('error', reject)
      .on('end', () => resolve(text));
  });
};`,
      )}\n`,
  },
  'words of streams in data': {
    size: 200,
    write: (size) =>
      `const fs = require('fs');\nmodule.exports = [\n${times(size, () => `{ "data": 1, "line": "a" },`)}\n];\nfs.createReadStream('x').on('data', use);\n`,
  },
  'branches side by side': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\nexports.load = function (x, cb) {\n${times(
        size,
        (index) => `  if (x === ${index}) { return fs.readFile('${index}', cb); }`,
      )}\n  fs.readFile(x, cb);\n};\n`,
  },
  'a ladder of else-ifs': {
    isNest: true,
    size: 20,
    write: (size) =>
      `const fs = require('fs');\nexports.load = function (x, cb) {\n  fs.readFile(x, (err, data) => {\n    if (err) { return cb(err); }\n    ${times(
        size,
        (index) => `if (data.length === ${index}) { cb(null, ${index}); }`,
        '\n    else ',
      )} else { cb(null, -1); }\n  });\n};\n`,
  },
  'cases of a switch': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\nexports.load = function (x, cb) {\n  switch (x) {\n${times(
        size,
        (index) => `  case ${index}: fs.readFile('${index}', cb); break;`,
      )}\n  default: fs.readFile(x, cb);\n  }\n};\n`,
  },
  'ifs within ifs': {
    isNest: true,
    size: 15,
    write: (size) =>
      `const fs = require('fs');\nexports.load = function (x, cb) {\n${times(
        size,
        (index) => `if (x > ${index}) {`,
      )}\nfs.readFile(x, (err, data) => { if (err) { return cb(err); } cb(null, data); });\n${'} else { cb(null); }\n'.repeat(size)}};\n`,
  },
  'awaits one behind the other': {
    size: 24,
    write: (size) =>
      `async function load(x) {\n${times(size, (index) => `  const x${index} = await get(x, ${index});`)}\n  return x0;\n}\n`,
  },
  'arrow functions within each other': {
    isNest: true,
    size: 15,
    write: (size) =>
      `const nest = ${times(size, (index) => `async (x${index}) =>`)} await get(x0);\n`,
  },
  'calls of one callback function': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\nfunction load(name, cb) {\n  fs.readFile(name, (err, data) => { if (err) { return cb(err); } cb(null, data); });\n}\n${times(
        size,
        (index) =>
          `function use${index}(cb) {\n  load('${index}', (err, data) => { if (err) { return cb(err); } cb(null, data.length); });\n}`,
      )}\nmodule.exports = { ${times(size, (index) => `use${index}`, ', ')} };\n`,
  },
  'handlers of requests': {
    size: 24,
    write: (size) =>
      `const fs = require('fs');\nconst app = require('express')();\n${times(
        size,
        (index) => `app.get('/${index}', (req, res, next) => {
  fs.readFile(req.params.name, (err, data) => {
    if (err) { return next(err); }
    res.send(data);
  });
});`,
      )}\n`,
  },
};
