/**
 * Bodies of an exported function of `(at, x, y)`; `op` gives a native promise, `blue` one of bluebird,
 * `call` calls back, `log` is an effect that returns its last argument.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const STATICS = {
  'resolve: a value': 'return Promise.resolve(x).tap((v) => log(at, "a", v));',
  'resolve: a promise of bluebird':
    'return Promise.resolve(blue(at, "a")).tap((v) => log(at, "b", v));',
  'resolve: a native promise': 'return Promise.resolve(op(at, "a")).get("label");',
  'cast and fulfilled':
    'return Promise.cast(op(at, "a")).return(Promise.fulfilled(3)).tap((v) => log(at, "b", v));',
  'called as a function':
    'return Promise.resolve(1).then(() => Promise.all([op(at, "a"), x])).spread((a, b) => log(at, "b", a, b));',
  'reject: caught':
    'return Promise.reject(new Error("no")).catch(TypeError, () => 1).catch((e) => log(at, "a", e.message)).tap(() => {});',
  'rejected: left': 'return Promise.rejected(new TypeError("no")).tap((v) => log(at, "a", v));',
  'all: a literal':
    'return Promise.all([op(at, "a"), x, blue(at, "b")]).tap((v) => log(at, "c", v));',
  'all: an empty list': 'return Promise.all([]).tap((v) => log(at, "c", v));',
  'all: a promise of a list':
    'return Promise.all(op(at, "a").then((v) => [v, x])).tap((v) => log(at, "c", v));',
  'all: a list that is pushed to':
    'const list = []; list.push(op(at, "a")); list.push(2); return Promise.all(list).tap((v) => log(at, "b", v));',
  'all: an unknown list':
    'const make = (v) => [v, op(at, "a")]; return Promise.all(make(x)).tap((v) => log(at, "b", v));',
  'all: a set': 'return Promise.all(new Set([x, y])).tap((v) => log(at, "b", v));',
  'all: no list': 'return Promise.all(x).catch(TypeError, (e) => log(at, "a", e.name));',
  race: 'return Promise.race([op(at, "a"), op(at, "b")]).tap((v) => log(at, "c", v));',
  'race: an unknown list':
    'const make = () => [op(at, "a")]; return Promise.race(make()).tap((v) => log(at, "c", v));',
  'any: the first that is there':
    'return Promise.any([op(at, "a"), op(at, "b")]).tap((v) => log(at, "c", v));',
  'any: in a chain':
    'return Promise.any([op(at, "a")]).catch(() => log(at, "b")).tap(() => log(at, "c"));',
  'any: a list without one':
    'return Promise.any(y === undefined ? [] : [y]).tap((v) => log(at, "c", v));',
  'some: a literal':
    'return Promise.some([op(at, "a"), op(at, "b"), op(at, "c")], 2).tap((v) => log(at, "d", v));',
  'some: of promises of bluebird, and values':
    'return Promise.some([blue(at, "a"), null, undefined], 3).then((v) => log(at, "d", v.length));',
  'some: all of them':
    'return Promise.some([blue(at, "a"), blue(at, "b")], 2).then((v) => log(at, "d", v));',
  'some: too few':
    'return Promise.some([op(at, "a")], 2).then((v) => log(at, "d", v), (e) => log(at, "e", e.name));',
  'some: too many fail':
    'return Promise.some([op(at, "a"), op(at, "b"), op(at, "c")], 2).catch((e) => log(at, "d", e instanceof Error));',
  'some: a promise of a list':
    'return Promise.some(op(at, "a").then(() => [op(at, "b"), op(at, "d"), op(at, "c")]), 2).tap((v) => log(at, "d", v));',
  'some: what map gives':
    'return Promise.some([1, 2, 3].map((v) => op(at.fork("f", v), "a")), 2).tap((v) => log(at, "d", v));',
  'some: an unknown list, awaited':
    'const make = () => [op(at, "a"), op(at, "b"), op(at, "c")]; return (async () => log(at, "d", await Promise.some(make(), 1)))();',
  'some: a set, and a constant':
    'const n = 1; return Promise.some(new Set([x, op(at, "a")]), n).tap((v) => log(at, "d", v));',
  'some: an empty list':
    'return Promise.some([], 1).catch(RangeError, (e) => log(at, "d", e.name));',
  'some: no list': 'return Promise.some(x, 1).catch(TypeError, (e) => log(at, "d", e.name));',
  'some: taken apart':
    'return Promise.some([op(at, "a"), op(at, "b")], 2).spread((a, b) => log(at, "c", a, b));',
  'map: a list that has changed':
    'const list = [1, 2]; list.push(3); list[0] = 5; return Promise.map(list, (v) => log(at, "a", v)).then((l) => { list.push(4); return log(at, "b", l, list); });',
  'all: a list that is emptied':
    'const list = [1]; list.push(op(at, "a")); const p = Promise.all(list); list.length = 0; return p.tap((l) => log(at, "b", l));',
  'map: an arrow function': 'return Promise.map([1, 2, 3], (v) => op(at.fork("f", v), "a", v));',
  'map: a block': 'return Promise.map([1, 2, 3], (v) => { log(at, "a", v); return v * 2; });',
  'map: parameters taken apart':
    'return Promise.map([{ a: 1 }, { a: 2 }], ({ a }) => log(at, "a", a));',
  'map: a default parameter': 'return Promise.map([1, undefined], (v = 4) => log(at, "a", v));',
  'map: a parameter that is assigned':
    'return Promise.map([1, 2], (v) => { v = v + 1; return log(at, "a", v); });',
  'map: used twice': 'return Promise.map([1, 2], (v) => log(at, "a", v, v));',
  'map: used in a closure': 'return Promise.map([1, 2], (v) => (() => log(at, "a", v))());',
  'map: used under a condition':
    'return Promise.map([op(at, "a"), 2], (v) => (x ? log(at.fork("f", v === 2 ? 1 : 0), "b", v) : 0));',
  'map: not used': 'return Promise.map([op(at, "a"), 2], () => log(at, "b"));',
  'map: with an index': 'return Promise.map([3, 4], (v, i) => log(at, "a", v, i));',
  'map: with a length': 'return Promise.map([3, 4], (v, i, length) => log(at, "a", v, i, length));',
  'map: arguments':
    'return Promise.map([3, 4], function () { return log(at, "a", arguments.length, arguments[1]); });',
  'map: rest': 'return Promise.map([3, 4], (...all) => log(at, "a", all));',
  'map: a function of the file':
    'const f = (v, i) => log(at, "a", v, i); return Promise.map([3, 4], f);',
  'map: a method that is handed in':
    'const o = { m(v) { return log(at, "a", v, this === o); } }; return Promise.map([3], o.m);',
  'map: an async function':
    'return Promise.map([1, 2], async (v) => log(at, "a", v, await op(at.fork("f", v), "b")));',
  'map: an object': 'return Promise.map([1, 2], (v) => ({ v }));',
  'map: promises in the list':
    'return Promise.map([op(at, "a"), 3], (v) => log(at.fork("f", v === 3 ? 1 : 0), "c", v));',
  'map: a promise of a list':
    'return Promise.map(blue(at, "a").then((v) => [v, 2]), (v) => log(at, "b", v));',
  'map: a set': 'return Promise.map(new Set([1, 2]), (v) => log(at, "b", v));',
  'map: nothing': 'return Promise.map([], (v) => log(at, "b", v));',
  'map: no list': 'return Promise.map(x, (v) => log(at, "b", v)).catch(TypeError, (e) => e.name);',
  'map: starts later':
    'const p = Promise.map([1], (v) => log(at, "a", v)); log(at, "b"); return p;',
  'map: this and a name that is taken':
    'const items = 5, item = 6; return Promise.map([1], (v) => { log(at, "a", v, items, item); return v; });',
  'map: in map':
    'return Promise.map([[1], [2]], (list) => Promise.map(list, (v) => log(at, "a", v)));',
  'map: awaited':
    'return (async () => log(at, "b", await Promise.map([x, y], (v) => log(at, "a", v))))();',
  'map: awaited, a promise of a list':
    'return (async () => { const v = await Promise.map(op(at, "a").then(() => [1, 2]), (v) => log(at, "b", v)); return v; })();',
  'map: one at a time':
    'return Promise.map([1, 2, 3], (v) => op(at.fork("f", v), "a", v), { concurrency: 1 });',
  'map: two at a time':
    'return Promise.map([1, 2, 3], (v) => op(at.fork("f", v), "a", v), { concurrency: 2 });',
  'map: a limit from a variable':
    'const limit = 2; return Promise.map([1, 2, 3], (v, i) => op(at.fork("f", i), "a", v), { concurrency: limit });',
  'map: a limit that is infinite':
    'return Promise.map([1, 2, 3], (v) => op(at.fork("f", v), "a", v), { concurrency: Infinity });',
  'map: a limit by the length of a list':
    'const all = [1, 2, 3]; return Promise.map(all, (v) => op(at.fork("f", v), "a", v), { concurrency: all.length });',
  'map: a limit by the length of an empty list':
    'const none = []; return Promise.map([1, 2, 3], (v) => op(at.fork("f", v), "a", v), { concurrency: none.length });',
  'map: a limit by a part of a list':
    'const all = [1, 2, 3]; return Promise.map(all, (v) => op(at.fork("f", v), "a", v), { concurrency: Math.floor(all.length / 4) });',
  'map: a limit that is no less than 1':
    'const all = [1, 2, 3]; return Promise.map(all, (v) => op(at.fork("f", v), "a", v), { concurrency: Math.max(1, all.length - 3) });',
  'map: a limit by a list that is as long as none':
    'const all = [].concat([]); return (async () => log(at, "b", await Promise.map(all, (v) => v, { concurrency: all.length || 2 })))();',
  filter: 'return Promise.filter([1, 2, 3, 4], (v) => v % 2);',
  'filter: promises':
    'return Promise.filter([op(at, "a"), 0, 2], (v, i) => op(at.fork("f", i), "b").then(() => i > 0));',
  'filter: a block': 'return Promise.filter([1, 2], (v) => { log(at, "a", v); return v > 1; });',
  mapSeries: 'return Promise.mapSeries([1, 2, 3], (v) => op(at, "a", v));',
  'mapSeries: with an index':
    'return Promise.mapSeries([1, 2], (v, i, length) => op(at, "a", v, i, length));',
  'mapSeries: promises': 'return Promise.mapSeries([op(at, "a"), 2], (v) => log(at, "b", v));',
  'mapSeries: a function of the file':
    'const f = (v) => op(at, "a", v); return Promise.mapSeries([1, 2], f);',
  'mapSeries: a list that grows':
    'const list = [1, 2]; return Promise.mapSeries(list, (v) => { if (list.length < 5) list.push(9); return log(at, "a", v); });',
  'mapSeries: nothing': 'return Promise.mapSeries([], () => log(at, "a"));',
  'each: gives the list': 'return Promise.each([1, op(at, "a")], (v) => op(at, "b", v));',
  'each: a block':
    'return Promise.each([1, 2], function (v, i) { log(at, "a", v, i); return blue(at, "b"); });',
  'each: nothing': 'return Promise.each([], () => log(at, "a"));',
  'each: an async function':
    'return Promise.each([1, 2], async (v) => { await op(at, "a", v); log(at, "b", v); });',
  reduce:
    'return Promise.reduce([1, 2, 3], (sum, v) => op(at, "a", sum, v).then(() => sum + v), 0);',
  'reduce: a first value that is a promise':
    'return Promise.reduce([1, 2], (sum, v) => log(at, "a", sum, v), new Promise((resolve) => resolve(4)));',
  'reduce: without a first value':
    'return Promise.reduce([1, 2, 3], (sum, v, i, length) => log(at, "a", sum, v, i, length));',
  'reduce: without a first value, one item':
    'return Promise.reduce([op(at, "a")], () => log(at, "b"));',
  'reduce: without a first value, no item': 'return Promise.reduce([], () => log(at, "b"));',
  'reduce: with an index':
    'return Promise.reduce([5, 6], (list, v, i) => { list.push([v, i]); return list; }, []);',
  props: 'return Promise.props({ a: op(at, "a"), b: x, c: blue(at, "c") });',
  'props: shorthand and comments':
    'const a = op(at, "a"); return Promise.props({ a, /* two */ b: 2 }).tap((v) => log(at, "b", v));',
  'props: keys that are no names': 'return Promise.props({ "a-b": op(at, "a"), 1: 2 });',
  'props: computed keys': 'return Promise.props({ [y]: op(at, "a") });',
  'props: a variable': 'const all = {}; all.a = op(at, "a"); all.b = 3; return Promise.props(all);',
  'props: nothing': 'return Promise.props({});',
  'join: two values': 'return Promise.join(op(at, "a"), x, (a, b) => log(at, "b", a, b));',
  'join: a block':
    'return Promise.join(op(at, "a"), op(at, "b"), function (a) { return log(at, "c", a); });',
  'join: no parameters': 'return Promise.join(op(at, "a"), x, () => log(at, "b"));',
  'join: one value': 'return Promise.join(op(at, "a"), (a) => log(at, "b", a));',
  'join: gives a promise': 'return Promise.join(x, y, (a, b) => op(at, "a", a, b));',
  'try: a value': 'return Promise.try(() => x).tap((v) => log(at, "a", v));',
  'try: a promise': 'return Promise.try(() => op(at, "a"));',
  'try: throws':
    'return Promise.try(() => { throw new TypeError("no"); }).catch(TypeError, (e) => log(at, "a", e.message));',
  'try: runs at once': 'const p = Promise.try(() => log(at, "a")); log(at, "b"); return p;',
  'attempt: a function':
    'return Promise.attempt(function () { return log(at, "a", this === undefined || this === globalThis); });',
  'try: a function of the file': 'const f = () => op(at, "a"); return Promise.try(f);',
  'try: an async function': 'return Promise.try(async () => log(at, "b", await op(at, "a")));',
  'try: an object': 'return Promise.try(() => ({ x }));',
  'method: called': 'return Promise.method((v) => log(at, "a", v))(x);',
  'method: a constant':
    'const f = Promise.method((v) => { if (v === x) throw new RangeError("no"); return v; }); return f(x).catch(RangeError, () => f(y));',
  delay: 'return Promise.delay(5).tap((v) => log(at, "a", v));',
  'delay: a value': 'return Promise.delay(5, x).tap((v) => log(at, "a", v));',
  'delay: a promise': 'return Promise.delay(5, op(at, "a"));',
  'delay: what a call gives':
    'const f = () => 3; return Promise.delay(f()).then(() => log(at, "a"));',
  'delay: a name that is taken':
    'const resolve = 4; return Promise.delay(resolve).then(() => log(at, "a"));',
  'promisify: a constant':
    'const f = Promise.promisify(call); return f(at, "a", x).tap((v) => log(at, "b", v));',
  'promisify: called': 'return Promise.promisify(call)(at, "a", x);',
  'promisify: twice':
    'const f = Promise.promisify(call); return f(at, "a").then((v) => f(at, "b", v));',
  fromCallback:
    'return Promise.fromCallback((done) => call(at, "a", x, done)).tap((v) => log(at, "z", v));',
  fromNode:
    'return Promise.fromNode(function (done) { call(at, "a", x, done); }).tap((v) => log(at, "b", v));',
  'new: resolved later':
    'return new Promise((resolve) => call(at, "a", (e, v) => resolve(v))).tap((v) => log(at, "b", v));',
  'new: rejects':
    'return new Promise((resolve, reject) => call(at, "a", (e, v) => (e ? reject(e) : resolve(v)))).get("label").catch(() => 1);',
  'new: throws':
    'return new Promise(() => { throw new TypeError("no"); }).catch(TypeError, (e) => e.message);',
  'new: a promise inside':
    'return new Promise((resolve) => resolve(op(at, "a"))).tap((v) => log(at, "b", v));',
  'promisify: a receiver':
    'const o = { n: 3, load(at, done) { call(at, "a", (e, v) => done(e, [v, this.n])); } }; return Promise.promisify(o.load, { context: o })(at).tap((v) => log(at, "b", v));',
  'promisify: several results':
    'return Promise.promisify(call, { multiArgs: true })(at, "a").spread((v, more) => log(at, "b", v, more));',
  'promisify: several results, kept':
    'const f = (at, done) => call(at, "a", (e, v) => done(e, v, 2)); const g = Promise.promisify(f, { multiArgs: true }); return g(at).tap((v) => log(at, "b", v));',
  'promisifyAll: an object of the file':
    'const api = Promise.promisifyAll({ n: 3, load(at, done) { call(at, "a", (e, v) => done(e, [v, this.n])); } });\nexports.run = (at) => api.loadAsync(at).tap((v) => log(at, "b", v));',
  'promisifyAll: as a statement':
    'const api = { n: 3, load(at, x, done) { call(at, "a", (e, v) => done(e, [v, x, this.n])); } };\nPromise.promisifyAll(api)\nexports.run = async (at, x) => log(at, "b", await api.loadAsync(at, x), await api.loadAsync(at, 2));',
  'promisifyAll: names that are taken':
    'const api = Promise.promisifyAll({ load: (at, done) => call(at, "a", done), delete: (at, done) => call(at, "d", done) });\nconst load = (at) => api.loadAsync(at);\nexports.run = (at) => load(at).then(() => api.deleteAsync(at)).catch((e) => log(at, "c", e));',
  'promisifyAll: throws at once':
    'const api = Promise.promisifyAll({ load() { throw new TypeError("no"); } });\nexports.run = (at) => api.loadAsync(at).catch(TypeError, (e) => log(at, "b", e.message));',
  'promisifyAll: in a list':
    'const api = Promise.promisifyAll({ load: (at, v, done) => call(at.fork("f", v), "a", done) });\nexports.run = (at) => Promise.all([1, 2].map((v) => api.loadAsync(at, v))).spread((a, b) => log(at, "b", a, b));',
  'each: a loop':
    'return (async () => { await Promise.each([op(at, "a"), 2], async (v) => { log(at, "b", v); await op(at, "c", v); }); return log(at, "d"); })();',
  'each: a loop over a promise of a list':
    'return (async () => { await Promise.each(op(at, "a").then(() => [{ n: 1 }, { n: 2 }]), ({ n }) => op(at, "b", n)); return log(at, "d"); })();',
  'each: a loop that gives the list':
    'return (async () => log(at, "d", await Promise.each([1, op(at, "a")], (v) => op(at, "b", v))))();',
  'each: a loop over no list':
    'return (async () => { await Promise.each(x, (v) => op(at, "b", v)); })().catch((e) => e.name);',
  'each: a list that grows, in a loop':
    'return (async () => { const list = [1, 2]; await Promise.each(list, (v) => { if (list.length < 5) list.push(9); log(at, "a", v); }); })();',
  'each: what comes last in a loop':
    'return (async () => { await Promise.each([1, 2], function (v) { log(at, "a", v); return op(at, "b"); }); })();',
  'each: names that are taken in a loop':
    'return (async () => { const item = 5, list = [1, 2]; await Promise.each(list, (v) => log(at, "a", v, item)); })();',
  'each: a parameter with the name of the list':
    'return (async () => { const v = [1, 2]; await Promise.each(v, (v) => op(at, "a", v)); })();',
  'each: loops in loops':
    'return (async () => { await Promise.each([1, 2], async (v) => { await Promise.each([v, 5], async (w) => { await op(at, "a", v, w); }); }); })();',
  'each: keys':
    'return (async () => { await Promise.each(Object.keys({ a: 1, b: 2 }), (key) => op(at, "a", key)); })();',
  'each: returns in between':
    'return (async () => { await Promise.each([1, 2], (v) => { if (v === 1) return; return op(at, "a", v); }); })();',
  'each: an object that is waited for':
    'return (async () => { await Promise.each([1, 2], (v) => ({ then(resolve) { log(at, "a", v); resolve(); } })); const all = await Promise.mapSeries([1], (v) => ({ then(resolve) { resolve(v); } })); return log(at, "b", all); })();',
  'each: this': 'return Promise.each([1, 2], (v) => log(at, "a", v, typeof this));',
  'mapSeries: a loop into a constant':
    'return (async () => { const found = await Promise.mapSeries([1, op(at, "a")], (v) => op(at, "b", v)); return log(at, "c", found); })();',
  'mapSeries: a loop with a block':
    'return (async () => { let found = await Promise.mapSeries([1, 2], async (v) => { log(at, "a", v); return { v: await op(at, "b", v) }; }); found = [found]; return log(at, "c", found); })();',
  'mapSeries: a loop without a value':
    'return (async () => log(at, "c", await Promise.mapSeries([1, 2], (v) => { log(at, "a", v); })))();',
  'mapSeries: a loop of which nothing is used':
    'return (async () => { await Promise.mapSeries([1, 2], (v) => op(at, "b", v)); })();',
  'reduce: a loop':
    'return (async () => { const sum = await Promise.reduce([1, op(at, "a")], async (sum, v) => sum + String(await op(at, "b", v)), ""); return log(at, "c", sum); })();',
  'reduce: a loop with another name':
    'return (async () => { const all = await Promise.reduce([1, 2], (sum, v) => { log(at, "a", sum, v); return op(at, "b").then(() => sum + v); }, 0); return log(at, "c", all); })();',
  'reduce: a loop that collects':
    'return (async () => { const all = await Promise.reduce([1, 2], (list, v) => { list.push(v, log(at, "a", v)); return list; }, []); return log(at, "c", all); })();',
  'method: a function of the file':
    'const f = (v) => log(at, "a", v); const g = Promise.method(f); return g(x).tap((v) => log(at, "b", v));',
  'method: a function of the file, called':
    'const f = function (v) { return log(at, "a", v, this === undefined || this === globalThis); }; return Promise.method(f)(x).tap((v) => log(at, "b", v));',
  'method: a function that throws':
    'const f = () => { throw new TypeError("no"); }; return Promise.method(f)(x).catch(TypeError, (e) => log(at, "a", e.message));',
  'each: a loop that calls a function of the file':
    'return (async () => { const f = (v) => op(at, "a", v); await Promise.each([1, 2], f); return log(at, "b"); })();',
  'each: a function of the file that counts':
    'return (async () => { const f = (v, i) => op(at, "a", v, i); await Promise.each([1, 2], f); return log(at, "b"); })();',
  'each: goes on with the next':
    'return (async () => { await Promise.each([1, 2, 3], async (v) => { if (v === 2) return; try { if (v === 3) { log(at, "c"); return; } } finally { log(at, "d"); } await op(at, "a", v); }); return log(at, "b"); })();',
  'each: ends a loop of its own':
    'return (async () => { await Promise.each([1, 2], async (v) => { for (const w of [3, 4]) { if (w === 4) return; await op(at, "a", v, w); } }); return log(at, "b"); })();',
  'mapSeries: a loop that calls a function of the file':
    'return (async () => { const f = async (v) => op(at, "a", v); const found = await Promise.mapSeries([op(at, "c"), 2], f); return log(at, "b", found); })();',
  'join: a name':
    'const f = (a, b) => log(at, "c", a, b); return Promise.join(blue(at, "a"), op(at, "b"), f).tap(() => {});',
  'join: no function':
    'return Promise.join(blue(at, "a"), Promise.resolve(op(at, "b"))).spread((a, b) => log(at, "c", a, b));',
};
