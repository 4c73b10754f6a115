import { createDraw } from './create-draw.js';

/**
 * Handlers at random, which answer in some of their branches, wait in others, and return from those or
 * go on behind them.
 */

const CONDITIONS = ["key === 'a'", "key !== 'bad'", "key === 'bad'", 'req.seen', 'res.sent'];

const CHECKS = [
  'if (err) return next(err);',
  'if (err) { next(err); return; }',
  "if (err) { log('failed'); return res.status(500).end(); }",
  "if (err && err.message === 'none') return res.status(404).end();\nif (err) return next(err);",
  "if (err || key === 'b') return res.status(400).end();",
  'if (err) throw err;',
  "if (err) log('failed');",
  '',
];

const ENDS = [
  'res.json(key);',
  'next();',
  "log('end');",
  "res.status(404).end(); log('sent');",
  "throw new Error('thrown');",
];

const RETURNS = [
  'return;',
  'return res.end();',
  'return next();',
  "return log('end');",
  'return key;',
];

/**
 * @param {number} seed
 * @returns {string} The block of a handler `(req, res, next)`.
 */
export function drawHandler(seed) {
  const draw = createDraw(seed);
  const pick = (/** @type {readonly string[]} */ list) => list[draw(list.length)] ?? '';
  const keyText = () => pick(['key', "'x'", "key + '1'", "'bad'"]);

  /** @type {(depth: number) => string} */
  const wait = (depth) => {
    const inside = list(depth + 1);
    const parameters = `err, value${depth}`;
    const body = [
      () => `{\n${pick(CHECKS)}\n${inside}}`,
      () => `{\nif (err) ${branch(depth + 1)} else {\n${inside}}\n}`,
      () => `{\nif (!err) {\n${inside}} else ${branch(depth + 1)}\n}`,
      () => `{\nif (!err) return res.json(value${depth});\n${inside}}`,
    ][draw(4)]?.();
    return `store(${keyText()}, ${draw(2) > 0 ? `(${parameters}) =>` : `function (${parameters})`} ${body});`;
  };

  /** @type {(depth: number) => string} */
  const end = (depth) => {
    if (depth < 3 && draw(2) > 0) {
      return (draw(3) === 0 ? 'return ' : '') + wait(depth) + (draw(4) === 0 ? '\nreturn;' : '');
    }
    return draw(3) === 0 ? pick(RETURNS) : pick(ENDS);
  };

  /** @type {(depth: number) => string} */
  const branch = (depth) => `{\n${list(depth)}}`;

  /** @type {(depth: number) => string} */
  const statement = (depth) => {
    switch (depth < 4 ? draw(9) : 8) {
      case 0:
      case 1:
        return `if (${pick(CONDITIONS)}) ${branch(depth + 1)}${draw(2) > 0 ? ` else ${branch(depth + 1)}` : ''}`;
      case 2:
        return `if (${pick(CONDITIONS)}) ${pick(RETURNS)}`;
      case 3:
        return `try { JSON.parse(key); } catch (e) { ${pick([...RETURNS, "log('caught');"])} }`;
      case 4:
        return `switch (key) {\ncase 'a':\n${end(depth + 1)}\n${pick(['break;', ''])}\ndefault:\n${end(depth + 1)}\n}`;
      case 5:
        return `for (const each of 'ab') { if (each === key) ${pick(RETURNS)} log(each); }`;
      default:
        return `log('${depth}${draw(100)}');`;
    }
  };

  /** @type {(depth: number) => string} */
  const list = (depth) =>
    [...Array.from({ length: draw(2) }, () => statement(depth)), end(depth)]
      .map((line) => `${line}\n`)
      .join('');

  return `{\nconst key = req.params.id;\n${statement(1)}\n${wait(1)}\n}`;
}
