/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { QueryClient } from '../../packages/query-clients.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { QUERY_CLIENTS } from '../../packages/query-clients.js';
import { classAround } from '../syntax/callees.js';
import { withoutCasts } from '../syntax/casts.js';
import { functionsAround } from '../syntax/functions.js';
import { readLibraryValue } from '../values/library-values.js';
import { importsAny } from '../modules/module-references.js';
import { readKey } from '../modules/modules.js';
import { walk } from '../syntax/nodes.js';
import { variableOf } from '../syntax/scopes.js';

/**
 * A query that only reads, on a client of which the file shows what it is: by an import, a type that it declares,
 * or the way in which it is called, in a project that depends on the package.
 *
 * @typedef {object} QueryRead
 * @property {QueryClient} client
 * @property {string} name As it is written, without its arguments.
 * @property {boolean} isOne Whether it asks for one record, by its key.
 * @property {boolean} isGuard Whether it fails where there is nothing: then what follows may rest on it.
 */

/** Names of what runs queries one after another, on one connection or within a transaction. */
const SINGLE =
  /^(?:client|conn|connection|em|entityManager|manager|queryRunner|session|transaction(?:al\w*)?|trx?|tx)$/iu;

/** A query that says so, or that locks what it finds for the next one. */
const IN_TRANSACTION =
  /\b(?:lock|queryRunner|session|transaction|transacting|trx|tx)\b|\bentityManager\b/u;

/** The methods that give a model without the filters that it has by default, or with others. */
const SCOPES = new Set(['schema', 'scope', 'unscoped']);

/** Chained to a query, these leave it one. */
const REFINING =
  /^(?:cacheStrategy|exec|lean|limit|orFail|populate|projection|select|skip|sort|where)$/u;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} awaited
 * @returns {QueryRead | undefined}
 */
export function readQueryRead(context, awaited) {
  const { sourceCode, project } = context;
  const call = queryOf(awaited);
  if (call?.callee.type !== 'MemberExpression') {
    return undefined;
  }
  const { callee } = call;
  const key = readKey(callee) ?? '';
  const dependencies = project.tools ?? project.dependencies;
  const client = QUERY_CLIENTS.find(
    (each) =>
      (each.one.test(key) || each.reads.test(key)) &&
      (each.shape !== 'model' || isUsed(sourceCode, dependencies, each.package)) &&
      (each.key !== 'where' || !each.one.test(key) || hasWhere(call.arguments[0])) &&
      isReceiver(context, callee.object, each),
  );
  if (!client || isSingle(sourceCode, call)) {
    return undefined;
  }
  return {
    client,
    name: sourceCode.text.slice(...callee.range).replaceAll(/\s+/gu, ''),
    isOne: client.one.test(key),
    isGuard:
      /OrFail|OrThrow/u.test(sourceCode.text.slice(...awaited.range)) ||
      /\brejectOnEmpty\b/u.test(sourceCode.text.slice(...call.range)),
  };
}

/** The calls that make a list no longer than the file says. */
const LIMITED = /\b(?:first|last|limit|offset|page|perPage|skip|take)\b/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} query
 * @returns {boolean} Whether it asks for all records that there are, and for nothing but them.
 */
export function isPlainList(sourceCode, query) {
  const call = queryOf(query);
  const key = call?.callee.type === 'MemberExpression' ? (readKey(call.callee) ?? '') : '';
  return (
    /^find(?:All|By|Many)?$/u.test(key) &&
    !LIMITED.test(sourceCode.text.slice(...query.range)) &&
    // Options that are not written out may hold a limit.
    (call?.arguments ?? []).every(({ type }) => type === 'ObjectExpression')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Readonly<Record<string, string>>} dependencies
 * @param {string} library
 * @returns {boolean} Whether the project depends on the package, or the file imports it.
 */
function isUsed(sourceCode, dependencies, library) {
  return (
    Object.hasOwn(dependencies, library) ||
    Object.hasOwn(dependencies, `${library}-typescript`) ||
    importsAny(sourceCode, new Set([library]))
  );
}

/**
 *     User.findById(id).select('name').lean()
 *
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | undefined} The call that begins the query.
 */
function queryOf(node) {
  let call = withoutCasts(node);
  while (
    call.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    call.callee.object.type === 'CallExpression' &&
    REFINING.test(readKey(call.callee) ?? '')
  ) {
    call = call.callee.object;
  }
  return call.type === 'CallExpression' ? call : undefined;
}

/**
 * @param {TSESTree.Node | undefined} argument
 * @returns {boolean}
 */
function hasWhere(argument) {
  return (
    argument?.type === 'ObjectExpression' &&
    argument.properties.some(
      (property) =>
        property.type === 'Property' &&
        property.key.type === 'Identifier' &&
        property.key.name === 'where',
    )
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} object The object of the call.
 * @param {QueryClient} client
 * @returns {boolean} Whether the file shows that it belongs to the client.
 */
function isReceiver(context, object, { package: library, shape, types }) {
  const { sourceCode } = context;
  const node = withoutCasts(object);
  switch (shape) {
    case 'delegate':
      // prisma.user, this.prisma.user, this.user of a service that extends the client has no sign.
      return (
        node.type === 'MemberExpression' &&
        (isNamedFor(node.object, types) || hasType(sourceCode, node.object, types))
      );
    case 'model':
      return (
        isModel(sourceCode, node) ||
        hasType(sourceCode, node, types) ||
        readLibraryValue({ ...context, isAnyVersion: true }, node)?.library === library
      );
    default:
      return (
        hasType(sourceCode, node, types) ||
        (node.type === 'CallExpression' &&
          node.callee.type === 'MemberExpression' &&
          readKey(node.callee) === 'getRepository')
      );
  }
}

/**
 * @param {TSESTree.Node} node
 * @param {RegExp | undefined} types
 * @returns {boolean} `prisma`, `this.prisma`, `ctx.prisma`
 */
function isNamedFor(node, types) {
  const name = lastName(node);
  return types !== undefined && types.test(name.charAt(0).toUpperCase() + name.slice(1));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `User`, `models.User`, `User.scope('withTeam')`: a name with a capital that the file imports.
 */
function isModel(sourceCode, node) {
  if (node.type === 'CallExpression') {
    return (
      node.callee.type === 'MemberExpression' &&
      SCOPES.has(readKey(node.callee) ?? '') &&
      isModel(sourceCode, node.callee.object)
    );
  }
  if (!/^[A-Z]\w*[a-z]/u.test(lastName(node))) {
    return false;
  }
  if (node.type === 'MemberExpression') {
    return node.object.type !== 'ThisExpression';
  }
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
  return definition !== undefined && definition.type !== 'Parameter';
}

/**
 * @param {TSESTree.Node} node
 * @returns {string}
 */
function lastName(node) {
  return node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression'
      ? (readKey(node) ?? '')
      : '';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node A name, or a field of `this`.
 * @param {RegExp | undefined} types
 * @returns {boolean} Whether the file declares it with such a type: `private users: Repository<User>`.
 */
function hasType(sourceCode, node, types) {
  const annotation =
    node.type === 'MemberExpression' && node.object.type === 'ThisExpression'
      ? typeOfField(node)
      : typeOfName(sourceCode, node);
  const type = annotation?.typeAnnotation;
  const name =
    type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier'
      ? type.typeName.name
      : undefined;
  return types !== undefined && name !== undefined && types.test(name);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {TSESTree.TSTypeAnnotation | undefined}
 */
function typeOfName(sourceCode, node) {
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
  return definition?.name.type === 'Identifier' ? definition.name.typeAnnotation : undefined;
}

/**
 * @param {TSESTree.MemberExpression} member
 * @returns {TSESTree.TSTypeAnnotation | undefined}
 */
function typeOfField(member) {
  const key = readKey(member);
  for (const part of classAround(member)?.body.body ?? []) {
    if (
      part.type === 'PropertyDefinition' &&
      part.key.type === 'Identifier' &&
      part.key.name === key
    ) {
      return part.typeAnnotation;
    }
    if (part.type === 'MethodDefinition' && part.kind === 'constructor') {
      for (const given of part.value.params) {
        const parameter = given.type === 'TSParameterProperty' ? given.parameter : undefined;
        if (parameter?.type === 'Identifier' && parameter.name === key) {
          return parameter.typeAnnotation;
        }
      }
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it runs on one connection, or within a transaction, where queries wait for each other.
 */
function isSingle(sourceCode, call) {
  for (const node of walk(sourceCode, call.callee)) {
    if (node.type === 'Identifier' && SINGLE.test(node.name)) {
      return true;
    }
  }
  return (
    call.arguments.some(hasSpread) ||
    IN_TRANSACTION.test(
      call.arguments.map((each) => sourceCode.text.slice(...each.range)).join(),
    ) ||
    functionsAround(call).some(
      ({ params, parent }) =>
        params.some((param) => param.type === 'Identifier' && SINGLE.test(param.name)) ||
        (parent.type === 'CallExpression' &&
          parent.callee.type === 'MemberExpression' &&
          /transaction/iu.test(readKey(parent.callee) ?? '')),
    )
  );
}

/**
 * @param {TSESTree.Node} options `{ where, ...options }`
 * @returns {boolean} Whether they may hold a transaction that the file does not show there.
 */
function hasSpread(options) {
  return (
    options.type === 'SpreadElement' ||
    (options.type === 'ObjectExpression' &&
      options.properties.some(({ type }) => type === 'SpreadElement'))
  );
}
