import { freshBody } from './co.js';
import { production } from './draw.js';
import { END, sortOf, unit } from './tree.js';

/**
 * Generator functions of all kinds, and all that a file may do with them: some are run by co, some are
 * delegated to, some are iterated really, some are handed out.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 * @import { Names } from './co-operands.js'
 *
 * @typedef {object} Made A generator function that has been written.
 * @property {string} text How others name it.
 * @property {string | undefined} owner What has it as a method.
 * @property {boolean} isWild Whether anything may be done with it: the others are only run.
 */

/** @param {string} path @returns {{ entries: Node['entries'] }} */
const called = (path) => ({ entries: [{ path, call: 'promise' }] });

/** @param {Names} names @param {Made[]} made @returns {Production[]} */
const generatorsOf = (names, made) => {
  /** @param {Draw} draw @param {boolean} isWild @param {readonly string[]} [inside] */
  const body = (draw, isWild, inside) => {
    // Who iterates one really would see that another, which it yields, has become a promise.
    names.delegates = isWild ? [] : made.flatMap((each) => (each.isWild ? [] : [each.text]));
    return freshBody(draw, names, ['x', 'y'], inside);
  };
  const someWild = (/** @type {Draw} */ draw) => draw.chance(15);
  /** @param {Draw} draw @param {string} owner @returns {string} What a method begins with. */
  const opening = (draw, owner) => {
    const others = made.filter((each) => each.owner === owner);
    const before = [
      '',
      `log(at, '${draw.label()}', this.name)${END}`,
      ...others.map(
        ({ text }) =>
          `log(at, '${draw.label()}', yield${draw.pick(['', '*'])} ${text.replace(/^\w+/u, 'this')}(at, x))${END}`,
      ),
    ];
    return draw.pick(before);
  };
  return [
    production('generator-declaration', 4, (draw) => {
      const name = draw.name('part');
      const isWild = someWild(draw);
      const node = unit`function* ${name}(at, x, y) {${body(draw, isWild)}}`;
      made.push({ text: name, owner: undefined, isWild });
      return node;
    }),
    production('generator-constant', 2, (draw) => {
      const [name, isWild] = [draw.name('part'), someWild(draw)];
      const node = unit`const ${name} = function* (at, x, y = ${draw.literal()}) {${body(draw, isWild)}}${END}`;
      made.push({ text: name, owner: undefined, isWild });
      return node;
    }),
    production('generator-exported', 1, (draw) => {
      const name = draw.name('part');
      const inner = body(draw, true);
      made.push({ text: name, owner: undefined, isWild: true });
      return {
        ...draw.pick([
          unit`function* ${name}(at, x, y) {${inner}}\nexports.${name} = ${name}${END}`,
          unit`exports.${name} = ${name}${END}\nfunction* ${name}(at, x, y) {${inner}}`,
          unit`const ${name} = (exports.${name} = function* (at, x, y) {${inner}})${END}`,
        ]),
        ...called(name),
      };
    }),
    production('generator-that-hands-on', 2, (draw) => {
      const [name, isWild] = [draw.name('part'), someWild(draw)];
      const others = made.filter((each) => each.owner === undefined && each.isWild === isWild);
      const other = others.length > 0 ? draw.pick(others).text : undefined;
      const inner = body(draw, isWild);
      made.push({ text: name, owner: undefined, isWild });
      const first = other
        ? draw.pick([
            `return yield* ${other}(at, x, y)`,
            `const own = yield* ${other}(at, x)${END}\n  log(at, '${draw.label()}', own)`,
            `try {\n    yield* ${other}(at, x)${END}\n  } finally {\n    log(at, '${draw.label()}')${END}\n  }`,
            `for (const p of ${other}(at, x)) yield p`,
          ])
        : `yield op(at, '${draw.label()}')`;
      return unit`function* ${name}(at, x, y) {\n  ${first}${END}\n  {${inner}}\n}`;
    }),
    production('generator-methods', 2, (draw) => {
      const name = draw.name('service');
      const [one, two] = [draw.name('load'), draw.name('show')];
      const first = { text: `${name}.${one}`, owner: name, isWild: true };
      const [start, bodyOne] = [opening(draw, name), body(draw, true, ['method'])];
      made.push(first);
      const [next, bodyTwo] = [opening(draw, name), body(draw, true, ['method'])];
      made.push({ text: `${name}.${two}`, owner: name, isWild: true });
      return draw.pick([
        unit`class ${name}Kind {\n  get name() {\n    return '${name}'${END}\n  }\n  *${one}(at, x, y) {\n  ${start}\n  {${bodyOne}}\n  }\n  * ${two}(at, x, y) {\n  ${next}\n  {${bodyTwo}}\n  }\n}\nconst ${name} = new ${name}Kind()${END}`,
        unit`const ${name} = {\n  name: '${name}',\n  *${one}(at, x, y) {\n  ${start}\n  {${bodyOne}}\n  },\n  ${two}: function* (at, x, y) {\n  ${next}\n  {${bodyTwo}}\n  },\n}${END}`,
        unit`function ${name}Kind() {\n  this.name = '${name}'${END}\n}\n${name}Kind.prototype.${one} = function* (at, x, y) {\n  ${start}\n  {${bodyOne}}\n}${END}\n${name}Kind.prototype.${two} = function* ${two}(at, x, y) {\n  ${next}\n  {${bodyTwo}}\n}${END}\nconst ${name} = new ${name}Kind()${END}`,
      ]);
    }),
  ];
};

/** @param {Draw} draw @param {string} what */
const logged = (draw, what) => `log(at, '${draw.label()}', ${what})`;

/** @param {Made[]} made @returns {Production[]} */
const runsOf = (made) => {
  /** @type {Set<string>} */
  const run = new Set();
  /**
   * @param {string} name
   * @param {number} weight
   * @param {(draw: Draw, generator: string, other: string) => string} write The body of a function.
   * @param {boolean} [isWild]
   */
  const use = (name, weight, write, isWild = false) =>
    production(
      name,
      weight,
      (draw) => {
        const local = draw.name('run');
        const fitting = fittingOf(isWild);
        const left = fitting.filter(({ text }) => !run.has(text));
        const [one, other] = [draw.pick(left.length > 0 ? left : fitting), draw.pick(fitting)];
        run.add(one.text);
        const text = write(draw, one.text, other.text);
        return {
          ...unit`exports.${local} = function (at, x, y) {\n  ${text}${END}\n}${END}`,
          ...called(local),
        };
      },
      { when: () => fittingOf(isWild).length > 0 },
    );
  const fittingOf = (/** @type {boolean} */ isWild) =>
    made.filter((each) => each.isWild === isWild);
  return [
    use('run-by-co', 6, (draw, g) =>
      draw.pick([
        `return co(${g}(at, x, y))`,
        `return co(${g}, at, x, y)`,
        `return co.wrap(${g})(at, x, y)`,
        `return co(${g}(at, x)).then((v) => ${logged(draw, 'v')})`,
        `return co.call(this, ${g}, at, x, y)`,
      ]),
    ),
    use('run-inside', 6, runInside),
    use(
      'run-in-other-ways',
      1,
      (draw, g) =>
        draw.pick([
          `return co(${g}.call({ name: 'other' }, at, x, y))`,
          `return co(${g}.apply(this, [at, x, y]))`,
          `return co(${g}.bind(null, at, x, y))`,
          `return Promise.resolve(co(${g}(at, x)))`,
        ]),
      true,
    ),
    use('wild-run', 2, (_, g) => `return co(${g}(at, x, y))`, true),
    use('wild-run-inside', 2, runInside, true),
    use(
      'iterated',
      2,
      (draw, g) =>
        draw.pick([
          `for (const v of ${g}(at, x)) {\n    ${logged(draw, 'typeof v')}${END}\n    break${END}\n  }`,
          `const it = ${g}(at, x)${END}\n  ${logged(draw, 'typeof it.next, it.next().done')}${END}\n  it.return(3)`,
          `const [first] = ${g}(at, x)${END}\n  ${logged(draw, 'typeof first')}`,
          `${logged(draw, `${g}(at, x)[Symbol.iterator] !== undefined`)}`,
          `const given = ${g}(at, x)${END}\n  ${logged(draw, 'given.toString()')}`,
        ]),
      true,
    ),
    use(
      'hidden',
      3,
      (draw, g, other) => {
        const make = draw.name('make');
        return draw.pick([
          `const ${make} = () => ${g}(at, x)${END}\n  return co(${make}())`,
          `const ${make} = () => ${g}(at, x)${END}\n  return co(function* () {\n    return yield ${make}()${END}\n  })`,
          `const ${make} = { go: ${g} }${END}\n  return co(${make}.go(at, x))`,
          `const ${make} = { go: ${g} }${END}\n  return co(function* () {\n    return yield ${make}.go(at, x)${END}\n  })`,
          `const ${make} = [${g}, ${other}]${END}\n  return co(function* () {\n    for (const step of ${make}) ${logged(draw, `yield${draw.pick(['', '*'])} step(at, x)`)}${END}\n  })`,
          `const ${make} = ${g}${END}\n  return co(function* () {\n    return yield${draw.pick(['', '*'])} ${make}(at, x)${END}\n  })`,
          `const ${make} = (fn) => co(fn(at, x))${END}\n  return ${make}(${g})`,
          `const ${make} = (x ? ${g} : ${other})(at, y)${END}\n  return co(function* () {\n    return yield ${make}${END}\n  })`,
          `const ${make} = ${g}(at, x)${END}\n  ${logged(draw, 'x')}${END}\n  return co(function* () {\n    return yield ${make}${END}\n  })`,
        ]);
      },
      true,
    ),
    use(
      'run-by-hand',
      2,
      (draw, g) => {
        const drive = draw.name('drive');
        return `return ${drive}(${g}(at, x))${END}\n  function ${drive}(it) {\n    return Promise.resolve().then(() => {\n      const { done, value } = it.next()${END}\n      ${logged(draw, 'done')}${END}\n      return done ? value : Promise.resolve(value).then(() => it.return('${draw.label()}').value)${END}\n    })${END}\n  }`;
      },
      true,
    ),
  ];
};

/**
 * @param {Draw} draw
 * @param {string} g
 * @param {string} other
 * @returns {string}
 */
const runInside = (draw, g, other) => {
  const wait = draw.pick(['yield', 'yield*']);
  return draw.pick([
    `return co(function* () {\n    const v = ${wait} ${g}(at, x)${END}\n    ${logged(draw, 'v')}${END}\n    return v${END}\n  })`,
    `return co(function* () {\n    ${wait} ${g}(at, x)${END}\n    return ${draw.pick(['yield', 'yield*'])} ${other}(at, y)${END}\n  })`,
    `return co(function* () {\n    return yield [${g}(at.fork('p', 0), x), ${other}(at.fork('p', 1), y)]${END}\n  })`,
    `return co(function* () {\n    for (const item of [1, 2]) ${logged(draw, `${wait} ${g}(at, item)`)}${END}\n  })`,
    `return co(function* () {\n    try {\n      return ${wait} ${g}(at, x)${END}\n    } catch (e) {\n      ${logged(draw, 'e')}${END}\n    }\n  })`,
  ]);
};

const HEADER = sortOf(
  'header',
)`const co = require('co')${END}\nconst { op, call, log } = require('./operations')${END}\nconst later = require('thunkify')(call)${END}\n`;

/** @param {Draw} draw */
function program(draw) {
  /** @type {Names} */
  const names = { delegates: [], coroutines: [] };
  /** @type {Made[]} */
  const made = [];
  const generators = draw.several(generatorsOf(names, made), 4);
  const count = draw.int(2, 6);
  const table = runsOf(made);
  return {
    header: HEADER,
    units: [...generators, ...Array.from({ length: count }, () => draw.choose(table))],
  };
}

const NAMES = { delegates: ['part'], coroutines: ['run'] };

/** @type {Language} */
export const coGenerators = {
  name: 'co-generators',
  codemod: 'generator-to-async',
  weight: 4,
  options: {},
  program,
  onlyBehaviour: true,
  callersMustChange: true,
  // The rest is that of co.
  productions: [...generatorsOf(NAMES, []), ...runsOf([])].map((each) => ({
    ...each,
    optional: true,
  })),
};
