import { production } from '../draw.js';
import { END, commas, statement, unit } from '../tree.js';
import { classesOf, drawFunction, offered } from './offers.js';

/**
 * How ES modules export functions. The default export goes by the key '', as for CommonJS the whole.
 *
 * @import { Production } from '../draw.js'
 * @import { Writer } from './offers.js'
 */

/** @param {Writer} writer */
const hasDefault = ({ module, listed }) =>
  module.offers.some(({ key }) => key === '') || listed.some(({ key }) => key === '');

/** @param {Writer} writer @returns {Production[]} */
export const esFunctions = (writer) => [
  production('export-function', 5, (draw) => {
    const { name, parameters, made } = drawFunction(draw, writer);
    return offered(writer, unit`export function ${name}(${parameters}) {${made}}`, name, name);
  }),
  production('export-constant', 2, (draw) => {
    const { name, parameters, made } = drawFunction(draw, writer);
    const node = unit`export const ${name} = (${parameters}) => {${made}}${END}`;
    return offered(writer, node, name, name);
  }),
  production('export-expression', 1, (draw) => {
    const { name, parameters, made } = drawFunction(draw, writer);
    const kind = draw.pick(['const', 'let', 'var']);
    const node = unit`export ${kind} ${name} = function (${parameters}) {${made}}${END}`;
    return offered(writer, node, name, name);
  }),
  production('export-specifier', 2, (draw) => {
    const { name, key, parameters, made } = drawFunction(draw, writer);
    const as = name === key ? name : `${name} as ${key}`;
    const node = unit`function ${name}(${parameters}) {${made}}\nexport { ${as} }${END}`;
    return offered(writer, node, key, name);
  }),
  production(
    'export-default',
    2,
    (draw) => {
      const { name, parameters, made } = drawFunction(draw, writer);
      const own = draw.pick(['', ` ${name}`]);
      const node = unit`export default function${own}(${parameters}) {${made}}`;
      return offered(writer, node, '', own === '' ? undefined : name);
    },
    { when: () => !hasDefault(writer) },
  ),
  production(
    'export-default-name',
    2,
    (draw) => {
      const { name, parameters, made } = drawFunction(draw, writer);
      const as = draw.pick([`export default ${name}`, `export { ${name} as default }`]);
      const node = unit`function ${name}(${parameters}) {${made}}\n${as}${END}`;
      return offered(writer, node, '', name);
    },
    { when: () => !hasDefault(writer) },
  ),
];

/** @param {Writer} writer @returns {Production[]} The end of a file. */
export const esLists = (writer) => {
  const { listed } = writer;
  /** @param {string} separator */
  const items = (separator) =>
    commas(
      listed.map(({ local, key }) =>
        local === key
          ? statement`${local}`
          : statement`${separator.replace('L', local).replace('K', key)}`,
      ),
    );
  return [
    production('export-list', 3, () => unit`export { ${items('L as K')} }${END}`, {
      bystander: true,
      when: () => writer.prefix === '',
    }),
    production('export-default-object', 2, () => unit`export default { ${items('K: L')} }${END}`, {
      bystander: true,
      when: () => writer.prefix !== '',
    }),
  ];
};

/** @param {Writer} writer @returns {Production[]} */
export const esClasses = (writer) =>
  classesOf(writer, (draw, name, kind) => {
    const key = kind === 'instance' ? name.toLowerCase() : name;
    const made = kind === 'instance' ? `new ${name}()` : name;
    if (!hasDefault(writer) && draw.chance(50)) return { key: '', text: `export default ${made}` };
    return kind === 'instance'
      ? { key, text: `export const ${key} = ${made}` }
      : { key, text: `export { ${name} }` };
  });
