import { LATER, STEPS, callee, laterAndFirst, logged } from './callback-steps.js';
import { ERROR_TESTS } from './callback-errors.js';
import { production } from './draw.js';
import { END, lines, statement } from './tree.js';

/**
 * Calls that are made again and again: one after the other, or side by side and counted.
 *
 * @import { Names } from './callback-steps.js'
 * @import { Draw, Production } from './draw.js'
 * @import { List } from './tree.js'
 */

/**
 * @param {Names} names
 * @param {(draw: Draw, names: Names) => List} nested
 * @returns {Production[]}
 */
export const loopsOf = (names, nested) => [
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
];
