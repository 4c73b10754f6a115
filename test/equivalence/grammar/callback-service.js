import { body, noNames } from './callback-body.js';
import { OWN_STEPS, ownTails } from './callback-endings.js';
import { callbackNest, unitsOf } from './callback-nest.js';
import { storesOf } from './callback-stores.js';
import { logged, when } from './callback-steps.js';
import { production } from './draw.js';
import { handedOnTails } from './handed-on.js';
import { END, sortOf, unit } from './tree.js';

/**
 * Files of old libraries: an object that calls back when it likes, and functions and methods of all
 * kinds that use it and each other. Much of it is refused; what is converted has to do the same.
 *
 * @import { Names } from './callback-steps.js'
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 * @import { Language } from './arbitrary.js'
 */

/** @param {Draw} draw @param {Names} names @returns {string} A call of a store without its callback. */
const load = (draw, { soon, later }) => {
  const own = [...soon, ...later].filter((name) => name.endsWith(', '));
  return own.length > 0 && draw.chance(80) ? draw.pick(own) : `call(at, '${draw.label()}', x, `;
};

/**
 * @param {Draw} draw
 * @returns {string} Declares a strand for what is called, and one for what goes on behind the call: which comes
 *   first is not promised where callbacks may come later.
 */
const forked = (draw) => {
  const label = draw.label();
  return `const [own, rest] = [at.fork('${label}', 0), at.fork('${label}', 1)]${END}\n`;
};

/**
 * @param {Names} names
 * @param {boolean} keeps Whether functions keep their callbacks.
 * @returns {Production[]}
 */
const ownUnits = (names, keeps) => {
  const hasStore = () => [...names.soon, ...names.later].some((each) => /^\w+\.load/u.test(each));
  /**
   * @param {string} name
   * @param {number} weight
   * @param {(draw: Draw, name: string) => { node: Node, path?: string }} write
   * @param {() => boolean} [when]
   */
  const exported = (name, weight, write, when = () => true) =>
    production(
      name,
      weight,
      (draw) => {
        const local = draw.name('run');
        const { node, path = local } = write(draw, local);
        return { ...node, entries: [{ path, call: /** @type {const} */ ('callback') }] };
      },
      { when },
    );
  return [
    exported('method-that-calls-itself', 3, (draw, name) => {
      const own = draw.pick(['this', 'self']);
      const self = own === 'self' ? `    const self = this${END}\n` : '';
      const turn = draw.pick([
        `${own}.last = v${END}\n      if (err) return cb(err)${END}\n      ${own}.walk(at, x + 1, y, cb)`,
        `if (err) return cb(err)${END}\n      ${own}.last = v${END}\n      ${own}.walk(at, x + 1, y, (err, w) => (err ? cb(err) : cb(null, [v, w])))`,
        `if (err) return cb(err)${END}\n      ${own}.out.push(v)${END}\n      ${own}.walk(at, x + 1, y, (err) => {\n        if (err) return cb(err)${END}\n        ${logged(draw)}${END}\n        cb(null, ${own}.out)${END}\n      })`,
      ]);
      const ending = draw.pick([
        `cb(null, ${own}.out)`,
        'process.nextTick(cb, null, x)',
        `process.nextTick(() => cb(null, ${own}.last))`,
        `setImmediate(cb, null, x)`,
      ]);
      const call = draw.chance(50) ? `call(at, '${draw.label()}', x, ` : load(draw, names);
      const apart = forked(draw);
      const started = draw.pick([
        `log(rest, '${draw.label()}', this.last)${END}\n`,
        `if (this.last) log(rest, '${draw.label()}')${END}\n`,
        '',
      ]);
      const walk = `walk(at, x, y, cb) {\n${self}    if (x > ${draw.pick(['0', '1', '7', '8'])}) return ${ending}${END}\n    ${call}${own === 'this' ? '(err, v) =>' : draw.pick(['function (err, v)', '(err, v) =>'])} {\n      ${turn}${END}\n    })${END}\n  }`;
      const seen = draw.name('seen');
      const run = draw.pick([
        `run(at, x, y, cb) {\n    ${apart}    this.walk(own, ${draw.pick(['0', '7', 'x'])}, y, cb)${END}\n    ${started}  }`,
        `run(at, x, y, cb) {\n    ${apart}    let ${seen}${END}\n    this.walk(own, ${draw.pick(['0', '7', '9'])}, y, (err, v) => {\n      ${seen} = v${END}\n      cb(err, v)${END}\n    })${END}\n    log(rest, '${draw.label()}', ${seen})${END}\n  }`,
        `run(at, x, y, cb) {\n    ${apart}    this.walk(own, ${draw.pick(['0', '7', '9'])}, y, (err, v) => {\n      if (err) return cb(err)${END}\n      this.walk(own, 1, v, cb)${END}\n    })${END}\n    ${started}  }`,
      ]);
      const methods = draw.chance(50) ? [walk, run] : [run, walk];
      const made = draw.pick([
        `class ${name}Kind {\n  constructor() {\n    this.out = []${END}\n    this.last = 0${END}\n  }\n  ${methods.join('\n  ')}\n}`,
        `function ${name}Kind() {\n  this.out = []${END}\n  this.last = 0${END}\n}\n${methods.map((text) => `${name}Kind.prototype.${text.replace(/^(\w+)\(/u, '$1 = function (')}${END}`).join('\n')}`,
      ]);
      const literal = `exports.${name} = {\n  out: [],\n  last: 0,\n  ${methods.join(',\n  ')},\n}${END}`;
      return draw.chance(25)
        ? { node: unit`${literal}`, path: `${name}.run` }
        : { node: unit`${made}\nexports.${name} = new ${name}Kind()${END}`, path: `${name}.run` };
    }),
    exported('function-that-calls-itself', 3, (draw, name) => {
      const [own, kept] = [draw.name('again'), draw.name('kept')];
      const [left, right] = draw.pick([
        ['x', 'y'],
        ['y', 'x'],
      ]);
      const again = (/** @type {string} */ value) =>
        `${own}(at, ${left === 'x' ? `x + 1, ${value}` : `${value}, x + 1`}, cb)`;
      const opening = draw.pick([
        '',
        `var ${kept}${END}\n  `,
        `if (typeof y === 'function') {\n    cb = y${END}\n    y = {}${END}\n  }\n  `,
        `y = y || 1${END}\n  `,
      ]);
      const ending = draw.pick([
        'cb(null, [x, y])',
        'process.nextTick(cb, null, y)',
        `process.nextTick(() => cb(null, x))`,
      ]);
      const failed = draw.pick([
        `if (err) return cb(err)${END}`,
        `if (err) {\n      ${logged(draw)}${END}\n      return ${again('y')}${END}\n    }`,
        `if (err && x < 2) return ${again('y')}${END}\n    if (err) return cb(err)${END}`,
      ]);
      const step = draw.pick([
        '',
        `var ${kept} = v${END}\n    `,
        `at.kept = [() => log(at, '${draw.label()}', x, v), ...(at.kept || [])]${END}\n    at.kept.forEach((each) => each())${END}\n    `,
        `y = [v]${END}\n    `,
        `${logged(draw)}${END}\n    `,
      ]);
      const value = draw.pick(['v', 'y', 'v', '[y, x]']);
      const onward = draw.pick([
        `${again(value)}${END}`,
        `return ${again(value)}${END}`,
        `if (v) return ${again(value)}${END}\n    cb(null, [x, v])${END}`,
        `if (!v) {\n      ${again(value)}${END}\n    } else cb(null, x)${END}`,
        `setImmediate(() => ${again(value)})${END}`,
        `setTimeout(() => {\n      ${again(value)}${END}\n    }, 1)${END}`,
        `process.nextTick(() => {\n      ${logged(draw)}${END}\n      ${again(value)}${END}\n    })${END}`,
        `for (const each of [0, 1]) {\n      if (each === x) return ${again(value)}${END}\n    }\n    cb(null, [x, v])${END}`,
      ]);
      const body = `${opening}if (x > ${draw.pick(['0', '1', '2'])}) return ${ending}${END}\n  ${load(draw, names)}(err, v) => {\n    ${failed}\n    ${step}${onward}\n  })${END}`;
      const made = draw.pick([
        `function ${own}(at, ${left}, ${right}, cb) {\n  ${body}\n}`,
        `const ${own} = (at, ${left}, ${right}, cb) => {\n  ${body}\n}${END}`,
      ]);
      return {
        node: unit`${made}\nexports.${name} = ${draw.pick([left === 'x' ? own : `(at, x, y, cb) => ${own}(at, y, x, cb)`, `(at, x, y, cb) => ${own}(at, ${left === 'x' ? '0, y' : 'y, 0'}, cb)`])}${END}`,
      };
    }),
    exported('functions-that-call-each-other', 3, (draw, name) => {
      const [even, odd] = [draw.name('even'), draw.name('odd')];
      const end = () =>
        draw.pick([
          'cb(null, x)',
          `process.nextTick(cb, null, [x])`,
          `process.nextTick(() => cb(null, x))`,
        ]);
      const last = draw.pick(['0', '1', '8', '9']);
      const [one, two] = [
        draw.pick([
          `(err, v) => {\n    if (err) return cb(err)${END}\n    ${logged(draw)}${END}\n    ${odd}(at, x + 1, v, cb)${END}\n  }`,
          `(err, v) => (err ? cb(err) : ${odd}(at, x + 1, v, cb))`,
          `(err, v) => {\n    if (err) return cb(err)${END}\n    ${odd}(at, x + 1, v, (err, w) => (err ? cb(err) : cb(null, [v, w])))${END}\n  }`,
        ]),
        draw.pick([
          `${even}(at, x + 1, y, cb)`,
          `${even}(at, x + 1, y, (err, v) => (err ? cb(err) : cb(null, [v])))`,
          `${even}(at, x + 1, y, (err, v) => {\n    if (err) return cb(err)${END}\n    ${logged(draw)}${END}\n    cb(null, v)${END}\n  })`,
          `${load(draw, names)}(err, v) => {\n    if (err) return cb(err)${END}\n    ${even}(at, x + 1, v, cb)${END}\n  })`,
        ]),
      ];
      const first = `function ${even}(at, x, y, cb) {\n  if (x > ${last}) return ${end()}${END}\n  ${load(draw, names)}${one})${END}\n}`;
      const second = `function ${odd}(at, x, y, cb) {\n  ${draw.pick(['', `if (x > ${last}) return ${end()}${END}\n  `])}${two}${END}\n}`;
      const noted = draw.name('noted');
      const used = draw.pick([
        `exports.${name} = ${draw.pick([even, odd])}`,
        `exports.${name} = (at, x, y, cb) => ${draw.pick([even, odd])}(at, 0, y, cb)`,
        `exports.${name} = function (at, x, y, cb) {\n  ${forked(draw)}  let ${noted}${END}\n  ${draw.pick([even, odd])}(own, ${draw.pick(['0', '9'])}, y, (err, v) => {\n    ${noted} = v${END}\n    cb(err, v)${END}\n  })${END}\n  log(rest, '${draw.label()}', ${noted})${END}\n}`,
      ]);
      return { node: unit`${first}\n${second}\n${used}${END}` };
    }),
    exported('dual-function', 3, (draw, name) => {
      const asked = draw.pick([
        `if (!cb) {\n    return new Promise((resolve, reject) => {\n      ${name}(at, x, y, (err, v) => (err ? reject(err) : resolve(v)))${END}\n    })${END}\n  }`,
        `if (typeof cb !== 'function') {\n    return new Promise((resolve, reject) => ${name}(at, x, y, (err, v) => {\n      if (err) return reject(err)${END}\n      resolve(v)${END}\n    }))${END}\n  }`,
        `cb = cb || makePromiseCallback()`,
        `cb = cb || function () {}`,
        `if (!cb) return require('util').promisify(${name})(at, x, y)`,
      ]);
      const promised = asked.includes('makePromiseCallback');
      const made = body(draw, names);
      const helper = promised
        ? `function makePromiseCallback() {\n  let own${END}\n  const promise = new Promise((resolve, reject) => {\n    own = (err, v) => (err ? reject(err) : resolve(v))${END}\n  })${END}\n  own.promise = promise${END}\n  return own${END}\n}\n`
        : '';
      const result = promised ? `\n  return cb.promise${END}` : '';
      return {
        node: unit`${helper}function ${name}(at, x, y, cb) {\n  ${asked}${END}\n  {${made}}${result}\n}\nexports.${name} = ${name}${END}`,
      };
    }),
    exported('other-parameters', 2, (draw, name) => {
      const parameters = draw.pick([
        'at, x, y = 2, cb',
        'at, x, y, cb = () => {}',
        'at, x, ...rest',
        'at, ...rest',
        'at, x, { length }, cb',
        'at, [x] = [1], y, cb',
      ]);
      const opening = parameters.includes('rest')
        ? `const cb = rest.${draw.pick(['pop()', 'at(-1)', 'slice(-1)[0]'])}${END}\n  const y = rest[0]${END}\n  ${parameters.includes(' x') ? '' : `const x = rest[1]${END}\n  `}`
        : parameters.includes('length')
          ? `const y = length${END}\n  `
          : '';
      const list = parameters.replace('[x] = [1]', 'x = 1');
      return {
        node: unit`exports.${name} = function (${list}) {\n  ${opening}{${body(draw, names)}}\n}${END}`,
      };
    }),
    exported('middleware', 2, (draw, name) => {
      const inner = draw.name('handle');
      const end = `res.end('${draw.label()}')`;
      const made = draw.pick([
        `if (!req.user) return ${end}${END}\n  ${load(draw, names)}(err, v) => {\n    if (err) return next(err)${END}\n    req.found = v${END}\n    next()${END}\n  })`,
        `${load(draw, names)}(err, v) => {\n    if (err) return next(err)${END}\n    if (!v) {\n      ${end}${END}\n      return${END}\n    }\n    next()${END}\n  })`,
        `${load(draw, names)}(err, v) => {\n    if (err || !v) return next(err)${END}\n    ${load(draw, names)}(err, w) => {\n      if (err) return next(err)${END}\n      ${end}${END}\n    })${END}\n  })`,
        `if (req.user) return next()${END}\n  ${load(draw, names)}(err) => next(err))`,
      ]);
      return {
        node: unit`function ${inner}(req, res, next) {\n  const { at, x } = req${END}\n  ${made}${END}\n}\nexports.${name} = (at, x, y, cb) => {\n  const res = { end: (v) => cb(null, v) }${END}\n  ${inner}({ at, x, user: ${draw.pick(['x', 'null'])} }, res, (err) => cb(err, 'next'))${END}\n}${END}`,
      };
    }),
    exported(
      'holder-method',
      4,
      (draw, name) => {
        const stores = new Set(
          [...names.soon, ...names.later].flatMap((each) => /^(\w+)\.load/u.exec(each)?.[1] ?? []),
        );
        const store = draw.pick([...stores]);
        const receiver = draw.pick(['self', 'self.own']);
        // What it is called by, others find out by the name of the method alone.
        const held = { soon: /** @type {string[]} */ ([]), later: /** @type {string[]} */ ([]) };
        for (const when of /** @type {const} */ (['soon', 'later'])) {
          held[when] = names[when]
            .filter((each) => each.startsWith(`${store}.load`))
            .map((each) => each.replace(store, `${receiver}.store`));
        }
        const [soon, later] = [names.soon.splice(0), names.later.splice(0)];
        names.soon.push(...held.soon);
        names.later.push(...held.later);
        const made = body(draw, names);
        names.soon.splice(0, Infinity, ...soon);
        names.later.splice(0, Infinity, ...later);
        const setup = receiver === 'self' ? 'this.store = store' : 'this.own = { store }';
        const method = `const self = this${END}`;
        return {
          node: draw.pick([
            unit`class ${name}Kind {\n  constructor(store) {\n    ${setup}${END}\n  }\n  run(at, x, y, cb) {\n    ${method}\n    {${made}}\n  }\n}\nexports.${name} = new ${name}Kind(${store})${END}`,
            unit`function ${name}Kind(store) {\n  ${setup}${END}\n}\n${name}Kind.prototype.run = function (at, x, y, cb) {\n  ${method}\n  {${made}}\n}${END}\nexports.${name} = new ${name}Kind(${store})${END}`,
          ]),
          path: `${name}.run`,
        };
      },
      hasStore,
    ),
    production('optional-callback', 5, (draw) => {
      const [name, other, v] = [draw.name('run'), draw.name('run'), draw.name()];
      const opening = draw.pick([
        '',
        '',
        `  cb = cb || function () {}${END}\n`,
        `  cb = cb || (() => {})${END}\n`,
        `  const end = (e, v) => cb && cb(e, v)${END}\n`,
        `  ${draw.pick(['const', 'var'])} end = cb || function () {}${END}\n`,
        `  if (x === ${draw.pick(['1', '7'])}) return cb && cb(new Error('${draw.label()}'))${END}\n`,
        `  if (x === ${draw.pick(['1', '7'])}) {\n    if (cb) process.nextTick(cb, null, x)${END}\n    return${END}\n  }\n`,
      ]);
      const cb = opening.includes('end =') ? 'end' : 'cb';
      const isSure = cb === 'end' || opening.includes('cb ||');
      const end = (/** @type {string} */ given) =>
        isSure
          ? `${cb}(${given})`
          : draw.pick([
              `cb && cb(${given})`,
              `if (cb) cb(${given})`,
              `typeof cb === 'function' && cb(${given})`,
              `cb?.(${given})`,
            ]);
      const body = draw.pick([
        `(err, ${v}) => {\n    if (err) {\n      ${end('err')}${END}\n      return${END}\n    }\n    ${logged(draw)}${END}\n    ${end(`null, ${v}`)}${END}\n  }`,
        `(err, ${v}) => {\n    if (err) {\n      ${logged(draw)}${END}\n      return ${isSure ? `${cb}(err)` : 'cb && cb(err)'}${END}\n    }\n    ${load(draw, names)}(err, w) => {\n      ${end('err, w')}${END}\n    })${END}\n  }`,
        `(err) => {\n    ${end('err')}${END}\n  }`,
        `function (err, ${v}) {\n    if (err) log(at, '${draw.label()}', err.message)${END}\n    ${end(`null, ${v}`)}${END}\n  }`,
      ]);
      const made = unit`function ${name}(at, x, y, cb) {\n${opening}  call(at, '${draw.label()}', x, ${body})${END}\n}\nexports.${name} = ${name}${END}\nexports.${other} = (at, x, y, cb) => {\n  ${name}(at, ${draw.pick(['x', '1'])}, y)${END}\n  setTimeout(cb, 40, null, 1)${END}\n}${END}`;
      /** @type {Node['entries']} */
      const entries = [
        { path: name, call: 'callback' },
        { path: other, call: 'callback' },
      ];
      // Who gives no callback gets none, but for a promise where functions give one.
      return { ...made, entries: keeps ? [...entries, { path: name, call: 'promise' }] : entries };
    }),
    exported('calls-in-flight', 3, (draw, name) => {
      const [pending, own] = [draw.name('pending'), draw.name('get')];
      const flush = draw.pick([
        `for (const each of list) each(err, v)`,
        `list.forEach((each) => each(err, v))`,
        `list.forEach((each) => process.nextTick(each, err, v))`,
        `while (list.length) list.pop()(err, v)`,
      ]);
      const made = `const ${pending} = {}${END}\nfunction ${own}(at, x, y, cb) {\n  if (${pending}[x]) {\n    ${pending}[x].push(cb)${END}\n    return${END}\n  }\n  ${pending}[x] = [cb]${END}\n  ${load(draw, names)}(err, v) => {\n    const list = ${pending}[x]${END}\n    delete ${pending}[x]${END}\n    ${flush}${END}\n  })${END}\n}`;
      const left = draw.name('left');
      const [label, other, fork] = [draw.label(), draw.label(), draw.label()];
      return {
        node: unit`${made}\nexports.${name} = (at, x, y, cb) => {\n  let ${left} = 2${END}\n  const last = (err, v) => {\n    log(at, '${label}', err, v)${END}\n    if (--${left} === 0) cb(null, '${other}')${END}\n  }${END}\n  ${own}(at.fork('${fork}', 0), x, y, last)${END}\n  ${own}(at.fork('${fork}', 1), ${draw.pick(['x', 'y'])}, y, last)${END}\n}${END}`,
      };
    }),
    exported('keeps-its-callback', 3, (draw, name) => {
      const [find, own] = [draw.name('find'), draw.name('own')];
      // It reads a result beside an error: planned no further.
      const first = `if (x === 'none') {\n    return ${load(draw, names)}(err, w) => {\n      log(at, '${draw.label()}', w)${END}\n      if (err) return cb(err)${END}\n      cb(null, w)${END}\n    })${END}\n  }`;
      const soon = load(draw, names);
      const ways = draw.pick([
        `const ${own} = cb${END}\n  ${soon}(err, w) => ${own}(err, w))`,
        `const ${own} = { cb }${END}\n  ${soon}(err, w) => ${own}.cb(err, [w], x))`,
        `const ${own} = (err, w) => cb(err, w)${END}\n  ${soon}() => ${own}(new Error('${draw.label()}'), x))`,
        `const ${own} = (err, w) => cb(err, w)${END}\n  ${soon}(err, w) => (err ? ${own}(err) : ${own}(0, w)))`,
        `${soon}() => process.nextTick(cb, new Error('${draw.label()}'), x))`,
        `${soon}() => setImmediate(cb.bind(null, null, x)))`,
        `const ${own} = { done: cb, error: (err) => cb(err, x) }${END}\n  ${soon}(err, w) => (err ? ${own}.error(err) : ${own}.done(null, w)))`,
        `const ${own} = (f = cb) => f(null, x)${END}\n  ${soon}(err) => (err ? cb(err) : ${own}()))`,
      ]);
      // Nothing but a look at all that may be called says what it is.
      const [head, tail, called] = draw.pick([
        [`function ${find}`, '', find],
        [`const ${find} = [function `, `]${END}`, `${find}[0]`],
        [`const ${find} = ((given) => given)(function `, `)${END}`, find],
        [`const ${find} = {}${END}\n${find}[String('get')] = function `, END, `${find}.get`],
        [`const ${find} = { [['get'][0]]: function `, `}${END}`, `${find}.get`],
      ]);
      const noted = draw.label();
      const then = draw.pick([
        `log(at, '${noted}', err, w)${END}\n      ${load(draw, names)}() => cb(err || null, w))`,
        `if (err) return cb(err)${END}\n      log(at, '${noted}', w)${END}\n      cb(null, [w])`,
      ]);
      return {
        node: unit`${head}(at, x, y, cb) {\n  ${first}\n  ${ways}${END}\n}${tail}\nexports.${name} = (at, x, y, cb) => {\n  ${load(draw, names)}(err, v) => {\n    if (err) return cb(err)${END}\n    ${called}(at, x, v, (err, w) => {\n      ${then}${END}\n    })${END}\n  })${END}\n}${END}`,
      };
    }),
    exported('reads-at-once', 3, (draw, name) => {
      const seen = draw.name('seen');
      const targets = [...names.soon, ...names.later].filter((each) => !each.endsWith(', '));
      const target =
        targets.length > 0 && draw.chance(60)
          ? `${draw.pick(targets)}(at, ${draw.pick(['x', '1', '9'])}, y, `
          : load(draw, names);
      const noted = draw.pick([`${seen} = v`, `${seen} = err || v`, `${seen} = 1`]);
      const read = draw.pick([
        `cb(null, ${seen})`,
        `log(rest, '${draw.label()}', ${seen})${END}\n  setTimeout(cb, 30, null, ${seen})`,
        `if (${seen}) return cb(null, ${seen})${END}\n  setTimeout(() => cb(null, ${seen}), 30)`,
      ]);
      return {
        node: unit`exports.${name} = function (at, x, y, cb) {\n  ${forked(draw)}  let ${seen} = 'none'${END}\n  ${target.replace('(at, ', '(own, ')}(err, v) => {\n    ${noted}${END}\n  })${END}\n  ${read}${END}\n}${END}`,
      };
    }),
    exported('catches-at-once', 1, (draw, name) => {
      const label = draw.label();
      return {
        node: unit`exports.${name} = function (at, x, y, cb) {\n  try {\n    ${load(draw, names)}(err, v) => {\n      if (err || !v) throw err || new Error('${label}')${END}\n      log(at, '${draw.label()}', v)${END}\n    })${END}\n  } catch (e) {\n    return cb(e)${END}\n  }\n  cb(null, 1)${END}\n}${END}`,
      };
    }),
    exported('waits-in-the-middle', 3, (draw, name) => {
      const settle = draw.pick([
        '(err, v) => (err ? reject(err) : resolve(v))',
        `(err, v) => {\n        if (err) return reject(err)${END}\n        ${logged(draw)}${END}\n        resolve(v)${END}\n      }`,
        `(err, v) => {\n        if (err) {\n          reject(err)${END}\n        } else {\n          resolve([v])${END}\n        }\n      }`,
      ]);
      const promise = draw.pick([
        `new Promise((resolve, reject) => {\n      ${load(draw, names)}${settle})${END}\n    })`,
        `new Promise((resolve, reject) => ${load(draw, names)}${settle}))`,
        `new Promise((resolve) => setTimeout(resolve, 1))`,
        `new Promise((resolve, reject) => {\n      setTimeout(() => ${load(draw, names)}${settle}), 1)${END}\n    })`,
        `new Promise((resolve, reject) => {\n      const timer = setTimeout(() => reject(new Error('${draw.label()}')), 9)${END}\n      ${load(draw, names)}(err, v) => {\n        clearTimeout(timer)${END}\n        if (err) return reject(err)${END}\n        resolve(v)${END}\n      })${END}\n    })`,
      ]);
      const w = draw.name();
      const used = draw.pick([
        `const ${w} = await ${promise}${END}\n    log(at, '${draw.label()}', ${w})${END}\n    return ${w}`,
        `try {\n    return [await ${promise}]${END}\n    } catch (e) {\n    log(at, '${draw.label()}', e)${END}\n    return 0${END}\n    }`,
        `const [${w}] = await Promise.all([${promise}, 1])${END}\n    return ${w}`,
        `for (const item of [1, 2]) {\n    const ${w} = await ${promise}${END}\n    log(at, '${draw.label()}', item, ${w})${END}\n    }\n    return x`,
        `const ${w} = ${promise}${END}\n    log(at, '${draw.label()}')${END}\n    return ${w}`,
      ]);
      const node = draw.pick([
        unit`class ${name}Kind {\n  async own(at, x, y) {\n    ${used}${END}\n  }\n  run(at, x, y, cb) {\n    this.own(at, x, y).then((v) => process.nextTick(cb, null, v), (e) => process.nextTick(cb, e))${END}\n  }\n}\nexports.${name} = new ${name}Kind()${END}`,
        unit`async function ${name}Own(at, x, y) {\n    ${used}${END}\n}\nexports.${name} = { run: (at, x, y, cb) => void ${name}Own(at, x, y).then((v) => process.nextTick(cb, null, v), (e) => process.nextTick(cb, e)) }${END}`,
      ]);
      return { node, path: `${name}.run` };
    }),
  ];
};

const RESULTS = handedOnTails(when);

const HEADER = sortOf('header')`const { call, log } = require('./operations')${END}\n`;

/** @param {boolean} [anyTick] @returns {Names} */
const ownNames = (anyTick) => {
  const names = { ...noNames(anyTick), share: 60, steps: OWN_STEPS, results: RESULTS };
  names.tails = ownTails(names);
  return names;
};

/** @param {Draw} draw @param {{ anyTick: boolean, keeps: boolean }} how */
function program(draw, { anyTick, keeps }) {
  const names = ownNames(anyTick);
  const stores = draw.several(storesOf(names), 2);
  const table = [...ownUnits(names, keeps), ...unitsOf(names)];
  return { header: HEADER, units: [...stores, ...draw.several(table, 3)] };
}

const NAMES = ownNames();

/** @type {Language} */
export const callbackService = {
  ...callbackNest,
  name: 'callback-service',
  callersMustChange: true,
  goesOn: true,
  program: (draw) => program(draw, { anyTick: false, keeps: true }),
  // A method that calls itself puts off its end again and again.
  rounds: 30,
  // The rest is that of nests.
  productions: [
    ...storesOf(NAMES),
    ...ownUnits(NAMES, true),
    ...NAMES.tails,
    ...OWN_STEPS,
    ...RESULTS,
  ].map((made) => ({ ...made, optional: true })),
};

/** @type {Language} */
export const callbackServiceLater = {
  ...callbackService,
  name: 'callback-service --accept=timing-unobservable',
  options: { ...callbackService.options, accept: 'timing-unobservable' },
  program: (draw) => program(draw, { anyTick: true, keeps: true }),
};

/** @type {Language} */
export const callbackServiceAsync = {
  ...callbackServiceLater,
  name: 'callback-service --api=async',
  program: (draw) => program(draw, { anyTick: true, keeps: false }),
  options: { ...callbackServiceLater.options, api: 'async' },
};

/** @type {Language} */
export const callbackServiceDual = {
  ...callbackServiceLater,
  name: 'callback-service --api=dual',
  onlyBehaviour: true,
  program: callbackServiceAsync.program,
  options: { ...callbackServiceLater.options, api: 'dual' },
};
