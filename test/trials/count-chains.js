/**
 * Counts promise chains by a detection of its own, so that what the codemod finds can be held
 * against it: a plain walk over a plain parse, names only, no scopes and nothing of `core/`.
 *
 * Usage: node test/trials/count-chains.js DIRECTORY [PATH ...]
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parse } from '@babel/parser';

/**
 * A run of `.then(…)`, `.catch(…)` and `.finally(…)`.
 *
 * @typedef {object} ChainFound
 * @property {string} file Relative to the project.
 * @property {number} line Of the first character of the chain.
 * @property {string} text The chain, without white space.
 */

/** @typedef {{ type: string, start: number, end: number, loc: { start: { line: number } }, [key: string]: any }} Node */

const METHODS = new Set(['then', 'catch', 'finally']);

/**
 * @param {string} root
 * @param {readonly string[]} paths Files and directories in it, relative.
 * @returns {ChainFound[]}
 */
export function countChains(root, paths) {
  /** @type {ChainFound[]} */
  const found = [];
  for (const file of paths.flatMap((each) => listSources(path.join(root, each)))) {
    const source = readFileSync(file, 'utf8');
    const { program } = parse(source, {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      errorRecovery: true,
      plugins: ['jsx'],
    });
    visit(/** @type {Node} */ (/** @type {unknown} */ (program)), false, (chain) => {
      const text = source.slice(chain.start, chain.end).replaceAll(/\s+/gu, '');
      found.push({ file: path.relative(root, file), line: chain.loc.start.line, text });
    });
  }
  return found;
}

/** @param {string} target @returns {string[]} */
function listSources(target) {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (!stats) {
    return [];
  }
  if (stats.isFile()) {
    return /\.[cm]?jsx?$/u.test(target) ? [target] : [];
  }
  return readdirSync(target)
    .filter((name) => name !== 'node_modules' && name !== '__tests__')
    .sort()
    .flatMap((name) => listSources(path.join(target, name)));
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

/** @param {Node} node @returns {Node[]} */
function childrenOf(node) {
  return Object.entries(node)
    .filter(([key]) => !/(?:Comments|^loc|^extra)$/u.test(key))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === 'string');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [root = '.', ...paths] = process.argv.slice(2);
  const chains = countChains(root, paths.length > 0 ? paths : ['.']);
  process.stdout.write(`${JSON.stringify(chains, undefined, 2)}\n`);
}
