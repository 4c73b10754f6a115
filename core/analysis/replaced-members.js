/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from './modules.js' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { isCoreModule } from './core-promise-apis.js';
import { resolveOrigin } from './modules.js';
import { nodesOfType } from './nodes.js';

/** `fs.stat =`, `stub(fs, 'stat'`, `{ fs: {`: what a text has that gives a module other members. */
const REPLACING =
  /\w*(?:fs|child_?process|cp|crypto|dns|zlib)\w*['"]?(?:\s*\.\s*\w+\s*=(?![=>])|\s*,\s*(?:['"]\w|\{)|\s*:\s*\{)/iu;

/**
 * @param {string} text
 * @returns {boolean}
 */
export function mayReplaceMembers(text) {
  return REPLACING.test(text);
}

/**
 * Members of modules that the file gives other values, tests among them: `fs.stat = …`,
 * `sinon.stub(fs, 'stat')`, `proxyquire('./size', { fs: { stat } })`
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>}
 */
export const replacedMembers = oncePerFile(
  (sourceCode) =>
    new Set([
      ...nodesOfType(sourceCode, 'AssignmentExpression').flatMap(({ left }) => {
        const origin =
          left.type === 'MemberExpression' ? resolveOrigin(sourceCode, left) : undefined;
        return origin?.kind === 'module' ? [nameOf(origin)] : [];
      }),
      ...nodesOfType(sourceCode, 'CallExpression').flatMap((call) => stubbedBy(sourceCode, call)),
      ...nodesOfType(sourceCode, 'Property').flatMap(standIns),
    ]),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string[]} `fs.stat` for `stub(fs, 'stat', …)` and `Object.assign(fs, { stat })`
 */
function stubbedBy(sourceCode, { arguments: [object, member] }) {
  const origin = object?.type === 'Identifier' ? resolveOrigin(sourceCode, object) : undefined;
  const keys =
    member?.type === 'Literal'
      ? [member]
      : member?.type === 'ObjectExpression'
        ? member.properties.map((each) => 'key' in each && each.key)
        : [];
  return origin?.kind === 'module' && isCoreModule(origin)
    ? keys.map((key) => {
        const { name, value } = /** @type {any} */ (key || {});
        return `${nameOf(origin)}.${name ?? value}`;
      })
    : [];
}

/**
 * @param {TSESTree.Property} property
 * @returns {string[]} `fs.stat` for `fs: { stat: … }`
 */
function standIns({ key, value }) {
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : '';
  return value.type === 'ObjectExpression' &&
    isCoreModule({ kind: 'module', name: String(name), path: [] })
    ? value.properties.flatMap((each) =>
        each.type === 'Property' && each.key.type === 'Identifier'
          ? [`${String(name)}.${each.key.name}`]
          : [],
      )
    : [];
}

/**
 * @param {PatternContext} context
 * @param {Origin | undefined} origin Of a function.
 * @returns {boolean} Whether its promise form would be that of the function that was there before.
 */
export function isReplaced({ sourceCode, isReplacedElsewhere }, origin) {
  const name = origin && nameOf(origin);
  return (
    name !== undefined &&
    (replacedMembers(sourceCode).has(name) || isReplacedElsewhere?.(name) === true)
  );
}

/** @param {Origin} origin */
function nameOf({ name, path }) {
  return [name, ...path].join('.');
}
