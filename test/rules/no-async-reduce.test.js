import rule from '../../rules/no-async-reduce.js';
import { testRule } from './rule-tester.js';

/** @type {[code: string, output: string][]} */
const loops = [
  [
    `async function run(xs) {
  await xs.reduce(async (before, x) => {
    await before;
    await save(x);
  }, Promise.resolve());
}`,
    `async function run(xs) {
  for (const x of xs) {
    await save(x);
  }
}`,
  ],
  [
    `async function run(xs) {
  const sum = await xs.list.reduce(async (before, { x }) => {
    const total = await before;
    // Adds.
    return total + (await size(x));
  }, 0);
  return sum;
}`,
    `async function run(xs) {
  let sum = 0;
  for (const { x } of xs.list) {
    const total = sum;
    // Adds.
    sum = total + (await size(x));
  }
  return sum;
}`,
  ],
  [
    `async function run(xs) {
  const all = await xs.reduce(
    async (before, x) => {
      const map = await before;
      map[x] = await size(x);
      return map;
    },
    Promise.resolve({}),
  );
  return all;
}`,
    `async function run(xs) {
  let all = {};
  for (const x of xs) {
    const map = all;
    map[x] = await size(x);
    all = map;
  }
  return all;
}`,
  ],
  [
    `async function run(xs, seed) { const last = await xs.reduce(async (before, x) => { const one = await before; x ??= one; return f(one, x); }, seed); }`,
    `async function run(xs, seed) { let last = await (seed);
for (let x of xs) { const one = last; x ??= one; last = await (f(one, x)); } }`,
  ],
];

testRule('no-async-reduce', rule, {
  valid: [
    // Nothing says that it is an array's.
    'stream.reduce(async (sum, x) => { await save(x); }, 0);',
    'async function add(sum, x) {} xs.reduce(add, 0);',
    // Streams and async iterators wait for what the callback gives.
    "createReadStream('a').reduce(async (size, chunk) => size + (await sizeOf(chunk)), 0);",
    'stream.reduce(async (all, chunk) => { all.push(await parse(chunk)); return all; }, []);',
    'stream.reduce(async (all, chunk) => [...all, await parse(chunk)], []);',
    'stream.reduce(async ({ size }, chunk) => ({ size: size + (await sizeOf(chunk)) }), { size: 0 });',
    'xs.reduce((sum, x) => sum + x, 0);',
    'xs.reduce((chain, x) => chain.then(() => save(x)), Promise.resolve());',
    'xs.map(async (x) => x);',
    'reduce(async (sum, x) => sum);',
    'xs.reduce(add, 0);',
    'function add() {} xs.reduce(add, 0);',
    'xs.reduce(async function* (sum, x) {}, 0);',
    'xs.reduce();',
  ],
  invalid: [
    ...loops.map(([code, output]) => ({
      code,
      errors: [
        {
          messageId: 'chain',
          data: { method: 'reduce' },
          suggestions: [{ messageId: 'useLoop', output }],
        },
      ],
    })),
    ...[
      'xs.reduce(async (before, x) => { await before; await save(x); }, Promise.resolve());',
      'async () => { await xs.reduce(async (before, x) => { start(x); await before; }, Promise.resolve()); };',
      'async () => { await xs.reduce(async (before, x) => { await before; if (x) return; save(x); }, Promise.resolve()); };',
      'async () => { await xs.reduce(async (before, x) => { await before; var y = x; }, Promise.resolve()); };',
      'async () => { await xs.reduce(async (before, x) => { await before; save(before); }, Promise.resolve()); };',
      'async () => { await xs.reduce(async (before, x, index) => { await before; save(index); }, Promise.resolve()); };',
      'async () => { await xs.reduce(async (before, xs) => { await before; save(xs); }, Promise.resolve()); };',
      'async () => { await xs.reduce(async function (before, x) { await before; save(this, x); }, Promise.resolve()); };',
      'async () => { await xs.reduce(async (before, x) => { await before; save(x); }, start()); };',
      'async () => { await xs.reduce(async (before, x) => { await before; save(x); }); };',
      'async () => { const y = await xs.reduce(async (before, x) => { const a = await before; if (x) return a; return x; }, 0); };',
      'async () => { const y = await xs.reduce(async (before, x) => (await before) + x, 0); };',
      'async () => { const y = await xs.reduce(async (before, x) => { const a = await before; return a, x; }, 0); };',
      'async () => { await /* why */ xs.reduce(async (before, x) => { await before; save(x); }, Promise.resolve()); };',
      'async () => { await xs.reduce(async (before, x) => { await before; if (x) xs.push(await save(x)); }, Promise.resolve()); };',
      'async () => { await this.xs.reduce(async (before, x) => { await before; await save(x); this.xs.length = 0; }, Promise.resolve()); };',
      'async () => { try { var y = await xs.reduce(async (before, x) => { const a = await before; return a + x; }, 0); } catch {} return y; };',
      'const add = async (sum, x) => (await sum) + x; xs.reduce(add, 0);',
      'async function add(sum, x) { await sum; } xs["reduce"](add, 0);',
      '[1, 2].reduce(async (sum, x) => { await save(x); }, undefined);',
      'xs.reduce(async (before, x) => { await save(x); return before; }, Promise.resolve());',
    ].map((code) => ({ code, errors: [{ messageId: 'chain', data: { method: 'reduce' } }] })),
    {
      code: 'xs.reduce((async (sum, x) => (await sum) + x) as Step, 0);',
      parsers: ['typescript'],
      errors: [{ messageId: 'chain', data: { method: 'reduce' } }],
    },
    {
      code: 'async () => { await xs.reduceRight(async (before, x) => { await before; save(x); }, Promise.resolve()); };',
      errors: [{ messageId: 'chain', data: { method: 'reduceRight' } }],
    },
  ],
});
