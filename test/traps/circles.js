/** @import { Trap } from './trap.js' */

/**
 * Functions that call each other in a circle: one that looks sound is not, since another one is not.
 */

const GO = `const program = load('./program');
  await new Promise((resolve) => {
    call(program.go, 1, (err, value) => log(err || 'ok', value));
    setTimeout(resolve, 20);
  });`;

const CALLER = `function go(x, cb) {
  setImmediate(() => FIRST(x, (err, found) => { if (err) return cb(err); cb(null, found + 1); }));
}`;

/** @type {readonly (readonly [name: string, first: string, functions: string])[]} */
const CIRCLES = [
  [
    'two functions, of which the other calls back twice',
    'second',
    `function first(x, cb) {
  if (x) return second(x - 1, cb);
  setImmediate(() => { cb(null, 1); cb(null, 2); });
}
function second(x, cb) { first(x, cb); }`,
  ],
  [
    'three functions, of which the last calls back twice',
    'third',
    `function second(x, cb) { first(x, cb); }
function third(x, cb) { if (x > 1) return first(x, cb); second(x, cb); }
function first(x, cb) {
  if (x) return third(x - 1, cb);
  setImmediate(() => { cb(null, 1); cb(null, 2); });
}`,
  ],
  [
    'two functions, of which the other gives several results',
    'second',
    `function first(x, cb) {
  if (x) return second(x - 1, cb);
  setImmediate(() => { cb(null, 1, 2); cb(new Error('late')); });
}
function second(x, cb) { first(x, cb); }`,
  ],
];

/** @type {readonly Trap[]} */
export const circles = CIRCLES.flatMap(([name, first, functions]) => {
  const caller = CALLER.replace('FIRST', first);
  const names = [...functions.matchAll(/^function (?<name>\w+)/gmu)].map((each) => each[1]);
  const exported = ['go', ...names].map((each) => `exports.${each} = ${each};`).join('\n');
  return [
    [`${exported}\n${caller}\n${functions}`, 'before them'],
    [`${exported}\n${functions}\n${caller}`, 'behind them'],
  ].map(([source = '', place]) => ({
    name: `${name}, with a caller ${place}`,
    codemod: 'callback-to-async',
    source,
    drive: GO,
    becomes: /** @type {const} */ ('left'),
  }));
});
