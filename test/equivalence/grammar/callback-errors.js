import { production } from './draw.js';
import { END, statement } from './tree.js';

/**
 * What a node-style callback does with its error before it goes on.
 *
 * @import { Draw, Production } from './draw.js'
 */

/** @param {Draw} draw */
const logged = (draw) => `log(at, '${draw.label()}', ${draw.value()})`;

/** @param {Draw} draw @returns {string} What an error of `call` may have as its `code`. */
export const codeOf = (draw) => draw.pick(["'E1'", "'E2'", 'undefined']);

/** @param {Draw} draw @returns {string} A test that only some errors pass. */
const chosen = (draw) => `err && err.code ${draw.pick(['===', '!=='])} ${codeOf(draw)}`;

/** @param {Draw} draw @returns {string} How a callback may end. */
const ended = (draw) =>
  draw.pick([
    'return cb(err)',
    'return void cb(err)',
    `return log(at, '${draw.label()}', err), cb(err)`,
    `return cb(null, ${draw.value()})`,
    `return cb(new Error('${draw.label()}'))`,
    'return cb()',
  ]);

/** @type {readonly Production[]} */
export const ERROR_TESTS = [
  production('return-error', 6, () => statement`if (err) return cb(err)${END}`),
  production('return-error-by-call', 1, () => statement`if (err) return cb.call(null, err)${END}`),
  production('return-error-block', 2, () => statement`if (err) {\n  return cb(err)${END}\n}`),
  production(
    'error-then-return',
    2,
    () => statement`if (err) {\n  cb(err)${END}\n  return${END}\n}`,
  ),
  production(
    'error-logged',
    2,
    (draw) =>
      statement`if (err) {\n  log(at, '${draw.label()}', err)${END}\n  return cb(err)${END}\n}`,
  ),
  production(
    'error-wrapped',
    1,
    (draw) => statement`if (err) return cb(new Error('${draw.label()}'))${END}`,
  ),
  production(
    'error-replaced',
    2,
    (draw) => statement`if (err) return cb(null, ${draw.value()})${END}`,
  ),
  production('error-chosen', 2, (draw) => statement`if (${chosen(draw)}) ${ended(draw)}${END}`),
  production(
    'error-chosen-by-label',
    1,
    (draw) => statement`if (err && err.code !== '${draw.label()}') return cb(err)${END}`,
  ),
  production(
    'error-chosen-and-logged',
    2,
    (draw) => statement`if (${chosen(draw)}) {\n  ${logged(draw)}${END}\n  ${ended(draw)}${END}\n}`,
  ),
  production(
    'error-chosen-goes-on',
    1,
    (draw) => statement`if (${chosen(draw)}) {\n  log(at, '${draw.label()}', err)${END}\n}`,
  ),
  production(
    'error-ladder',
    2,
    (draw) =>
      statement`if (${chosen(draw)}) ${ended(draw)}${END}\nif (err) {\n  ${logged(draw)}${END}\n  ${ended(draw)}${END}\n}`,
  ),
  production(
    'error-ladder-of-three',
    1,
    (draw) =>
      statement`if (${chosen(draw)}) {\n  ${ended(draw)}${END}\n}\nif (${chosen(draw)}) ${ended(draw)}${END}\nif (err) ${ended(draw)}${END}`,
  ),
  production(
    'error-else-if',
    1,
    (draw) =>
      statement`if (${chosen(draw)}) {\n  ${ended(draw)}${END}\n} else if (err) {\n  ${logged(draw)}${END}\n  ${ended(draw)}${END}\n}`,
  ),
  production(
    'error-else-if-goes-on',
    1,
    (draw) =>
      statement`if (${chosen(draw)}) {\n  ${logged(draw)}${END}\n} else if (err) {\n  ${logged(draw)}${END}\n  ${draw.pick([`${ended(draw)}${END}`, ''])}\n}`,
  ),
  production(
    'error-ladder-of-else',
    1,
    (draw) =>
      statement`if (${chosen(draw)}) ${ended(draw)}${END}\nelse if (${chosen(draw)}) {\n  ${ended(draw)}${END}\n} else if (err) ${ended(draw)}${END}`,
  ),
  production(
    'error-chosen-inside',
    1,
    (draw) =>
      statement`if (err) {\n  if (err.code === ${codeOf(draw)}) ${ended(draw)}${END}\n  ${logged(draw)}${END}\n  ${ended(draw)}${END}\n}`,
  ),
  production(
    'error-chosen-inside-goes-on',
    1,
    (draw) =>
      statement`if (err) {\n  if (err.code !== ${codeOf(draw)}) ${ended(draw)}${END}\n  log(at, '${draw.label()}', err)${END}\n}`,
  ),
  production(
    'error-switch',
    4,
    (draw) =>
      statement`if (err) {\n  switch (err.code) {\n    case ${codeOf(draw)}:\n      ${ended(draw)}${END}\n    default:\n      ${ended(draw)}${END}\n  }\n}`,
    { optional: true },
  ),
  production('error-made', 1, (draw) => {
    const test = draw.value();
    return statement`if (!err && !${test}) err = new Error('${draw.label()}')${END}\nif (err) ${ended(draw)}${END}`;
  }),
  production(
    'error-taken-back',
    2,
    (draw) =>
      statement`if (${chosen(draw)}) err = ${draw.pick(['null', 'undefined', `new Error('${draw.label()}')`])}${END}\nif (err) ${ended(draw)}${END}`,
    { optional: true },
  ),
  production(
    'error-named',
    1,
    (draw) =>
      statement`if (err) {\n  Object(err).note = ${draw.value()}${END}\n  log(at, '${draw.label()}', err.note)${END}\n  ${ended(draw)}${END}\n}`,
  ),
  production('error-made-sometimes', 1, (draw) => {
    const name = draw.name('failed');
    const [isAsked, isMade] = [draw.value(), `${draw.pick(['', '!'])}${draw.value()}`];
    const made = `new Error('${draw.label()}')`;
    const declared = draw.pick([
      `let ${name}${END}\n  if (${isMade}) ${name} = ${made}`,
      `if (${isMade}) var ${name} = ${made}`,
      `const { ${name} } = new Object({ ${name}: ${isMade} ? ${made} : null })`,
    ]);
    return statement`if (err) return cb(err)${END}\nif (${isAsked}) {\n  ${declared}${END}\n  return cb(${name})${END}\n}`;
  }),
  production('error-noted', 1, (draw) => {
    // Whether an error that is not there is `null` is no matter (`callback-arguments`).
    const name = draw.name('failed');
    return statement`const ${name} = ${draw.pick(['!!err', 'err || 0', 'err ? err.code : 0', 'err ? 1 : 0'])}${END}\nlog(at, '${draw.label()}', ${name})${END}`;
  }),
  production(
    'error-thrown',
    6,
    (draw) =>
      statement`try {\n  if (err) throw err${END}\n  ${logged(draw)}${END}\n} catch (e) {\n  log(at, '${draw.label()}', e)${END}\n  return cb(e)${END}\n}`,
    { optional: true },
  ),
  production(
    'step-that-throws',
    1,
    (draw) =>
      statement`if (err) ${ended(draw)}${END}\ntry {\n  log(at, '${draw.label()}', (${draw.value()}).length)${END}\n} catch (e) {\n  return cb(${draw.pick(['e', 'null, e.name'])})${END}\n}`,
  ),
  production('step-that-sets', 1, (draw) => {
    const name = draw.name('set');
    const again = draw.pick(['', `${name} = [${name}]${END}\n`]);
    const first = draw.pick([`(${draw.value()}).length`, `[${name}]`, `${draw.value()}`]);
    return statement`if (err) ${ended(draw)}${END}\nlet ${name}${END}\ntry {\n  ${name} = ${first}${END}\n} catch (e) {\n  return cb(e)${END}\n}\n${again}log(at, '${draw.label()}', ${name})${END}`;
  }),
  production('error-not-null', 1, () => statement`if (err != null) return cb(err)${END}`),
  production('error-ignored', 1, (draw) => statement`log(at, '${draw.label()}', !err)${END}`),
];
