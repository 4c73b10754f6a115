import { describe, expect, it } from 'vitest';

import { branch, dedent, failed, give, named, printLowered, run, wait } from './lower.js';

/** @import { At } from './lower.js' */
/** @import { Region } from '../../../core/regions/build/steps.js' */

/** @type {[name: string, source: string, lower: (at: At) => Region, printed: string][]} */
const CASES = [
  [
    'one try for all waits, the answer outside of it',
    `function show(req, res, next) {
      User.findOne({ id: req.id }, (err, user) => {
        if (err) { return next(err); }
        if (!user) return res.redirect('/');
        Post.count({ user: user.id }, (err, count) => {
          if (err) { return next(err); }
          res.render('show', { user, count });
        });
      });
    }`,
    (at) => {
      const edge = failed('err', [give(at('next(err)', 0))], 'next');
      return [
        wait([at('User.findOne({ id: req.id }'), ')'], 'user', edge),
        branch(at('!user'), [give(at("res.redirect('/')"))]),
        wait([at('Post.count({ user: user.id }'), ')'], 'count', edge),
        run(at("res.render('show', { user, count });")),
      ];
    },
    `let user;
    try {
      user = await User.findOne({ id: req.id });
    } catch (err) {
      return next(err);
    }
    if (!user) {
      return res.redirect('/');
    }
    let count;
    try {
      count = await Post.count({ user: user.id });
    } catch (err) {
      return next(err);
    }
    res.render('show', { user, count });`,
  ],
  [
    'none where the framework handles rejections',
    `function show(req, res, next) {
      User.findOne({ id: req.id }, (err, user) => {
        if (err) { return next(err); }
        res.json(user);
      });
    }`,
    (at) => [wait([at('User.findOne({ id: req.id }'), ')'], 'user'), run(at('res.json(user);'))],
    `const user = await User.findOne({ id: req.id });
    res.json(user);`,
  ],
  [
    'a wait with an error branch of its own',
    `function login(req, res, next) {
      check(req.body, (err, user) => {
        if (err) {
          req.flash(err.message);
          return res.redirect('/login');
        }
        start(user, (err) => {
          if (err) return next(err);
          next();
        });
      });
    }`,
    (at) => [
      wait(
        [at('check(req.body'), ')'],
        'user',
        failed('err', [run(at('req.flash(err.message);')), give(at("res.redirect('/login')"))]),
      ),
      wait([at('start(user'), ')'], undefined, failed('err', [give(at('next(err)'))])),
      run(at('next();')),
    ],
    `let user;
    try {
      user = await check(req.body);
    } catch (err) {
      req.flash(err.message);
      return res.redirect('/login');
    }
    try {
      await start(user);
    } catch (err) {
      return next(err);
    }
    next();`,
  ],
  [
    'an error that only a status tells of',
    `function remove(req, res) {
      store.remove(req.id, (err) => {
        if (err) return res.status(500).end();
        res.end();
      });
    }`,
    (at) => [
      wait(
        [at('store.remove(req.id'), ')'],
        undefined,
        failed(undefined, [give(at('res.status(500).end()'))]),
      ),
      run(at('res.end();')),
    ],
    `try {
      await store.remove(req.id);
    } catch {
      return res.status(500).end();
    }
    res.end();`,
  ],
  [
    'waits in a row whose results are all used',
    `function home(req, res, next) {
      a(req, (err, one) => {
        if (err) return next(err);
        b(one, (err, two) => {
          if (err) return next(err);
          c(two, (err, three) => {
            if (err) return next(err);
            res.send(three);
          });
        });
      });
    }`,
    (at) => {
      const edge = failed('err', [give(at('next(err)', 0))], 'next');
      return [
        wait([at('a(req', 0), ')'], { ...named('one'), uses: [at('one', 1)] }, edge),
        wait([at('b(one'), ')'], { ...named('two'), uses: [at('two', 1)] }, edge),
        wait([at('c(two'), ')'], 'three', edge),
        run(at('res.send(three);')),
      ];
    },
    `let three;
    try {
      const one = await a(req);
      const two = await b(one);
      three = await c(two);
    } catch (err) {
      return next(err);
    }
    res.send(three);`,
  ],
];

describe('request handlers, lowered by hand', () => {
  it.each(CASES)('%s', (_, source, lower, printed) => {
    expect(printLowered(source, lower)).toBe(dedent(printed));
  });
});
