import { production } from './draw.js';
import { at } from './handlers.js';
import { chainLanguage } from './promise-chain.js';
import { END, sortOf } from './tree.js';

/**
 * Functions over bluebird's statics and instance methods.
 *
 * @import { Draw, Production } from './draw.js'
 */

const head = sortOf('head');
const link = sortOf('link');

/** @param {Draw} draw @returns {string} An operation that gives a promise, native or of bluebird. */
const operation = (draw) =>
  `${draw.pick(['blue', 'op'])}(${at(draw)}, '${draw.label()}', ${draw.value()})`;

/**
 * @param {Draw} draw
 * @returns {[string, string]} Operations of one kind: which of two kinds is the first that settles, or
 *   fails, is a matter of microticks.
 */
const pair = (draw) => {
  const kind = draw.pick(['blue', 'op']);
  const one = () => `${kind}(${at(draw)}, '${draw.label()}', ${draw.value()})`;
  return [one(), one()];
};

/** @param {Draw} draw */
const alike = (draw) => pair(draw).join(', ');

/** @param {Draw} draw @returns {string} A function over elements that run side by side. */
const mapper = (draw) => {
  const label = draw.label();
  return draw.pick([
    `(v, i) => op(${at(draw)}.fork('${label}', i), 'each', v)`,
    `(v, i) => blue(${at(draw)}.fork('${label}', i), 'each', v, i)`,
    `(v) => [v]`,
    `(v, i, length) => length - i`,
  ]);
};

/** @param {Draw} draw @returns {string} A function over elements that run one after the other. */
const step = (draw) =>
  draw.pick([
    `(v, i) => op(${at(draw)}, '${draw.label()}', v, i)`,
    `(v) => log(${at(draw)}, '${draw.label()}', v)`,
    `function (v) { return blue(${at(draw)}, '${draw.label()}', v); }`,
  ]);

/**
 * @param {Draw} draw
 * @returns {string} A time that hardly anything else in the program takes: which of two timers that
 *   end together was the first to start is a matter of microticks.
 */
const ownTime = (draw) => String(4 + (Number(draw.label().slice(1)) % 36));

/** @param {Draw} draw @returns {string} What a static or a method goes over. */
const list = (draw) =>
  draw.pick([
    `[${draw.value()}, 1, 2]`,
    `[${operation(draw)}, 1]`,
    `[]`,
    `blue(${at(draw)}, '${draw.label()}').then((v) => [v, 1])`,
  ]);

/** @type {Production[]} */
const HEADS = [
  production('bluebird-resolve', 1, (draw) => head`Promise.resolve(${operation(draw)})`),
  production(
    'bluebird-reject',
    1,
    (draw) => head`Promise.reject(new TypeError('${draw.label()}'))`,
  ),
  production('bluebird-map', 3, (draw) => head`Promise.map(${list(draw)}, ${mapper(draw)})`),
  production(
    'bluebird-map-one-by-one',
    1,
    (draw) => head`Promise.map(${list(draw)}, ${mapper(draw)}, { concurrency: 1 })`,
  ),
  production(
    'bluebird-map-limited',
    1,
    (draw) => head`Promise.map([1, 2, 3], ${mapper(draw)}, { concurrency: 2 })`,
  ),
  production(
    'bluebird-map-series',
    2,
    (draw) => head`Promise.mapSeries(${list(draw)}, ${step(draw)})`,
  ),
  production('bluebird-each', 2, (draw) => head`Promise.each(${list(draw)}, ${step(draw)})`),
  production('bluebird-filter', 1, (draw) => head`Promise.filter(${list(draw)}, ${mapper(draw)})`),
  production(
    'bluebird-reduce',
    1,
    (draw) =>
      head`Promise.reduce(${list(draw)}, (sum, v) => op(${at(draw)}, '${draw.label()}', sum, v), ${draw.value()})`,
  ),
  production('bluebird-all', 2, (draw) => head`Promise.all([${alike(draw)}])`),
  production(
    'bluebird-props',
    2,
    (draw) => head`Promise.props({ a: ${operation(draw)}, b: ${draw.value()} })`,
  ),
  production(
    'bluebird-join',
    2,
    (draw) =>
      head`Promise.join(${alike(draw)}, (a, b) => log(${at(draw)}, '${draw.label()}', a, b))`,
  ),
  production(
    'bluebird-some',
    1,
    (draw) => head`Promise.some([${alike(draw)}], ${draw.pick(['1', '2'])})`,
    { optional: true },
  ),
  production('bluebird-any', 1, (draw) => head`Promise.any([${alike(draw)}])`),
  production('bluebird-race', 1, (draw) => head`Promise.race([${alike(draw)}])`),
  production(
    'bluebird-try',
    2,
    (draw) =>
      head`Promise.${draw.pick(['try', 'attempt'])}(() => ${draw.pick([operation(draw), draw.value()])})`,
  ),
  production(
    'bluebird-delay',
    1,
    (draw) => head`Promise.delay(${ownTime(draw)}${draw.pick(['', `, ${draw.value()}`])})`,
  ),
  production(
    'bluebird-from-callback',
    1,
    (draw) =>
      head`Promise.fromCallback((done) => call(${at(draw)}, '${draw.label()}', ${draw.value()}, done))`,
  ),
  production(
    'bluebird-promisify',
    1,
    (draw) => head`Promise.promisify(call)(${at(draw)}, '${draw.label()}', ${draw.value()})`,
  ),
  production(
    'bluebird-method',
    1,
    (draw) => head`Promise.method((v) => log(${at(draw)}, '${draw.label()}', v))(${draw.value()})`,
  ),
  production(
    'bluebird-constructor',
    1,
    (draw) =>
      head`new Promise((resolve, reject) => call(${at(draw)}, '${draw.label()}', (e, v) => (e ? reject(e) : resolve(v))))`,
  ),
];

/** @type {Production[]} */
const LINKS = [
  production(
    'spread',
    2,
    (draw) =>
      link`.then((v) => [v, 1]).spread((a, b) => log(${at(draw)}, '${draw.label()}', a, b))`,
  ),
  production(
    'tap',
    2,
    (draw) =>
      link`.tap((v) => ${draw.pick([operation(draw), `log(${at(draw)}, '${draw.label()}', v)`])})`,
  ),
  production(
    'tap-catch',
    1,
    (draw) =>
      link`.tapCatch((e) => ${draw.pick([operation(draw), `log(${at(draw)}, '${draw.label()}', e)`])})`,
  ),
  production('map', 2, (draw) => link`.then((v) => [v, 1]).map(${mapper(draw)})`),
  production('filter', 1, (draw) => link`.then((v) => [v, 1]).filter(${mapper(draw)})`),
  production('each', 1, (draw) => link`.then((v) => [v, 1]).each(${step(draw)})`),
  production('map-series', 1, (draw) => link`.then((v) => [v, 1]).mapSeries(${step(draw)})`),
  production(
    'reduce',
    1,
    (draw) =>
      link`.then((v) => [v, 1]).reduce((sum, v) => op(${at(draw)}, '${draw.label()}', sum, v), 0)`,
  ),
  production('get', 1, () => link`.then((v) => Object(v)).get('label')`),
  production('call', 1, () => link`.then((v) => String(v)).call('concat', 'x')`),
  production('return', 1, (draw) => link`.${draw.pick(['return', 'thenReturn'])}(${draw.value()})`),
  production(
    'throw',
    1,
    (draw) => link`.${draw.pick(['throw', 'thenThrow'])}(new Error('${draw.label()}'))`,
  ),
  production(
    'catch-filtered',
    2,
    (draw) =>
      link`.catch(${draw.pick(['TypeError', 'Error', 'RangeError, TypeError'])}, (e) => log(${at(draw)}, '${draw.label()}', e))`,
  ),
  production(
    'catch-predicate',
    1,
    (draw) =>
      link`.catch((e) => e === null || Boolean(e.message), (e) => log(${at(draw)}, '${draw.label()}', e))`,
  ),
  production(
    'catch-object',
    1,
    (draw) => link`.catch({ code: undefined }, (e) => log(${at(draw)}, '${draw.label()}', e))`,
  ),
  production(
    'catch-operational',
    1,
    (draw) => link`.error((e) => log(${at(draw)}, '${draw.label()}', e))`,
  ),
  production('lastly', 1, (draw) => link`.lastly(() => ${operation(draw)})`),
  production('timeout', 1, () => link`.timeout(40)`),
  production('delay', 1, () => link`.delay(3)`),
  production(
    'reflect',
    1,
    (draw) => link`.reflect().then((r) => log(${at(draw)}, '${draw.label()}', r.isFulfilled()))`,
  ),
  production(
    'bind',
    1,
    (draw) =>
      link`.bind({ bound: 1 }).then(function (v) { return log(${at(draw)}, '${draw.label()}', v, this.bound)${END} })`,
    { refused: true },
  ),
];

const HEADER = sortOf(
  'header',
)`const Promise = require('bluebird')${END}\nconst { op, blue, call, log } = require('./operations')${END}\nconst note = (v) => (v === 's' ? v : [v])${END}\nconst tools = { name: 'tools', note(v) { return [v, this?.name]${END} } }${END}\nconst noteWith = (w) => (v) => [w, v]${END}\nfunction noteAll(...all) { return all.concat(arguments.length)${END} }\nconst fail = () => { throw new Error('failed')${END} }${END}\n`;

/** @type {Production[]} Statements of bluebird's own, about a promise that is not handed on. */
const ENDS = [
  production('return-in-loop', 1, (draw) => {
    const label = draw.label();
    return sortOf(
      'statement',
    )`const made = []${END}\nfor (var turn = 0; turn < 2; turn++) {\n  var item = [turn]${END}\n  made.push(Promise.resolve(op(at.fork('${label}', turn), 'each', turn)).return(item))${END}\n}\nreturn Promise.all(made)${END}`;
  }),
  production(
    'return-set-later',
    1,
    (draw) =>
      sortOf(
        'statement',
      )`let kept${END}\nreturn Promise.resolve(${operation(draw)}).then((v) => { kept = v${END} }).return(kept).tap((v) => log(at, '${draw.label()}', v))${END}`,
  ),
  production(
    'reduce-in-var',
    1,
    (draw) =>
      sortOf(
        'statement',
      )`return (async () => {\n  try {\n    var sum = await Promise.reduce([1, 2], async (all, v) => [...all, await op(at, '${draw.label()}', v)], [])${END}\n  } catch (error) {\n    log(at, '${draw.label()}', error, sum)${END}\n  }\n  return sum${END}\n})()${END}`,
  ),
  production(
    'as-callback',
    1,
    (draw) =>
      sortOf(
        'statement',
      )`return blue(${at(draw)}, '${draw.label()}').asCallback((e, v) => log(${at(draw)}, '${draw.label()}', e, v))${END}`,
    { optional: true },
  ),
  production(
    'is-pending',
    1,
    (draw) => sortOf('statement')`return blue(${at(draw)}, '${draw.label()}').isPending()${END}`,
    { refused: true },
  ),
];

/** @type {Omit<import('./handlers.js').Chains, 'functions'>} */
const chains = {
  op: 'blue',
  // Which of two strands that fail in one turn is seen is a matter of microticks.
  together: (one, two) => head`Promise.all([${one}, ${two}.catch((e) => e)])`,
  heads: HEADS,
  links: LINKS,
  ends: ENDS,
};

export const bluebird = chainLanguage(chains, HEADER, {
  name: 'bluebird',
  codemod: 'bluebird-to-native',
  weight: 3,
  options: {},
});

export const bluebirdNative = chainLanguage(chains, HEADER, {
  name: 'bluebird --api=async',
  codemod: 'bluebird-to-native',
  weight: 2,
  options: { api: 'async' },
});
