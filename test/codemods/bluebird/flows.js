/**
 * Modules that export `run`: who gets the promises of bluebird decides whether they may be native.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const FLOWS = {
  'a function of the file, awaited':
    'const load = (at) => Promise.map([1, 2], (v) => op(at.fork("f", v), "a"));\nexports.run = async (at) => log(at, "b", await load(at));',
  'a function of the file, handed on':
    'const load = (at) => Promise.map([1, 2], (v) => op(at.fork("f", v), "a"));\nexports.run = (at) => load(at);',
  'a function of the file, of which a method stays':
    'const load = (at) => Promise.map([1], (v) => op(at, "a", v));\nexports.run = (at) => load(at).bind({ n: 1 }).then(function () { return log(at, "b", this.n); });',
  'a function of the file, of which methods go':
    'function load(at) { return Promise.all([op(at, "a"), 2]); }\nexports.run = async (at) => { const v = await load(at).spread((a, b) => log(at, "b", a, b)).tap(() => {}); return v; };',
  'a function that is exported and used':
    'const load = (at) => Promise.map([1], (v) => op(at, "a", v));\nexports.load = load;\nexports.run = (at) => load(at).bind({}).then((v) => log(at, "b", v));',
  'a constant':
    'exports.run = async (at) => { const p = Promise.mapSeries([1, 2], (v) => op(at, "a", v)); log(at, "b"); return log(at, "c", await p); };',
  'a constant that is handed on':
    'exports.run = (at) => { const p = Promise.mapSeries([1, 2], (v) => op(at, "a", v)); return p; };',
  'a constant, of which a method stays':
    'exports.run = async (at) => { const p = Promise.delay(3, 4); await p; return log(at, "a", p.isFulfilled(), p.value()); };',
  'in a callback that is waited for':
    'exports.run = async (at) => { await op(at, "a").then(() => Promise.delay(4).return(log(at, "b"))); return 1; };',
  'in a list that is waited for':
    'exports.run = async (at) => await Promise.all([1, 2].map((v) => Promise.delay(v).tap(() => log(at.fork("f", v), "a"))));',
  'in an object':
    'exports.run = async (at) => { const o = { p: Promise.delay(3).return(5) }; return log(at, "a", await o.p.tap(() => {})); };',
  'as an argument':
    'const take = (p) => p.tap((v) => v);\nexports.run = async (at) => log(at, "b", await take(Promise.try(() => op(at, "a"))));',
  'nobody waits':
    'exports.run = (at) => { Promise.try(() => op(at, "a")).tap((v) => log(at, "b", v)); };',
  'nobody waits, and everything is caught':
    'exports.run = (at) => { Promise.try(() => op(at, "a")).tap((v) => log(at, "b", v)).catch((e) => log(at, "c", e)); };',
  'a method of a class':
    'class Store { load(at) { return Promise.all([op(at, "a"), 1]).spread((a) => a); } }\nexports.run = (at) => new Store().load(at).tap((v) => log(at, "b", v));',
  'under another name':
    'const { map, delay: wait } = require("bluebird");\nexports.run = async (at) => { await wait(3); return await map([1, 2], (v) => op(at.fork("f", v), "a")); };',
  'beside the native one':
    'const native = globalThis.Promise;\nexports.run = (at) => native.all([op(at, "a"), Promise.delay(3).return(4)]).then((v) => log(at, "b", v, v instanceof Promise));',
  'a test of the class':
    'exports.run = (at) => { const p = Promise.delay(3).return(4); return Promise.resolve(log(at, "a", p instanceof Promise, blue(at, "b") instanceof Promise)).tap(() => p); };',
  'a member that is called in the file':
    'exports.load = (at) => Promise.resolve(op(at, "a"));\nexports.run = (at) => exports.load(at).then((v) => [v]).map((v) => log(at, "b", v));',
  'in a list that is gone through item by item':
    'exports.run = async (at) => await Promise.each([Promise.resolve(op(at, "a")), Promise.resolve(op(at, "b"))], (v) => log(at, "c", v));',
  'in async functions of both kinds':
    'const f = async (at) => { await Promise.delay(2); return Promise.map([1], (v) => op(at, "a", v)); };\nexports.run = async (at) => { const [v] = await f(at); return log(at, "b", v); };',
  'a function that is called with a receiver':
    'const f = Promise.method(function () { return this && this.name; });\nexports.run = (at) => f.call({ name: "n" }).tap((v) => log(at, "a", v));',
  conditional:
    'exports.run = (at, x) => (x ? Promise.map([1], (v) => op(at, "a", v)) : Promise.delay(3)).tap((v) => log(at, "b", v));',
  'a function under another name':
    'exports.run = (at) => { const list = () => Promise.all([blue(at, "a"), 2]); const also = list; return also().map((v) => v).then((r) => log(at, "c", r)); };',
  'a function that is handed in':
    'exports.run = (at) => { const list = () => Promise.all([blue(at, "a"), 2]); const use = (f) => f().map((v) => v); return use(list).then((r) => log(at, "c", r)); };',
  'a function that is called and bound':
    'exports.run = (at) => { const list = function () { return Promise.all([blue(at, "a"), 2]); }; const bound = list.bind(null); return bound().map((v) => v).then(() => list.call(null).map((v) => v)).then((r) => log(at, "c", r)); };',
  'a callback of a function of the file':
    'exports.run = (at) => { const call = (f) => f(); return call(() => Promise.all([blue(at, "a"), 2])).map((v) => v).then((r) => log(at, "c", r)); };',
  'an argument, of which an array has the method too':
    'exports.run = (at) => { const use = (p) => p.map((v) => v).then((r) => log(at, "c", r)); return use(Promise.all([blue(at, "a"), 2])); };',
  'an argument that is taken apart':
    'exports.run = (at) => { const use = ({ p }) => p.map((v) => v).then((r) => log(at, "c", r)); return use({ p: Promise.all([blue(at, "a"), 2]) }); };',
  'a default':
    'exports.run = (at) => { const use = (p = Promise.all([blue(at, "a"), 2])) => p.map((v) => v); return use().then((r) => log(at, "c", r)); };',
  'a variable that is written twice':
    'exports.run = (at, x) => { let p = Promise.resolve([1]); if (x) p = Promise.all([blue(at, "a"), 2]); return p.map((v) => v).then((r) => log(at, "c", r)); };',
  'a field':
    'exports.run = (at) => { const o = {}; o.p = Promise.all([blue(at, "a"), 2]); return o.p.map((v) => v).then((r) => log(at, "c", r)); };',
  'a field that is kept and given':
    'exports.run = (at) => { const o = {}; const get = () => o.p || (o.p = Promise.all([blue(at, "a"), 2])); return get().then(() => get().map((v) => v)).then((r) => log(at, "c", r)); };',
  'a field of a class':
    'class A { constructor(at) { this.p = Promise.all([blue(at, "a"), 2]); } list() { return this.p.map((v) => v); } }\nexports.run = (at) => new A(at).list().then((r) => log(at, "c", r));',
  'a getter':
    'exports.run = (at) => { const o = { get p() { return Promise.all([blue(at, "a"), 2]); } }; return o.p.map((v) => v).then((r) => log(at, "c", r)); };',
  'an element of a list':
    'exports.run = (at) => { const ps = [Promise.all([blue(at, "a"), 2])]; return ps[0].map((v) => v).then((r) => log(at, "c", r)); };',
  'bound, and handlers that see it':
    'const o = { n: 1, go(at) { return Promise.all([blue(at, "a"), [2]]).bind(this).spread(function (a, b) { return log(at, "b", this.n, [a, b]); }).get(1).map(function (v) { return log(at, "c", this.n, v); }).tap(this.done).timeout(90).catch(TypeError, function (e) { return log(at, "d", this.n, e); }); }, done() { return this && this.n; } };\nexports.run = (at) => o.go(at).then(function (v) { return log(at, "e", this && this.n, v); });',
  'bound, under a name and by a function':
    'function done(v) { return [this && this.n, v]; }\nconst load = (at) => { const p = Promise.resolve([1]).bind({ n: 2 }); return p; };\nexports.run = (at) => { const p = load(at); return Promise.all([p.map(done), load(at).filter(function () { return this.n; }), Promise.bind({ n: 3 }, [4]).each(done)]).tap((v) => log(at, "a", v)); };',
  'bound functions, and promises that are not':
    'const o = { n: 1, go(at) { return Promise.map([1, 2], function (v) { return log(at.fork("f", v), "a", this.n, v); }.bind(this)).each(this.one.bind(this)).tap((v) => log(at, "b", this.n, v)); }, one(v) { return this.n + v; } };\nexports.run = (at) => o.go(at);',
  'in callbacks of methods that arrays have too':
    'exports.run = (at) => Promise.resolve([1, 2]).map(function (v) { return Promise.delay(v).then(() => log(at.fork("f", v), "a", v)); }).filter(() => Promise.delay(1).return(true)).reduce((sum, v) => Promise.delay(1).return(sum + v), 0);',
  'the variable of a loop, which is another in each turn':
    'exports.run = (at) => { const all = []; for (var i = 0; i < 3; i++) { var name = `n${i}`; all.push(Promise.resolve(op(at.fork("f", i), "a")).return(name)); } return Promise.all(all); };',
  'the variable of a loop over items':
    'exports.run = (at) => { const all = []; for (var name of ["x", "y"]) { all.push(Promise.resolve(op(at.fork("f", name), "a")).throw(name).catch((e) => e)); } return Promise.all(all); };',
  'a variable that gets its value while the chain is waited for':
    'exports.run = (at) => { let kept; let ms; const p = blue(at, "a").then((v) => { kept = v; }).return(kept).delay(ms).tap((v) => log(at, "b", v)); ms = 5; return p; };',
  'a callback that is there later':
    'exports.run = (at) => { let add; const p = Promise.resolve([1, 2]).reduce(add, 0).catch((e) => log(at, "b", e instanceof TypeError)); add = (a, b) => a + b; return p; };',
  'a list that may be a promise of one':
    'exports.run = async (at) => { const all = (list) => { if (Array.isArray(list)) list.push(3); const p = Promise.all(list); return p.then((v) => log(at, "b", v.length)); }; await all([1]); return all(op(at, "a").then(() => [1])); };',
  'a text for a list':
    'exports.run = async (at) => { const text = "ab".concat(at.x || ""); const f = async (s) => { s.slice(1); return await Promise.map(s, (v) => log(at.fork("f", v), "b", v)); }; return f(text); };',
  'a list with a hole':
    'exports.run = async (at) => { return await Promise.map([1, , 2], (v) => log(at.fork("f", v), "b", v)); };',
  'a var that keeps its value where the callback fails':
    'exports.run = async (at) => { for (const list of [[1], [2, 3]]) { try { var sum = await Promise.reduce(list, async (n, v) => { if (v > 2) throw v; return n + v; }, 0); var all = await Promise.mapSeries(list, async (v) => op(at, "a", v)); } catch (e) { log(at, "b", e, sum, all); } } return [sum, all]; };',
  'classes of errors in a loop':
    'exports.run = (at) => { const all = []; for (var Wanted of [TypeError, RangeError]) { all.push(Promise.reject(new TypeError("no")).catch(Wanted, () => log(at, "b")).catch(() => "other")); } return Promise.all(all); };',
};
