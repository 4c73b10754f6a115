import { production } from '../draw.js';
import { END, statement, unit } from '../tree.js';
import { pathOf } from './offers.js';

/**
 * Functions that get at those of other modules by the ways of other libraries: coroutines, chains of
 * promises, the functions of `async`. All codemods convert them together.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Target, Writer } from './offers.js'
 */

/** What a module may use, by the names that it has for it. */
const LIBRARIES = {
  Bluebird: { id: 'bluebird', version: '^3.7.2' },
  Q: { id: 'q', version: '^1.5.1' },
  async: { id: 'async', version: '^3.2.0' },
  co: { id: 'co', version: '^4.6.0' },
};

/** @typedef {keyof typeof LIBRARIES} Library */

/** @param {Draw} draw @returns {Library[]} What the modules of a project use. */
export const drawLibraries = (draw) =>
  /** @type {Library[]} */ (Object.keys(LIBRARIES)).filter(() => draw.chance(50));

/** @param {readonly Library[]} libraries @returns {Record<string, string>} */
export const dependenciesOf = (libraries) =>
  Object.fromEntries(libraries.map((name) => [LIBRARIES[name].id, LIBRARIES[name].version]));

/**
 * @param {Writer} writer
 * @param {readonly Library[]} libraries
 * @returns {Node[]}
 */
export const importsOfLibraries = ({ module }, libraries) =>
  libraries.map((name) =>
    module.isEsm
      ? statement`import ${name} from '${LIBRARIES[name].id}'${END}`
      : statement`const ${name} = require('${LIBRARIES[name].id}')${END}`,
  );

/** @param {Draw} draw @returns {string} What a promise comes to, for the callback. */
const settled = (draw) =>
  draw.pick([
    `.then((v) => setImmediate(cb, null, v), (e) => setImmediate(cb, e))`,
    `.then((v) => setImmediate(() => cb(null, v)))\n    .catch((e) => setImmediate(() => cb(e)))`,
    `.then(\n    (v) => process.nextTick(cb, null, v),\n    (e) => {\n      log(at, '${draw.label()}', e)${END}\n      process.nextTick(cb, e)${END}\n    },\n  )`,
  ]);

/** @param {Draw} draw */
const value = (draw) => draw.pick(['x', 'y', "'s'", 'null', '1']);

/**
 * @param {Writer} writer
 * @param {readonly Library[]} libraries Of the module.
 * @returns {Production[]}
 */
export const mixedUses = (writer, libraries) => {
  const has = (/** @type {Library} */ name) => libraries.includes(name);
  const { targets, objects, module } = writer;
  const some = () => targets.filter(({ isMethod, when }) => !isMethod && when !== 'throws');
  const later = () => some().filter(({ when }) => when === 'later');
  const promisify = (/** @type {Draw} */ draw) =>
    draw.pick([
      module.isEsm ? 'promisify' : "require('util').promisify",
      ...(has('Bluebird') ? ['Bluebird.promisify'] : []),
      ...(has('Q') ? ['Q.denodeify'] : []),
    ]);
  /**
   * @param {string} name
   * @param {number} weight
   * @param {Library} library
   * @param {(draw: Draw, target: Target) => string} write The body.
   * @param {() => readonly Target[]} [fitting]
   */
  const use = (name, weight, library, write, fitting = some) =>
    production(name, weight, (draw) => made(draw, write(draw, draw.pick(fitting())), 'callback'), {
      optional: true,
      when: () => has(library) && fitting().length > 0,
    });
  /**
   * @param {Draw} draw
   * @param {string} text
   * @param {'callback' | 'promise'} call
   * @returns {Node}
   */
  const made = (draw, text, call) => {
    const name = draw.name('mix');
    const parameters = call === 'callback' ? 'at, x, y, cb' : 'at, x, y';
    const node = module.isEsm
      ? unit`export function ${name}(${parameters}) {\n  ${text}\n}`
      : unit`module.exports.${name} = function (${parameters}) {\n  ${text}\n}${END}`;
    return { ...node, entries: [{ path: pathOf(module, name), call }] };
  };
  /**
   * @param {string} name
   * @param {number} weight
   * @param {(draw: Draw, target: Target) => string} write What gives a promise.
   * @param {Library} [library]
   */
  const promise = (name, weight, write, library) =>
    production(
      name,
      weight,
      (draw) => {
        const given = write(draw, draw.pick(some()));
        const isGiven = draw.chance(50);
        const text = isGiven ? `return ${given}${END}` : `${given}${settled(draw)}${END}`;
        return made(draw, text, isGiven ? 'promise' : 'callback');
      },
      {
        optional: true,
        when: () => some().length > 0 && (library === undefined || has(library)),
      },
    );
  return [
    promise('promise-by-hand', 4, (draw, { text }) => {
      const library = has('Bluebird') ? draw.pick(['Promise', 'Bluebird']) : 'Promise';
      const end = draw.pick([
        `(err, v) => {\n      if (err) return reject(err)${END}\n      resolve(v)${END}\n    }`,
        `(err, v) => (err ? reject(err) : resolve(v))`,
        `function (err, v) {\n      log(at, '${draw.label()}', err || v)${END}\n      if (err) reject(err)${END}\n      else resolve([v])${END}\n    }`,
      ]);
      return `new ${library}((resolve, reject) => {\n    ${text}(at, ${value(draw)}, y, ${end})${END}\n  })`;
    }),
    promise('promise-chain', 4, (draw, { text }) => {
      const step = draw.pick([
        `.then((v) => [v])`,
        `.then((v) => {\n      log(at, '${draw.label()}', v)${END}\n      return v${END}\n    })`,
        `.then((v) => ${promisify(draw)}(${text})(at, v, 1))`,
        `.catch((e) => {\n      log(at, '${draw.label()}', e)${END}\n      return null${END}\n    })`,
        `.finally(() => log(at, '${draw.label()}', x))`,
      ]);
      return `${promisify(draw)}(${text})(at, ${value(draw)}, y)\n    ${step}`;
    }),
    promise(
      'coroutine',
      5,
      (draw, { text }) => {
        const [one, other] = [promisify(draw), promisify(draw)];
        const body = draw.pick([
          `const v = yield ${one}(${text})(at, x, y)${END}\n    return yield ${other}(${text})(at, v, 1)${END}`,
          `try {\n      return yield ${one}(${text})(at, x, y)${END}\n    } catch (e) {\n      log(at, '${draw.label()}', e)${END}\n      return 'failed'${END}\n    }`,
          `let last = x${END}\n    for (const each of [1, 2]) last = yield ${one}(${text})(at, last, each)${END}\n    return last${END}`,
          `return yield (done) => ${text}(at, x, y, done)${END}`,
        ]);
        return `co(function* () {\n    ${body}\n  })`;
      },
      'co',
    ),
    promise(
      'bluebird-method',
      4,
      (draw, { text }) =>
        draw.pick([
          `Bluebird.fromCallback((done) => ${text}(at, x, y, done))`,
          `Bluebird.mapSeries([1, 2], (n) => Bluebird.promisify(${text})(at, x, n))`,
          `Bluebird.map([1, 2], (n) => Bluebird.promisify(${text})(at.fork('${draw.label()}', n), x, n))`,
          `Bluebird.resolve(${value(draw)}).then((v) => Bluebird.promisify(${text})(at, v, y)).tap((v) => log(at, '${draw.label()}', v))`,
        ]),
      'Bluebird',
    ),
    promise(
      'method-of-q',
      2,
      (draw, { text }) =>
        draw.pick([`Q.nfcall(${text}, at, x, y)`, `Q.ninvoke({ run: ${text} }, 'run', at, x, y)`]),
      'Q',
    ),
    use(
      'as-callback-of-q',
      1,
      'Q',
      (_, { text }) => `Q.nfcall(${text}, at, x, y).nodeify(cb)${END}`,
    ),
    use('as-callback', 3, 'Bluebird', (draw, { text }) =>
      draw.pick([
        `Bluebird.promisify(${text})(at, x, y).asCallback(cb)${END}`,
        `Bluebird.promisify(${text})(at, x, y)\n    .then((v) => [v])\n    .nodeify(cb)${END}`,
      ]),
    ),
    use('series-of-async', 5, 'async', (draw, { text }) => {
      const label = draw.label();
      return draw.pick([
        `async.series([(next) => ${text}(at, x, 1, next), (next) => ${text}(at, y, 2, next)], cb)${END}`,
        `async.waterfall(\n    [(next) => ${text}(at, x, 1, next), (v, next) => ${text}(at, v, 2, next)],\n    cb,\n  )${END}`,
        `async.eachSeries(\n    [1, 2],\n    (n, next) => ${text}(at, x, n, next),\n    (err) => {\n      log(at, '${label}', err)${END}\n      cb(err)${END}\n    },\n  )${END}`,
        `async.mapSeries([x, y], (v, next) => ${text}(at, v, 1, next), cb)${END}`,
        `async.waterfall([(next) => ${text}(at, x, y, next)], (err, v) => {\n    if (err) return cb(err)${END}\n    ${text}(at, v, 1, cb)${END}\n  })${END}`,
      ]);
    }),
    use(
      'side-by-side-of-async',
      3,
      'async',
      (draw, { text }) => {
        const label = draw.label();
        return draw.pick([
          `async.parallel(\n    [1, 2].map((n) => (next) => ${text}(at.fork('${label}', n), x, n, next)),\n    cb,\n  )${END}`,
          `async.map([1, 2], (n, next) => ${text}(at.fork('${label}', n), x, n, next), cb)${END}`,
          `async.each([1, 2], (n, next) => ${text}(at.fork('${label}', n), x, n, next), cb)${END}`,
        ]);
      },
      later,
    ),
    production(
      'promisified-object',
      3,
      (draw) => {
        const { text, keys } = draw.pick(objects);
        const key = draw.pick(keys);
        const all = draw.pick([
          `Bluebird.promisifyAll({ ...${text} })`,
          `Bluebird.promisifyAll(${text})`,
        ]);
        return made(draw, `${all}.${key}Async(at, x, y)${settled(draw)}${END}`, 'callback');
      },
      { optional: true, when: () => has('Bluebird') && objects.length > 0 && some().length > 0 },
    ),
  ];
};
