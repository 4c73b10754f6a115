import { production } from './draw.js';
import { END, statement, unit } from './tree.js';

/**
 * Objects with a method that takes a callback and calls it when it likes: at once where it knows the
 * answer, in a later tick, behind others who wait for the same. Whoever hands them a function
 * inside has it called at any time.
 *
 * @import { Names } from './callback-steps.js'
 * @import { Draw, Production } from './draw.js'
 * @import { Node } from './tree.js'
 *
 * @typedef {'later' | 'soon'} When
 */

/** @param {Draw} draw @param {string} own What stands for the object. @returns {{ when: When, text: string }} */
const waysOf = (draw, own) => {
  const [label, other] = [draw.label(), draw.label()];
  const known = draw.pick(['k === 1', 'k === 7', "k === 'two'", `${own}.known[k]`, '!k', 'k']);
  const asked = `call(at, '${label}', k, (err, v) => {\n    if (err) return cb(err)${END}\n    ${own}.known[k] = v${END}\n    cb(null, v)${END}\n  })${END}`;
  const handed = `call(at, '${label}', k, cb)${END}`;
  /** @type {readonly { when: When, text: string }[]} */
  const ways = [
    { when: 'later', text: handed },
    { when: 'later', text: asked },
    { when: 'soon', text: `if (${known}) return cb(null, k)${END}\n  ${asked}` },
    { when: 'soon', text: `if (${known}) cb(null, [k])${END}\n  else ${handed}` },
    { when: 'soon', text: `if (${known}) return cb(new Error('${other}'))${END}\n  ${handed}` },
    { when: 'soon', text: `cb(null, k)${END}` },
    { when: 'later', text: `if (${known}) return process.nextTick(cb, null, k)${END}\n  ${asked}` },
    {
      when: 'later',
      text: `if (${known}) {\n    process.nextTick(() => cb(null, [k]))${END}\n    return${END}\n  }\n  ${handed}`,
    },
    {
      when: 'later',
      text: `if (${known}) {\n    setImmediate(() => cb(null, k))${END}\n    return${END}\n  }\n  ${asked}`,
    },
    {
      when: 'later',
      text: `if (${own}.waiting[k]) {\n    ${own}.waiting[k].push(cb)${END}\n    return${END}\n  }\n  ${own}.waiting[k] = [cb]${END}\n  call(at, '${label}', k, (err, v) => {\n    const list = ${own}.waiting[k]${END}\n    delete ${own}.waiting[k]${END}\n    list.forEach((each) => each(err, v))${END}\n  })${END}`,
    },
    {
      when: 'soon',
      text: `if (${known}) return cb(null, k)${END}\n  ${own}.list.push(cb)${END}\n  if (${own}.list.length > 1) return${END}\n  call(at, '${label}', k, (err, v) => {\n    while (${own}.list.length) ${own}.list.shift()(err, v)${END}\n  })${END}`,
    },
    {
      when: 'later',
      text: `${own}.events.once('e', (v) => cb(null, v))${END}\n  call(at, '${label}', k, (err, v) => ${own}.events.emit('e', err || v))${END}`,
    },
  ];
  return draw.pick(ways);
};

const OWN = "known: {}, waiting: {}, list: [], events: new (require('events'))()";

/** @param {Names} names @returns {Production[]} */
export const storesOf = (names) => {
  /**
   * @param {string} name
   * @param {number} weight
   * @param {(draw: Draw, name: string, text: string) => Node} write
   */
  const store = (name, weight, write) =>
    production(name, weight, (draw) => {
      const local = draw.name('store');
      const { when, text } = waysOf(draw, 'this');
      const node = write(draw, local, text);
      names[when].push(...['1', '7', "'two'", 'x'].map((key) => `${local}.load(at, ${key}, `));
      return { ...node, entries: [] };
    });
  return [
    store(
      'store-class',
      3,
      (draw, local, text) =>
        unit`class ${local}Kind {\n  constructor() {\n    Object.assign(this, { ${OWN} })${END}\n  }\n  load(at, k, cb) {\n  ${text}\n  }\n}\nconst ${local} = new ${local}Kind()${END}${draw.pick(['', `\nexports.${local} = ${local}${END}`])}`,
    ),
    store(
      'store-prototype',
      3,
      (draw, local, text) =>
        unit`function ${local}Kind() {\n  Object.assign(this, { ${OWN} })${END}\n}\n${local}Kind.prototype.load = function (at, k, cb) {\n  ${text}\n}${END}\nconst ${local} = new ${local}Kind()${END}${draw.pick(['', `\nexports.${local} = ${local}${END}`])}`,
    ),
    store(
      'store-literal',
      2,
      (draw, local, text) =>
        unit`const ${local} = {\n  ${OWN},\n  ${draw.pick(['load(at, k, cb)', 'load: function (at, k, cb)'])} {\n  ${text}\n  },\n}${END}`,
    ),
    production('store-function', 3, (draw) => {
      const [local, own] = [draw.name('load'), draw.name('own')];
      const { when, text } = waysOf(draw, own);
      names[when].push(...['1', '7', "'two'", 'x'].map((key) => `${local}(at, ${key}, `));
      const made = statement`${draw.pick([`function ${local}(at, k, cb) {\n  ${text}\n}`, `const ${local} = (at, k, cb) => {\n  ${text}\n}${END}`])}`;
      return unit`const ${own} = { ${OWN} }${END}\n${made}`;
    }),
  ];
};
