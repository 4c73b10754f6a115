import { STATEMENTS, inFlavour, statements } from './body.js';
import { production } from './draw.js';
import { END, expression, lines, sortOf, statement, unit } from './tree.js';

/**
 * Async functions that await a promise made for nothing: an executor that resolves at once, an async
 * function called on the spot, `Promise.resolve`, `.then(x => x)`, a promise around a promise.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 */

/**
 * @param {Draw} draw
 * @returns {string} What is wrapped: a value, or an operation that may fail at once or later.
 */
const wrapped = (draw) =>
  draw.chance(50) ? `op(at, '${draw.label()}', ${draw.value()})` : draw.value();

/** @type {Production[]} */
const OPERANDS = [
  production('promise', 3, (draw) => expression`op(at, '${draw.label()}', ${draw.value()})`),
  production(
    'executor',
    4,
    (draw) => expression`new Promise((resolve) => resolve(${wrapped(draw)}))`,
  ),
  production(
    'executor-block',
    2,
    (draw) => expression`new Promise((resolve) => { resolve(${wrapped(draw)})${END} })`,
  ),
  production(
    'executor-function',
    2,
    (draw) =>
      expression`new Promise(function (resolve, reject) { resolve(${wrapped(draw)})${END} })`,
  ),
  production('async-call', 4, (draw) => expression`(async () => ${wrapped(draw)})()`),
  production(
    'async-call-block',
    2,
    (draw) => expression`(async () => { return ${wrapped(draw)}${END} })()`,
  ),
  production(
    'async-call-function',
    1,
    (draw) => expression`(async function () { return ${wrapped(draw)}${END} })()`,
  ),
  production('promise-resolve', 4, (draw) => expression`Promise.resolve(${wrapped(draw)})`),
  production('identity-then', 3, (draw) => expression`op(at, '${draw.label()}').then((v) => v)`),
  production(
    'identity-then-function',
    1,
    (draw) => expression`op(at, '${draw.label()}').then(function (v) { return v${END} })`,
  ),
  production(
    'wrapped-twice',
    2,
    (draw) => expression`Promise.resolve(new Promise((resolve) => resolve(${wrapped(draw)})))`,
  ),
  production(
    'wrapped-logical',
    1,
    (draw) => expression`Promise.resolve(${draw.value()} || ${wrapped(draw)})`,
  ),
  production(
    'wrapped-sequence',
    1,
    (draw) => expression`Promise.resolve((log(at, '${draw.label()}'), ${wrapped(draw)}))`,
  ),
  production('wrapped-object', 1, (draw) => expression`(async () => ({ a: ${draw.value()} }))()`),
  production(
    'executor-around-promise',
    2,
    (draw) =>
      expression`new Promise((resolve, reject) => ${draw.pick(['', 'void '])}op(at, '${draw.label()}').then(resolve, reject))`,
    { optional: true },
  ),
  production(
    'executor-around-chain',
    1,
    (draw) =>
      expression`new Promise((resolve, reject) => { op(at, '${draw.label()}').then((v) => resolve([v])).catch(reject)${END} })`,
    { optional: true },
  ),
  production(
    'executor-around-callback',
    1,
    (draw) =>
      expression`new Promise((resolve, reject) => call(at, '${draw.label()}', (e, v) => (e ? reject(e) : resolve(v))))`,
    { optional: true },
  ),
];

/** @param {Draw} draw */
const operation = (draw) => `op(at, '${draw.label()}', ${draw.value()})`;

/** @param {Draw} draw */
const effect = (draw) => `log(at, '${draw.label()}', ${draw.value()})`;

/** What a handler in an executor does with a value. @param {Draw} draw */
const resolving = (draw) =>
  draw.pick([
    'resolve',
    '(v) => resolve(v)',
    '(v) => resolve([v])',
    'function (v) { resolve(v) }',
    `(v) => { ${effect(draw)}; resolve(v) }`,
    `(v) => { resolve(v); ${effect(draw)} }`,
    `(v) => { if (v) return resolve(v); ${draw.pick(['resolve(null)', `reject(new Error('${draw.label()}'))`])} }`,
    `(v) => (v ? resolve(v) : reject(new Error('${draw.label()}')))`,
    `(v) => resolve(${operation(draw)})`,
    '(v) => { if (v) resolve(v) }',
    `(v) => resolve(v.length)`,
  ]);

/** @param {Draw} draw */
const rejecting = (draw) =>
  draw.pick([
    'reject',
    '(e) => reject(e)',
    `(e) => { log(at, '${draw.label()}', e); reject(e) }`,
    `(e) => reject(new Error('${draw.label()}'))`,
    '(e) => resolve(1)',
    '() => {}',
  ]);

/** @param {Draw} draw */
const chained = (draw) =>
  draw.pick([
    `.then(${resolving(draw)}, ${rejecting(draw)})`,
    `.then(${resolving(draw)}).catch(${rejecting(draw)})`,
    `.then(${resolving(draw)})`,
    `.then((u) => ${operation(draw)}).then(${resolving(draw)}, ${rejecting(draw)})`,
    `.catch(${rejecting(draw)}).then(${resolving(draw)})`,
  ]);

/** Promises that are made by hand around others. @type {Production[]} */
const EXECUTORS = [
  production(
    'executor-of-handlers',
    3,
    (draw) =>
      expression`new Promise((resolve, reject) => {\n  ${operation(draw)}${chained(draw)}${END}\n})`,
    { optional: true },
  ),
  production(
    'executor-of-handlers-concise',
    1,
    (draw) => expression`new Promise((resolve, reject) => ${operation(draw)}${chained(draw)})`,
    { optional: true },
  ),
  production(
    'executor-with-effect',
    2,
    (draw) =>
      expression`new Promise(function (resolve, reject) {\n  ${effect(draw)}${END}\n  ${operation(draw)}${chained(draw)}${END}\n})`,
    { optional: true },
  ),
  production(
    'executor-with-branches',
    2,
    (draw) =>
      expression`new Promise((resolve, reject) => {\n  if (${draw.value()}) return ${draw.pick(['resolve(1)', `reject(new Error('${draw.label()}'))`, 'undefined'])}${END}\n  ${operation(draw)}${chained(draw)}${END}\n})`,
    { optional: true },
  ),
  production(
    'executor-async',
    2,
    (draw) =>
      expression`new Promise(async (resolve, reject) => {\n  try {\n    const v = await ${operation(draw)}${END}\n    ${draw.pick([effect(draw), 'if (!v) return resolve(0)'])}${END}\n    resolve(v)${END}\n  } catch (e) {\n    ${draw.pick(['reject(e)', 'resolve(e)', effect(draw)])}${END}\n  }\n})`,
    { optional: true },
  ),
  production(
    'executor-after',
    1,
    (draw) =>
      expression`new Promise((resolve, reject) => {\n  ${operation(draw)}${chained(draw)}${END}\n  ${effect(draw)}${END}\n})`,
    { optional: true },
  ),
];

/**
 * @param {(draw: Draw) => string} operand A promise that does more than it seems.
 * @returns {(draw: Draw) => Node}
 */
const stays = (operand) => (draw) =>
  statement`log(at, '${draw.label()}', await ${operand(draw)})${END}`;

/** @type {Production[]} */
const EXTRA_STATEMENTS = [
  production('through-constant', 2, (draw) => {
    const [promise, value] = [draw.name('p'), draw.name()];
    const made = statement`const ${promise} = Promise.resolve(${wrapped(draw)})${END}\nconst ${value} = await ${promise}${END}`;
    draw.declare(value);
    return made;
  }),
  production('through-used-constant', 1, (draw) => {
    const promise = draw.name('p');
    return statement`const ${promise} = Promise.resolve(${draw.value()})${END}\nlog(at, '${draw.label()}', ${promise})${END}\nawait ${promise}${END}`;
  }),
  production(
    'executor-awaited',
    3,
    (draw) => statement`log(at, '${draw.label()}', await ${draw.choose(EXECUTORS)})${END}`,
    { optional: true },
  ),
  production(
    'executor-later',
    1,
    stays((draw) => `new Promise((resolve) => call(at, '${draw.label()}', resolve))`),
    { refused: true },
  ),
  production(
    'executor-twice',
    1,
    stays((draw) => `new Promise((resolve) => { resolve(${draw.value()}); resolve(1); })`),
    { optional: true },
  ),
  production(
    'executor-maybe',
    1,
    stays((draw) => `new Promise((resolve) => { if (${draw.value()}) resolve(1); })`),
    { refused: true },
  ),
  production(
    'then-of-two',
    1,
    stays((draw) => `op(at, '${draw.label()}').then((v) => v, (e) => e)`),
    { refused: true },
  ),
  production(
    'thenable',
    1,
    stays((draw) => `Promise.resolve({ then(done) { log(at, '${draw.label()}'); done(1); } })`),
    { optional: true },
  ),
  production(
    'wrapped-this',
    1,
    (draw) => statement`log(at, '${draw.label()}', await (async () => this.name)())${END}`,
    { when: (draw) => draw.isInside('method') },
  ),
];

/**
 * @param {Draw} draw
 * @param {readonly string[]} [inside]
 */
const freshBody = (draw, inside = []) =>
  inFlavour(draw, { keyword: 'await', operands: OPERANDS, statements: EXTRA_STATEMENTS }, () => {
    const parameters = ['x', 'y'];
    const only = { variables: parameters, mutables: parameters, depth: 0 };
    return draw.within({ only: { ...only, inside: new Set(inside) } }, () =>
      lines(statements(draw, 6)),
    );
  });

/** @type {Production[]} */
const UNITS = [
  production('declaration', 4, (draw) => {
    const name = draw.name('run');
    return {
      ...unit`exports.${name} = ${name}${END}\nasync function ${name}(at, x, y) {${freshBody(draw)}}`,
      entries: [{ path: name, call: 'promise' }],
    };
  }),
  production('arrow', 3, (draw) => {
    const name = draw.name('run');
    return {
      ...unit`exports.${name} = async (at, x, y, ...others) => {${freshBody(draw)}}${END}`,
      entries: [{ path: name, call: 'promise' }],
    };
  }),
  production(
    'promise-function',
    3,
    (draw) => {
      const name = draw.name('run');
      const made = draw.within({ only: { variables: ['x', 'y'], mutables: [] } }, () => {
        const before = draw.chance(40) ? [statement`${effect(draw)}${END}`] : [];
        return lines([...before, statement`return ${draw.choose(EXECUTORS)}${END}`]);
      });
      return {
        ...unit`exports.${name} = ${draw.pick(['async ', ''])}function (at, x, y) {${made}}${END}`,
        entries: [{ path: name, call: 'promise' }],
      };
    },
    { optional: true },
  ),
  production('method', 3, (draw) => {
    const name = draw.name('service');
    return {
      ...unit`exports.${name} = {\n  name: '${name}',\n  async get(at, x, y) {${freshBody(draw, ['method'])}},\n}${END}`,
      entries: [{ path: `${name}.get`, call: 'promise' }],
    };
  }),
];

const HEADER = sortOf('header')`const { op, call, log } = require('./operations')${END}\n`;

/** @param {Draw} draw */
const program = (draw) => ({ header: HEADER, units: draw.several(UNITS, 2) });

/** @type {Language} */
export const wrappedAwait = {
  name: 'wrapped-await',
  codemod: 'unwrap-promises',
  weight: 1,
  options: {},
  program,
  productions: [...UNITS, ...OPERANDS, ...EXECUTORS, ...EXTRA_STATEMENTS, ...STATEMENTS],
};
