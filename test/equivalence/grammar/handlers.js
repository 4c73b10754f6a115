import { production } from './draw.js';
import { END, expression, hanging, joined, lines, sortOf, statement } from './tree.js';

/**
 * Promise chains: what they begin with, their links, and every shape of handler. Native chains and
 * those of bluebird share them.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 *
 * @typedef {object} Chains What a language says of its chains.
 * @property {string} op The operation that gives a promise.
 * @property {(one: string | Node, two: string | Node) => Node} together Waits for two strands.
 * @property {readonly string[]} functions Functions above that return such a promise.
 * @property {readonly Production[]} links More links than the shared ones.
 * @property {readonly Production[]} heads More beginnings.
 * @property {readonly Production[]} ends More ways to hand a chain on.
 */

const argument = sortOf('handler');
const link = sortOf('link');

/** @param {Draw} draw @returns {string} The strand on which effects are recorded. */
export const at = (draw) =>
  draw.isInside('second strand') ? 'at2' : draw.isInside('strand') ? 'at1' : 'at';

/** @param {Draw} draw @param {Chains} chains */
const operation = (draw, chains) => `${chains.op}(${at(draw)}, '${draw.label()}', ${draw.value()})`;

/** @param {Draw} draw */
const logged = (draw) => `log(${at(draw)}, '${draw.label()}', ${draw.value()})`;

/**
 * @param {Draw} draw
 * @param {Chains} chains
 * @returns {Node} What a handler gives: a value, a promise, or a chain of its own.
 */
const result = (draw, chains) => draw.choose(resultsOf(chains));

/** @param {Chains} chains @returns {Production[]} */
export const resultsOf = (chains) => [
  production('gives-value', 3, (draw) => expression`${draw.value()}`),
  production('gives-effect', 4, (draw) => expression`${logged(draw)}`),
  production('gives-promise', 4, (draw) => expression`${operation(draw, chains)}`),
  production('gives-array', 1, (draw) => expression`[${draw.value()}, ${draw.value()}]`),
  production('gives-object', 1, (draw) => expression`({ label: ${draw.value()} })`),
  production(
    'gives-conditional',
    1,
    (draw) => expression`(${draw.value()} ? ${operation(draw, chains)} : ${draw.value()})`,
  ),
  production(
    'gives-rejection',
    1,
    (draw) => expression`Promise.reject(new Error('${draw.label()}'))`,
  ),
  production(
    'gives-value-or-rejection',
    1,
    (draw) =>
      expression`(${draw.value()} ? ${draw.value()} : Promise.reject(new Error('${draw.label()}')))`,
  ),
  production('gives-chain', 3, (draw) => draw.within({}, () => chain(draw, chains, 2)), {
    compound: true,
  }),
];

/** @param {Draw} draw @param {Chains} chains @param {number} most @returns {List} */
const handlerBody = (draw, chains, most) =>
  draw.within({ only: { mutables: [] } }, () => lines(draw.several(statementsOf(chains), most)));

/** @param {Chains} chains @returns {Production[]} The statements of a handler with a block. */
export const statementsOf = (chains) => {
  /** @param {Draw} draw */
  const inner = (draw) => draw.within({}, () => lines(draw.several(statementsOf(chains), 2)));
  return [
    production('handler-effect', 4, (draw) => statement`${logged(draw)}${END}`),
    production(
      'handler-rejection',
      1,
      (draw) =>
        statement`if (${draw.value()} === undefined) return Promise.reject(new Error('${draw.label()}'))${END}`,
    ),
    production(
      'handler-effect-of-list',
      1,
      (draw) => statement`[1].forEach((z) => log(${at(draw)}, '${draw.label()}', z))${END}`,
    ),
    production('handler-constant', 2, (draw) => {
      const name = draw.name();
      const made = statement`const ${name} = ${draw.chance(50) ? logged(draw) : draw.value()}${END}`;
      draw.declare(name);
      return made;
    }),
    production(
      'handler-same-name',
      1,
      (draw) =>
        statement`const own = ${draw.value()}${END}\nlog(${at(draw)}, '${draw.label()}', own)${END}`,
      { ends: true },
    ),
    production(
      'handler-var',
      1,
      (draw) =>
        statement`var count = (count || 0) + 1${END}\nlog(${at(draw)}, '${draw.label()}', count)${END}`,
    ),
    production('handler-if', 2, (draw) => statement`if (${draw.value()}) {${inner(draw)}}`, {
      compound: true,
    }),
    production(
      'handler-if-else',
      2,
      (draw) => statement`if (${draw.value()}) {${inner(draw)}} else {${inner(draw)}}`,
      { compound: true },
    ),
    production(
      'handler-early-return',
      2,
      (draw) => statement`if (${draw.value()}) return ${result(draw, chains)}${END}`,
    ),
    production(
      'handler-loop',
      1,
      (draw) => draw.within({}, () => statement`for (const item of [1, 2]) {${inner(draw)}}`),
      { compound: true },
    ),
    production(
      'handler-try',
      1,
      (draw) =>
        statement`try {${inner(draw)}} catch (error) {\n  log(${at(draw)}, '${draw.label()}', error)${END}\n}`,
      { compound: true },
    ),
    production(
      'handler-switch',
      1,
      (draw) =>
        statement`switch (${draw.value()}) {\n  case 's': {${inner(draw)}}\n    break${END}\n  default: {${inner(draw)}}\n}`,
      { compound: true },
    ),
    production(
      'handler-switch-through',
      1,
      (draw) =>
        statement`switch (${draw.value()}) {\n  case 's': {${inner(draw)}}\n  default: {${inner(draw)}}\n}`,
      { compound: true },
    ),
    production('handler-closure', 1, (draw) => {
      const name = draw.name('f');
      return statement`const ${name} = (z) => log(${at(draw)}, '${draw.label()}', z, ${draw.value()})${END}\n${name}(1)${END}`;
    }),
    production(
      'handler-floating',
      1,
      (draw) => statement`${operation(draw, chains)}.catch(() => {})${END}`,
    ),
    production('handler-throw', 1, (draw) => statement`throw new Error('${draw.label()}')${END}`, {
      ends: true,
    }),
    production('handler-rethrow', 1, () => statement`throw reason${END}`, {
      ends: true,
      when: (draw) => draw.isInside('rejected'),
    }),
    production('handler-return', 5, (draw) => statement`return ${result(draw, chains)}${END}`, {
      ends: true,
    }),
  ];
};

/** @param {Chains} chains @returns {Production[]} */
export const handlersOf = (chains) => {
  /**
   * @param {Draw} draw
   * @param {(parameter: string) => Node} make
   * @returns {Node}
   */
  const taking = (draw, make) =>
    draw.within({}, () => {
      const parameter = draw.isInside('rejected') ? 'reason' : draw.name();
      draw.declare(parameter);
      return make(parameter);
    });
  return [
    production('arrow', 5, (draw) =>
      taking(draw, (name) => argument`(${name}) => ${result(draw, chains)}`),
    ),
    production('arrow-without-parameter', 2, (draw) => argument`() => ${result(draw, chains)}`),
    production('arrow-block', 6, (draw) =>
      taking(draw, (name) => argument`(${name}) => {${handlerBody(draw, chains, 3)}}`),
    ),
    production('function', 3, (draw) =>
      taking(draw, (name) => argument`function (${name}) {${handlerBody(draw, chains, 3)}}`),
    ),
    production('parameter-written', 1, (draw) =>
      taking(
        draw,
        (name) =>
          argument`(${name}) => {\n  ${name} = [${name}]${END}\n${handlerBody(draw, chains, 2)}}`,
      ),
    ),
    production('function-arguments', 1, (draw) =>
      taking(
        draw,
        (name) =>
          argument`function (${name}) { return log(${at(draw)}, '${draw.label()}', arguments.length, this === undefined)${END} }`,
      ),
    ),
    production('async-handler', 1, (draw) =>
      taking(draw, (name) => argument`async (${name}) => await ${operation(draw, chains)}`),
    ),
    production(
      'destructured',
      1,
      (draw) =>
        argument`({ label, count = ${draw.value()} } = {}) => log(${at(draw)}, '${draw.label()}', label, count)`,
    ),
    production('default-parameter', 1, (draw) =>
      taking(
        draw,
        (name) => argument`(${name} = ${String(draw.int(0, 3))}) => ${result(draw, chains)}`,
      ),
    ),
    production(
      'this-in-arrow',
      2,
      (draw) => argument`(v) => log(${at(draw)}, '${draw.label()}', v, this.name)`,
      { when: (draw) => draw.isInside('method') },
    ),
    production('reference', 2, () => argument`note`),
    production('member-reference', 1, () => argument`tools.note`),
    production('bound-reference', 1, () => argument`tools.note.bind(tools)`),
    production(
      'bound-function',
      1,
      (draw) => argument`${draw.pick(['note', 'noteAll'])}.bind(null, ${draw.value()})`,
    ),
    production('conditional-reference', 1, (draw) => argument`${draw.value()} ? note : tools.note`),
    production('called-reference', 1, (draw) => argument`noteWith(${draw.value()})`),
  ];
};

/** @param {Chains} chains @returns {Production[]} */
export const linksOf = (chains) => {
  const handlers = handlersOf(chains);
  /** @param {Draw} draw */
  const fulfilled = (draw) => draw.choose(handlers);
  /** @param {Draw} draw */
  const rejected = (draw) =>
    draw.within({ inside: ['rejected'], deeper: false }, () => draw.choose(handlers));
  return [
    production('then', 8, (draw) => link`.then(${fulfilled(draw)})`),
    production('catch', 4, (draw) => link`.catch(${rejected(draw)})`),
    production('finally', 3, (draw) => link`.finally(${draw.choose(finalizersOf(chains))})`),
    production('then-both', 3, (draw) => link`.then(${fulfilled(draw)}, ${rejected(draw)})`),
    production(
      'then-rejected-only',
      1,
      (draw) => link`.then(${draw.pick(['undefined', 'null'])}, ${rejected(draw)})`,
    ),
    production('then-handed-on', 2, (draw) => {
      const [name, strand] = [draw.pick(['own', 'item', draw.name()]), at(draw)];
      const first = draw.pick([
        `{\n  log(${strand}, '${draw.label()}', ${name})${END}\n  return ${name}${END}\n}`,
        `{\n  const kept = () => ${name}${END}\n  log(${strand}, '${draw.label()}', kept())${END}\n  return ${name}${END}\n}`,
        `${operation(draw, chains)}.then(() => ${name})`,
        `${operation(draw, chains)}.then((${name}) => ${name}).then((${name}) => ${name})`,
      ]);
      const second = draw.pick([
        '',
        `{\n  const ${name} = 1${END}\n  log(${strand}, '${draw.label()}', ${name})${END}\n  }\n  `,
      ]);
      return link`.then((${name}) => ${first}).then((${name}) => {\n  ${second}return log(${strand}, '${draw.label()}', ${name})${END}\n})`;
    }),
    production('then-nothing', 1, (draw) => link`.then(${draw.pick(['', 'null', '3'])})`),
    ...chains.links,
  ];
};

/** @param {Chains} chains @returns {Production[]} What `finally` takes: no argument, no new value. */
export const finalizersOf = (chains) => [
  production('finally-value', 1, (draw) => argument`() => ${draw.value()}`),
  production('finally-promise', 2, (draw) => argument`() => ${operation(draw, chains)}`),
  production('finally-effect', 2, (draw) => argument`() => ${logged(draw)}`),
  production('finally-block', 3, (draw) => argument`() => {${handlerBody(draw, chains, 2)}}`),
  production('finally-reference', 1, (draw) => argument`${draw.pick(['note', 'fail'])}`),
  production(
    'finally-arguments',
    1,
    (draw) => argument`function () { log(${at(draw)}, '${draw.label()}', arguments.length)${END} }`,
  ),
];

/**
 * @param {Draw} draw
 * @param {Chains} chains
 * @param {number} most
 * @returns {Node}
 */
export function chain(draw, chains, most) {
  const first = draw.choose(headsOf(chains));
  const links = draw.several(linksOf(chains), most);
  const printed = links.length > 1 && draw.chance(40) ? hanging(links, 1) : joined(links, 1);
  return expression`${first}${printed}`;
}

/** @param {Chains} chains @returns {Production[]} */
export const headsOf = (chains) => [
  production('head-operation', 8, (draw) => sortOf('head')`${operation(draw, chains)}`),
  production('head-resolve', 1, (draw) => sortOf('head')`Promise.resolve(${draw.value()})`),
  production(
    'head-all',
    2,
    (draw) =>
      sortOf(
        'head',
      )`Promise.all([${operation(draw, chains)}, ${operation(draw, chains)}, ${draw.value()}])`,
  ),
  production(
    'head-race',
    1,
    (draw) =>
      sortOf('head')`Promise.race([${operation(draw, chains)}, ${operation(draw, chains)}])`,
  ),
  production(
    'head-function',
    3,
    (draw) => sortOf('head')`${draw.pick(chains.functions)}(${at(draw)}, ${draw.value()})`,
    { when: () => chains.functions.length > 0 },
  ),
  production(
    'head-side-by-side',
    2,
    (draw) => {
      const label = draw.label();
      const [one, two] = [draw.pick(chains.functions), draw.pick(chains.functions)];
      return chains.together(
        `${one}(${at(draw)}.fork('${label}', 0), 1)`,
        `${two}(${at(draw)}.fork('${label}', 1), 2)`,
      );
    },
    { when: () => chains.functions.length > 0 },
  ),
  ...chains.heads,
];
