import { STATEMENTS, inFlavour, statements, waiting } from './body.js';
import { production } from './draw.js';
import { END, expression, lines, renamed, sortOf, statement, unit } from './tree.js';
import { exporting, wrappedCoroutines } from './wrapped-coroutines.js';

/**
 * Coroutines of bluebird: `Promise.coroutine(function* …)` as a function, bound, as a method and
 * called on the spot. They yield promises, of bluebird or native, and nothing else.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 *
 * @typedef {object} Names
 * @property {string[]} coroutines Functions above that return a promise.
 */

/** @param {Names} names @returns {Production[]} */
const operands = (names) => [
  production('native-promise', 5, (draw) => expression`op(at, '${draw.label()}', ${draw.value()})`),
  production(
    'bluebird-promise',
    5,
    (draw) => expression`blue(at, '${draw.label()}', ${draw.value()})`,
  ),
  production(
    'nested-wait',
    1,
    (draw) => expression`op(at, '${draw.label()}', ${draw.within({}, () => waiting(draw))})`,
    { compound: true },
  ),
  production(
    'bluebird-all',
    2,
    (draw) =>
      expression`Promise.all([op(at, '${draw.label()}'), blue(at, '${draw.label()}'), ${draw.value()}])`,
  ),
  production(
    'bluebird-props',
    1,
    (draw) =>
      expression`Promise.props({ a: op(at, '${draw.label()}'), b: blue(at, '${draw.label()}') })`,
  ),
  production(
    'bluebird-map',
    1,
    (draw) =>
      expression`Promise.map([${draw.value()}, 1], (x) => op(at.fork('${draw.label()}', x === 1 ? 1 : 0), 'm', x))`,
  ),
  production('bluebird-resolve', 1, (draw) => expression`Promise.resolve(${draw.value()})`),
  production(
    'bluebird-method',
    2,
    (draw) =>
      expression`blue(at, '${draw.label()}').${draw.pick(['reflect().then(() => 1)', 'return(3)', "get('label')", 'tap(() => {})'])}`,
  ),
  production(
    'conditional-operand',
    1,
    (draw) =>
      expression`(${draw.value()} ? op(at, '${draw.label()}') : blue(at, '${draw.label()}'))`,
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
      return expression`Promise.all([${one}(at.fork('${label}', 0), 1), ${two}(at.fork('${label}', 1), 2)])`;
    },
    { when: () => names.coroutines.length > 0 },
  ),
  production(
    'coroutine-method',
    2,
    (draw) =>
      expression`${draw.pick(names.coroutines)}(at, ${draw.value()}).${draw.pick(["tap((v) => log(at, 't', v))", 'reflect().then(() => 2)', 'catch(TypeError, () => 4)'])}`,
    { when: () => names.coroutines.length > 0 },
  ),
  production(
    'coroutine-inside',
    1,
    (draw) =>
      expression`Promise.coroutine(function* () {${draw.within({ only: { inside: new Set(), mutables: [] } }, () => lines(statements(draw, 2)))}})()`,
    { compound: true },
  ),
];

/**
 * @param {(draw: Draw) => string} operand What `await` would wait for and bluebird refuses.
 * @returns {(draw: Draw) => Node}
 */
const refused = (operand) => (draw) =>
  statement`log(at, '${draw.label()}', yield ${operand(draw)})${END}`;

/** @type {Production[]} */
const EXTRA_STATEMENTS = [
  production('started-side-by-side', 2, (draw) => {
    const [one, two] = [draw.name('p'), draw.name('p')];
    return statement`const ${one} = op(at, '${draw.label()}')${END}\nconst ${two} = blue(at, '${draw.label()}')${END}\nlog(at, '${draw.label()}', yield ${one}, yield ${two})${END}`;
  }),
  production(
    'unyieldable-literal',
    1,
    refused((draw) => String(draw.int(0, 9))),
    { refused: true },
  ),
  production(
    'unyieldable-array-variable',
    1,
    (draw) => {
      const list = draw.name('list');
      return statement`const ${list} = [op(at, '${draw.label()}')]${END}\nlog(at, '${draw.label()}', yield ${list})${END}`;
    },
    { refused: true },
  ),
  production(
    'unyieldable-generator',
    1,
    refused((draw) => `part(at, ${draw.value()})`),
    { refused: true },
  ),
  production(
    'unyieldable-array',
    1,
    refused((draw) => `[op(at, '${draw.label()}')]`),
    { refused: true },
  ),
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
    () =>
      draw.within(
        {
          only: {
            variables: ['x', 'y'],
            mutables: ['x', 'y'],
            depth: 0,
            inside: new Set(inside),
          },
        },
        () => lines(statements(draw, 6)),
      ),
  );

/** @param {Names} names @returns {Production[]} */
const units = (names) => {
  const exported = exporting(names.coroutines);
  /** @param {string} path @param {Node} node @returns {Node} */
  const method = (path, node) => ({ ...node, entries: [{ path, call: 'promise' }] });
  return [
    ...wrappedCoroutines(names.coroutines, {
      wrap: 'Promise.coroutine',
      prefix: 'coroutine',
      weight: 3,
      bodyOf: (draw) => freshBody(draw, names),
    }),
    production('coroutine-bound', 2, (draw) => {
      const name = draw.name('run');
      const body = freshBody(draw, names, ['method']);
      return exported(
        name,
        unit`const ${name} = Promise.coroutine(function* (at, x, y) {${body}}).bind({ name: '${name}' })${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('coroutine-bound-called', 2, (draw) => {
      const name = draw.name('service');
      const body = freshBody(draw, names, ['method']);
      return method(
        `${name}.get`,
        unit`exports.${name} = {\n  name: '${name}',\n  get(at, x, y) {\n    return Promise.coroutine(function* () {${body}}).bind(this)()${END}\n  },\n}${END}`,
      );
    }),
    production('prototype-method', 2, (draw) => {
      const name = draw.name('Service');
      const body = freshBody(draw, names, ['method']);
      return method(
        `${name.toLowerCase()}.get`,
        unit`class ${name} {}\n${name}.prototype.name = '${name}'${END}\n${name}.prototype.get = Promise.coroutine(function* (at, x, y) {${body}})${END}\nexports.${name.toLowerCase()} = new ${name}()${END}`,
      );
    }),
    production('object-method', 2, (draw) => {
      const name = draw.name('service');
      const body = freshBody(draw, names, ['method']);
      return method(
        `${name}.get`,
        unit`exports.${name} = {\n  name: '${name}',\n  get: Promise.coroutine(function* (at, x, y) {${body}}),\n}${END}`,
      );
    }),
    production('coroutine-dropped', 1, (draw) => {
      const name = draw.name('start');
      const body = freshBody(draw, names);
      return method(
        name,
        unit`exports.${name} = function (at, x, y) {\n  Promise.coroutine(function* () {${body}})()${END}\n  log(at, '${draw.label()}')${END}\n}${END}`,
      );
    }),
    production('coroutine-caught', 1, (draw) => {
      const name = draw.name('run');
      const body = freshBody(draw, names);
      return exported(
        name,
        unit`function ${name}(at, x, y) {\n  return Promise.coroutine(function* () {${body}})().catch(TypeError, (e) => log(at, '${draw.label()}', e))${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
  ];
};

const HEADER = sortOf(
  'header',
)`const Promise = require('bluebird')${END}\nconst { op, blue, log } = require('./operations')${END}\nfunction* part(at, x) { return yield op(at, 'part', x)${END} }\n`;

/** @param {Draw} draw */
function program(draw) {
  const table = units({ coroutines: [] });
  const count = draw.int(1, 3);
  const written = Array.from({ length: count }, () => draw.choose(table));
  const isShadowed = draw.chance(50);
  // Beside a `Promise` of bluebird's, nothing can be converted that needs the native one.
  const rename = (/** @type {Node} */ node) =>
    isShadowed ? node : renamed(node, /\bPromise\b/gu, 'Bluebird');
  return { header: rename(HEADER), units: written.map(rename) };
}

/** @type {Production[]} */
const productions = [
  ...units({ coroutines: [] }),
  ...operands({ coroutines: [] }),
  ...EXTRA_STATEMENTS,
  ...STATEMENTS,
];

/** What callers outside get stays a promise of bluebird. @type {Language} */
export const bluebirdCoroutine = {
  name: 'bluebird-coroutine',
  codemod: 'generator-to-async',
  weight: 4,
  options: {},
  program,
  productions,
};

/** What asks a coroutine's promise for something that only bluebird's have. */
const ASKS_BLUEBIRD = ['coroutine-caught', 'coroutine-method'];

/** Callers outside get native promises. @type {Language} */
export const bluebirdCoroutineNative = {
  ...bluebirdCoroutine,
  name: 'bluebird-coroutine --api=async',
  // Programs whose own callers use what only bluebird's promises have are refused, and most do.
  callersMustChange: true,
  weight: 2,
  options: { api: 'async' },
  productions: productions.map((each) =>
    ASKS_BLUEBIRD.includes(each.name) ? { ...each, optional: true } : each,
  ),
};
