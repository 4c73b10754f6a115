import { ERROR_TESTS, codeOf } from './callback-errors.js';
import { production } from './draw.js';
import { END, lines, sortOf, statement, unit } from './tree.js';

/**
 * Functions that take a node-style callback, and the nests of calls inside them. Every path of a
 * generated function ends in one call of the callback, except where a production says otherwise.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 *
 * @typedef {object} Names
 * @property {string[]} later Functions above that take a callback last, and call it in a later tick.
 * @property {string[]} soon Those that may call it before they return, but do not throw.
 * @property {Set<'calls' | 'throws'>} traits What the function may do before it returns that is being
 *   written.
 * @property {boolean} anyTick Whether callbacks are called in the first tick as in a later one.
 */

/** Inside a callback that runs in a later tick. */
const LATER = 'later';

const callback = sortOf('callback');

/** @param {Draw} draw */
const logged = (draw) => `log(at, '${draw.label()}', ${draw.value()})`;

/** What happens between two calls, at once. @type {Production[]} */
const STEPS = [
  production('effect', 5, (draw) => statement`${logged(draw)}${END}`),
  production(
    'effect-of-list',
    1,
    (draw) => statement`[1].forEach((z) => log(at, '${draw.label()}', z))${END}`,
  ),
  production('constant', 2, (draw) => {
    const name = draw.name();
    const made = statement`const ${name} = ${draw.chance(50) ? logged(draw) : draw.value()}${END}`;
    draw.declare(name);
    return made;
  }),
  production(
    'var',
    1,
    (draw) =>
      statement`var count = (count || 0) + 1${END}\nlog(at, '${draw.label()}', count)${END}`,
  ),
  production(
    'if-effect',
    1,
    (draw) => statement`if (${draw.value()}) {\n  ${logged(draw)}${END}\n}`,
  ),
  production(
    'loop-effect',
    1,
    (draw) => statement`for (const item of [1, 2]) log(at, '${draw.label()}', item)${END}`,
  ),
  production('closure', 1, (draw) => {
    const name = draw.name('f');
    return statement`const ${name} = (z) => log(at, '${draw.label()}', z, ${draw.value()})${END}\n${name}(2)${END}`;
  }),
  production('comment', 1, (draw) => statement`// ${draw.name('c')}\n${logged(draw)}${END}`),
  production('assignment', 1, (draw) => statement`x = ${draw.value()}${END}`),
];

/** @param {Draw} draw @param {Names} names @returns {string} A call that lacks its callback. */
const callee = (draw, names) => {
  const isLater = draw.isInside(LATER);
  // What may call back at once can only be waited for where a tick has passed.
  const functions = isLater || draw.chance(5) ? [...names.later, ...names.soon] : names.later;
  if (functions.length > 0 && draw.chance(25)) {
    const name = draw.pick(functions);
    if (!isLater && names.soon.includes(name)) names.traits.add('calls');
    return `${name}(at, ${draw.value()}, 1, `;
  }
  return `call(at, '${draw.label()}', ${draw.value()}, `;
};

/** @param {Draw} draw @param {Names} names @param {(draw: Draw) => Node[]} [first] @returns {List} */
const nested = (draw, names, first = () => []) =>
  draw.within({}, () => {
    const opening = first(draw);
    const steps = draw.chance(50) ? draw.several(STEPS, 2) : [];
    return lines([...opening, ...steps, draw.choose(tailsOf(names))]);
  });

/** @param {Names} names @returns {Production[]} */
const callbacksOf = (names) => {
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

/** @param {Draw} draw */
const when = (draw) => draw.isInside(LATER);

/**
 * @param {Production} made
 * @returns {Production[]} The same for where a tick has passed, and for where a function begins: there
 *   it may stay as it is, since nothing waits, or the callback may run before the function returns.
 */
const laterAndFirst = (made) => [
  { ...made, when },
  {
    ...made,
    name: `${made.name}-first`,
    weight: 1,
    optional: true,
    when: (draw) => !draw.isInside(LATER),
  },
];

/** @param {Names} names @returns {Production[]} How a path comes to its end. */
const tailsOf = (names) => [
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
    (draw) => statement`cb(null, ${draw.value()}, ${draw.value()})${END}`,
    { when },
  ),
  production('result-beside-error', 2, (draw) => statement`cb(err, ${draw.value()})${END}`, {
    when,
  }),
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
    'hoisted-callback',
    2,
    (draw) => {
      const name = draw.name('on');
      const body = draw.within({ inside: [LATER] }, () => {
        const v = draw.declare(draw.name());
        return statement`function ${name}(err, ${v}) {${nested(draw, names, (inner) => [inner.choose(ERROR_TESTS)])}}`;
      });
      return statement`${callee(draw, names)}${name})${END}\n${body}`;
    },
    { compound: true },
  ),
  ...laterAndFirst(
    production('recursive-loop', 2, (draw) => {
      const [next, out] = [draw.name('next'), draw.name('out')];
      if (!draw.isInside(LATER)) names.traits.add('calls');
      return statement`const ${out} = []${END}\nfunction ${next}(i) {\n  if (i === 2) return cb(null, ${out})${END}\n  ${callee(draw, names)}(err, v) => {\n    if (err) return cb(err)${END}\n    ${out}.push(v)${END}\n    ${next}(i + 1)${END}\n  })${END}\n}\n${next}(0)${END}`;
    }),
  ),
  ...laterAndFirst(
    production('recursive-function-expression', 1, (draw) => {
      const next = draw.name('next');
      if (!draw.isInside(LATER)) names.traits.add('calls');
      return statement`(function ${next}(i) {\n  if (i === 2) return cb(null, ${draw.value()})${END}\n  call(at, '${draw.label()}', i, (err) => (err ? cb(err) : ${next}(i + 1)))${END}\n})(0)${END}`;
    }),
  ),
  ...laterAndFirst(
    production(
      'recursive-turns',
      2,
      (draw) => {
        const [next, i] = [draw.name('next'), draw.name('i')];
        if (!draw.isInside(LATER)) names.traits.add('calls');
        const steps = () => (draw.chance(50) ? draw.several(STEPS, 2) : []);
        const onward = () => `${next}(${i} + ${draw.pick(['1', '2'])})${END}`;
        const turn = draw.within({ inside: [LATER] }, () => {
          draw.declare(i);
          const test = `${i} ${draw.pick(['>=', '>'])} 2`;
          const otherwise = draw.chance(50) ? nested(draw, names) : undefined;
          const result = draw.value();
          const before = steps();
          const v = draw.declare(draw.name());
          const handled = lines([
            draw.choose(ERROR_TESTS),
            ...steps(),
            statement`if (${draw.value()}) return ${onward()}`,
            statement`${draw.pick(['', 'return '])}${onward()}`,
          ]);
          const call = statement`call(at, '${draw.label()}', ${i}, (err, ${v}) => {${handled}})${END}`;
          return otherwise
            ? lines([statement`if (${test}) {${otherwise}} else {${lines([...before, call])}}`])
            : lines([statement`if (${test}) return cb(null, ${result})${END}`, ...before, call]);
        });
        const start = statement`${next}(${draw.pick(['0', '1'])})${END}`;
        const made = statement`function ${next}(${i}) {${turn}}`;
        return draw.chance(50) ? statement`${made}\n${start}` : statement`${start}\n${made}`;
      },
      { compound: true },
    ),
  ),
  ...laterAndFirst(
    production('recursive-callback', 1, (draw) => {
      const [next, queue] = [draw.name('next'), draw.name('queue')];
      if (!draw.isInside(LATER)) names.traits.add('calls');
      return statement`const ${queue} = [1, 2, 3]${END}\nfunction ${next}(err) {\n  if (err) return cb(err)${END}\n  if (${queue}.length === 0) return cb(null, ${draw.value()})${END}\n  call(at, '${draw.label()}', ${queue}.pop(), ${next})${END}\n}\n${next}()${END}`;
    }),
  ),
  ...laterAndFirst(
    production('recursive-named-expression', 1, (draw) => {
      const [next, out] = [draw.name('next'), draw.name('out')];
      const own = draw.chance(50) ? next : draw.name('again');
      const onward = draw.pick([own, next]);
      if (!draw.isInside(LATER)) names.traits.add('calls');
      return statement`const ${out} = []${END}\n${draw.pick(['var', 'const'])} ${next} = function ${own}(i) {\n  if (i >= ${draw.pick(['0', '2'])}) return cb(null, ${out})${END}\n  ${callee(draw, names)}function (err, v) {\n    if (err) return cb(err)${END}\n    ${out}.push(v)${END}\n    ${onward}(i + 1)${END}\n  })${END}\n}${END}\n${next}(0)${END}`;
    }),
  ),
  ...laterAndFirst(
    production('recursive-retry', 1, (draw) => {
      const attempt = draw.name('attempt');
      if (!draw.isInside(LATER)) names.traits.add('calls');
      return statement`function ${attempt}(n) {\n  call(at, '${draw.label()}', n, (err, v) => {\n    if (err && n > 0) return ${attempt}(n - 1)${END}\n    if (err) return cb(err)${END}\n    cb(null, [v, n, ${draw.value()}])${END}\n  })${END}\n}\n${attempt}(2)${END}`;
    }),
  ),
  production(
    'counter',
    2,
    (draw) => {
      const [pending, out] = [draw.name('pending'), draw.name('out')];
      return statement`let ${pending} = 2${END}\nconst ${out} = []${END}\n;[1, 2].forEach((item, i) => {\n  call(at, '${draw.label()}', item, (err, v) => {\n    if (${pending} < 0) return${END}\n    if (err) {\n      ${pending} = -1${END}\n      return cb(err)${END}\n    }\n    ${out}[i] = v${END}\n    if (--${pending} === 0) cb(null, ${out})${END}\n  })${END}\n})${END}`;
    },
    { optional: true },
  ),
  ...laterAndFirst(
    production('counted', 2, (draw) => {
      const [pending, out, failure] = [
        draw.name('pending'),
        draw.name('out'),
        draw.name('failure'),
      ];
      const [ondone, onlast] = [draw.name('ondone'), draw.name('onlast')];
      if (!draw.isInside(LATER)) names.traits.add('calls');
      const start = draw.pick([
        statement`for (const item of [1, 2]) call(at, '${draw.label()}', item, ${ondone})${END}`,
        statement`call(at, '${draw.label()}', 1, ${ondone})${END}\ncall(at, '${draw.label()}', 2, ${ondone})${END}`,
      ]);
      const last = statement`function ${onlast}(err, v) {\n  if (err) return cb(err)${END}\n  ${logged(draw)}${END}\n  cb(null, [v, ${out}])${END}\n}`;
      const counting = statement`function ${ondone}(err, v) {\n  if (err) ${failure} = err${END}\n  ${out}.push(v)${END}\n  ${draw.pick([`if (--${pending}) return`, `${pending}--${END}\n  if (${pending} > 0) return`])}${END}\n  if (${failure}) return cb(${failure})${END}\n  call(at, '${draw.label()}', ${draw.value()}, ${onlast})${END}\n}`;
      const functions = draw.chance(70) ? [last, counting] : [counting, last];
      return statement`let ${pending} = 2${END}\nlet ${failure} = null${END}\nconst ${out} = []${END}\n${start}\n${functions[0] ?? ''}\n${functions[1] ?? ''}`;
    }),
  ),
  production(
    'loop-of-calls',
    1,
    (draw) => {
      const pending = draw.name('pending');
      return statement`let ${pending} = 2${END}\nfor (const item of [1, 2]) {\n  call(at, '${draw.label()}', item, (err, v) => {\n    log(at, '${draw.label()}', err, v)${END}\n    if (--${pending} === 0) cb(null, v)${END}\n  })${END}\n}`;
    },
    { optional: true },
  ),
  production(
    'fall-through',
    1,
    (draw) =>
      statement`call(at, '${draw.label()}', function (err, v) {\n  if (err) cb(err)${END}\n  cb(null, v)${END}\n})${END}`,
    { refused: true },
  ),
  production(
    'called-twice',
    1,
    (draw) => statement`cb(null, '${draw.label()}')${END}\ncb(null, 2)${END}`,
    { refused: true },
  ),
  production(
    'never-called',
    1,
    (draw) =>
      statement`call(at, '${draw.label()}', (err, v) => {\n  if (err) return cb(err)${END}\n  if (v) cb(null, v)${END}\n})${END}`,
    { refused: true },
  ),
  production(
    'code-after',
    1,
    (draw) => statement`call(at, '${draw.label()}', cb)${END}\n${logged(draw)}${END}`,
    { refused: true },
  ),
  production('not-error-first', 1, (draw) => statement`cb('${draw.label()}')${END}`, {
    refused: true,
  }),
];

/** @param {Names} names @returns {Production[]} What a function checks before it does anything. */
const prologuesOf = (names) => [
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
const body = (draw, names) =>
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
      const steps = draw.chance(50) ? draw.several(STEPS, 2) : [];
      // What only calls back at once is converted by nobody.
      const tails = names.anyTick ? tailsOf(names).map(moreOften) : tailsOf(names);
      const tail = draw.choose(tails);
      return lines([...prologue, ...steps, tail]);
    },
  );

/** @param {Names} names @returns {Production[]} */
const unitsOf = (names) => {
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
      if (names.traits.size > 0) {
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

const HEADER = sortOf('header')`const { call, log } = require('./operations')${END}\n`;

/** @param {boolean} [anyTick] @returns {Names} */
function noNames(anyTick = false) {
  return { later: [], soon: [], traits: new Set(), anyTick };
}

/** @param {Draw} draw @param {boolean} [anyTick] */
function program(draw, anyTick) {
  const table = unitsOf(noNames(anyTick));
  const count = draw.int(1, 3);
  return { header: HEADER, units: Array.from({ length: count }, () => draw.choose(table)) };
}

const NONE = noNames();

/** @type {Language} */
export const callbackNest = {
  name: 'callback-nest',
  codemod: 'callback-to-async',
  weight: 3,
  options: { promisify: './operations.call' },
  program: (draw) => program(draw),
  faults: ['reject', 'reject', 'never'],
  // `callee-is-error-first`: what comes from a module calls back in a later tick.
  callsBackLater: true,
  rounds: 6,
  productions: [
    ...unitsOf(NONE),
    ...prologuesOf(NONE),
    ...STEPS,
    ...tailsOf(NONE),
    ...callbacksOf(NONE),
    ...ERROR_TESTS,
  ],
};

/**
 * The same where callbacks may be called later than they were: most of what people have calls them in
 * the same tick somewhere.
 *
 * @type {Language}
 */
export const callbackNestLater = {
  ...callbackNest,
  name: 'callback-nest --callback-timing=accept',
  weight: 2,
  options: { ...callbackNest.options, 'callback-timing': 'accept' },
  program: (draw) => program(draw, true),
  productions: callbackNest.productions.filter(({ name }) => !/-first$|^at-once$/u.test(name)),
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
