/** Functions of every kind around a chain, as whole modules. */
export const FUNCTIONS = {
  'a declaration': `exports.run = () => load(1);
function load(id) { return op('a', id).then((v) => log('b', v)); }`,
  'an arrow with an expression': `exports.run = () => op('a').then((v) => log('b', v));`,
  'an arrow with an expression in parentheses': `exports.run = () => (op('a').then((v) => log('b', v)));`,
  'an arrow with a block': `exports.run = () => { log('x'); return op('a').then((v) => log('b', v)); };`,
  'an arrow with a parameter without parentheses': `const load = x => op('a', x).then(v => log('b', v));
exports.run = () => load(1);`,
  'a method of an object': `const o = { get(id) { return op('a', id).then((v) => log('b', v)); } };
exports.run = () => o.get(1);`,
  'a computed method': `const o = { ['get'](id) { return op('a', id).then((v) => log('b', v)); } };
exports.run = () => o.get(1);`,
  'a method of a class': `class C { get(id) { return op('a', id).then((v) => log('b', v, this.x)); } }
exports.run = () => new C().get(1);`,
  'a static method': `class C { static get(id) { return op('a', id).then((v) => log('b', v)); } }
exports.run = () => C.get(1);`,
  'a private method': `class C { #get(id) { return op('a', id).then((v) => log('b', v)); } get(id) { return this.#get(id); } }
exports.run = () => new C().get(1);`,
  'a method that calls super': `class A { get(id) { return op('a', id); } }
class B extends A { get(id) { return super.get(id).then((v) => super.get(v.id)).then((w) => log('b', w)); } }
exports.run = () => new B().get(1);`,
  'a field': `class C { x = 1; get = (id) => op('a', id).then((v) => log('b', v, this.x)); }
exports.run = () => new C().get(1);`,
  'a function property': `exports.run = function () { return op('a').then((v) => log('b', v)); };`,
  'an immediately called function': `exports.run = () => (function () { return op('a').then((v) => log('b', v)); })();`,
  'an async function that returns a chain': `exports.run = async () => { log('x'); return op('a').then((v) => log('b', v)); };`,
  'an async function that awaits a chain': `exports.run = async () => { const v = await op('a').then((w) => w.id); return log('b', v); };`,
  'an async function that awaits a chain for nothing': `exports.run = async () => { await op('a').then((v) => { log('b', v); }).catch((e) => log('c', e)); return log('d'); };`,
  'an async function with chains one after the other': `exports.run = async () => {
  const v = await op('a').then((x) => x.id);
  const w = await op('b', v).then((x) => x.id).catch(() => 'none');
  return log('c', v, w);
};`,
  'an async function that assigns a chain': `exports.run = async () => { let v = 1; v = await op('a').catch(() => log('c', 2)); return log('b', v); };`,
  'an async function that destructures a chain': `exports.run = async () => { const { id } = await op('a').catch(() => ({ id: 2 })); return log('b', id); };`,
  'an async function that destructures what one then gives': `exports.run = async () => { const [x] = await op('a').then(({ list }) => list); return log('b', x); };`,
  'an async function with a chain in try': `exports.run = async () => { try { const v = await op('a').then((x) => op('b', x)); return log('c', v); } catch (e) { return log('d', e); } };`,
  'an async function that waits in a loop': `exports.run = async () => { const all = []; for (const x of [1, 2]) { all.push(x); await op('a', x).then((v) => { all.push(v.from); }); } return log('b', all); };`,
  'lines that begin with a semicolon': `exports.run = async () => {
  let n
  await op('a').then((v) => { n = [v] })
  ;[1].forEach((x) => log('b', x, n))
  n = await op('c').then(() => [[5], 7])
  ;[0].forEach((x) => log('d', x, n))
  if (n) await op('e').then((v) => log('f', v))
  ;(n)[0].forEach((x) => log('g', x))
  const m = await op('h').then((v) => v.from)
  ;\`\${m}\`.split('').forEach((x) => log('i', x))
  return op('j').then((v) => log('k', v))
}`,
  'an async function that returns an awaited chain': `exports.run = async () => { log('x'); return await op('a').then((v) => op('b', v)); };`,
  'an early return of another promise': `exports.run = () => load(0);
function load(id) { if (!id) return Promise.resolve(log('x', 1)); return op('a', id).then((v) => log('b', v)); }`,
  'an early return of another chain': `exports.run = () => load(0);
function load(id) {
  if (!id) return op('c').then((v) => { log('d', v); });
  return op('a', id).then((v) => log('b', v));
}`,
  'an early throw': `exports.run = () => load(0);
function load(id) { if (!id) throw log('x', new Error('no id')); return op('a', id).then((v) => log('b', v)); }`,
  'an early rejection': `exports.run = () => load(0);
function load(id) { if (!id) { return Promise.reject(log('x', new Error('no id'))); } return op('a', id).then((v) => log('b', v)); }`,
  'statements before the chain': `exports.run = () => { const x = log('x', 1); let y = x + 1; y += 1; return op('a', y).then((v) => log('b', v, x, y)); };`,
  'a chain in a constant that is returned': `exports.run = () => { log('x'); const done = op('a').then((v) => log('b', v)).catch((e) => log('c', e)); return done; };`,
  'a chain in a variable that is returned from a branch': `exports.run = () => { if (log('x', 1)) { let done = op('a').then((v) => { log('b', v); }); return done; } return op('c').then((v) => v.id); };`,
  'a function that calls itself': `exports.run = () => again(2);
function again(n) { if (n) return again(n - 1); return op('a').then((v) => log('b', v)); }`,
  'a call of a function that gives a chain': `exports.run = () => outer(0);
function outer(n) { if (n) return Promise.resolve(1); return inner().then((v) => log('b', v)); }
function inner() { return op('a'); }`,
  'a branch for each': `exports.run = () => load(1);
function load(id) { if (id) { return op('a').then((v) => log('b', v)); } else { return op('c').then((v) => log('d', v)); } }`,
  'a switch': `exports.run = () => load(1);
function load(id) { switch (id) { case 1: return op('a').then((v) => { log('b', v); }); default: return op('c').then((v) => log('d', v)); } }`,
  'a default parameter': `exports.run = async () => load();
function load(id = log('x', 4)) { return op('a', id).then((v) => log('b', v)); }`,
  'a chain in the function of another': `exports.run = () => Promise.all(['x', 'y'].map((x) => op('a', x).then((v) => log('b', x, v))));`,
  'functions that call each other': `exports.run = () => outer(1);
const inner = async (id) => op('a', id);
function outer(id) { return inner(id).then((v) => op('b', v)).catch((e) => log('c', e)); }`,
  'a callback of a constructor': `exports.run = () => new Promise((resolve) => { resolve(op('a').catch((e) => 1)); }).then((v) => log('b', v));`,
};
