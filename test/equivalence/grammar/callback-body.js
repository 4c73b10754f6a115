import { ERROR_TESTS, codeOf } from './callback-errors.js';
import { loopsOf } from './callback-loops.js';
import { LATER, STEPS, callee, laterAndFirst, logged, when } from './callback-steps.js';
import { production } from './draw.js';
import { END, lines, sortOf, statement } from './tree.js';

/**
 * The body of a function that takes a node-style callback: every path ends in one call of it, except
 * where a production says otherwise.
 *
 * @import { Names } from './callback-steps.js'
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 */

export const callback = sortOf('callback');

/** @param {Draw} draw @param {Names} names @param {(draw: Draw) => Node[]} [first] @returns {List} */
export const nested = (draw, names, first = () => []) =>
  draw.within({}, () => {
    const opening = first(draw);
    const steps = draw.chance(50) ? draw.several([...STEPS, ...names.steps], 2) : [];
    return lines([...opening, ...steps, draw.choose(tailsOf(names))]);
  });

/** @param {Names} names @returns {Production[]} */
export const callbacksOf = (names) => {
  /** @param {Draw} draw @param {(result: string) => Node} make */
  const taking = (draw, make) =>
    draw.within({ deeper: false }, () => {
      const name = draw.name();
      draw.declare(name);
      return make(name);
    });
  /** @param {Draw} draw */
  const body = (draw) =>
    draw.within({ inside: [LATER], deeper: false }, () =>
      nested(draw, names, (inner) => [inner.choose(ERROR_TESTS)]),
    );
  /** @param {Draw} draw */
  const later = (draw) =>
    draw.within({ inside: [LATER], deeper: false }, () => nested(draw, names));
  return [
    production('function-callback', 6, (draw) =>
      taking(draw, (v) => callback`function (err, ${v}) {${body(draw)}}`),
    ),
    production('arrow-callback', 6, (draw) =>
      taking(draw, (v) => callback`(err, ${v}) => {${body(draw)}}`),
    ),
    production('named-function-callback', 1, (draw) =>
      taking(draw, (v) => callback`function ${draw.name('on')}(err, ${v}) {${body(draw)}}`),
    ),
    production('callback-without-result', 2, (draw) => callback`(err) => {${body(draw)}}`),
    production('if-else-callback', 2, (draw) =>
      taking(
        draw,
        (v) => callback`(err, ${v}) => {\n  if (err) {${later(draw)}} else {${later(draw)}}\n}`,
      ),
    ),
    production('if-not-error-callback', 1, (draw) =>
      taking(
        draw,
        (v) =>
          callback`(err, ${v}) => {\n  if (!err) {${later(draw)}} else {\n    cb(err)${END}\n  }\n}`,
      ),
    ),
    production('passing-first-callback', 1, (draw) =>
      taking(draw, (v) => {
        const passing = later(draw);
        const failing = draw.within({ inside: [LATER], deeper: false }, () =>
          nested(draw, names, () => [statement`log(at, '${draw.label()}', err)${END}`]),
        );
        return callback`(err, ${v}) => {\n  if (${draw.pick(['!err', 'err == null'])}) {${passing}} else {${failing}}\n}`;
      }),
    ),
    production('passing-return-callback', 1, (draw) =>
      taking(draw, (v) => {
        const passing = draw.pick([`cb(null, ${v})`, `cb(err, ${v})`, 'cb()', `cb(null, [${v}])`]);
        const text = draw.pick([
          `return ${passing}`,
          `{\n    log(at, '${draw.label()}', ${v});\n    return ${passing};\n  }`,
        ]);
        return callback`(err, ${v}) => {\n  if (!err) ${text}${END}\n  log(at, '${draw.label()}', err)${END}\n${later(draw)}\n}`;
      }),
    ),
    production('folded-callback', 1, (draw) =>
      taking(draw, (v) => {
        const value = draw.value();
        const effect = draw.pick(['', `  log(at, '${draw.label()}', ${v})\n  `]);
        const ending = draw.pick([
          'cb()',
          "cb(null, 'none')",
          'cb(null, [])',
          `cb(new Error('${draw.label()}'))`,
        ]);
        const handed = draw.pick(['cb(err)', `cb(err || new Error('${draw.label()}'))`]);
        const made = draw.pick([
          `if (!err && ${value}) {\n  ${effect}return cb(null, ${v})\n  }\n  ${handed}`,
          `if (!err && (${value} || ${v})) {\n  ${effect}cb(null, ${v})\n  } else ${handed}`,
          `if (!err) {\n  ${effect}return cb(null, ${v})\n  }\n  ${handed}`,
          `if (!err && ${value}) {\n  ${effect}return cb(null, ${v})\n  }\n  ${ending}`,
          `if (err == null && ${v} && ${value}) {\n  ${effect}cb(null, ${v})\n  } else {\n    ${ending}\n  }`,
          `if (err || ${value}) return ${ending}\n  ${effect}cb(null, ${v})`,
          `if (!err) {\n    log(at, '${draw.label()}', ${v})\n  }\n  cb(err, ${v})`,
          `if (!err) [${v}].forEach((z) => log(at, '${draw.label()}', z))\n  cb(err, ${v})`,
          `if (!err && ${value}) log(at, '${draw.label()}', ${v})\n  return cb(err, ${v})`,
          `if (err || ${value}) return ${handed}\n  ${effect}cb(null, ${v})`,
          `if (err || (${value} && ${v})) {\n    ${handed}\n  } else cb(err, ${v})`,
        ]);
        return callback`(err, ${v}) => {\n  ${made}${END}\n}`;
      }),
    ),
    production('error-handed-on-callback', 1, (draw) =>
      taking(draw, (v) => {
        const chosen = `err && err.code ${draw.pick(['===', '!=='])} ${codeOf(draw)}`;
        const ending = draw.pick(['cb()', "cb(null, 'none')", `cb(new Error('${draw.label()}'))`]);
        const handed = draw.pick(['cb(err)', `cb(err, ${v})`, `return cb(err, ${v})`]);
        const text = draw.pick([
          `if (${chosen}) return ${ending}\n  ${handed}`,
          `if (${chosen}) log(at, '${draw.label()}', err)\n  ${handed}`,
          `if (err) log(at, '${draw.label()}', err)\n  ${handed}`,
          `if (${chosen}) ${ending}\n  else if (${chosen}) {\n    ${ending}\n  } else ${handed}`,
        ]);
        return callback`(err, ${v}) => {\n  ${text}${END}\n}`;
      }),
    ),
    production('error-ends-at-times-callback', 1, (draw) =>
      taking(
        draw,
        (v) =>
          callback`(err, ${v}) => {\n  if (err) {\n    log(at, '${draw.label()}', err)${END}\n    if (err.code ${draw.pick(['===', '!=='])} ${codeOf(draw)}) return ${draw.pick(['cb(err)', 'cb()'])}${END}\n  }\n${later(draw)}\n}`,
      ),
    ),
    production('else-if-callback', 1, (draw) =>
      taking(
        draw,
        (v) =>
          callback`(err, ${v}) => {\n  if (err && err.code === ${codeOf(draw)}) {${later(draw)}} else if (${draw.pick(['err', v, `err || ${v}`])}) {${later(draw)}} else {${later(draw)}}\n}`,
      ),
    ),
    production('result-tested-callback', 1, (draw) =>
      taking(
        draw,
        (v) =>
          callback`(err, ${v}) => {\n  if (err || ${draw.pick([`!${v}`, v])}) return cb(${draw.pick(['err', `err || new Error('${draw.label()}')`])})${END}\n${later(draw)}\n}`,
      ),
    ),
    production('forwarding-arrow', 2, (draw) =>
      taking(draw, (v) => callback`(err, ${v}) => cb(err, ${v})`),
    ),
    production('conditional-arrow', 1, (draw) =>
      taking(draw, (v) => callback`(err, ${v}) => (err ? cb(err) : cb(null, [${v}]))`),
    ),
    production('sequence-arrow', 1, (draw) =>
      taking(draw, (v) => callback`(err, ${v}) => (${logged(draw)}, cb(err, ${v}))`),
    ),
    production('nesting-arrow', 1, (draw) =>
      draw.within({ inside: [LATER], deeper: false }, () =>
        taking(draw, (v) => {
          const failing = draw.pick([
            'cb(err)',
            `${logged(draw)}, cb(err)`,
            `cb(null, ${draw.value()})`,
            `call(at, '${draw.label()}', err, cb)`,
          ]);
          const going = draw.pick(['', `${logged(draw)}, `]);
          const onward = draw.chance(50) ? callback`cb` : draw.choose(callbacksOf(names));
          return callback`(err, ${v}) => (err ? (${failing}) : (${going}${callee(draw, names)}${onward})))`;
        }),
      ),
    ),
  ];
};

/** @param {Names} names @returns {Production[]} How a path comes to its end. */
export const tailsOf = (names) => [
  production(
    'nest',
    8,
    (draw) => statement`${callee(draw, names)}${draw.choose(callbacksOf(names))})${END}`,
    { compound: true },
  ),
  production(
    'return-nest',
    2,
    (draw) => statement`return ${callee(draw, names)}${draw.choose(callbacksOf(names))})${END}`,
    { compound: true },
  ),
  production(
    'nest-before-return',
    2,
    (draw) =>
      statement`${callee(draw, names)}${draw.choose(callbacksOf(names))})${END}\nreturn${END}`,
    { compound: true },
  ),
  production(
    'nest-in-branch',
    2,
    (draw) => {
      const early = draw.choose(callbacksOf(names));
      if (!draw.isInside(LATER)) names.traits.add('calls');
      return statement`if (${draw.value()}) {\n  ${callee(draw, names)}${early})${END}\n  return${END}\n}\n${draw.pick([`cb(null, ${draw.value()})`, 'cb()', `log(at, '${draw.label()}', x), cb(null, y)`])}${END}`;
    },
    { compound: true },
  ),
  production('result', 5, (draw) => statement`cb(null, ${draw.value()})${END}`, { when }),
  production('return-result', 4, (draw) => statement`return cb(null, ${draw.value()})${END}`, {
    when,
  }),
  production(
    'result-by-call',
    1,
    (draw) => statement`cb.call(undefined, null, ${draw.value()})${END}`,
    { when },
  ),
  production(
    'result-by-apply',
    1,
    (draw) => statement`return cb.apply(null, [null, ${draw.value()}])${END}`,
    { when },
  ),
  production('no-result', 1, () => statement`cb()${END}`, { when }),
  production(
    'at-once',
    1,
    (draw) => {
      names.traits.add('calls');
      return statement`cb(null, ${draw.value()})${END}`;
    },
    { bystander: true, when: (draw) => !draw.isInside(LATER) },
  ),
  production(
    'effect-and-result',
    1,
    (draw) =>
      statement`${draw.pick(['', 'return '])}${logged(draw)}, ${draw.pick([`cb(null, ${draw.value()})`, `cb(err, ${draw.value()})`, 'cb()'])}${END}`,
    { when },
  ),
  production(
    'effect-and-nest',
    1,
    (draw) =>
      statement`${draw.pick(['', 'return '])}${logged(draw)}, ${callee(draw, names)}${draw.choose(callbacksOf(names))})${END}`,
    { compound: true },
  ),
  production(
    'several-results',
    1,
    (draw) => {
      names.traits.add('loose');
      return statement`cb(null, ${draw.value()}, ${draw.value()})${END}`;
    },
    { when },
  ),
  production(
    'result-beside-error',
    2,
    (draw) => {
      names.traits.add('loose');
      return statement`cb(err, ${draw.value()})${END}`;
    },
    { when },
  ),
  production('error', 1, (draw) => statement`cb(new Error('${draw.label()}'))${END}`, { when }),
  ...laterAndFirst(
    production('callback-forwarded', 3, (draw) => statement`${callee(draw, names)}cb)${END}`),
  ),
  production(
    'branches',
    2,
    (draw) =>
      statement`if (${draw.value()}) {${nested(draw, names)}} else {${nested(draw, names)}}`,
    { compound: true },
  ),
  production(
    'switch',
    1,
    (draw) =>
      statement`switch (${draw.value()}) {\n  case ${draw.value()}:\n    return cb(null, ${draw.value()})${END}\n  case ${draw.literal()}: {${nested(draw, names)}\n    break${END}\n  }\n  default: {${nested(draw, names)}}\n}`,
    { compound: true, when },
  ),
  production(
    'switch-left',
    1,
    (draw) =>
      statement`switch (${draw.value()}) {\n  case ${draw.value()}:\n    if (${draw.value()}) break${END}\n    return cb(null, ${draw.value()})${END}\n  case ${draw.literal()}: {\n    if (${draw.value()}) {\n      ${logged(draw)}${END}\n      break${END}\n    }\n    return cb()${END}\n  }\n  default:\n    return cb(null, ${draw.value()})${END}\n}\n{${nested(draw, names)}}`,
    { compound: true, when },
  ),
  production(
    'else-if',
    1,
    (draw) =>
      statement`if (${draw.value()}) {${nested(draw, names)}} else if (${draw.value()}) {${nested(draw, names)}} else {${nested(draw, names)}}`,
    { compound: true },
  ),
  production(
    'early-result',
    2,
    (draw) => {
      if (!draw.isInside(LATER)) names.traits.add('calls');
      return statement`if (${draw.value()}) return cb(null, ${draw.value()})${END}\n${callee(draw, names)}${draw.choose(callbacksOf(names))})${END}`;
    },
    { compound: true },
  ),
  ...laterAndFirst(
    production(
      'next-tick',
      1,
      (draw) => statement`process.nextTick(cb, null, ${draw.value()})${END}`,
    ),
  ),
  production(
    'set-immediate',
    1,
    (draw) => statement`setImmediate(() => cb(null, ${draw.value()}))${END}`,
  ),
  production(
    'put-off-with-value',
    1,
    (draw) => {
      const name = draw.name();
      const put = draw.pick(['process.nextTick(cb', 'setImmediate(cb', 'setTimeout(cb, 1']);
      return statement`let ${name} = ${draw.value()}${END}\nprocess.nextTick(() => {\n  ${name} = ${draw.value()}${END}\n})${END}\n${put}, null, ${name})${END}`;
    },
    { optional: true, when },
  ),
  production(
    'found',
    1,
    (draw) => {
      const [find, label] = [draw.name('find'), draw.label()];
      const ways = draw.pick([
        `if (k) return call(at, '${label}', k, (e, w) => found(w))${END}\n  found(k)`,
        `switch (k) {\n    case ${draw.literal()}:\n      found(1)${END}\n      ${draw.pick(['break', 'return'])}${END}\n    default:\n      call(at, '${label}', k, (e, w) => found(w))${END}\n  }`,
        `k ? found(k) : call(at, '${label}', k, (e, w) => found(w))`,
      ]);
      const value = draw.value();
      const body = draw.within({ deeper: false }, () => {
        const w = draw.declare(draw.name());
        return statement`${find}(${value}, (${w}) => {${nested(draw, names)}})${END}`;
      });
      return statement`${body}\nfunction ${find}(k, found) {\n  ${ways}${END}\n}`;
    },
    { optional: true, compound: true, when },
  ),
  production(
    'hoisted-callback',
    2,
    (draw) => {
      const name = draw.name('on');
      const [isFirst, open, close] = draw.pick([
        [false, `function ${name}(`, ') {'],
        [false, `// ${draw.label()}\nfunction ${name}(`, ') {'],
        [true, `function ${name}(`, ') {'],
        [true, `const ${name} = (`, ') => {'],
        [true, `let ${name} = function (`, ') {'],
      ]);
      const body = draw.within({ inside: [LATER] }, () => {
        const v = draw.declare(draw.name());
        return statement`${open}err, ${v}${close}${nested(draw, names, (inner) => [inner.choose(ERROR_TESTS)])}}`;
      });
      const call = statement`${callee(draw, names)}${name})${END}`;
      return isFirst ? statement`${body}\n${call}` : statement`${call}\n${body}`;
    },
    { compound: true },
  ),
  production(
    'hoisted-chain',
    1,
    (draw) => {
      const [first, second, third] = [draw.name('on'), draw.name('on'), draw.name('on')];
      const v = draw.name();
      /** @param {() => Node} rest */
      const inside = (rest) => draw.within({ inside: [LATER], deeper: false }, rest);
      const opening = draw.pick([
        'if (err) return cb(err)',
        `if (err) log(at, '${draw.label()}', err)`,
      ]);
      const one = inside(() => {
        draw.declare(v);
        const noted = draw.pick(['', `const kept = ${v}\n  `, `var kept = ${draw.value()}\n  `]);
        return statement`function ${first}(err, ${v}) {\n  ${opening}${END}\n  ${noted}${callee(draw, names)}${second})${END}\n}`;
      });
      const isThird = draw.chance(40);
      const two = inside(() => {
        const w = draw.declare(draw.chance(40) ? v : draw.name());
        const used = draw.pick(['', `log(at, '${draw.label()}', typeof kept)\n  `]);
        const guard = `if (err) return cb(null, ${draw.value()})`;
        return isThird
          ? statement`function ${second}(err, ${w}) {\n  ${guard}${END}\n  ${used}${callee(draw, names)}${third})${END}\n}`
          : statement`function ${second}(err, ${w}) {${nested(draw, names, (inner) => [inner.choose(ERROR_TESTS)])}}`;
      });
      const three = isThird
        ? [inside(() => statement`function ${third}(err, kept) {\n  cb(err, kept)${END}\n}`)]
        : [];
      const call = statement`${callee(draw, names)}${first})${END}`;
      const parts = draw.chance(50) ? [call, one, two, ...three] : [...three, two, one, call];
      return statement`${lines(parts)}`;
    },
    { compound: true },
  ),
  ...loopsOf(names, nested),
  production(
    'fall-through',
    1,
    (draw) => {
      names.traits.add('loose');
      return statement`call(at, '${draw.label()}', function (err, v) {\n  if (err) cb(err)${END}\n  cb(null, v)${END}\n})${END}`;
    },
    { refused: true },
  ),
  production(
    'called-twice',
    1,
    (draw) => {
      names.traits.add('loose');
      return statement`cb(null, '${draw.label()}')${END}\ncb(null, 2)${END}`;
    },
    { refused: true },
  ),
  production(
    'never-called',
    1,
    (draw) => {
      names.traits.add('loose');
      return statement`call(at, '${draw.label()}', (err, v) => {\n  if (err) return cb(err)${END}\n  if (v) cb(null, v)${END}\n})${END}`;
    },
    { refused: true },
  ),
  production(
    'switch-never',
    1,
    (draw) => {
      names.traits.add('loose');
      return statement`call(at, '${draw.label()}', (err, v) => {\n  if (err) return cb(err)${END}\n  switch (v) {\n    case 0:\n      if (v === ${draw.value()}) break${END}\n      return cb(null, v)${END}\n    default:\n      return cb(null, 1)${END}\n  }\n})${END}`;
    },
    { refused: true },
  ),
  production(
    'code-after',
    1,
    (draw) => statement`call(at, '${draw.label()}', cb)${END}\n${logged(draw)}${END}`,
    { refused: true },
  ),
  production('not-error-first', 1, () => statement`cb(7)${END}`, {
    refused: true,
  }),
  production('text-as-error', 1, (draw) => statement`cb('${draw.label()}')${END}`, {
    optional: true,
  }),
  ...names.tails,
  ...names.results,
];

/** @param {Names} names @returns {Production[]} What a function checks before it does anything. */
const prologuesOf = (names) => [
  // Where callbacks may be called in any tick, others see what is set meanwhile.
  ...(names.anyTick
    ? []
    : [
        production(
          'argument-set-later',
          1,
          (draw) => statement`process.nextTick(() => {\n  x = ${draw.value()}${END}\n})${END}`,
        ),
      ]),
  production('argument-check', 3, (draw) => {
    names.traits.add('calls');
    return statement`if (x === ${draw.value()}) return cb(new TypeError('${draw.label()}'))${END}`;
  }),
  production('argument-throw', 1, (draw) => {
    names.traits.add('throws');
    return statement`if (x === ${draw.value()}) throw new TypeError('${draw.label()}')${END}`;
  }),
  production(
    'optional-argument',
    2,
    () => statement`if (typeof y === 'function') {\n  cb = y${END}\n  y = {}${END}\n}`,
  ),
  production('default-callback', 1, () => statement`cb = cb || function () {}${END}`),
  production('missing-callback', 1, () => {
    names.traits.add('throws');
    return statement`if (typeof cb !== 'function') throw new TypeError('cb')${END}`;
  }),
];

/** @param {Production} made @returns {Production} */
const moreOften = (made) => (made.compound ? { ...made, weight: made.weight * 8 } : made);

/** @param {Draw} draw @param {Names} names @returns {List} */
export const body = (draw, names) =>
  draw.within(
    {
      only: {
        variables: ['x', 'y'],
        mutables: [],
        depth: 0,
        inside: new Set(names.anyTick ? [LATER] : []),
      },
    },
    () => {
      names.traits.clear();
      const prologue = draw.chance(30) ? draw.several(prologuesOf(names), 2) : [];
      const steps = draw.chance(50) ? draw.several([...STEPS, ...names.steps], 2) : [];
      // What only calls back at once is converted by nobody.
      const tails = names.anyTick ? tailsOf(names).map(moreOften) : tailsOf(names);
      const tail = draw.choose(tails);
      return lines([...prologue, ...steps, tail]);
    },
  );

/** @param {boolean} [anyTick] @returns {Names} */
export function noNames(anyTick = false) {
  return {
    later: [],
    soon: [],
    loose: new Set(),
    traits: new Set(),
    anyTick,
    share: 25,
    steps: [],
    tails: [],
    results: [],
  };
}

const NONE = noNames();

/** Everything that a body is made of. */
export const BODY_PRODUCTIONS = [
  ...prologuesOf(NONE),
  ...STEPS,
  ...tailsOf(NONE),
  ...callbacksOf(NONE),
  ...ERROR_TESTS,
];
