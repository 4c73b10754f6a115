/**
 * Projects whose files call each other in ways that a first run leaves some of behind: a second run finds what
 * the first has written, and has nothing left to do.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const PROJECTS = {
  'an inner function that keeps its callback behind statements of its own': {
    'batch.js': `const fs = require('fs')
module.exports = function batch (nodes, done) {
  hash(nodes, function (err, good) {
    if (err) return done(err)
    done(null, good.length)
  })
  function hash (nodes, cb) {
    var good = []
    var file = nodes[0]
    fs.stat(file, function (err, stats) {
      if (err) return cb(err)
      good.push(stats.size)
      cb(null, good)
    })
  }
}
`,
    'kept.js': `exports.kept = function (list, cb) {
  hash(list, function (err, good) {
    cb(err, good)
  })
  function hash (nodes, cb) {
    var good = []
    ;(async () => {
      good.push(await nodes.read())
      return good
    })().then(
      (value) => process.nextTick(() => cb(null, value)),
      (err) => process.nextTick(() => cb(err))
    )
  }
}
exports.load = function (file, cb) {
  require('fs').stat(file, function (err, stats) {
    if (err) return cb(err)
    cb(null, stats.size)
  })
}
`,
  },
  'a store, a service and a server': {
    'store.js': `const fs = require('fs');
const path = require('path');
exports.load = function (key, cb) {
  fs.readFile(path.join(__dirname, key), 'utf8', (err, text) => {
    if (err) return cb(err);
    fs.stat(path.join(__dirname, key), (err, stats) => {
      if (err) return cb(err);
      cb(null, { text, size: stats.size });
    });
  });
};
exports.save = function (key, value, cb) {
  fs.writeFile(key, value, (err) => {
    if (err) return cb(err);
    cb();
  });
};
`,
    'service.js': `const store = require('./store');
function find(key, cb) {
  store.load(key, (err, found) => {
    if (err) return cb(err);
    cb(null, found.text);
  });
}
exports.copy = function (from, to, cb) {
  find(from, (err, text) => {
    if (err) return cb(err);
    store.save(to, text, (err) => {
      if (err) return cb(err);
      cb(null, text.length);
    });
  });
};
exports.find = find;
`,
    'server.js': `const http = require('http');
const service = require('./service');
http.createServer((req, res) => {
  service.copy('a', 'b', (err, size) => {
    if (err) { res.statusCode = 500; return res.end(err.message); }
    res.end(String(size));
  });
}).listen(0);
`,
  },
  'a function that keeps its callback in part, and callers of it': {
    'parts.js': `const fs = require('fs');
exports.load = function (key, cb) {
  if (key === 'none') {
    cb(null, Promise.resolve(key));
  } else {
    fs.readFile(key, 'utf8', (err, text) => {
      if (err) return cb(err);
      fs.stat(key, (err, stats) => {
        if (err) return cb(err);
        cb(null, text + stats.size);
      });
    });
  }
};
`,
    'callers.js': `const { load } = require('./parts');
exports.one = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, { value });
  });
};
exports.two = function (key, cb) {
  exports.one(key, (err, found) => {
    if (err) return cb(err);
    load(found.value, (err, other) => {
      if (err) return cb(err);
      cb(null, [found, other]);
    });
  });
};
`,
  },
  'methods of a class that others extend': {
    'base.js': `const fs = require('fs');
class Base {
  read(key, cb) {
    fs.readFile(key, 'utf8', (err, text) => {
      if (err) return cb(err);
      this.parse(text, (err, value) => {
        if (err) return cb(err);
        cb(null, value);
      });
    });
  }
  parse(text, cb) {
    setImmediate(() => cb(null, JSON.parse(text)));
  }
}
module.exports = Base;
`,
    'own.js': `const Base = require('./base');
class Own extends Base {
  parse(text, cb) {
    super.parse(text, (err, value) => {
      if (err) return cb(err);
      cb(null, { value });
    });
  }
}
exports.read = (key, cb) => {
  new Own().read(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`,
  },
  'steps of async between files': {
    'steps.js': `const fs = require('fs');
exports.size = (key, cb) => {
  fs.stat(key, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};
`,
    'flow.js': `const async = require('async');
const { size } = require('./steps');
exports.sizes = function (keys, callback) {
  async.map(keys, size, (err, all) => {
    if (err) return callback(err);
    callback(null, all);
  });
};
exports.first = function (key, callback) {
  async.waterfall([
    (next) => size(key, next),
    (found, next) => exports.sizes([key], (err, all) => next(err, { found, all })),
  ], callback);
};
`,
    'package.json': '{ "name": "steps", "dependencies": { "async": "^3.2.0" } }\n',
  },
  'promises, chains and executors between files': {
    'open.js': `const fs = require('fs');
exports.open = (key) => new Promise((resolve, reject) => {
  fs.readFile(key, 'utf8', (err, text) => {
    if (err) return reject(err);
    resolve(text);
  });
});
exports.parsed = function (key) {
  return exports.open(key).then((text) => JSON.parse(text)).catch(() => null);
};
`,
    'use.js': `const { open, parsed } = require('./open');
exports.both = function (key) {
  return open(key).then((text) => parsed(key).then((value) => [text, value]));
};
exports.load = function (key, cb) {
  exports.both(key).then((all) => cb(null, all), cb);
};
exports.run = function (key, cb) {
  exports.load(key, (err, all) => {
    if (err) return cb(err);
    cb(null, all.length);
  });
};
`,
  },
  'coroutines of co and callers with callbacks': {
    'tasks.js': `const co = require('co');
const fs = require('fs');
const read = (key) => (cb) => fs.readFile(key, 'utf8', cb);
exports.all = co.wrap(function* (keys) {
  const found = [];
  for (const key of keys) found.push(yield read(key));
  return found;
});
exports.each = function (keys, cb) {
  co(function* () {
    return yield exports.all(keys);
  }).then((all) => cb(null, all), cb);
};
`,
    'main.js': `const { each } = require('./tasks');
exports.count = function (keys, cb) {
  each(keys, (err, all) => {
    if (err) return cb(err);
    cb(null, all.length);
  });
};
`,
    'package.json': '{ "name": "tasks", "dependencies": { "co": "^4.6.0" } }\n',
  },
  'a circle of files, and a module that hands its functions on': {
    'a.js': `const fs = require('fs');
const b = require('./b');
exports.load = function (key, cb) {
  fs.stat(key, (err, stats) => {
    if (err) return cb(err);
    b.name(key, (err, name) => {
      if (err) return cb(err);
      cb(null, name + stats.size);
    });
  });
};
`,
    'b.js': `const a = require('./a');
exports.name = function (key, cb) {
  setImmediate(() => cb(null, key.toUpperCase()));
};
exports.again = function (key, cb) {
  a.load(key, (err, found) => {
    if (err) return cb(err);
    cb(null, found);
  });
};
`,
    'index.js': `module.exports = Object.assign({}, require('./a'), require('./b'));
`,
    'user.js': `const api = require('./index');
exports.use = function (key, cb) {
  api.load(key, (err, found) => {
    if (err) return cb(err);
    api.again(key, (err, again) => {
      if (err) return cb(err);
      cb(null, found === again);
    });
  });
};
`,
  },
  'functions with an optional callback, and a test that stubs one': {
    'cache.js': `const fs = require('fs');
exports.put = function (key, value, cb) {
  cb = cb || function () {};
  fs.writeFile(key, value, (err) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
exports.get = function (key, options, cb) {
  if (typeof options === 'function') { cb = options; options = {}; }
  fs.readFile(key, options.encoding || 'utf8', (err, text) => {
    if (err) return cb(err);
    exports.put(key + '.bak', text);
    cb(null, text);
  });
};
`,
    'cache.test.js': `const sinon = require('sinon');
const cache = require('./cache');
it('gets', (done) => {
  sinon.stub(cache, 'put').yields(null, 'x');
  cache.get('a', (err, text) => {
    if (err) return done(err);
    done();
  });
});
`,
  },
  'a stream that is read by events, and who waits for it': {
    'lines.js': `const fs = require('fs');
exports.text = function (key, cb) {
  const chunks = [];
  const stream = fs.createReadStream(key, 'utf8');
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('error', cb);
  stream.on('end', () => cb(null, chunks.join('')));
};
`,
    'count.js': `const { text } = require('./lines');
exports.count = function (key, cb) {
  text(key, (err, found) => {
    if (err) return cb(err);
    cb(null, found.split('\\n').length);
  });
};
`,
  },
  'a function of the file alone that keeps its callback': {
    'oldest.js': `const fs = require('fs');

const getOldest = function (callback) {
  fs.stat('a', (err, stat) => {
    if (err) return callback(err);
    callback(null, stat ? stat.mtime.valueOf() : null);
  });
};

const update = function (start, callback) {
  console.log(start);
  setTimeout(callback, 1);
};

exports.run = function (callback) {
  getOldest((err, oldest) => {
    if (err) return callback(err);
    update(oldest, callback);
    console.log('updating');
  });
};
`,
  },
};
