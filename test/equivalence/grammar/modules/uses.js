import { production } from '../draw.js';
import { END, unit } from '../tree.js';
import { isTask } from './imports.js';
import { pathOf } from './offers.js';

/**
 * Functions that do with those of other modules all that can be done with functions. In tests and
 * commands, which are not converted, everything is as it was; in other modules they may be converted.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Target, Writer } from './offers.js'
 */

/** @param {Draw} draw @returns {string} A callback that tells what it got. */
const telling = (draw) => {
  const [v, more] = [draw.name('w'), draw.chance(30) ? ', more' : ''];
  const shown = `err || ${more ? `[${v}, more]` : v}`;
  const end = draw.pick([
    `if (err) return cb(err)${END}\n    cb(null, ${v})${END}`,
    `return err ? cb(err) : cb(null, ${v})${END}`,
  ]);
  return `${draw.pick([`(err, ${v}${more}) =>`, `function (err, ${v}${more})`])} {\n    log(at, '${draw.label()}', ${shown})${END}\n    ${end}\n  }`;
};

/** @param {Writer} writer @returns {Production[]} */
export const usesOf = (writer) => {
  const { targets, takers, objects, classes, module, names } = writer;
  const { isOutside } = module;
  const traits = isOutside ? { bystander: true } : { optional: true };
  /** @param {(target: Target) => boolean} [fits] */
  const some = (fits = () => true) => targets.filter(fits);
  const anyFunction = (/** @type {Target} */ { isMethod }) => !isMethod;
  const noThrow = (/** @type {Target} */ { when }) => when !== 'throws';
  const later = (/** @type {Target} */ { when }) => when === 'later';
  /**
   * @param {string} name
   * @param {number} weight
   * @param {(draw: Draw, target: Target) => string} write The body.
   * @param {(target: Target) => boolean} [fits]
   * @param {boolean} [strictly] Only where a callback is called when it was.
   */
  const use = (name, weight, write, fits = () => true, strictly = false) =>
    production(
      isOutside ? name : `${name}-inside`,
      weight,
      (draw) => wrapped(draw, write(draw, draw.pick(some(fits)))),
      { ...traits, when: () => some(fits).length > 0 && !(strictly && names.anyTick) },
    );
  /** @param {Draw} draw @param {string} text @returns {Node} */
  const wrapped = (draw, text) => {
    const name = draw.name('check');
    const node = module.isEsm
      ? unit`export function ${name}(at, x, y, cb) {\n  ${text}\n}`
      : draw.pick([
          unit`module.exports.${name} = function (at, x, y, cb) {\n  ${text}\n}${END}`,
          unit`function ${name}(at, x, y, cb) {\n  ${text}\n}\nmodule.exports.${name} = ${name}${END}`,
        ]);
    const entry = { path: pathOf(module, name), call: /** @type {const} */ ('callback') };
    return { ...node, entries: [{ ...entry, ...(isOutside && { keeps: true }) }] };
  };
  const value = (/** @type {Draw} */ draw) => draw.pick(['x', 'y', "'s'", 'null', '1']);
  return [
    use(
      'use-call',
      5,
      (draw, { text }) => `${text}(at, ${value(draw)}, ${value(draw)}, ${telling(draw)})${END}`,
    ),
    use(
      'use-forward',
      3,
      (draw, { text }) => `${draw.pick(['', 'return '])}${text}(at, x, y, cb)${END}`,
    ),
    use(
      'use-returned',
      2,
      (draw, { text }) =>
        `const given = ${text}(at, x, 1, ${telling(draw)})${END}\n  log(at, '${draw.label()}', given)${END}`,
      noThrow,
      true,
    ),
    use(
      'use-as-value',
      3,
      (draw, { text }) => `const task = ${text}${END}\n  task(at, x, y, ${telling(draw)})${END}`,
      anyFunction,
    ),
    use(
      'use-in-list',
      2,
      (_, { text }) => `;[${text}].forEach((task) => task(at, x, y, cb))${END}`,
      anyFunction,
    ),
    use(
      'use-by-call',
      2,
      (draw, { text }) =>
        draw.pick([
          `${text}.call(null, at, x, y, cb)${END}`,
          `${text}.apply(this, [at, x, y, ${telling(draw)}])${END}`,
          `${text}.bind(null, at)(x, y, cb)${END}`,
          `Reflect.apply(${text}, null, [at, x, y, cb])${END}`,
          `${text}(...[at, x, y, cb])${END}`,
          `${text}?.(at, x, y, cb)${END}`,
        ]),
      anyFunction,
    ),
    use(
      'use-promisified',
      2,
      (draw, { text }) =>
        `${module.isEsm ? 'promisify' : "require('util').promisify"}(${text})(at, x, y).then(\n    (v) => setImmediate(cb, null, v),\n    (e) => {\n      log(at, '${draw.label()}', e)${END}\n      setImmediate(cb, e)${END}\n    },\n  )${END}`,
      anyFunction,
    ),
    use(
      'use-described',
      2,
      (draw, { text }) =>
        `log(at, '${draw.label()}', [${text}.length, ${text}.name, typeof ${text}])${END}\n  ${text}(at, x, y, cb)${END}`,
      noThrow,
    ),
    use(
      'use-side-by-side',
      2,
      (draw, { text }) =>
        `let left = 2${END}\n  for (const i of [0, 1]) {\n    ${text}(at.fork('${draw.label()}', i), x, i, () => {\n      if (--left === 0) cb(null, x)${END}\n    })${END}\n  }`,
      later,
    ),
    use(
      'use-then-more',
      2,
      (draw, { text }) =>
        `${text}(at, x, y, ${telling(draw)})${END}\n  log(at, '${draw.label()}', 'after')${END}`,
      noThrow,
      true,
    ),
    use(
      'use-tried',
      2,
      (draw, { text }) =>
        `try {\n    ${text}(at, ${value(draw)}, y, cb)${END}\n  } catch (e) {\n    log(at, '${draw.label()}', e)${END}\n    call(at, '${draw.label()}', x, cb)${END}\n  }`,
      () => true,
      true,
    ),
    use(
      'use-in-turn',
      3,
      (draw, { text }) =>
        `${text}(at, x, 1, (err, v) => {\n    if (err) return cb(err)${END}\n    ${text}(at, v, 2, ${telling(draw)})${END}\n  })${END}`,
      later,
    ),
    production(
      isOutside ? 'use-taker' : 'use-taker-inside',
      12,
      (draw) => {
        const { text } = draw.pick(some(isTask));
        const task = draw.pick([text, `(at, x, y, done) => call(at, '${draw.label()}', x, done)`]);
        return wrapped(draw, `${draw.pick(takers)}(at, ${task}, y, ${telling(draw)})${END}`);
      },
      {
        ...traits,
        when: () => takers.length > 0 && some(isTask).length > 0,
      },
    ),
    production(
      isOutside ? 'use-computed' : 'use-computed-inside',
      2,
      (draw) => {
        const { text, keys } = draw.pick(objects);
        const how = draw.pick([
          `const name = '${draw.pick(keys)}'${END}\n  ${text}[name](at, x, y, cb)${END}`,
          `const copy = { ...${text} }${END}\n  copy.${draw.pick(keys)}(at, x, y, cb)${END}`,
          `const { ${draw.pick(keys)}: own } = ${text}${END}\n  own(at, x, y, cb)${END}`,
          `log(at, '${draw.label()}', Object.keys(${text}).join())${END}\n  ${text}.${draw.pick(keys)}(at, x, y, cb)${END}`,
          `;((lib) => lib.${draw.pick(keys)}(at, x, y, cb))(${text})${END}`,
        ]);
        return wrapped(draw, how);
      },
      { ...traits, when: () => objects.length > 0 },
    ),
    production(
      isOutside ? 'replaces-export' : 'replaces-export-inside',
      6,
      (draw) => {
        const { text, keys } = draw.pick(objects);
        const [key, original] = [draw.pick(keys), draw.name('original')];
        const stub = draw.pick([
          `${original}.apply(this, arguments)${END}`,
          `${original}.call(this, at, x, y, ${telling(draw)})${END}`,
          `call(at, '${draw.label()}', x, cb)${END}`,
          `cb(null, '${draw.label()}')${END}`,
        ]);
        const left = draw.pick([`${text}.${key}`, `${text}['${key}']`]);
        return unit`const ${original} = ${text}.${key}${END}\n${left} = function (at, x, y, cb) {\n  log(at, '${draw.label()}', x)${END}\n  ${stub}\n}${END}`;
      },
      { ...traits, when: () => objects.length > 0 },
    ),
    production(
      isOutside ? 'replaces-for-a-while' : 'replaces-for-a-while-inside',
      2,
      (draw) => {
        const { text, keys } = draw.pick(objects);
        const key = draw.pick(keys);
        const stub = draw.pick([`call(at, '${draw.label()}', x, done)`, `done(null, x)`]);
        const { text: used } = draw.pick(some(noThrow));
        return wrapped(
          draw,
          `const original = ${text}.${key}${END}\n  ${text}.${key} = (at, x, y, done) => ${stub}${END}\n  ${used}(at, x, y, (err, v) => {\n    ${text}.${key} = original${END}\n    return err ? cb(err) : cb(null, v)${END}\n  })${END}`,
        );
      },
      { ...traits, when: () => objects.length > 0 && some(noThrow).length > 0 },
    ),
    production(
      isOutside ? 'subclass' : 'subclass-inside',
      3,
      (draw) => {
        const [name, base] = [draw.name('Sub'), draw.pick(classes)];
        const get = draw.pick([
          `super.get(at, x, y, ${telling(draw)})${END}`,
          `super.get(at, x, y, cb)${END}`,
          `call(at, '${draw.label()}', x, cb)${END}`,
        ]);
        const made = `class ${name} extends ${base.includes('(') ? `(${base})` : base} {\n  get(at, x, y, cb) {\n    log(at, '${draw.label()}', x)${END}\n    ${get}\n  }\n}`;
        const check = wrapped(draw, `new ${name}().get(at, x, y, cb)${END}`);
        return { ...unit`${made}\n${check}`, entries: check.entries };
      },
      { ...traits, when: () => classes.some((each) => !each.includes('(')) },
    ),
    production(
      isOutside ? 'replaces-method' : 'replaces-method-inside',
      1,
      (draw) => {
        const base = draw.pick(classes);
        const original = draw.name('original');
        const stub = draw.pick([
          `${original}.call(this, at, x, y, cb)${END}`,
          `call(at, '${draw.label()}', x, cb)${END}`,
          `cb(null, x)${END}`,
        ]);
        return unit`const ${original} = ${base}.prototype.get${END}\n${base}.prototype.get = function (at, x, y, cb) {\n  log(at, '${draw.label()}', x)${END}\n  ${stub}\n}${END}`;
      },
      { ...traits, when: () => classes.some((each) => !each.includes('(')) },
    ),
  ];
};
