import { production } from './draw.js';
import { CHUNK_STEPS, EARLY_EXITS, ENDS, ERRORS, ODD, SET_UP } from './stream-handlers.js';
import { END, lines, sortOf, statement, unit } from './tree.js';

/**
 * Functions that collect a readable stream by its events. What the stream does is the scenario's
 * affair: chunks one at a time, none, an error before, between or after them.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Exits } from './stream-handlers.js'
 * @import { Language } from './arbitrary.js'
 */

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

/**
 * @param {Draw} draw
 * @param {Exits} exits
 * @returns {List}
 */
function listeners(draw, exits) {
  return draw.within({ only: { variables: ['x', 'y'] } }, () => {
    const { declaration, data, result } = collector(draw);
    const opening = [
      statement`const stream = source(at, '${draw.label()}')${END}`,
      statement`${declaration}${END}`,
      ...(draw.chance(30) ? draw.several(SET_UP, 2) : []),
    ];
    const before = draw.chance(30) ? draw.several([...CHUNK_STEPS, ...EARLY_EXITS(exits)], 2) : [];
    const after = draw.chance(30) ? draw.several([...CHUNK_STEPS, ...EARLY_EXITS(exits)], 2) : [];
    const chunks = lines([...before, statement`${data}${END}`, ...after]);
    const head = draw.pick(['(chunk) => ', 'function (chunk) ']);
    const error = draw.choose(ERRORS(exits));
    const end = lines([draw.choose(ENDS(exits, result))]);
    const events = /** @type {[string, Node][]} */ ([
      [draw.pick(['on', 'addListener']), sortOf('listener')`'data', ${head}{${chunks}}`],
      [draw.pick(['on', 'once']), sortOf('listener')`'error', ${error}`],
      [draw.pick(['on', 'once']), sortOf('listener')`'end', () => {${end}}`],
    ]);
    const order = draw.pick(ORDERS).map((index) => /** @type {[string, Node]} */ (events[index]));
    const heard = draw.chance(20)
      ? [joinedCalls(order)]
      : order.map(([on, given]) => statement`stream.${on}(${given})${END}`);
    const parts = [...opening, ...heard];
    return lines([...parts, ...(draw.chance(10) ? [draw.choose(ODD)] : [])], parts.length);
  });
}

/** In which order the events may be listened to. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [2, 1, 0],
];

/** @param {[string, Node][]} order @returns {Node} `stream.on(…).once(…)` */
const joinedCalls = ([first, second, third]) =>
  statement`stream\n  .${first?.[0] ?? ''}(${first?.[1] ?? ''})\n  .${second?.[0] ?? ''}(${second?.[1] ?? ''})\n  .${third?.[0] ?? ''}(${third?.[1] ?? ''})${END}`;

/** @type {Exits} */
const PROMISE = {
  ok: (result) => `resolve(${result})`,
  failing: (error) => `reject(${error})`,
  fail: 'reject',
};

/** @type {Exits} */
const CALLBACK = {
  ok: (result) => `cb(null, ${result})`,
  failing: (error) => `cb(${error})`,
  fail: 'cb',
};

/** @type {Production[]} */
const UNITS = [
  production('promise-of-stream', 5, (draw) => {
    const name = draw.name('read');
    const body = listeners(draw, PROMISE);
    return {
      ...unit`exports.${name} = function (at, x, y) {\n  return new Promise((resolve, reject) => {${body}})${END}\n}${END}`,
      entries: [{ path: name, call: 'promise' }],
    };
  }),
  production('callback-of-stream', 4, (draw) => {
    const name = draw.name('read');
    const body = listeners(draw, CALLBACK);
    return {
      ...unit`exports.${name} = function (at, x, y, cb) {${body}}${END}`,
      entries: [{ path: name, call: 'callback' }],
    };
  }),
  production('awaited-stream', 3, (draw) => {
    const name = draw.name('read');
    const body = listeners(draw, PROMISE);
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
    ...CHUNK_STEPS,
    ...EARLY_EXITS(PROMISE),
    ...ENDS(PROMISE, ''),
    ...SET_UP,
    ...ERRORS(PROMISE),
    ...ODD,
  ],
};
