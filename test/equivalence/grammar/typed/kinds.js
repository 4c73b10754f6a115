/**
 * What results are of, and expressions that are of it.
 *
 * @import { Draw } from '../draw.js'
 *
 * @typedef {object} Kind
 * @property {string} text How TypeScript writes it.
 * @property {string[]} names What has to be declared for that.
 * @property {(draw: Draw, scope: Scope) => string} make An expression that is one where it is wanted.
 * @property {boolean} [isCore] Only what Node itself gives is one.
 *
 * @typedef {object} TypedName A variable that may be read.
 * @property {string} name
 * @property {Kind} kind
 * @property {boolean} isOpen Whether it may be undefined, as the result of a callback is.
 *
 * @typedef {object} Scope
 * @property {readonly TypedName[]} names
 * @property {readonly string[]} numbers Expressions that are always there.
 * @property {readonly string[]} strings
 */

/** @param {Draw} draw @param {Scope} scope */
export const aNumber = (draw, scope) => draw.pick([...scope.numbers, '0', '12']);

/** @param {Draw} draw @param {Scope} scope */
export const aString = (draw, scope) => draw.pick([...scope.strings, "'s'", "'t'"]);

/**
 * @param {string} text
 * @param {(number: () => string, string: () => string) => readonly string[]} choices
 * @param {Partial<Kind>} [more]
 * @returns {Kind}
 */
const kind = (text, choices, more = {}) => ({
  text,
  names: [],
  make: (draw, scope) =>
    draw.pick(
      choices(
        () => aNumber(draw, scope),
        () => aString(draw, scope),
      ),
    ),
  ...more,
});

/** What has a name of its own in the files that use it. */
export const DECLARATIONS = {
  Item: 'interface Item { id: number; tags: string[]; next?: Item }',
  Shape: "type Shape = { kind: 'a'; n: number } | { kind: 'b' }",
  Mode: "type Mode = 'x' | 'y'",
  Level: 'enum Level { Low, High = 7 }',
  Box: 'class Box<T> { constructor(readonly value: T) {} }',
};

const NUMBER = kind('number', (n) => [n(), n(), `${n()} + ${n()}`]);
const STRING = kind('string', (n, s) => [s(), s(), `\`\${${n()}}\``, `${s()} + ${s()}`]);

/** What functions of a program give. @type {readonly [Kind, ...Kind[]]} */
export const KINDS = [
  NUMBER,
  NUMBER,
  STRING,
  STRING,
  kind('boolean', (n) => ['true', `${n()} > 1`]),
  kind('string[]', (_, s) => ['[]', `[${s()}]`, `['a', ${s()}]`]),
  kind('readonly string[]', (_, s) => ['[]', `[${s()}]`]),
  kind('[number, string]', (n, s) => [`[${n()}, ${s()}]`]),
  kind('readonly [string, number]', (n, s) => [`[${s()}, ${n()}]`, `[${s()}, ${n()}] as const`]),
  kind('Mode', (n) => ["'x'", "'y'", `${n()} > 1 ? 'x' : 'y'`], { names: ['Mode'] }),
  kind("'on' | 'off'", (n) => ["'on'", `${n()} ? 'on' : 'off'`]),
  kind(
    'Item',
    (n, s) => [
      `{ id: ${n()}, tags: [${s()}] }`,
      `{ id: ${n()}, tags: [], next: { id: ${n()}, tags: [] } }`,
    ],
    { names: ['Item'] },
  ),
  kind('Item[]', (n) => ['[]', `[{ id: ${n()}, tags: [] }]`], { names: ['Item'] }),
  kind('Shape', (n) => ["{ kind: 'b' }", `{ kind: 'a', n: ${n()} }`], { names: ['Shape'] }),
  kind('Level', () => ['Level.Low', 'Level.High'], { names: ['Level'] }),
  kind('Box<number>', (n) => [`new Box(${n()})`, `new Box<number>(${n()})`], { names: ['Box'] }),
  kind('number | undefined', (n) => [n(), 'undefined']),
  kind('string | null', (_, s) => [s(), 'null']),
  kind('number | string[]', (n, s) => [n(), `[${s()}]`, '[]']),
  kind('Record<string, number>', (n, s) => ['{}', `{ [${s()}]: ${n()} }`]),
  kind('Map<string, number>', (n, s) => ['new Map()', `new Map([[${s()}, ${n()}]])`]),
  kind('(n: number) => string', (n) => [
    `(n) => String(n + ${n()})`,
    'function (n) { return `${n}`; }',
  ]),
  kind('{ a: number; b?: string }', (n, s) => [`{ a: ${n()} }`, `{ a: ${n()}, b: ${s()} }`]),
  kind('unknown', (n, s) => [n(), s(), '{}']),
  kind('any', (n, s) => [n(), `[${s()}]`]),
  kind('object', () => ['{}', '[]']),
  kind('keyof Item', () => ["'id'", "'tags'"], { names: ['Item'] }),
  kind("Item['tags']", (_, s) => ['[]', `[${s()}]`], { names: ['Item'] }),
  kind('Partial<Item>', (n) => ['{}', `{ id: ${n()} }`], { names: ['Item'] }),
];

/** What Node gives. */
export const CORE_KINDS = {
  string: STRING,
  number: NUMBER,
  strings: kind('string[]', () => ["['a']"]),
  stats: kind('fs.Stats', () => ['new fs.Stats()'], { isCore: true }),
  buffer: kind('Buffer', (_, s) => [`Buffer.from(${s()})`], { isCore: true }),
  perhaps: kind('string | undefined', (_, s) => [s()], { isCore: true }),
};

/** @param {string} name @param {(draw: Draw, scope: Scope) => string} make @returns {Kind} A type parameter. */
export const parameterKind = (name, make) => ({ text: name, names: [], make });

/**
 * @param {Draw} draw
 * @param {Scope} scope
 * @param {Kind} wanted
 * @returns {string} An expression for it that may stand in a list.
 */
export function valueOf(draw, scope, wanted) {
  const own = scope.names.filter(({ kind: { text } }) => text === wanted.text);
  if (own.length === 0 || draw.chance(35)) return wanted.make(draw, scope);
  const { name, isOpen } = draw.pick(own);
  const text = /=>/u.test(wanted.text) ? `(${wanted.text})` : wanted.text;
  if (!isOpen) return draw.pick([name, name, `${name} satisfies ${text}`]);
  return draw.pick([
    `${name}!`,
    `${name}!`,
    `${name} as ${text}`,
    `${name} ?? ${nested(wanted.make(draw, scope))}`,
  ]);
}

/** @param {string} text @returns {string} Where an operator stands before it. */
const nested = (text) => (/^[\w.'`]+$/u.test(text) ? text : `(${text})`);

/** @param {Draw} draw @param {Scope} scope @returns {string} Anything that is there. */
export const something = (draw, scope) =>
  draw.pick([
    ...scope.names.map(({ name }) => name),
    ...scope.numbers,
    ...scope.strings,
    "'s'",
    'undefined',
  ]);

/** @param {Scope} scope @param {readonly TypedName[]} names @returns {Scope} */
export const withNames = (scope, names) => ({ ...scope, names: [...scope.names, ...names] });
