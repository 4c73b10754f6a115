import { BODY_PRODUCTIONS, body, callback, callbacksOf, noNames } from './callback-body.js';
import { STEPS, callee, logged, when } from './callback-steps.js';
import { production } from './draw.js';
import { handedOnTails } from './handed-on.js';
import { END, lines, sortOf, statement, unit } from './tree.js';

/**
 * Functions that take a node-style callback, and the nests of calls inside them.
 *
 * @import { Names } from './callback-steps.js'
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 */

/** @param {Names} names @returns {Production[]} */
export const unitsOf = (names) => {
  /** @param {string} name @param {Node} node @returns {Node} */
  const exported = (name, node) => {
    if (!names.traits.has('throws')) names[names.traits.has('calls') ? 'soon' : 'later'].push(name);
    return { ...node, entries: [{ path: name, call: 'callback' }] };
  };
  return [
    production('function-declaration', 6, (draw) => {
      const name = draw.name('run');
      return exported(
        name,
        unit`function ${name}(at, x, y, cb) {${body(draw, names)}}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('function-expression', 3, (draw) => {
      const name = draw.name('run');
      return exported(
        name,
        unit`const ${name} = (exports.${name} = function (at, x, y, cb) {${body(draw, names)}})${END}`,
      );
    }),
    production('arrow-function', 2, (draw) => {
      const name = draw.name('run');
      return exported(
        name,
        unit`const ${name} = (at, x, y, cb) => {${body(draw, names)}}${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('arrow-value', 2, (draw) => {
      const [name, inner] = [draw.name('run'), draw.name('part')];
      const [made, text] = draw.within(
        { only: { variables: ['x', 'y'], mutables: [], depth: 0, inside: new Set() } },
        () => {
          names.traits.clear();
          const onward = callee(draw, { ...names, soon: [] });
          const own = draw.chance(50) ? callback`cb` : draw.choose(callbacksOf(names));
          const effect = draw.pick(['', `${logged(draw)}, `]);
          const text = draw.pick([
            '(err, v) => cb(err, v)',
            `(err, v) => (err ? cb(err) : cb(null, { v }))`,
            `(err, v) => (err ? (log(at, '${draw.label()}', err), cb(err)) : call(at, '${draw.label()}', v, cb))`,
          ]);
          return [callback`(${effect}${onward}${own}))`, text];
        },
      );
      return exported(
        name,
        unit`const ${inner} = (at, x, y, cb) => ${made}${END}\nconst ${name} = (at, x, y, cb) => ${inner}(at, x, y, ${text})${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('internal-function', 2, (draw) => {
      const [name, inner] = [draw.name('run'), draw.name('part')];
      const made = body(draw, names);
      if (names.traits.has('calls') || names.traits.has('throws')) {
        return exported(
          name,
          unit`function ${name}(at, x, y, cb) {${made}}\nexports.${name} = ${name}${END}`,
        );
      }
      return exported(
        name,
        unit`function ${inner}(at, x, y, cb) {${made}}\nfunction ${name}(at, x, y, cb) {\n  ${inner}(at, x, y, (err, v) => {\n    if (err) return cb(err)${END}\n    cb(null, { v })${END}\n  })${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('told-this', 2, (draw) => {
      const [name, inner] = [draw.name('run'), draw.name('part')];
      const made = body(draw, names);
      const calls = names.traits.has('calls');
      const throws = names.traits.has('throws');
      const told = draw.pick(['this', 'null', '{ own: x }', '{ own: y }']);
      const onward = draw.pick([
        'cb',
        '(err, v) => cb(err, v)',
        `(err, v) => {\n    if (err) return cb(err)${END}\n    log(at, '${draw.label()}', v)${END}\n    cb(null, { v })${END}\n  }`,
      ]);
      const node = unit`function ${inner}(at, x, y, cb) {\n  log(at, '${draw.label()}', this && this.own)${END}\n{${made}}}\nfunction ${name}(at, x, y, cb) {\n  ${inner}.call(${told}, at, x, y, ${onward})${END}\n}\nexports.${name} = ${name}${END}`;
      if (!throws) names[calls ? 'soon' : 'later'].push(name);
      return { ...node, entries: [{ path: name, call: 'callback' }] };
    }),
    production('called-on-this', 2, (draw) => {
      const [name, self] = [draw.name('run'), draw.name('self')];
      const steps = () => lines(draw.chance(50) ? draw.several(STEPS, 2) : []);
      const made = draw.within(
        { only: { variables: ['x', 'y'], mutables: [], depth: 0, inside: new Set() } },
        () => {
          names.traits.clear();
          return statement`const ${self} = this${END}\n{${steps()}}\ncall(at, '${draw.label()}', ${draw.value()}, (err, v) => {\n  if (err) return cb.call(${draw.pick(['this', self])}, err)${END}\n  {${steps()}}\n  call(at, '${draw.label()}', ${draw.value()}, function (err, w) {\n    if (err) return cb.call(${self}, err)${END}\n    cb.${draw.pick([`call(${self}, null, [v, w])`, `apply(${self}, [null, w])`])}${END}\n  })${END}\n})${END}`;
        },
      );
      return exported(
        name,
        unit`function ${name}(at, x, y, cb) {${lines([made])}}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('method', 2, (draw) => {
      const name = draw.name('Service');
      return {
        ...unit`class ${name} {\n  get(at, x, y, cb) {${body(draw, names)}}\n}\nexports.${name.toLowerCase()} = new ${name}()${END}`,
        entries: [{ path: `${name.toLowerCase()}.get`, call: 'callback' }],
      };
    }),
    production('prototype-method', 2, (draw) => {
      const name = draw.name('Service');
      return {
        ...unit`function ${name}() {}\n${name}.prototype.get = function (at, x, y, cb) {${body(draw, names)}}${END}\nexports.${name.toLowerCase()} = new ${name}()${END}`,
        entries: [{ path: `${name.toLowerCase()}.get`, call: 'callback' }],
      };
    }),
  ];
};

const RESULTS = handedOnTails(when);

const HEADER = sortOf('header')`const { call, log } = require('./operations')${END}\n`;

/** @param {Draw} draw @param {boolean} [anyTick] @param {Production[]} [results] */
function program(draw, anyTick, results = RESULTS) {
  const table = unitsOf({ ...noNames(anyTick), results });
  const count = draw.int(1, 3);
  return { header: HEADER, units: Array.from({ length: count }, () => draw.choose(table)) };
}

/** @type {Language} */
export const callbackNest = {
  name: 'callback-nest',
  codemod: 'callback-to-async',
  weight: 3,
  options: { callbacks: './operations.call' },
  program: (draw) => program(draw),
  faults: ['reject', 'reject', 'never'],
  // `error-first`: what comes from a module calls back in a later tick.
  callsBackLater: true,
  rounds: 6,
  productions: [...unitsOf(noNames()), ...BODY_PRODUCTIONS, ...RESULTS],
};

/**
 * The same where callbacks may be called later than they were: most of what people have calls them in
 * the same tick somewhere.
 *
 * @type {Language}
 */
export const callbackNestLater = {
  ...callbackNest,
  name: 'callback-nest --accept=timing-unobservable',
  weight: 2,
  options: { ...callbackNest.options, accept: 'timing-unobservable' },
  program: (draw) => program(draw, true),
  productions: callbackNest.productions.filter(
    ({ name }) => !/-first$|^at-once$|-set-later$/u.test(name),
  ),
};

/**
 * Where exported functions give promises and take no callback any more.
 *
 * @type {Language}
 */
export const callbackNestAsync = {
  ...callbackNestLater,
  name: 'callback-nest --api=async',
  options: { ...callbackNestLater.options, api: 'async' },
};

/**
 * Where exported functions give a promise to whoever gives them no callback.
 *
 * @type {Language}
 */
export const callbackNestDual = {
  ...callbackNestLater,
  name: 'callback-nest --api=dual',
  // To a second run, what gives a promise since the first is another function.
  onlyBehaviour: true,
  options: { ...callbackNestLater.options, api: 'dual' },
};

/**
 * Where all is assumed that nothing speaks against.
 *
 * @type {Language}
 */
export const callbackNestApplication = {
  ...callbackNestLater,
  name: 'callback-nest --trust=application',
  weight: 1,
  options: { ...callbackNest.options, trust: 'application' },
};

/** Mostly results that somebody who waits would not get. */
const MOSTLY_HANDED_ON = handedOnTails(when, 14);

/**
 * Where most results are promises, lazy thenables, or may be.
 *
 * @type {Language}
 */
export const callbackResults = {
  ...callbackNestLater,
  name: 'callback-results',
  weight: 1,
  program: (draw) => program(draw, true, MOSTLY_HANDED_ON),
  // What refuses them keeps the rest of the function, too.
  productions: callbackNestLater.productions.map((each) => ({
    ...each,
    optional: true,
  })),
};
