/**
 * As `STATICS`, of what is called on promises.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const METHODS = {
  spread: 'return Promise.all([op(at, "a"), x]).spread((a, b) => log(at, "b", a, b));',
  'spread: a function of the file that looks at its arguments':
    'return Promise.resolve(blue(at, "a")).return([1, 2, 3]).spread(use); function use(a, b) { return log(at, "b", a, b, arguments.length); }',
  'spread: a bound function of the file':
    'return Promise.resolve(blue(at, "a")).return([1, op(at, "c")]).spread(use.bind(null, x)); function use(a, b, c) { return log(at, "b", a, b, c, arguments.length); }',
  'spread: a bound function and a parameter with its own name':
    'const values = x; return Promise.resolve(blue(at, "a")).return([1, 2]).spread(use.bind(null, values)); function use(a, b, c) { return log(at, "b", a, b, c); }',
  'spread: all of what a handler has started':
    'return blue(at, "a").then((v) => Promise.all([op(at, "b"), v])).spread((a, b) => log(at, "c", a, b));',
  'spread: what a method called all gives':
    'const own = { all: () => blue(at, "a").then(() => [op(at, "b"), x]) }; return own.all().spread((a, b) => log(at, "c", a, b));',
  'spread: all, or a list, of what a handler has started':
    'return blue(at, "a").then((v) => { if (x) return [op(at, "d"), v]; return Promise.all([op(at, "b"), v]); }).spread((a, b) => log(at, "c", a, b));',
  'spread: all of what a handler has started, or of what another one says':
    'return blue(at, "a").then((v) => Promise.all([op(at, "b"), v]), (e) => [op(at, "d"), e]).spread((a, b) => log(at, "c", a, b));',
  'reduce: all of what a handler has started':
    'return blue(at, "a").then((v) => Promise.all([op(at, "b"), v])).reduce((sum, v) => [...sum, v], []).then((v) => log(at, "c", v));',
  'spread: promises in the list':
    'return Promise.resolve(blue(at, "a")).then((v) => [op(at, "b"), v]).spread((a, b) => log(at, "c", a, b));',
  'spread: fewer parameters':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).spread((a) => log(at, "b", a));',
  'spread: no parameters':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).spread(() => log(at, "b"));',
  'spread: rest':
    'return Promise.resolve(blue(at, "a")).return([1, 2, 3]).spread((a, ...rest) => log(at, "b", a, rest));',
  'spread: defaults':
    'return Promise.resolve(blue(at, "a")).return([1]).spread((a, b = 7) => log(at, "b", a, b));',
  'spread: a bare parameter':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).spread(a => log(at, "b", a));',
  'spread: an async function':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).spread(async (a, b) => log(at, "c", a, b, await op(at, "b")));',
  'spread: a function of the file':
    'const f = (...all) => log(at, "b", all); return Promise.resolve(blue(at, "a")).return([1, 2]).spread(f);',
  'spread: no list':
    'return Promise.resolve(blue(at, "a")).return(1).spread((a) => a).catch(TypeError, (e) => e.name);',
  'tap: waits':
    'return Promise.resolve(blue(at, "a")).tap((v) => op(at, "b", v)).then((v) => log(at, "c", v));',
  'tap: a block':
    'return Promise.resolve(blue(at, "a")).tap((v) => { log(at, "b", v); }).then((v) => log(at, "c", v));',
  'tap: a block that gives a promise':
    'return Promise.resolve(blue(at, "a")).tap((v) => { if (v) return op(at, "b"); }).then((v) => log(at, "c", v));',
  'tap: a block whose branches give promises':
    'return Promise.resolve(blue(at, "a")).tap((v) => { if (x === "never") { return 1; } else if (v) return log(at, "b", v), op(at, "c"); else { return (op(at, "d")); } }).then((v) => log(at, "e", v));',
  'tap: a block that gives what rejects':
    'return Promise.resolve(blue(at, "a")).tap(function (v) { return Promise.reject(new Error(v.id)); }).catch((e) => log(at, "b", e.message));',
  'tap: a block that gives a promise in front of more':
    'return Promise.resolve(blue(at, "a")).tap((v) => { if (v) { return op(at, "b"); } log(at, "c"); }).then((v) => log(at, "d", v));',
  'tapCatch: a block that gives a promise':
    'return Promise.reject(new TypeError("no")).tapCatch((e) => { if (e) { return op(at, "b", e.message); } }).catch((e) => log(at, "c", e.message));',
  'tapCatch: a block for one class that gives a promise':
    'return Promise.reject(new TypeError("no")).tapCatch(TypeError, (e) => { if (e) { return op(at, "b", e.message); } }).catch((e) => log(at, "c", e.message));',
  'tap: an empty block':
    'return Promise.resolve(blue(at, "a")).tap(() => {}).then((v) => log(at, "c", v));',
  'tap: a handler that is not there':
    'let f; if (x === "never") f = log; return Promise.resolve(blue(at, "a")).tap(f).tapCatch(f).then((v) => log(at, "c", v));',
  'tap: a handler that is there':
    'let f; if (x !== "never") f = (v) => op(at, "b", v); return Promise.resolve(blue(at, "a")).tap(f).then((v) => log(at, "c", v));',
  'tapCatch: a handler that is not there':
    'let f; if (x === "never") f = log; return Promise.reject(new Error("no")).tapCatch(f).catch((e) => log(at, "c", e.message));',
  'map: a list that is not there':
    'let xs; if (x === "never") xs = [1]; return Promise.map(xs, (v) => v).catch(TypeError, (e) => log(at, "c", e.name));',
  'tap: no parameter':
    'return Promise.resolve(blue(at, "a")).tap(() => log(at, "b")).then((v) => log(at, "c", v));',
  'tap: taken apart':
    'return Promise.resolve(blue(at, "a")).return({ n: 1 }).tap(({ n }) => log(at, "b", n));',
  'tap: a parameter that is assigned':
    'return Promise.resolve(blue(at, "a")).tap((v) => { v = 3; log(at, "b", v); });',
  'tap: throws':
    'return Promise.resolve(blue(at, "a")).tap(() => { throw new TypeError("no"); }).catch(TypeError, (e) => log(at, "b", e.message));',
  'tap: a function of the file':
    'const f = (v) => log(at, "b", v); return Promise.resolve(blue(at, "a")).tap(f);',
  'tap: a method that is handed in':
    'const o = { m() { return log(at, "b", this === o); } }; return Promise.resolve(blue(at, "a")).tap(o.m);',
  'tap: an async function':
    'return Promise.resolve(blue(at, "a")).tap(async (v) => { log(at, "c", v, await op(at, "b")); });',
  'tap: no semicolon': 'return Promise.resolve(blue(at, "a")).tap((v) => { log(at, "b", v) })',
  tapCatch: 'return Promise.resolve(blue(at, "a")).tapCatch((e) => op(at, "b", e));',
  'tapCatch: a block':
    'return Promise.resolve(blue(at, "a")).tapCatch((e) => { log(at, "b", e); }).catch((e) => log(at, "c", e));',
  'tapCatch: a class':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).tapCatch(TypeError, (e) => log(at, "b", e.message)).catch(() => 1);',
  'tapCatch: another class':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).tapCatch(RangeError, (e) => log(at, "b", e.message)).catch(() => 1);',
  'tapCatch: throws':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).tapCatch(() => { throw new RangeError("r"); }).catch((e) => e.message);',
  map: 'return Promise.resolve(blue(at, "a")).return([1, 2]).map((v) => op(at.fork("f", v), "b", v));',
  'map: with an index':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).map((v, i, length) => log(at, "b", v, i, length));',
  'map: promises in the list':
    'return Promise.resolve(blue(at, "a")).then((v) => [op(at, "b"), 1]).map((v) => log(at.fork("f", v === 1 ? 1 : 0), "c", v));',
  'map: after all': 'return Promise.all([op(at, "a"), 2]).map((v) => log(at, "b", v));',
  'map: one at a time':
    'return Promise.resolve(blue(at, "a")).return([1, 2, 3]).map((v) => op(at.fork("f", v), "b"), { concurrency: 1 });',
  'map: two at a time':
    'return Promise.resolve(blue(at, "a")).return([1, 2, 3]).map((v) => op(at.fork("f", v), "b"), { concurrency: 2 });',
  'map: a limit by the length of an empty list':
    'const none = []; return Promise.resolve(blue(at, "a")).return([1, 2]).map((v) => op(at.fork("f", v), "b"), { concurrency: none.length });',
  'map: a function of the file':
    'const f = (v, i) => log(at, "b", v, i); return Promise.resolve(blue(at, "a")).return([1, 2]).map(f);',
  'map and filter':
    'return Promise.resolve(blue(at, "a")).return([1, 2, 3]).map((v) => v * 2).filter((v) => v > 2);',
  'filter: with promises':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).filter((v) => op(at.fork("f", v), "b").then(() => v > 1));',
  each: 'return Promise.resolve(blue(at, "a")).return([1, 2]).each((v) => op(at, "b", v)).then((v) => log(at, "c", v));',
  'each: with an index':
    'return Promise.resolve(blue(at, "a")).return([3, 4]).each((v, i, length) => log(at, "b", v, i, length));',
  mapSeries:
    'return Promise.resolve(blue(at, "a")).return([1, 2]).mapSeries((v) => op(at, "b", v));',
  reduce:
    'return Promise.resolve(blue(at, "a")).return([1, 2]).reduce((sum, v) => log(at, "b", sum + v), 0);',
  'reduce: without a first value':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).reduce((sum, v) => log(at, "b", sum + v));',
  all: 'return Promise.resolve(blue(at, "a")).then((v) => [op(at, "b"), v]).all();',
  race: 'return Promise.resolve(blue(at, "a")).then((v) => [op(at, "b")]).race();',
  'get: a name': 'return Promise.resolve(blue(at, "a")).return({ label: 3 }).get("label");',
  'get: an index': 'return Promise.resolve(blue(at, "a")).return([4, 5]).get(1);',
  'get: of nothing':
    'return Promise.resolve(blue(at, "a")).return(null).get("label").catch(TypeError, (e) => e.name);',
  'get: no name': 'return Promise.resolve(blue(at, "a")).return({ "a-b": 3 }).get("a-b");',
  call: 'return Promise.resolve(blue(at, "a")).return("xyz").call("slice", 1);',
  'call: no arguments': 'return Promise.resolve(blue(at, "a")).return(" x ").call("trim");',
  'call: arguments with effects':
    'return Promise.resolve(blue(at, "a")).return("xyz").call("concat", log(at, "b", "!"));',
  'return: a constant': 'return Promise.resolve(blue(at, "a")).return(x);',
  'return: nothing': 'return Promise.resolve(blue(at, "a")).return();',
  'thenReturn: an effect': 'return Promise.resolve(blue(at, "a")).thenReturn(log(at, "b", 4));',
  'return: a variable that changes':
    'let n = 1; const p = blue(at, "a").return(n); n = 2; return p.tap((v) => log(at, "b", v, n));',
  'return: a promise': 'return Promise.resolve(blue(at, "a")).return(op(at, "b"));',
  'return: an object': 'return Promise.resolve(blue(at, "a")).return({ n: 1 });',
  'throw: an error':
    'return Promise.resolve(blue(at, "a")).throw(new RangeError("no")).catch(RangeError, (e) => log(at, "b", e.message));',
  'thenThrow: a variable':
    'const e = new TypeError("t"); return Promise.resolve(blue(at, "a")).thenThrow(e).catch((f) => log(at, "b", e === f));',
  'catch: a class':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(TypeError, (e) => log(at, "b", e.message));',
  'catch: another class':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(RangeError, (e) => log(at, "b", e)).catch((e) => e.message);',
  'catch: several classes':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(RangeError, TypeError, (e) => { return log(at, "b", e.message); });',
  'catch: a class of the file':
    'class Missing extends Error {} return Promise.resolve(blue(at, "a")).then(() => { throw new Missing("m"); }).catch(Missing, (e) => log(at, "b", e.message));',
  'catch: Error': 'return Promise.resolve(blue(at, "a")).catch(Error, () => log(at, "b"));',
  'catch: no parameter':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(TypeError, () => log(at, "b"));',
  'catch: taken apart':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(TypeError, ({ message }) => log(at, "b", message));',
  'catch: a predicate':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch((e) => e.message === "t", (e) => log(at, "b", e.message));',
  'catch: a predicate that says no':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch((e) => e.message === "u", (e) => log(at, "b", e)).catch(() => 5);',
  'catch: a predicate that throws':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch((e) => e.none.more, () => 1).catch((e) => e.name);',
  'catch: properties':
    'return Promise.resolve(blue(at, "a")).then(() => { throw { code: "ENOENT" }; }).catch({ code: "ENOENT" }, (e) => log(at, "b", e.code));',
  'catch: other properties':
    'return Promise.resolve(blue(at, "a")).then(() => { throw { code: "EPERM" }; }).catch({ code: "ENOENT" }, () => 1).catch((e) => e.code);',
  'catch: properties of no object':
    'return Promise.resolve(blue(at, "a")).then(() => { throw "text"; }).catch({ length: 4 }, () => 1).catch((e) => e);',
  'catch: a number as text':
    'return Promise.resolve(blue(at, "a")).then(() => { throw { code: "4" }; }).catch({ code: 4 }, () => 1);',
  'catch: gives a promise':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(TypeError, () => op(at, "b"));',
  'catch: throws another':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(TypeError, () => { throw new RangeError("r"); }).catch((e) => e.message);',
  'catch: a function of the file':
    'const f = (e) => log(at, "b", e.message); return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(TypeError, f);',
  caught: 'return Promise.resolve(blue(at, "a")).caught((e) => log(at, "b", e));',
  'error: an operational error':
    'return Promise.promisify(call)(at, "a").error((e) => log(at, "b", e.message));',
  'error: another':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).error(() => 1).catch((e) => e.message);',
  lastly: 'return Promise.resolve(blue(at, "a")).lastly(() => op(at, "b"));',
  'finally in between':
    'return Promise.resolve(blue(at, "a")).finally(() => log(at, "b")).tap((v) => log(at, "c", v));',
  delay: 'return Promise.resolve(blue(at, "a")).delay(3).tap((v) => log(at, "b", v));',
  'delay: a variable': 'const ms = 4; return Promise.resolve(blue(at, "a")).delay(ms);',
  'timeout: in time': 'return Promise.resolve(blue(at, "a")).timeout(40);',
  'timeout: too late':
    'return Promise.delay(30).timeout(10).catch((e) => log(at, "a", e.name, e.message));',
  'timeout: a message':
    'return Promise.delay(30).timeout(10, "slow").catch((e) => log(at, "a", e.message));',
  'timeout: an error':
    'return Promise.delay(30).timeout(10, new RangeError("slow")).catch(RangeError, (e) => log(at, "a", e.message));',
  'timeout: twice': 'return Promise.delay(5).timeout(30).tap(() => log(at, "a")).timeout(40);',
  'timeout: of a function that gives promises, with a handler that looks at this':
    'return Promise.method((v) => log(at, "a", v))(x).timeout(40).catch(function () { return log(at, "b", this === undefined); });',
  'reflect: asks':
    'return Promise.resolve(blue(at, "a")).reflect().then((r) => log(at, "b", r.isFulfilled(), r.isRejected()));',
  'reflect: value and reason':
    'return Promise.resolve(blue(at, "a")).reflect().then((r) => (r.isFulfilled() ? r.value() : log(at, "b", r.reason())));',
  'reflect: not used': 'return Promise.resolve(blue(at, "a")).reflect().then(() => log(at, "b"));',
  'asCallback: kept':
    'return Promise.map([1], (v) => op(at.fork("f", v), "a")).asCallback((e, v) => log(at, "b", e, v));',
  'nodeify: kept':
    'Promise.resolve(op(at, "a")).tap(() => {}).nodeify((e, v) => log(at, "b", e, v));',
  'a chain of many':
    'return Promise.resolve([1, 2]).map((v) => v + 1).tap((v) => log(at, "a", v)).spread((a, b) => op(at, "b", a, b)).catch(TypeError, () => 1).lastly(() => log(at, "c")).return(7);',
  'over several lines':
    'return Promise.resolve(blue(at, "a"))\n    .return([1, 2]) // two\n    .map((v) => log(at, "b", v)) /* each */\n    .spread((a, b) =>\n      // both\n      a + b,\n    );',
  'reduce: a function of the file':
    'const f = (sum, v) => op(at, "b", v).then(() => sum + v); return Promise.resolve(blue(at, "a")).return([1, 2]).reduce(f, 0);',
  'reduce: a function that collects':
    'function f(list, v, i) { list.push([v, i]); return list; } return Promise.resolve(blue(at, "a")).return([1, 2]).reduce(f, []).tap((v) => log(at, "b", v));',
  'filter: a function of the file':
    'const f = (v) => op(at.fork("f", v), "b", v).then(() => v > 1); return Promise.resolve(blue(at, "a")).return([1, 2]).filter(f);',
  'mapSeries: a function of the file, called fn':
    'const fn = (v) => op(at, "b", v); return Promise.resolve(blue(at, "a")).return([1, 2]).mapSeries(fn);',
  'each: a function of the file, called item':
    'const item = (v) => op(at, "b", v); return Promise.resolve(blue(at, "a")).return([1, 2]).each(item);',
  any: 'return Promise.resolve([blue(at, "a"), blue(at, "b")]).any().then((v) => log(at, "c", v));',
  some: 'return Promise.resolve([blue(at, "a"), blue(at, "b"), blue(at, "d")]).some(2).then((v) => log(at, "c", v));',
  'some: after all':
    'return Promise.all([op(at, "a"), op(at, "b")]).some(1).spread((v) => log(at, "c", v));',
  'some: too few':
    'return Promise.resolve([op(at, "a")]).some(2).catch((e) => log(at, "c", e.name));',
  'any: fails':
    'return Promise.resolve([blue(at, "a"), blue(at, "b")]).any().catch((e) => log(at, "c", e.name));',
  props: 'return Promise.resolve({ a: blue(at, "a"), b: 2 }).props().tap((v) => log(at, "c", v));',
  'props: of a handler':
    'return blue(at, "a").then(() => ({ a: blue(at, "b"), b: op(at, "d") })).props().tap((v) => log(at, "c", v));',
  catchReturn: 'return blue(at, "a").catchReturn(4).tap((v) => log(at, "b", v));',
  'catchReturn: what a call gives':
    'const f = () => log(at, "z"); return blue(at, "a").catchReturn(f()).tap((v) => log(at, "b", v));',
  catchThrow: 'return blue(at, "a").catchThrow(new RangeError("no")).tap((v) => log(at, "b", v));',
  'map: a function behind an effect':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).map((log(at, "b"), (v) => op(at.fork("f", v), "c", v)));',
  'tap: a function behind an effect':
    'return blue(at, "a").tap((log(at, "b"), (v) => log(at, "c", v)));',
  'spread: a function behind an effect':
    'return blue(at, "a").return([1, 2]).spread((log(at, "b"), (v, w) => log(at, "c", v, w)));',
  'reduce: a function behind an effect':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).reduce((log(at, "b"), (sum, v) => op(at, "c", v).then(() => sum + v)), (log(at, "d"), 0));',
  'catch: a predicate in parentheses':
    'return blue(at, "a").catch(((e) => e.code === 1), ((e) => log(at, "b", e))).catch((e) => log(at, "c", e));',
};
