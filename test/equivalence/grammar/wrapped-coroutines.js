import { production } from './draw.js';
import { END, unit } from './tree.js';

/**
 * Coroutines that a function of a library makes of generators, in the forms that the libraries share.
 *
 * @import { Draw, Production } from './draw.js'
 * @import { List, Node } from './tree.js'
 */

/**
 * @typedef {object} Library
 * @property {string} wrap The function that makes a coroutine of a generator, as `Q.async`.
 * @property {string} prefix What the names of the productions begin with.
 * @property {number} weight Of the coroutine that is called in place; the others weigh 6 and 3.
 * @property {(draw: Draw) => List} bodyOf Draws the body of a coroutine.
 */

/**
 * @param {string[]} coroutines The names of those that are written: the new ones are added.
 * @returns {(name: string, node: Node) => Node} Makes a unit one that exports a coroutine.
 */
export const exporting = (coroutines) => (name, node) => {
  coroutines.push(name);
  return { ...node, entries: [{ path: name, call: 'promise' }] };
};

/**
 * @param {string[]} coroutines As above.
 * @param {Library} library
 * @returns {Production[]}
 */
export function wrappedCoroutines(coroutines, { wrap, prefix, weight, bodyOf }) {
  const exported = exporting(coroutines);
  return [
    production(prefix, 6, (draw) => {
      const name = draw.name('run');
      const body = bodyOf(draw);
      return exported(
        name,
        unit`const ${name} = ${wrap}(function* (at, x, y) {${body}})${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production(`${prefix}-named`, 3, (draw) => {
      const [name, inner] = [draw.name('run'), draw.name('g')];
      const body = bodyOf(draw);
      return exported(
        name,
        unit`function* ${inner}(at, x, y) {${body}}\nconst ${name} = ${wrap}(${inner})${END}\nexports.${name} = ${name}${END}`,
      );
    }),
    production(`${prefix}-called`, weight, (draw) => {
      const name = draw.name('run');
      const body = bodyOf(draw);
      return exported(
        name,
        unit`function ${name}(at, x, y) {\n  return ${wrap}(function* () {${body}})()${END}\n}\nexports.${name} = ${name}${END}`,
      );
    }),
  ];
}
