/** Names of handlers that meet in one scope. */
export const NAMES = {
  'the same parameter twice': `return op('a').then((v) => op('b', v)).then((v) => log('c', v));`,
  'the same parameter thrice': `return op('a').then((v) => op('b', v)).then((v) => op('c', v)).then((v) => log('d', v));`,
  'the same parameter in catch': `return op('a').then((v) => op('b', v)).catch((v) => log('c', v));`,
  'the same parameter in two catches': `return op('a').catch((e) => op('b', e)).then((v) => op('c', v)).catch((e) => log('d', e));`,
  'the name of a parameter of the function': `exports.run = () => load(1);
function load(v) { return op('a', v).then((v) => log('b', v)); }`,
  'the name of what the head calls': `const user = () => op('a');
exports.run = () => user().then((user) => log('b', user));`,
  'the name of what another handler uses': `const w = 5;
exports.run = () => op('a').then((v) => log('b', w, v)).then((w) => log('c', w));`,
  'an outer constant of the same name, used after': `const own = 1;
if (log('x', 0)) return op('z').then((own) => own);
return op('a').then((own) => log('b', own)).then(() => log('c', own));`,
  'constants of the same name': `return op('a').then((v) => { const own = 1; return op('b', own); }).then(() => { const own = 2; return log('c', own); });`,
  'a constant named as the parameter before': `return op('a').then((v) => op('b', v)).then((w) => { const v = 2; return log('c', v, w); });`,
  'a block constant named as the parameter': `return op('a').then((v) => { { const v = 2; log('b', v); } return log('c', v); });`,
  'var in two handlers': `return op('a').then(() => { var count = (count || 0) + 1; return op('b', count); }).then(() => { var count = (count || 0) + 1; return log('c', count); });`,
  'var named as one outside': `var count = 5;
return op('a').then(() => { var count = (count || 0) + 1; return op('b', count); }).then(() => log('c', count));`,
  'var in a catch and before': `return op('a').then(() => { var n = (n || 0) + 1; return op('b', n); }).catch(() => { var n = (n || 0) + 1; return log('c', n); });`,
  'var named as a constant of a block between': `return op('a').then((x) => op('b').then((y) => { var x = 3; return log('c', x, y); })).catch((e) => log('d', e));`,
  'functions of the same name': `return op('a').then((v) => { return f(v); function f(x) { return op('b', x); } }).then((v) => { return f(v); function f(x) { return log('c', x); } });`,
  'a function named as one outside': `function f(x) { return log('outer', x); }
return op('a').then((v) => { function f(x) { return op('b', x); } return f(v); }).then((v) => f(v));`,
  'shorthand properties': `return op('a').then((v) => op('b', v)).then((v) => ({ v })).then((w) => log('c', w));`,
  'shorthand patterns': `return op('a').then(({ id }) => op('b', id)).then(({ id }) => log('c', id));`,
  'shorthand patterns with defaults': `return op('a').then(({ id, none = id }) => op('b', id, none)).then(({ id, none = id }) => log('c', id, none));`,
  'the name promise is taken': `const promise = 1;
return op('a').then((v) => log('b', v, promise)).catch((e) => log('c', e));`,
  'the name value is taken': `const value = 1;
return op('a').then(({ id }) => log('b', id, value), (e) => log('c', e));`,
  'closures keep their variables': `const fs = [];
return op('a').then((v) => { fs.push(() => v.from); return op('b'); }).then((v) => { fs.push(() => v.from); return fs.map((f) => log('c', f())); });`,
  'closures in a loop of an async function': `exports.run = async () => {
  const fs = [];
  for (const x of [1, 2]) {
    await op('a', x).then((v) => { const y = x; fs.push(() => [y, v.from]); });
  }
  return fs.map((f) => f());
};`,
  'var in a loop of an async function': `exports.run = async () => {
  const fs = [];
  for (const x of [1, 2]) {
    await op('a', x).then((v) => { var y; fs.push(() => y); if (x === 1) y = v.from; return op('b', y); }).then((w) => log('c', w));
  }
  return fs.map((f) => f());
};`,
  'an inner name that the assignment would meet': `return op('a').then((v) => log('b', v)).then((v) => log('c', v), (v) => log('d', v));`,
  'a function in a block, whose name reaches out of it': `function g() { return 'outer'; }
return op('a').then((v) => { if (v.n) { function g() { return 'inner'; } } return log('b', g()); }).then((w) => log('c', w, g()));`,
  'the name of an error that is not used any more': `return (async () => { try { throw 1; } catch (v) { return op('a').then((v) => log('b', v)); } })();`,
  'names of an error that is taken apart': `return (async () => { try { throw { v: 1, e: 2 }; } catch ({ v, e }) { const r = await op('a').then((v) => op('b', v), (e) => log('c', e)); return r; } })();`,
  'a label, a key and a member of the same name': `return op('a').then((v) => op('b', { v: v.v })).then((v) => log('c', v.v, { v: 1 }));`,
  'a class in a handler': `return op('a').then((v) => { class K { get() { return v; } } return op('b', new K().get()); }).then((K) => log('c', K));`,
  'the name of the function itself': `exports.run = function run() { return op('a').then((run) => log('b', run)); };`,
  'a constant in the branch of an early return': `const own = 1;
return op('a').then((v) => { if (v.n > 9) { const own = 2; return op('b', own); } return op('c', own); }).then((w) => log('d', w, own));`,
  'a handler with the name that its value goes to': `return (async () => { const v = await op('a').then((v) => op('b', v)).catch(() => 7); return log('c', v); })();`,
  'a handler with the name of a var that its value goes to': `return (async () => { var v = await op('a').then((v) => op('b', v)).catch(() => 7); return log('c', v); })();`,
  'a finalizer that declares the name that the value goes to': `return (async () => { const v = await op('a').then((v) => op('b', v)).finally(() => { const v = 3; log('f', v); }); return log('c', v); })();`,
  'both handlers with the name that the value goes to': `return (async () => { const v = await op('a').then((v) => op('b', v), (v) => log('d', v)); return log('e', v); })();`,
  'an early return from a block that declares the name': `return (async () => { const v = await op('a').then((w) => { if (w) { const v = w + 1; return v; } for (const v of [1]) log('l', v); return 5; }); return log('e', v); })();`,
  'an early return from a block that declares the name of the next parameter': `return op('a').then((w) => { if (w) { const v = w + 1; return v; } return 5; }).then((v) => log('e', v));`,
  'a chain in a block that declares the name of the next parameter': `return op('a').then((w) => { if (w) { const v = w + 1; return op('b').then((z) => v); } return 5; }).then((v) => log('e', v));`,
  'an error with the name that the value goes to': `return (async () => { const e = await op('a').catch((e) => { log('b', e); return 4; }); return log('c', e); })();`,
  'a class with the name that the value goes to': `return (async () => { const F = await op('a').then(() => { class F {} return op('b', typeof F); }).catch(() => 3); return log('c', F); })();`,
};
