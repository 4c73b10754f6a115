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
};
