/** @import { TSESTree } from '@typescript-eslint/types' */

import gt from 'semver/functions/gt.js';

import { parse } from '../../core/source/parse.js';

/**
 * A part of the language or of Node that not every Node has.
 *
 * @typedef {object} Feature
 * @property {string} name As the report has it.
 * @property {string} version The first Node with it.
 * @property {RegExp} words A cheap test: a text that fails it has none.
 * @property {(node: any) => boolean} is Whether a node is one.
 */

/** @param {string} object @param {string} name @returns {Feature['is']} */
const member = (object, name) => (node) =>
  node.type === 'MemberExpression' &&
  !node.computed &&
  node.object.name === object &&
  node.property.name === name;

/** @param {string} name @returns {Feature['is']} */
const module = (name) => (node) =>
  node.type === 'Literal' &&
  (node.value === name || node.value === `node:${name}`) &&
  (node.parent.type === 'ImportDeclaration' ||
    (node.parent.type === 'CallExpression' && node.parent.callee.name === 'require'));

/** The versions are those of https://nodejs.org/api and of https://node.green. @type {readonly Feature[]} */
const FEATURES = [
  {
    name: 'util.promisify',
    version: '8.0.0',
    words: /promisify/u,
    is: member('util', 'promisify'),
  },
  {
    name: 'util.callbackify',
    version: '8.2.0',
    words: /callbackify/u,
    is: member('util', 'callbackify'),
  },
  {
    name: 'catch {}',
    version: '10.0.0',
    words: /\bcatch\s*\{/u,
    is: ({ type, param }) => type === 'CatchClause' && param === null,
  },
  {
    name: 'for await',
    version: '10.0.0',
    words: /\bfor\s+await\b/u,
    is: (node) => node.type === 'ForOfStatement' && node.await,
  },
  { name: 'fs.promises', version: '10.0.0', words: /promises/u, is: member('fs', 'promises') },
  { name: 'dns.promises', version: '10.6.0', words: /promises/u, is: member('dns', 'promises') },
  {
    name: 'Object.fromEntries',
    version: '12.0.0',
    words: /fromEntries/u,
    is: member('Object', 'fromEntries'),
  },
  {
    name: 'Promise.allSettled',
    version: '12.9.0',
    words: /allSettled/u,
    is: member('Promise', 'allSettled'),
  },
  { name: 'fs/promises', version: '14.0.0', words: /fs\/promises/u, is: module('fs/promises') },
  {
    name: '?.',
    version: '14.0.0',
    words: /\?\./u,
    is: ({ type }) => type === 'ChainExpression',
  },
  {
    name: '??',
    version: '14.0.0',
    words: /\?\?/u,
    is: ({ type, operator }) => type === 'LogicalExpression' && operator === '??',
  },
  { name: 'dns/promises', version: '15.0.0', words: /dns\/promises/u, is: module('dns/promises') },
  { name: 'Promise.any', version: '15.0.0', words: /\bany\b/u, is: member('Promise', 'any') },
  {
    name: 'stream/promises',
    version: '15.0.0',
    words: /stream\/promises/u,
    is: module('stream/promises'),
  },
  {
    name: 'timers/promises',
    version: '15.0.0',
    words: /timers\/promises/u,
    is: module('timers/promises'),
  },
  {
    name: 'readline/promises',
    version: '17.0.0',
    words: /readline\/promises/u,
    is: module('readline/promises'),
  },
  {
    name: 'Promise.withResolvers',
    version: '22.0.0',
    words: /withResolvers/u,
    is: member('Promise', 'withResolvers'),
  },
  {
    name: 'Array.fromAsync',
    version: '22.0.0',
    words: /fromAsync/u,
    is: member('Array', 'fromAsync'),
  },
];

/**
 * The oldest Node that runs what was written, apart from what the same file had before.
 *
 * @typedef {object} NeededNode
 * @property {string} version
 * @property {string} feature The syntax or function that needs it.
 * @property {string} file Where that was written first.
 * @property {number} line 1-based, in the text after.
 */

/**
 * @param {readonly { file: string, before: string, after: string }[]} files That change.
 * @returns {NeededNode | undefined} Undefined where each Node with async functions runs it.
 */
export function neededNode(files) {
  /** @type {NeededNode | undefined} */
  let needed;
  for (const { file, before, after } of files) {
    const asked = FEATURES.filter(
      ({ version, words }) =>
        (needed === undefined || gt(version, needed.version)) &&
        words.test(after) &&
        !words.test(before),
    );
    for (const { name, version, line } of asked.length > 0 ? placesOf(after, file, asked) : []) {
      if (needed === undefined || gt(version, needed.version)) {
        needed = { version, feature: name, file, line };
      }
    }
  }
  return needed;
}

/**
 * @param {string} text
 * @param {string} file
 * @param {readonly Feature[]} asked
 * @returns {{ name: string, version: string, line: number }[]} Each feature that the text has, where it is first.
 */
function placesOf(text, file, asked) {
  /** @type {readonly TSESTree.Node[]} */
  let nodes;
  try {
    const { nodesByType } = parse(text.replace(/^\uFEFF/u, ''), file);
    nodes = [...(nodesByType?.values() ?? [])].flat();
  } catch {
    // A file that the codemods wrote can be read; one that cannot says nothing.
    return [];
  }
  return asked.flatMap(({ name, version, is }) => {
    const node = nodes.find(is);
    return node ? [{ name, version, line: node.loc.start.line }] : [];
  });
}

/**
 * @param {NeededNode} needed
 * @returns {string} Such as: needs Node 15 or newer: `timers/promises` (lib/wait.js:3)
 */
export function describeNeededNode({ version, feature, file, line }) {
  const [major, minor] = version.split('.');
  return `needs Node ${minor === '0' ? major : `${major}.${minor}`} or newer: \`${feature}\` (${file}:${line})`;
}
