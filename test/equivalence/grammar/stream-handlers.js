import { production } from './draw.js';
import { END, sortOf, statement } from './tree.js';

/**
 * What the listeners of a stream do, beside keeping what it gives.
 *
 * @import { Draw, Production } from './draw.js'
 *
 * @typedef {object} Exits How the function around the listeners ends.
 * @property {(result: string) => string} ok
 * @property {(error: string) => string} failing
 * @property {string} fail What takes an error.
 */

/** @param {Draw} draw */
const logged = (draw) => `log(at, '${draw.label()}', ${draw.value()})`;

/** @param {Draw} draw @returns {string} Something of a chunk that not every chunk has. */
const ofChunk = (draw) =>
  draw.pick([
    `String(chunk).length > ${draw.pick(['10', '12', '100'])}`,
    "String(chunk)[0] === '1'",
    draw.value(),
  ]);

/** @type {readonly Production[]} */
export const CHUNK_STEPS = [
  production(
    'chunk-effect',
    2,
    (draw) => statement`log(at, '${draw.label()}', String(chunk))${END}`,
  ),
  production('chunk-check', 1, (draw) => statement`if (chunk.length > 100) ${logged(draw)}${END}`),
  production('chunk-skipped', 2, (draw) => statement`if (${ofChunk(draw)}) return${END}`),
  production(
    'chunk-skipped-with-effect',
    1,
    (draw) => statement`if (${ofChunk(draw)}) {\n  ${logged(draw)}${END}\n  return${END}\n}`,
  ),
  production(
    'chunk-skipped-with-value',
    1,
    (draw) => statement`if (${ofChunk(draw)}) return ${logged(draw)}${END}`,
    { optional: true },
  ),
  production(
    'chunk-var',
    1,
    (draw) => {
      const name = draw.name('seen');
      return statement`var ${name} = (${name} || 0) + 1${END}\nlog(at, '${draw.label()}', ${name})${END}`;
    },
    { optional: true },
  ),
  production('chunk-constant', 1, (draw) => {
    const name = draw.name();
    const made = statement`const ${name} = [${draw.value()}, String(chunk)]${END}\nlog(at, '${draw.label()}', ${name}.length)${END}`;
    return made;
  }),
  production(
    'chunk-loop',
    1,
    (draw) =>
      statement`for (const part of String(chunk).split(' ')) {\n  if (part === ${draw.pick(["'of'", "'1'"])}) ${draw.pick(['continue', 'break', 'return'])}${END}\n  log(at, '${draw.label()}', part)${END}\n}`,
  ),
  production(
    'chunk-switch',
    1,
    (draw) =>
      statement`switch (String(chunk)[0]) {\n  case '0':\n    ${logged(draw)}${END}\n    break${END}\n  case '1':\n    return${END}\n  default:\n    ${logged(draw)}${END}\n}`,
  ),
  production(
    'chunk-try',
    1,
    (draw) =>
      statement`try {\n  JSON.parse(chunk)${END}\n  ${draw.pick(['return', logged(draw)])}${END}\n} catch (error) {\n  log(at, '${draw.label()}', error.name)${END}\n}`,
  ),
  production(
    'chunk-each',
    1,
    (draw) =>
      statement`[1, 2].forEach((n) => {\n  if (n === 1) return${END}\n  log(at, '${draw.label()}', n, String(chunk))${END}\n})${END}`,
  ),
  production(
    'chunk-written',
    1,
    (draw) =>
      statement`chunk = ${draw.pick(['String(chunk)', "chunk + ''", 'Buffer.from(chunk)'])}${END}`,
    { optional: true },
  ),
  production(
    'chunk-of-this',
    1,
    (draw) => statement`log(at, '${draw.label()}', this === stream)${END}`,
    {
      optional: true,
    },
  ),
  production(
    'chunk-arguments',
    1,
    (draw) => statement`log(at, '${draw.label()}', typeof arguments)${END}`,
    { optional: true },
  ),
  production(
    'chunk-function',
    1,
    (draw) => {
      const name = draw.name('each');
      return statement`function ${name}(part) {\n  return log(at, '${draw.label()}', part)${END}\n}\n${name}(String(chunk))${END}`;
    },
    { optional: true },
  ),
];

/** @param {Exits} exits @returns {readonly Production[]} What may settle before the stream ends. */
export const EARLY_EXITS = ({ ok, failing }) => [
  production(
    'settled-early',
    1,
    (draw) => statement`if (${ofChunk(draw)}) return ${ok("'early'")}${END}`,
    { optional: true },
  ),
  production(
    'failed-early',
    1,
    (draw) => statement`if (${ofChunk(draw)}) ${failing(`new Error('${draw.label()}')`)}${END}`,
    { optional: true },
  ),
];

/** @param {Exits} exits @param {string} result @returns {readonly Production[]} What is done at the end. */
export const ENDS = ({ ok, failing }, result) => [
  production('end-settles', 3, () => statement`${ok(result)}${END}`),
  production('end-logs', 3, (draw) => statement`${logged(draw)}${END}\n${ok(result)}${END}`),
  production(
    'end-checks',
    2,
    (draw) =>
      statement`if (${draw.pick(['!body', draw.value(), 'String(body).length > 30'])}) return ${failing(`new Error('${draw.label()}')`)}${END}\n${ok(result)}${END}`,
  ),
  production(
    'end-chooses',
    1,
    (draw) =>
      statement`if (${draw.value()}) {\n  ${ok(draw.value())}${END}\n} else {\n  ${logged(draw)}${END}\n  ${ok(result)}${END}\n}`,
  ),
  production('end-declares', 1, (draw) => {
    const name = draw.pick(['chunk', 'error', 'value', 'all']);
    return statement`const ${name} = ${result}${END}\nlog(at, '${draw.label()}', ${name})${END}\n${ok(name)}${END}`;
  }),
  production(
    'end-tries',
    1,
    (draw) =>
      statement`let made${END}\ntry {\n  made = JSON.parse(${result})${END}\n} catch (error) {\n  return ${draw.pick([failing('error'), ok('error.name')])}${END}\n}\n${ok('made')}${END}`,
  ),
  production(
    'end-settles-in-try',
    1,
    (draw) =>
      statement`try {\n  ${ok(`[${result}, log(at, '${draw.label()}', 1)]`)}${END}\n} catch (error) {\n  ${failing('error')}${END}\n}`,
    { optional: true },
  ),
  production('end-goes-on', 1, (draw) => statement`${ok(result)}${END}\n${logged(draw)}${END}`, {
    optional: true,
  }),
  production('end-later', 1, () => statement`setImmediate(() => ${ok(result)})${END}`, {
    optional: true,
  }),
];

/** @param {Exits} exits @returns {readonly Production[]} */
export const ERRORS = ({ fail, failing, ok }) => [
  production('error-forwarded', 3, () => sortOf('error')`${fail}`),
  production(
    'error-handler',
    3,
    (draw) =>
      sortOf(
        'error',
      )`(error) => {\n  log(at, '${draw.label()}', error)${END}\n  ${fail}(error)${END}\n}`,
  ),
  production('error-concise', 1, () => sortOf('error')`(e) => ${failing('e')}`),
  production(
    'error-replaced',
    1,
    (draw) => sortOf('error')`() => ${failing(`new Error('${draw.label()}')`)}`,
  ),
  production(
    'error-chosen',
    1,
    (draw) =>
      sortOf(
        'error',
      )`function (chunk) {\n  if (${draw.value()}) return ${failing('chunk')}${END}\n  ${failing(`new TypeError('${draw.label()}')`)}${END}\n}`,
  ),
  production('error-answered', 1, (draw) => sortOf('error')`() => ${ok(draw.value())}`),
];

/** What is set up before a stream is listened to. @type {readonly Production[]} */
export const SET_UP = [
  production('set-encoding', 1, () => statement`stream.setEncoding('utf8')${END}`),
  production('effect-before', 1, (draw) => statement`${logged(draw)}${END}`),
  production('constant-before', 1, (draw) => {
    const name = draw.name('before');
    const made = statement`const ${name} = ${logged(draw)}${END}`;
    draw.declare(name);
    return made;
  }),
];

/** Other uses of the stream, with which `for await` would not be the same. @type {readonly Production[]} */
export const ODD = [
  production(
    'other-listener',
    1,
    (draw) => statement`stream.on('close', () => log(at, '${draw.label()}'))${END}`,
    { optional: true },
  ),
  production('effect-after', 2, (draw) => statement`${logged(draw)}${END}`, { optional: true }),
  production(
    'second-listener',
    1,
    (draw) =>
      statement`stream.on('data', (chunk) => log(at, '${draw.label()}', String(chunk)))${END}`,
    { optional: true },
  ),
  production(
    'destroyed-inside',
    1,
    (draw) =>
      statement`stream.on('data', () => stream.destroy(new Error('${draw.label()}')))${END}`,
    { refused: true },
  ),
  production(
    'paused',
    1,
    (draw) =>
      statement`stream.on('data', () => { stream.pause(); setImmediate(() => stream.resume('${draw.label()}')) })${END}`,
    { refused: true },
  ),
];
