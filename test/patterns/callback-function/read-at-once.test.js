import { describe, expect, it } from 'vitest';

import { codemod as asyncLibrary } from '../../../codemods/async-lib-to-async.js';
import { codemod as callbacks } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/**
 * Callers that need to be called back before the call returns: what they call keeps its callback,
 * whatever `--accept=timing-unobservable` says of others.
 */

const LOAD = `function load(key, cb) {
  store.get(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
`;

/** @type {[string, string][]} */
const AT_ONCE = [
  [
    'a result that is read behind a try that is left by a throw',
    'exports.add = (key) => { let out = 1; try { load(key, (err, value) => { out = value; }); throw new Error("gone"); } catch { tell(key); } tell(out); };',
  ],
  [
    'a result that is read behind a block that is left by a break',
    'exports.add = (key) => { let out = 1; add: { load(key, (err, value) => { out = value; }); if (key) break add; return; } tell(out); };',
  ],
  [
    'a result that is read in a finally',
    'exports.add = (key) => { let out = 1; try { return load(key, (err, value) => { out = value; }); } finally { tell(out); } };',
  ],
  [
    'a result that is read in the other branch of the next turn',
    'exports.add = (keys) => { let out = 1; for (const key of keys) { if (key) { load(key, (err, value) => { out = value; }); } else { tell(out); } } };',
  ],
  [
    'a result that is read behind a branch and in front of a return',
    'exports.add = (key) => { let out = 1; if (key) { load(key, (err, value) => { out = value; }); } tell(out); return 1; };',
  ],
  [
    'a result that another function waits behind',
    'exports.loadSync = (key) => { let out; load(key, (err, value) => { out = value; }); later(async () => { await tick(); }); return out; };',
  ],
  [
    'a result that is waited for on some ways only',
    'exports.loadNow = async (key) => { let out; load(key, (err, value) => { out = value; }); if (key.slow) { await tick(); } return out; };',
  ],
  [
    'a result that is waited for on another way',
    'exports.loadNow = async (key) => { let out; load(key, (err, value) => { out = value; }); if (key.slow) { await tick(); } else { return out; } };',
  ],
  [
    'a result in a loop that waits before the call',
    'exports.all = async (keys) => { let out; for (const key of keys) { await tick(); load(key, (err, value) => { out = value; }); tell(out); } };',
  ],
  [
    'a function behind the call that reads it',
    'exports.loadSync = (key) => { let out; const show = () => out; load(key, (err, value) => { out = value; }); return show(); };',
  ],
  [
    'a function behind the call that is declared and reads it',
    'exports.loadSync = (key) => { let out; load(key, (err, value) => { out = value; }); return show(); function show() { return out; } };',
  ],
  [
    'a function that is called there and then',
    'exports.loadSync = (key) => { let out; load(key, (err, value) => { out = value; }); return (() => out)(); };',
  ],
  [
    'a function that a list calls',
    'exports.loadSync = (key) => { let out; load(key, (err, value) => { out = value; }); return [1].map(() => out); };',
  ],
  [
    'a callback in a list that a method is called with',
    'exports.loadSync = function (name) { const args = [].slice.call(arguments, 1); let out; args.push((err, value) => { out = value; }); this[name].apply(this, args); return out; };',
  ],
  [
    'a callback in a list that is made with it',
    'exports.loadSync = (key) => { let out; const args = [key, (err, value) => { out = value; }]; load.apply(null, args); return out; };',
  ],
  [
    'a callback in a list that is spread',
    'exports.loadSync = (...args) => { let out; args[args.length] = (err, value) => { out = value; }; load(...args); return out; };',
  ],
  [
    'a callback with a name in a list',
    'exports.loadSync = (...args) => { let out; function note(err, value) { out = value; } args.push(note); load(...args); return out; };',
  ],
  [
    'members that are assigned together',
    'exports.loadNow = (key) => { const box = {}; load(key, (err, value) => Object.assign(box, { err, value })); return box.value; };',
  ],
  [
    'a member that is taken out',
    'exports.loadNow = (key) => { const box = {}; load(key, (err, value) => { box.value = value; }); const { value } = box; return value; };',
  ],
  [
    'whether there is a member',
    'exports.loadNow = (key) => { const box = {}; load(key, (err, value) => { box.value = value; }); return "value" in box; };',
  ],
  [
    'a getter',
    'exports.loadSync = (key) => { let out; const box = { get out() { return out; } }; load(key, (err, value) => { out = value; }); return box.out; };',
  ],
  [
    'a method that reads it',
    'exports.loadSync = (key) => { const box = { show() { return this.value; } }; load(key, (err, value) => { box.value = value; }); return box.show(); };',
  ],
  [
    'all that an object has',
    'exports.loadSync = (key) => { const box = {}; load(key, (err, value) => { box.value = value; }); return JSON.stringify(box); };',
  ],
  [
    'a tag',
    'exports.loadSync = (key) => { let out; const tag = () => out; load(key, (err, value) => { out = value; }); return tag`x`; };',
  ],
  [
    'what it throws into a try',
    'exports.loadSync = (key) => { try { load(key, (err) => { if (err) throw err; }); } catch (err) { return err; } };',
  ],
  [
    'what it throws into a try of whoever calls the caller',
    `function start(key) { load(key, (err, value) => { JSON.parse(value); }); }
exports.loadSync = (key) => { try { start(key); } catch (err) { return err; } };`,
  ],
  [
    'what a function throws that it is given',
    'exports.loadSync = (key) => { const end = (err) => { throw err; }; try { load(key, end); } catch (err) { return err; } };',
  ],
  [
    'a result that is returned',
    'exports.loadSync = (key) => { let out; load(key, (err, value) => { out = value; }); return out; };',
  ],
  [
    'a flag that is asked',
    `exports.loadSync = (key) => {
  let isDone = false;
  let found;
  load(key, function (err, value) {
    isDone = true;
    found = { err, value };
  });
  if (!isDone) throw new Error('not at once');
  return found;
};`,
  ],
  [
    'a member of an object',
    'exports.loadSync = (key) => { const box = {}; load(key, (err, value) => { box.value = value; }); return box.value; };',
  ],
  [
    'a named callback',
    `exports.loadSync = (key) => {
  var out;
  load(key, onLoad);
  function onLoad(err, value) { out = value; }
  return out;
};`,
  ],
  [
    'a callback in a constant, bound',
    'exports.loadSync = function (key) { let out; const onLoad = (err, value) => { out = value; }; load(key, onLoad.bind(this)); return out; };',
  ],
  [
    'a call by another function',
    `function twice(key, cb) { load(key, (err) => { if (err) return cb(err); load(key, cb); }); }
exports.loadSync = (key) => { let out; twice(key, (err, value) => { out = value; }); return out; };`,
  ],
  [
    'a call in a loop over all',
    'exports.all = (keys) => { let last; keys.forEach((key) => { load(key, (err, value) => { last = value; }); }); return last; };',
  ],
  [
    'a call on something',
    'exports.loadSync = (key) => { let out; load.call(null, key, (err, value) => { out = value; }); return out; };',
  ],
  [
    'what is taken apart',
    'exports.loadSync = (key) => { let out, more; load(key, (err, value) => { ({ out, ...more } = value); }); return out; };',
  ],
  [
    'a member of a member',
    'exports.loadSync = (key) => { const box = { of: {} }; load(key, (err, value) => { box.of.value = value; }); return box.of.value; };',
  ],
  [
    'how often it was called',
    'exports.loadSync = (key) => { let calls = 0; load(key, () => { calls++; }); return calls; };',
  ],
  [
    'a loop that ends by it',
    'exports.drain = (key) => { let isDone = false; while (!isDone) { load(key, (err, value) => { isDone = !value; }); } };',
  ],
  [
    'the next turn of a loop',
    'exports.first = (keys) => { let found; for (const key of keys) { if (found) break; load(key, (err, value) => { found = value; }); } };',
  ],
  [
    'the next turn of a function that each is given to',
    'exports.first = (keys) => { let found; keys.forEach((key) => { if (found) return; load(key, (err, value) => { found = value; }); }); };',
  ],
  [
    'the rest of such a turn',
    'exports.all = (keys, fail) => { keys.forEach((key) => { let found; load(key, (err, value) => { found = value; }); if (!found) fail(key); }); };',
  ],
  [
    'the rest of a turn, outside of which it is noted',
    'exports.all = (keys, fail) => { const box = {}; keys.forEach((key) => { load(key, (err, value) => { box.value = value; }); fail(box.value); }); };',
  ],
  [
    'a member of the object',
    'exports.loadSync = function (key) { load(key, (err, value) => { this.value = value; }); return this.value; };',
  ],
  [
    'a list',
    'exports.loadSync = (key) => { const out = []; load(key, (err, value) => { out.push(value); }); return out; };',
  ],
  [
    'a list that is asked for its length',
    'exports.loadSync = (key) => { const out = new Set(); load(key, (err, value) => out.add(value)); if (out.size === 0) throw new Error("not at once"); };',
  ],
  [
    'a member that another method asks for',
    'class Box { fill(done) { load(this.key, (err, value) => { this.value = value; done(err); }); } now() { this.fill(() => {}); return this.value; } }\nexports.Box = Box;',
  ],
  [
    'a member of itself that another method asks for',
    'exports.box = { fill(done) { const self = this; load(self.key, function (err, value) { self.value = value; done(err); }); }, now() { this.fill(() => {}); return this.value; } };',
  ],
  [
    'a member that a method notes turn by turn',
    'class Box { walk(depth, done) { load(depth, (err, value) => { this.last = value; if (err) return done(err); this.walk(depth + 1, done); }); } now(done) { this.walk(0, done); return this.last; } }\nexports.Box = Box;',
  ],
  [
    'a member that who has the object asks for',
    'function Box() {}\nBox.prototype.fill = function (done) { load(this.key, (err, value) => { this.value = value; done(err); }); };\nexports.now = () => { const box = new Box(); box.fill(() => {}); return box.value; };',
  ],
  [
    'a member of what a function is given',
    'function fill(box, done) { load(box.key, (err, value) => { box.value = value; done(err); }); }\nexports.now = (box) => { fill(box, () => {}); return box.value; };',
  ],
  [
    'a variable of the module',
    'let known;\nfunction fill(done) { load("key", (err, value) => { known = value; done(err); }); }\nexports.now = () => { fill(() => {}); return known; };',
  ],
  [
    'a variable of the module that is noted without a callback',
    'let known;\nfunction start() { load("key", (err, value) => { known = value; }); }\nexports.now = () => { start(); return known; };',
  ],
  [
    'a call by a function that nobody sees, which is given it',
    'exports.loadNow = (key) => { let out; client.run(load, key, (err, value) => { out = value; }); return out; };',
  ],
  [
    'a call by a list of tasks',
    'exports.loadNow = (key) => { let out; client.all([(next) => load(key, next)], (err, values) => { out = values; }); return out; };',
  ],
  [
    'a call by what a function of the file is given',
    'function run(task, cb) { task("key", cb); }\nexports.loadNow = () => { let out; run(load, (err, value) => { out = value; }); return out; };',
  ],
  [
    'a call by a function that finds its callback by itself',
    'function run(options) { const cb = arguments[arguments.length - 1]; load(options, cb); }\nexports.loadNow = () => { let out; run("key", (err, value) => { out = value; }); return out; };',
  ],
  [
    'the code of the module',
    'let first;\nload("a", (err, value) => { first = value; });\nexports.first = first;',
  ],
];

/** @type {[string, string][]} */
const LATER = [
  [
    'a result that is read in the other branch',
    'exports.add = (key) => { let out = 1; if (key) { load(key, (err, value) => { out = value; }); } else { tell(out); } };',
  ],
  [
    'a result that is read behind a branch that returns',
    'exports.add = (key) => { let out = 1; if (key) { load(key, (err, value) => { out = value; }); return; } tell(out); };',
  ],
  [
    'a result that is read behind a call that is returned',
    'exports.add = (key) => { let out = 1; if (key) return load(key, (err, value) => { out = value; }); tell(out); };',
  ],
  [
    'a member that another method asks for before',
    'class Box { fill(done) { load(this.key, (err, value) => { this.value = value; done(err); }); } now(done) { if (this.value) return done(); this.fill(done); } }\nexports.Box = Box;',
  ],
  [
    'a member that another method asks for when it is called back',
    'class Box { fill(done) { load(this.key, (err, value) => { this.value = value; done(err); }); } now(done) { this.fill(() => done(this.value)); } }\nexports.Box = Box;',
  ],
  [
    'a member that is noted when a file has been read',
    'class Box { fill(done) { fs.readFile(this.key, (err, text) => { this.text = text; load(text, done); }); } now() { this.fill(() => {}); return this.text; } }\nexports.Box = Box;',
  ],
  [
    'another variable of the module',
    'let known, other;\nfunction fill(done) { load("key", (err, value) => { known = value; done(err); }); }\nexports.now = () => { fill(() => {}); return other; };',
  ],
  [
    'a method that calls itself and asks for something else',
    'exports.show = (key) => { const box = { walk(depth) { if (depth) this.walk(depth - 1); return this.name; } }; load(key, (err, value) => { box.value = value; }); box.walk(2); };',
  ],
  [
    'a function that callbacks call, too',
    'exports.go = (keys, done) => { let failed; const end = () => done(failed); if (!keys.length) return end(); load(keys, (err) => { failed = err; end(); }); };',
  ],
  [
    'a function that is put off',
    'exports.go = (key) => { let out; const show = () => console.log(out); load(key, (err, value) => { out = value; }); setImmediate(show); };',
  ],
  [
    'what is thrown where nobody takes it',
    'exports.go = (key) => { load(key, (err) => { if (err) throw err; }); try { other(); } catch { tell(); } };',
  ],
  [
    'what is thrown and taken in the callback',
    'exports.go = (key) => { try { load(key, (err) => { try { throw err; } catch { tell(); } }); } catch { tell(); } };',
  ],
  [
    'a result that is read in the callback',
    'exports.go = (key, done) => { let out; load(key, (err, value) => { out = value; done(err, out); }); };',
  ],
  [
    'a result that is read after a wait',
    'exports.go = async (key) => { let out; await new Promise((resolve) => { load(key, (err, value) => { out = err || value; resolve(); }); }); return out; };',
  ],
  [
    'a count',
    'exports.go = (keys, done) => { let left = 1; keys.forEach((key) => { left++; load(key, (err) => { left = left - 1; if (err || left === 0) done(err); }); }); if (--left === 0) done(); };',
  ],
  [
    'a list that gets more',
    'exports.go = (key, done) => { const out = []; load(key, (err, value) => { out.push(value); done(err, out); }); out.push(key); };',
  ],
  [
    'what each turn of a loop has of its own',
    'exports.go = (keys, done) => { for (const key of keys) { let out = key; console.log(out); load(key, (err, value) => { out = value; done(err, out); }); } };',
  ],
  [
    'what each turn of a function has of its own',
    'exports.go = (keys, done) => { keys.forEach((key) => { let out = key; console.log(out); load(key, (err, value) => { out = value; done(err, out); }); }); };',
  ],
  [
    'a result that is waited for',
    'exports.go = async (key) => { let out; load(key, (err, value) => { out = value; }); await tick(); return out; };',
  ],
  [
    'a result that is waited for where it is read',
    'exports.go = async (key) => { if (key) { let out; load(key, (err, value) => { out = value; }); const at = await tick(); return [at, out]; } };',
  ],
  [
    'a member of another member',
    'exports.go = (key) => { const box = { of: {} }; load(key, (err, value) => { box.of.value = value; }); return box.key; };',
  ],
  [
    'a count that is handed on',
    'exports.go = (keys, done) => { let at = 0; load(keys, (err, value) => { while (at < 3) tell(at++); done(err, value); }); };',
  ],
  [
    'another member of the object',
    'exports.go = function (key) { load(key, (err, value) => { this.value = value; }); this.key = key; return this; };',
  ],
  [
    'a result that a callback in a list hands on',
    'exports.go = function (name, done) { const args = [name]; let out; args.push((err, value) => { out = value; done(err, out); }); this[name].apply(this, args); };',
  ],
  [
    'what is set before',
    'exports.go = (key, done) => { let out = 1; console.log(out); load(key, (err, value) => { out = value; done(err); }); };',
  ],
  [
    'a member that a function in the callback sets, and the callback reads',
    'exports.go = (keys, done) => { const found = {}; db.find(keys, (err, values) => { if (err) return done(err); keys.forEach((key, at) => { found[key] = values[at]; }); done(null, keys.map((key) => found[key])); }); };',
  ],
  [
    'what a function that nobody sees gives back at once, which was not given the other',
    'exports.go = (key) => { let out; client.get(key, (err, value) => { out = value; }); return out; };',
  ],
  [
    'what is only there when a file has been read',
    'exports.go = (key) => { let out; fs.readFile(key, (err, text) => { if (err) return; load(text, (failure, value) => { out = value; }); }); return out; };',
  ],
  [
    'a result of something else',
    'exports.go = (key) => { let out; other(key, (value) => { out = value; }); load(key, () => {}); return out; };',
  ],
];

/** @param {string} text @param {typeof callbacks} [codemod] */
function sitesOf(text, codemod = callbacks) {
  const source = `const fs = require('fs'), store = require('./store');\n${LOAD}${text}\n`;
  return convert({ path: 'lib/load.js', source }, codemod, {
    node: '20',
    accept: 'timing-unobservable,result-is-no-promise',
  }).sites;
}

/** @param {string} text */
const fateOfLoad = (text) => sitesOf(text).find(({ line }) => line === 2);

describe('callers that read at once what their callback noted', () => {
  it.each(AT_ONCE)('%s', (_, text) => {
    const { message, ...fate } = fateOfLoad(text) ?? {};
    expect(fate).toMatchObject({ status: 'refused', reason: 'read-at-once' });
    expect(message).toMatch(/\(lib\/load\.js:(?:[89]|1\d), /u);
  });

  it.each(LATER)('not so: %s', (_, text) => {
    expect(fateOfLoad(text)).toMatchObject({ status: 'converted' });
  });

  it('rely on no more than the user says of what they call, in a second run too', () => {
    const source = `const { call } = require('./operations');
exports.count = function (key, cb) {
  function next(turn) {
    if (turn >= key) return cb(null, turn);
    next(turn + 1);
  }
  next(1);
};
const load = (exports.load = function (key, cb) {
  if (!key) return cb(null, 0);
  call(key, (err) => {
    cb(null, true);
  });
});
exports.see = function (key, cb) {
  load(key, (err, value) => {
    key = value;
  });
  cb(null, key);
};
`;
    const options = {
      node: '20',
      accept: 'timing-unobservable',
      callbacks: './operations.call',
    };
    const first = convert({ path: 'lib/load.js', source }, callbacks, options);
    expect(first.sites.map(({ status }) => status)).toEqual(['converted', 'converted']);
    const second = convert({ path: 'lib/load.js', source: first.source }, callbacks, options);
    expect(second.changed).toBe(false);
  });

  it('keep functions of the library async', () => {
    const source = `const async = require('async');
exports.all = (keys) => {
  let last;
  async.each(keys, (key, next) => next(null, key), (err) => { last = err; });
  return last;
};
`;
    const { sites } = convert({ path: 'all.js', source }, asyncLibrary, {
      node: '20',
      accept: 'timing-unobservable',
      'async-version': 3,
    });
    expect(sites).toMatchObject([{ status: 'refused', reason: 'read-at-once' }]);
  });
});
