import { production, leaf } from './draw.js';
import { handedOn } from './handed-on.js';
import { END, expression, lines, statement } from './tree.js';

/**
 * Statements and expressions of a function that waits with a keyword: `yield` in a coroutine, `await`
 * in an async function. What it waits for is the affair of each language.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 *
 * @typedef {object} Flavour
 * @property {'yield' | 'await'} keyword
 * @property {readonly Production[]} operands What may follow the keyword.
 * @property {readonly Production[]} [statements] More statements than the shared ones.
 */

/** @type {WeakMap<Draw, Flavour>} */
const flavours = new WeakMap();

/**
 * @template T
 * @param {Draw} draw
 * @param {Flavour} flavour
 * @param {() => T} make
 * @returns {T} What `make` draws in this flavour.
 */
export function inFlavour(draw, flavour, make) {
  const outer = flavours.get(draw);
  flavours.set(draw, flavour);
  try {
    return make();
  } finally {
    if (outer === undefined) flavours.delete(draw);
    else flavours.set(draw, outer);
  }
}

/**
 * @param {Draw} draw
 * @returns {Flavour}
 */
function flavourOf(draw) {
  const flavour = flavours.get(draw);
  if (flavour === undefined) throw new Error('A body is drawn inside a flavour.');
  return flavour;
}

/**
 * @param {Draw} draw
 * @returns {Node} `yield op(…)`, without parentheses.
 */
export function waiting(draw) {
  const { keyword, operands } = flavourOf(draw);
  const comment = draw.chance(4) ? `/* ${draw.name('c')} */ ` : '';
  return expression`${keyword} ${comment}${draw.choose(operands)}`;
}

/**
 * @param {Draw} draw
 * @param {number} [most]
 * @param {readonly string[]} [inside]
 * @returns {import('./tree.js').List} Statements in a scope of their own.
 */
export const block = (draw, most = 2, inside = []) =>
  draw.within({ inside }, () => lines(statements(draw, most)));

/**
 * @param {Draw} draw
 * @param {number} most
 * @returns {Node[]}
 */
export const statements = (draw, most) =>
  draw.several([...STATEMENTS, ...(flavourOf(draw).statements ?? [])], most);

/**
 * @param {Draw} draw
 * @param {string} [kind]
 * @returns {{ name: string, declare: () => void }} A new name that is in scope only from `declare` on.
 */
const later = (draw, kind = 'v') => {
  const name = draw.name(kind);
  return { name, declare: () => void draw.declare(name) };
};

/** @param {Draw} draw */
const mutable = (draw) => draw.pick(draw.place.mutables);
/** @param {Draw} draw */
const hasMutable = (draw) => draw.place.mutables.length > 0;

/**
 * A form with a place for an expression that waits; its value is kept in a constant or logged.
 *
 * @param {string} name
 * @param {number} weight
 * @param {(draw: Draw) => Node} make
 * @param {Parameters<typeof production>[3]} [traits]
 * @returns {Production}
 */
const valued = (name, weight, make, traits) =>
  production(
    name,
    weight,
    (draw) => {
      const value = make(draw);
      if (draw.chance(40)) return statement`log(at, '${draw.label()}', ${value})${END}`;
      const { name: variable, declare } = later(draw);
      const made = statement`const ${variable} = ${value}${END}`;
      declare();
      return made;
    },
    traits,
  );

/** @type {readonly Production[]} */
const EXPRESSIONS = [
  valued('waited-value', 8, (draw) => waiting(draw)),
  valued('parenthesised-member', 2, (draw) => expression`(${waiting(draw)}).label`),
  valued('parenthesised-call', 1, (draw) => expression`(${waiting(draw)}).toString()`),
  valued('optional-member', 1, (draw) => expression`(${waiting(draw)})?.count`),
  valued('binary', 1, (draw) => expression`(${waiting(draw)}) + (${waiting(draw)})`),
  valued('comparison', 1, (draw) => expression`${draw.value()} === (${waiting(draw)})`),
  valued('logical', 1, (draw) => {
    const operator = draw.pick(['||', '&&', '??']);
    return expression`(${waiting(draw)}) ${operator} (${waiting(draw)})`;
  }),
  valued('conditional', 1, (draw) => {
    const test = draw.value();
    return expression`${test} ? ${waiting(draw)} : ${waiting(draw)}`;
  }),
  valued(
    'unary',
    1,
    (draw) => expression`${draw.pick(['!', 'typeof ', 'void '])}(${waiting(draw)})`,
  ),
  valued('template-literal', 1, (draw) => expression`\`<\${String(${waiting(draw)})}>\``),
  valued(
    'call-argument',
    1,
    (draw) => expression`[${waiting(draw)}].concat(${waiting(draw)}, ${draw.value()})`,
  ),
  valued('object-value', 1, (draw) => expression`{ a: ${waiting(draw)}, b: ${draw.value()} }`),
  valued('array-element', 1, (draw) => expression`[${waiting(draw)}, ${waiting(draw)}]`),
  valued('spread', 1, (draw) => expression`[...Object.keys(Object(${waiting(draw)}))]`),
  valued('sequence', 1, (draw) => expression`(${waiting(draw)}, ${waiting(draw)})`),
  valued('assignment-default', 1, (draw) => {
    const { name } = later(draw);
    return expression`(({ ${name} = ${draw.value()} }) => ${name})(Object(${waiting(draw)}))`;
  }),
];

/** @type {readonly Production[]} */
const SIMPLE = [
  production('effect', 4, (draw) => statement`log(at, '${draw.label()}', ${draw.value()})${END}`),
  production(
    'effect-of-list',
    1,
    (draw) => statement`[1].forEach((z) => log(at, '${draw.label()}', z))${END}`,
  ),
  production('waited-statement', 6, (draw) => statement`${waiting(draw)}${END}`),
  production('let', 3, (draw) => {
    const { name } = later(draw);
    const value = draw.value();
    const made = statement`let ${name} = ${value}${END}`;
    draw.declare(name, true);
    return made;
  }),
  production('var', 1, (draw) => {
    const { name } = later(draw);
    const made = statement`var ${name} = ${waiting(draw)}${END}`;
    draw.declare(name, true);
    return made;
  }),
  production('assignment', 2, (draw) => statement`${mutable(draw)} = ${waiting(draw)}${END}`, {
    when: hasMutable,
  }),
  production(
    'compound-assignment',
    2,
    (draw) => statement`${mutable(draw)} ${draw.pick(['+=', '||=', '??='])} ${waiting(draw)}${END}`,
    { when: hasMutable },
  ),
  production('destructuring', 2, (draw) => {
    const { name, declare } = later(draw);
    const made = statement`const { label: ${name} = ${draw.value()} } = Object(${waiting(draw)})${END}`;
    declare();
    return made;
  }),
  production('destructuring-default', 1, (draw) => {
    const { name, declare } = later(draw);
    const made = statement`const [${name} = ${waiting(draw)}] = [${draw.value()}]${END}`;
    declare();
    return made;
  }),
  production('throw', 1, (draw) => statement`throw new Error('${draw.label()}')${END}`, {
    ends: true,
  }),
  production('throw-waited', 1, (draw) => statement`throw ${waiting(draw)}${END}`, { ends: true }),
  production('return-handed-on', 1, (draw) => statement`return ${handedOn(draw)}${END}`, {
    ends: true,
    optional: true,
  }),
  production('return', 2, (draw) => statement`return ${draw.value()}${END}`, { ends: true }),
  production('return-waited', 3, (draw) => statement`return ${waiting(draw)}${END}`, {
    ends: true,
  }),
  // Not waited for: a surrounding `try` does not see it fail.
  production(
    'return-promise',
    2,
    (draw) => statement`return op(at, '${draw.label()}', ${draw.value()})${END}`,
    { ends: true },
  ),
  production('break', 1, () => statement`break${END}`, {
    ends: true,
    when: (draw) => draw.isInside('loop'),
  }),
  production('continue', 1, () => statement`continue${END}`, {
    ends: true,
    when: (draw) => draw.isInside('loop'),
  }),
  production('comment', 1, (draw) => {
    const comment = draw.name('c');
    return statement`// ${comment}\nlog(at, '${draw.label()}')${END} // after ${comment}`;
  }),
  production('closure', 1, (draw) => {
    const { name, declare } = later(draw, 'f');
    const made = statement`const ${name} = (x) => log(at, '${draw.label()}', x, ${draw.value()})${END}`;
    declare();
    return made;
  }),
  production('inner-function', 1, (draw) => {
    const name = draw.name('f');
    return statement`function ${name}(x) { return [x, arguments.length, this === undefined]${END} }\nlog(at, '${draw.label()}', ${name}.call(undefined, ${waiting(draw)}))${END}`;
  }),
  production('arguments', 1, (draw) => {
    return statement`log(at, '${draw.label()}', arguments.length, arguments[1])${END}`;
  }),
  production(
    'this',
    2,
    (draw) => statement`log(at, '${draw.label()}', this.name, ${waiting(draw)}, this.name)${END}`,
    { when: (draw) => draw.isInside('method') },
  ),
  production(
    'arrow-this',
    1,
    (draw) => statement`log(at, '${draw.label()}', (() => [this.name, arguments.length])())${END}`,
    { when: (draw) => draw.isInside('method') },
  ),
];

/**
 * @param {Draw} draw
 * @returns {Node} A condition that does not decide itself.
 */
const test = (draw) =>
  draw.chance(40)
    ? waiting(draw)
    : leaf(`${draw.value()} ${draw.pick(['===', '!=='])} ${draw.value()}`);

/** @param {Draw} draw @param {() => import('./tree.js').List} body */
const repeated = (draw, body) => draw.within({ inside: ['loop'], deeper: false }, body);

/** @type {readonly Production[]} */
const COMPOUND = [
  production('if', 3, (draw) => statement`if (${test(draw)}) {${block(draw)}}`, { compound: true }),
  production('if-bare', 1, (draw) => statement`if (${test(draw)}) ${waiting(draw)}${END}`),
  production(
    'if-else',
    2,
    (draw) => statement`if (${test(draw)}) {${block(draw)}} else {${block(draw)}}`,
    { compound: true },
  ),
  production(
    'try-catch',
    4,
    (draw) => {
      const caught = draw.name('e');
      const body = block(draw, 3, ['try']);
      const handler = draw.within({}, () => {
        draw.declare(caught);
        return block(draw, 2);
      });
      return statement`try {${body}} catch (${caught}) {${handler}}`;
    },
    { compound: true },
  ),
  production(
    'try-finally',
    2,
    (draw) => statement`try {${block(draw, 3, ['try'])}} finally {${block(draw)}}`,
    { compound: true },
  ),
  production(
    'try-catch-finally',
    2,
    (draw) =>
      statement`try {${block(draw, 3, ['try'])}} catch {${block(draw)}} finally {${block(draw)}}`,
    { compound: true },
  ),
  production('return-waited-in-try', 3, (draw) => {
    const caught = draw.name('e');
    return statement`try { return ${waiting(draw)}${END} } catch (${caught}) { log(at, '${draw.label()}', ${caught})${END} }`;
  }),
  production(
    'for-counter',
    2,
    (draw) => {
      const { name } = later(draw, 'i');
      return draw.within({}, () => {
        draw.declare(name);
        return statement`for (let ${name} = 0; ${name} < 2; ${name}++) {${repeated(draw, () => block(draw))}}`;
      });
    },
    { compound: true },
  ),
  production(
    'for-of',
    2,
    (draw) => {
      const { name } = later(draw, 'x');
      const list = draw.chance(50)
        ? leaf("[1, 'b']")
        : expression`Object.keys(Object(${waiting(draw)}))`;
      return draw.within({}, () => {
        draw.declare(name);
        return statement`for (const ${name} of ${list}) {${repeated(draw, () => block(draw))}}`;
      });
    },
    { compound: true },
  ),
  production(
    'for-in',
    1,
    (draw) => {
      const { name } = later(draw, 'k');
      const object = waiting(draw);
      return draw.within({}, () => {
        draw.declare(name);
        return statement`for (var ${name} in ${object}) {${repeated(draw, () => block(draw))}}`;
      });
    },
    { compound: true },
  ),
  production(
    'while',
    2,
    (draw) => {
      const name = draw.name('n');
      return statement`let ${name} = 2${END}\nwhile (${name}-- > 0) {${repeated(draw, () => block(draw))}}`;
    },
    { compound: true },
  ),
  production(
    'do-while',
    1,
    (draw) => {
      const name = draw.name('n');
      return statement`let ${name} = 2${END}\ndo {${repeated(draw, () => block(draw))}} while (--${name} > 0 && (${waiting(draw)}))`;
    },
    { compound: true },
  ),
  production(
    'labelled-loop',
    1,
    (draw) => {
      const label = draw.name('outer');
      const name = draw.name('n');
      return statement`${label}: for (let ${name} = 0; ${name} < 2; ${name}++) {\n  for (const y of [1, 2]) {\n    if (${waiting(draw)}) ${draw.pick(['continue', 'break'])} ${label}${END}\n    log(at, '${draw.label()}', y)${END}\n  }\n}`;
    },
    { compound: true },
  ),
  production(
    'switch',
    1,
    (draw) => {
      const kept = { inside: ['switch'] };
      const [first, rest] = [
        draw.within(kept, () => block(draw)),
        draw.within(kept, () => block(draw)),
      ];
      return statement`switch (typeof (${waiting(draw)})) {\n  case 'number': {${first}}\n  case typeof (${waiting(draw)}):\n    log(at, '${draw.label()}')${END}\n    break${END}\n  default: {${rest}}\n}`;
    },
    { compound: true },
  ),
  production('block', 1, (draw) => statement`{${block(draw)}}`, { compound: true }),
];

export const STATEMENTS = [...EXPRESSIONS, ...SIMPLE, ...COMPOUND];
