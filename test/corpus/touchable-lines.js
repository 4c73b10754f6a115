/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SiteResult } from '../../core/codemod/convert.js' */

import { createSourceCode } from '../../core/source/source-code.js';

/** What a top-level statement says that brings in something another module gives. */
const IMPORTS = /\brequire\s*\(|^\s*import\b|\.coroutine\b|\bpromisify\b/u;

/** The name of a helper that a compiler puts into the file. */
const HELPER = /\b(?:__awaiter|_?asyncToGenerator|_interopRequireDefault)\b/u;

/**
 * Which lines of a file a codemod may change: those of the functions and statements that hold a
 * converted site, of generator functions and of the calls that are given one by name, and of
 * imports.
 *
 * @param {{ path: string, source: string }} file
 * @param {readonly SiteResult[]} sites
 * @returns {(line: number) => boolean}
 */
export function readTouchableLines({ path, source }, sites) {
  const { ast, visitorKeys, text } = createSourceCode(source.replace(/^\uFEFF/u, ''), path);
  /** @type {[first: number, last: number][]} */
  const ranges = [];
  /** @type {TSESTree.Node[]} */
  const pending = [ast];
  const generators = readGeneratorNames(text);
  /** @type {TSESTree.Identifier[]} */
  const identifiers = [];
  /** @type {Map<SiteResult, TSESTree.Node>} The smallest function, else statement, around a site. */
  const holders = new Map();
  for (let node = pending.pop(); node; node = pending.pop()) {
    const isFunction = /Function/u.test(node.type);
    const isStatement = node.parent?.type === 'Program';
    const isGenerator = isFunction && 'generator' in node && node.generator;
    if (isGenerator || isImport(node, text) || isGiven(node, generators)) {
      ranges.push(linesOf(node));
    }
    if (node.type === 'Identifier') {
      identifiers.push(node);
    }
    if (isFunction || isStatement) {
      for (const site of sites) {
        if (holds(node, site)) {
          holders.set(site, smaller(holders.get(site), node));
        }
      }
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const value = /** @type {unknown} */ (Reflect.get(node, key));
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child && typeof child.type === 'string') {
          pending.push(child);
        }
      }
    }
  }
  ranges.push(...[...holders.values()].map(linesOf));
  // const rimraf = BB.promisify(…): what it gives is another promise now, wherever it is called.
  const made = new Set([...holders.values()].flatMap(namesMadeBy));
  const uses = identifiers.filter(({ name }) => made.has(name));
  ranges.push(...uses.map((use) => linesOf(statementOf(use))));
  return (line) => ranges.some(([first, last]) => first <= line && line <= last);
}

/**
 * @param {TSESTree.Node} node
 * @returns {string[]} The names that a declaration at the top of the file makes.
 */
function namesMadeBy(node) {
  return node.type === 'VariableDeclaration'
    ? node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    : [];
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} The smallest statement around it.
 */
function statementOf(node) {
  const { parent } = node;
  return !parent || /(?:Statement|Declaration|Program)$/u.test(node.type)
    ? node
    : statementOf(parent);
}

/**
 * @param {string} text
 * @returns {Set<string>} Names that some generator function is known by.
 */
function readGeneratorNames(text) {
  const declared = text.matchAll(/function\s*\*\s*([\w$]+)/gu);
  const assigned = text.matchAll(/([\w$]+)\s*=\s*function\s*\*/gu);
  return new Set([...declared, ...assigned].map(([, name]) => name ?? ''));
}

/**
 * @param {TSESTree.Node} node
 * @param {ReadonlySet<string>} names
 */
function isGiven(node, names) {
  return (
    node.type === 'CallExpression' &&
    node.arguments.some((each) => each.type === 'Identifier' && names.has(each.name))
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {string} text
 */
function isImport(node, text) {
  const start = text.slice(...node.range);
  return (
    (node.type === 'ImportDeclaration' && IMPORTS.test(start)) ||
    (node.type === 'VariableDeclaration' && (IMPORTS.test(start) || HELPER.test(start))) ||
    (node.type === 'FunctionDeclaration' && HELPER.test(node.id?.name ?? ''))
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {[number, number]}
 */
function linesOf({ loc }) {
  return [loc.start.line, loc.end.line];
}

/**
 * @param {TSESTree.Node} node
 * @param {SiteResult} site
 */
function holds({ loc: { start, end } }, { line, column }) {
  const isAfterStart = start.line < line || (start.line === line && start.column < column);
  return isAfterStart && (line < end.line || (line === end.line && column - 1 < end.column));
}

/**
 * @param {TSESTree.Node | undefined} one
 * @param {TSESTree.Node} other
 */
function smaller(one, other) {
  const size = (/** @type {TSESTree.Node} */ { range }) => range[1] - range[0];
  return one && size(one) < size(other) ? one : other;
}
