import {
  at,
  chain,
  finalizersOf,
  handlersOf,
  headsOf,
  linksOf,
  resultsOf,
  statementsOf,
} from './handlers.js';
import { rejectInsteadOfThrowing } from '../reject.js';
import { production } from './draw.js';
import { END, lines, nodesOf, sortOf, statement, unit } from './tree.js';

/**
 * Functions whose result is a native promise chain.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Chains } from './handlers.js'
 * @import { Language } from './arbitrary.js'
 */

/** @type {Production[]} */
const HEADS = [
  production('head-that-throws', 2, (draw) => {
    // Where the value is missing.
    const size = `(${draw.value()}).length`;
    const given = draw.pick([size, `log(at, '${draw.label()}', ${size})`]);
    return sortOf('head')`op(${at(draw)}, '${draw.label()}', ${given})`;
  }),
  production(
    'head-promisified',
    2,
    (draw) =>
      sortOf(
        'head',
      )`new Promise((resolve, reject) => call(${at(draw)}, '${draw.label()}', (e, v) => (e ? reject(e) : resolve(v))))`,
  ),
  production(
    'head-all-settled',
    1,
    (draw) =>
      sortOf('head')`Promise.allSettled([op(${at(draw)}, '${draw.label()}'), ${draw.value()}])`,
  ),
];

/** @param {Chains} chains @returns {Production[]} What a function does before it returns its chain. */
const preludesOf = (chains) => [
  production(
    'effect-before',
    3,
    (draw) => statement`log(at, '${draw.label()}', ${draw.value()})${END}`,
  ),
  production('constant-before', 2, (draw) => {
    const name = draw.name();
    const made = statement`const ${name} = ${draw.value()}${END}`;
    draw.declare(name);
    return made;
  }),
  production(
    'own-before',
    1,
    (draw) => statement`const own = ${draw.value()}${END}\nlog(at, '${draw.label()}', own)${END}`,
    { ends: true },
  ),
  production(
    'early-chain',
    2,
    (draw) => statement`if (${draw.value()}) return ${chain(draw, chains, 1)}${END}`,
  ),
  production(
    'early-promise',
    1,
    (draw) => statement`if (${draw.value()}) return Promise.resolve(${draw.value()})${END}`,
  ),
  production(
    'early-throw',
    1,
    (draw) => statement`if (${draw.value()} === null) throw new Error('${draw.label()}')${END}`,
  ),
  production(
    'rejection-is-handled',
    1,
    (draw) =>
      statement`if (${draw.value()} === undefined) return Promise.reject(new Error('${draw.label()}'))${END}`,
  ),
];

/** Chains that are no result, or of which there is more to know. @param {Chains} chains @returns {Production[]} */
const oddStatementsOf = (chains) => [
  production(
    'floating-chain',
    1,
    (draw) => statement`${chains.op}(at, '${draw.label()}').catch(() => {})${END}`,
    { refused: true },
  ),
];

/** @param {Draw} draw @param {Chains} chains @param {readonly string[]} [inside] @returns {List} */
const body = (draw, chains, inside = []) =>
  draw.within(
    { only: { variables: ['x', 'y'], mutables: [], depth: 0, inside: new Set(inside) } },
    () => {
      const before = draw.chance(50) ? draw.several(preludesOf(chains), 2) : [];
      const odd = draw.chance(5) ? draw.several(oddStatementsOf(chains), 1) : [];
      return lines([...before, ...odd, draw.choose(endsOf(chains))]);
    },
  );

/** @param {Chains} chains @returns {Production[]} How a function hands its chain on. */
const endsOf = (chains) => [
  production('return-chain', 10, (draw) => statement`return ${chain(draw, chains, 4)}${END}`),
  production('chain-in-constant', 1, (draw) => {
    const name = draw.name('done');
    return statement`const ${name} = ${chain(draw, chains, 3)}${END}\nreturn ${name}${END}`;
  }),
  production(
    'if-else-chains',
    1,
    (draw) =>
      statement`if (${draw.value()}) {\n  return ${chain(draw, chains, 2)}${END}\n} else {\n  return ${chain(draw, chains, 2)}${END}\n}`,
  ),
  production(
    'conditional-chain',
    1,
    (draw) =>
      statement`return ${draw.value()} ? ${chain(draw, chains, 2)} : ${chain(draw, chains, 2)}${END}`,
  ),
  production('all-of-chains', 2, (draw) => {
    const label = draw.label();
    const one = draw.within({ inside: ['strand'] }, () => chain(draw, chains, 2));
    const two = draw.within({ inside: ['second strand'] }, () => chain(draw, chains, 2));
    return statement`const at1 = at.fork('${label}', 1)${END}\nconst at2 = at.fork('${label}', 2)${END}\nreturn ${chains.together(one, two)}.then(([one, two]) => log(at, '${draw.label()}', one, two))${END}`;
  }),
  production(
    'chain-as-operand',
    1,
    (draw) =>
      statement`return Promise.all([${chain(draw, chains, 2)}]).then(([one]) => log(at, '${draw.label()}', one))${END}`,
    { optional: true },
  ),
  production(
    'chain-in-try',
    1,
    (draw) =>
      statement`try {\n  return ${chain(draw, chains, 2)}${END}\n} catch (error) {\n  return Promise.resolve(log(at, '${draw.label()}', error))${END}\n}`,
    { optional: true },
  ),
  production(
    'sometimes-a-value',
    1,
    (draw) =>
      statement`if (x === ${draw.value()}) return 3${END}\nreturn ${chain(draw, chains, 2)}${END}`,
    { optional: true },
  ),
  production(
    'chain-used-twice',
    1,
    (draw) =>
      statement`const p = ${chain(draw, chains, 1)}${END}\np.catch(() => {})${END}\nreturn p.then((v) => log(at, '${draw.label()}', v))${END}`,
    { optional: true },
  ),
  ...chains.ends,
];

/** Ends after which the result is not always a promise. */
const MAY_BE_PLAIN = new Set(['sometimes-a-value', 'is-pending']);

/** @param {Chains} chains @returns {Production[]} */
const unitsOf = (chains) => {
  const functions = /** @type {string[]} */ (chains.functions);
  /** @param {string} name @param {Node} node @returns {Node} */
  const exported = (name, node) => {
    const isPromise = [...nodesOf(node)].every(({ production }) => !MAY_BE_PLAIN.has(production));
    if (isPromise) functions.push(name);
    return { ...node, entries: [{ path: name, call: 'promise' }] };
  };
  return [
    production('function-declaration', 5, (draw) => {
      const name = draw.name('run');
      return exported(
        name,
        unit`function ${name}(at, x, y) {${body(draw, chains)}}\nexports.${name} = ${name}${END}`,
      );
    }),
    // Only plain functions are seen beyond the blocks of sloppy code.
    production(
      'function-in-block',
      1,
      (draw) => {
        const name = draw.name('run');
        return exported(
          name,
          unit`if (exports) {\n  function ${name}(at, x, y) {${body(draw, chains)}}\n}\nexports.${name} = ${name}${END}`,
        );
      },
      { optional: true },
    ),
    production('function-expression', 3, (draw) => {
      const name = draw.name('run');
      return exported(
        name,
        unit`const ${name} = function (at, x, y) {${body(draw, chains)}}${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('arrow-function', 2, (draw) => {
      const name = draw.name('run');
      return exported(
        name,
        unit`const ${name} = (at, x, y) => {${body(draw, chains)}}${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('concise-arrow', 3, (draw) => {
      const name = draw.name('run');
      const made = draw.within(
        { only: { variables: ['x', 'y'], mutables: [], depth: 0, inside: new Set() } },
        () => chain(draw, chains, 3),
      );
      return exported(
        name,
        unit`const ${name} = (at, x, y) => ${made}${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('async-function', 2, (draw) => {
      const name = draw.name('run');
      const made = draw.within(
        { only: { variables: ['x', 'y'], mutables: [], depth: 0, inside: new Set() } },
        () => chain(draw, chains, 3),
      );
      return exported(
        name,
        unit`async function ${name}(at, x, y) {\n  const v = await ${made}${END}\n  return log(at, '${draw.label()}', v)${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('chain-assigned', 2, (draw) => {
      const name = draw.name('run');
      const kept = draw.name();
      const made = draw.within(
        { only: { variables: ['x', 'y', kept], mutables: [], depth: 0, inside: new Set() } },
        () => chain(draw, chains, 3),
      );
      return exported(
        name,
        unit`async function ${name}(at, x, y) {\n  let ${kept} = ${draw.value()}${END}\n  try {\n    ${kept} = await ${made}${END}\n  } catch (error) {\n    log(at, '${draw.label()}', error)${END}\n  }\n  return log(at, '${draw.label()}', ${kept})${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
    production('object-method', 2, (draw) => {
      const name = draw.name('service');
      const made = body(draw, chains, ['method']);
      return {
        ...unit`exports.${name} = {\n  name: '${name}',\n  get(at, x, y) {${made}},\n}${END}`,
        entries: [{ path: `${name}.get`, call: 'promise' }],
      };
    }),
    production('class-method', 2, (draw) => {
      const name = draw.name('Service');
      const made = body(draw, chains, ['method']);
      return {
        ...unit`class ${name} {\n  get(at, x, y) {${made}}\n}\n${name}.prototype.name = '${name}'${END}\nexports.${name.toLowerCase()} = new ${name}()${END}`,
        entries: [{ path: `${name.toLowerCase()}.get`, call: 'promise' }],
      };
    }),
  ];
};

/**
 * @param {Omit<Chains, 'functions'>} own
 * @param {Node} header
 * @param {Pick<Language, 'name' | 'codemod' | 'weight' | 'options' | 'accepted'>} language
 * @returns {Language} Functions over chains of this kind.
 */
export function chainLanguage(own, header, language) {
  const none = { ...own, functions: [] };
  return {
    ...language,
    calls: ['head-function', 'head-side-by-side'],
    program(draw) {
      const table = unitsOf({ ...own, functions: [] });
      const count = draw.int(1, 3);
      return { header, units: Array.from({ length: count }, () => draw.choose(table)) };
    },
    productions: [
      ...unitsOf(none),
      ...preludesOf(none),
      ...oddStatementsOf(none),
      ...endsOf(none),
      ...headsOf(none),
      ...linksOf(none),
      ...handlersOf(none),
      ...finalizersOf(none),
      ...statementsOf(none),
      ...resultsOf(none),
    ],
  };
}

/** @param {string | Node} one @param {string | Node} two */
const together = (one, two) => sortOf('head')`together(() => ${one}, () => ${two})`;

const HEADER = sortOf(
  'header',
)`const { op, call, log, together } = require('./operations')${END}\nconst note = (v) => (v === 's' ? v : [v])${END}\nconst tools = { name: 'tools', note(v) { return [v, this?.name]${END} } }${END}\nconst noteWith = (w) => (v) => [w, v]${END}\nfunction noteAll(...all) { return all.concat(arguments.length)${END} }\nconst fail = () => { throw new Error('failed')${END} }${END}\n`;

export const promiseChain = chainLanguage(
  { op: 'op', together, heads: HEADS, links: [], ends: [] },
  HEADER,
  {
    name: 'promise-chain',
    codemod: 'promise-chain-to-async',
    weight: 1,
    options: {},
    accepted: rejectInsteadOfThrowing,
  },
);
