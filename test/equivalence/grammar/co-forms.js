import { production } from './draw.js';
import { END, unit } from './tree.js';

/**
 * Rarer ways to write and to run a coroutine, each with something that a rewrite can get wrong.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Names } from './co-operands.js'
 *
 * @callback Body
 * @param {Draw} draw
 * @param {Names} names
 * @param {readonly string[]} parameters
 * @param {readonly string[]} [inside]
 * @returns {List}
 */

/**
 * @param {Names} names
 * @param {Body} freshBody
 * @returns {Production[]}
 */
export function formsOf(names, freshBody) {
  /**
   * @param {string} form
   * @param {(name: string, body: (parameters?: string[], inside?: string[]) => List, draw: Draw) => Node} make
   * @param {Parameters<typeof production>[3]} [traits]
   * @returns {Production} A function of the name is exported, and later units may call it.
   */
  const exported = (form, make, traits) =>
    production(
      form,
      1,
      (draw) => {
        const name = draw.name('run');
        const body = (parameters = ['x', 'y'], /** @type {string[]} */ inside = []) =>
          freshBody(draw, names, parameters, inside);
        const made = make(name, body, draw);
        // What throws in the caller's tick changes what its callers in the file do as well.
        if (form !== 'parameter-that-throws') names.coroutines.push(name);
        return {
          ...unit`${made}\nexports.${name} = ${name}${END}`,
          entries: [{ path: name, call: 'promise' }],
        };
      },
      traits,
    );
  return [
    exported(
      'arrow',
      (name, body) => unit`const ${name} = (at, x, y) => co(function* () {${body()}})${END}`,
    ),
    exported(
      'in-async-function',
      (name, body) =>
        unit`async function ${name}(at, x, y) {\n  return await co(function* () {${body()}})${END}\n}`,
    ),
    exported(
      'own-variables',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  return co(function* () {\n    ${draw.pick(['var x', 'let x', 'const x = 5', 'var y = 6'])}${END}\n    log(at, '${draw.label()}', x)${END}\n    ${block(body())}\n  })${END}\n}`,
    ),
    exported(
      'named-expression',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  return co(function* again() {\n    log(at, '${draw.label()}', typeof again)${END}\n    ${block(body())}\n  })${END}\n}`,
    ),
    exported(
      'named-after-runner',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  return co(function* ${name}() {\n    log(at, '${draw.label()}', typeof ${name})${END}\n    ${block(body())}\n  })${END}\n}`,
    ),
    exported(
      'strict-inside',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  return co(function* () {\n    'use strict'${END}\n    log(at, '${draw.label()}', (function () { return this === undefined })())${END}\n    ${block(body())}\n  })${END}\n}`,
    ),
    exported(
      'arguments-of-outer',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  const given = arguments${END}\n  return co(function* () {\n    log(at, '${draw.label()}', given.length, arguments.length)${END}\n    ${block(body())}\n  })${END}\n}`,
    ),
    exported(
      'comments-inside',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  // ${draw.name('c')}\n  return co(function* () {\n    // ${draw.name('c')}\n    ${block(body())} // ${draw.name('c')}\n  })${END} // ${draw.name('c')}\n}`,
    ),
    exported(
      'comments-in-call',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  return co(/* ${draw.name('c')} */ function* () {${body()}} /* ${draw.name('c')} */)${END}\n}`,
      { optional: true },
    ),
    exported(
      'effect-before',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  log(at, '${draw.label()}', x)${END}\n  if (y === ${draw.pick(["'two'", 'undefined'])}) throw new TypeError('y')${END}\n  return co(function* () {${body()}})${END}\n}`,
    ),
    exported(
      'wrapped-and-called',
      (name, body) =>
        unit`function ${name}(at, x, y) {\n  return co.wrap(function* (a, x) {${body(['a', 'x', 'y'])}})(y, x)${END}\n}`,
    ),
    exported(
      'wrapped-and-applied',
      (name, body) =>
        unit`function ${name}(at, x, y) {\n  return co.wrap(function* (at, a, b) {${body(['a', 'b', 'x'])}}).apply(this, arguments)${END}\n}`,
    ),
    exported(
      'aliased-wrap',
      (name, body) => unit`const ${name} = wrap(function* (at, x, y) {${body()}})${END}`,
    ),
    exported(
      'destructured-parameter',
      (name, body) =>
        unit`const ${name} = co.wrap(function* (at, x, { length } = {}) {${body(['x', 'length'])}})${END}`,
    ),
    exported(
      'parameter-that-throws',
      (name, body) =>
        unit`const ${name} = co.wrap(function* (at, x, y, { z }) {${body(['x', 'y', 'z'])}})${END}`,
    ),
    exported(
      'rest-parameter',
      (name, body) => unit`const ${name} = co.wrap(function* (at, ...[x, ...y]) {${body()}})${END}`,
    ),
    exported('used-before', (name, body, draw) => {
      const inner = draw.name('g');
      return unit`const ${name} = co.wrap(${inner})${END}\nfunction* ${inner}(at, x, y) {${body()}}`;
    }),
    exported('constant-generator', (name, body, draw) => {
      const inner = draw.name('g');
      return unit`const ${inner} = function* (at, x, y) {${body()}}${END}\nconst ${name} = co.wrap(${inner})${END}`;
    }),
    exported('recursive', (name, body, draw) => {
      const inner = draw.name('g');
      const again = draw.pick([`yield* ${inner}(at, x, n - 1)`, `yield ${inner}(at, x, n - 1)`]);
      return unit`function* ${inner}(at, x, n) {\n  if (n > 0) ${again}${END}\n  ${block(body(['x', 'n']))}\n}\nfunction ${name}(at, x, y) {\n  return co(${inner}(at, x, 1))${END}\n}`;
    }),
    exported('run-twice', (name, body, draw) => {
      const inner = draw.name('g');
      return unit`function* ${inner}(at, x, y) {${body()}}\nfunction ${name}(at, x, y) {\n  return co(${inner}(at, x, 1)).then(() => co(${inner}, at, y, 2))${END}\n}`;
    }),
    exported(
      'iterated-too',
      (name, body, draw) => {
        const inner = draw.name('g');
        return unit`function* ${inner}(at, x, y) {${body()}}\nfunction ${name}(at, x, y) {\n  log(at, '${draw.label()}', typeof ${inner}(at, x, y).next)${END}\n  return co(${inner}(at, x, y))${END}\n}`;
      },
      { refused: true },
    ),
    exported(
      'handlers',
      (name, body, draw) =>
        unit`function ${name}(at, x, y) {\n  return co(function* () {${body()}}).then((v) => log(at, '${draw.label()}', v)).catch((e) => log(at, '${draw.label()}', e))${END}\n}`,
    ),
    production('bound-this', 1, (draw) => {
      const name = draw.name('service');
      const body = freshBody(draw, names, ['x', 'y'], ['method']);
      return {
        ...unit`exports.${name} = {\n  name: '${name}',\n  get(at, x, y) {\n    return co(function* () {\n      log(at, '${draw.label()}', this.name)${END}\n      ${block(body)}\n    }.bind(this))${END}\n  },\n}${END}`,
        entries: [{ path: `${name}.get`, call: 'promise' }],
      };
    }),
    production('kept-this', 1, (draw) => {
      const name = draw.name('service');
      const body = freshBody(draw, names, ['x', 'y'], ['method']);
      return {
        ...unit`exports.${name} = {\n  name: '${name}',\n  get(at, x, y) {\n    const self = { name: 'self' }${END}\n    return co.call(self, function* () {\n      log(at, '${draw.label()}', this.name)${END}\n      ${block(body)}\n    })${END}\n  },\n}${END}`,
        entries: [{ path: `${name}.get`, call: 'promise' }],
      };
    }),
    production('named-with-this', 1, (draw) => {
      const [name, inner] = [draw.name('service'), draw.name('g')];
      const body = freshBody(draw, names, ['x', 'y'], ['method']);
      return {
        ...unit`function* ${inner}() {\n  const [at, x, y] = this.given${END}\n  ${block(body)}\n}\nexports.${name} = {\n  name: '${name}',\n  get(...given) {\n    this.given = given${END}\n    return co.call(this, ${inner})${END}\n  },\n}${END}`,
        entries: [{ path: `${name}.get`, call: 'promise' }],
      };
    }),
    production('named-method', 1, (draw) => {
      const [name, inner] = [draw.name('service'), draw.name('g')];
      const body = freshBody(draw, names, ['x', 'y'], ['method']);
      return {
        ...unit`function* ${inner}(at, x, y) {${body}}\nexports.${name} = {\n  name: '${name}',\n  get: co.wrap(${inner}),\n}${END}`,
        entries: [{ path: `${name}.get`, call: 'promise' }],
      };
    }),
    production('shorthand-export', 1, (draw) => {
      const [name, inner] = [draw.name('service'), draw.name('g')];
      const body = freshBody(draw, names, ['x', 'y']);
      return {
        ...unit`function* ${inner}(at, x, y) {${body}}\nexports.${name} = { ${inner}: co.wrap(${inner}) }${END}`,
        entries: [{ path: `${name}.${inner}`, call: 'promise' }],
      };
    }),
    production('static-method', 1, (draw) => {
      const name = draw.name('Service');
      const body = freshBody(draw, names, ['x', 'y']);
      return {
        ...unit`class ${name} {\n  static get(at, x, y) {\n    return co(function* () {${body}})${END}\n  }\n}\nexports.${name} = ${name}${END}`,
        entries: [{ path: `${name}.get`, call: 'promise' }],
      };
    }),
  ];
}

/** @param {List} list @returns {Node} Statements that stand among others. */
const block = (list) => ({
  sort: 'block',
  production: 'block',
  parts: ['{', list, '}'],
  refused: false,
  entries: [],
});
