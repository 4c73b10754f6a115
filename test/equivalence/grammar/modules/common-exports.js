import { production } from '../draw.js';
import { END, commas, joined, statement, unit } from '../tree.js';
import { classesOf, drawFunction, offered } from './offers.js';

/**
 * How CommonJS modules export functions.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Writer } from './offers.js'
 */

/** @param {Writer} writer @returns {Production[]} */
export const memberFunctions = (writer) => [
  production('exported-declaration', 4, (draw) => {
    const { name, key, parameters, made } = drawFunction(draw, writer);
    const node = unit`function ${name}(${parameters}) {${made}}\nexports.${key} = ${name}${END}`;
    return offered(writer, node, key, name);
  }),
  production('exported-before', 2, (draw) => {
    const { name, key, parameters, made } = drawFunction(draw, writer);
    const node = unit`exports.${key} = ${name}${END}\nfunction ${name}(${parameters}) {${made}}`;
    return offered(writer, node, key, name);
  }),
  production('exported-expression', 4, (draw) => {
    const { key, parameters, made } = drawFunction(draw, writer);
    const node = unit`exports.${key} = function (${parameters}) {${made}}${END}`;
    return offered(writer, node, key, `exports.${key}`);
  }),
  production('exported-arrow', 2, (draw) => {
    const { key, parameters, made } = drawFunction(draw, writer);
    const node = unit`exports.${key} = (${parameters}) => {${made}}${END}`;
    return offered(writer, node, key, `exports.${key}`);
  }),
  production('module-exported', 2, (draw) => {
    const { name, key, parameters, made } = drawFunction(draw, writer);
    const node = unit`module.exports.${key} = function ${name}(${parameters}) {${made}}${END}`;
    return offered(writer, node, key, `module.exports.${key}`);
  }),
  production('exported-constant', 2, (draw) => {
    const { name, key, parameters, made } = drawFunction(draw, writer);
    const node = unit`const ${name} = (exports.${key} = function (${parameters}) {${made}})${END}`;
    return offered(writer, node, key, name);
  }),
  production('exported-by-string', 1, (draw) => {
    const { name, key, parameters, made } = drawFunction(draw, writer);
    const node = unit`function ${name}(${parameters}) {${made}}\nexports['${key}'] = ${name}${END}`;
    return offered(writer, node, key, name);
  }),
  production('defined-property', 1, (draw) => {
    const { name, key, parameters, made } = drawFunction(draw, writer);
    const how = draw.pick([`value: ${name}, writable: true`, `get: () => ${name}`]);
    if (how.startsWith('get')) writer.module.isFixed = true;
    const node = unit`function ${name}(${parameters}) {${made}}\nObject.defineProperty(exports, '${key}', { enumerable: true, ${how} })${END}`;
    const written = offered(writer, node, key, name);
    Object.assign(writer.module.offers.at(-1) ?? {}, { isHidden: true });
    return written;
  }),
];

/** @param {Writer} writer @returns {Production[]} What `require` gives is the function. */
export const wholeFunctions = (writer) => [
  production('whole-declaration', 3, (draw) => {
    const { name, parameters, made } = drawFunction(draw, writer);
    const left = draw.pick([
      'module.exports',
      'module.exports = exports',
      'exports = module.exports',
    ]);
    const node = unit`${left} = ${name}${END}\nfunction ${name}(${parameters}) {${made}}`;
    return offered(writer, node, '', name);
  }),
  production('whole-expression', 4, (draw) => {
    const { name, parameters, made } = drawFunction(draw, writer);
    const written = draw.pick([
      unit`module.exports = function (${parameters}) {${made}}${END}`,
      unit`module.exports = function ${name}(${parameters}) {${made}}${END}`,
      unit`module.exports = (${parameters}) => {${made}}${END}`,
    ]);
    return offered(writer, written, '');
  }),
];

/** @param {Writer} writer @returns {Production[]} */
export const furtherMembers = (writer) => [
  production('member-of-function', 1, (draw) => {
    const { key, parameters, made } = drawFunction(draw, writer);
    const node = unit`module.exports.${key} = function (${parameters}) {${made}}${END}`;
    return offered(writer, node, key, `module.exports.${key}`);
  }),
];

/** @param {Writer} writer @returns {Production[]} */
export const literalExports = (writer) => {
  /** @param {(key: string, made: import('../tree.js').List) => Node} write @returns {(draw: Draw) => Node} */
  const method = (write) => (draw) => {
    const { key, made } = drawFunction(draw, writer);
    return offered(writer, write(key, made), key);
  };
  const methods = [
    production(
      'literal-method',
      2,
      method((key, made) => statement`\n  ${key}(at, x, y, cb) {${made}},`),
    ),
    production(
      'literal-function',
      2,
      method((key, made) => statement`\n  ${key}: function (at, x, y, cb) {${made}},`),
    ),
    production(
      'literal-arrow',
      1,
      method((key, made) => statement`\n  ${key}: (at, x, y, cb) => {${made}},`),
    ),
  ];
  return [
    ...methods,
    production('literal-exports', 1, (draw) => {
      const some = Array.from({ length: draw.int(1, 2) }, () => draw.choose(methods));
      const left = draw.pick([
        'module.exports',
        'module.exports = exports',
        'const api = (module.exports',
      ]);
      const node = unit`${left} = {${joined(some)}\n}${left.includes('(') ? ')' : ''}${END}`;
      return { ...node, entries: some.flatMap(({ entries }) => entries) };
    }),
  ];
};

/** @param {Writer} writer @returns {Production[]} The end of a file. */
export const exportLists = (writer) => {
  const { listed, module } = writer;
  const items = () =>
    commas(
      listed.map(({ local, key }) =>
        local === key ? statement`${local}` : statement`${key}: ${local}`,
      ),
    );
  const traits = { bystander: true };
  const hide = () => module.offers.forEach((offer) => void (offer.isHidden = true));
  return [
    production('object-exports', 5, () => unit`module.exports = { ${items()} }${END}`, traits),
    production(
      'object-assigned',
      3,
      (draw) => {
        hide();
        const target = draw.pick(['exports', 'module.exports']);
        return unit`Object.assign(${target}, { ${items()} })${END}`;
      },
      traits,
    ),
    production(
      'object-otherwise',
      4,
      (draw) => {
        const [how, node] = draw.pick(
          /** @type {const} */ ([
            ['both', unit`module.exports = exports = { ${items()} }${END}`],
            ['frozen', unit`module.exports = Object.freeze({ ${items()} })${END}`],
            ['variable', unit`const api = { ${items()} }${END}\nmodule.exports = api${END}`],
            [
              'loop',
              unit`const all = { ${items()} }${END}\nfor (const key of Object.keys(all)) exports[key] = all[key]${END}`,
            ],
          ]),
        );
        if (how === 'frozen') module.isFixed = true;
        if (how !== 'both') hide();
        return node;
      },
      traits,
    ),
    production(
      'listed-one-by-one',
      2,
      () => {
        const each = listed.map(({ local, key }) => statement`\nexports.${key} = ${local}${END}`);
        return unit`// What others use.${joined(each)}`;
      },
      traits,
    ),
  ];
};

/** @param {Writer} writer @returns {Production[]} */
export const commonClasses = (writer) =>
  classesOf(writer, (draw, name, kind) => {
    const made = kind === 'instance' ? `new ${name}()` : name;
    const key = kind === 'instance' ? name.toLowerCase() : name;
    const isWhole = draw.chance(50);
    return isWhole
      ? { key: '', text: `module.exports = ${made}` }
      : { key, text: `exports.${key} = ${made}` };
  });
