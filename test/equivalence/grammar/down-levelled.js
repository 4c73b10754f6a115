import { createRequire } from 'node:module';
import { STATEMENTS, inFlavour, statements, waiting } from './body.js';
import { production } from './draw.js';
import { END, expression, lines, sortOf, unit } from './tree.js';

/**
 * Async functions as compilers write them for engines without: TypeScript's `__awaiter` and Babel's
 * `_asyncToGenerator` over generators. The grammar writes async functions; the real compilers do the
 * rest.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 *
 * @typedef {object} Names
 * @property {string[]} functions Async functions above.
 */

const require = createRequire(import.meta.url);

/** @param {Names} names @returns {Production[]} */
const operands = (names) => [
  production('promise', 8, (draw) => expression`op(at, '${draw.label()}', ${draw.value()})`),
  production(
    'nested-wait',
    1,
    (draw) => expression`op(at, '${draw.label()}', ${draw.within({}, () => waiting(draw))})`,
    { compound: true },
  ),
  production('plain-value', 1, (draw) => expression`${draw.value()}`),
  production(
    'promise-all',
    2,
    (draw) =>
      expression`Promise.all([op(at, '${draw.label()}'), op(at, '${draw.label()}'), ${draw.value()}])`,
  ),
  production(
    'async-call',
    3,
    (draw) => expression`${draw.pick(names.functions)}(at, ${draw.value()})`,
    { when: () => names.functions.length > 0 },
  ),
  production(
    'side-by-side',
    1,
    (draw) => {
      const label = draw.label();
      const [one, two] = [draw.pick(names.functions), draw.pick(names.functions)];
      return expression`Promise.all([${one}(at.fork('${label}', 0), 1), ${two}(at.fork('${label}', 1), 2)])`;
    },
    { when: () => names.functions.length > 0 },
  ),
  production(
    'async-arrow-inside',
    1,
    (draw) =>
      expression`(async () => {${draw.within({ only: { inside: new Set(), mutables: [] } }, () => lines(statements(draw, 2)))}})()`,
    { compound: true },
  ),
];

/**
 * @param {Draw} draw
 * @param {Names} names
 * @param {readonly string[]} [inside]
 */
const freshBody = (draw, names, inside = []) =>
  inFlavour(draw, { keyword: 'await', operands: operands(names) }, () => {
    const parameters = ['x', 'y'];
    const only = { variables: parameters, mutables: parameters, depth: 0 };
    return draw.within({ only: { ...only, inside: new Set(inside) } }, () =>
      lines(statements(draw, 6)),
    );
  });

/** @param {Names} names @returns {Production[]} */
const units = (names) => {
  /** @param {string} name @param {Node} node @returns {Node} */
  const exported = (name, node) => {
    names.functions.push(name);
    return { ...node, entries: [{ path: name, call: 'promise' }] };
  };
  return [
    production('function-declaration', 5, (draw) => {
      const name = draw.name('run');
      const body = freshBody(draw, names);
      return exported(
        name,
        unit`async function ${name}(at, x, y) {${body}}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('function-expression', 3, (draw) => {
      const name = draw.name('run');
      const body = freshBody(draw, names);
      return exported(
        name,
        unit`const ${name} = async function (at, x, y) {${body}}${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('default-parameter', 1, (draw) => {
      const name = draw.name('run');
      const value = draw.value();
      const body = freshBody(draw, names);
      return exported(
        name,
        unit`async function ${name}(at, x, y = ${value.startsWith('v') ? '1' : value}) {${body}}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('object-method', 2, (draw) => {
      const name = draw.name('service');
      const body = freshBody(draw, names, ['method']);
      return {
        ...unit`exports.${name} = {\n  name: '${name}',\n  async get(at, x, y) {${body}},\n}${END}`,
        entries: [{ path: `${name}.get`, call: 'promise' }],
      };
    }),
    production('class-method', 2, (draw) => {
      const name = draw.name('Service');
      const body = freshBody(draw, names, ['method']);
      return {
        ...unit`class ${name} {\n  async get(at, x, y) {${body}}\n}\n${name}.prototype.name = '${name}'${END}\nexports.${name.toLowerCase()} = new ${name}()${END}`,
        entries: [{ path: `${name.toLowerCase()}.get`, call: 'promise' }],
      };
    }),
    production('dropped', 1, (draw) => {
      const name = draw.name('start');
      const body = freshBody(draw, names);
      return {
        ...unit`exports.${name} = function (at, x, y) {\n  (async function () {${body}})()${END}\n  log(at, '${draw.label()}')${END}\n}${END}`,
        entries: [{ path: name, call: 'promise' }],
      };
    }),
  ];
};

const HEADER = sortOf('header')`const { op, log } = require('./operations')${END}\n`;

/** @param {Draw} draw */
function program(draw) {
  const table = units({ functions: [] });
  const count = draw.int(1, 3);
  return { header: HEADER, units: Array.from({ length: count }, () => draw.choose(table)) };
}

/**
 * @param {string} text
 * @returns {string} What TypeScript emits for ES2015.
 */
function compileWithTypeScript(text) {
  const ts = require('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2015,
    module: ts.ModuleKind.CommonJS,
  };
  return ts.transpileModule(text, { compilerOptions, fileName: 'program.js' }).outputText;
}

/**
 * @param {string} text
 * @returns {string} What Babel emits for engines with generators but without async functions.
 */
function compileWithBabel(text) {
  const babel = '@babel/core';
  const { transformSync } = require(babel);
  const plugins = [require.resolve('@babel/plugin-transform-async-to-generator')];
  return transformSync(text, { plugins, babelrc: false, configFile: false, compact: false }).code;
}

const productions = [...units({ functions: [] }), ...operands({ functions: [] }), ...STATEMENTS];

/** @type {Language} */
export const awaiter = {
  name: 'typescript-awaiter',
  codemod: 'generator-to-async',
  weight: 2,
  options: {},
  program,
  productions,
  compile: compileWithTypeScript,
};

/** @type {Language} */
export const asyncToGenerator = {
  ...awaiter,
  name: 'babel-async-to-generator',
  compile: compileWithBabel,
};
