/** Every shape of handler, by the body of a function or a whole module. */
export const HANDLERS = {
  'a function expression': `return op('a').then(function (v) { return op('b', v); });`,
  'a named function expression': `return op('a').then(function next(v) { return op('b', v); });`,
  'a function that calls itself': `return op('a').then(function again(v, n) { return n ? v : again(log('b', v), 1); }).then((w) => log('c', w));`,
  'a function named as a member of what it uses': `return op('a').then((v) => op('b', v)).then(function id(v) { if (v.id) return op('c', v.id); }).then((w) => log('d', w));`,
  'a function with a variable of its own name': `return op('a').then((v) => op('b', v)).then(function next(v) { var next = log('c', v); return op('d', next); }).then((w) => log('e', w));`,
  'a function named as one inside': `return op('a').then(function load(v) { return op('b', [v].map(function load(w) { return w.id; })); }).then((w) => log('c', w));`,
  'a function with its arguments': `return op('a').then((v) => op('b', v)).then(function () { return log('c', arguments.length, arguments[0]); });`,
  'a function with its this': `return op('a').then((v) => op('b', v)).then(function (w) { return log('c', this === undefined || this === globalThis, w); });`,
  'an arrow with the function arguments': `return op('a').then((v) => log('b', arguments.length, v));`,
  'an arrow with this': `const o = { name: 'o', get() { return op('a').then((v) => log('b', this.name, v)); } };
exports.run = () => o.get();`,
  'an async arrow': `return op('a').then(async (v) => { await op('b', v); return op('c'); }).then((w) => log('d', w));`,
  'an async arrow that awaits a chain': `return op('a').then(async (v) => { const w = await op('b', v).then((x) => x.id); log('c', w); return w; });`,
  'an async arrow with try': `return op('a').then(async (v) => { try { return await op('b', v); } catch (e) { return log('c', e); } }).then((w) => log('d', w));`,
  'a concise object': `return op('a').then((v) => ({ id: v.id })).then((w) => log('b', w));`,
  'a concise array': `return op('a').then((v) => [v.id, 1]);`,
  'a concise sequence': `return op('a').then((v) => (log('b', v), op('c', v))).then((w) => log('d', w));`,
  'a concise conditional': `return op('a').then((v) => (v.n > 2 ? op('b') : 5)).then((w) => log('c', w));`,
  'a concise assignment': `let kept; return op('a').then((v) => (kept = v)).then(() => log('b', kept));`,
  'a concise void': `return op('a').then((v) => void log('b', v)).then((w) => log('c', w));`,
  'a concise await': `return op('a').then(async (v) => await op('b', v)).then((w) => log('c', w));`,
  'a concise throw by a function': `const fail = () => { throw new Error('made'); };
return op('a').then(() => fail()).catch((e) => log('b', e));`,
  'a block that returns nothing': `return op('a').then((v) => { log('b', v); });`,
  'a block that returns nothing, then a value is expected': `return op('a').then((v) => { log('b', v); }).then((w) => log('c', w));`,
  'an empty block': `return op('a').then(() => {}).then((w) => log('b', w));`,
  'a block with many statements': `return op('a').then((v) => { const w = log('b', v); const x = log('c', w); return op('d', x); }).then((y) => log('f', y));`,
  'a block that throws': `return op('a').then((v) => { log('b', v); throw new Error('thrown'); }).catch((e) => log('c', e));`,
  'an early return in the last handler': `return op('a').then((v) => { if (v.n > 2) return log('b', v); return op('c'); });`,
  'an early return in the middle': `return op('a').then((v) => { if (v.n > 2) return log('b', v); return op('c'); }).then((w) => log('d', w));`,
  'an early return that is not taken': `return op('a').then((v) => { if (v.n > 5) return log('b', v); return op('c'); }).then((w) => log('d', w));`,
  'an early return of nothing': `return op('a').then((v) => { if (v.n > 2) return; return op('c'); }).then((w) => log('d', w));`,
  'nothing done after a comparison': `return op('a').then((v) => { if (v.n > 2) return; log('b', v); }).then(() => log('d'));`,
  'nothing done after an equality': `return op('a').then((v) => { if (v.id === 1) return; log('b', v); }).then(() => log('d'));`,
  'nothing done after its opposite': `return op('a').then((v) => { if (!v.n) return; log('b', v); }).then(() => log('d'));`,
  'nothing done after two tests': `return op('a').then((v) => { if (!(v.n > 5 || v.id)) return; log('b', v); }).then(() => log('d'));`,
  'nothing done after a comparison that is not met': `return op('a').then((v) => { if (v.n > 5) return; log('b', v); }).then(() => log('d'));`,
  'nothing done, one in the other': `return op('a').then((v) => { if (!v) { return []; } if (v.n < 2) { return {}; } log('b', v); return [v]; }).then(() => log('d'));`,
  'nothing done behind a comment, before a brace on its line': `return op('a').then((v) => {
  if (v.n > 2) { // enough
    return; }
  log('b', v);
}).then(() => log('d'));`,
  'nothing done behind a comment, without a block': `return op('a').then((v) => {
  if (v.n > 5) // enough
    return 1;
  return 2;
}).then(() => log('d'));`,
  'nothing done below a comment, without blocks': `return op('a').then((v) => {
  if (v.n > 5)
    // enough
    return;
  else // more
    return op('c');
}).then(() => log('d'));`,
  'what rejects in a list that nobody reads': `return op('a').then((v) => { log('b', v); return [op('c')]; }).then(() => log('d'));`,
  'an early return of a chain': `return op('a').then((v) => { if (v.n > 2) return op('b').then((x) => x.id); return op('c'); }).then((w) => log('d', w));`,
  'an early return of a chain in the last handler': `return op('a').then((v) => { if (v.n > 2) { return op('b').then((x) => { log('y', x); }); } log('c'); return 7; });`,
  'two early returns': `return op('a').then((v) => { if (v.n > 9) return 1; log('b'); if (v.n > 2) { return op('c'); } log('d'); return 3; }).then((w) => log('f', w));`,
  'an if with an else': `return op('a').then((v) => { if (v.n > 2) { return op('b'); } else { return op('c'); } }).then((w) => log('d', w));`,
  'an if with an else and no return in one': `return op('a').then((v) => { if (v.n > 9) { return op('b'); } else { log('c'); } }).then((w) => log('d', w));`,
  'nested ifs': `return op('a').then((v) => { if (v.n > 2) { if (v.n > 5) { return op('b'); } else { return op('c'); } } else { return 1; } }).then((w) => log('d', w));`,
  'a return under a condition, and more': `return op('a').then((v) => { if (v.n > 2) { log('x'); if (v.n > 5) return op('b'); } log('y'); return op('c'); }).then((w) => log('d', w));`,
  'a switch that returns': `return op('a').then((v) => { switch (v.n) { case 1: return op('b'); case 3: return op('c', v); default: return 9; } }).then((w) => log('d', w));`,
  'a switch that returns in the last handler': `return op('a').then((v) => { switch (v.n) { case 3: return op('c').then((x) => x.id); default: return 9; } });`,
  'a switch with breaks': `return op('a').then((v) => { switch (v.n) { case 1: log('b'); break; case 3: if (v.id) { return op('c', v); } log('x'); break; default: log('y'); } }).then((w) => log('d', w));`,
  'a switch that returns chains with ends of their own': `return op('a').then((v) => { switch (v.n) { case 3: return op('b').then((w) => { if (w.id) return 1; return 2; }); case 4: log('c'); return 4; default: return 9; } }).then((w) => log('d', w));`,
  'a switch that returns a chain without a value': `return op('a').then((v) => { switch (v.n) { case 3: if (v.id) { return op('b').then((w) => { log('f', w); }, () => {}); } log('x'); case 4: log('c'); return 4; default: return 9; } }).then((w) => log('d', w));`,
  'a switch that returns a chain with a switch': `return op('a').then((v) => { switch (v.n) { case 3: return op('b').then((w) => { switch (w.n) { case 3: return 1; default: return 2; } }); case 4: log('c'); return 4; default: return 9; } }).then((w) => log('d', w));`,
  'a switch that returns chains, and nobody uses the value': `return (async () => { await op('a').then((v) => { switch (v.n) { case 3: return op('b').catch((e) => { log('f', e); }).finally(() => { log('g'); }); case 4: log('c'); break; default: log('x'); } }); return 1; })();`,
  'an early return before a constant that a function uses already': `return op('a').then((v) => { const get = () => w; if (v.n > 5) return 1; const w = 2; return get(); }).then((w) => log('b', w));`,
  'an object that gets a then': `return op('a').then((v) => { v.then = (resolve) => resolve(8); return v; }).then((w) => log('b', w)).then(() => { const o = {}; o.then = (resolve) => resolve(9); return o; }).then((w) => log('c', w));`,
  'a loop': `return op('a').then((v) => { for (const x of v.list) { log('b', x); } return v.list.length; }).then((w) => log('c', w));`,
  'a loop that returns': `return op('a').then((v) => { for (const x of v.list) { if (x === 'y') return log('b', x); } return op('c'); }).then((w) => log('d', w));`,
  'a loop that returns in the last handler': `return op('a').then((v) => { for (const x of v.list) { if (x === 'y') return op('b').then((z) => log('c', x, z)); } return 0; });`,
  'a try that returns a promise': `return op('a').then((v) => { try { return op('b', v); } catch (e) { return log('c', e); } }).then((w) => log('d', w));`,
  'a try that returns a promise, then a catch': `return op('a').then((v) => { try { return op('b', v); } catch (e) { return log('c', e); } }).catch((e) => log('d', e));`,
  'a try that returns a value, then a catch': `return op('a').then((v) => { try { log('b', v); return 5; } catch (e) { log('c', e); throw e; } }).catch((e) => log('d', e));`,
  'a try with a finally': `return op('a').then((v) => { try { return log('b', v); } finally { log('c'); } }).then((w) => log('d', w));`,
  'a throw and a return': `return op('a').then((v) => { if (v.n > 5) throw new Error('big'); return v; }).then((w) => log('b', w)).catch((e) => log('c', e));`,
  'object pattern': `return op('a').then(({ id, n }) => log('b', id, n));`,
  'array pattern': `return op('a').then(({ list }) => list).then(([x, , z = 4]) => log('b', x, z));`,
  'pattern with a default': `return op('a').then(({ none = 7 } = {}) => log('b', none));`,
  'pattern that fails': `return op('a').then(({ none: { x } }) => log('b', x)).catch((e) => log('c', e.name));`,
  'rest in a pattern': `return op('a').then(({ id, ...rest }) => log('b', id, Object.keys(rest)));`,
  'a default': `return op('a').then((v) => v.none).then((w = 8) => log('b', w));`,
  'a parameter that is written': `return op('a').then((v) => { v = v.id; return log('b', v); });`,
  'a parameter that is not used': `return op('a').then((v) => log('b'));`,
  'two parameters': `return op('a').then((v) => v.id).then((v, w) => log('b', v, w));`,
  'a rest parameter': `return op('a').then((v) => v.id).then((...all) => log('b', all.length));`,
  'a reference': `const f = (v) => log('b', v);
return op('a').then(f);`,
  'a reference to a declaration': `return op('a').then(f);
function f(v) { return op('b', v); }`,
  'a reference, then another': `const f = (v) => op('b', v);
const g = (v) => log('c', v);
return op('a').then(f).then(g);`,
  'references in both places': `const f = (v) => op('b', v);
const g = (e) => log('c', e);
return op('a').then(f, g);`,
  'references in catch and finally': `const f = (e) => op('b', e);
const g = (...args) => op('c', args.length);
return op('a').catch(f).finally(g);`,
  'a member, which loses its receiver': `const o = { g(v) { return log('b', this === o, v); } };
return op('a').then(o.g);`,
  'a member of a namespace': `return op('a').then((v) => JSON.stringify(v)).then(JSON.parse).then((w) => log('b', w));`,
  'a global function': `return op('a').then((v) => v.n).then(String).then((w) => log('b', w));`,
  'a method of the class, which loses its receiver': `class C { m(v) { return log('b', this === undefined, v); } get() { return op('a').then(this.m); } }
exports.run = () => new C().get();`,
  'a bound method': `const o = { name: 'o', g(v) { return log('b', this.name, v); } };
return op('a').then(o.g.bind(o));`,
  'a conditional reference': `const f = (v) => log('b', v);
const g = (v) => log('c', v);
return op('a').then(log('x', 0) ? f : g);`,
  'a call that gives the handler, made at once': `const with1 = (w) => (v) => log('b', w, v);
return op('a').then(with1(log('x', 1)));`,
  'a call that gives the handler, later in the chain': `const with1 = (w) => (v) => log('b', w, v);
return op('a').then((v) => op('c', v)).then(with1(1)).catch((e) => log('d', e));`,
  'a parameter that is a function by its name': `exports.run = () => serve((e) => log('next', e));
function serve(next) { return op('a').then((v) => log('b', v)).catch(next); }`,
  'closures over the parameter': `return op('a').then((v) => { const f = () => v.id; return op('b').then(() => f()); }).then((w) => log('c', w));`,
  'a mapped array of operations': `return op('a').then(({ list }) => Promise.all(list.map((x) => op('b', x)))).then((all) => log('c', all.length));`,
  'a mapped array of chains': `return op('a').then(({ list }) => Promise.all(list.map((x) => op('b', x).then((y) => y.id)))).then((all) => log('c', all));`,
  'a value in a guarded return': `return op('a').then((v) => { log('b', v); return v; }).catch((e) => log('c', e));`,
  'a rejected promise in a guarded return': `return op('a').then((v) => { if (v.n) { return Promise.reject(new Error('no')); } return 1; }).catch((e) => log('c', e));`,
  'a thenable in a guarded return': `return op('a').then((v) => ({ then: (resolve, reject) => reject(new Error('thenable')) })).catch((e) => log('c', e));`,
  'a handler that ends with a try': `return op('a').then((v) => { try { return JSON.parse(v.id); } catch { return log('b', 'none'); } }).then((w) => log('c', w));`,
  'a handler that ends with a try and a finally': `return op('a').then((v) => { try { if (v.n > 9) return 1; log('b', v.id); return 2; } catch (e) { log('c', e); return 3; } finally { log('d'); } }).then((w) => log('e', w));`,
  'a try of a handler that catches no rejection': `return op('a').then((v) => { try { return op('b', v); } catch (e) { return log('c', e); } }).then((w) => log('d', w));`,
  'a try of a handler whose finally comes before the value': `return op('a').then((v) => { try { return log('b', v.n); } finally { log('c'); } }).then((w) => log('d', w));`,
  'an operation that is not waited for': `return op('a').then((v) => { op('b').catch(() => {}); return op('c'); });`,
  'a rejection that nobody handles': `return op('a').then((v) => { op('b'); return 1; });`,
  'a function bound to this': `const o = { name: 'o', get() { return op('a').then(function (v) { return log('b', this.name, v); }.bind(this)); } };
exports.run = () => o.get();`,
  'functions bound to this, on all sides': `const o = { name: 'o', get() {
  return op('a').then(function (v) { if (v.n > 9) return 1; return op('b', this.name); }.bind(this), function (e) { log('c', this.name, e); }.bind(this))
    .finally(function () { log('d', this.name); }.bind(this));
} };
exports.run = () => o.get();`,
  'a function bound to this with its arguments': `return op('a').then(() => 1).then(function (v) { return log('b', v, arguments.length); }.bind(this)).then((w) => log('c', w));`,
  'a function bound to something else': `const o = { name: 'o' };
return op('a').then((v) => v.n).then(function (v) { return log('b', this.name, v); }.bind(o)).then((w) => log('c', w));`,
  'a bound method, later in the chain': `const o = { n: 1, g(v) { return log('b', this.n, v); }, get() { return op('a').then((v) => v.id).then(this.g.bind(this)).catch((e) => log('c', e)); } };
exports.run = () => o.get();`,
  'bound functions of the file': `function g(x, v) { return log('b', x, v, arguments.length); }
const h = (x, y) => op('c', x, y);
function end(x) { log('d', x); }
return op('a').then(g.bind(null, 1)).then(h.bind(undefined, 'x')).catch(g.bind(null, 2)).finally(end.bind(null, 3)).then(end.bind(null, 4));`,
  'a function bound to a parameter that was given another value before': `exports.run = () => load(1);
function load(size) { size = size + 1; return op('a').then(g.bind(null, size)); }
function g(x, v) { return log('b', x, v); }`,
  'a function bound to a variable that gets another value later': `function g(x, v) { return log('b', x, v); }
let size = 1;
function load() { return op('a').then((v) => v.n).then(g.bind(null, size)).then((w) => log('c', w)); }
const promise = load();
size = 2;
return promise;`,
  'a function bound to a variable that each turn of a loop changes': `function g(x, v) { return log('b', x, v); }
exports.run = async () => { let size = 1; for (const i of [1, 2]) { await op('a').then((v) => v.n).then(g.bind(null, size)).then((w) => log('c', w)); size++; } };`,
  'a function of this, bound to an object': `function g(x, v) { return log('b', this.n, x, v); }
return op('a').then(g.bind({ n: 1 }, 2)).then((w) => log('c', w));`,
  'a function that is replaced, bound': `let g = function (x, v) { return log('b', x, v); };
function load() { return op('a').then(g.bind(null, 1)).then((w) => log('c', w)); }
const promise = load();
g = () => log('d');
return promise;`,
  'the functions of a deferred': `const defer = () => { const d = {}; d.promise = new Promise((resolve, reject) => { d.resolve = resolve; d.reject = reject; }); return d; };
const Q = { defer };
const d = Q.defer();
return op('a').then((v) => op('b', v)).then(d.resolve, d.reject).then(() => d.promise);`,
  'the functions that an executor gives an object': `const d = {};
d.promise = new Promise((resolve, reject) => { d.resolve = resolve; d.reject = reject; });
return op('a').then((v) => op('b', v)).then(d.resolve, d.reject).then(() => d.promise);`,
  'a call that gives the handler, made of a bound function': `const o = { n: 1, g(x, y) { return log('b', this.n, x, y); } };
return op('a').then(({ list }) => list).then(((fn) => (values) => fn(...values))(o.g.bind(o))).then((w) => log('c', w));`,
};
