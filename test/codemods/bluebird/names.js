/**
 * As `STATICS`, where the code has variables that are called as those that converted code declares, or
 * expressions that mean something else where they come to stand.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const NAMES = {
  'catch: a class that is declared at the top':
    'const Wrong = TypeError;\nexports.run = function (at) {\n  return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(Wrong, (e) => log(at, "b", e.message));\n};',
  'catch: a class of an object called error':
    'const error = { Wrong: TypeError };\nexports.run = function (at) {\n  return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(error.Wrong, (e) => log(at, "b", e.message));\n};',
  'catch: a class of an object called error, and a name':
    'const error = { Wrong: TypeError }; const f = (e) => log(at, "b", e.message); return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(error.Wrong, f);',
  'catch: classes of an object called fn, and a name':
    'const fn = { Wrong: TypeError }; const f = (e) => log(at, "b", e.message); return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(RangeError, { code: 1 }, fn.Wrong, f);',
  'catch: a class of what the handler hides':
    'const e = { Wrong: TypeError }; return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(e.Wrong, (e) => log(at, "b", e.message));',
  'catch: a class of what the handler declares':
    'const errors = { Wrong: TypeError }; return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(errors.Wrong, (e) => { const errors = [e.message]; return log(at, "b", errors); });',
  'catch: a class of the receiver':
    'const o = { Wrong: TypeError, f() { return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(this.Wrong, function (e) { return log(at, "b", e.message); }); } }; return o.f();',
  'catch: a class that a call gives':
    'const classes = () => ({ Wrong: log(at, "b", TypeError) }); return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch(classes().Wrong, (e) => log(at, "c", e.message));',
  'catch: properties that say error':
    'return Promise.resolve(blue(at, "a")).then(() => { throw { code: "error" }; }).catch({ code: "error" }, (e) => log(at, "b", e.code));',
  'catch: a handler in parentheses':
    'return Promise.resolve(blue(at, "a")).throw(new TypeError("t")).catch((TypeError), ((e) => log(at, "b", e.message)));',
  'call: an argument called value':
    'const value = 3; return Promise.resolve(blue(at, "a")).return([1]).call("concat", value);',
  'call: a function that uses value':
    'const value = 3; return Promise.resolve(blue(at, "a")).return([1]).call("map", (v) => v + value);',
  'delay: a variable called resolve':
    'const resolve = 4; return Promise.resolve(blue(at, "a")).delay(resolve).tap((v) => log(at, "b", v));',
  'map: a list called items':
    'const items = []; return Promise.map(new Set([1, 2]), (v) => { items.push(v); }).then(() => log(at, "a", items));',
  'map: two at a time, a list called items':
    'const items = []; return Promise.map(new Set([1, 2]), (v) => { items.push(v); }, { concurrency: 2 }).then(() => log(at, "a", items));',
  'map: a limit by a list called items':
    'const items = [1, 2]; return Promise.map(new Set([1, 2]), (v) => log(at, "a", v), { concurrency: items.length });',
  'map: of a chain, a list called items':
    'const items = []; return Promise.resolve(blue(at, "a")).return([1, 2]).map((v) => { items.push(v); }).then(() => log(at, "b", items));',
  'map: a variable that the callbacks assign':
    'let total = 0; const add = (v) => { total = v; return v; }; return Promise.map([1, 2, 3], (v) => add(total + v)).tap(() => log(at, "a", total));',
  'map: one list or another':
    'return (async () => { const none = null; const all = await Promise.map(none || Promise.resolve([1, 2]), (v) => log(at.fork("f", v), "a", v)); return log(at, "b", all); })();',
  'map: one list or another, by a condition':
    'return (async () => { const all = await Promise.map(x ? Promise.resolve([1, 2]) : [], (v) => { log(at.fork("f", v), "a", v); }); return log(at, "b", all); })();',
  'all: one list or another':
    'return (async () => { const none = null; const all = await Promise.all(none || Promise.resolve([op(at, "a")])); return log(at, "b", all); })();',
  'each: one list or another':
    'return (async () => { const none = null; await Promise.each(none || Promise.resolve([1, 2]), (v) => op(at, "a", v)); return log(at, "b"); })();',
  'each: one promise or another':
    'return (async () => { await Promise.each([0, 1], (v) => none(v) || op(at, "a", v)); return log(at, "b"); function none() { return null; } })();',
  'mapSeries: one promise or another':
    'return (async () => { const none = null; const all = await Promise.mapSeries([0, 1], (v) => none || op(at, "a", v)); return log(at, "b", all); })();',
  'mapSeries: a parameter called as the list of results':
    'return (async () => { const found = await Promise.mapSeries([1, 2], (found) => op(at, "a", found)); return log(at, "b", found); })();',
  'mapSeries: a variable that is declared twice':
    'return (async (list) => { var list = await Promise.mapSeries(list, (v) => op(at, "a", v)); return log(at, "b", list); })([1, 2]);',
  'reduce: a variable that is declared twice':
    'return (async (sum) => { var sum = await Promise.reduce(sum, (sum, v) => log(at, "a", sum + v), 0); return log(at, "b", sum); })([1, 2]);',
  'reduce: a list called as what is added up':
    'const sum = [1, 2]; return Promise.reduce(sum, (sum, v) => log(at, "a", sum + v), 0);',
  'tap: one promise or another':
    'return Promise.resolve(blue(at, "a")).tap((v) => (v === 0) || op(at, "b", v)).tap((v) => v === 0 || op(at, "c", v));',
  'tap: a promise by a condition':
    'return Promise.resolve(blue(at, "a")).tap((v) => v ? op(at, "b", v) : 0).tap(() => log(at, "c"));',
  'join: a function called values':
    'const values = (a, b) => log(at, "b", a, b); return Promise.join(blue(at, "a"), x, values);',
  'join: a function in strict code':
    'return Promise.join(blue(at, "a"), x, function (a, b) { "use strict"; return log(at, "b", a, b, this === undefined); });',
  'join: parameters of one name':
    'return Promise.join(blue(at, "a"), x, function (a, a) { return log(at, "b", a); });',
  'spread: a function in strict code':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).spread(function (a, b) { "use strict"; return log(at, "b", a, b); });',
  'spread: parameters of one name':
    'return Promise.resolve(blue(at, "a")).return([1, 2]).spread(function (a, a) { return log(at, "b", a); });',
};
