/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Origin } from './modules.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { readGlobalPath, withoutGlobalObject } from './global-values.js';
import { readString, resolveOrigin } from './modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { WRITERS, isTarget, propertyWrites } from './property-writes.js';
import { writesGlobal } from '../syntax/scopes.js';

/**
 * Globals, and members of globals and modules, that the file itself gives other values: what they are
 * known to do they do no longer, and a name that is looked up later may stand for something else then.
 *
 *     console.log = note;    parseInt = toNumber;    Object.assign(fs, { readFile });
 */

/** Any member. */
const ANY = '*';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @returns {Origin | undefined} Who the expression is, if the file leaves that as it is.
 */
export function untouchedOrigin(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  return origin && !isReplaced(sourceCode, origin) ? origin : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Origin} origin
 * @returns {boolean} Whether the file gives it, or what it is a member of, another value.
 */
function isReplaced(sourceCode, { kind, name, path }) {
  const replaced = replacedValues(sourceCode);
  const [first = '', ...rest] =
    kind === 'global' ? withoutGlobalObject([name, ...path]) : [name, ...path];
  if (kind === 'global' && (writesGlobal(sourceCode, first) || replaced.has(`global ${first}`))) {
    return true;
  }
  return (
    replaced.size > 0 &&
    rest.some((key, index) => {
      const owner = { kind, name: first, path: rest.slice(0, index) };
      return replaced.has(pathOf(owner, key)) || replaced.has(pathOf(owner, ANY));
    })
  );
}

/**
 * @param {Origin} owner
 * @param {string} key
 * @returns {string}
 */
function pathOf({ kind, name, path }, key) {
  const keys = [name, ...path, key];
  return `${kind} ${(kind === 'global' ? withoutGlobalObject(keys) : keys).join('.')}`;
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>} */
const replacedValues = oncePerFile((sourceCode) => {
  /** @type {Set<string>} */
  const paths = new Set();
  /** @type {(object: TSESTree.Node, readKeys: () => readonly string[]) => void} */
  const note = (object, readKeys) => {
    const origin = resolveOrigin(sourceCode, object);
    for (const key of origin ? readKeys() : []) {
      paths.add(pathOf(/** @type {Origin} */ (origin), key));
    }
  };
  for (const member of nodesOfType(sourceCode, 'MemberExpression')) {
    if (isTarget(member)) {
      note(member.object, () => writtenKeys(sourceCode, member.object));
    }
  }
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    call.arguments.forEach((argument, index) => {
      if (argument.type === 'Identifier' || argument.type === 'MemberExpression') {
        note(argument, () => keysWrittenBy(sourceCode, call, argument, index));
      }
    });
  }
  return paths;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object The object whose member is written.
 * @returns {string[]}
 */
function writtenKeys(sourceCode, object) {
  const keys = propertyWrites(sourceCode, object).map(({ key }) => key);
  return keys.length > 0 ? keys : [ANY];
}

/**
 *     Object.assign(console, own)    sinon.stub(fs, 'readFile')    silence(console)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} object One of its arguments.
 * @param {number} index
 * @returns {string[]}
 */
function keysWrittenBy(sourceCode, call, object, index) {
  const { callee } = call;
  const path = readGlobalPath(sourceCode, callee) ?? '';
  if (/^(?:Object|Reflect|console)\./u.test(path)) {
    return index === 0 && WRITERS.has(path) ? writtenKeys(sourceCode, object) : [];
  }
  const fn = readFunction(sourceCode, callee);
  if (isFunction(fn)) {
    const parameter = sourceCode
      .getDeclaredVariables(fn)
      .find(({ identifiers }) => identifiers[0] === fn.params[index]);
    return parameter && isWrittenTo(sourceCode, parameter) ? [ANY] : [];
  }
  const key = index === 0 ? readString(call.arguments[1]) : undefined;
  return key === undefined ? [] : [key];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} parameter
 * @returns {boolean}
 */
function isWrittenTo(sourceCode, { references }) {
  return references.some(({ identifier: { parent }, identifier }) =>
    parent?.type === 'MemberExpression'
      ? parent.object === identifier && isTarget(parent)
      : parent?.type === 'CallExpression' &&
        parent.arguments[0] === identifier &&
        WRITERS.has(readGlobalPath(sourceCode, parent.callee) ?? ''),
  );
}
