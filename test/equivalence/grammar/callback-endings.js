import { callbacksOf, nested } from './callback-body.js';
import { ERROR_TESTS } from './callback-errors.js';
import { LATER, callee, logged, when } from './callback-steps.js';
import { production } from './draw.js';
import { END, statement } from './tree.js';

/**
 * How functions of old libraries come to their end: by functions inside that anybody may call, in a
 * later tick, once of several times, by a promise in between.
 *
 * @import { Names } from './callback-steps.js'
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 */

/** @param {Draw} draw @param {Names} names @returns {string} As `callee`, mostly of what calls back at any time. */
const reach = (draw, names) => {
  const isPatient = !draw.isInside(LATER) && draw.chance(75);
  const own = [...(isPatient ? [] : names.soon), ...names.later].filter((name) =>
    name.endsWith(', '),
  );
  if (own.length === 0 || draw.chance(40)) return callee(draw, names);
  const name = draw.pick(own);
  if (names.soon.includes(name)) early(draw, names);
  return name;
};

/** @param {Draw} draw @param {Names} names */
const early = (draw, names) => {
  if (!draw.isInside(LATER)) names.traits.add('calls');
};

/** @param {Draw} draw @param {() => Node | List} make Something that runs in a later tick. */
const later = (draw, make) => draw.within({ inside: [LATER] }, make);

/** @param {Names} names @returns {Production[]} */
export const ownTails = (names) => {
  const compound = { compound: true };
  /** @param {Draw} draw */
  const going = (draw) => nested(draw, names);
  /** @param {Draw} draw */
  const onward = (draw) => later(draw, () => nested(draw, names));
  return [
    production('ending-function', 12, (draw) => {
      const [end, done] = [draw.name('end'), draw.name('done')];
      early(draw, names);
      const effect = draw.pick(['', `${logged(draw)}${END}\n  `]);
      const made = draw.pick([
        `const ${end} = (e, v) => cb(e, v)${END}`,
        `const ${end} = (e, v) => {\n  ${effect}cb(e, v)${END}\n}${END}`,
        `function ${end}(e, v) {\n  ${effect}cb(e, v)${END}\n}`,
        `function ${end}(e, v) {\n  ${effect}if (e) return cb(e)${END}\n  cb(null, [v])${END}\n}`,
        `const ${end} = function (e, v) {\n  if (${draw.value()}) return process.nextTick(cb, e, v)${END}\n  ${effect}cb(e, v)${END}\n}${END}`,
        `const ${end} = (e, v) => process.nextTick(() => cb(e, v))${END}`,
        `let ${done} = false${END}\nconst ${end} = (e, v) => {\n  if (${done}) return${END}\n  ${done} = true${END}\n  ${effect}cb(e, v)${END}\n}${END}`,
      ]);
      const [v, w] = [draw.name(), draw.name()];
      const uses = draw.pick([
        `${reach(draw, names)}(e, ${v}) => ${end}(e, ${v}))`,
        `${reach(draw, names)}${end})`,
        `if (${draw.value()}) return ${end}(null, ${draw.value()})${END}\n${reach(draw, names)}(e, ${v}) => ${end}(e, ${v}))`,
        `${reach(draw, names)}(e, ${v}) => {\n  if (e) return ${end}(e)${END}\n  ${effect}${reach(draw, names)}${end})${END}\n})`,
        `${reach(draw, names)}function (e, ${v}) {\n  if (e) return ${end}(e)${END}\n  ${reach(draw, names)}(e, ${w}) => (e ? ${end}(e) : ${end}(null, [${v}, ${w}])))${END}\n})`,
        `${reach(draw, names)}(e, ${v}) => {\n  if (e) return ${end}(e)${END}\n  ${effect}${end}(null, ${v})${END}\n})`,
        `if (${draw.value()}) {\n  ${reach(draw, names)}${end})${END}\n} else {\n  ${reach(draw, names)}(e, ${v}) => ${end}(e, ${v}))${END}\n}`,
        `${reach(draw, names)}(e, ${v}) => (e ? cb(e) : ${end}(null, ${v})))`,
      ]);
      const isHoisted = made.startsWith('function') && draw.chance(50);
      return isHoisted ? statement`${uses}${END}\n${made}` : statement`${made}\n${uses}${END}`;
    }),
    production(
      'ending-nest',
      6,
      (draw) => {
        const [end, v] = [draw.name('end'), draw.name()];
        early(draw, names);
        const body = later(draw, () => {
          draw.declare(v);
          return nested(draw, names, (inner) => [inner.choose(ERROR_TESTS)]);
        });
        const used = draw.pick([
          end,
          `(err, w) => ${end}(err, w)`,
          `(err, w) => {\n  ${logged(draw)}${END}\n  ${end}(err, w)${END}\n}`,
        ]);
        return statement`${reach(draw, names)}${used})${END}\nfunction ${end}(err, ${v}) {${body}}`;
      },
      compound,
    ),
    production(
      'reached',
      10,
      (draw) => statement`${reach(draw, names)}${draw.choose(callbacksOf(names))})${END}`,
      compound,
    ),
    production(
      'put-off',
      8,
      (draw) =>
        statement`${draw.pick(['process.nextTick', 'return process.nextTick', 'setImmediate'])}(${draw.pick(['() => {', 'function () {'])}${onward(draw)}})${END}`,
      compound,
    ),
    production(
      'put-off-by-timer',
      3,
      (draw) => statement`setTimeout(() => {${onward(draw)}}, ${draw.pick(['0', '1', 'x'])})${END}`,
      compound,
    ),
    production(
      'put-off-or-not',
      8,
      (draw) => {
        const put = draw.pick([
          `process.nextTick(cb, null, ${draw.value()})`,
          `process.nextTick(() => cb(null, ${draw.value()}))`,
          `process.nextTick(() => {\n    ${logged(draw)}${END}\n    cb(null, ${draw.value()})${END}\n  })`,
          `setImmediate(cb, null, ${draw.value()})`,
          `setImmediate(() => cb(new Error('${draw.label()}')))`,
          `setTimeout(cb, 1, null, ${draw.value()})`,
          `process.nextTick(cb)`,
        ]);
        return draw.pick([
          () =>
            statement`if (${draw.value()}) ${put.startsWith('process') ? `return ${put}` : `{\n  ${put}${END}\n  return${END}\n}`}${END}\n${draw.choose(tailsIn(names))}`,
          () => statement`if (${draw.value()}) {\n  ${put}${END}\n} else {${going(draw)}}`,
          () => statement`if (${draw.value()}) {${going(draw)}} else ${put}${END}`,
          () =>
            statement`if (${draw.value()}) {\n  ${put}${END}\n  return${END}\n}\n{${going(draw)}}`,
        ])();
      },
      compound,
    ),
    production(
      'called-in-place',
      4,
      (draw) => {
        const k = draw.name('k');
        return draw.pick([
          () => statement`;(function () {${going(draw)}})()${END}`,
          () => statement`;(() => {${going(draw)}})()${END}`,
          () => {
            const value = draw.value();
            const made = draw.within({}, () => {
              draw.declare(k);
              return going(draw);
            });
            return statement`;(function (${k}) {${made}})(${value})${END}`;
          },
          () => statement`;(function () {${going(draw)}}).call(this)${END}`,
        ])();
      },
      compound,
    ),
    production('once-or-timeout', 1, (draw) => {
      const [once, called, timer] = [draw.name('once'), draw.name('called'), draw.name('timer')];
      early(draw, names);
      const v = draw.name();
      return statement`let ${called} = false${END}\nconst ${timer} = setTimeout(() => ${once}(new Error('${draw.label()}')), ${draw.pick(['3', '20'])})${END}\n${reach(draw, names)}${draw.pick([once, `(e, ${v}) => ${once}(e, ${v})`])})${END}\nfunction ${once}(e, v) {\n  if (${called}) return${END}\n  ${called} = true${END}\n  clearTimeout(${timer})${END}\n  cb(e, v)${END}\n}`;
    }),
    production('kept-callback', 2, (draw) => {
      const list = draw.name('list');
      early(draw, names);
      const v = draw.name();
      return draw.pick([
        statement`const ${list} = [cb]${END}\n${reach(draw, names)}(e, ${v}) => {\n  ${list}.forEach((each) => each(e, ${v}))${END}\n})${END}`,
        statement`const ${list} = { cb }${END}\n${reach(draw, names)}(e, ${v}) => ${list}.cb(e, ${v}))${END}`,
        statement`const ${list} = cb${END}\n${reach(draw, names)}(e, ${v}) => {\n  if (e) return ${list}(e)${END}\n  ${list}(null, ${v})${END}\n})${END}`,
        statement`const ${list} = new (require('events'))()${END}\n${list}.once('end', cb)${END}\n${reach(draw, names)}(e, ${v}) => ${list}.emit('end', e, ${v}))${END}`,
      ]);
    }),
    production(
      'promise-between',
      1,
      (draw) => {
        const [v, p] = [draw.name(), draw.name('p')];
        const settled = draw.pick([
          `(e, w) => (e ? reject(e) : resolve(w))`,
          `(e, w) => {\n    if (e) return reject(e)${END}\n    ${logged(draw)}${END}\n    resolve(w)${END}\n  }`,
          `(e, w) => {\n    if (e) reject(e)${END}\n    else resolve([w])${END}\n  }`,
        ]);
        const made = draw.pick([
          `new Promise((resolve, reject) => {\n  ${reach(draw, names)}${settled})${END}\n})`,
          `new Promise((resolve) => setTimeout(resolve, 1))`,
          `new Promise((resolve, reject) => {\n  setTimeout(() => {\n    ${reach(draw, names)}${settled})${END}\n  }, 1)${END}\n})`,
        ]);
        const body = later(draw, () =>
          draw.within({}, () => {
            draw.declare(v);
            return nested(draw, names);
          }),
        );
        const failing = draw.pick([
          'cb',
          `(e) => cb(e)`,
          `(e) => {\n  ${logged(draw)}${END}\n  cb(e)${END}\n}`,
        ]);
        return draw.chance(50)
          ? statement`${made}.then((${v}) => {${body}}, ${failing})${END}`
          : statement`const ${p} = ${made}${END}\n${p}.then((${v}) => {${body}}, ${failing})${END}`;
      },
      compound,
    ),
    production(
      'tried-call',
      2,
      (draw) => {
        const failing = draw.pick([
          'cb(e)',
          'return cb(e)',
          `${logged(draw)}${END}\n  cb(null, 0)`,
          'return process.nextTick(cb, e)',
        ]);
        return draw.pick([
          () => statement`try {${going(draw)}} catch (e) {\n  ${failing}${END}\n}`,
          () => statement`try {${going(draw)}} finally {\n  ${logged(draw)}${END}\n}`,
          () =>
            statement`try {\n  log(at, '${draw.label()}', (${draw.value()}).label.length)${END}\n} catch (e) {\n  return ${failing.replace(/^return |^.*\n\s*/su, '')}${END}\n} finally {\n  ${logged(draw)}${END}\n}\n{${going(draw)}}`,
        ])();
      },
      { ...compound, when },
    ),
    production(
      'labelled-loop',
      3,
      (draw) => {
        const [i, j, out] = [draw.name('i'), draw.name('j'), draw.name('out')];
        const leave = () =>
          draw.pick([
            `continue ${out}`,
            `break ${out}`,
            'break',
            'continue',
            `return cb(null, ${j})`,
          ]);
        return statement`${out}: for (const ${i} of [1, ${draw.value()}]) {\n  for (const ${j} of [${draw.value()}, 0]) {\n    if (${j} === ${draw.value()}) ${leave()}${END}\n    ${logged(draw)}${END}\n    if (${draw.value()}) ${leave()}${END}\n  }\n  if (${i} === ${draw.value()}) continue ${out}${END}\n}\n{${going(draw)}}`;
      },
      { ...compound, when },
    ),
    production(
      'other-arity',
      4,
      (draw) => {
        names.traits.add('loose');
        const value = draw.value();
        return statement`${draw.pick(['', 'return '])}${draw.pick([
          'cb(null)',
          'cb(undefined)',
          'cb(false)',
          'cb(0)',
          "cb('')",
          'cb(void 0)',
          `cb(undefined, ${value})`,
          `cb(null, ${value}, ${draw.value()})`,
          `cb(err || null, ${value})`,
          `cb(${value})`,
          `cb(err)`,
          `cb(${value} ? null : new Error('${draw.label()}'), ${draw.value()})`,
          `cb(!${value} && new Error('${draw.label()}'))`,
          `cb(...[null, ${value}])`,
        ])}${END}`;
      },
      { when },
    ),
    production('noted-and-read', 3, (draw) => {
      const [noted, v] = [draw.name('noted'), draw.name()];
      early(draw, names);
      const ending = draw.pick([
        `cb(e, ${v})`,
        `if (e) return cb(e)${END}\n  cb(null, ${v})`,
        `process.nextTick(cb, e, ${v})`,
      ]);
      const read = draw.pick([
        `log(at, '${draw.label()}', ${noted})`,
        `if (${noted}) log(at, '${draw.label()}')`,
        `x = ${noted}`,
      ]);
      return statement`let ${noted} = ${draw.value()}${END}\n${reach(draw, names)}(e, ${v}) => {\n  ${noted} = ${draw.pick(["'noted'", v, 'e || 1'])}${END}\n  ${ending}${END}\n})${END}\n${read}${END}`;
    }),
    production(
      'optional-call',
      6,
      (draw) => {
        const value = draw.value();
        const given = draw.pick([`null, ${value}`, '', `null`, `new Error('${draw.label()}')`]);
        const made = draw.pick([
          `cb && cb(${given})`,
          `return cb && cb(${given})`,
          `if (cb) cb(${given})`,
          `if (cb) {\n  cb(${given})${END}\n}`,
          `if (typeof cb === 'function') cb(${given})`,
          `typeof cb === 'function' && cb(${given})`,
          `if (cb) return cb(${given})`,
          `cb?.(${given})`,
        ]);
        return statement`${logged(draw)}${END}\n${made}${END}`;
      },
      { when },
    ),
    production(
      'optional-errors',
      4,
      (draw) => {
        const [v, w] = [draw.name(), draw.name()];
        const failing = draw.pick([
          'return cb && cb(e)',
          `if (cb) cb(e)${END}\n    return`,
          'return cb?.(e)',
          `cb && cb(e)${END}\n    return`,
        ]);
        const passing = draw.pick([
          `cb && cb(null, ${v})`,
          `if (cb) cb(null, [${v}])`,
          `cb?.(null, ${v})`,
          `${reach(draw, names)}(e, ${w}) => {\n    if (cb) cb(e, ${w})${END}\n  })`,
          `${reach(draw, names)}(e) => cb && cb(e))`,
          `${reach(draw, names)}cb)`,
        ]);
        return statement`${reach(draw, names)}(e, ${v}) => {\n  if (e) {\n    ${failing}${END}\n  }\n  ${passing}${END}\n})${END}`;
      },
      { when },
    ),
    production(
      'hands-nothing',
      4,
      (draw) => {
        const next = draw.name('next');
        const body = later(draw, () => nested(draw, names));
        const made = draw.pick([
          `function ${next}() {`,
          `const ${next} = () => {`,
          `const ${next} = function () {`,
        ]);
        early(draw, names);
        const used = draw.pick([
          `${reach(draw, names)}${next})`,
          `${reach(draw, names)}() => ${next}())`,
          `if (${draw.value()}) return ${next}()${END}\n${reach(draw, names)}${next})`,
          `setTimeout(${next}, 1)`,
        ]);
        return statement`${made}${body}}\n${used}${END}`;
      },
      compound,
    ),
    production(
      'pattern-callback',
      5,
      (draw) => {
        const v = draw.name();
        const parameter = draw.pick([
          `${v} = ${draw.literal()}`,
          `{ label: ${v} } = {}`,
          `[${v}] = []`,
          `...${v}`,
          `_, ${v}`,
        ]);
        const body = later(draw, () => {
          draw.declare(v);
          return nested(draw, names, (inner) => [inner.choose(ERROR_TESTS)]);
        });
        const head = draw.pick([`(err, ${parameter}) => {`, `function (err, ${parameter}) {`]);
        // Whom anybody asks for a second result is taken to have several.
        const call = parameter.startsWith('_')
          ? `call(at, '${draw.label()}', ${draw.value()}, `
          : reach(draw, names);
        return statement`${call}${head}${body}})${END}`;
      },
      compound,
    ),
    production('latched-count', 4, (draw) => {
      const [left, failed, out, i] = [
        draw.name('left'),
        draw.name('failed'),
        draw.name('out'),
        draw.name('i'),
      ];
      early(draw, names);
      const failing = draw.pick([
        `if (${failed}) return${END}\n    if (e) {\n      ${failed} = true${END}\n      return cb(e)${END}\n    }`,
        `if (${failed}) return${END}\n    if (e) return cb((${failed} = e))`,
        `if (e) ${failed} = ${failed} || e`,
        `if (e) ${failed} = e`,
      ]);
      const count = draw.pick([
        `if (--${left} > 0) return`,
        `${left} -= 1${END}\n    if (${left}) return`,
        `${left}--${END}\n    if (${left} !== 0) return`,
        `if (--${left}) return`,
      ]);
      const ending = failing.includes('return')
        ? `cb(null, ${out})`
        : draw.pick([
            `cb(${failed}, ${out})`,
            `if (${failed}) return cb(${failed})${END}\n    cb(null, ${out})`,
          ]);
      const counted = draw.pick([
        `    ${failing}${END}\n    ${out}[${i}] = v${END}\n    ${count}${END}\n    ${ending}${END}`,
        `    ${failing}${END}\n    ${out}.push(v)${END}\n    if (--${left} === 0) {\n    ${ending}${END}\n    }`,
      ]);
      const call = `call(at, '${draw.label()}', ${i}, (e, v) => {\n${counted}\n  })${END}`;
      const started = draw.pick([
        `;[0, 1, 2].forEach((${i}) => {\n  ${call}\n})`,
        `for (const ${i} of [0, 1, 2]) {\n  ${call}\n}`,
        `for (let ${i} = 0; ${i} < 3; ${i}++) {\n  ${call}\n}`,
        `;[0, 1, 2].forEach(function (${i}) {\n  ${call}\n})`,
      ]);
      return statement`let ${left} = 3${END}\nlet ${failed} = ${draw.pick(['null', 'false'])}${END}\nconst ${out} = []${END}\n${started}${END}`;
    }),
    production(
      'same-errors',
      10,
      (draw) => {
        const e = draw.pick(['e', 'err']);
        const results = [draw.name(), draw.name(), draw.name()];
        // Names may stand for other things in each of the callbacks.
        const [one = '', two = '', three = ''] = draw.chance(30)
          ? [String(results[0]), draw.pick(results), String(results[0])]
          : results.map(String);
        const seen = draw.pick([e, e, `${e}.message`, `${e}.message`, one, two, draw.value()]);
        const ending = draw.pick([
          `return cb(${e})`,
          `return cb(null, ${draw.value()})`,
          `return cb(new Error('${draw.label()}'))`,
          `cb(${e})${END}\n  return`,
        ]);
        const failing = `if (${e}) {\n  log(at, '${draw.label()}', ${seen})${END}\n  ${ending}${END}\n}`;
        const other = () => (draw.chance(15) ? `if (${e}) return cb(${e})` : failing);
        const between = () =>
          draw.pick([
            '',
            '',
            `${logged(draw)}${END}\n`,
            `x = ${draw.value()}${END}\n`,
            `// ${draw.name('c')}\n`,
          ]);
        const last = draw.pick([
          () => statement`cb(null, [${one}, ${two}])${END}`,
          () =>
            statement`${reach(draw, names)}(${e}, ${three}) => {\n${other()}\n${between()}cb(null, [${one}, ${two}, ${three}])${END}\n})${END}`,
          () =>
            later(draw, () => {
              draw.declare(String(one));
              return statement`{${nested(draw, names)}}`;
            }),
          () => statement`cb(null, ${draw.pick([one, two])})${END}`,
        ]);
        const first = statement`${reach(draw, names)}(${e}, ${one}) => {\n${failing}\n${between()}${reach(draw, names)}(${e}, ${two}) => {\n${other()}\n${between()}${last()}\n})${END}\n})${END}`;
        // What the errors tell has to be there.
        return seen === one || seen === two
          ? statement`let ${[...new Set([one, two])].join(', ')}${END}\n{\n${first}\n}`
          : statement`{\n${first}\n}`;
      },
      compound,
    ),
    production('polling', 4, (draw) => {
      const [poll, left, v] = [draw.name('poll'), draw.name('left'), draw.name()];
      early(draw, names);
      const again = draw.pick([
        `setTimeout(${poll}, 1)`,
        `setTimeout(() => ${poll}(), 1)`,
        `setImmediate(${poll})`,
        `process.nextTick(${poll})`,
        `setTimeout(function () {\n      ${logged(draw)}${END}\n      ${poll}()${END}\n    }, 2)`,
        `${poll}()`,
      ]);
      const test = draw.pick([`--${left} > 0`, `e && --${left} > 0`, `!${v} && ${left}-- > 0`]);
      const start = draw.pick([`${poll}()`, `setTimeout(${poll}, 1)`, `process.nextTick(${poll})`]);
      const made = `function ${poll}() {\n  ${reach(draw, names)}(e, ${v}) => {\n    if (${test}) {\n      ${again}${END}\n      return${END}\n    }\n    if (e) return cb(e)${END}\n    cb(null, ${v})${END}\n  })${END}\n}`;
      return statement`let ${left} = ${draw.pick(['1', '2', '3'])}${END}\n${made}\n${start}${END}`;
    }),
    production(
      'asked-before',
      8,
      (draw) => {
        const [req, strip, v] = [draw.name('req'), draw.name('strip'), draw.name()];
        const member = draw.pick(['body', 'body.user']);
        const leaf = draw.pick(['name', 'name.first']);
        const given = `{ body: ${draw.value()} && { name: ${draw.value()}, user: ${draw.value()} && { name: ${draw.value()} } } }`;
        const write = draw.pick([
          `${req}.${member} = ${draw.value()}`,
          `${req}.body = ${draw.value()}`,
          `delete ${req}.${member}`,
          `${req}.other = 1`,
          logged(draw),
        ]);
        const writer = draw.pick([
          `function ${strip}() {\n  ${write}${END}\n}`,
          `const ${strip} = () => {\n  ${write}${END}\n}${END}`,
        ]);
        const test = draw.pick([
          `!${req}.body`,
          `!${req}.body || !${req}.${member}`,
          `${req}.${member} == null`,
          `!(${req}.body && ${req}.${member})`,
        ]);
        const leave = draw.pick([
          'cb()',
          `cb(null, ${draw.value()})`,
          `cb(new Error('${draw.label()}'))`,
        ]);
        const between = draw.pick([
          '',
          `${strip}()${END}\n`,
          `${write}${END}\n`,
          ...(names.anyTick ? [] : [`process.nextTick(${strip})${END}\n`]),
        ]);
        const read = `log(at, '${draw.label()}', ${req}.${member}.${leaf})`;
        const body = draw.within({}, () => {
          draw.declare(v);
          return nested(draw, names, (inner) => [inner.choose(ERROR_TESTS)]);
        });
        const [inside, behind] = draw.pick([
          [`${read}${END}\n`, ''],
          ['', `${read}${END}\n`],
          ['', ''],
        ]);
        const isHoisted = writer.startsWith('function') && draw.chance(40);
        return statement`const ${req} = ${given}${END}\n${isHoisted ? '' : `${writer}\n`}if (${test}) return ${leave}${END}\n${between}${inside}${reach(draw, names)}(err, ${v}) => {\n${behind}${body}})${END}${isHoisted ? `\n${writer}` : ''}`;
      },
      { ...compound, when },
    ),
  ];
};

/** @param {Names} names @returns {Production[]} */
const tailsIn = (names) =>
  ownTails(names).filter(({ name }) => /^(?:ending-function|reached|kept-callback)$/u.test(name));

/** What may stand between the calls. @type {readonly Production[]} */
export const OWN_STEPS = [
  production(
    'own-arguments',
    1,
    (draw) =>
      statement`log(at, '${draw.label()}', typeof arguments[${draw.pick(['1', '2'])}])${END}`,
  ),
  production('getter-that-throws', 1, (draw) => {
    const box = draw.name('box');
    return statement`const ${box} = {\n  get v() {\n    if (${draw.value()}) throw new Error('${draw.label()}')${END}\n    return 1${END}\n  },\n}${END}\ntry {\n  log(at, '${draw.label()}', ${box}.v)${END}\n} catch (e) {\n  log(at, '${draw.label()}', e)${END}\n}`;
  }),
  production('deleted-member', 1, (draw) => {
    const box = draw.name('box');
    return statement`const ${box} = { k: ${draw.value()} }${END}\ndelete ${box}.k${END}\nlog(at, '${draw.label()}', 'k' in ${box})${END}`;
  }),
];
