/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { evidenceOfPlain } from '../../analysis/values/awaited-values.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { readsOf, variableOf } from '../../analysis/syntax/scopes.js';
import { firstLine, textOf } from '../../edits/trivia.js';
import { mayAssumePlain } from '../../callbacks/plan/given-results.js';
import { readStream } from '../../analysis/values/streams.js';

/**
 * Chunks of streams in object mode, which may be promises: a listener gets them as they are, a loop with
 * `for await` waits for each. https://tc39.es/ecma262/#sec-asyncgeneratoryield
 *
 *     const jobs = new PassThrough({ objectMode: true });    jobs.write(fetch(url));
 */

/** The methods that put a chunk into a stream. */
const PUTTING = /^(?:end|push|unshift|write)$/u;

/** Functions of a stream that hand on chunks by their last parameter. */
const TRANSFORMING = /^_?(?:final|flush|transform)$/u;

/** @type {ObligationId} */
const ASSUMPTION = 'result-is-no-promise';

/**
 * @param {PatternContext} context
 * @param {{ stream: TSESTree.Node, data: TSESTree.Node }} read `data`: the listener that gets the chunks.
 * @param {StreamEvidence} evidence
 * @returns {{ assumes: readonly ObligationId[] } | { refusal: Refusal }} What a loop rests on that waits for the chunks.
 */
export function judgeChunks(context, { stream, data }, evidence) {
  const chunks =
    evidence.chunks === 'unknown' && takesBytes(context.sourceCode, data)
      ? 'bytes'
      : evidence.chunks;
  const put = chunks === 'bytes' ? [] : chunksPut(context);
  const found = put.map((node) => ({ node, ...evidenceOfPlain(context, node) }));
  const promise = found.find(({ evidence }) => evidence === 'against');
  if (promise) {
    return refuse(context, 'result-is-promise', promise.node);
  }
  const isShown =
    chunks === 'bytes' ||
    (chunks === 'objects' && put.length > 0 && found.every(({ evidence }) => evidence === 'shown'));
  if (isShown) {
    return { assumes: [] };
  }
  const [unknown] = found.filter(({ evidence }) => evidence === 'assumed');
  return mayAssumePlain(context, unknown ?? { floor: 'library' })
    ? { assumes: [ASSUMPTION] }
    : refuse(context, 'result-may-be-promise', unknown?.node ?? stream);
}

/**
 * @param {PatternContext} context
 * @param {'result-is-promise' | 'result-may-be-promise'} reason
 * @param {TSESTree.Node} node
 * @returns {{ refusal: Refusal }}
 */
function refuse({ sourceCode }, reason, node) {
  const code = firstLine(textOf(sourceCode, node));
  return {
    refusal: { reason, subject: `\`${code}\`, a chunk of the stream, line ${node.loc.start.line}` },
  };
}

/**
 *     (chunk) => { body += chunk; }    (chunk) => chunks.push(chunk)  with  Buffer.concat(chunks)
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} data
 * @returns {boolean} Whether the listener can only work with bytes and text.
 */
function takesBytes(sourceCode, data) {
  const fn = readFunction(sourceCode, data);
  const [chunk] = fn?.params ?? [];
  const variable =
    fn && chunk?.type === 'Identifier'
      ? sourceCode.getDeclaredVariables(fn).find(({ identifiers }) => identifiers.includes(chunk))
      : undefined;
  return (
    variable !== undefined &&
    readsOf(variable).length > 0 &&
    readsOf(variable).every(({ identifier }) =>
      isUseOfBytes(sourceCode, /** @type {TSESTree.Node} */ (identifier)),
    )
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} use Of a chunk.
 * @returns {boolean}
 */
function isUseOfBytes(sourceCode, use) {
  const { parent } = use;
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.operator === '+=' && parent.right === use;
    case 'BinaryExpression':
    case 'TemplateLiteral':
      return true;
    case 'MemberExpression':
      return parent.object === use && /^(?:length|toString)$/u.test(readKey(parent) ?? '');
    case 'CallExpression': {
      const { callee } = parent;
      const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
      const list =
        callee.type === 'MemberExpression' ? variableOf(sourceCode, callee.object) : undefined;
      return (
        (key === 'update' && parent.arguments[0] === use) ||
        (key === 'push' && list !== undefined && list.references.some(isJoined))
      );
    }
    default:
      return false;
  }
}

/**
 * @param {import('@typescript-eslint/scope-manager').Reference} reference To a list.
 * @returns {boolean} `Buffer.concat(chunks)`
 */
function isJoined({ identifier }) {
  const { parent } = /** @type {TSESTree.Node} */ (identifier);
  return (
    parent?.type === 'CallExpression' &&
    parent.arguments[0] === identifier &&
    parent.callee.type === 'MemberExpression' &&
    readKey(parent.callee) === 'concat'
  );
}

/**
 * @param {PatternContext} context
 * @returns {TSESTree.Node[]} What the file puts into streams that it makes.
 */
function chunksPut(context) {
  const { sourceCode } = context;
  const put = nodesOfType(sourceCode, 'CallExpression').flatMap(
    ({ callee, arguments: [first] }) => {
      const isPut =
        callee.type === 'MemberExpression' &&
        PUTTING.test(readKey(callee) ?? '') &&
        (callee.object.type === 'ThisExpression' ||
          readStream(context, callee.object) !== undefined);
      return isPut && first && !isFunction(first) ? [first] : [];
    },
  );
  return [...put, ...chunksTransformed(sourceCode)];
}

/**
 *     new Transform({ transform(chunk, encoding, callback) { callback(null, chunk); } })
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @returns {TSESTree.Node[]}
 */
function chunksTransformed(sourceCode) {
  const members = [
    ...nodesOfType(sourceCode, 'Property'),
    ...nodesOfType(sourceCode, 'MethodDefinition'),
  ];
  return members.flatMap(({ key, value }) => {
    const last = isFunction(value) ? value.params.at(-1) : undefined;
    const isTransforming = key.type === 'Identifier' && TRANSFORMING.test(key.name);
    const variable =
      isTransforming && isFunction(value) && last?.type === 'Identifier'
        ? sourceCode.getDeclaredVariables(value).find(({ name }) => name === last.name)
        : undefined;
    return (variable?.references ?? []).flatMap(({ identifier }) => {
      const { parent } = /** @type {TSESTree.Node} */ (identifier);
      const chunk =
        parent?.type === 'CallExpression' && parent.callee === identifier
          ? parent.arguments[1]
          : undefined;
      return chunk ? [chunk] : [];
    });
  });
}
