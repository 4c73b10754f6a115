/** @import { AST } from 'eslint' */

/**
 * The part of what `@eslint/json` parses that is read here.
 *
 * @typedef {object} JsonNode
 * @property {string} type
 * @property {AST.SourceLocation} loc
 * @property {JsonNode} [body] Of a document.
 * @property {JsonNode[]} [members] Of an object.
 * @property {{ value?: string, name?: string }} [name] Of a member: a string or a JSON5 name.
 * @property {JsonNode[]} [elements] Of an array.
 * @property {JsonNode | string | number | boolean} [value]
 */

/**
 * @param {JsonNode} node
 * @returns {unknown} What it stands for, in JSON5 too.
 */
export function contentOf({ type, body, members, elements, value }) {
  switch (type) {
    case 'Document':
      return body && contentOf(body);
    case 'Array':
      return elements?.map((element) => contentOf(element));
    case 'Object':
      return Object.fromEntries(
        (members ?? []).map((member) => [keyOf(member), contentOf(member)]),
      );
    case 'Null':
      return null;
    default:
      return typeof value === 'object' ? contentOf(value) : value;
  }
}

/**
 * @param {JsonNode} member
 * @returns {string | undefined}
 */
function keyOf({ name }) {
  return name?.value ?? name?.name;
}

/**
 * @param {JsonNode} document
 * @param {readonly (string | number)[]} path Keys and indices.
 * @returns {JsonNode} The value that they lead to, or the last one on the way that is there: where a
 *   list was expected, a single value may stand.
 */
export function locate(document, path) {
  let node = document.body ?? document;
  for (const key of path) {
    node = (typeof key === 'number' ? elementOf(node, key) : memberOf(node, key)) ?? node;
  }
  return node;
}

/**
 * @param {JsonNode} node
 * @param {number} index
 * @returns {JsonNode | undefined}
 */
function elementOf({ elements }, index) {
  return valueOf(elements?.[index]);
}

/**
 * @param {JsonNode} node
 * @param {string} key
 * @returns {JsonNode | undefined}
 */
function memberOf({ members }, key) {
  // As JSON.parse has it, the last of several counts.
  return valueOf(members?.findLast((member) => keyOf(member) === key));
}

/**
 * @param {JsonNode | undefined} part
 * @returns {JsonNode | undefined}
 */
function valueOf(part) {
  return typeof part?.value === 'object' ? part.value : undefined;
}
