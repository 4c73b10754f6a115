import { statements, waiting } from './body.js';
import { production } from './draw.js';
import { END, commas, expression, lines, sortOf, statement } from './tree.js';

/**
 * What a coroutine that co 4 runs may yield.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
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
export const elements = (names, group) => {
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
export const operands = (names) => [
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
    optional: true,
  }),
  ...looseOperands(names),
];

/** @param {Names} names @returns {Production[]} */
const looseOperands = (names) => [
  // Operands that bind more loosely than `await` does.
  production(
    'loose-conditional',
    1,
    (draw) =>
      expression`${draw.value()} ? op(at, '${draw.label()}') : op(at, '${draw.label()}', ${draw.value()})`,
  ),
  production(
    'loose-logical',
    1,
    (draw) => expression`op(at, '${draw.label()}') && op(at, '${draw.label()}')`,
  ),
  production(
    'loose-assignment',
    1,
    (draw) => expression`${draw.pick(draw.place.mutables)} = op(at, '${draw.label()}')`,
    { when: (draw) => draw.place.mutables.length > 0 },
  ),
  production(
    'sequence-operand',
    1,
    (draw) => expression`(log(at, '${draw.label()}'), op(at, '${draw.label()}'))`,
  ),
  production(
    'new-promise',
    1,
    (draw) =>
      expression`new Promise((resolve, reject) => call(at, '${draw.label()}', (e, v) => (e ? reject(e) : resolve(v))))`,
  ),
  production(
    'called-on-the-spot',
    1,
    (draw) => expression`(() => op(at, '${draw.label()}', ${draw.value()}))()`,
  ),
  production(
    'array-of-coroutines',
    1,
    (draw) =>
      expression`[1, 2].map((x, i) => ${draw.pick(names.coroutines)}(at.fork('${draw.label()}', i), x))`,
    { when: () => names.coroutines.length > 0 },
  ),
];

/** @param {Names} names @returns {Production[]} */
export const extraStatements = (names) => [
  production('object-variable', 1, (draw) => {
    const [record, found] = [draw.name('record'), draw.name()];
    const made = statement`const ${record} = { a: op(at, '${draw.label()}'), b: ${draw.literal()} }${END}\nif (${draw.value()}) ${record}.c = op(at, '${draw.label()}')${END}\nconst ${found} = yield ${record}${END}`;
    draw.declare(found);
    return made;
  }),
  production('statement-without-value', 1, (draw) => {
    // Without semicolons the line before must not run into it.
    return statement`;(yield op(at, '${draw.label()}')) || log(at, '${draw.label()}', ${draw.value()})${END}`;
  }),
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
    'unyieldable-empty',
    1,
    refused(() => '/* nothing */'),
    { refused: true },
  ),
  production(
    'unyieldable-branch',
    1,
    refused((draw) => `(${draw.value()} ? op(at, '${draw.label()}') : ${draw.int(0, 9)})`),
    { refused: true },
  ),
  production(
    'array-method',
    1,
    refused((draw) => `[op(at, '${draw.label()}')].concat(op(at, '${draw.label()}'))`),
    { refused: true },
  ),
  production(
    'delegate-array',
    1,
    refused((draw) => `* [op(at, '${draw.label()}'), op(at, '${draw.label()}')]`),
    { refused: true },
  ),
  production(
    'yielded-result',
    1,
    refused((draw) => `(yield op(at, '${draw.label()}'))`),
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
