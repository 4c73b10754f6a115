import { STATEMENTS, inFlavour, statements } from './body.js';
import { elements, extraStatements, operands } from './co-operands.js';
import { formsOf } from './co-forms.js';
import { production } from './draw.js';
import { END, lines, sortOf, unit } from './tree.js';

/**
 * Coroutines run by co 4: `co(function* …)`, `co.wrap`, `co.call`, named functions given to runners,
 * and everything co lets a coroutine yield.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 * @import { Names } from './co-operands.js'
 */

/**
 * @param {Draw} draw
 * @param {Names} names
 * @param {readonly string[]} parameters
 * @param {readonly string[]} [inside]
 * @param {number} [most] Statements.
 * @returns {List} The body of a function at the top level.
 */
export function freshBody(draw, names, parameters, inside = [], most = 6) {
  const flavour = /** @type {const} */ ({
    keyword: 'yield',
    operands: operands(names),
    statements: extraStatements(names),
  });
  return inFlavour(draw, flavour, () =>
    draw.within(
      { only: { variables: parameters, mutables: parameters, depth: 0, inside: new Set(inside) } },
      () => lines(statements(draw, most)),
    ),
  );
}

/**
 * @param {string} path
 * @returns {{ entries: Node['entries'] }}
 */
const called = (path) => ({ entries: [{ path, call: 'promise' }] });

/** @param {Names} names @returns {Production[]} */
export const units = (names) => {
  /** @param {Draw} draw @returns {string} The name of a function that later units may call. */
  const coroutine = (draw) => draw.name('run');
  /** @param {string} name @param {Node} node @returns {Node} */
  const exported = (name, node) => {
    names.coroutines.push(name);
    return { ...node, ...called(name) };
  };
  return [
    production('co', 5, (draw) => {
      const name = coroutine(draw);
      const inner = freshBody(draw, names, ['x', 'y']);
      return exported(
        name,
        unit`function ${name}(at, x, y) {\n  return co(function* () {${inner}})${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('co-arguments', 1, (draw) => {
      const name = coroutine(draw);
      const [a, b] = draw.pick([
        ['x', 'y'],
        ['a', 'b'],
      ]);
      const inner = freshBody(draw, names, [...new Set([a ?? '', b ?? '', 'x', 'y'])]);
      return exported(
        name,
        unit`function ${name}(at, x, y) {\n  return co(function* (${a ?? ''}, ${b ?? ''}) {${inner}}, y, x)${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('co-wrap', 5, (draw) => {
      const name = coroutine(draw);
      const inner = freshBody(draw, names, ['x', 'y']);
      return exported(
        name,
        unit`const ${name} = co.wrap(function* (at, x, y) {${inner}})${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('co-wrap-named', 3, (draw) => {
      const [name, inner] = [coroutine(draw), draw.name('g')];
      const made = freshBody(draw, names, ['x', 'y']);
      return exported(
        name,
        unit`function* ${inner}(at, x, y) {${made}}\nconst ${name} = co.wrap(${inner})${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('co-named', 3, (draw) => {
      const [name, inner] = [coroutine(draw), draw.name('g')];
      const made = freshBody(draw, names, ['x', 'y']);
      const run = draw.pick([`co(${inner}(at, x, y))`, `co(${inner}, at, x, y)`]);
      return exported(
        name,
        unit`function* ${inner}(at, x, y) {${made}}\nfunction ${name}(at, x, y) {\n  return ${run}${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('co-wrap-default-parameter', 1, (draw) => {
      const name = coroutine(draw);
      const inner = freshBody(draw, names, ['x', 'y']);
      return exported(
        name,
        unit`const ${name} = co.wrap(function* (at, x, y = ${draw.value()}) {${inner}})${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('co-call', 2, (draw) => {
      const name = draw.name('service');
      const inner = freshBody(draw, names, ['x', 'y'], ['method']);
      return {
        ...unit`exports.${name} = {\n  name: '${name}',\n  get(at, x, y) {\n    return co.call(this, function* () {${inner}})${END}\n  },\n}${END}`,
        ...called(`${name}.get`),
      };
    }),
    production('method', 2, (draw) => {
      const name = draw.name('Service');
      const inner = freshBody(draw, names, ['x', 'y'], ['method']);
      const instance = name.toLowerCase();
      return {
        ...unit`class ${name} {}\n${name}.prototype.name = '${name}'${END}\n${name}.prototype.get = co.wrap(function* (at, x, y) {${inner}})${END}\nexports.${instance} = new ${name}()${END}`,
        ...called(`${instance}.get`),
      };
    }),
    production('object-method', 2, (draw) => {
      const name = draw.name('service');
      const inner = freshBody(draw, names, ['x', 'y'], ['method']);
      return {
        ...unit`exports.${name} = {\n  name: '${name}',\n  get: co.wrap(function* (at, x, y) {${inner}}),\n}${END}`,
        ...called(`${name}.get`),
      };
    }),
    production('co-then', 2, (draw) => {
      const name = coroutine(draw);
      const inner = freshBody(draw, names, ['x', 'y']);
      const handler = draw.pick([
        `.then((v) => log(at, '${draw.label()}', v))`,
        `.catch((e) => log(at, '${draw.label()}', e))`,
        `.then((v) => log(at, '${draw.label()}', v), (e) => { throw e })`,
      ]);
      return exported(
        name,
        unit`function ${name}(at, x, y) {\n  return co(function* () {${inner}})${handler}${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('co-dropped', 2, (draw) => {
      const name = draw.name('start');
      const inner = freshBody(draw, names, ['x', 'y']);
      // The first wait ends what the caller's tick sees; `yield*` alone would not, with co.
      return {
        ...unit`exports.${name} = function (at, x, y) {\n  log(at, '${draw.label()}')${END}\n  co(function* () {\n    log(at, '${draw.label()}')${END}\n    yield op(at, '${draw.label()}')${END}\n    {${inner}}\n  })${END}\n  log(at, '${draw.label()}')${END}\n}${END}`,
        ...called(name),
      };
    }),
    production('delegate', 4, (draw) => {
      const name = draw.name('part');
      const inner = freshBody(draw, names, ['x']);
      names.delegates.push(name);
      return unit`function* ${name}(at, x) {${inner}}`;
    }),
    production(
      'real-generator',
      1,
      (draw) => {
        const name = draw.name('ids');
        return {
          ...unit`function* ${name}(n) {\n  for (let i = 0; i < n; i++) yield i${END}\n}\nexports.${name} = () => [...${name}(3)]${END}`,
          ...called(name),
        };
      },
      { bystander: true },
    ),
    production(
      'plain-function',
      1,
      (draw) => {
        const name = draw.name('plain');
        names.coroutines.push(name);
        return {
          ...unit`function ${name}(at, x) {\n  return op(at, '${draw.label()}', x).then((v) => [v, x])${END}\n}\nexports.${name} = ${name}${END}`,
          ...called(name),
        };
      },
      { bystander: true },
    ),
    ...formsOf(names, freshBody),
  ];
};

export const HEADER = sortOf(
  'header',
)`const co = require('co')${END}\nconst { wrap } = co${END}\nconst { op, call, log } = require('./operations')${END}\nconst later = require('thunkify')(call)${END}\n`;

/** @param {Draw} draw */
function program(draw) {
  /** @type {Names} */
  const names = { delegates: [], coroutines: [] };
  const table = units(names);
  const delegates = table.filter(({ name }) => name === 'delegate');
  const runners = table.filter(({ name }) => name !== 'delegate');
  const parts = draw.chance(40) ? draw.several(delegates, 2) : [];
  return { header: HEADER, units: [...parts, ...draw.several(runners, 2)] };
}

/** @returns {Production[]} */
export function everything() {
  const names = { delegates: [], coroutines: [] };
  const inner = elements(names, { label: '', size: 0 });
  return [...units(names), ...operands(names), ...inner, ...extraStatements(names), ...STATEMENTS];
}

/** @type {Language} */
export const co = {
  name: 'co',
  codemod: 'generator-to-async',
  weight: 8,
  options: {},
  program,
  productions: everything(),
};
