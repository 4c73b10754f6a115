/**
 * Counts the places that collect a stream by its events, by a detection of its own, so that what
 * the codemod converts can be held against it: a plain walk over a plain parse, texts only, no
 * scopes and nothing of `core/`.
 */
import { childrenOf, parsePlainly } from '../plain-parse.js';

/** @import { Node } from '../plain-parse.js' */

/**
 *     stream.on('data', (chunk) => { body += chunk; });    stream.on('end', …)
 *
 * @typedef {object} CollectorFound
 * @property {number} line Of the `data` listener.
 * @property {string} stream Its source text.
 */

/** What a listener does that only collects: `a += chunk`, `a = a + chunk`, `a.push(chunk)`. */
const COLLECTING =
  /^[\w$.]+\s*\+=\s*[^;{}]+;?$|^([\w$.]+)\s*=\s*\1\s*\+\s*[^;{}]+;?$|^[\w$.]+\.push\([^;{}]+\);?$|^([\w$.]+)\s*=\s*Buffer\.concat\(\[\s*\2[^;{}]+\);?$/u;

/**
 * Every stream of whose chunks a listener does nothing but keep them, and whose end another
 * listener of the same function waits for.
 *
 * @param {string} source
 * @returns {CollectorFound[] | undefined} Undefined for a text that does not parse.
 */
export function countCollectors(source) {
  if (!/['"`]data['"`]/u.test(source)) {
    return [];
  }
  const tree = parsePlainly(source);
  if (!tree) {
    return undefined;
  }
  const listeners = findListeners(tree, source);
  return listeners
    .filter(
      ({ event, handler, stream, owner }) =>
        event === 'data' &&
        handler &&
        onlyCollects(handler, source) &&
        listeners.some(
          (other) => other.event === 'end' && other.stream === stream && other.owner === owner,
        ),
    )
    .map(({ line, stream }) => ({ line, stream }));
}

/**
 * @typedef {object} Found
 * @property {string} event
 * @property {string} stream
 * @property {Node | undefined} handler The listener, if it is written there.
 * @property {Node} owner The function around it.
 * @property {number} line
 */

/** @param {Node} program @param {string} source @returns {Found[]} */
function findListeners(program, source) {
  /** @type {Found[]} */
  const found = [];
  /** @type {{ node: Node, owner: Node }[]} */
  const pending = [{ node: program, owner: program }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { node } = item;
    const owner = isFunction(node) ? node : item.owner;
    const event = readEvent(node);
    if (event !== undefined) {
      const [, second] = node['arguments'];
      found.push({
        event,
        stream: textOfStream(node['callee'].object, source),
        handler: second && isFunction(second) ? second : undefined,
        owner,
        line: node['callee'].property.loc.start.line,
      });
    }
    for (const child of childrenOf(node).reverse()) {
      pending.push({ node: child, owner });
    }
  }
  return found;
}

/** @param {Node} node @returns {string | undefined} The event of `….on('event', …)`. */
function readEvent(node) {
  const isListening =
    node.type === 'CallExpression' &&
    node['callee'].type === 'MemberExpression' &&
    /^(?:on|once|addListener)$/u.test(node['callee'].property.name ?? '');
  const [event] = isListening ? node['arguments'] : [];
  return event?.type === 'StringLiteral' ? event.value : undefined;
}

/**
 * @param {Node} node
 * @param {string} source
 * @returns {string} The text of what `.on(…).once(…)` are called on.
 */
function textOfStream(node, source) {
  let stream = node;
  while (readEvent(stream) !== undefined) {
    stream = stream['callee'].object;
  }
  return source.slice(stream.start, stream.end);
}

/** @param {Node} handler @param {string} source */
function onlyCollects(handler, source) {
  const { body } = handler;
  const [parameter] = handler['params'];
  if (parameter?.type !== 'Identifier') {
    return false;
  }
  /** @type {Node[]} */
  const statements = body.type === 'BlockStatement' ? body.body : [body];
  return (
    statements.length > 0 &&
    statements.every((each) => COLLECTING.test(source.slice(each.start, each.end))) &&
    new RegExp(String.raw`\b${parameter['name'].replaceAll('$', String.raw`\$`)}\b`, 'u').test(
      source.slice(body.start, body.end),
    )
  );
}

/** @param {Node} node */
function isFunction(node) {
  return /^(?:Function|ArrowFunction|ObjectMethod|ClassMethod|ClassPrivateMethod)/u.test(node.type);
}
