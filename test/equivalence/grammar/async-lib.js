import { ERROR_TESTS } from './callback-errors.js';
import { production } from './draw.js';
import { handedOnIteratees, handedOnTasks } from './handed-on.js';
import { END, commas, lines, renamed, sortOf, statement, unit } from './tree.js';

/**
 * Callback functions over caolan's `async`, as versions 1, 2 and 3 have it.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 *
 * @typedef {1 | 2 | 3} Version
 */

const task = sortOf('task');
const iteratee = sortOf('iteratee');

/** @param {Draw} draw */
const logged = (draw) => `log(at, '${draw.label()}', ${draw.value()})`;

/**
 * @param {string} name
 * @param {Production[]} productions
 * @returns {Production[]} Those that are not converted are one production: each by itself is too rare.
 */
function gathered(name, productions) {
  const others = productions.filter(({ refused }) => refused);
  return [
    ...productions.filter(({ refused }) => !refused),
    production(name, 6, (draw) => draw.pick(others).make(draw), { refused: true }),
  ];
}

/**
 * @param {Draw} draw
 * @param {string} next What is called in the place of `cb`.
 * @param {string} [at] Where it stands.
 * @returns {Node} What a callback does with its error.
 */
const errorTest = (draw, next, at = 'at') => {
  const test = draw.choose(ERROR_TESTS);
  const { production, refused } = test;
  return {
    ...renamed(renamed(test, /\bcb\b/gu, next), /\bat(?=[,)])/gu, at),
    production,
    refused,
  };
};

/** @param {string} at @returns {Production[]} A step that takes a callback alone. */
const tasksOn = (at) => [
  production(
    'task-call',
    5,
    (draw) => task`(next) => call(${at}, '${draw.label()}', ${draw.value()}, next)`,
  ),
  production(
    'task-function',
    3,
    (draw) =>
      task`function (next) {\n  call(${at}, '${draw.label()}', ${draw.value()}, function (err, v) {\n    if (err) return next(err)${END}\n    next(null, [v])${END}\n  })${END}\n}`,
  ),
  production(
    'task-at-once',
    2,
    (draw) => task`(next) => next(null, log(${at}, '${draw.label()}', ${draw.value()}))`,
    { optional: true },
  ),
  production(
    'task-deferred',
    1,
    (draw) => task`(next) => setImmediate(() => next(null, ${draw.value()}))`,
  ),
  production('task-error', 2, (draw) => task`(next) => next(new Error('${draw.label()}'))`, {
    optional: true,
  }),
  production(
    'task-errors',
    3,
    (draw) =>
      task`(next) => {\n  call(${at}, '${draw.label()}', ${draw.value()}, (err, v) => {${lines([errorTest(draw, 'next', at)])}  next(null, v)${END}\n  })${END}\n}`,
  ),
  production(
    'task-several-results',
    2,
    (draw) =>
      task`(next) => call(${at}, '${draw.label()}', x, (err, v) => (err ? next(err) : next(null, v, ${draw.value()})))`,
  ),
  ...handedOnTasks(at),
];

/** Steps one after the other. */
const TASKS = tasksOn('at');

/** @param {Draw} draw @param {number} most @returns {Node[]} Steps that start side by side. */
function sideBySide(draw, most) {
  const label = draw.label();
  const count = draw.int(1, most);
  return Array.from({ length: count }, (_, index) =>
    draw.choose(
      tasksOn(`at.fork('${label}', ${index})`).filter(
        ({ name }) => !/^task-(?:function|errors)$/u.test(name),
      ),
    ),
  );
}

/** @param {Draw} draw @param {boolean} isSerial @returns {string} */
const strand = (draw, isSerial) => (isSerial ? 'at' : `at.fork('${draw.label()}', item)`);

/** @param {boolean} isSerial @param {string} [result] @returns {Production[]} A step for each item. */
const iterateesOf = (isSerial, result = 'v') => [
  production(
    'iteratee-call',
    5,
    (draw) =>
      iteratee`(item, next) => call(${strand(draw, isSerial)}, '${draw.label()}', item, next)`,
  ),
  production(
    'iteratee-function',
    3,
    (draw) =>
      iteratee`function (item, next) {\n  call(${strand(draw, isSerial)}, '${draw.label()}', item, (err, v) => {\n    if (err) return next(err)${END}\n    next(null, ${result})${END}\n  })${END}\n}`,
  ),
  production(
    'iteratee-at-once',
    2,
    (draw) =>
      iteratee`(item, next) => next(null, log(${strand(draw, isSerial)}, '${draw.label()}', item))`,
    { optional: true },
  ),
  production('iteratee-errors', 4, (draw) => {
    const own = isSerial ? 'at' : draw.name('own');
    const opening = isSerial ? '' : `\n  const ${own} = ${strand(draw, false)}${END}`;
    return iteratee`(item, next) => {${opening}\n  call(${own}, '${draw.label()}', item, (err, v) => {${lines([errorTest(draw, 'next', own)])}  next(null, ${result})${END}\n  })${END}\n}`;
  }),
  production('iteratee-branches', 2, (draw) => {
    const own = isSerial ? 'at' : draw.name('own');
    const opening = isSerial ? '' : `\n  const ${own} = ${strand(draw, false)}${END}`;
    return iteratee`function (item, next) {${opening}\n  if (item) {\n    call(${own}, '${draw.label()}', item, next)${END}\n  } else {\n    log(${own}, '${draw.label()}', item)${END}\n    call(${own}, '${draw.label()}', ${draw.value()}, (err, v) => (err ? next(err) : next(null, ${result})))${END}\n  }\n}`;
  }),
  ...handedOnIteratees((draw) => strand(draw, isSerial)),
  production(
    'iteratee-passing-error',
    1,
    (draw) =>
      iteratee`(item, next) => {\n  call(${strand(draw, isSerial)}, '${draw.label()}', item, (err, v) => {\n    ${logged(draw)}${END}\n    next(err, ${result})${END}\n  })${END}\n}`,
  ),
];

/** What becomes of the result. @type {Production[]} */
const FINALS = [
  production('final-forwarded', 4, () => sortOf('final')`cb`),
  production(
    'final-handler',
    4,
    (draw) =>
      sortOf(
        'final',
      )`(err, result) => {\n  if (err) return cb(err)${END}\n  ${logged(draw)}${END}\n  cb(null, result)${END}\n}`,
  ),
  production(
    'final-errors',
    4,
    (draw) =>
      sortOf(
        'final',
      )`(err, result) => {${lines([errorTest(draw, 'cb')])}  cb(null, result)${END}\n}`,
  ),
  production(
    'final-nest',
    2,
    (draw) =>
      sortOf(
        'final',
      )`(err, result) => {${lines([errorTest(draw, 'cb')])}  async.mapSeries([1, 2], (item, next) => call(at, '${draw.label()}', item, next), (err, all) => {\n    if (err) return cb(err)${END}\n    cb(null, [result, all])${END}\n  })${END}\n}`,
  ),
  production(
    'final-function',
    2,
    (draw) =>
      sortOf(
        'final',
      )`function (err, result) {\n  log(at, '${draw.label()}', !err)${END}\n  cb(err, result)${END}\n}`,
  ),
];

/** @param {Draw} draw */
const final = (draw) => draw.choose(FINALS);

/** @param {Draw} draw */
const items = (draw) => draw.pick(['[0, 1, 2]', '[3, 4]', '[]', 'Object.keys(Object(y))']);

/**
 * @param {string} method
 * @param {boolean} isSerial
 * @param {{ limit?: boolean, result?: string }} [form]
 * @returns {Production} `async.method(items, iteratee, done)`
 */
const collection = (method, isSerial, { limit = false, result } = {}) =>
  production(
    method,
    2,
    (draw) =>
      statement`async.${method}(${items(draw)}, ${limit ? `${draw.int(1, 3)}, ` : ''}${draw.choose(iterateesOf(isSerial, result))}, ${final(draw)})${END}`,
  );

/** @param {Version} version @returns {Production[]} */
const callsOf = (version) =>
  gathered('call-unconverted', [
    production(
      'series',
      4,
      (draw) => statement`async.series([${commas(draw.several(TASKS, 3))}], ${final(draw)})${END}`,
    ),
    production(
      'series-object',
      2,
      (draw) =>
        statement`async.series({ a: ${draw.choose(TASKS)}, b: ${draw.choose(TASKS)} }, ${final(draw)})${END}`,
    ),
    production(
      'parallel',
      4,
      (draw) => statement`async.parallel([${commas(sideBySide(draw, 3))}], ${final(draw)})${END}`,
    ),
    production(
      'parallel-limit',
      6,
      (draw) =>
        statement`async.parallelLimit([${commas(sideBySide(draw, 3))}], 2, ${final(draw)})${END}`,
    ),
    production(
      'waterfall',
      4,
      (draw) =>
        statement`async.waterfall([(next) => call(at, '${draw.label()}', x, next), (v, next) => call(at, '${draw.label()}', v, next), (v, next) => next(null, [v, ${draw.value()}])], ${final(draw)})${END}`,
    ),
    collection('each', false),
    collection('forEach', false),
    collection('eachSeries', true),
    collection('eachLimit', false, { limit: true }),
    collection('map', false),
    collection('mapSeries', true),
    collection('mapLimit', false, { limit: true }),
    production(
      'each-of',
      6,
      (draw) =>
        statement`async.${version === 1 ? 'forEachOf' : 'eachOf'}({ a: 1, b: 2 }, (item, key, next) => call(at.fork('${draw.label()}', item), '${draw.label()}', key, next), ${final(draw)})${END}`,
    ),
    ...(version === 1
      ? []
      : ['filter', 'some', 'every', 'detect'].map((method) =>
          collection(method, false, { result: 'Boolean(v)' }),
        )),
    production(
      'reduce',
      6,
      (draw) =>
        statement`async.reduce(${items(draw)}, [], (sum, item, next) => call(at, '${draw.label()}', sum, item, next), ${final(draw)})${END}`,
    ),
    production(
      'times',
      6,
      (draw) =>
        statement`async.times(2, (item, next) => call(at.fork('${draw.label()}', item), '${draw.label()}', item, next), ${final(draw)})${END}`,
    ),
    production(
      'times-series',
      6,
      (draw) =>
        statement`async.timesSeries(2, (item, next) => call(at, '${draw.label()}', item, next), ${final(draw)})${END}`,
    ),
    production(
      'whilst',
      2,
      (draw) =>
        statement`let n = 0${END}\nasync.whilst(${version === 3 ? '(test) => test(null, n < 2)' : '() => n < 2'}, (next) => {\n  n++${END}\n  call(at, '${draw.label()}', n, next)${END}\n}, ${final(draw)})${END}`,
    ),
    production(
      'retry',
      6,
      (draw) =>
        statement`async.retry(2, (next) => call(at, '${draw.label()}', x, next), ${final(draw)})${END}`,
    ),
    production(
      'parallel-object',
      2,
      (draw) =>
        statement`async.parallel({ a: ${draw.choose(tasksOn(`at.fork('${draw.label()}', 0)`))}, b: ${draw.choose(tasksOn(`at.fork('${draw.label()}', 1)`))} }, ${final(draw)})${END}`,
    ),
    production(
      'waterfall-several-results',
      2,
      (draw) =>
        statement`async.waterfall([(next) => call(at, '${draw.label()}', x, (err, v) => next(err, v, ${draw.value()})), (v, w, next) => call(at, '${draw.label()}', [v, w], (err, u) => next(err, u, w))], ${final(draw)})${END}`,
    ),
    production(
      'each-of-limit',
      2,
      (draw) =>
        statement`async.${version === 1 ? 'forEachOfLimit' : 'eachOfLimit'}({ a: 1, b: 2, c: 3 }, 2, (item, key, next) => call(at.fork('${draw.label()}', item), '${draw.label()}', key, next), ${final(draw)})${END}`,
    ),
    production(
      'each-of-series',
      2,
      (draw) =>
        statement`async.${version === 1 ? 'forEachOfSeries' : 'eachOfSeries'}(['a', 'b'], (item, key, next) => call(at, '${draw.label()}', [item, key], next), ${final(draw)})${END}`,
    ),
    production(
      'reduce-right',
      2,
      (draw) =>
        statement`async.reduceRight(${items(draw)}, [], (sum, item, next) => call(at, '${draw.label()}', [sum, item], next), ${final(draw)})${END}`,
    ),
    production(
      'times-limit',
      2,
      (draw) =>
        statement`async.timesLimit(3, 2, (item, next) => call(at.fork('${draw.label()}', item), '${draw.label()}', item, next), ${final(draw)})${END}`,
    ),
    production(
      'do-whilst',
      2,
      (draw) =>
        statement`let n = 0${END}\nasync.doWhilst((next) => {\n  n++${END}\n  call(at, '${draw.label()}', n, next)${END}\n}, ${version === 3 ? '(v, test) => test(null, n < 2)' : '(v) => n < 2'}, ${final(draw)})${END}`,
    ),
    production(
      'retry-interval',
      1,
      (draw) =>
        statement`async.retry({ times: 2, interval: 1 }, (next) => call(at, '${draw.label()}', x, next), ${final(draw)})${END}`,
    ),
    production(
      'results-of-a-function',
      3,
      (draw) =>
        statement`async.${draw.pick(['series', 'parallel'])}([(next) => both(${draw.value()}, next)], ${final(draw)})${END}\nfunction both(item, next) {\n  call(at, '${draw.label()}', item, (err, v) => (err ? next(err) : next(null, v, [item])))${END}\n}`,
    ),
    production(
      'named-iteratee',
      3,
      (draw) =>
        statement`async.eachSeries(${items(draw)}, save, ${final(draw)})${END}\nfunction save(item, next) {\n  call(at, '${draw.label()}', item, (err) => next(err))${END}\n}`,
    ),
    ...(version === 1
      ? []
      : [
          production(
            'modular',
            2,
            (draw) =>
              statement`require('async/mapSeries')(${items(draw)}, (item, next) => call(at, '${draw.label()}', item, next), ${final(draw)})${END}`,
          ),
          ...['someSeries', 'everySeries', 'detectSeries', 'filterSeries', 'rejectSeries'].map(
            (method) => collection(method, true, { result: 'Boolean(v)' }),
          ),
          ...['filterLimit', 'rejectLimit'].map((method) =>
            collection(method, false, { limit: true, result: 'Boolean(v)' }),
          ),
        ]),
    production(
      'set-immediate',
      1,
      (draw) => statement`async.setImmediate(() => cb(null, ${draw.value()}))${END}`,
    ),
    production(
      'queue',
      6,
      (draw) =>
        statement`const q = async.queue((item, next) => call(at, '${draw.label()}', item, next), 1)${END}\nq.push(1, cb)${END}`,
      { refused: true },
    ),
    production(
      'auto',
      6,
      (draw) => statement`async.auto({ a: (next) => call(at, '${draw.label()}', next) }, cb)${END}`,
      { refused: true },
    ),
    ...(version === 3
      ? [
          production(
            'async-iteratee',
            2,
            (draw) =>
              statement`async.mapSeries(${items(draw)}, async (item) => op(at, '${draw.label()}', item), ${final(draw)})${END}`,
          ),
          production(
            'async-task',
            5,
            (draw) =>
              statement`async.series([async () => op(at, '${draw.label()}'), ${draw.choose(TASKS)}], ${final(draw)})${END}`,
          ),
        ]
      : []),
  ]);

/** @type {Production[]} */
const BEFORE = [
  production('effect-before', 2, (draw) => statement`${logged(draw)}${END}`),
  production(
    'check-before',
    1,
    (draw) => statement`if (x === ${draw.value()}) return cb(new Error('${draw.label()}'))${END}`,
  ),
];

/** @param {Version} version @returns {Production[]} */
const unitsOf = (version) => {
  const calls = callsOf(version);
  /** @param {Draw} draw */
  const body = (draw) =>
    draw.within(
      { only: { variables: ['x', 'y'], mutables: [], depth: 0, inside: new Set() } },
      () => lines([...(draw.chance(40) ? draw.several(BEFORE, 2) : []), draw.choose(calls)]),
    );
  return [
    production('function', 5, (draw) => {
      const name = draw.name('run');
      return {
        ...unit`exports.${name} = function (at, x, y, cb) {${body(draw)}}${END}`,
        entries: [{ path: name, call: 'callback' }],
      };
    }),
    production('declaration', 3, (draw) => {
      const name = draw.name('run');
      return {
        ...unit`function ${name}(at, x, y, cb) {${body(draw)}}\nexports.${name} = ${name}${END}`,
        entries: [{ path: name, call: 'callback' }],
      };
    }),
    ...(version === 3
      ? [
          production('promise-of-async', 2, (draw) => {
            const name = draw.name('run');
            const method = draw.pick(['mapSeries', 'eachSeries']);
            return {
              ...unit`exports.${name} = function (at, x, y) {\n  return async.${method}(${items(draw)}, ${draw.choose(iterateesOf(true))})${END}\n}${END}`,
              entries: [{ path: name, call: 'promise' }],
            };
          }),
        ]
      : []),
  ];
};

const HEADER = sortOf(
  'header',
)`const async = require('async')${END}\nconst { op, call, log } = require('./operations')${END}\n`;

/**
 * @param {Version} version
 * @param {Record<string, string>} [options]
 * @returns {Language}
 */
const asyncLanguage = (version, options = {}) => ({
  name: [
    `async-${version}`,
    ...Object.entries(options).map(([key, value]) => `--${key}=${value}`),
  ].join(' '),
  codemod: 'async-lib-to-async',
  weight: 1,
  options: { 'async-version': String(version), callbacks: './operations.call', ...options },
  asyncVersion: version,
  rounds: 10,
  callsBackLater: true,
  faults: ['reject', 'reject', 'never'],
  program: (draw) => ({ header: HEADER, units: draw.several(unitsOf(version), 2) }),
  productions: [
    ...unitsOf(version),
    ...callsOf(version),
    ...BEFORE,
    ...TASKS,
    ...iterateesOf(true),
    ...FINALS,
    ...ERROR_TESTS,
  ],
});

/** @type {readonly Version[]} */
const VERSIONS = [1, 2, 3];

export const ASYNC_LANGUAGES = VERSIONS.flatMap((version) => [
  asyncLanguage(version),
  asyncLanguage(version, { accept: 'timing-unobservable' }),
]);
