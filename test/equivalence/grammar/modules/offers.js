import { body, noNames } from '../callback-body.js';
import { production } from '../draw.js';
import { END, lines, statement, unit } from '../tree.js';

/**
 * What the modules of a program offer each other.
 *
 * @import { Names } from '../callback-steps.js'
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 *
 * @typedef {object} Offer
 * @property {string} key Under which it is exported; '' for the export itself.
 * @property {'function' | 'class' | 'instance' | 'taker'} kind A taker has a function for its second
 *   argument; the others have a method `get`, if they are no functions.
 * @property {'later' | 'soon' | 'throws'} when It calls back.
 * @property {boolean} isLoose Whether it may do that twice, never, or with several results.
 * @property {boolean} isHidden Whether no plan of a project knows which function it is: then it is taken
 *   to be what functions of other modules mostly are (`error-first`).
 *
 * @typedef {object} Module
 * @property {string} path
 * @property {string} name
 * @property {boolean} isEsm
 * @property {boolean} isFixed Whether what it exports cannot be replaced.
 * @property {boolean} isOutside Whether it is not converted.
 * @property {Offer[]} offers
 *
 * @typedef {object} Target A function of another module.
 * @property {string} text How the module that is being written names it.
 * @property {Offer['when']} when
 * @property {boolean} isLoose
 * @property {boolean} isMethod
 *
 * @typedef {object} Writer Of a module.
 * @property {Module} module
 * @property {Names} names
 * @property {string} prefix Of the keys of what is listed.
 * @property {{ local: string, key: string }[]} listed What is exported at the end of the file.
 * @property {Target[]} targets
 * @property {string[]} takers
 * @property {{ text: string, keys: string[] }[]} objects Exports of other modules whose members can be
 *   given other values.
 * @property {string[]} classes
 */

/** @type {Module} */
const NO_MODULE = {
  path: 'lib/none.js',
  name: 'none',
  isEsm: false,
  isFixed: false,
  isOutside: false,
  offers: [],
};

/**
 * @param {Module} [module]
 * @param {boolean} [anyTick]
 * @returns {Writer}
 */
export const writerOf = (module = NO_MODULE, anyTick = false) => ({
  module,
  names: { ...noNames(anyTick), share: 50 },
  prefix: '',
  listed: [],
  targets: [],
  takers: [],
  objects: [],
  classes: [],
});

/** @param {Names} names @returns {Offer['when']} What the function does that was written last. */
const whenOf = ({ traits }) =>
  traits.has('throws') ? 'throws' : traits.has('calls') ? 'soon' : 'later';

/**
 * @param {Writer} writer
 * @param {Node} node With the function whose body was drawn last.
 * @param {string} key
 * @param {string} [local] What the rest of the file calls it by.
 * @returns {Node}
 */
export function offered({ module, names }, node, key, local) {
  const when = whenOf(names);
  const isLoose = names.traits.has('loose');
  module.offers.push({ key, kind: 'function', when, isLoose, isHidden: false });
  if (local !== undefined && when !== 'throws') names[when].push(local);
  if (local !== undefined && isLoose) names.loose.add(local);
  return {
    ...node,
    entries: [...node.entries, { path: pathOf(module, key), call: 'callback' }],
  };
}

/** @param {Module} module @param {string} key */
export const pathOf = ({ name, isEsm }, key) =>
  [name, key === '' && isEsm ? 'default' : key].filter(Boolean).join('.');

/**
 * @param {Draw} draw
 * @param {Writer} writer
 * @returns {{ name: string, key: string, parameters: string, made: import('../tree.js').List }}
 */
export function drawFunction(draw, { names }) {
  const name = draw.name('run');
  const key = draw.chance(20) ? draw.name('other') : name;
  return { name, key, parameters: 'at, x, y, cb', made: body(draw, names) };
}

/**
 * Functions that the end of the file exports.
 *
 * @param {Writer} writer
 * @returns {Production[]}
 */
export const listedFunctions = (writer) => {
  /** @param {string} name @param {string} key @param {Node} node */
  const listed = (name, key, node) => {
    writer.listed.push({ local: name, key });
    return offered(writer, node, writer.prefix + key, name);
  };
  return [
    production('listed-declaration', 4, (draw) => {
      const { name, key, parameters, made } = drawFunction(draw, writer);
      return listed(name, key, unit`function ${name}(${parameters}) {${made}}`);
    }),
    production('listed-arrow', 2, (draw) => {
      const { name, key, parameters, made } = drawFunction(draw, writer);
      return listed(name, key, unit`const ${name} = (${parameters}) => {${made}}${END}`);
    }),
    production('listed-expression', 2, (draw) => {
      const { name, key, parameters, made } = drawFunction(draw, writer);
      return listed(name, key, unit`const ${name} = function (${parameters}) {${made}}${END}`);
    }),
    production('listed-taker', 2, (draw) => {
      const name = draw.name('each');
      writer.listed.push({ local: name, key: name });
      writer.module.offers.push({
        key: writer.prefix + name,
        kind: 'taker',
        when: 'later',
        isLoose: false,
        isHidden: false,
      });
      return unit`function ${name}(at, task, y, cb) {\n  call(at, '${draw.label()}', y, (err, v) => {\n    if (err) return cb(err)${END}\n    task(at, v, 1, (err, w) => {\n      if (err) return cb(err)${END}\n      task(at, w, 2, cb)${END}\n    })${END}\n  })${END}\n}`;
    }),
    production('listed-private', 2, (draw) => {
      const [name, inner] = [draw.name('run'), draw.name('part')];
      const { names } = writer;
      const made = body(draw, names);
      if (names.traits.has('calls') || names.traits.has('throws')) {
        return listed(name, name, unit`function ${name}(at, x, y, cb) {${made}}`);
      }
      return listed(
        name,
        name,
        unit`function ${inner}(at, x, y, cb) {${made}}\nfunction ${name}(at, x, y, cb) {\n  ${inner}(at, x, y, (err, v) => {\n    if (err) return cb(err)${END}\n    cb(null, { v })${END}\n  })${END}\n}`,
      );
    }),
  ];
};

/**
 * Classes with a method that takes a callback. They go by a name of their own until they are exported.
 *
 * @param {Writer} writer
 * @param {(draw: Draw, name: string, kind: 'class' | 'instance') => { key: string, text: string }} exported
 *   How.
 * @returns {Production[]}
 */
export const classesOf = (writer, exported) => {
  /** @param {Draw} draw @param {(name: string) => Node} write */
  const classOf = (draw, write) => {
    const name = draw.name('Store');
    const node = write(name);
    const { module, names } = writer;
    const isInstance = draw.chance(40);
    const { key, text } = exported(draw, name, isInstance ? 'instance' : 'class');
    module.offers.push({
      key,
      kind: isInstance ? 'instance' : 'class',
      when: whenOf(names),
      isLoose: names.traits.has('loose'),
      isHidden: true,
    });
    const path = [pathOf(module, key), ...(isInstance ? [] : ['prototype']), 'get'].join('.');
    return {
      ...unit`${node}\n${text}`,
      entries: [{ path, call: /** @type {const} */ ('callback') }],
    };
  };
  const log = (/** @type {Draw} */ draw) =>
    statement`log(at, '${draw.label()}', typeof this)${END}`;
  return [
    production('class', 3, (draw) =>
      classOf(
        draw,
        (name) => statement`class ${name} {\n  get(at, x, y, cb) {${body(draw, writer.names)}}\n}`,
      ),
    ),
    production('class-with-helper', 2, (draw) =>
      classOf(draw, (name) => {
        const own = draw.name('part');
        // Behind a call, where a tick has passed.
        const made = body(draw, { ...writer.names, anyTick: true });
        return statement`class ${name} {\n  ${own}(at, x, cb) {\n    call(at, '${draw.label()}', x, cb)${END}\n  }\n  get(at, x, y, cb) {\n    const self = this${END}\n    self.${own}(at, x, (err, w) => {\n      if (err) return cb(err)${END}\n      log(at, '${draw.label()}', w)${END}\n      {${made}}\n    })${END}\n  }\n}`;
      }),
    ),
    production('prototype', 2, (draw) =>
      classOf(
        draw,
        (name) =>
          statement`function ${name}() {}\n${name}.prototype.get = function (at, x, y, cb) {${lines([log(draw), statement`{${body(draw, writer.names)}}`])}}${END}`,
      ),
    ),
    production('prototype-object', 1, (draw) =>
      classOf(
        draw,
        (name) =>
          statement`function ${name}() {}\n${name}.prototype = {\n  constructor: ${name},\n  get: function (at, x, y, cb) {${body(draw, writer.names)}},\n}${END}`,
      ),
    ),
  ];
};
