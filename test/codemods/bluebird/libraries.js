/** Promises without methods of their own are native ones outside the file, too. */
const PLAIN = /** @type {const} */ (['async']);
const BOTH = /** @type {const} */ (['keep', 'async']);

/**
 * Bodies of an exported function of `(at, x, y)`, by the library that they use, each after the
 * statement that gets it.
 *
 * @type {Readonly<Record<string, { header: string, apis: readonly ('keep' | 'async')[], bodies: Readonly<Record<string, string>> }>>}
 */
export const LIBRARIES = {
  q: {
    header: "const Q = require('q');",
    apis: BOTH,
    bodies: {
      'a value': 'return Q(x).tap((v) => log(at, "a", v));',
      'resolve and fulfill':
        'return Q.resolve(op(at, "a")).then(() => Q.fulfill(3)).tap((v) => log(at, "b", v));',
      'when: a value': 'return Q.when(x).tap((v) => log(at, "a", v));',
      'when: handlers':
        'return Q.when(op(at, "a"), (v) => log(at, "b", v), (e) => log(at, "c", e)).tap(() => {});',
      'called with handlers':
        'return Q.when(x, (v) => op(at, "a", v)).fail((e) => log(at, "b", e));',
      reject:
        'return Q.reject(new Error("no")).fail((e) => log(at, "a", e.message)).tap(() => {});',
      all: 'return Q.all([op(at, "a"), x, op(at, "b")]).spread((a, b, c) => log(at, "c", a, b, c));',
      'isPromise: of what stays':
        'const p = Q(op(at, "a")); return Q.isPromise(p) ? p.thenResolve(1).tap((v) => log(at, "c", v)) : 0;',
      'nfcall: a function of the file':
        'const f = (a, cb) => call(at, "a", cb); return Q.nfcall(f, 1).tap((v) => log(at, "b", v));',
      'nfcall: several results':
        'const f = (cb) => cb(null, 1, 2); return Q.nfcall(f).tap((v) => log(at, "b", v));',
      'nfcall: no result':
        'const f = (cb) => cb(); return Q.nfcall(f).tap((v) => log(at, "b", v));',
      'nfcall: throws':
        'const f = () => { throw new TypeError("no"); }; return Q.nfcall(f).fail((e) => log(at, "b", e.message));',
      'nfcall: runs later':
        'const f = (cb) => { log(at, "a"); cb(null, 4); }; const p = Q.nfcall(f); log(at, "b"); return p.tap(() => {});',
      'nfcall: bound':
        'const o = { n: 2, m(cb) { cb(null, this.n); } }; return Q.nfcall(o.m.bind(o)).tap((v) => log(at, "b", v));',
      'nfcall: awaited':
        'return (async () => { const f = (cb) => call(at, "a", cb); const v = await Q.nfcall(f); return log(at, "b", v); })();',
      'ninvoke: an object of the file':
        'const o = { n: 2, m(a, cb) { call(at, "a", (e, v) => cb(e, [v, this.n, a])); } }; return Q.ninvoke(o, "m", 1).tap((v) => log(at, "b", v));',
      'ninvoke: no method': 'return Q.ninvoke({}, "m", 1).fail((e) => log(at, "b", e.name));',
      'fcall: what a call gives':
        'const f = (a) => (b) => op(at, "a", a, b); return Q.fcall(f(1), f).tap((v) => log(at, "b", v));',
      'fcall: a member':
        'const o = { m(a) { return log(at, "a", this === o, a); } }; return Q.fcall(o.m, 2).tap((v) => log(at, "b", v));',
      'fcall: throws later':
        'const p = Q.fcall(function (a) { throw a; }, new TypeError("no")); log(at, "a"); return p.fail((e) => log(at, "b", e.message));',
      'Q: constructed': 'return new Q(op(at, "a")).tap((v) => log(at, "b", v));',
      'Q: constructed, of nothing': 'return new Q().tap((v) => log(at, "b", v));',
      allSettled: 'return Q.allSettled([op(at, "a"), x, op(at, "b")]).tap((r) => log(at, "c", r));',
      'allSettled: a promise of a list':
        'return Q.allSettled(op(at, "a").then((v) => [v, op(at, "b")])).tap((r) => log(at, "c", r));',
      'allSettled: awaited':
        'return (async () => { const r = await Q.allSettled([1, 2].map((v) => op(at.fork("f", v), "a"))); return log(at, "c", r.map((d) => d.state)); })();',
      'all: a handler':
        'return Q(op(at, "a")).then((v) => [v, op(at, "b")]).then(Q.all).tap((v) => log(at, "c", v));',
      'resolve and reject: handlers':
        'return Q(op(at, "a")).then(Q.resolve, Q.reject).tap(() => {}).then((v) => log(at, "c", v), (e) => log(at, "d", e));',
      'all: a map':
        'return (async () => log(at, "c", await Q.all([1, 2].map((v) => op(at.fork("f", v), "a")))))();',
      'all: a promise of a list':
        'return Q.all(op(at, "a").then((v) => [v, 2])).tap((v) => log(at, "b", v));',
      'all: a list that is pushed to':
        'const list = []; list.push(op(at, "a")); return Q.all(list).tap((v) => log(at, "b", v));',
      race: 'return Q.race([op(at, "a"), op(at, "b")]).tap((v) => log(at, "c", v));',
      'spread: a static':
        'return Q.spread([op(at, "a"), 2], (a, b) => log(at, "b", a, b)).tap(() => {});',
      delay: 'return Q.delay(5).tap((v) => log(at, "a", v));',
      'delay: a method': 'return Q(x).delay(5).tap((v) => log(at, "a", v));',
      'fcall: a function': 'return Q.fcall(() => log(at, "a")).tap((v) => log(at, "b", v));',
      'fcall: runs later':
        'const p = Q.fcall(() => log(at, "a")); log(at, "b"); return p.tap(() => {});',
      'fcall: throws':
        'return Q.fcall(() => { throw new TypeError("no"); }).fail((e) => log(at, "a", e.message));',
      'fcall: arguments':
        'const f = (a, b) => op(at, "a", a, b); return Q.fcall(f, x, 2).tap((v) => log(at, "b", v));',
      try: 'return Q.try(function () { return op(at, "a"); }).tap((v) => log(at, "b", v));',
      Promise:
        'return Q.Promise((resolve, reject) => { call(at, "a", (e, v) => (e ? reject(e) : resolve(v))); }).tap((v) => log(at, "b", v));',
      'Promise: constructed':
        'return new Q.Promise((resolve) => { resolve(op(at, "a")); }).tap((v) => log(at, "b", v));',
      'promise: throws':
        'return Q.promise(() => { throw new TypeError("no"); }).fail((e) => e.name);',
      fin: 'return Q(op(at, "a")).fin(() => op(at, "b")).tap((v) => log(at, "c", v));',
      finally: 'return Q(op(at, "a")).finally(() => log(at, "b")).tap((v) => log(at, "c", v));',
      'catch and fail':
        'return Q(op(at, "a")).catch((e) => { log(at, "b", e); throw e; }).fail((e) => log(at, "c", e)).tap(() => {});',
      thenResolve: 'return Q(op(at, "a")).thenResolve(4).tap((v) => log(at, "b", v));',
      thenReject:
        'const e = new RangeError("no"); return Q(op(at, "a")).thenReject(e).fail((f) => log(at, "b", e === f));',
      get: 'return Q(op(at, "a")).thenResolve({ n: 3 }).get("n").tap((v) => log(at, "b", v));',
      invoke:
        'return Q(op(at, "a")).thenResolve("xyz").invoke("slice", 1).tap((v) => log(at, "b", v));',
      tap: 'return Q(op(at, "a")).tap((v) => op(at, "b", v)).tap((v) => log(at, "c", v));',
      done: 'Q(x).then((v) => log(at, "a", v)).done(); return Q(x).tap(() => {});',
      'done: a handler': 'Q(x).done((v) => log(at, "a", v)); return Q(x).tap(() => {});',
      'nodeify: kept': 'Q(op(at, "a")).tap(() => {}).nodeify((e, v) => log(at, "b", e, v));',
      defer:
        'const d = Q.defer(); call(at, "a", (e, v) => { if (e) d.reject(e); else d.resolve(v); }); return d.promise.tap((v) => log(at, "b", v));',
      'defer: handed on':
        'const d = Q.defer()\n  op(at, "a").then(d.resolve, d.reject)\n  return d.promise',
      'defer: twice':
        'var d = Q.defer(); d.resolve(1); d.resolve(2); d.reject(new Error("no")); return d.promise.then((v) => log(at, "a", v));',
    },
  },
  when: {
    header: "const when = require('when');",
    apis: BOTH,
    bodies: {
      settle: 'return when.settle([op(at, "a"), x, op(at, "b")]).tap((r) => log(at, "c", r));',
      try: 'return when.try(() => op(at, "a")).tap((v) => log(at, "b", v));',
      'try: throws':
        'return when.try(() => { throw new TypeError("no"); }).otherwise((e) => log(at, "a", e.message));',
      'attempt: a name':
        'const f = () => log(at, "a"); const p = when.attempt(f); log(at, "b"); return p.tap(() => {});',
      'a value': 'return when(x).tap((v) => log(at, "a", v));',
      'a value and handlers':
        'return when(op(at, "a"), (v) => log(at, "b", v), (e) => log(at, "c", e)).tap(() => {});',
      'resolve and reject':
        'return when.resolve(x).then(() => when.reject(new Error("no"))).otherwise((e) => log(at, "a", e.message)).tap(() => {});',
      all: 'return when.all([op(at, "a"), x]).spread((a, b) => log(at, "b", a, b));',
      'all: a promise of a list':
        'return when.all(op(at, "a").then((v) => [v, 2])).tap((v) => log(at, "b", v));',
      join: 'return when.join(op(at, "a"), x).tap((v) => log(at, "b", v));',
      race: 'return when.race([op(at, "a"), op(at, "b")]).tap((v) => log(at, "c", v));',
      map: 'return when.map([1, 2], (v) => op(at.fork("f", v), "a", v)).tap((v) => log(at, "b", v));',
      'map: promises':
        'return when.map([op(at, "a"), 2], (v) => log(at.fork("f", v === 2 ? 1 : 0), "b", v)).tap(() => {});',
      filter: 'return when.filter([1, 2, 3], (v) => v % 2).tap((v) => log(at, "b", v));',
      promise:
        'return when.promise((resolve, reject) => { call(at, "a", (e, v) => (e ? reject(e) : resolve(v))); }).tap((v) => log(at, "b", v));',
      Promise:
        'return new when.Promise((resolve) => { resolve(op(at, "a")); }).tap((v) => log(at, "b", v));',
      ensure: 'return when(op(at, "a")).ensure(() => op(at, "b")).tap((v) => log(at, "c", v));',
      'otherwise: a class':
        'return when(op(at, "a")).then(() => { throw new TypeError("t"); }).otherwise(TypeError, (e) => log(at, "b", e.message)).tap(() => {});',
      yield: 'return when(op(at, "a")).yield(4).tap((v) => log(at, "b", v));',
      delay: 'return when(op(at, "a")).delay(5).tap((v) => log(at, "b", v));',
      defer:
        'const d = when.defer(); call(at, "a", (e, v) => { if (e) d.reject(e); else d.resolve(v); }); return d.promise.tap((v) => log(at, "b", v));',
    },
  },
  rsvp: {
    header: "const RSVP = require('rsvp');",
    apis: PLAIN,
    bodies: {
      allSettled:
        'return RSVP.allSettled([op(at, "a"), x, op(at, "b")]).then((r) => log(at, "c", r));',
      'resolve and reject':
        'return RSVP.resolve(x).then(() => RSVP.reject(new Error("no"))).catch((e) => log(at, "a", e.message));',
      constructed:
        'return new RSVP.Promise((resolve, reject) => { call(at, "a", (e, v) => (e ? reject(e) : resolve(v))); }).then((v) => log(at, "b", v));',
      all: 'return RSVP.all([op(at, "a"), x]).then((v) => log(at, "b", v));',
      'all: of the class':
        'return RSVP.Promise.all([op(at, "a"), x]).then((v) => log(at, "b", v));',
      race: 'return RSVP.race([op(at, "a"), op(at, "b")]).then((v) => log(at, "c", v));',
      hash: 'return RSVP.hash({ a: op(at, "a"), b: x }).then((v) => log(at, "b", v.a, v.b));',
      'hash: a variable':
        'const all = {}; all.a = op(at, "a"); return RSVP.hash(all).then((v) => log(at, "b", v.a));',
      map: 'return RSVP.map([1, 2], (v) => op(at.fork("f", v), "a", v));',
      filter: 'return RSVP.filter([1, 2, 3], (v) => v % 2);',
      finally: 'return RSVP.resolve(op(at, "a")).finally(() => log(at, "b"));',
      defer:
        'const d = RSVP.defer(); call(at, "a", (e, v) => { if (e) d.reject(e); else d.resolve(v); }); return d.promise;',
    },
  },
  'rsvp as Promise': {
    header: "const { Promise } = require('rsvp');",
    apis: PLAIN,
    bodies: {
      constructed:
        'return new Promise((resolve) => resolve(op(at, "a"))).then((v) => log(at, "b", v));',
      all: 'return Promise.all([op(at, "a"), x]);',
    },
  },
  'es6-promise': {
    header: "require('es6-promise').polyfill();\nvar Promise = require('es6-promise').Promise;",
    apis: PLAIN,
    bodies: {
      constructed:
        'return new Promise((resolve) => resolve(op(at, "a"))).then((v) => log(at, "b", v));',
      all: 'return Promise.all([op(at, "a"), Promise.resolve(x)]);',
      race: 'return Promise.race([op(at, "a")]).catch(() => Promise.reject(new Error("no")));',
    },
  },
  'pinkie-promise': {
    header: "const Pinkie = require('pinkie-promise');",
    apis: BOTH,
    bodies: {
      constructed:
        'return new Pinkie((resolve) => resolve(op(at, "a"))).then((v) => log(at, "b", v));',
      'all, floating': 'Pinkie.all([op(at, "a")]); return Pinkie.resolve(x);',
    },
  },
  'any-promise': {
    header: "const Promise = require('any-promise');",
    apis: BOTH,
    bodies: {
      constructed:
        'return new Promise((resolve) => resolve(op(at, "a"))).then((v) => log(at, "b", v));',
    },
  },
  'native-promise-only': {
    header: "require('native-promise-only');\nconst NPO = require('native-promise-only');",
    apis: BOTH,
    bodies: {
      constructed:
        'return new NPO((resolve) => resolve(op(at, "a"))).then((v) => log(at, "b", v));',
      all: 'return NPO.all([op(at, "a"), 2]);',
    },
  },
};
