/** Functions that also give plain values, where whatever they give is waited for. */
export const ADOPTED = {
  'a handler of a chain that stays': `exports.run = (then = () => {}) => { op('a').then((v) => { if (v.n > 9) return 1; return op('b').then((w) => log('c', w)); }).then((x) => log('d', x)).catch(() => log('f')); };`,
  'a handler that gives nothing at its end': `exports.run = () => { op('a').then((v) => { if (v.n) return op('b').then((w) => log('c', w)); }).then((x) => log('d', x)).catch(() => log('f')); };`,
  'a handler of a chain that is kept': `exports.run = () => { const p = op('a').then((v) => op('b', v).then((w) => log('c', w)).catch((e) => log('d', e))); log('f'); return p; };`,
  'a handler bound to this': `const o = { n: 1, get() { const p = op('a').then(function (v) { return op('b', this.n).then((w) => log('c', w, this.n)); }.bind(this)); log('d'); return p; } };
exports.run = () => o.get();`,
  'a finally that stays': `exports.run = () => { op('a').finally(() => op('b').then((v) => log('c', v)).catch((e) => log('d', e))).then(() => log('f'), () => log('g')); };`,
  'awaited by its only caller': `const get = (x) => { if (x) return log('x', x); return op('a').then((v) => v.id); };
exports.run = async () => { const v = await get(log('y', 0)); const w = await get(2); return log('b', v, w); };`,
  'returned by an async function': `function get(x) { if (x) return log('x', x); return op('a').then((v) => v.id); }
exports.run = async () => { const v = await get(log('y', 1)); log('b', v); return get(0); };`,
  'a handler by its name': `function get(v) { if (v.n > 9) return 1; return op('b', v).then((w) => w.id); }
exports.run = () => op('a').then(get).then((x) => log('c', x));`,
  'in a list that is waited for': `const get = (x) => (x > 1 ? log('x', x) : op('a', x).then((v) => v.id));
exports.run = () => Promise.all([1, 2].map(get)).then((all) => log('b', all));`,
  'given by a function that is awaited itself': `const get = (x) => { if (x) return; return op('a').then((v) => v.id); };
const twice = (x) => { if (x > 5) return 5; return get(x); };
exports.run = async () => log('b', await twice(log('y', 0)), await twice(7));`,
  'made a promise by its only caller': `const read = (x) => { if (x > 1) return log('x', x); return op('a', x).then((v) => v.id); };
exports.run = () => Promise.resolve(read(1)).then((v) => Promise.resolve(read(2)).then((w) => log('b', v, w)));`,
  'mapped to a list that is waited for': `exports.run = () => Promise.all([1, 2].map((x) => { if (x > 1) return log('x', x); return op('a', x).then((v) => v.id); })).then((all) => log('b', all));`,
};
