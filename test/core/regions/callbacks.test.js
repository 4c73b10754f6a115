import { describe, expect, it } from 'vitest';

import {
  branch,
  dedent,
  failed,
  give,
  hold,
  join,
  jump,
  loop,
  named,
  printLowered,
  raise,
  run,
  settle,
  wait,
} from './lower.js';

/** @import { At } from './lower.js' */
/** @import { Region } from '../../../core/regions/build/steps.js' */

/** @type {[name: string, source: string, lower: (at: At) => Region, printed: string][]} */
const CASES = [
  [
    'a nest whose errors leave the function',
    `function load(file, cb) {
      fs.stat(file, (err, stats) => {
        if (err) return cb(err);
        check(stats);
        fs.readFile(file, (err, data) => {
          if (err) return cb(err);
          cb(null, data.length);
        });
      });
    }`,
    (at) => [
      wait([at('fs.stat(file'), ')'], 'stats'),
      run(at('check(stats);')),
      wait([at('fs.readFile(file'), ')'], 'data'),
      settle('return', at('data.length')),
    ],
    `const stats = await fs.stat(file);
    check(stats);
    const data = await fs.readFile(file);
    return data.length;`,
  ],
  [
    'an error edge that ends the function',
    `function load(file, cb) {
      fs.readFile(file, (err, data) => {
        if (err) {
          log(err);
          return cb(null, []);
        }
        cb(null, parse(data));
      });
    }`,
    (at) => [
      wait(
        [at('fs.readFile(file'), ')'],
        'data',
        failed('err', [run(at('log(err);')), give(at('[]'))]),
      ),
      give(at('parse(data)')),
    ],
    `let data;
    try {
      data = await fs.readFile(file);
    } catch (err) {
      log(err);
      return [];
    }
    return parse(data);`,
  ],
  [
    'an error edge that joins the normal path again',
    `function load(file, cb) {
      fs.readFile(file, (err, data) => {
        if (err) log(err);
        use(data);
        cb();
      });
    }`,
    (at) => [
      wait([at('fs.readFile(file'), ')'], 'data', failed('err', [run(at('log(err);'))])),
      run(at('use(data);')),
      settle('return'),
    ],
    `let data;
    try {
      data = await fs.readFile(file);
    } catch (err) {
      log(err);
    }
    use(data);`,
  ],
  [
    'a result that is only returned',
    `function load(file, cb) {
      fs.readFile(file, (err, data) => {
        if (err && err.code === 'ENOENT') return cb(null, '');
        if (err) return cb(err);
        cb(null, data);
      });
    }`,
    (at) => [
      wait(
        [at('fs.readFile(file'), ')'],
        'data',
        failed('err', [branch(at("err.code === 'ENOENT'"), [give(at("''"))]), raise('err')]),
      ),
      give('data'),
    ],
    `try {
      return await fs.readFile(file);
    } catch (err) {
      if (err.code === 'ENOENT') {
        return '';
      }
      throw err;
    }`,
  ],
  [
    'two waits that do the same with their error',
    `function show(req, next) {
      users.find(req.id, (err, user) => {
        if (err) return next(err);
        posts.of(user, (err, list) => {
          if (err) return next(err);
          render(user, list);
        });
      });
    }`,
    (at) => {
      const edge = failed('err', [give(at('next(err)', 0))], 'next');
      return [
        wait([at('users.find(req.id'), ')'], 'user', edge),
        wait([at('posts.of(user'), ')'], 'list', edge),
        run(at('render(user, list);')),
      ];
    },
    `let user;
    let list;
    try {
      user = await users.find(req.id);
      list = await posts.of(user);
    } catch (err) {
      return next(err);
    }
    render(user, list);`,
  ],
  [
    'a result that only the next wait needs',
    `function show(req, next) {
      users.find(req.id, (err, user) => {
        if (err) return next(err);
        posts.of(user, (err, list) => {
          if (err) return next(err);
          render(list);
        });
      });
    }`,
    (at) => {
      const edge = failed('err', [give(at('next(err)', 0))], 'next');
      return [
        wait([at('users.find(req.id'), ')'], { ...named('user'), uses: [at('user', 2)] }, edge),
        wait([at('posts.of(user'), ')'], 'list', edge),
        run(at('render(list);')),
      ];
    },
    `let list;
    try {
      const user = await users.find(req.id);
      list = await posts.of(user);
    } catch (err) {
      return next(err);
    }
    render(list);`,
  ],
  [
    'an error that is looked at later',
    `function load(file, cb) {
      fs.readFile(file, (err, data) => {
        done(err, data);
        if (err) warn(err);
        cb();
      });
    }`,
    (at) => [
      hold('let', 'err', 'null'),
      wait(
        [at('fs.readFile(file'), ')'],
        'data',
        failed('error', [hold(undefined, 'err', 'error')]),
      ),
      run(at('done(err, data);')),
      run(at('if (err) warn(err);')),
    ],
    `let err = null;
    let data;
    try {
      data = await fs.readFile(file);
    } catch (error) {
      err = error;
    }
    done(err, data);
    if (err) warn(err);`,
  ],
  [
    'an error that is dropped, and the results with it',
    `function touch(file, cb) {
      fs.unlink(file, () => {
        cb();
      });
    }`,
    (at) => [
      wait([at('fs.unlink(file'), ')'], undefined, {
        error: undefined,
        region: [],
        isDropped: true,
      }),
    ],
    `await fs.unlink(file).catch(() => {});`,
  ],
  [
    'several results by their names',
    `function run(command, cb) {
      exec(command, (err, stdout, stderr) => {
        if (err) return cb(null, err.code);
        cb(null, stdout + stderr);
      });
    }`,
    (at) => [
      wait([at('exec(command'), ')'], '{ stdout, stderr }', failed('err', [give(at('err.code'))])),
      give(at('stdout + stderr')),
    ],
    `let stdout, stderr;
    try {
      ({ stdout, stderr } = await exec(command));
    } catch (err) {
      return err.code;
    }
    return stdout + stderr;`,
  ],
  [
    'a call that gives no error first',
    `function check(file, cb) {
      fs.exists(file, (isThere) => cb(null, isThere));
    }`,
    (at) => [
      wait({ call: [at('fs.exists(file'), ', '], gives: 'first', resolve: 'resolve' }, 'isThere'),
      give('isThere'),
    ],
    `const isThere = await new Promise((resolve) => fs.exists(file, resolve));
    return isThere;`,
  ],
  [
    'a call whose results are wanted in a list',
    `function read(socket, cb) {
      socket.read(4, (err, head, body) => {
        if (err) return cb(err);
        cb(null, head + body);
      });
    }`,
    (at) => [
      wait(
        {
          call: [at('socket.read(4'), ', '],
          gives: 'all-or-error',
          resolve: 'resolve',
          values: 'results',
        },
        '[head, body]',
      ),
      give(at('head + body')),
    ],
    `const [head, body] = await new Promise((resolve, reject) => {
      socket.read(4, (err, ...results) => {
        if (err) reject(err);
        else resolve(results);
      });
    });
    return head + body;`,
  ],
  [
    'an exit before the wait',
    `function load(key, cb) {
      if (cache[key]) return cb(null, cache[key]);
      store.get(key, (err, value) => {
        if (err) return cb(err);
        cache[key] = value;
        cb(null, value);
      });
    }`,
    (at) => [
      branch(at('cache[key]', 0), [give(at('cache[key]', 1))]),
      wait([at('store.get(key'), ')'], 'value'),
      run(at('cache[key] = value;')),
      give('value'),
    ],
    `if (cache[key]) {
      return cache[key];
    }
    const value = await store.get(key);
    cache[key] = value;
    return value;`,
  ],
  [
    'a local function that several paths call last',
    `function load(key, cb) {
      function done(value) {
        count(value);
        cb(null, value);
      }
      if (cache[key]) return done(cache[key]);
      store.get(key, (err, value) => {
        if (err) return cb(err);
        done(value);
      });
    }`,
    (at) => [
      join(
        'done',
        ['value'],
        [
          branch(
            at('cache[key]', 0),
            [jump('done', at('cache[key]', 1))],
            [
              wait([at('store.get(key'), ')'], { ...named('value'), keyword: undefined }),
              jump('done', 'value'),
            ],
          ),
        ],
        [run(at('count(value);')), give('value')],
      ),
    ],
    `let value;
    if (cache[key]) {
      value = cache[key];
    } else {
      value = await store.get(key);
    }
    count(value);
    return value;`,
  ],
  [
    'a join from the middle of a path',
    `function load(key, cb) {
      const next = () => cb(null, state);
      if (isReady) return next();
      prepare(key);
      store.get(key, (err) => {
        if (err) return cb(err);
        next();
      });
    }`,
    (at) => [
      join(
        'next',
        [],
        [
          branch(at('isReady'), [jump('next')]),
          run(at('prepare(key);')),
          wait([at('store.get(key'), ')']),
        ],
        [give(at('state'))],
      ),
    ],
    `next: {
      if (isReady) {
        break next;
      }
      prepare(key);
      await store.get(key);
    }
    return state;`,
  ],
  [
    'code behind what settles the function',
    `function close(socket, cb) {
      socket.end((err) => {
        if (err) return cb(err);
        cb(null, socket.bytes);
        count--;
      });
    }`,
    (at) => [
      wait([at('socket.end('), ')']),
      settle('return', at('socket.bytes')),
      run(at('count--;')),
    ],
    `await socket.end();
    const result = socket.bytes;
    count--;
    return result;`,
  ],
  [
    'recursion that is a loop',
    `function drain(queue, cb) {
      if (queue.length === 0) return cb();
      send(queue.shift(), (err) => {
        if (err) return cb(err);
        drain(queue, cb);
      });
    }`,
    (at) => [loop('while (queue.length !== 0)', [wait([at('send(queue.shift()'), ')'])])],
    `while (queue.length !== 0) {
      await send(queue.shift());
    }`,
  ],
  [
    'a retry',
    `function attempt(times, cb) {
      connect((err, client) => {
        if (err) {
          if (times === 0) return cb(err);
          return attempt(times - 1, cb);
        }
        cb(null, client);
      });
    }`,
    (at) => [
      loop('for (;;)', [
        wait(
          [at('connect('), ')'],
          'client',
          failed('err', [
            branch(at('times === 0'), [raise('err')]),
            hold(undefined, 'times', at('times - 1')),
            { type: 'exit', how: 'continue' },
          ]),
        ),
        give('client'),
      ]),
    ],
    `for (;;) {
      try {
        return await connect();
      } catch (err) {
        if (times === 0) {
          throw err;
        }
        times = times - 1;
        continue;
      }
    }`,
  ],
  [
    'a switch whose cases wait',
    `function act(kind, cb) {
      switch (kind) {
        case 'read':
          return read((err, text) => (err ? cb(err) : cb(null, text.trim())));
        default:
          return cb(null, '');
      }
    }`,
    (at) => [
      {
        type: 'switch',
        value: [at('kind', 1)],
        cases: [
          {
            test: [at("'read'")],
            body: [wait([at('read(('.slice(0, 5)), ')'], 'text'), give(at('text.trim()'))],
          },
          { test: undefined, body: [give(at("''"))] },
        ],
      },
    ],
    `switch (kind) {
      case 'read':
        const text = await read();
        return text.trim();
      default:
        return '';
    }`,
  ],
  [
    'comments of what goes',
    `function load(file, cb) {
      // first the text
      fs.readFile(file, (err, data) => {
        // nobody can do without it
        if (err) return cb(err);

        // then its length
        count(data); // once
        cb(null, data);
      });
    }`,
    (at) => [
      wait([at('fs.readFile(file'), ')'], 'data'),
      run(at('count(data);')),
      give(at('data', 2)),
    ],
    `// first the text
    const data = await fs.readFile(file);
    // nobody can do without it
    // then its length
    count(data); // once
    return data;`,
  ],
  [
    'a call that nobody waits for',
    `function save(doc, cb) {
      audit(doc, () => {});
      store.put(doc, cb);
    }`,
    (at) => [
      { type: 'start', region: [wait([at('audit(doc'), ')'])], rejection: 'dropped' },
      give(at('store.put(doc, cb)')),
    ],
    `audit(doc).catch(() => {});
    return store.put(doc, cb);`,
  ],
];

describe('callbacks, lowered by hand', () => {
  it.each(CASES)('%s', (_, source, lower, printed) => {
    expect(printLowered(source, lower)).toBe(dedent(printed));
  });
});
