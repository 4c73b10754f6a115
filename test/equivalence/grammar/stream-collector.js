import { production } from './draw.js';
import { END, lines, sortOf, statement, unit } from './tree.js';

/**
 * Functions that collect a readable stream by its events. What the stream does is the scenario's
 * affair: chunks one at a time, none, an error before, between or after them.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 */

/** @param {Draw} draw */
const logged = (draw) => `log(at, '${draw.label()}', ${draw.value()})`;

/** How the chunks are kept: what is declared, what a chunk does, what comes of it. */
const COLLECTORS = /** @type {const} */ ([
  ['into-string', "let body = ''", 'body += chunk', 'body'],
  ['into-array', 'const body = []', 'body.push(chunk)', 'body'],
  [
    'into-buffer',
    'const body = []',
    'body.push(Buffer.from(chunk))',
    'Buffer.concat(body).toString()',
  ],
  ['into-count', 'let body = 0', 'body += chunk.length', 'body'],
  ['into-json', "let body = ''", 'body += chunk', 'JSON.parse(JSON.stringify(body))'],
]);

/**
 * @param {Draw} draw
 * @returns {{ declaration: string, data: Node, result: string }}
 */
function collector(draw) {
  const [, declaration, keep, result] = draw.pick(COLLECTORS);
  const chosen = draw.choose(
    COLLECTORS.filter((each) => each[1] === declaration && each[2] === keep).map(([name]) =>
      production(name, 1, () => sortOf('keep')`${keep}`),
    ),
  );
  return { declaration, data: chosen, result };
}

/** @type {Production[]} */
const EXTRAS = [
  production(
    'chunk-effect',
    2,
    (draw) => statement`log(at, '${draw.label()}', String(chunk))${END}`,
  ),
  production('chunk-check', 1, (draw) => statement`if (chunk.length > 100) ${logged(draw)}${END}`),
];

/**
 * @param {Draw} draw
 * @param {{ ok: string, fail: string }} exits
 * @returns {List}
 */
function listeners(draw, { ok, fail }) {
  const { declaration, data, result } = collector(draw);
  const stream = `source(at, '${draw.label()}')`;
  const extra = draw.chance(40) ? draw.several(EXTRAS, 1) : [];
  const on = draw.pick(['on', 'addListener']);
  const parts = [
    statement`const stream = ${stream}${END}`,
    statement`${declaration}${END}`,
    ...(draw.chance(20) ? [draw.choose(SET_UP)] : []),
    statement`stream.${on}('data', ${draw.pick(['(chunk) => ', 'function (chunk) '])}{${lines([statement`${data}${END}`, ...extra])}})${END}`,
    statement`stream.on('error', ${draw.choose(ERRORS(fail))})${END}`,
    statement`stream.${draw.pick(['on', 'once'])}('end', () => {${lines([statement`${logged(draw)}${END}`])}${ok.replace('RESULT', result)}${END} })${END}`,
  ];
  return lines([...parts, ...(draw.chance(10) ? [draw.choose(ODD)] : [])], parts.length);
}

/** @type {Production[]} */
const SET_UP = [production('set-encoding', 1, () => statement`stream.setEncoding('utf8')${END}`)];

/** @param {string} fail @returns {Production[]} */
const ERRORS = (fail) => [
  production('error-forwarded', 3, () => sortOf('error')`${fail}`),
  production(
    'error-handler',
    3,
    (draw) =>
      sortOf(
        'error',
      )`(error) => {\n  log(at, '${draw.label()}', error)${END}\n  ${fail}(error)${END}\n}`,
  ),
];

/** Other uses of the stream, with which `for await` would not be the same. @type {Production[]} */
const ODD = [
  production(
    'other-listener',
    1,
    (draw) => statement`stream.on('close', () => log(at, '${draw.label()}'))${END}`,
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

/** @type {Production[]} */
const UNITS = [
  production('promise-of-stream', 5, (draw) => {
    const name = draw.name('read');
    const body = listeners(draw, { ok: 'resolve(RESULT)', fail: 'reject' });
    return {
      ...unit`exports.${name} = function (at, x, y) {\n  return new Promise((resolve, reject) => {${body}})${END}\n}${END}`,
      entries: [{ path: name, call: 'promise' }],
    };
  }),
  production('callback-of-stream', 4, (draw) => {
    const name = draw.name('read');
    const body = listeners(draw, { ok: 'cb(null, RESULT)', fail: 'cb' });
    return {
      ...unit`exports.${name} = function (at, x, y, cb) {${body}}${END}`,
      entries: [{ path: name, call: 'callback' }],
    };
  }),
  production('awaited-stream', 3, (draw) => {
    const name = draw.name('read');
    const body = listeners(draw, { ok: 'resolve(RESULT)', fail: 'reject' });
    return {
      ...unit`exports.${name} = async function (at, x, y) {\n  const all = await new Promise((resolve, reject) => {${body}})${END}\n  return log(at, '${draw.label()}', all)${END}\n}${END}`,
      entries: [{ path: name, call: 'promise' }],
    };
  }),
];

const HEADER = sortOf(
  'header',
)`const { Readable } = require('stream')${END}\nconst { source: open, log } = require('./operations')${END}\nconst source = (at, label) => Readable.from(open(at, label))${END}\n`;

/** @type {Language} */
export const streamCollector = {
  name: 'stream-collector',
  codemod: 'stream-events-to-for-await',
  weight: 1,
  options: {},
  rounds: 10,
  faults: ['reject', 'reject-at-once'],
  program: (draw) => ({ header: HEADER, units: draw.several(UNITS, 2) }),
  productions: [
    ...UNITS,
    ...COLLECTORS.map(([name]) => production(name, 1, () => sortOf('keep')`${name}`)),
    ...EXTRAS,
    ...SET_UP,
    ...ERRORS(''),
    ...ODD,
  ],
};
