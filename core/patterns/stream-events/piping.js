/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Executor } from '../../analysis/promises/executors.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { HeaderNeed } from '../../callbacks/boundary/header.js' */
/** @import { Consumer } from './consumers.js' */
/** @import { Collector, Listener, ListenerStatement } from './listeners.js' */

import { readInit } from '../../analysis/syntax/function-uses.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey, readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { runsOn } from '../../analysis/environment/node-floor.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { firstLine, hasCommentBetween, textOf } from '../../edits/trivia.js';
import { moduleName, promisifiedName } from '../../callbacks/boundary/header.js';
import { describeUnfit } from './handlers.js';
import { readListener } from './listeners.js';

/**
 * Streams that a promise pipes one into the other, made for it alone, so that nobody can tell that
 * `pipeline` destroys them: https://nodejs.org/api/stream.html#streampipelinesource-transforms-destination-options.
 *
 *     source.on('error', reject).pipe(target).on('error', reject).on('finish', resolve);
 *
 * @typedef {object} Piping
 * @property {Collector} collector
 * @property {TSESTree.Expression[]} streams From the source to the target.
 * @property {TSESTree.CallExpressionArgument[]} errors The listeners for their errors.
 *
 * @typedef {object} Piped
 * @property {TSESTree.Expression} node
 * @property {TSESTree.Expression | undefined} next The stream into which it is piped.
 * @property {TSESTree.Node[]} uses Where it is named, or made.
 * @property {Listener[]} listeners
 */

/** The first Node with `stream/promises`, and with `stream.pipeline`. */
const PROMISES = '15.0.0';
const PIPELINE = '10.0.0';

/** The streams that change bytes between one file and another. */
const TRANSFORMS =
  /^(?:zlib\.create(?:Gzip|Gunzip|Deflate|Inflate|DeflateRaw|InflateRaw|Unzip|BrotliCompress|BrotliDecompress)|crypto\.create(?:Cipheriv|Decipheriv)|stream\.PassThrough)$/u;

/** Options with which a file is opened, read or written to its end, and closed. */
const PLAIN_OPTIONS = /^(?:encoding|end|flags|highWaterMark|mode|start)$/u;

/**
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @returns {Piping | { refusal: Refusal } | undefined} Undefined where nothing is piped, or nothing
 *   listens for the end.
 */
export function readPiping(context, node, { fn }) {
  const { sourceCode } = context;
  const block = fn.body;
  if (block.type !== 'BlockStatement') {
    return undefined;
  }
  /** @type {Map<string | TSESTree.Node, Piped>} */
  const piped = new Map();
  const statements = block.body.flatMap((each) => readChain(sourceCode, each, piped) ?? []);
  const all = [...piped.values()];
  const isEnd = (/** @type {Listener} */ { event }) => event === 'finish' || event === 'close';
  if (
    all.every(({ next }) => !next) ||
    !all.some(({ listeners }) => listeners.some((each) => isEnd(each)))
  ) {
    return undefined;
  }
  const line = orderOf(sourceCode, piped);
  const last = line?.at(-1);
  const [end, ...others] = last?.listeners.filter(isEnd) ?? [];
  const [first] = /** @type {[ListenerStatement]} */ (statements);
  if (!line || !last || !end || others.length > 0) {
    return refuse('stream-shared', textOf(sourceCode, first.statement));
  }
  const unfit = isFunction(end.handler)
    ? describeUnfit(context, end.handler, { mayBeAsync: true, isLoop: false })
    : undefined;
  if (unfit) {
    return { refusal: { reason: 'listener-form', subject: unfit } };
  }
  for (const each of line) {
    const errors = each.listeners.filter(({ event }) => event === 'error');
    const count = errors.length + (each === last ? 1 : 0);
    /** @type {Refusal['reason'] | undefined} */
    const reason = !isKnown(context, each, line)
      ? 'stream-unknown'
      : errors.length === 0
        ? 'stream-error-unheard'
        : errors.length > 1 || each.listeners.length > count || !isOwn(sourceCode, each, node, end)
          ? 'stream-shared'
          : undefined;
    if (reason) {
      return refuse(reason, textOf(sourceCode, each.node));
    }
  }
  const from = block.body.indexOf(first.statement);
  const stranger = block.body
    .slice(from)
    .find(
      (each) =>
        !statements.some(({ statement }) => statement === each) &&
        !declares(sourceCode, each, line),
    );
  if (stranger) {
    return refuse('code-follows', textOf(sourceCode, stranger));
  }
  if (!runsOn(context, PIPELINE)) {
    return { refusal: { reason: 'engines-too-old', subject: PIPELINE } };
  }
  const streams = line.map((each) => each.node);
  const [source] = /** @type {[TSESTree.Expression]} */ (streams);
  return {
    collector: { block, statements, stream: source, data: end, end, error: undefined },
    streams,
    errors: line.flatMap(({ listeners }) =>
      listeners.filter(({ event }) => event === 'error').map(({ handler }) => handler),
    ),
  };
}

/**
 * @param {Refusal['reason']} reason
 * @param {string} code
 * @returns {{ refusal: Refusal }}
 */
function refuse(reason, code) {
  return { refusal: { reason, subject: `\`${firstLine(code)}\`` } };
}

/**
 *     source.on('error', reject).pipe(target).on('finish', resolve);
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Statement} statement
 * @param {Map<string | TSESTree.Node, Piped>} piped Gets what is read.
 * @returns {ListenerStatement | undefined}
 */
function readChain(sourceCode, statement, piped) {
  /** @type {(Listener | { to: TSESTree.Expression })[]} */
  const links = [];
  let node = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  while (node?.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const [to, ...more] = node.arguments;
    const isPipe = readKey(node.callee) === 'pipe' && more.length === 0 && !node.optional;
    const link =
      readListener(node) ??
      (isPipe && to && to.type !== 'SpreadElement' && !node.callee.optional ? { to } : undefined);
    if (!link) {
      break;
    }
    links.unshift(link);
    node = node.callee.object;
  }
  if (links.length === 0 || statement.type !== 'ExpressionStatement' || !node) {
    return undefined;
  }
  const find = (/** @type {TSESTree.Expression} */ stream) => {
    const key = keyOf(sourceCode, stream);
    const known = piped.get(key) ?? { node: stream, next: undefined, uses: [], listeners: [] };
    known.uses.push(stream);
    piped.set(key, known);
    return known;
  };
  let current = find(node);
  for (const link of links) {
    if ('to' in link) {
      // A stream that is piped into two targets is in no line.
      current.next = current.next ? current.node : link.to;
      current = find(link.to);
    } else {
      current.listeners.push(link);
    }
  }
  const listeners = links.filter((link) => 'call' in link);
  return { statement, stream: node, listeners };
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} stream
 */
function keyOf(sourceCode, stream) {
  return stream.type === 'Identifier' ? textOf(sourceCode, stream) : stream;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {ReadonlyMap<string | TSESTree.Node, Piped>} piped
 * @returns {Piped[] | undefined} The streams in their order, if they are in one line.
 */
function orderOf(sourceCode, piped) {
  const find = (/** @type {TSESTree.Expression | undefined} */ node) =>
    node && piped.get(keyOf(sourceCode, node));
  const all = [...piped.values()];
  const targets = new Set(all.map(({ next }) => find(next)));
  const line = all.filter((each) => !targets.has(each));
  for (let each = find(line[0]?.next); each && !line.includes(each); each = find(each.next)) {
    line.push(each);
  }
  return line.length === all.length && line.slice(0, -1).every(({ next }) => next)
    ? line
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {Piped} piped
 * @param {readonly Piped[]} line
 * @returns {boolean} Whether it is a file at the ends of the line, and what works on bytes between.
 */
function isKnown({ sourceCode }, piped, line) {
  const made = madeBy(sourceCode, piped.node);
  const origin = made && resolveOrigin(sourceCode, made.callee);
  if (origin?.kind !== 'module' || !made) {
    return false;
  }
  const name = [origin.name, ...origin.path].join('.');
  const isSource = piped === line[0];
  if (!isSource && piped !== line.at(-1)) {
    return TRANSFORMS.test(name);
  }
  const [path, options, ...more] = made.arguments;
  return (
    name === (isSource ? 'fs.createReadStream' : 'fs.createWriteStream') &&
    path !== undefined &&
    more.length === 0 &&
    made.arguments.every(({ type }) => type !== 'SpreadElement') &&
    (!options ||
      readString(options) !== undefined ||
      (options.type === 'ObjectExpression' &&
        options.properties.every(
          (each) =>
            each.type === 'Property' &&
            !each.computed &&
            PLAIN_OPTIONS.test(textOf(sourceCode, each.key)),
        )))
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | TSESTree.NewExpression | undefined} What makes the stream.
 */
function madeBy(sourceCode, node) {
  const made = readInit(sourceCode, node);
  return made?.type === 'CallExpression' || made?.type === 'NewExpression' ? made : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {Piped} piped
 * @param {TSESTree.NewExpression} node
 * @param {Listener} end
 * @returns {boolean} Whether the stream is made there, and nothing else is done with it.
 */
function isOwn(sourceCode, { node: stream, uses }, node, end) {
  if (stream.type !== 'Identifier') {
    const [first, last] = stream.range;
    const text = textOf(sourceCode, stream);
    return !text.includes('\n') && !hasCommentBetween(sourceCode, first, last);
  }
  const variable = variableOf(sourceCode, stream);
  const [definition] = variable?.defs ?? [];
  const host = enclosingFunction(node);
  const home = definition && enclosingFunction(definition.node);
  return (
    home !== undefined &&
    (home === host || home === node.arguments[0]) &&
    variable !== undefined &&
    variable.references.every(({ identifier, init }) => {
      const use = /** @type {TSESTree.Node} */ (identifier);
      return init || uses.includes(use) || isAsked(use, end);
    })
  );
}

/**
 *     () => resolve(target.bytesWritten)
 *
 * @param {TSESTree.Node} use
 * @param {Listener} end
 * @returns {boolean} Whether the last listener asks what stays known of a stream that is closed.
 */
function isAsked(use, { handler }) {
  const { parent } = use;
  return (
    parent?.type === 'MemberExpression' &&
    parent.object === use &&
    /^(?:bytesRead|bytesWritten|path)$/u.test(readKey(parent) ?? '') &&
    enclosingFunction(use) === handler
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Statement} statement
 * @param {readonly Piped[]} line
 * @returns {boolean} Whether all it does is to make streams of the line.
 */
function declares(sourceCode, statement, line) {
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.every(({ init }) =>
      line.some(({ node }) => init && madeBy(sourceCode, node) === init),
    )
  );
}

/**
 * @param {PatternContext} context
 * @param {Piping} piping
 * @param {Set<HeaderNeed>} needs
 * @returns {Consumer} `await streams.pipeline(source, target)`
 */
export function pipelineOf(context, { streams: [source, ...others] }, needs) {
  const { sourceCode } = context;
  const place = /** @type {TSESTree.Expression} */ (source);
  const name = (/** @type {string} */ module, /** @type {string} */ preferred) =>
    moduleName(sourceCode, { module, preferred }, place, needs);
  const callee = runsOn(context, PROMISES)
    ? `${name('stream/promises', 'streams')}.pipeline`
    : promisifiedName(
        sourceCode,
        { text: `${name('stream', 'stream')}.pipeline`, variable: undefined, place },
        'pipeline',
        needs,
      );
  const rest = others.map((each) => `, ${textOf(sourceCode, each)}`).join('');
  return { before: `await ${callee}(`, after: `${rest})`, edits: [], gone: [] };
}
