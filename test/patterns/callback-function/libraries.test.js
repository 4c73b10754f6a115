import { describe, expect, it } from 'vitest';

import { codemod as asyncLib } from '../../../codemods/async-lib-to-async.js';
import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { NO_PROJECT } from '../../../core/contract/pattern.js';
import { answer } from './handler-run.js';
import { run } from './run.js';

/**
 * Calls of packages that give a promise where the callback is left out. Originals and conversions run
 * on stand-ins that start, answer and fail when the packages do.
 */

const DEPENDENCIES = {
  mongoose: '^5.1.0',
  mongodb: '^3.2.0',
  pg: '^8.0.0',
  bcrypt: '^5.0.0',
  'aws-sdk': '^2.100.0',
  superagent: '^8.0.0',
  'fs-extra': '^9.0.0',
  mysql: '^2.18.0',
  redis: '^2.8.0',
};

const MODEL = `const mongoose = require('mongoose');
const User = mongoose.model('User', new mongoose.Schema({ name: String }));
`;

/**
 * @param {string} source
 * @param {Record<string, string>} [dependencies]
 * @param {Record<string, unknown>} [options]
 */
function toAsync(source, dependencies = DEPENDENCIES, options = {}) {
  return convert(
    { source },
    codemod,
    { node: '20', ...options },
    { project: { ...NO_PROJECT, dependencies } },
  );
}

/** @type {[name: string, source: string, written: string[], given?: string[]][]} */
const FUNCTIONS = [
  [
    'a query, and a document that it gives',
    `${MODEL}exports.run = function (id, cb) {
  User.findById(id, (err, user) => {
    if (err) return cb(err);
    if (!user) return cb(new Error('none'));
    user.seen = true;
    user.save((err, saved) => {
      if (err) return cb(err);
      cb(null, saved.name);
    });
  });
};`,
    ['const user = await User.findById(id).exec();', 'const saved = await user.save();'],
    ['a', 'bad', 'none'],
  ],
  [
    'a query that is put together',
    `${MODEL}exports.run = function (name, cb) {
  const found = User.find({ name }).sort('name');
  found.exec(function (err, users) {
    if (err) return cb(err);
    User.find({ name }).sort('age').exec((err, more) => {
      if (err) return cb(err);
      cb(null, users.length + more.length);
    });
  });
};`,
    ['await found.exec();', "await User.find({ name }).sort('age').exec();"],
  ],
  [
    'a query that the callback is handed to',
    `${MODEL}exports.run = function (name, cb) {
  User.update({ name }, { seen: true }, (err) => {
    if (err) return cb(err);
    User.countDocuments({ name }, cb);
  });
};`,
    [
      'await User.update({ name }, { seen: true }).exec();',
      'return User.countDocuments({ name }).exec();',
    ],
  ],
  [
    'a query without arguments',
    `${MODEL}exports.run = function (name, cb) {
  User.find((err, users) => {
    if (err) return cb(err);
    cb(null, users.map(String));
  });
};`,
    ['const users = await User.find().exec();'],
  ],
  [
    'a document that is made, and one that keeps its place',
    `${MODEL}const _ = require('lodash');
exports.run = function (name, cb) {
  let user = new User({ name });
  user.save((err) => {
    if (err) return cb(err);
    User.findById(name, (err, found) => {
      if (err) return cb(err);
      found = _.extend(found, { age: 7 });
      found.save((err) => {
        if (err) return cb(err);
        cb(null, found.age);
      });
    });
  });
};`,
    ['await user.save();', 'await found.save();'],
  ],
  [
    'a document that is found or made',
    `${MODEL}exports.run = function (name, cb) {
  User.findById(name, (err, user) => {
    if (err) return cb(err);
    if (!user) user = new User({ name });
    user.save((err) => {
      if (err) return cb(err);
      User.findById('none', (err, other) => {
        if (err) return cb(err);
        other = other || new User({ name: 'other' });
        other.save(cb);
      });
    });
  });
};`,
    ['await user.save();', 'return other.save();'],
    ['a', 'bad', 'none'],
  ],
  [
    'a document that was waited for by hand',
    `${MODEL}exports.run = async function (name, cb) {
  const user = await User.findById(name);
  save(user, cb);
  function save(one, done) {
    user.save((err) => {
      if (err) return done(err);
      done(null, one.name);
    });
  }
};`,
    ['await user.save();'],
    ['a'],
  ],
  [
    'a document that gets others',
    `${MODEL}exports.run = function (name, cb) {
  User.create({ name }, (err, user) => {
    if (err) return cb(err);
    user.populate('friends', (err) => {
      if (err) return cb(err);
      cb(null, user.name);
    });
  });
};`,
    ['await User.create({ name });', "await user.populate('friends').execPopulate();"],
  ],
  [
    'an error that is looked at, or not',
    `${MODEL}exports.run = function (name, cb) {
  User.findById(name, (err, user) => {
    if (err) return cb(null, 'failed');
    user.remove(() => cb(null, 'gone'));
  });
};`,
    ['user = await User.findById(name).exec();', 'await user.remove().catch(() => {});'],
  ],
  [
    'a query whose callback has a name',
    `${MODEL}exports.run = function (name, cb) {
  User.find({ name }, onFound);
  function onFound(err, users) {
    if (err) return cb(err);
    User.find({ name }).sort('name').exec(onSorted);
  }
  function onSorted(err, users) {
    if (err && err.code) return cb(null, err.code);
    cb(null, users ? users.length : 0);
  }
};`,
    ['await User.find({ name }).exec()', "await User.find({ name }).sort('name').exec()"],
  ],
  [
    'a query that is written on several lines, and one for which it does not mind errors',
    `${MODEL}exports.run = function (name, cb) {
  User.find({ name })
    .sort('name')
    .exec((err, users) => {
      if (err) return cb(null, 'failed');
      User.update({ name }, { seen: users.length }, () => cb(null, users.length));
    });
};`,
    [
      "    users = await User.find({ name }).sort('name').exec();",
      'await User.update({ name }, { seen: users.length })\n    .exec()\n    .catch(() => {});',
    ],
  ],
  [
    'a collection',
    `const { MongoClient } = require('mongodb');
exports.run = function (name, cb) {
  MongoClient.connect(name, (err, client) => {
    if (err) return cb(err);
    const users = client.db('app').collection('users');
    users.insertOne({ name }, (err, result) => {
      if (err) return cb(err);
      users.find({ name }).toArray((err, found) => {
        if (err) return cb(err);
        client.close(() => cb(null, found.length));
      });
    });
  });
};`,
    [
      'await MongoClient.connect(name);',
      'await users.insertOne({ name });',
      'await users.find({ name }).toArray();',
      'await client.close().catch(() => {});',
    ],
  ],
  [
    'a pool',
    `const { Pool } = require('pg');
const pool = new Pool();
exports.run = function (name, cb) {
  pool.connect((err, client) => {
    if (err) return cb(err);
    client.query('select ' + name, [], (err, result) => {
      client.release();
      if (err) return cb(err);
      pool.query(name, (err, more) => {
        if (err) return cb(err);
        cb(null, result.rows.concat(more.rows));
      });
    });
  });
};`,
    ['await pool.connect();', 'await pool.query(name);'],
  ],
  [
    'a connection, which gives no promise',
    `const mysql = require('mysql');
const connection = mysql.createConnection({ host: 'localhost' });
exports.run = function (name, cb) {
  connection.beginTransaction((err) => {
    if (err) return cb(err);
    connection.query('insert ?', [name], function (err, result) {
      if (err) return cb(err);
      connection.commit((err) => {
        if (err) return cb(err);
        cb(null, result);
      });
    });
  });
};`,
    [
      'object.beginTransaction(...args);',
      'await beginTransactionAsync(connection);',
      "await queryAsync(connection, 'insert ?', [name]);",
    ],
  ],
  [
    'what a pool of connections hands out',
    `const pool = require('mysql').createPool({ host: 'localhost' });
exports.run = function (name, cb) {
  pool.getConnection((err, connection) => {
    if (err) return cb(err);
    connection.query(name, (err, rows) => {
      connection.release();
      if (err) return cb(err);
      pool.query('more', (err, more) => {
        if (err) return cb(err);
        cb(null, rows.concat(more));
      });
    });
  });
};`,
    ['const connection = await getConnectionAsync(pool);', "await queryAsync(pool, 'more');"],
  ],
  [
    'commands, and several sent together',
    `const redis = require('redis');
const client = redis.createClient();
exports.run = function (name, cb) {
  client.get(name, (err, value) => {
    if (err) return cb(err);
    client.set('seen', value, (err) => {
      if (err) return cb(err);
      const both = client.multi();
      both.get('a');
      both.get('b');
      both.exec((err, replies) => {
        if (err) return cb(err);
        cb(null, replies.concat(value));
      });
    });
  });
};`,
    ['const value = await getAsync(client, name);', 'const replies = await execAsync(both);'],
  ],
  [
    'functions of a module',
    `const bcrypt = require('bcrypt');
exports.run = function (password, cb) {
  bcrypt.genSalt(10, (err, salt) => {
    if (err) return cb(err);
    bcrypt.hash(password, salt, (err, hashed) => {
      if (err) return cb(err);
      bcrypt.compare(password, hashed, cb);
    });
  });
};`,
    ['await bcrypt.genSalt(10);', 'await bcrypt.hash(password, salt);', 'return bcrypt.compare('],
  ],
  [
    'a service',
    `const AWS = require('aws-sdk');
const fs = require('fs-extra');
const s3 = new AWS.S3();
exports.run = function (key, cb) {
  fs.readFile(key, (err) => {
    if (err) return cb(err);
    s3.getObject({ Key: key }, (err, data) => {
      if (err) return cb(err);
      s3.getObject({ Key: data.Body }, cb);
    });
  });
};`,
    [
      'const data = await s3.getObject({ Key: key }).promise();',
      'return s3.getObject({ Key: data.Body }).promise();',
    ],
  ],
  [
    'a request',
    `const request = require('superagent');
exports.run = function (url, cb) {
  request.get(url).query({ a: 1 }).end((err, res) => {
    if (err) return cb(err);
    cb(null, res.body);
  });
};`,
    ['const res = await request.get(url).query({ a: 1 });'],
  ],
  [
    'functions of fs-extra, and those of fs that it has',
    `const fs = require('fs-extra');
exports.run = function (file, cb) {
  fs.copy(file, 'b', (err) => {
    if (err) return cb(err);
    fs.readFile(file, (err, text) => {
      if (err) return cb(err);
      fs.remove(file, (err) => cb(err, text));
    });
  });
};`,
    ["await fs.copy(file, 'b');", 'await fs.readFile(file);', 'await fs.remove(file);'],
  ],
];

describe('functions that call a package', () => {
  it.each(FUNCTIONS)('wait for %s', async (_, source, written, given = ['a', 'bad']) => {
    const { source: converted } = toAsync(source);

    for (const each of written) {
      expect(converted).toContain(each);
    }
    if (!written.some((each) => each.includes('Async('))) {
      expect(converted).not.toContain('.call(');
      expect(converted).not.toContain('promisify(');
    }
    for (const each of given) {
      expect(await run(converted, { args: [each] })).toEqual(await run(source, { args: [each] }));
    }
  });

  it('wait for more than a promise gives', async () => {
    const source = `const connection = require('mysql').createConnection({});
exports.run = function (sql, cb) {
  connection.query(sql, (err, rows, fields) => {
    if (err) return cb(err);
    cb(null, rows.length + fields.length);
  });
};
`;
    const { source: converted } = toAsync(source);
    expect(converted).toContain('const [rows, fields] = await new Promise(');
    for (const sql of ['select', 'bad']) {
      expect(await run(converted, { args: [sql] })).toEqual(await run(source, { args: [sql] }));
    }
  });

  it.each([['rows', 'connection.query(new Query(', 'rows', 'timing-unobservable']])(
    'leave what gives more than a promise alone: %s',
    (results, call, value, reason) => {
      const end = call.includes('new') ? '), ' : '';
      const source = `const connection = require('mysql').createConnection({});
exports.run = function (sql, cb) {
  ${call}sql${end || ', '}(err, ${results}) => {
    if (err) return cb(err);
    cb(null, ${value});
  });
};
`;
      const conversion = toAsync(source);
      expect(conversion.source).toBe(source);
      expect(conversion.sites.map((site) => site.reason)).toEqual([reason]);
    },
  );

  it.each([
    ["const AWS = require('aws-sdk');\nconst s3 = new AWS.S3();", 's3.getObject({ Key: id }'],
    ["const { Pool } = require('pg');\nconst pool = new Pool();", 'pool.end('],
  ])('keep the tick of what may call back at once', (head, call) => {
    const source = NEST(head, call).replace('(,', '(');
    const conversion = toAsync(source);

    expect(conversion.source).toBe(source);
    expect(conversion.sites.map(({ reason }) => reason)).toEqual(['timing-unobservable']);
  });

  it('wait for it in what async runs', () => {
    const { source } = convert(
      {
        source: `const async = require('async');
${MODEL}exports.run = function (name, cb) {
  async.parallel(
    [(done) => User.countDocuments({ name }, done), (done) => User.find({ name }, done)],
    (err, results) => {
      if (err) return cb(err);
      cb(null, results);
    },
  );
};`,
      },
      asyncLib,
      { node: '20' },
      { project: { ...NO_PROJECT, dependencies: { ...DEPENDENCIES, async: '^3.0.0' } } },
    );

    expect(source).toContain(
      'Promise.all([User.countDocuments({ name }).exec(), User.find({ name }).exec()])',
    );
  });

  it('go by what the user says of when it calls back', () => {
    const source = NEST(
      "const AWS = require('aws-sdk');\nconst s3 = new AWS.S3();",
      's3.getObject({}',
    );

    expect(toAsync(source, DEPENDENCIES, { callbacks: 's3.getObject' }).source).toContain(
      'await s3.getObject({}).promise();',
    );
  });

  it('start a query when they did', async () => {
    const source = `${MODEL}const log = require('log');
exports.run = function (name, cb) {
  User.find({ name }, (err, users) => {
    if (err) return cb(err);
    User.find({ name }, (err, more) => cb(err, more));
    log('behind');
  });
};`;
    const { source: converted } = toAsync(source);

    expect(await run(converted)).toEqual(await run(source));
  });
});

/** @type {[name: string, source: string, written: string][]} */
const HANDLERS = [
  [
    'a document',
    `app.get('/:id', (req, res, next) => {
  User.findById(req.params.id, function (err, user) {
    if (err) return next(err);
    if (!user) return res.status(404).end();
    res.json(user);
  });
});`,
    'user = await User.findById(req.params.id).exec();',
  ],
  [
    'a list, in a statement that gives what is called',
    `app.get('/', (req, res) => {
  return User.find({ name: req.params.id }, (err, users) => {
    if (!err) res.json(users);
    else res.status(500).end();
  });
});`,
    'users = await User.find({ name: req.params.id }).exec();',
  ],
  [
    'a document that changes',
    `app.post('/:id', function (req, res, next) {
  User.findById(req.params.id, (err, user) => {
    if (err) return next(err);
    if (!user) return res.status(404).end();
    const updated = _.merge(user, { age: 7 });
    updated.save((err) => {
      if (err) {
        return next(err);
      }
      res.json(updated);
    });
  });
});`,
    'await updated.save();',
  ],
];

describe('handlers that call a package', () => {
  it.each(HANDLERS)('wait for %s', async (_, source, written) => {
    const original = `const app = require('app');\nconst _ = require('lodash');\n${MODEL}${source}`;
    const { source: converted } = toAsync(original);

    expect(converted).toContain(written);
    for (const id of ['a', 'bad', 'none']) {
      const request = { params: { id } };
      expect(await answer(converted, request)).toEqual(await answer(original, request));
    }
  });
});

describe('tests that call a package', () => {
  const source = `${MODEL}const assert = require('assert');
it('is found', (done) => {
  User.findById('a', (err, user) => {
    assert.ifError(err);
    user.save(done);
  });
});
`;
  const dependencies = { ...DEPENDENCIES, mocha: '^10.0.0' };

  it('wait for it', () => {
    expect(toAsync(source, dependencies, { tests: true }).source).toContain(`async () => {
  const user = await User.findById('a').exec();
  await user.save();
});`);
  });

  it('keep their callback where they put others in the place of functions', () => {
    const stubbing = `${source}const load = require('proxyquire');`;

    expect(toAsync(stubbing, dependencies, { tests: true }).source).toBe(stubbing);
  });
});

/** Of what is called here, nothing may be written without its callback. */
const NEST = (/** @type {string} */ head, /** @type {string} */ call) => `${head}
exports.run = function (id, cb) {
  ${call}, (err) => {
    if (err) return cb(err);
    done(id, (err, more) => {
      if (err) return cb(err);
      cb(null, more);
    });
  });
};
const done = require('store');`;

/** @param {string} statement */
const modelWith = (statement) => `const mongoose = require('mongoose');
const schema = new mongoose.Schema({ name: String });
const User = mongoose.model('User', schema);
${statement}`;

/** @type {[name: string, source: string, dependencies?: Record<string, string>][]} */
const OTHERS = [
  ['a name', NEST('', 'User.findById(id')],
  ['a parameter', NEST('', 'id.save({}').replace('(id, cb)', '(id, user, cb)')],
  ['a package of which no version is known', NEST(MODEL, 'User.findById(id'), {}],
  ['any version', NEST(MODEL, 'User.findById(id'), { mongoose: '*' }],
  ['a version that is too old', NEST(MODEL, 'User.findById(id'), { mongoose: '^3.8.0' }],
  ['one that has no callbacks', NEST(MODEL, 'User.findById(id'), { mongoose: '^7.0.0' }],
  [
    'a variable with several values',
    NEST(`${MODEL.replace('const User', 'let User')}User = other;`, 'User.findById(id'),
  ],
  [
    'a result that is given another value',
    NEST(
      `${MODEL}User.findById(1, (err, user) => {
  user = user.toObject();
  save();
  function save(cb) { user.save({}, (err) => { if (err) return cb(err); done(1, cb); }); }
});`,
      'other(id',
    ),
  ],
  [
    'a result of which a part is taken',
    NEST(
      `${MODEL}let user = new User();
[user] = users;`,
      'user.save({}',
    ),
  ],
  [
    'a static method of the project',
    NEST(modelWith('schema.statics.findById = find;'), 'User.findById(id'),
  ],
  [
    'one that is given by name',
    NEST(modelWith("schema.static('findById', find);"), 'User.findById(id'),
  ],
  ['one of several', NEST(modelWith('schema.statics = { findById };'), 'User.findById(id')],
  ['what may be one of several', NEST(modelWith('schema.static(members);'), 'User.findById(id')],
  ['what a class brings', NEST(modelWith('schema.loadClass(Base);'), 'User.findById(id')],
  ['a stub', NEST(modelWith("sinon.stub(User, 'findById');"), 'User.findById(id')],
  [
    "a function in the place of a package's",
    NEST("const bcrypt = require('bcrypt');\nbcrypt.hash = fake;", 'bcrypt.hash(id, 10'),
  ],
  [
    'a model whose schema is out of sight',
    NEST("const User = require('mongoose').model('User');", 'User.findById(id'),
  ],
  ['a member that the table lacks', NEST(MODEL, 'User.mapReduce(id')],
  ['too few arguments', NEST(MODEL, 'User.update(id')],
  [
    'a callback that more is given to',
    `const { Pool } = require('pg');
const pool = new Pool();
exports.run = function (id, cb) {
  pool.connect((err, client, release) => {
    if (err) return cb(err);
    release();
    return cb(null, client);
  });
};`,
  ],
  [
    'a document of mongoose 4 whose callback gets more',
    `${MODEL}exports.run = function (id, cb) {
  new User({ name: id }).save((err, user, count) => {
    if (err) return cb(err);
    cb(null, count);
  });
};`,
    { mongoose: '^4.0.0' },
  ],
  [
    'a task with a callback of its own',
    NEST(
      "const { Pool, Query } = require('pg');\nconst pool = new Pool();",
      'pool.query(new Query(id)',
    ),
  ],
];

describe('left with their callback are calls of', () => {
  it.each(OTHERS)('%s', (_, source, dependencies) => {
    const { source: converted } = toAsync(source, dependencies, { accept: 'timing-unobservable' });

    expect(converted).not.toMatch(/\.exec\(\)|await (?!\w+Async\d*\(|new Promise)/u);
  });

  it('a request, where a comment would be lost', () => {
    const { source } = toAsync(`const request = require('superagent');
exports.run = function (url, cb) {
  request
    .get(url)
    // sends it
    .end((err, res) => {
      if (err) return cb(err);
      cb(null, res.body);
    });
};`);

    expect(source).not.toContain('async');
  });

  it('a query whose caller may go without a callback', () => {
    const { source, sites } = toAsync(`${MODEL}exports.run = function (name, cb) {
  if (name) return User.find({ name }, cb);
  User.countDocuments({}, (err, count) => {
    if (err) return cb(err);
    cb(null, count);
  });
};`);

    expect(source).not.toContain('async');
    expect(sites.map(({ reason }) => reason)).toEqual(['result-used']);
  });
});
