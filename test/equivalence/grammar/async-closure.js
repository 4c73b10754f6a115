import { STATEMENTS, inFlavour, statements } from './body.js';
import { production } from './draw.js';
import { END, expression, lines, sortOf, statement, unit } from './tree.js';

/**
 * Functions with a synchronous fast path whose async helper is created on every call, before the fast
 * path is tried, and captures what the function knows.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Language } from './arbitrary.js'
 */

/** @type {Production[]} */
const OPERANDS = [
  production('promise', 6, (draw) => expression`op(at, '${draw.label()}', ${draw.value()})`),
  production(
    'promise-all',
    1,
    (draw) => expression`Promise.all([op(at, '${draw.label()}'), ${draw.value()}])`,
  ),
];

/**
 * @param {Draw} draw
 * @param {readonly string[]} variables
 * @param {readonly string[]} [inside]
 */
const helperBody = (draw, variables, inside = []) =>
  inFlavour(draw, { keyword: 'await', operands: OPERANDS }, () =>
    draw.within({ only: { variables, mutables: [], depth: 1, inside: new Set(inside) } }, () =>
      lines([...statements(draw, 4), CACHED]),
    ),
  );

const CACHED = statement`cache.set(x, y)${END}`;

/** How a helper is written: its head, and what ends it. @type {Production[]} */
const HELPERS = [
  production(
    'arrow-helper',
    4,
    (draw) =>
      sortOf('helper')`const load = async () => {${helperBody(draw, ['x', 'y', 'z'])}}${END}`,
  ),
  production(
    'function-helper',
    3,
    (draw) => sortOf('helper')`async function load() {${helperBody(draw, ['x', 'y', 'z'])}}`,
  ),
  production(
    'expression-helper',
    2,
    (draw) =>
      sortOf('helper')`const load = async function () {${helperBody(draw, ['x', 'y', 'z'])}}${END}`,
  ),
  production(
    'parameter-helper',
    2,
    (draw) =>
      sortOf(
        'helper',
      )`const load = async (first, second = 2) => {${helperBody(draw, ['first', 'second', 'x', 'z'])}}${END}`,
  ),
  production(
    'rest-helper',
    1,
    (draw) =>
      sortOf(
        'helper',
      )`const load = async (...parts) => {${helperBody(draw, ['parts', 'x'])}}${END}`,
  ),
  production(
    'destructuring-helper',
    1,
    (draw) =>
      sortOf(
        'helper',
      )`const load = async ({ length } = 'abc') => {${helperBody(draw, ['length', 'y'])}}${END}`,
  ),
  production(
    'concise-helper',
    2,
    (draw) => sortOf('helper')`const load = async () => op(at, '${draw.label()}', x, z)${END}`,
  ),
  production(
    'shadowing-helper',
    1,
    (draw) =>
      sortOf(
        'helper',
      )`const load = async (x) => { const z = x; return op(at, '${draw.label()}', x, y, z)${END} }${END}`,
  ),
];

/** @type {Production[]} */
const REFUSED_HELPERS = [
  production(
    'helper-that-writes',
    1,
    (draw) =>
      sortOf(
        'helper',
      )`const load = async () => { z = await op(at, '${draw.label()}', x); return z${END} }${END}`,
    { refused: true },
  ),
];

/** @type {Production[]} */
const CHECKS = [
  production('if-check', 4, () => statement`if (cache.has(x)) return cache.get(x)${END}`),
  production(
    'if-check-promise',
    2,
    () => statement`if (cache.has(x)) return Promise.resolve(cache.get(x))${END}`,
  ),
  production(
    'if-check-block',
    2,
    (draw) =>
      statement`if (cache.has(x)) {\n  log(at, '${draw.label()}', z)${END}\n  return cache.get(x)${END}\n}`,
  ),
  production(
    'if-check-variable',
    2,
    () => statement`const hit = cache.get(x)${END}\nif (hit !== undefined) return hit${END}`,
  ),
];

/** @type {Production[]} */
const USES = [
  production('return-helper', 5, () => statement`return load()${END}`),
  production(
    'return-helper-arguments',
    2,
    (draw) => statement`return load(${draw.pick(['x', 'y', '1'])}, z)${END}`,
  ),
  production(
    'then-helper',
    2,
    (draw) => statement`return load().then((v) => log(at, '${draw.label()}', v))${END}`,
  ),
  production('conditional-helper', 1, () => statement`return z ? load() : load(1)${END}`),
];

/** @param {Draw} draw @param {Production[]} helpers */
const body = (draw, helpers) => {
  const before = draw.pick([`let z = [x]`, 'const z = y', 'const { z } = { z: 3 }']);
  return [
    sortOf(
      'body',
    )`\n  ${before}${END}\n  ${draw.choose(helpers)}\n  ${draw.choose(CHECKS)}\n  ${draw.choose(USES)}\n`,
  ];
};

/** @param {string} path @returns {import('./tree.js').Entry[]} The second call may take the fast path. */
const twice = (path) => [
  { path, call: 'promise' },
  { path, call: 'promise' },
];

/** @type {Production[]} */
const UNITS = [
  production('function', 5, (draw) => {
    const name = draw.name('get');
    const [inner] = body(draw, HELPERS);
    return {
      ...unit`function ${name}(at, x, y) {${inner ?? ''}}\nexports.${name} = ${name}${END}`,
      entries: twice(name),
    };
  }),
  production('function-expression', 2, (draw) => {
    const name = draw.name('get');
    const [inner] = body(draw, HELPERS);
    return {
      ...unit`exports.${name} = function (at, x, y) {${inner ?? ''}}${END}`,
      entries: twice(name),
    };
  }),
  production('arrow-function', 2, (draw) => {
    const name = draw.name('get');
    const [inner] = body(draw, HELPERS);
    return {
      ...unit`exports.${name} = (at, x, y) => {${inner ?? ''}}${END}`,
      entries: twice(name),
    };
  }),
  production('method', 2, (draw) => {
    const name = draw.name('Service');
    const [inner] = body(draw, HELPERS);
    return {
      ...unit`class ${name} {\n  get(at, x, y) {${inner ?? ''}}\n}\nexports.${name.toLowerCase()} = new ${name}()${END}`,
      entries: twice(`${name.toLowerCase()}.get`),
    };
  }),
  production(
    'method-this',
    2,
    (draw) => {
      const name = draw.name('Service');
      return {
        ...unit`class ${name} {\n  constructor() { this.name = '${name}'${END} }\n  get(at, x, y) {\n    const load = async () => {${helperBody(draw, ['x', 'y'], ['method'])}}${END}\n    if (cache.has(x)) return cache.get(x)${END}\n    return load()${END}\n  }\n}\nexports.${name.toLowerCase()} = new ${name}()${END}`,
        entries: twice(`${name.toLowerCase()}.get`),
      };
    },
    { optional: true },
  ),
  production(
    'helper-that-writes-unit',
    1,
    (draw) => {
      const name = draw.name('get');
      const [inner] = body(draw, REFUSED_HELPERS);
      return {
        ...unit`function ${name}(at, x, y) {${inner ?? ''}}\nexports.${name} = ${name}${END}`,
        entries: twice(name),
      };
    },
    { optional: true },
  ),
];

const MODULE = `const { op, log } = require('./operations')${END}\nconst cache = new Map()${END}\n`;

/**
 * @param {Draw} draw
 * @returns {ReturnType<Language['program']>}
 */
const program = (draw) => ({
  // A class body is strict; what is hoisted out of it is so only in a strict module.
  header: sortOf('header')`${draw.chance(80) ? `'use strict'${END}\n` : ''}${MODULE}`,
  units: draw.several(UNITS, 2),
});

const USES_FRAME = new Set(['arguments', 'this', 'arrow-this']);

/** @type {Language} */
export const asyncClosure = {
  name: 'async-closure',
  codemod: 'hoist-async-closure',
  weight: 1,
  options: {},
  program,
  productions: [
    ...UNITS,
    ...HELPERS,
    ...REFUSED_HELPERS,
    ...CHECKS,
    ...USES,
    ...OPERANDS,
    // A helper that uses the frame it was written in cannot leave it.
    ...STATEMENTS.map((each) => ({ ...each, optional: USES_FRAME.has(each.name) })),
  ],
};
