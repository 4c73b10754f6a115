import { production } from './draw.js';
import { END, sortOf, statement } from './tree.js';

/**
 * Values that somebody hands on as they are, and who waits for them would not get: queries, which note when they
 * start, objects with a `then` and promises. What `./operations` gives is an unknown call; where the report names
 * `result-is-no-promise`, its queries are plain objects.
 *
 * @import { Draw, Production } from './draw.js'
 */

/** @param {Draw} draw @param {string} [at] @returns {string} */
export const handedOn = (draw, at = 'at') => {
  const value = draw.value();
  const known = [
    `require('knex')({ log, at: ${at} })('${draw.label()}').where(${value})`,
    `Promise.resolve(${value})`,
    `(async () => ${value})()`,
    `{ then: (go) => go(log(${at}, '${draw.label()}', ${value})) }`,
  ];
  const unknown = `require('./operations').query(${at}, '${draw.label()}', ${value})`;
  return draw.chance(40) ? unknown : draw.pick(known);
};

/** Whether it is converted or refused: what it does decides. */
const EITHER = { optional: true };

/**
 * How a path of a callback function ends with one.
 *
 * @param {(draw: Draw) => boolean} when
 * @param {number} [weight]
 * @returns {Production[]}
 */
export const handedOnTails = (when, weight = 1) => [
  production('handed-on', 2 * weight, (draw) => statement`cb(null, ${handedOn(draw)})${END}`, {
    ...EITHER,
    when,
  }),
  production(
    'handed-on-held',
    weight,
    (draw) => {
      const name = draw.name('held');
      return statement`const ${name} = ${handedOn(draw)}${END}\nreturn cb(null, ${name})${END}`;
    },
    { ...EITHER, when },
  ),
  production(
    'handed-on-in-list',
    weight,
    (draw) => statement`cb(null, [${handedOn(draw)}])${END}`,
    {
      ...EITHER,
      when,
    },
  ),
  production(
    'handed-on-put-off',
    weight,
    (draw) => statement`process.nextTick(cb, null, ${handedOn(draw)})${END}`,
    { ...EITHER, when },
  ),
  production(
    'handed-on-at-times',
    weight,
    (draw) => statement`cb(null, ${draw.value()} ? ${handedOn(draw)} : ${draw.value()})${END}`,
    { ...EITHER, when },
  ),
];

/** @param {string} at @returns {Production[]} A step of `async` that calls back with one. */
export const handedOnTasks = (at) => [
  production(
    'task-handed-on',
    3,
    (draw) =>
      sortOf(
        'task',
      )`(next) => call(${at}, '${draw.label()}', ${draw.value()}, (err, v) => (err ? next(err) : next(null, ${handedOn(draw)})))`,
    EITHER,
  ),
];

/** @param {(draw: Draw) => string} strand @returns {Production[]} An iteratee of `async` that does. */
export const handedOnIteratees = (strand) => [
  production(
    'iteratee-handed-on',
    3,
    (draw) =>
      sortOf(
        'iteratee',
      )`function (item, next) {\n  call(${strand(draw)}, '${draw.label()}', item, (err, v) => {\n    if (err) return next(err)${END}\n    next(null, ${handedOn(draw)})${END}\n  })${END}\n}`,
    EITHER,
  ),
];
