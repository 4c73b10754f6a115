/** Chains that nothing waits for, by the body of a function or a whole module. */
export const FLOATING = {
  'a statement': `op('a').then((v) => { log('b', v); });
log('c');
return 1;`,
  'a statement with a catch': `op('a').then((v) => op('b', v)).catch((e) => { log('c', e); });
log('d');`,
  'a void statement': `void op('a').then((v) => op('b', v));
log('c');`,
  'in a branch without a block': `if (log('x', 1)) op('a').then((v) => log('b', v)).finally(() => log('c'));
log('d');`,
  'an early return': `op('a').then((v) => { if (v.n) return op('b'); log('c'); }).then((v) => log('d', v));`,
  'a plain value at the end': `op('a').then((v) => clearTimeout(log('b', v))).catch((e) => clearTimeout(log('c', e)));
log('d');`,
  'a value that nobody needs': `op('a').then(() => 5).catch((e) => e.message);
log('b');`,
  'both handlers': `op('a').then((v) => op('b', v), (e) => log('c', e)).catch((e) => log('d', e));
return op('f');`,
  'a head that cannot throw': `Promise.resolve(1).then((v) => log('a', v));
log('b');`,
  'two in a row': `op('a').then((v) => log('b', v));
op('c').then((v) => log('d', v));`,
  'beside a returned chain': `op('a').then((v) => log('b', v));
return op('c').then((v) => v.id);`,
  'in a callback': `[1, 2].forEach((x) => { op('a', x).then((v) => { log('b', x, v); }); });`,
  'in a handler that moves': `return op('a').then((v) => { op('b', v).then((w) => log('c', w)); return log('d', v); });`,
  'at the top': `op('a').then((v) => { log('b', v); });
exports.run = () => 1;`,
  'in a constructor': `class C { constructor() { op('a').then((v) => { this.v = log('b', v); }); } }
exports.run = () => { new C(); };`,
  'in a loop': `for (const x of [1, 2]) { op('a', x).then((v) => { var y = x; return op('b', y); }).then((w) => log('c', w)); }`,
  'in a list': `return Promise.all([op('a').then((v) => v.id), op('b').then((v) => { log('c', v); return v.n; }).catch((e) => log('d', e.message))]);`,
  'as an argument': `const keep = (x, p) => p.then((v) => log('b', x, v));
return keep(log('x', 1), op('a').then((v) => v.id));`,
  'as an argument, after what throws': `const keep = (p, x) => p;
return keep(op('a').then((v) => log('b', v)), log('x', 1));`,
  'kept and used twice': `const p = op('a').then((v) => log('b', v));
const q = p.then((v) => op('c', v));
log('d');
return Promise.all([p, q]);`,
  'kept in a variable that goes on': `let p = Promise.resolve(1);
for (const x of [1, 2]) { p = p.then((v) => op('a', v, x)).then((w) => log('b', w.from)); }
log('c');
return p;`,
  'kept in a property': `const o = { p: null };
o.p = op('a').then(() => { o.p = null; return log('b', 2); });
log('c', typeof o.p.then);
return o.p;`,
  'kept in an object': `const o = { p: op('a').catch((e) => log('b', e)) };
return o.p;`,
  'kept, with a handler made at once': `const with1 = (w) => (v) => log('b', w, v);
const p = op('a').then(with1(log('x', 1)));
log('c');
return p.then((v) => v);`,
  'kept under a condition': `const p = log('x', 1) ? op('a').then((v) => v.id) : null;
log('b');
return p;`,
  'in a list, in a handler that moves': `return op('a').then((v) => Promise.all([op('b').then((w) => log('c', v, w)), op('d')])).then(([w, { id }]) => log('f', w, id));`,
  'in a list, with this and arguments': `const o = { n: 1, get() { return Promise.all([op('a').then((v) => log('b', this.n, arguments.length, v))]); } };
return o.get(7);`,
  mapped: `return Promise.all([1, 2].map((x) => [op('a', x).then((v) => log('b', v, x))]).flat());`,
  'of what is awaited': `return (async () => { const all = [(await op('a')).list.length, op('b').then((v) => v.id)]; return Promise.all(all); })();`,
  'under typeof': `return log('a', typeof op('b').then((v) => log('c', v)));`,
  'a branch of a statement': `log('x', 1) ? op('a').then((v) => log('b', v), (e) => log('c', e)) : log('y');
log('x', 0) ? log('z') : op('d').then((v) => log('f', v)).catch(() => {});
return log('g');`,
};
