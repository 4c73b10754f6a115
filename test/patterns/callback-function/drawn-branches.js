import { createDraw } from './create-draw.js';

/**
 * Functions at random that call back in some of their branches, hand the callback on in others, and
 * return from those or go on behind them, as people forget to.
 */

const CONDITIONS = ["key === 'a'", "key !== 'bad'", "key === 'bad'", 'key.length > 1', '!key'];

const CHECKS = [
  'if (err) return cb(err);',
  'if (err) { cb(err); return; }',
  "if (err) { log('failed'); return cb(err); }",
];

const TRIED = ["JSON.parse('{');", 'log(key);'];

const CAUGHT = ['return cb(e);', 'cb(e);', "log('caught');"];

/**
 * @param {number} seed
 * @returns {string} The block of a function `(key, cb)`.
 */
export function drawBranches(seed) {
  const draw = createDraw(seed);
  const pick = (/** @type {readonly string[]} */ list) => list[draw(list.length)] ?? '';
  const keyText = () => pick(['key', "'x'", "key + '1'", "'bad'"]);

  /** @type {(depth: number) => string} */
  const call = (depth) => {
    const name = pick(['store', 'store', 'helper']);
    const body = `{\n${pick(CHECKS)}\n${list(depth + 1)}}`;
    const value = `value${depth}`;
    const functions = [`(err, ${value}) => ${body}`, `function (err) ${body}`, 'cb'];
    return `${name}(${keyText()}, ${pick(functions)});`;
  };

  /** @type {(depth: number) => string} */
  const end = (depth) => {
    const ends = [
      `cb(null, ${keyText()});`,
      "cb(new Error('no'));",
      'cb();',
      'process.nextTick(cb, null, 1);',
      "process.nextTick(() => { log('tick'); cb(new Error('late')); });",
    ];
    return (draw(3) > 0 ? 'return ' : '') + (depth < 3 && draw(2) > 0 ? call(depth) : pick(ends));
  };

  /** @type {(depth: number) => string} */
  const branch = (depth) => `{\n${list(depth, draw(5) > 0)}}`;

  /** @type {(depth: number) => string} */
  const statement = (depth) => {
    switch (depth < 3 ? draw(10) : 9) {
      case 0:
      case 1:
      case 2:
        return `if (${pick(CONDITIONS)}) ${branch(depth + 1)}${draw(2) > 0 ? ` else ${branch(depth + 1)}` : ''}`;
      case 3:
        return `try { ${pick(TRIED)} } catch (e) { ${pick(CAUGHT)} }`;
      case 4:
        return `switch (key) {\ncase 'a': ${end(depth + 1)}\n${pick(['break;', ''])}\ndefault: ${statement(depth + 1)}\n}`;
      case 5:
        return pick(['return;', 'return key;', "if (key === 'b') return;"]);
      case 6:
        return end(depth);
      default:
        return `log('${depth}${draw(100)}');`;
    }
  };

  /** @type {(depth: number, ends?: boolean) => string} */
  const list = (depth, ends = true) =>
    [...Array.from({ length: 1 + draw(2) }, () => statement(depth)), ends ? end(depth) : '']
      .map((line) => `${line}\n`)
      .join('');

  return `{\n${list(0)}}`;
}
