import { BODY_PRODUCTIONS, noNames, tailsOf } from './callback-body.js';
import { LATER, STEPS, when } from './callback-steps.js';
import { callbackNest } from './callback-nest.js';
import { production } from './draw.js';
import { handedOnTails } from './handed-on.js';
import { END, lines, nodesOf, renamed, sortOf, statement, unit } from './tree.js';

/**
 * Functions that make a promise by hand around nests of calls: what `callback-nest` writes for a
 * callback, for what settles the promise.
 *
 * @import { Draw } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 */

const RESULTS = handedOnTails(when);

/** What the calls of a callback are called for a promise. @type {readonly [RegExp, string][]} */
const SETTLING = [
  [/\bcb\((?=(?:e|err|v\d*|failed\d*)\)|new |err \|\|)/gu, 'fail('],
  [/\bcb\.call\((\w+), err\)/gu, 'fail.call($1, err)'],
  [/\bcb\.call\((\w+), null, /gu, 'ok.call($1, '],
  [/\bcb\.apply\((\w+), \[null, /gu, 'ok.apply($1, ['],
  [/\bcb\((?:null(?:, )?)?(?!err, )/gu, 'ok('],
  [/\bcb, null, /gu, 'ok, '],
  [/^cb$|(?<=^|, )cb(?=\)$)/gu, '(e, w) => (e ? fail(e) : ok(w))'],
];

/** @param {Node} node */
const settled = (node) =>
  SETTLING.reduce((made, [name, other]) => renamed(made, name, other), node);

/** How a path settles that a promise heeds no more. @type {import('./draw.js').Production[]} */
const SETTLED_AGAIN = [
  production(
    'settled-and-on',
    1,
    (draw) =>
      statement`call(at, '${draw.label()}', ${draw.value()}, (err, v) => {\n  if (err) fail(${draw.pick(['err', `new Error('${draw.label()}')`, ''])})${END}\n  ${draw.pick(['', `log(at, '${draw.label()}', v)${END}\n  `, `const w = [v]${END}\n  `])}if (${draw.value()}) ok(${draw.value()})${END}\n  ok([v])${END}\n})${END}`,
  ),
  production(
    'settled-in-branches',
    1,
    (draw) =>
      statement`call(at, '${draw.label()}', ${draw.value()}, (err, v) => {\n  if (err) return fail(err)${END}\n  if (${draw.value()}) {\n    if (v) ok(1)${END}\n    else fail(v)${END}\n  } else {\n    ok(2)${END}\n  }\n  ${draw.pick(['', `ok(3)${END}`, `log(at, '${draw.label()}', v)${END}`])}\n})${END}`,
  ),
  production(
    'settled-in-loop',
    1,
    (draw) =>
      statement`call(at, '${draw.label()}', ${draw.value()}, (err, v) => {\n  if (err) fail(err)${END}\n  for (const item of [1, 2]) {\n    if (${draw.value()}) ok(item)${END}\n    ${draw.pick(['', `log(at, '${draw.label()}', item)${END}`])}\n  }\n  switch (v) {\n    case 0:\n      ok('none')${END}\n    case ${draw.literal()}:\n      ${draw.pick(['', `log(at, '${draw.label()}', v)${END}`])}\n    default:\n      ok(v)${END}\n  }\n})${END}`,
  ),
  production(
    'settled-in-try',
    2,
    (draw) =>
      statement`call(at, '${draw.label()}', ${draw.value()}, (err, v) => {\n  if (err) return fail(err)${END}\n  try {\n    ${draw.pick(['', `log(at, '${draw.label()}', v)${END}\n    `])}${draw.pick(['', 'return '])}ok(${draw.pick(['v', 'v.length', 'v.label.length'])})${END}${draw.pick(['', '', `\n    v.label.length${END}`])}\n  } catch (e) {\n    ${draw.pick(['', `log(at, '${draw.label()}', e.name)${END}\n    `])}fail(e)${END}\n  }\n})${END}`,
  ),
  production(
    'settled-with-promise',
    1,
    (draw) =>
      statement`call(at, '${draw.label()}', ${draw.value()}, (err, v) => {\n  if (err) return fail(err)${END}\n  ok(Promise.${draw.pick(['resolve', 'reject'])}(${draw.value()}))${END}\n})${END}`,
  ),
];

/** @param {Draw} draw @returns {List} What an executor does, or its first callback. */
const settling = (draw) => {
  const steps = draw.chance(40) ? draw.several(STEPS, 2) : [];
  const tails = [
    ...tailsOf({ ...noNames(true), results: RESULTS }),
    ...SETTLED_AGAIN,
    ...SETTLED_AGAIN,
  ];
  const made = [...steps, draw.choose(tails)].map(settled);
  const isLeft = made.some((node) =>
    [...nodesOf(node)].some(({ parts }) =>
      parts.some((part) => typeof part === 'string' && /\bcb\b/u.test(part)),
    ),
  );
  const helper = statement`const cb = (err, v) => (err ? fail(err) : ok(v))${END}`;
  return lines(isLeft ? [helper, ...made] : made);
};

/** @type {import('./draw.js').Production[]} */
const EXECUTORS = [
  // What a first call throws rejects the promise, whatever its callback makes of errors.
  production('waits-first', 6, (draw) =>
    draw.within({ deeper: false }, () => {
      const [label, value, v] = [draw.label(), draw.value(), draw.name()];
      draw.declare(v);
      const steps = lines(draw.chance(40) ? draw.several(STEPS, 2) : []);
      return statement`${steps}\ncall(at, '${label}', ${value}, (err, ${v}) => {\n  if (err) return fail(err)${END}\n${settling(draw)}})${END}`;
    }),
  ),
  production('settles-in-any-way', 1, (draw) => statement`${settling(draw)}`),
];

/** @param {Draw} draw @returns {List} The body of an executor. */
const executor = (draw) =>
  draw.within({ only: { mutables: [], depth: 0, inside: new Set([LATER]) } }, () =>
    lines([draw.choose(EXECUTORS)]),
  );

/** @param {Draw} draw @returns {List} What a function does before it makes its promise. */
const before = (draw) =>
  lines([
    ...(draw.chance(40) ? draw.several(STEPS, 2) : []),
    ...(draw.chance(20)
      ? [
          statement`if (${draw.value()}) return Promise.${draw.pick(['resolve', 'reject'])}(${draw.value()})${END}`,
        ]
      : []),
  ]);

const unitsOf = () => {
  /**
   * @param {Draw} draw
   * @param {(name: string, made: () => Node) => Node} write
   * @param {(name: string) => string} [pathOf]
   * @returns {Node}
   */
  const exported = (draw, write, pathOf = (name) => name) =>
    draw.within({ only: { variables: ['x', 'y'], mutables: [], depth: 0 } }, () => {
      const name = draw.name('run');
      const made = () =>
        statement`new Promise(${draw.pick(['(ok, fail) =>', 'function (ok, fail)'])} {${executor(draw)}})`;
      return { ...write(name, made), entries: [{ path: pathOf(name), call: 'promise' }] };
    });
  return [
    production('promise-function', 6, (draw) =>
      exported(
        draw,
        (name, made) =>
          unit`function ${name}(at, x, y) {${before(draw)}\n  return ${made()}${END}\n}\nexports.${name} = ${name}${END}`,
      ),
    ),
    production('promise-arrow', 3, (draw) =>
      exported(draw, (name, made) => unit`exports.${name} = (at, x, y) => ${made()}${END}`),
    ),
    production('promise-in-async', 2, (draw) =>
      exported(
        draw,
        (name, made) =>
          unit`exports.${name} = async (at, x, y) => {${before(draw)}\n  return ${draw.pick(['', 'await '])}${made()}${END}\n}${END}`,
      ),
    ),
    production('promises-in-branches', 2, (draw) =>
      exported(
        draw,
        (name, made) =>
          unit`exports.${name} = function (at, x, y) {\n  if (${draw.value()}) return ${made()}${END}\n  return ${made()}${END}\n}${END}`,
      ),
    ),
    production('promise-method', 2, (draw) =>
      exported(
        draw,
        (name, made) =>
          unit`class ${name} {\n  get(at, x, y) {\n    return ${made()}${END}\n  }\n}\nexports.${name} = new ${name}()${END}`,
        (name) => `${name}.get`,
      ),
    ),
  ];
};

const HEADER = sortOf('header')`const { call, log } = require('./operations')${END}\n`;

const UNITS = unitsOf();

/** @type {Language} */
export const promiseNest = {
  ...callbackNest,
  name: 'promise-nest',
  weight: 2,
  onlyBehaviour: true,
  program: (draw) => ({ header: HEADER, units: draw.several(UNITS, 2) }),
  productions: [
    ...UNITS,
    ...EXECUTORS,
    ...[...BODY_PRODUCTIONS, ...RESULTS, ...SETTLED_AGAIN]
      .filter(
        ({ name, optional }) =>
          // What is written seldom, or for a callback alone.
          !optional && !/^(?:argument|at-once|default|missing|optional)|-first$/u.test(name),
      )
      .map((made) => ({ ...made, optional: true })),
  ],
};
