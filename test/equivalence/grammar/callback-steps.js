import { production } from './draw.js';
import { END, statement } from './tree.js';

/**
 * What stands between the calls of a function that takes a node-style callback, and what it may call.
 *
 * @import { Draw, Production } from './draw.js'
 *
 * @typedef {object} Names
 * @property {string[]} later Functions above that take a callback last, and call it in a later tick. One
 *   that ends in a comma has its arguments already.
 * @property {string[]} soon Those that may call it before they return, but do not throw.
 * @property {Set<string>} loose Those functions that do not call back once, with an error or one result.
 * @property {Set<'calls' | 'throws' | 'loose'>} traits What the function may do that is being written:
 *   call back or throw before it returns, and whether it is loose.
 * @property {boolean} anyTick Whether callbacks are called in the first tick as in a later one.
 * @property {number} share How many of the calls are of such functions, in percent.
 * @property {readonly Production[]} steps What may stand between two calls in this grammar alone.
 * @property {readonly Production[]} tails How a path may come to its end in this grammar alone.
 * @property {readonly Production[]} results With which results it may come to its end in this grammar alone.
 */

/** Inside a callback that runs in a later tick. */
export const LATER = 'later';

/** @param {Draw} draw */
export const logged = (draw) => `log(at, '${draw.label()}', ${draw.value()})`;

/** What happens between two calls, at once. @type {Production[]} */
export const STEPS = [
  production('effect', 5, (draw) => statement`${logged(draw)}${END}`),
  production(
    'effect-of-list',
    1,
    (draw) => statement`[1].forEach((z) => log(at, '${draw.label()}', z))${END}`,
  ),
  production('constant', 2, (draw) => {
    const name = draw.name();
    const made = statement`const ${name} = ${draw.chance(50) ? logged(draw) : draw.value()}${END}`;
    draw.declare(name);
    return made;
  }),
  production(
    'var',
    1,
    (draw) =>
      statement`var count = (count || 0) + 1${END}\nlog(at, '${draw.label()}', count)${END}`,
  ),
  production(
    'if-effect',
    1,
    (draw) => statement`if (${draw.value()}) {\n  ${logged(draw)}${END}\n}`,
  ),
  production(
    'loop-effect',
    1,
    (draw) => statement`for (const item of [1, 2]) log(at, '${draw.label()}', item)${END}`,
  ),
  production('closure', 1, (draw) => {
    const name = draw.name('f');
    return statement`const ${name} = (z) => log(at, '${draw.label()}', z, ${draw.value()})${END}\n${name}(2)${END}`;
  }),
  production('comment', 1, (draw) => statement`// ${draw.name('c')}\n${logged(draw)}${END}`),
  production('assignment', 1, (draw) => statement`x = ${draw.value()}${END}`),
];

/** @param {Draw} draw @param {Names} names @returns {string} An argument that throws where a value is missing. */
const throwing = (draw, names) => {
  names.traits.add('throws');
  const size = `(${draw.value()}).length`;
  return draw.pick([size, `{ size: ${size} }`, `log(at, '${draw.label()}', ${size})`]);
};

/** @param {Draw} draw @param {Names} names @returns {string} */
const argument = (draw, names) => (draw.chance(8) ? throwing(draw, names) : draw.value());

/** @param {Draw} draw @param {Names} names @returns {string} A call that lacks its callback. */
export const callee = (draw, names) => {
  const isLater = draw.isInside(LATER);
  // What may call back at once can only be waited for where a tick has passed.
  const functions = isLater || draw.chance(5) ? [...names.later, ...names.soon] : names.later;
  if (functions.length > 0 && draw.chance(names.share)) {
    const name = draw.pick(functions);
    if (!isLater && names.soon.includes(name)) names.traits.add('calls');
    if (names.loose.has(name)) names.traits.add('loose');
    return name.endsWith(', ') ? name : `${name}(at, ${argument(draw, names)}, 1, `;
  }
  return `call(at, '${draw.label()}', ${argument(draw, names)}, `;
};

/** @param {Draw} draw */
export const when = (draw) => draw.isInside(LATER);

/**
 * @param {Production} made
 * @returns {Production[]} The same for where a tick has passed, and for where a function begins: there
 *   it may stay as it is, since nothing waits, or the callback may run before the function returns.
 */
export const laterAndFirst = (made) => [
  { ...made, when },
  {
    ...made,
    name: `${made.name}-first`,
    weight: 1,
    optional: true,
    when: (draw) => !draw.isInside(LATER),
  },
];
