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
  wait,
} from './lower.js';

/** @import { At } from './lower.js' */
/** @import { Region } from '../../../core/regions/build/steps.js' */

/** Shapes of a large forum's code, reduced. @type {[name: string, source: string, lower: (at: At) => Region, printed: string][]} */
const CASES = [
  [
    'tasks that hand one result on',
    `function rename(uid, name, callback) {
      async.waterfall([
        (next) => users.get(uid, next),
        (user, next) => names.free(user.name, next),
        (old, next) => names.take(name, next),
      ], callback);
    }`,
    (at) => [
      wait([at('users.get(uid'), ')'], 'user'),
      wait([at('names.free(user.name'), ')']),
      give(at('names.take(name'), ')'),
    ],
    `const user = await users.get(uid);
    await names.free(user.name);
    return names.take(name);`,
  ],
  [
    'an exit by the outer callback',
    `function view(id, callback) {
      async.waterfall([
        (next) => topics.get(id, next),
        (topic, next) => {
          if (!topic) return callback(null, null);
          posts.of(topic, next);
        },
        (list, next) => next(null, list.length),
      ], callback);
    }`,
    (at) => [
      wait([at('topics.get(id'), ')'], 'topic'),
      branch(at('!topic'), [give(at('null', 1))]),
      wait([at('posts.of(topic'), ')'], 'list'),
      give(at('list.length')),
    ],
    `const topic = await topics.get(id);
    if (!topic) {
      return null;
    }
    const list = await posts.of(topic);
    return list.length;`,
  ],
  [
    'a task that skips its wait',
    `function name(uid, callback) {
      async.waterfall([
        (next) => {
          if (uid === 0) return next(null, 'guest');
          users.name(uid, next);
        },
        (found, next) => next(null, escape(found)),
      ], callback);
    }`,
    (at) => [
      join(
        'named',
        ['found'],
        [
          branch(
            at('uid === 0'),
            [jump('named', at("'guest'"))],
            [
              wait([at('users.name(uid'), ')'], { ...named('found'), keyword: undefined }),
              jump('named', 'found'),
            ],
          ),
        ],
        [give(at('escape(found)'))],
      ),
    ],
    `let found;
    if (uid === 0) {
      found = 'guest';
    } else {
      found = await users.name(uid);
    }
    return escape(found);`,
  ],
  [
    'parallel tasks with names',
    `function page(uid, callback) {
      async.parallel({
        user: (next) => users.get(uid, next),
        posts: (next) => posts.of(uid, next),
      }, (err, results) => {
        if (err) return callback(err);
        callback(null, build(results.user, results.posts));
      });
    }`,
    (at) => [
      {
        type: 'together',
        errors: 'first',
        regions: [[give(at('users.get(uid'), ')')], [give(at('posts.of(uid'), ')')]],
        result: named('[user, posts]'),
      },
      give('build(user, posts)'),
    ],
    `const [user, posts] = await Promise.all([
      users.get(uid),
      posts.of(uid),
    ]);
    return build(user, posts);`,
  ],
  [
    'parallel tasks of several steps',
    `function page(uid, callback) {
      async.parallel([
        (next) => users.get(uid, (err, user) => (err ? next(err) : next(null, user.name))),
        (next) => posts.count(uid, next),
      ], callback);
    }`,
    (at) => [
      {
        type: 'together',
        errors: 'first',
        regions: [
          [wait([at('users.get(uid'), ')'], 'user'), give(at('user.name'))],
          [give(at('posts.count(uid'), ')')],
        ],
        result: named('values'),
      },
      give('values'),
    ],
    `const values = await Promise.all([
      (async () => {
        const user = await users.get(uid);
        return user.name;
      })(),
      posts.count(uid),
    ]);
    return values;`,
  ],
  [
    'items one after the other',
    `function purge(ids, callback) {
      async.eachSeries(ids, (id, next) => {
        if (isKept(id)) return next();
        posts.remove(id, next);
      }, callback);
    }`,
    (at) => [
      loop('for (const id of ids)', [
        branch(at('isKept(id)'), [{ type: 'exit', how: 'continue' }]),
        wait([at('posts.remove(id'), ')']),
      ]),
    ],
    `for (const id of ids) {
      if (isKept(id)) {
        continue;
      }
      await posts.remove(id);
    }`,
  ],
  [
    'a loop in a task',
    `function collect(ids, callback) {
      async.waterfall([
        (next) => async.mapSeries(ids, (id, done) => users.get(id, done), next),
        (list, next) => next(null, list.filter(Boolean)),
      ], callback);
    }`,
    (at) => [
      hold('const', 'list', '[]'),
      loop('for (const id of ids)', [
        { type: 'run', pieces: ['list.push(', { wait: [at('users.get(id'), ')'] }, ')'] },
      ]),
      give(at('list.filter(Boolean)')),
    ],
    `const list = [];
    for (const id of ids) {
      list.push(await users.get(id));
    }
    return list.filter(Boolean);`,
  ],
  [
    'an error that a task replaces',
    `function login(name, callback) {
      async.waterfall([
        (next) => users.find(name, next),
        (user, next) => {
          if (!user) return next(new Error('no-user'));
          sessions.start(user, next);
        },
      ], (err, session) => callback(err, session));
    }`,
    (at) => [
      wait([at('users.find(name'), ')'], 'user'),
      branch(at('!user'), [raise(at("new Error('no-user')"))]),
      give(at('sessions.start(user'), ')'),
    ],
    `const user = await users.find(name);
    if (!user) {
      throw new Error('no-user');
    }
    return sessions.start(user);`,
  ],
  [
    'an end that logs errors and goes on',
    `function tick(callback) {
      async.series([
        (next) => jobs.clean(next),
        (next) => jobs.send(next),
      ], (err) => {
        if (err) log(err);
        callback();
      });
    }`,
    (at) => {
      const edge = failed('err', [run(at('log(err);'))], 'end');
      return [
        wait([at('jobs.clean('), ')'], undefined, edge),
        wait([at('jobs.send('), ')'], undefined, edge),
      ];
    },
    `try {
      await jobs.clean();
      await jobs.send();
    } catch (err) {
      log(err);
    }`,
  ],
  [
    'a waterfall in a waterfall',
    `function move(id, to, callback) {
      async.waterfall([
        (next) => topics.get(id, next),
        (topic, next) => {
          async.waterfall([
            (done) => forums.leave(topic, done),
            (left, done) => forums.enter(topic, to, done),
          ], next);
        },
        (place, next) => next(null, place),
      ], callback);
    }`,
    (at) => [
      wait([at('topics.get(id'), ')'], 'topic'),
      wait([at('forums.leave(topic'), ')']),
      give(at('forums.enter(topic, to'), ')'),
    ],
    `const topic = await topics.get(id);
    await forums.leave(topic);
    return forums.enter(topic, to);`,
  ],
];

describe('tasks of async, lowered by hand', () => {
  it.each(CASES)('%s', (_, source, lower, printed) => {
    expect(printLowered(source, lower)).toBe(dedent(printed));
  });
});
