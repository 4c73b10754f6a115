import events from 'node:events';
import util from 'node:util';
import { compileFunction } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { NO_PROJECT } from '../../../core/contract/pattern.js';

/**
 * Functions that passport calls with a callback, or as the answer to a request: it ignores what they return, and
 * hands what they throw to the callback.
 */

const HEAD = `const passport = require('passport');
const { Strategy } = require('passport-local');
const users = require('users');
const log = require('log');
`;

/** @param {string} source @param {string[]} [packages] */
function toAsync(source, packages = ['passport', 'passport-local', 'users']) {
  const dependencies = Object.fromEntries(packages.map((name) => [name, '^1.0.0']));
  return convert(
    { path: 'auth.js', source },
    codemod,
    { node: '20', trust: 'application' },
    { project: { ...NO_PROJECT, dependencies } },
  );
}

/**
 * @param {string} source Of a module that gives its functions to passport.
 * @param {readonly unknown[]} given What passport calls each of them with.
 * @returns {Promise<string[]>} What they do, and what passport gets of them.
 */
async function run(source, given) {
  /** @type {string[]} */
  const log = [];
  const tell =
    (/** @type {string} */ what) =>
    (/** @type {any[]} */ ...values) =>
      void log.push(
        `${what} ${values.map((each) => each?.message ?? JSON.stringify(each)).join(' ')}`,
      );
  const later = (/** @type {() => void} */ give) => setImmediate(give);
  const load = (/** @type {string} */ name, /** @type {Function} */ callback) =>
    later(() =>
      name === 'bad'
        ? callback(new Error('bad'))
        : callback(null, name === 'none' ? null : user(name)),
    );
  const user = (/** @type {string} */ name) => ({
    name,
    check: (/** @type {string} */ word, /** @type {Function} */ callback) =>
      later(() =>
        word === 'fail' ? callback(new Error('fail')) : callback(null, word === 'right'),
      ),
    save: (/** @type {Function} */ callback) =>
      later(() => (name === 'lost' ? callback(new Error('lost')) : callback(null))),
  });
  /** @type {Function[]} */
  const verifiers = [];
  class Strategy {
    /** @param {any[]} values */
    constructor(...values) {
      verifiers.push(values.at(-1));
    }
  }
  /** @type {Function[]} */
  const handlers = [];
  const passport = {
    use: () => passport,
    deserializeUser: (/** @type {Function} */ fn) => verifiers.push(fn),
    authenticate:
      (/** @type {any[]} */ ...values) =>
      () => {
        const [error, found] = given;
        later(() => values.at(-1)(error, found, 'info'));
      },
  };
  const app = { post: (/** @type {any[]} */ ...values) => handlers.push(values.at(-1)) };
  /** @type {Record<string, unknown>} */
  const modules = {
    events,
    util,
    passport,
    'passport-local': { Strategy },
    users: { load },
    log: tell('log'),
  };
  compileFunction(source, ['require', 'app'])((/** @type {string} */ id) => modules[id], app);
  for (const verify of verifiers) {
    const done = tell('done');
    try {
      verify(...given.slice(0, verify.length - 1), done);
    } catch (error) {
      done(error);
    }
  }
  const response = { redirect: tell('redirect'), render: tell('render') };
  for (const handler of handlers) {
    handler({ login: load }, response, tell('next'));
  }
  for (let turn = 0; turn < 12; turn++) {
    await new Promise(setImmediate);
  }
  // Nothing beside an error is looked at, and a missing error may be \`null\` or left out.
  return log.map((line) =>
    line
      .replace(/^done null$|^done $/u, 'done')
      .replace(/^(done (?:bad|fail|lost)).*/u, '$1')
      .replace(/"(?:lost|x)"/gu, '"x"'),
  );
}

const NAMES = ['x', 'none', 'bad', 'lost', undefined];

describe('what passport gives a callback is async, and still calls it, where it', () => {
  it.each([
    [
      'verifies',
      `passport.use(new Strategy({ usernameField: 'name' }, (name, word, done) => {
  const key = name.trim();
  users.load(key, (err, user) => {
    if (err) { return done(err); }
    if (!user) { return done(null, false, { message: 'unknown' }); }
    user.check(word, (err, isRight) => {
      if (err) { return done(err); }
      if (isRight) { return done(null, user); }
      return done(null, false, { message: 'wrong' });
    });
  });
}));`,
      2,
    ],
    [
      'saves what it has found, and gives it beside the error of that',
      `passport.use(new Strategy({ usernameField: 'name' }, (name, word, done) => {
  users.load(name, (err, user) => {
    if (err) { return done(err); }
    if (!user) {
      log('none');
      done(err);
    } else {
      user.word = word;
      user.save((err) => {
        done(err, user);
      });
    }
  });
}));`,
      2,
    ],
    [
      'answers to an error itself, and may throw',
      `passport.use(new Strategy(function (name, word, done) {
  log(name.trim());
  users.load(name, function (err, user) {
    if (err) { return done(null, false, { message: 'no' }); }
    done(null, user);
  });
}));`,
      1,
    ],
  ])('%s', async (_, body, waits) => {
    const source = HEAD + body;
    const { source: converted, sites } = toAsync(source);

    expect(sites.map(({ status, reason }) => reason ?? status)).toEqual(['converted']);
    expect(converted.match(/\bawait\b/gu)).toHaveLength(waits);
    expect(converted).toMatch(/\} catch \(err\) \{\n {4}done\(err\);\n {2}\}\n\}\)\);/u);
    expect(converted).not.toContain('.then(');
    for (const name of NAMES) {
      for (const word of ['right', 'wrong', 'fail']) {
        expect(await run(converted, [name, word])).toEqual(await run(source, [name, word]));
      }
    }
    expect(toAsync(converted).source).toBe(converted);
  });

  it('is left where it would be longer', () => {
    const source = `${HEAD}passport.deserializeUser((id, done) => {
  users.load(id, (err, user) => {
    done(err, user);
  });
});`;
    const { source: converted, sites } = toAsync(source);

    expect(converted).toBe(source);
    expect(sites.map(({ reason }) => reason)).toEqual(['callback-given']);
  });

  it('is left in a project without passport', () => {
    const source = `${HEAD}passport.use(new Strategy((name, word, done) => {
  users.load(name, (err, user) => {
    if (err) { return done(err); }
    user.check(word, (err, isRight) => {
      if (err) { return done(err); }
      done(null, isRight && user, 'more');
    });
  });
}));`;

    expect(toAsync(source, ['users']).source).not.toContain('async (name, word, done)');
  });
});

describe('what passport has answer a request is async', () => {
  const source = `${HEAD}app.post('/login', (req, res, next) => {
  passport.authenticate('local', (err, user, info) => {
    if (err) { return next(err); }
    if (!user) { return res.redirect('/login'); }
    users.load(user.name, (err, user) => {
      if (err) { return next(err); }
      req.login(user.name, (err) => {
        if (err) { return next(err); }
        res.render('home', info);
      });
    });
  })(req, res, next);
});`;

  it('and hands its errors to the `next` of the handler around it', async () => {
    const { source: converted, sites } = toAsync(source);

    expect(sites.map(({ status, reason }) => reason ?? status)).toEqual(['converted']);
    expect(converted).toContain("app.post('/login', (req, res, next) => {");
    expect(converted).toContain("passport.authenticate('local', async (err, user, info) => {");
    expect(converted).toContain('} catch (err) {\n      next(err);\n    }\n  })(req, res, next);');
    const found = ['x', 'bad'].map((name) => ({ name }));
    for (const given of [[new Error('no')], [null, null], ...found.map((each) => [null, each])]) {
      expect(await run(converted, given)).toEqual(await run(source, given));
    }
    expect(toAsync(converted).source).toBe(converted);
  });

  it('and takes no function of the file for the `login` of a request', () => {
    const own = `${source}\nexports.login = (name, done) => { log(name); log(done); };`;
    const { source: converted, sites } = toAsync(own);

    expect(sites.map(({ status, reason }) => reason ?? status)).toEqual(['converted']);
    expect(converted).toContain('await loginAsync(req, ');
  });

  it('and hides a parameter that nobody asks for', async () => {
    const unasked = source
      .replace("    if (!user) { return res.redirect('/login'); }\n", '')
      .replace('users.load(user.name', 'users.load(info');
    const { source: converted } = toAsync(unasked);

    expect(converted).toContain('const user = await');
    const given = [null, { name: 'x' }];
    expect(await run(converted, given)).toEqual(await run(unasked, given));
  });
});

describe('what listens within a handler that waits for nothing itself is async', () => {
  it('and hands its errors to the `next` of that', async () => {
    const source = `const users = require('users');
const { EventEmitter } = require('events');
app.post('/save', (req, res, next) => {
  const job = new EventEmitter();
  job.on('load', (name) => {
    users.load(name, (err, user) => {
      if (err) { return next(err); }
      if (!user) { return next(new Error('nobody')); }
      user.save((err) => {
        if (err) { return next(err); }
        res.render('saved', user.name);
      });
    });
  });
  ['x', 'bad', 'lost', 'none'].forEach((name) => job.emit('load', name));
});`;
    const { source: converted, sites } = toAsync(source);

    expect(sites.map(({ status, reason }) => reason ?? status)).toEqual(['converted']);
    expect(converted).toContain("app.post('/save', (req, res, next) => {");
    expect(converted).toContain("job.on('load', async (name) => {");
    expect(await run(converted, [])).toEqual(await run(source, []));
    expect(toAsync(converted).source).toBe(converted);
  });
});
