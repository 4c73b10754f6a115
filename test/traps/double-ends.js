/** @import { Trap } from './trap.js' */

/**
 * Callbacks that throw when they get a result: they are not called again with what they throw.
 */

/** It ignores what a function returns, and hands what it throws to its callback. */
const PASSPORT = `const verifiers = [];
exports.use = (strategy) => { verifiers.push(strategy.verify); };
exports.deserializeUser = (fn) => { verifiers.push(fn); };
exports.ask = (given, done) => { try { verifiers[0](...given, done); } catch (err) { done(err); } };`;

const STRATEGY =
  'exports.Strategy = class { constructor(...given) { this.verify = given.at(-1); } };';

const USERS = `const user = (name) => ({
  name,
  check(word, cb) { setImmediate(() => { if (word === 'fail') cb(new Error('fail')); else cb(null, word === 'right'); }); },
  save(cb) { setImmediate(() => cb(name === 'fail' ? new Error('not saved') : null)); },
});
exports.load = (name, cb) => {
  setImmediate(() => { if (name === 'bad') cb(new Error('bad')); else cb(null, name === 'none' ? null : user(name)); });
};`;

const VERIFIERS = {
  'that waits once': `passport.use(new Strategy((name, word, done) => {
  users.load(name, (err, user) => {
    if (err) { return done(err); }
    done(null, user);
  });
}));`,
  'that hands on both': `passport.deserializeUser((name, done) => {
  users.load(name, (err, user) => {
    done(err, user);
  });
});`,
  'that waits twice': `passport.use(new Strategy((name, word, done) => {
  const key = name.trim();
  users.load(key, (err, user) => {
    if (err) { return done(err); }
    if (!user) { return done(null, false, { message: 'unknown' }); }
    user.check(word, (err, isRight) => {
      if (err) { return done(err); }
      if (isRight) {
        done(null, user);
        return;
      }
      return done(null, false, { message: 'wrong' });
    });
  });
}));`,
  'that asks before it waits': `passport.use(new Strategy((name, word, done) => {
  if (!word) { return done(null, false); }
  users.load(name, (err, user) => {
    if (err) { return done(err); }
    if (user) {
      user.word = word;
      user.save((err) => {
        done(err, user);
      });
    } else {
      done();
    }
  });
}));`,
};

const DRIVE = `const { passport } = load('./program');
  for (const given of [['a', 'right'], ['a', 'wrong'], ['a', 'fail'], ['none', 'right'], ['bad', 'right'], ['fail', 'x'], ['a', ''], [undefined, '']]) {
    for (const throws of [false, true]) {
      let end;
      await new Promise((resolve) => {
        end = resolve;
        process.once('uncaughtException', end);
        const done = (err, user) => {
          log('done', err ? err.message : user ? user.name : String(user));
          setImmediate(() => setImmediate(resolve));
          if (throws && !err) throw new Error('thrown by done');
        };
        try { passport.ask(given.slice(0, VALUES), done); } catch (err) { log('caught', err.message); resolve(); }
      });
      process.removeListener('uncaughtException', end);
    }
  }`;

/** @type {readonly Trap[]} */
export const doubleEnds = Object.entries(VERIFIERS).map(([what, verifier]) => ({
  name: `a verifier ${what}, whose callback throws`,
  codemod: 'callback-to-async',
  source: `const passport = require('passport');
const { Strategy } = require('passport-local');
const users = require('./users');
exports.passport = passport;
${verifier}
`,
  stubs: { passport: PASSPORT, 'passport-local': STRATEGY, users: USERS },
  dependencies: { passport: '^0.4.0', 'passport-local': '^1.0.0' },
  options: { trust: 'application' },
  drive: DRIVE.replace('VALUES', verifier.includes('word') ? '2' : '1'),
  becomes: what === 'that hands on both' ? 'left' : 'converted',
}));
