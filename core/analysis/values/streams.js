/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import gte from 'semver/functions/gte.js';

import { withoutCasts } from '../syntax/casts.js';
import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { readInit } from '../syntax/function-uses.js';
import { returnedBy } from '../syntax/functions.js';
import { readKey, readString } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { untouchedOrigin } from '../modules/replaced-values.js';
import { isHandler } from '../handlers/handler-parameters.js';
import { readCallbackParameter } from '../handlers/request-handlers.js';
import { readConstantInit, variableOf, writesOf } from '../syntax/scopes.js';
import { isReadableType } from '../environment/types.js';

/**
 * Whether a value is a readable stream of Node's own, which `for await` can read:
 * https://nodejs.org/api/stream.html#readablesymbolasynciterator. Many an emitter has `data` and
 * `end` events and is none: the request of `request`, parsers, streams of `readable-stream` 2.
 *
 * @typedef {object} StreamEvidence
 * @property {boolean} isRequest Whether it is what a server's handler is called with.
 * @property {boolean} [isInterface] Whether it is an interface of `readline`, which gives lines.
 * @property {'bytes' | 'objects' | 'unknown'} chunks Its chunks: bytes and text, or values that others put into it.
 * @property {readonly ObligationId[]} assumes
 * @property {string} since The first Node whose loop reads it, and does not take it for read where it is
 *   aborted or somebody else destroys it: before, such a loop just ends.
 */

/** The first Node whose readable streams are asynchronous iterables beyond an experiment. */
const FOR_AWAIT = '12.0.0';

/** The first Node whose requests and responses emit an error when they are aborted. */
const HTTP_ERRORS = '15.0.0';

/** The first Node whose loops end in an error where a stream is destroyed. */
const LOOP_ERRORS = '17.0.0';

/** @type {StreamEvidence} What the file makes itself, and destroys itself or nobody does. */
export const PROVEN = { isRequest: false, chunks: 'bytes', assumes: [], since: FOR_AWAIT };

/** @type {StreamEvidence} */
const INTERFACE = { ...PROVEN, isInterface: true };

/** @type {StreamEvidence} */
const REQUEST = { isRequest: true, chunks: 'bytes', assumes: [], since: HTTP_ERRORS };

/** @type {StreamEvidence} */
const RESPONSE = { ...REQUEST, isRequest: false };

/** @type {StreamEvidence} What comes from elsewhere. */
const GIVEN = { ...PROVEN, chunks: 'unknown', since: LOOP_ERRORS };

const MAX_STEPS = 8;

/** The functions that return a readable stream, by module. */
const FACTORIES = new Map([
  ['fs', /^createReadStream$/u],
  [
    'zlib',
    /^create(?:Gzip|Gunzip|Deflate|Inflate|DeflateRaw|InflateRaw|Unzip|BrotliCompress|BrotliDecompress)$/u,
  ],
  ['net', /^(?:connect|createConnection)$/u],
  ['tls', /^connect$/u],
]);

const CLASSES = /^(?:Readable|Duplex|Transform|PassThrough)$/u;

/** The names of types of such streams. */
const TYPES =
  /^(?:Readable|Duplex|Transform|PassThrough|ReadStream|IncomingMessage|ReadableStream|Http2ServerRequest|Socket)$/u;

/** The functions among them whose streams have bytes and text only. */
const BYTE_TYPES = /(?:ReadStream|IncomingMessage|Http2ServerRequest|Socket|Request)$/u;

/** The modules that make such streams. */
const CORE_MODULES = new Set([
  'child_process',
  'fs',
  'http',
  'http2',
  'https',
  'net',
  'process',
  'stream',
  'tls',
  'zlib',
]);

const PROCESS_FACTORIES = /^(?:spawn|exec|execFile|fork)$/u;

/**
 * The functions whose stream is not taken for one: yauzl's counts as destroyed before its last chunk is
 * read, where an entry is stored as it is, so that a loop waits for ever.
 */
const UNREADABLE = /^openReadStream$/u;

/** Methods that give the stream they are called on. */
const FLUENT = new Set(['on', 'once', 'addListener', 'setEncoding', 'pause', 'resume']);

/** Parameters that are called so are taken for what they are called. */
const STREAM_NAMES = /^(?:stream|readable|readStream|readableStream|inputStream|fileStream)$/u;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} expression
 * @returns {StreamEvidence | undefined}
 */
export function readStream(context, expression) {
  const isTyped = isReadableType(context.sourceCode, expression);
  const shown = isTyped === false ? undefined : readShown(context, expression, MAX_STEPS);
  return isTyped ? { ...(shown ?? GIVEN), assumes: [] } : shown;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} expression
 * @param {number} steps
 * @returns {StreamEvidence | undefined} What the file itself shows.
 */
function readShown(context, expression, steps) {
  const { sourceCode } = context;
  const node = withoutCasts(expression);
  if (steps === 0) {
    return undefined;
  }
  switch (node.type) {
    case 'Identifier':
      return readNamed(context, node, steps);
    case 'CallExpression':
      return readCall(context, node, steps);
    case 'NewExpression': {
      const origin = untouchedOrigin(sourceCode, node.callee);
      return origin?.kind === 'module' &&
        origin.name === 'stream' &&
        CLASSES.test(origin.path.join('.'))
        ? { ...PROVEN, chunks: chunksOf(node.arguments) }
        : undefined;
    }
    case 'ConditionalExpression': {
      const [one, other] = [node.consequent, node.alternate].map((branch) =>
        readShown(context, branch, steps - 1),
      );
      return (
        one &&
        other && {
          ...one,
          chunks: one.chunks === other.chunks ? one.chunks : 'unknown',
          assumes: [...one.assumes, ...other.assumes],
          since: gte(one.since, other.since) ? one.since : other.since,
        }
      );
    }
    case 'MemberExpression':
      return readMember(context, node);
    default:
      return undefined;
  }
}

/**
 *     new PassThrough({ objectMode: true })
 *
 * @param {readonly TSESTree.CallExpressionArgument[]} given The arguments with which a stream is made.
 * @returns {StreamEvidence['chunks']}
 */
function chunksOf([options]) {
  if (!options) {
    return 'bytes';
  }
  if (
    options.type !== 'ObjectExpression' ||
    options.properties.some((each) => each.type === 'SpreadElement' || each.computed)
  ) {
    return 'unknown';
  }
  const isObjects = options.properties.some(
    (each) =>
      each.type === 'Property' &&
      /^(?:objectMode|readableObjectMode)$/u.test(/** @type {any} */ (each.key).name) &&
      !(each.value.type === 'Literal' && each.value.value === false),
  );
  return isObjects ? 'objects' : 'bytes';
}

/**
 *     readline.createInterface({ input })
 *
 * Its loop: https://nodejs.org/api/readline.html#rlsymbolasynciterator
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} expression
 * @returns {StreamEvidence | undefined}
 */
export function readInterface({ sourceCode }, expression) {
  const node = readInit(sourceCode, expression);
  const origin =
    node?.type === 'CallExpression' ? untouchedOrigin(sourceCode, node.callee) : undefined;
  return origin?.kind === 'module' &&
    origin.name === 'readline' &&
    origin.path.join('.') === 'createInterface'
    ? INTERFACE
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.MemberExpression} node
 * @returns {StreamEvidence | undefined}
 */
function readMember(context, node) {
  const { sourceCode } = context;
  const key = readKey(node);
  const origin = untouchedOrigin(sourceCode, node);
  if (
    key === 'stdin' &&
    ((origin?.kind === 'global' && origin.name === 'process') ||
      (origin?.kind === 'module' && origin.name === 'process'))
  ) {
    return PROVEN;
  }
  // spawn(…).stdout
  if (key === 'stdout' || key === 'stderr') {
    const child = readInit(sourceCode, node.object);
    const factory =
      child?.type === 'CallExpression' ? untouchedOrigin(sourceCode, child.callee) : undefined;
    return factory?.kind === 'module' &&
      factory.name === 'child_process' &&
      PROCESS_FACTORIES.test(factory.path.join('.'))
      ? PROVEN
      : undefined;
  }
  // koa's and others' context.req
  if (
    key === 'req' &&
    (node.object.type === 'ThisExpression' ||
      (node.object.type === 'Identifier' && /^(?:ctx|context)$/u.test(node.object.name)))
  ) {
    return { ...RESPONSE, assumes: ['emitter-is-readable'] };
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} node
 * @param {number} steps
 * @returns {StreamEvidence | undefined}
 */
function readCall(context, node, steps) {
  const { sourceCode } = context;
  const { callee } = node;
  const origin = untouchedOrigin(sourceCode, callee);
  if (origin?.kind === 'module') {
    const key = origin.path.join('.');
    // Readable.from(…)
    if (origin.name === 'stream' && /^Readable\.from$/u.test(key)) {
      return PROVEN;
    }
    return FACTORIES.get(origin.name)?.test(key) ? PROVEN : undefined;
  }
  if (callee.type === 'MemberExpression') {
    const key = readKey(callee);
    if (key === 'pipe' && node.arguments[0]) {
      // The source is as much of a stream as what it is piped into.
      return readShown(context, node.arguments[0], steps - 1);
    }
    const same = key && FLUENT.has(key) ? readShown(context, callee.object, steps - 1) : undefined;
    return same && key === 'setEncoding' ? { ...same, chunks: 'bytes' } : same;
  }
  if (callee.type !== 'Identifier') {
    return undefined;
  }
  const fn = readFunction(sourceCode, callee);
  const result = fn && !fn.async && !fn.generator ? readResult(sourceCode, fn) : undefined;
  return result && readShown(context, result, steps - 1);
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node | undefined} What a function always returns.
 */
function readResult(sourceCode, fn) {
  if (fn.body.type !== 'BlockStatement') {
    return fn.body;
  }
  const [only, ...more] = returnedBy(sourceCode, fn);
  const isLast = fn.body.body.at(-1)?.type === 'ReturnStatement';
  return isLast && more.length === 0 ? (only ?? undefined) : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Identifier} node
 * @param {number} steps
 * @returns {StreamEvidence | undefined}
 */
function readNamed(context, node, steps) {
  const { sourceCode } = context;
  const origin = untouchedOrigin(sourceCode, node);
  if (origin?.kind === 'module') {
    return origin.name === 'process' && origin.path.join('.') === 'stdin' ? PROVEN : undefined;
  }
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  if (!variable || !definition) {
    return undefined;
  }
  if (definition.type === 'Parameter') {
    // function read(stream = fs.createReadStream(file)) {…}
    const isStream = writesOf(variable).every(
      ({ writeExpr }) => writeExpr && readShown(context, writeExpr, steps - 1),
    );
    return isStream
      ? readParameter(
          context,
          /** @type {FunctionNode} */ (definition.node),
          /** @type {TSESTree.Identifier} */ (definition.name),
        )
      : undefined;
  }
  const constant = readConstantInit(variable);
  if (constant?.keys.length === 0) {
    return readShown(context, constant.init, steps - 1);
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {TSESTree.Identifier} parameter
 * @returns {StreamEvidence | undefined}
 */
function readParameter(context, fn, parameter) {
  const index = fn.params.indexOf(parameter);
  const type = /** @type {any} */ (parameter.typeAnnotation)?.typeAnnotation;
  if (type) {
    if (!isStreamType(context, type.typeName)) {
      return undefined;
    }
    const isOfBytes = BYTE_TYPES.test(context.sourceCode.text.slice(...type.typeName.range));
    return isHandler(fn, index) ? REQUEST : isOfBytes ? { ...GIVEN, chunks: 'bytes' } : GIVEN;
  }
  const proven = readCallbackParameter(context, fn, index);
  if (proven) {
    return proven === 'request' ? REQUEST : RESPONSE;
  }
  const assumes = /** @type {const} */ (['emitter-is-readable']);
  if (emitsByHand(context.sourceCode)) {
    return undefined;
  }
  if (isHandler(fn, index)) {
    return { ...REQUEST, assumes };
  }
  return STREAM_NAMES.test(parameter.name) &&
    usesCoreStreams(context.sourceCode) &&
    !isUnreadable(fn)
    ? { ...GIVEN, assumes }
    : undefined;
}

/**
 *     const req = new EventEmitter(); handle(req, res); req.emit('data', 'text'); req.emit('end');
 *
 * @type {(sourceCode: PatternContext['sourceCode']) => boolean} Whether the file itself makes the events
 *   of a stream: what it calls one may be an emitter of its own.
 */
const emitsByHand = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'CallExpression').some(
    ({ callee, arguments: [event] }) =>
      callee.type === 'MemberExpression' &&
      readKey(callee) === 'emit' &&
      event !== undefined &&
      /^(?:data|end)$/u.test(readString(event) ?? ''),
  ),
);

/**
 *     zipfile.openReadStream(entry, (err, readStream) => …)
 *
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function isUnreadable({ parent }) {
  return (
    parent.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    UNREADABLE.test(readKey(parent.callee) ?? '')
  );
}

/**
 * @param {PatternContext} context
 * @param {any} name The name in a reference to a type, if it is one.
 * @returns {boolean} Whether the type is that of a stream of Node's own.
 */
function isStreamType({ sourceCode }, name) {
  const isQualified = name?.type === 'TSQualifiedName';
  const key = isQualified ? name.right.name : name?.name;
  const origin = untouchedOrigin(sourceCode, isQualified ? name.left : name);
  if (origin?.kind === 'global') {
    // NodeJS.ReadableStream; the global ReadableStream is another.
    return isQualified && origin.name === 'NodeJS' && TYPES.test(key);
  }
  return (
    (origin?.kind === 'module' && CORE_MODULES.has(origin.name) && TYPES.test(key)) ||
    (origin?.kind === 'module' && origin.name === 'express' && key === 'Request')
  );
}

/**
 * @type {(sourceCode: PatternContext['sourceCode']) => boolean} Whether the file has to do with streams
 *   of Node's own: a parameter named `stream` is one of another kind where it has not.
 */
const usesCoreStreams = oncePerFile((sourceCode) => {
  const imports = nodesOfType(sourceCode, 'ImportDeclaration').map(({ source }) => source);
  const requires = nodesOfType(sourceCode, 'CallExpression').flatMap(
    ({ callee, arguments: [name] }) =>
      callee.type === 'Identifier' && callee.name === 'require' && name ? [name] : [],
  );
  return [...imports, ...requires].some((name) =>
    CORE_MODULES.has(readString(name)?.replace(/^node:/u, '') ?? ''),
  );
});
