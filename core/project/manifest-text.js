/** @import { TSESTree } from '@typescript-eslint/types' */

import { parseExpression } from '@babel/parser';

/**
 * @param {string} text A package.json.
 * @param {string} name
 * @returns {string} It without the entry of the dependency, all else byte for byte.
 */
export function withoutDependency(text, name) {
  const entries = entriesOf(findDependencies(parseObject(text)));
  const index = entries.findIndex((entry) => keyOf(entry) === name);
  const entry = entries[index];
  if (!entry) {
    return text;
  }
  const [start, end] = entry.range;
  const previous = entries[index - 1];
  const next = entries[index + 1];
  if (next) {
    return text.slice(0, start) + text.slice(next.range[0]);
  }
  return previous
    ? text.slice(0, previous.range[1]) + text.slice(end)
    : text.slice(0, start).trimEnd() + text.slice(text.indexOf('}', end));
}

/**
 * @param {string} text A package.json.
 * @param {{ name: string, range: string }} dependency
 * @returns {string} It with an entry for the dependency before the first that follows it in the
 *   alphabet, all else byte for byte.
 */
export function withDependency(text, { name, range }) {
  const line = `"${name}": "${range}"`;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /\n([ \t]+)"/u.exec(text)?.[1] ?? '  ';
  const manifest = parseObject(text);
  const value = findValue(manifest);
  const dependencies = findDependencies(manifest);
  if (!dependencies) {
    const section = `{${newline}${unit}${unit}${line}${newline}${unit}}`;
    return value
      ? text.slice(0, value.range[0]) + section + text.slice(value.range[1])
      : append(text, manifest, `${newline}${unit}"dependencies": ${section}`, newline);
  }
  const entries = entriesOf(dependencies);
  const following = entries.find((entry) => keyOf(entry) > name);
  const start = (following ?? entries.at(-1))?.range[0];
  const lead =
    start === undefined
      ? `${newline}${unit}${unit}`
      : text.slice(text.slice(0, start).trimEnd().length, start);
  return following
    ? `${text.slice(0, start)}${line},${lead}${text.slice(start)}`
    : append(text, dependencies, `${lead}${line}`, `${newline}${unit}`);
}

/**
 * @param {string} text
 * @param {TSESTree.ObjectExpression} object
 * @param {string} entry With the space before it.
 * @param {string} close The space before the brace of an object that was empty.
 * @returns {string}
 */
function append(text, object, entry, close) {
  const last = entriesOf(object).at(-1);
  const [start, end] = object.range;
  return last
    ? `${text.slice(0, last.range[1])},${entry}${text.slice(last.range[1])}`
    : `${text.slice(0, start + 1)}${entry}${close}${text.slice(end - 1)}`;
}

/**
 * @param {TSESTree.ObjectExpression} manifest
 * @returns {TSESTree.Node | undefined} The dependencies that count, where the key stands twice.
 */
function findValue(manifest) {
  return entriesOf(manifest).findLast((entry) => keyOf(entry) === 'dependencies')?.value;
}

/**
 * @param {TSESTree.ObjectExpression} manifest
 * @returns {TSESTree.ObjectExpression | undefined} Undefined where they are none, or no object.
 */
function findDependencies(manifest) {
  const value = findValue(manifest);
  return value?.type === 'ObjectExpression' ? value : undefined;
}

/**
 * @param {string} text JSON, which is a subset of ECMAScript:
 *   https://tc39.es/ecma262/#sec-json.parse
 * @returns {TSESTree.ObjectExpression}
 * @throws {SyntaxError}
 */
function parseObject(text) {
  const tree = parseExpression(text, { plugins: ['estree'], ranges: true });
  return /** @type {TSESTree.ObjectExpression} */ (/** @type {unknown} */ (tree));
}

/**
 * @param {TSESTree.ObjectExpression | undefined} object
 * @returns {TSESTree.Property[]}
 */
function entriesOf(object) {
  return /** @type {TSESTree.Property[]} */ (object?.properties ?? []);
}

/**
 * @param {TSESTree.Property} entry
 * @returns {string}
 */
function keyOf({ key }) {
  return String(/** @type {TSESTree.Literal} */ (key).value);
}
