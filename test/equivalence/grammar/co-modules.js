import { fileLine } from '../files.js';
import { HEADER, everything, freshBody, units } from './co.js';
import { production } from './draw.js';
import { END, commas, joined, sortOf, statement, unit } from './tree.js';

/**
 * Coroutines run by co 4 that delegate to generator functions of other files, which are converted
 * together with them.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 * @import { Names } from './co-operands.js'
 *
 * @typedef {object} File
 * @property {string} name
 * @property {string[]} keys Under which it exports generator functions.
 */

const line = sortOf('line');

/** @param {Draw} draw @param {File} file @returns {{ head: Node, names: string[] }} */
function importOf(draw, { keys, name }) {
  const from = `require('./${name}')`;
  if (draw.chance(60)) {
    return {
      head: line`const ${name} = ${from}${END}\n`,
      names: keys.map((key) => `${name}.${key}`),
    };
  }
  const own = keys.map((key) => (draw.chance(30) ? draw.name('own') : key));
  const items = keys.map((key, at) => statement`${key === own[at] ? key : `${key}: ${own[at]}`}`);
  return { head: line`const { ${commas(items)} } = ${from}${END}\n`, names: own };
}

/** @param {Names} names @param {string[]} keys @returns {Production[]} */
const exportedDelegates = (names, keys) => {
  const drawn = (/** @type {Draw} */ draw) => {
    const name = draw.name('part');
    const inner = freshBody(draw, names, ['x'], [], 2);
    return { name, inner };
  };
  return [
    production('exported-generator', 4, (draw) => {
      const { inner, name } = drawn(draw);
      keys.push(name);
      if (draw.chance(40))
        names.delegates.push(`${draw.pick(['exports', 'module.exports'])}.${name}`);
      return unit`exports.${name} = function* (at, x) {${inner}}${END}`;
    }),
    production('exported-generator-named', 1, (draw) => {
      const { inner, name } = drawn(draw);
      keys.push(name);
      return unit`exports.${name} = function* ${name}(at, x) {${inner}}${END}`;
    }),
    production('exported-declaration', 4, (draw) => {
      const { inner, name } = drawn(draw);
      names.delegates.push(name);
      keys.push(name);
      return unit`function* ${name}(at, x) {${inner}}\nexports.${name} = ${name}${END}`;
    }),
    production('exported-run', 1, (draw) => {
      const { inner, name } = drawn(draw);
      keys.push(name);
      return {
        ...unit`function* ${name}(at, x) {${inner}}\nexports.${name} = ${name}${END}\nexports.${name}Now = co.wrap(${name})${END}`,
        entries: [{ path: `${name}Now`, call: 'promise' }],
      };
    }),
  ];
};

/** @param {Names} names @param {string[]} keys @returns {Production[]} */
const listedDelegates = (names, keys) => [
  production('exported-methods', 2, (draw) => {
    const methods = Array.from({ length: draw.int(1, 2) }, () => {
      const name = draw.name('part');
      const inner = freshBody(draw, names, ['x'], [], 2);
      keys.push(name);
      return statement`\n  *${name}(at, x) {${inner}},`;
    });
    return unit`module.exports = {${joined(methods, 1)}\n}${END}`;
  }),
];

/** @param {readonly string[]} names @returns {Production[]} */
const userOfAll = (names) => [
  production(
    'waits-for-all',
    1,
    (draw) => {
      const name = draw.name('every');
      const waits = names.map((each) => statement`\n  yield ${each}(at, ${draw.value()})${END}`);
      return {
        ...unit`exports.${name} = co.wrap(function* (at) {${joined(waits)}\n})${END}`,
        entries: [{ path: name, call: 'promise' }],
      };
    },
    { when: () => names.length > 0 },
  ),
];

/**
 * @param {readonly string[]} names
 * @returns {(name: string, weight: number, body: (draw: Draw, name: string) => Node) => Production} With
 *   the body of what `co` runs.
 */
const runner = (names) => (name, weight, body) =>
  production(
    name,
    weight,
    (draw) => {
      const own = draw.name(name.replace(/^.*-/u, ''));
      return {
        ...unit`exports.${own} = co.wrap(function* (at) {${body(draw, draw.pick(names))}\n})${END}`,
        entries: [{ path: own, call: 'promise' }],
      };
    },
    { bystander: true, when: () => names.length > 0 },
  );

/** @param {readonly string[]} names @returns {Production} */
const userByOther = (names) =>
  runner(names)('waits-by-other', 1, (draw, name) => {
    const [value, call] = draw.pick([
      [`{ part: ${name} }`, 'tasks.part(at, 1)'],
      [`[${name}]`, 'tasks[0](at, 1)'],
      [`${name}.bind(null, at)`, 'tasks(1)'],
      [`at ? ${name} : op`, 'tasks(at, 1)'],
    ]);
    return statement`\n  const tasks = ${value}${END}\n  log(at, '${draw.label()}')${END}\n  return yield ${call}${END}`;
  });

/** What may be done with a generator function of another file so that it has to stay one. */
const usesOutside = (/** @type {string[]} */ names) => {
  const run = runner(names);
  return [
    production(
      'outside-iterated',
      1,
      (draw) =>
        unit`exports.${draw.name('all')} = (at) => [...${draw.pick(names)}(at, 1)].length${END}`,
      { bystander: true, when: () => names.length > 0 },
    ),
    run(
      'outside-kept',
      1,
      (draw, name) =>
        statement`\n  const made = ${name}(at, 1)${END}\n  log(at, '${draw.label()}')${END}\n  return yield made${END}`,
    ),
    run('outside-waits', 5, (draw, name) => {
      const form = draw.pick(['yield ', 'yield* ', 'yield co(']);
      return statement`\n  log(at, '${draw.label()}')${END}\n  return ${form}${name}(at, 1)${form.endsWith('(') ? ')' : ''}${END}`;
    }),
    run(
      'outside-literal',
      2,
      (draw, name) =>
        statement`\n  return yield [${name}(at.fork('${draw.label()}', 1), 1), op(at.fork('${draw.label()}', 2), '${draw.label()}')]${END}`,
    ),
  ];
};

/**
 * @param {File} file
 * @param {Node[]} nodes
 * @returns {Node[]} With the names of the file before those of their functions.
 */
const inFile = ({ name }, nodes) =>
  nodes.map((node) => ({
    ...node,
    entries: node.entries.map((entry) => ({ ...entry, path: `${name}.${entry.path}` })),
  }));

/** @param {string} path @param {Node[]} heads @returns {Node} */
const headOf = (path, heads) => unit`${fileLine(path)}${HEADER}${joined(heads)}`;

/** @param {Draw} draw */
function program(draw) {
  /** @type {File[]} */
  const files = [];
  /** @type {Node[]} */
  const nodes = [];
  for (const name of ['a', 'b'].slice(0, draw.int(1, 2))) {
    const imports = files.filter(() => draw.chance(70)).map((file) => importOf(draw, file));
    /** @type {Names} */
    const names = { delegates: imports.flatMap((each) => each.names), coroutines: [] };
    /** @type {string[]} */
    const keys = [];
    const table = draw.chance(75) ? exportedDelegates(names, keys) : listedDelegates(names, keys);
    const count = table.length === 1 ? 1 : draw.int(1, 3);
    const own = Array.from({ length: count }, () => draw.choose(table));
    const file = { name, keys };
    nodes.push(
      headOf(
        `lib/${name}.js`,
        imports.map(({ head }) => head),
      ),
      ...inFile(file, own),
    );
    files.push(file);
  }
  const imports = files.map((file) => importOf(draw, file));
  /** @type {Names} */
  const names = { delegates: imports.flatMap((each) => each.names), coroutines: [] };
  const table = units(names);
  const runners = table.filter(({ name }) => name !== 'delegate');
  const delegates = table.filter(({ name }) => name === 'delegate');
  const parts = draw.chance(30) ? draw.several(delegates, 1) : [];
  const imported = imports.flatMap((each) => each.names);
  const all = imported.length > 0 && draw.chance(70) ? [draw.choose(userOfAll(imported))] : [];
  const other =
    imported.length > 0 && draw.chance(15) ? [draw.choose([userByOther(imported)])] : [];
  const own = [...parts, ...draw.several(runners, 2), ...all, ...other];
  nodes.push(
    headOf(
      'lib/main.js',
      imports.map(({ head }) => head),
    ),
    ...inFile({ name: 'main', keys: [] }, own),
  );
  if (draw.chance(40)) {
    const used = files.map(({ keys, name }) => ({
      head: line`const ${name} = require('../lib/${name}')${END}\n`,
      names: keys.map((key) => `${name}.${key}`),
    }));
    const outside = usesOutside(used.flatMap((each) => each.names));
    nodes.push(
      headOf(
        'test/use.js',
        used.map(({ head }) => head),
      ),
      ...inFile({ name: 'use', keys: [] }, [draw.choose(outside)]),
    );
  }
  const manifest = { name: 'own', private: true, dependencies: { co: '4.6.0' } };
  return {
    header: sortOf('header')`${fileLine('package.json')}${JSON.stringify(manifest)}`,
    units: nodes,
  };
}

/** @type {Language} */
export const coModules = {
  name: 'co-modules',
  codemod: 'generator-to-async',
  weight: 1,
  options: {},
  program,
  isProject: true,
  // Whether a function is converted is up to those of other files that run it.
  callersMustChange: true,
  goesOn: true,
  productions: [
    ...everything(),
    ...exportedDelegates({ delegates: [], coroutines: [] }, []),
    ...listedDelegates({ delegates: [], coroutines: [] }, []),
    ...userOfAll(['']),
    userByOther(['']),
    ...usesOutside(['']),
  ],
};
