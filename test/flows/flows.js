/** @import { Room } from './rooms.js' */

/**
 * One flow, written in each source language that can say it without helpers of its own.
 *
 * @typedef {object} Flow
 * @property {string} name
 * @property {string} parameters Of the async function.
 * @property {string} target What a person writes: the body of the async function, up to names.
 * @property {Readonly<Partial<Record<Room, string>>>} sources
 * @property {Readonly<Partial<Record<Room, string>>>} empty Why a source language has no form of it.
 * @property {Readonly<Partial<Record<Room, string>>>} [other] Why the function that a source language gives
 *   is another one, where it is.
 * @property {readonly (readonly unknown[])[]} inputs Arguments that the originals and the conversions are
 *   called with: `file` names a file, `other` one whose text is the path of `file`, `missing` none.
 */

/** @type {readonly Flow[]} */
export const FLOWS = [
  {
    name: 'early exit',
    parameters: 'file',
    target: `
      const stats = await fs.promises.stat(file);
      if (!stats.isFile()) return '';
      const text = await fs.promises.readFile(file, 'utf8');
      return text.trim();`,
    sources: {
      callback: `
function find(file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    if (!stats.isFile()) return cb(null, '');
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) return cb(err);
      cb(null, text.trim());
    });
  });
}`,
      chain: `
function find(file) {
  return fs.promises.stat(file).then((stats) => {
    if (!stats.isFile()) return '';
    return fs.promises.readFile(file, 'utf8').then((text) => text.trim());
  });
}`,
      coroutine: `
const find = co.wrap(function* (file) {
  const stats = yield fs.promises.stat(file);
  if (!stats.isFile()) return '';
  const text = yield fs.promises.readFile(file, 'utf8');
  return text.trim();
});`,
      waterfall: `
function find(file, cb) {
  async.waterfall([
    (next) => fs.stat(file, next),
    (stats, next) => {
      if (!stats.isFile()) return cb(null, '');
      fs.readFile(file, 'utf8', next);
    },
    (text, next) => next(null, text.trim()),
  ], cb);
}`,
      bluebird: `
function find(file) {
  return Promise.resolve(fs.promises.stat(file)).then((stats) => {
    if (!stats.isFile()) return '';
    return fs.promises.readFile(file, 'utf8').then((text) => text.trim());
  });
}`,
      executor: `
function find(file) {
  return new Promise((resolve, reject) => {
    fs.stat(file, (err, stats) => {
      if (err) return reject(err);
      if (!stats.isFile()) return resolve('');
      fs.readFile(file, 'utf8', (err, text) => {
        if (err) return reject(err);
        resolve(text.trim());
      });
    });
  });
}`,
    },
    other: {
      waterfall:
        'The exit is a call of the callback inside the list of tasks (`callback-escapes`): the list is kept, in a copy of the library function.',
    },
    inputs: [['file'], ['directory'], ['missing']],
    empty: {},
  },
  {
    name: 'loop with exit',
    parameters: 'files',
    target: `
      let index = 0;
      while (index !== files.length) {
        const file = files[index++];
        const text = await fs.promises.readFile(file, 'utf8');
        if (text !== '') return text;
      }
      return null;`,
    sources: {
      callback: `
function find(files, cb) {
  let index = 0;
  function next() {
    if (index === files.length) return cb(null, null);
    const file = files[index++];
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) return cb(err);
      if (text !== '') return cb(null, text);
      next();
    });
  }
  next();
}`,
      coroutine: `
const find = co.wrap(function* (files) {
  let index = 0;
  while (index !== files.length) {
    const file = files[index++];
    const text = yield fs.promises.readFile(file, 'utf8');
    if (text !== '') return text;
  }
  return null;
});`,
      executor: `
function find(files) {
  return new Promise((resolve, reject) => {
    let index = 0;
    function next() {
      if (index === files.length) return resolve(null);
      const file = files[index++];
      fs.readFile(file, 'utf8', (err, text) => {
        if (err) return reject(err);
        if (text !== '') return resolve(text);
        next();
      });
    }
    next();
  });
}`,
    },
    inputs: [[[]], [['empty', 'file']], [['empty']], [['empty', 'missing']]],
    empty: {
      chain: 'A chain has no loop: it takes a recursive helper.',
      waterfall: 'eachSeries ends early only with an error that is none.',
      bluebird: 'Promise.each runs to the end; it takes a recursive helper to leave it.',
    },
  },
  {
    name: 'error default',
    parameters: 'file',
    target: `
      let text;
      try {
        text = await fs.promises.readFile(file, 'utf8');
      } catch {
        text = '';
      }
      return text.trim();`,
    sources: {
      callback: `
function find(file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) {
      text = '';
    }
    cb(null, text.trim());
  });
}`,
      chain: `
function find(file) {
  return fs.promises
    .readFile(file, 'utf8')
    .catch(() => '')
    .then((text) => text.trim());
}`,
      coroutine: `
const find = co.wrap(function* (file) {
  let text;
  try {
    text = yield fs.promises.readFile(file, 'utf8');
  } catch {
    text = '';
  }
  return text.trim();
});`,
      waterfall: `
function find(file, cb) {
  async.waterfall([
    (next) => fs.readFile(file, 'utf8', (err, text) => {
      if (err) {
        text = '';
      }
      next(null, text);
    }),
    (text, next) => next(null, text.trim()),
  ], cb);
}`,
      bluebird: `
function find(file) {
  return Promise.resolve(fs.promises.readFile(file, 'utf8'))
    .catch(() => '')
    .then((text) => text.trim());
}`,
      executor: `
function find(file) {
  return new Promise((resolve) => {
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) {
        text = '';
      }
      resolve(text.trim());
    });
  });
}`,
    },
    other: {
      waterfall: 'Tasks become functions that are called at once.',
      executor:
        'What `fs.readFile` throws rejects the promise, and the `catch` would see it (`executor-throws`).',
    },
    inputs: [['file'], ['missing']],
    empty: {},
  },
  {
    name: 'error filter',
    parameters: 'file',
    target: `
      try {
        return await fs.promises.readFile(file, 'utf8');
      } catch (err) {
        if (err.code === 'ENOENT') return '';
        throw err;
      }`,
    sources: {
      callback: `
function find(file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err && err.code === 'ENOENT') return cb(null, '');
    if (err) return cb(err);
    cb(null, text);
  });
}`,
      chain: `
function find(file) {
  return fs.promises.readFile(file, 'utf8').catch((err) => {
    if (err.code === 'ENOENT') return '';
    throw err;
  });
}`,
      coroutine: `
const find = co.wrap(function* (file) {
  try {
    return yield fs.promises.readFile(file, 'utf8');
  } catch (err) {
    if (err.code === 'ENOENT') return '';
    throw err;
  }
});`,
      bluebird: `
function find(file) {
  return Promise.resolve(fs.promises.readFile(file, 'utf8')).catch({ code: 'ENOENT' }, () => '');
}`,
      executor: `
function find(file) {
  return new Promise((resolve, reject) => {
    fs.readFile(file, 'utf8', (err, text) => {
      if (err && err.code === 'ENOENT') return resolve('');
      if (err) return reject(err);
      resolve(text);
    });
  });
}`,
    },
    other: {
      bluebird: 'bluebird compares no property of what is no object, and the conversion says so.',
      executor:
        'An exception of `fs.readFile` rejects the promise today, and the `catch` would see it (`executor-throws`).',
    },
    inputs: [['file'], ['missing'], ['directory']],
    empty: { waterfall: 'A list of tasks has one place for errors, its end.' },
  },
  {
    name: 'finally',
    parameters: 'file, lock',
    target: `
      await fs.promises.mkdir(lock);
      try {
        const text = await fs.promises.readFile(file, 'utf8');
        return text.trim();
      } finally {
        await fs.promises.rmdir(lock);
      }`,
    sources: {
      chain: `
function find(file, lock) {
  return fs.promises.mkdir(lock).then(() =>
    fs.promises
      .readFile(file, 'utf8')
      .then((text) => text.trim())
      .finally(() => fs.promises.rmdir(lock)),
  );
}`,
      coroutine: `
const find = co.wrap(function* (file, lock) {
  yield fs.promises.mkdir(lock);
  try {
    const text = yield fs.promises.readFile(file, 'utf8');
    return text.trim();
  } finally {
    yield fs.promises.rmdir(lock);
  }
});`,
      bluebird: `
function find(file, lock) {
  return Promise.resolve(fs.promises.mkdir(lock)).then(() =>
    Promise.resolve(fs.promises.readFile(file, 'utf8'))
      .then((text) => text.trim())
      .finally(() => fs.promises.rmdir(lock)),
  );
}`,
    },
    other: {
      chain:
        '`text.trim()` might be a promise for all that the file shows: the `try` waits for it.',
      bluebird: 'As for the chain.',
    },
    inputs: [
      ['file', 'lock'],
      ['missing', 'lock'],
      ['file', 'file'],
    ],
    empty: {
      callback: 'A callback nest has no finally: it writes the clean-up on both edges.',
      waterfall: 'async has no finally.',
      executor: 'Callbacks in an executor have none, either.',
    },
  },
  {
    name: 'parallel',
    parameters: 'one, two',
    target: `
      const [left, right] = await Promise.all([
        fs.promises.readFile(one, 'utf8'),
        fs.promises.readFile(two, 'utf8'),
      ]);
      return left + right;`,
    sources: {
      chain: `
function find(one, two) {
  return Promise.all([
    fs.promises.readFile(one, 'utf8'),
    fs.promises.readFile(two, 'utf8'),
  ]).then(([left, right]) => left + right);
}`,
      coroutine: `
const find = co.wrap(function* (one, two) {
  const [left, right] = yield [
    fs.promises.readFile(one, 'utf8'),
    fs.promises.readFile(two, 'utf8'),
  ];
  return left + right;
});`,
      waterfall: `
function find(one, two, cb) {
  async.parallel([
    (next) => fs.readFile(one, 'utf8', next),
    (next) => fs.readFile(two, 'utf8', next),
  ], (err, [left, right]) => {
    if (err) return cb(err);
    cb(null, left + right);
  });
}`,
      bluebird: `
function find(one, two) {
  return Promise.join(
    fs.promises.readFile(one, 'utf8'),
    fs.promises.readFile(two, 'utf8'),
    (left, right) => left + right,
  );
}`,
    },
    inputs: [
      ['file', 'other'],
      ['file', 'missing'],
    ],
    empty: {
      callback: 'Callbacks have only a counter, which is a helper.',
      executor: 'Callbacks in an executor have only a counter.',
    },
  },
  {
    name: 'limit',
    parameters: 'files',
    target: `
      const texts = [];
      for (const file of files) {
        texts.push(await fs.promises.readFile(file, 'utf8'));
      }
      return texts;`,
    sources: {
      coroutine: `
const find = co.wrap(function* (files) {
  const texts = [];
  for (const file of files) {
    texts.push(yield fs.promises.readFile(file, 'utf8'));
  }
  return texts;
});`,
      waterfall: `
function find(files, cb) {
  async.mapSeries(files, (file, next) => fs.readFile(file, 'utf8', next), cb);
}`,
      bluebird: `
function find(files) {
  return Promise.mapSeries(files, (file) => fs.promises.readFile(file, 'utf8'));
}`,
    },
    other: {
      bluebird: '`Promise.mapSeries` waits for the list and for each of its items.',
    },
    inputs: [[[]], [['file', 'other']], [['file', 'missing']]],
    empty: {
      callback: 'Callbacks count the turns by hand; that is the flow "loop with exit".',
      chain: 'A chain has no loop: it takes reduce or a recursive helper.',
      executor: 'Callbacks in an executor count them, too.',
    },
  },
  {
    name: 'retry',
    parameters: 'file, times',
    target: `
      for (;;) {
        try {
          return await fs.promises.readFile(file, 'utf8');
        } catch (err) {
          if (times-- === 0) throw err;
        }
      }`,
    sources: {
      callback: `
function find(file, times, cb) {
  function attempt() {
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) {
        if (times-- === 0) return cb(err);
        return attempt();
      }
      cb(null, text);
    });
  }
  attempt();
}`,
      coroutine: `
const find = co.wrap(function* (file, times) {
  for (;;) {
    try {
      return yield fs.promises.readFile(file, 'utf8');
    } catch (err) {
      if (times-- === 0) throw err;
    }
  }
});`,
      executor: `
function find(file, times) {
  return new Promise((resolve, reject) => {
    function attempt() {
      fs.readFile(file, 'utf8', (err, text) => {
        if (err) {
          if (times-- === 0) return reject(err);
          return attempt();
        }
        resolve(text);
      });
    }
    attempt();
  });
}`,
    },
    other: {
      executor:
        'The function that calls itself stays a function: its `reject` stands in another one.',
    },
    inputs: [
      ['file', 1],
      ['missing', 2],
    ],
    empty: {
      chain: 'A chain has no loop: it takes a function that calls itself.',
      waterfall: 'async.retry is a library function: its defaults and delays are its own.',
      bluebird: 'bluebird has no retry: it takes a function that calls itself.',
    },
  },
  {
    name: 'nested handler',
    parameters: 'file',
    target: `
      const text = await fs.promises.readFile(file, 'utf8');
      let backup;
      try {
        backup = await fs.promises.readFile(text, 'utf8');
      } catch (err) {
        log(err);
        return text;
      }
      return text + backup;`,
    sources: {
      callback: `
function find(file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    fs.readFile(text, 'utf8', (err, backup) => {
      if (err) {
        log(err);
        return cb(null, text);
      }
      cb(null, text + backup);
    });
  });
}`,
      chain: `
function find(file) {
  return fs.promises.readFile(file, 'utf8').then((text) =>
    fs.promises.readFile(text, 'utf8').then(
      (backup) => text + backup,
      (err) => {
        log(err);
        return text;
      },
    ),
  );
}`,
      coroutine: `
const find = co.wrap(function* (file) {
  const text = yield fs.promises.readFile(file, 'utf8');
  let backup;
  try {
    backup = yield fs.promises.readFile(text, 'utf8');
  } catch (err) {
    log(err);
    return text;
  }
  return text + backup;
});`,
      waterfall: `
function find(file, cb) {
  async.waterfall([
    (next) => fs.readFile(file, 'utf8', next),
    (text, next) => fs.readFile(text, 'utf8', (err, backup) => {
      if (err) {
        log(err);
        return next(null, text);
      }
      next(null, text + backup);
    }),
  ], cb);
}`,
      bluebird: `
function find(file) {
  return Promise.resolve(fs.promises.readFile(file, 'utf8')).then((text) =>
    fs.promises.readFile(text, 'utf8').then(
      (backup) => text + backup,
      (err) => {
        log(err);
        return text;
      },
    ),
  );
}`,
      executor: `
function find(file) {
  return new Promise((resolve, reject) => {
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) return reject(err);
      fs.readFile(text, 'utf8', (err, backup) => {
        if (err) {
          log(err);
          return resolve(text);
        }
        resolve(text + backup);
      });
    });
  });
}`,
    },
    other: {
      waterfall: 'Tasks become functions that are called at once.',
    },
    inputs: [['other'], ['file'], ['missing']],
    empty: {},
  },
  {
    name: 'shadowed name',
    parameters: 'file',
    target: `
      const text = await fs.promises.readFile(file, 'utf8');
      const size = text.length;
      const inner = await fs.promises.readFile(text, 'utf8');
      return inner + size;`,
    sources: {
      callback: `
function find(file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    const size = text.length;
    fs.readFile(text, 'utf8', (err, text) => {
      if (err) return cb(err);
      cb(null, text + size);
    });
  });
}`,
      chain: `
function find(file) {
  return fs.promises.readFile(file, 'utf8').then((text) => {
    const size = text.length;
    return fs.promises.readFile(text, 'utf8').then((text) => text + size);
  });
}`,
      coroutine: `
const find = co.wrap(function* (file) {
  const text = yield fs.promises.readFile(file, 'utf8');
  const size = text.length;
  const inner = yield fs.promises.readFile(text, 'utf8');
  return inner + size;
});`,
      bluebird: `
function find(file) {
  return Promise.resolve(fs.promises.readFile(file, 'utf8')).then((text) => {
    const size = text.length;
    return fs.promises.readFile(text, 'utf8').then((text) => text + size);
  });
}`,
      executor: `
function find(file) {
  return new Promise((resolve, reject) => {
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) return reject(err);
      const size = text.length;
      fs.readFile(text, 'utf8', (err, text) => {
        if (err) return reject(err);
        resolve(text + size);
      });
    });
  });
}`,
    },
    inputs: [['other'], ['file'], ['missing']],
    empty: { waterfall: 'Tasks in a list do not see the names of one another.' },
  },
  {
    name: 'this',
    parameters: '',
    target: `
      const text = await fs.promises.readFile(this.file, 'utf8');
      this.text = text;
      return this.text.trim();`,
    sources: {
      callback: `
function find(cb) {
  fs.readFile(this.file, 'utf8', (err, text) => {
    if (err) return cb(err);
    this.text = text;
    cb(null, this.text.trim());
  });
}`,
      chain: `
function find() {
  return fs.promises.readFile(this.file, 'utf8').then((text) => {
    this.text = text;
    return this.text.trim();
  });
}`,
      coroutine: `
const find = co.wrap(function* () {
  const text = yield fs.promises.readFile(this.file, 'utf8');
  this.text = text;
  return this.text.trim();
});`,
      waterfall: `
function find(cb) {
  async.waterfall([
    (next) => fs.readFile(this.file, 'utf8', next),
    (text, next) => {
      this.text = text;
      next(null, this.text.trim());
    },
  ], cb);
}`,
      bluebird: `
function find() {
  return Promise.resolve(fs.promises.readFile(this.file, 'utf8')).then((text) => {
    this.text = text;
    return this.text.trim();
  });
}`,
      executor: `
function find() {
  return new Promise((resolve, reject) => {
    fs.readFile(this.file, 'utf8', (err, text) => {
      if (err) return reject(err);
      this.text = text;
      resolve(this.text.trim());
    });
  });
}`,
    },
    inputs: [[]],
    empty: {},
  },
  {
    name: 'destructuring',
    parameters: 'file',
    target: `
      const { size, mtime } = await fs.promises.stat(file);
      return size + mtime.getTime();`,
    sources: {
      chain: `
function find(file) {
  return fs.promises.stat(file).then(({ size, mtime }) => size + mtime.getTime());
}`,
      coroutine: `
const find = co.wrap(function* (file) {
  const { size, mtime } = yield fs.promises.stat(file);
  return size + mtime.getTime();
});`,
      waterfall: `
function find(file, cb) {
  async.waterfall([
    (next) => fs.stat(file, next),
    ({ size, mtime }, next) => next(null, size + mtime.getTime()),
  ], cb);
}`,
      bluebird: `
function find(file) {
  return Promise.resolve(fs.promises.stat(file)).then(({ size, mtime }) => size + mtime.getTime());
}`,
    },
    other: {
      waterfall: 'A parameter of a task that is taken apart is left in a function.',
    },
    inputs: [['file'], ['missing']],
    empty: {
      callback:
        'A callback is called without a result when there is an error: its parameter cannot be taken apart.',
      executor: 'A callback in an executor is, too.',
    },
  },
];
