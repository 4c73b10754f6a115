import { STATEMENTS, inFlavour, statements, waiting } from './body.js';
import { production } from './draw.js';
import { END, commas, expression, lines, sortOf, statement, unit } from './tree.js';

/**
 * Coroutines run by co 4: `co(function* …)`, `co.wrap`, `co.call`, named functions given to runners,
 * and everything co lets a coroutine yield.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 *
 * @typedef {object} Names What the units above have declared.
 * @property {string[]} delegates Generator functions that are only ever delegated to.
 * @property {string[]} coroutines Functions that return a promise.
 */

const element = sortOf('element');

/**
 * @param {Names} names
 * @param {{ label: string, size: number }} group What these elements are started beside.
 * @returns {Production[]} What an array or object may hold.
 */
const elements = (names, group) => {
  /** @param {Draw} draw @param {readonly string[]} from */
  const started = (draw, from) =>
    element`${draw.pick(from)}(at.fork('${group.label}', ${String((group.size += 1))}), ${draw.value()})`;
  return [
    production('element-promise', 6, (draw) => element`op(at, '${draw.label()}', ${draw.value()})`),
    production('element-literal', 1, (draw) => element`${draw.literal()}`),
    // Who calls decides whether it is a promise, an array or a thunk.
    production('element-parameter', 1, (draw) => element`${draw.value()}`, { optional: true }),
    production(
      'nested-array',
      2,
      (draw) =>
        draw.within({}, () => element`[${commas(draw.several(elements(names, group), 2))}]`),
      { compound: true },
    ),
    production(
      'nested-object',
      2,
      (draw) =>
        draw.within({}, () => {
          const [x, y] = [draw.choose(elements(names, group)), draw.choose(elements(names, group))];
          return element`{ x: ${x}, y: ${y} }`;
        }),
      { compound: true },
    ),
    production('element-thunk', 1, (draw) => element`(done) => call(at, '${draw.label()}', done)`),
    production('element-coroutine', 2, (draw) => started(draw, names.coroutines), {
      when: () => names.coroutines.length > 0,
    }),
    production('element-delegate', 2, (draw) => started(draw, names.delegates), {
      when: () => names.delegates.length > 0,
    }),
  ];
};

/** @param {Draw} draw @param {Names} names */
const group = (draw, names) => elements(names, { label: draw.label(), size: 0 });

/** @param {Names} names @returns {Production[]} */
const operands = (names) => [
  production('promise', 10, (draw) => expression`op(at, '${draw.label()}', ${draw.value()})`),
  production(
    'nested-wait',
    1,
    (draw) => expression`op(at, '${draw.label()}', ${draw.within({}, () => waiting(draw))})`,
    { compound: true },
  ),
  production(
    'promise-all',
    1,
    (draw) =>
      expression`Promise.all([op(at, '${draw.label()}'), op(at, '${draw.label()}'), ${draw.value()}])`,
  ),
  production(
    'promise-race',
    1,
    (draw) => expression`Promise.race([op(at, '${draw.label()}'), op(at, '${draw.label()}')])`,
  ),
  production('promise-resolve', 1, (draw) => expression`Promise.resolve(${draw.value()})`),
  production(
    'promise-chain',
    1,
    (draw) => expression`op(at, '${draw.label()}').then((x) => log(at, '${draw.label()}', x))`,
  ),
  production(
    'conditional-operand',
    1,
    (draw) => expression`(${draw.value()} ? op(at, '${draw.label()}') : op(at, '${draw.label()}'))`,
  ),
  production('array', 3, (draw) =>
    draw.within({}, () => expression`[${commas(draw.several(group(draw, names), 3))}]`),
  ),
  production('empty-array', 1, () => expression`[]`),
  production('object', 2, (draw) =>
    draw.within({}, () => {
      const table = group(draw, names);
      return expression`{ a: ${draw.choose(table)}, b: ${draw.choose(table)} }`;
    }),
  ),
  production(
    'array-map',
    1,
    (draw) =>
      expression`[${draw.value()}, ${draw.value()}].map((x) => op(at, '${draw.label()}', x))`,
  ),
  production('thunk-arrow', 1, (draw) => expression`(done) => call(at, '${draw.label()}', done)`),
  production(
    'thunk-function',
    1,
    (draw) =>
      expression`function (done) { call(at, '${draw.label()}', ${draw.value()}, done)${END} }`,
  ),
  production(
    'thunk-results',
    1,
    (draw) =>
      expression`(done) => call(at, '${draw.label()}', (e, v) => done(e, v, ${draw.value()}))`,
  ),
  production(
    'delegate-star',
    8,
    (draw) => sortOf('operand')`* ${draw.pick(names.delegates)}(at, ${draw.value()})`,
    { when: () => names.delegates.length > 0 },
  ),
  production(
    'delegate-call',
    5,
    (draw) => expression`${draw.pick(names.delegates)}(at, ${draw.value()})`,
    { when: () => names.delegates.length > 0 },
  ),
  production(
    'coroutine-call',
    2,
    (draw) => expression`${draw.pick(names.coroutines)}(at, ${draw.value()})`,
    { when: () => names.coroutines.length > 0 },
  ),
  production(
    'runner-of-delegate',
    1,
    (draw) => expression`co(${draw.pick(names.delegates)}(at, ${draw.value()}))`,
    { when: () => names.delegates.length > 0 },
  ),
  production('runner-inside', 1, (draw) => expression`co(function* () {${body(draw, 2)}})`, {
    compound: true,
  }),
  production('generator-literal', 1, (draw) => expression`function* () {${body(draw, 2)}}`, {
    compound: true,
  }),
];

/** @param {Names} names @returns {Production[]} */
const extraStatements = (names) => [
  production('array-variable', 1, (draw) => {
    const [list, found] = [draw.name('list'), draw.name()];
    const made = statement`const ${list} = [${commas(draw.several(group(draw, names), 2))}]${END}\nconst ${found} = yield ${list}${END}`;
    draw.declare(found);
    return made;
  }),
  production('pushed-array', 1, (draw) => {
    const list = draw.name('list');
    return statement`const ${list} = []${END}\nfor (const x of [1, 2]) ${list}.push(op(at, '${draw.label()}', x))${END}\nlog(at, '${draw.label()}', yield ${list})${END}`;
  }),
  production('started-side-by-side', 2, (draw) => {
    const [one, two] = [draw.name('p'), draw.name('p')];
    const made = statement`const ${one} = op(at, '${draw.label()}')${END}\nconst ${two} = op(at, '${draw.label()}')${END}\nlog(at, '${draw.label()}', yield ${one}, yield ${two})${END}`;
    return made;
  }),
  production(
    'unyieldable-literal',
    1,
    refused((draw) => String(draw.int(0, 9))),
    { refused: true },
  ),
  production(
    'unyieldable-nothing',
    1,
    refused(() => 'undefined'),
    { refused: true },
  ),
  production(
    'thunkify',
    1,
    refused((draw) => `later(at, '${draw.label()}')`),
    { refused: true },
  ),
];

/**
 * @param {(draw: Draw) => string} operand What `await` would treat otherwise than `yield`.
 * @returns {(draw: Draw) => Node}
 */
const refused = (operand) => (draw) =>
  statement`log(at, '${draw.label()}', yield ${operand(draw)})${END}`;

/**
 * @param {Draw} draw
 * @param {number} most
 * @param {readonly string[]} [inside]
 * @returns {List} The statements of a function of its own, which sees the variables around it.
 */
const body = (draw, most, inside = []) =>
  draw.within({ only: { inside: new Set(inside), mutables: [] } }, () =>
    lines(statements(draw, most)),
  );

/**
 * @param {Draw} draw
 * @param {Names} names
 * @param {readonly string[]} parameters
 * @param {readonly string[]} [inside]
 * @returns {List} The body of a function at the top level.
 */
function freshBody(draw, names, parameters, inside = []) {
  const flavour = /** @type {const} */ ({
    keyword: 'yield',
    operands: operands(names),
    statements: extraStatements(names),
  });
  return inFlavour(draw, flavour, () =>
    draw.within(
      { only: { variables: parameters, mutables: parameters, depth: 0, inside: new Set(inside) } },
      () => lines(statements(draw, 6)),
    ),
  );
}

/**
 * @param {string} path
 * @returns {{ entries: Node['entries'] }}
 */
const called = (path) => ({ entries: [{ path, call: 'promise' }] });

/** @param {Names} names @returns {Production[]} */
const units = (names) => {
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
      const inner = freshBody(draw, names, ['x', 'y']);
      return exported(
        name,
        unit`function ${name}(at, x, y) {\n  return co(function* (x, y) {${inner}}, y, x)${END}\n}\nexports.${name} = ${name}${END}`,
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
      return {
        ...unit`exports.${name} = function (at, x, y) {\n  log(at, '${draw.label()}')${END}\n  co(function* () {${inner}})${END}\n  log(at, '${draw.label()}')${END}\n}${END}`,
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
  ];
};

const HEADER = sortOf(
  'header',
)`const co = require('co')${END}\nconst { op, call, log } = require('./operations')${END}\nconst later = require('thunkify')(call)${END}\n`;

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
function everything() {
  const names = { delegates: [], coroutines: [] };
  const inner = elements(names, { label: '', size: 0 });
  return [...units(names), ...operands(names), ...inner, ...extraStatements(names), ...STATEMENTS];
}

/** @type {Language} */
export const co = {
  name: 'co',
  codemod: 'generator-to-async',
  options: {},
  program,
  productions: everything(),
};
