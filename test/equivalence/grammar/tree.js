/**
 * Program text as a tree of named productions. A node's parts are text, nodes and lists of nodes, so
 * one printer serves every grammar and one shrinker can drop, or lift, whatever a grammar produced.
 *
 * @typedef {object} Entry
 * @property {string} path Where the module exports the function, as `f1` or `service.get`.
 * @property {'promise' | 'callback' | 'statement'} call How the harness calls it.
 * @property {boolean} [keeps] Whether it is in no file that is converted: whoever calls it sees nothing
 *   of the policy.
 *
 * @typedef {object} Node
 * @property {string} sort A node may be replaced by a node of the same sort.
 * @property {string} production
 * @property {Part[]} parts
 * @property {boolean} refused It must be left as it is.
 * @property {Entry[]} entries
 *
 * @typedef {object} List
 * @property {Node[]} items
 * @property {'lines' | 'commas' | 'nothing' | 'hanging'} between
 * @property {number} least How many items must stay.
 *
 * @typedef {string | Node | List} Part
 *
 * @typedef {object} Style
 * @property {boolean} semicolons
 *
 * @typedef {object} Unit
 * @property {Node} node
 * @property {number} firstLine
 * @property {number} lastLine
 */

/** In a template, where a statement ends: a semicolon, or nothing in the style without them. */
export const END = '\u0001';

/**
 * @param {string} sort
 * @returns {(strings: TemplateStringsArray, ...values: Part[]) => Node} A tag that builds nodes.
 */
export function sortOf(sort) {
  return (strings, ...values) => ({
    sort,
    production: sort,
    parts: strings.flatMap((text, index) => {
      const value = values[index];
      return value === undefined ? [text] : [text, value];
    }),
    refused: false,
    entries: [],
  });
}

export const statement = sortOf('statement');
export const expression = sortOf('expression');
export const unit = sortOf('unit');

/**
 * @param {Node[]} items
 * @param {number} [least]
 * @returns {List} Printed one a line, a level deeper.
 */
export const lines = (items, least = 0) => ({ items, between: 'lines', least });

/**
 * @param {Node[]} items
 * @param {number} [least]
 * @returns {List} Printed with commas.
 */
export const commas = (items, least = 0) => ({ items, between: 'commas', least });

/**
 * @param {Node[]} items
 * @param {number} [least]
 * @returns {List} Printed one a line, a level deeper, with nothing after the last.
 */
export const hanging = (items, least = 0) => ({ items, between: 'hanging', least });

/**
 * @param {Node[]} items
 * @param {number} [least]
 * @returns {List} Printed one after the other.
 */
export const joined = (items, least = 0) => ({ items, between: 'nothing', least });

/**
 * @param {Part} part
 * @returns {part is Node}
 */
const isNode = (part) => typeof part === 'object' && 'parts' in part;

/**
 * @param {Node} node
 * @returns {Generator<Node>} The node and all nodes below it.
 */
export function* nodesOf(node) {
  yield node;
  for (const part of node.parts) {
    if (typeof part === 'string') continue;
    for (const child of isNode(part) ? [part] : part.items) yield* nodesOf(child);
  }
}

/**
 * @param {Node} node
 * @param {RegExp} name
 * @param {string} other
 * @returns {Node} The same with another name in its text.
 */
export function renamed(node, name, other) {
  /** @param {Node} child */
  const rename = (child) => renamed(child, name, other);
  const parts = node.parts.map((part) => {
    if (typeof part === 'string') return part.replaceAll(name, other);
    return isNode(part) ? rename(part) : { ...part, items: part.items.map(rename) };
  });
  return { ...node, parts };
}

/**
 * @param {Node} node
 * @param {Style} style
 * @param {string} [indent] Of the line on which the node begins.
 * @returns {string}
 */
export function print(node, style, indent = '') {
  let text = '';
  for (const part of node.parts) {
    const here = /\n(?<spaces> *)[^\n]*$/u.exec(text)?.groups?.['spaces'] ?? indent;
    if (typeof part === 'string') {
      text += part.replaceAll(END, style.semicolons ? ';' : '').replaceAll('\n', `\n${indent}`);
    } else if (isNode(part)) {
      text += print(part, style, here);
    } else if (part.between === 'hanging') {
      const inner = `${here}  `;
      text += part.items.map((item) => `\n${inner}${print(item, style, inner)}`).join('');
    } else if (part.between !== 'lines') {
      const separator = part.between === 'commas' ? ', ' : '';
      text += part.items.map((item) => print(item, style, here)).join(separator);
    } else {
      text += printLines(part.items, style, here);
    }
  }
  return text;
}

/**
 * @param {Node[]} items
 * @param {Style} style
 * @param {string} indent
 * @returns {string}
 */
function printLines(items, style, indent) {
  if (items.length === 0) return '';
  const inner = `${indent}  `;
  const texts = items.map((item) => guarded(print(item, style, inner), style));
  return `\n${inner}${texts.join(`\n${inner}`)}\n${indent}`;
}

/**
 * @param {string} text
 * @param {Style} style
 * @returns {string} Without semicolons, a statement must not continue the one before it.
 */
const guarded = (text, style) =>
  !style.semicolons && /^[([`+\-/]/u.test(text) ? `;${text}` : text;

/**
 * @param {Node[]} items The top level of a module.
 * @param {Style} style
 * @returns {{ text: string, units: Unit[] }}
 */
export function printProgram(items, style) {
  let text = '';
  let line = 1;
  const units = [];
  for (const node of items) {
    const printed = `${guarded(print(node, style), style)}\n`;
    const height = printed.split('\n').length - 1;
    units.push({ node, firstLine: line, lastLine: line + height - 1 });
    text += printed;
    line += height;
  }
  return { text, units };
}

/**
 * @param {Node[]} items
 * @param {number} [least]
 * @returns {Generator<Node[]>} The list with one run of items gone, or one item simpler.
 */
export function* simplerLists(items, least = 0) {
  for (let size = Math.floor(items.length / 2); size >= 1; size = Math.floor(size / 2)) {
    if (items.length - size < least) continue;
    for (let start = 0; start + size <= items.length; start += size) {
      yield items.toSpliced(start, size);
    }
  }
  if (items.length === 1 && least === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const simpler of simplerNodes(item)) yield items.with(index, simpler);
  }
}

/**
 * @param {Node} node
 * @returns {Generator<Node>} Smaller nodes of the same sort, the smallest first.
 */
export function* simplerNodes(node) {
  for (const inner of nodesOf(node)) {
    if (inner !== node && inner.sort === node.sort) yield { ...inner, entries: node.entries };
  }
  for (const [index, part] of node.parts.entries()) {
    if (typeof part === 'string') continue;
    if (isNode(part)) {
      for (const simpler of simplerNodes(part)) {
        yield { ...node, parts: node.parts.with(index, simpler) };
      }
    } else {
      for (const items of simplerLists(part.items, part.least)) {
        yield { ...node, parts: node.parts.with(index, { ...part, items }) };
      }
    }
  }
}
