/**
 * Counts promise chains by a detection of its own, so that what the codemod finds can be held
 * against it: a plain walk over a plain parse, names only, no scopes and nothing of `core/`.
 *
 * Usage: node test/trials/count-chains.js DIRECTORY [PATH ...]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { childrenOf, listSourceFiles, parsePlainly } from '../plain-parse.js';

/** @import { Node } from '../plain-parse.js' */

/**
 * A run of `.then(…)`, `.catch(…)` and `.finally(…)`.
 *
 * @typedef {object} ChainFound
 * @property {string} file Relative to the project.
 * @property {number} line Of the first character of the chain.
 * @property {number} column Of it, 1-based.
 * @property {string} text The chain, without white space.
 * @property {boolean} isHandedOver Whether a callback gets its value: `….asCallback(callback)`.
 */

const SOURCES = { names: /\.[cm]?jsx?$/u, skipped: ['node_modules', '__tests__'] };

const HANDS_OVER = /^\s*\.\s*(?:asCallback|nodeify)\s*\(/u;

const METHODS = new Set(['then', 'catch', 'finally']);

/**
 * @param {string} root
 * @param {readonly string[]} paths Files and directories in it, relative.
 * @returns {ChainFound[]}
 */
export function countChains(root, paths) {
  return paths
    .flatMap((each) => listSourceFiles(path.join(root, each), SOURCES))
    .flatMap((file) => countChainsIn(readFileSync(file, 'utf8'), path.relative(root, file)));
}

/**
 * @param {string} source
 * @param {string} file
 * @returns {ChainFound[]} None in a text that does not parse.
 */
export function countChainsIn(source, file) {
  /** @type {ChainFound[]} */
  const found = [];
  const program = parsePlainly(source);
  if (program) {
    visit(program, false, (chain) => {
      const text = source.slice(chain.start, chain.end).replaceAll(/\s+/gu, '');
      const { line, column } = chain.loc.start;
      const isHandedOver = HANDS_OVER.test(source.slice(chain.end));
      found.push({ file, line, column: column + 1, text, isHandedOver });
    });
  }
  return found;
}

/**
 * @param {Node} node
 * @param {boolean} isInner Whether the node is what a further link is called on.
 * @param {(chain: Node) => void} report
 */
function visit(node, isInner, report) {
  const isChain = isLink(node);
  if (isChain && !isInner) {
    report(node);
  }
  for (const child of childrenOf(node)) {
    const isReceiver = isChain && child === node['callee'];
    if (isReceiver) {
      visit(child['object'], true, report);
    } else {
      visit(child, false, report);
    }
  }
}

/**
 * @param {Node} node
 * @returns {boolean} Whether the node is `….then(…)`, with arguments.
 */
function isLink(node) {
  return (
    node.type === 'CallExpression' &&
    node['callee'].type === 'MemberExpression' &&
    !node['callee'].computed &&
    METHODS.has(node['callee'].property.name) &&
    node['arguments'].length > 0
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [root = '.', ...paths] = process.argv.slice(2);
  const chains = countChains(root, paths.length > 0 ? paths : ['.']);
  process.stdout.write(`${JSON.stringify(chains, undefined, 2)}\n`);
}
