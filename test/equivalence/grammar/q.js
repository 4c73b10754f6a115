import { STATEMENTS, inFlavour, statements, waiting } from './body.js';
import { production } from './draw.js';
import { END, expression, lines, sortOf, statement, unit } from './tree.js';
import { wrappedCoroutines } from './wrapped-coroutines.js';

/**
 * Coroutines of Q: `Q.async(function* …)` and `Q.spawn`. They may yield anything; what is no promise
 * comes back as it is.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Language } from './arbitrary.js'
 *
 * @typedef {object} Names
 * @property {string[]} coroutines Functions above that return a promise.
 */

/** @param {Names} names @returns {Production[]} */
const operands = (names) => [
  production('native-promise', 6, (draw) => expression`op(at, '${draw.label()}', ${draw.value()})`),
  production('q-promise', 3, (draw) => expression`Q(op(at, '${draw.label()}', ${draw.value()}))`),
  production(
    'nested-wait',
    1,
    (draw) => expression`op(at, '${draw.label()}', ${draw.within({}, () => waiting(draw))})`,
    { compound: true },
  ),
  production('plain-value', 1, (draw) => expression`${draw.value()}`),
  production(
    'q-all',
    2,
    (draw) =>
      expression`Q.all([op(at, '${draw.label()}'), op(at, '${draw.label()}'), ${draw.value()}])`,
  ),
  production(
    'coroutine-call',
    3,
    (draw) => expression`${draw.pick(names.coroutines)}(at, ${draw.value()})`,
    { when: () => names.coroutines.length > 0 },
  ),
  production(
    'coroutine-side-by-side',
    1,
    (draw) => {
      const label = draw.label();
      const [one, two] = [draw.pick(names.coroutines), draw.pick(names.coroutines)];
      return expression`Q.all([${one}(at.fork('${label}', 0), 1), ${two}(at.fork('${label}', 1), 2)])`;
    },
    { when: () => names.coroutines.length > 0 },
  ),
  production(
    'coroutine-method',
    1,
    (draw) => expression`${draw.pick(names.coroutines)}(at, ${draw.value()}).fail(() => 4)`,
    { when: () => names.coroutines.length > 0 },
  ),
];

/** @type {Production[]} */
const EXTRA_STATEMENTS = [
  production('array-stays', 1, (draw) => {
    return statement`log(at, '${draw.label()}', yield [op(at, '${draw.label()}').catch(() => 0)])${END}`;
  }),
];

/**
 * @param {Draw} draw
 * @param {Names} names
 * @param {readonly string[]} [inside]
 */
const freshBody = (draw, names, inside = []) =>
  inFlavour(
    draw,
    { keyword: 'yield', operands: operands(names), statements: EXTRA_STATEMENTS },
    () => {
      const parameters = ['x', 'y'];
      const only = { variables: parameters, mutables: parameters, depth: 0 };
      return draw.within({ only: { ...only, inside: new Set(inside) } }, () =>
        lines(statements(draw, 6)),
      );
    },
  );

/** @param {Names} names @returns {Production[]} */
const units = (names) => [
  ...wrappedCoroutines(names.coroutines, {
    wrap: 'Q.async',
    prefix: 'q-async',
    weight: 2,
    bodyOf: (draw) => freshBody(draw, names),
  }),
  production('q-method', 2, (draw) => {
    const name = draw.name('service');
    const body = freshBody(draw, names, ['method']);
    return {
      ...unit`exports.${name} = {\n  name: '${name}',\n  get: Q.async(function* (at, x, y) {${body}}),\n}${END}`,
      entries: [{ path: `${name}.get`, call: 'promise' }],
    };
  }),
  production('q-spawn', 3, (draw) => {
    const name = draw.name('start');
    const body = freshBody(draw, names);
    return {
      ...unit`exports.${name} = function (at, x, y) {\n  Q.spawn(function* () {${body}})${END}\n  log(at, '${draw.label()}')${END}\n}${END}`,
      entries: [{ path: name, call: 'promise' }],
    };
  }),
];

const HEADER = sortOf(
  'header',
)`const Q = require('q')${END}\nconst { op, log } = require('./operations')${END}\n`;

/** @param {Draw} draw */
function program(draw) {
  const table = units({ coroutines: [] });
  const count = draw.int(1, 3);
  return { header: HEADER, units: Array.from({ length: count }, () => draw.choose(table)) };
}

const productions = [
  ...units({ coroutines: [] }),
  ...operands({ coroutines: [] }),
  ...EXTRA_STATEMENTS,
  ...STATEMENTS,
];

/** @type {Language} */
export const q = {
  name: 'q',
  codemod: 'generator-to-async',
  weight: 3,
  options: {},
  program,
  productions,
};
