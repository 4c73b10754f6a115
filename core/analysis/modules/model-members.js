/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../syntax/facts.js';
import { readKey, readString, resolveOrigin } from './modules.js';
import { nodesOfType, nodesWithin } from '../syntax/nodes.js';
import { isTarget } from './property-writes.js';
import { constantOf } from '../syntax/scopes.js';

/**
 * Members that the code of a project gives to what a package makes, or puts in the place of those that
 * it has: methods of a schema, stubs of a test.
 *
 *     userSchema.statics.find = …    userSchema.method('save', …)    sinon.stub(User, 'findById')
 */

/** The key of a member that the code does not show. */
const ANY = '*';

/** The objects that hold the members of a schema. */
const HOLDER = /^(?:methods|statics)$/u;

/** The methods that give a schema members. */
const SCHEMA_GIVER = /^(?:loadClass|method|static)$/u;

/** The calls that replace one member of their first argument, or all of them. */
const STUB = /^(?:method|mock|replace|spyOn|stub)$/u;

/** Without any of this, a text does neither. */
const SIGNS =
  /\.(?:loadClass|methods|statics?)\b|\.method\(|\b(?:methods|statics)\s*:|\b(?:mock\w*|proxyquire|spyOn|stub|__set__|require\.cache)\b|\breplace\(\s*[\w.]+\s*,\s*['"`]|\b[A-Z]\w*\.(?:prototype\.)?\w+\s*=[^=>]/u;

/**
 * @param {string} text
 * @returns {boolean} Whether a file with that text may give members so.
 */
export function mayGiveMembers(text) {
  return SIGNS.test(text);
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>} The members that a file gives so. */
export const givenMembers = oncePerFile(
  (sourceCode) =>
    new Set([
      ...nodesOfType(sourceCode, 'MemberExpression').flatMap((node) =>
        isTarget(node) ? keysWritten(sourceCode, node) : [],
      ),
      ...nodesOfType(sourceCode, 'CallExpression').flatMap((call) => keysGiven(sourceCode, call)),
      ...nodesOfType(sourceCode, 'Property').flatMap(keysHeld),
    ]),
);

/**
 *     new Schema({ … }, { statics: { … } })        require.cache[path] = { exports: { … } }
 *
 * @param {TSESTree.Property} property
 * @returns {string[]}
 */
function keysHeld({ key, value, parent: { parent: holder, range } }) {
  const name = key.type === 'Identifier' ? key.name : '';
  const isOption = holder.type === 'NewExpression' && holder.arguments[1]?.range === range;
  return (HOLDER.test(name) && isOption) ||
    (name === 'exports' &&
      value.type === 'ObjectExpression' &&
      holder.type === 'AssignmentExpression')
    ? keysOf(value)
    : [];
}

/**
 *     userSchema.statics = { … }    userSchema.methods.check = …    User.find = …    User.prototype.save = …
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} node The target of the assignment.
 * @returns {string[]}
 */
function keysWritten(sourceCode, node) {
  const { object, parent } = node;
  const key = readKey(node);
  const holder = object.type === 'MemberExpression' ? readKey(object) : undefined;
  if (HOLDER.test(key ?? '')) {
    const value = parent.type === 'AssignmentExpression' ? parent.right : undefined;
    // Processor.prototype.methods = []
    return holder === 'prototype' || value?.type === 'ArrayExpression' ? [] : keysOf(value);
  }
  const owner =
    object.type === 'MemberExpression' && holder === 'prototype' ? object.object : object;
  if (HOLDER.test(holder ?? '')) {
    return [key ?? ANY];
  }
  // config[key] = value says nothing of a model.
  return key !== undefined && mayBeModel(sourceCode, owner) ? [key] : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is imported, or what a call gives.
 */
function mayBeModel(sourceCode, node) {
  return (
    constantOf(sourceCode, node)?.type === 'CallExpression' ||
    resolveOrigin(sourceCode, node)?.kind === 'module'
  );
}

/**
 *     userSchema.static('find', …)    userSchema.method({ … })    sinon.stub(User, 'find')
 *     User.find.mockReturnValue(…)    jest.mock('bcrypt', () => ({ hash }))
 *     proxyquire('../app', { './user': { find } })    rewired.__set__('User', { find })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string[]}
 */
function keysGiven(sourceCode, call) {
  const {
    callee,
    arguments: [first, second, third],
  } = call;
  const name =
    callee.type === 'MemberExpression'
      ? (readKey(callee) ?? '')
      : callee.type === 'Identifier'
        ? callee.name
        : '';
  const owner = callee.type === 'MemberExpression' ? callee.object : undefined;
  if (/^mock./u.test(name) && owner?.type === 'MemberExpression') {
    return [readKey(owner) ?? ANY];
  }
  const named = readString(first);
  if (named !== undefined && (/^(?:(?:doM|m)ock|__set__)$/u.test(name) || named.startsWith('.'))) {
    return nodesWithin(sourceCode, 'ObjectExpression', call).flatMap(keysOf);
  }
  const [own, ofObject] = [first, second].map(
    (each) => each && readString(constantOf(sourceCode, each) ?? each),
  );
  // text.replace(part, 'other')
  if (STUB.test(name) && ofObject !== undefined && (name !== 'replace' || third)) {
    return [ofObject];
  }
  // express.static(directory)
  if (SCHEMA_GIVER.test(name) && owner && resolveOrigin(sourceCode, owner)?.kind !== 'module') {
    return own === undefined ? keysOf(first) : [own];
  }
  // sinon.stub(User)
  const isWhole =
    /^(?:mock|stub)$/u.test(name) && /^(?:Identifier|Member|New)/u.test(first?.type ?? '');
  if (!isWhole || second) {
    return [];
  }
  return name === 'mock' ? keysExpected(sourceCode) : [ANY];
}

/**
 *     const mock = sinon.mock(User);    mock.expects('find').yields(null, []);
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} The members that a mock replaces: those that are expected, in any mock of the file.
 */
function keysExpected(sourceCode) {
  const keys = nodesOfType(sourceCode, 'CallExpression').flatMap(
    ({ callee, arguments: [first] }) =>
      callee.type === 'MemberExpression' && readKey(callee) === 'expects'
        ? [readString(first) ?? ANY]
        : [],
  );
  return keys.length === 0 ? [ANY] : keys;
}

/**
 * @param {TSESTree.Node | undefined} value
 * @returns {string[]}
 */
function keysOf(value) {
  return value?.type === 'ObjectExpression'
    ? value.properties.map((each) =>
        each.type === 'Property' && !each.computed
          ? each.key.type === 'Identifier'
            ? each.key.name
            : String(/** @type {TSESTree.Literal} */ (each.key).value)
          : ANY,
      )
    : [ANY];
}

/**
 * @param {ReadonlySet<string>} given
 * @param {string} key
 * @returns {boolean} Whether the member may be among those that are given.
 */
export function isGivenMember(given, key) {
  return given.has(key) || given.has(ANY);
}
