/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Plan } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { HeaderNeed } from '../../callbacks/boundary/header.js' */
/** @import { Handler, Handlers } from './handlers.js' */
/** @import { Collector, ListenerStatement } from './listeners.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { onlyExpression } from '../../analysis/promises/executors.js';
import { Notes, oncePerFile } from '../../analysis/syntax/facts.js';
import { readKey, readString } from '../../analysis/modules/modules.js';
import { runsOn } from '../../analysis/environment/node-floor.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { untouchedOrigin } from '../../analysis/modules/replaced-values.js';
import { isGlobal, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { isParenthesized } from '../../edits/parentheses.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';
import { moduleName } from '../../callbacks/boundary/header.js';
import { codeOf } from './handlers.js';
import { streamName } from './listeners.js';
import { makesBytes, readsText } from './encodings.js';

/**
 * The functions that read a whole stream at once, where the listeners do no more:
 * https://nodejs.org/api/webstreams.html#utility-consumers and
 * https://nodejs.org/api/stream.html#streamfinishedstream-options.
 *
 *     body += chunk            ->  consumers.text(stream)      of a stream that gives text
 *     chunks.push(chunk)       ->  consumers.buffer(stream)    of a stream that gives bytes
 *     () => {}                 ->  promises.finished(stream.resume())
 *
 * `text` decodes bytes otherwise than `+=` does, and drops a byte order mark: it only stands for a
 * stream that gives text already. `buffer` takes text as well, where `Buffer.concat` throws.
 *
 * @typedef {object} Consumer
 * @property {string} before The text before the stream, '' where nothing is left of the loop.
 * @property {string} after
 * @property {Edit[]} edits In the code of the last listener.
 * @property {ListenerStatement[]} gone The declaration of what the chunks were collected in.
 */

/** The first Node with `stream/consumers`. */
const CONSUMERS = '16.7.0';

/** The first Node with `stream/promises`. */
const PROMISES = '15.0.0';

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @param {{ evidence: StreamEvidence, isErrorHandled: boolean, needs: Set<HeaderNeed> }} how
 *   `isErrorHandled`: whether a `catch` clause goes around what reads the stream.
 * @returns {Consumer | undefined} Undefined where a loop has to read the stream.
 */
export function readConsumer(context, collector, handlers, { evidence, isErrorHandled, needs }) {
  const code = codeOf(handlers.data);
  if (collector.data.event !== 'data' || !code || context.project.isBundled) {
    return undefined;
  }
  const { sourceCode } = context;
  if (isEmpty(code)) {
    const isFit =
      isName(collector.stream) &&
      makesBytes(context, collector.stream, evidence) &&
      // A socket is not finished before it has been written, too.
      !/['"`](?:node:)?(?:net|tls)['"`]/u.test(sourceCode.text) &&
      runsOn(context, PROMISES);
    if (!isFit || hasCommentBetween(sourceCode, code.range[0] + 1, code.range[1] - 1)) {
      return undefined;
    }
    const name = moduleName(
      sourceCode,
      { module: 'stream/promises', preferred: 'streams' },
      collector.stream,
      needs,
    );
    return { before: `await ${name}.finished(`, after: '.resume())', edits: [], gone: [] };
  }
  const found =
    !isErrorHandled && runsOn(context, CONSUMERS)
      ? readCollected(context, collector, handlers)
      : undefined;
  const isFit =
    found?.kind === 'text'
      ? readsText(context, collector.stream) ||
        encodings(context, collector).some(({ isSure }) => isSure)
      : found !== undefined &&
        makesBytes(context, collector.stream, evidence) &&
        encodings(context, collector).length === 0;
  const isCommented = [collector.data.handler, ...(found ? [found.declaration] : [])].some(
    ({ range }) => hasCommentBetween(sourceCode, ...range),
  );
  if (!found || !isFit || isCommented) {
    return undefined;
  }
  return writeConsumer(context, collector, found, needs);
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Collected} collected
 * @param {Set<HeaderNeed>} needs
 * @returns {Consumer | undefined}
 */
function writeConsumer(context, collector, { kind, variable, declaration, uses }, needs) {
  const { sourceCode } = context;
  const { stream } = collector;
  const own = { statement: declaration, stream: declaration.declarations[0].id, listeners: [] };
  const gone = [/** @type {any} */ (own)];
  const name = () =>
    moduleName(sourceCode, { module: 'stream/consumers', preferred: 'consumers' }, stream, needs);
  const [use] = uses;
  const listener = /** @type {FunctionNode} */ (collector.end.handler);
  const wanted = use && (kind === 'buffer' ? concatOf(sourceCode, use) : use);
  const isCommented = (/** @type {TSESTree.Node} */ node) =>
    hasCommentBetween(sourceCode, ...node.range);
  if (kind === 'buffer' && (!wanted || uses.length > 1 || isCommented(wanted))) {
    return undefined;
  }
  if (wanted && uses.length === 1 && isName(stream) && isFirst(sourceCode, wanted, listener)) {
    const parsed = kind === 'text' ? parseOf(sourceCode, wanted) : undefined;
    const whole = parsed && !isCommented(parsed) ? parsed : undefined;
    const node = whole ?? wanted;
    const call = `await ${name()}.${whole ? 'json' : kind}(${textOf(sourceCode, stream)})`;
    const isOperand = node.parent?.type === 'MemberExpression';
    const isOpen = isOperand && !isParenthesized(sourceCode, node);
    return {
      before: '',
      after: '',
      edits: [replaceRange(node.range, isOpen ? `(${call})` : call)],
      gone,
    };
  }
  if (kind === 'buffer') {
    return undefined;
  }
  const keyword = writesOf(variable).length > 2 ? 'let' : 'const';
  return {
    before: `${keyword} ${variable.name} = await ${name()}.text(`,
    after: ')',
    edits: [],
    gone,
  };
}

/**
 * @typedef {object} Collected
 * @property {'text' | 'buffer'} kind
 * @property {Variable} variable
 * @property {TSESTree.VariableDeclaration} declaration The declaration of the variable alone.
 * @property {TSESTree.Identifier[]} uses In the last listener.
 */

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @returns {Collected | undefined}
 */
function readCollected({ sourceCode }, collector, { data, end }) {
  const target = end.fn && readTarget(data);
  const variable = target && variableOf(sourceCode, target.node);
  const [definition, ...more] = variable?.defs ?? [];
  const declaration = definition?.parent;
  if (
    !variable ||
    more.length > 0 ||
    definition?.type !== 'Variable' ||
    declaration?.type !== 'VariableDeclaration' ||
    declaration.parent !== collector.block ||
    declaration.declarations.length > 1 ||
    declaration.range[1] > (collector.statements[0]?.statement.range[0] ?? 0) ||
    !isEmptyValue(definition.node.init, target.kind)
  ) {
    return undefined;
  }
  const uses = variable.references
    .filter(({ identifier, init }) => identifier !== target.node && !init)
    .map(({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier));
  return uses.every((use) => isWithin(use, collector.end.handler))
    ? { kind: target.kind, variable, declaration, uses }
    : undefined;
}

/**
 *     (chunk) => { body += chunk; }    (chunk) => chunks.push(chunk)
 *
 * @param {Handler} data
 * @returns {{ kind: 'text' | 'buffer', node: TSESTree.Identifier } | undefined}
 */
function readTarget({ fn, parameter }) {
  const expression = fn && onlyExpression(fn.body);
  const isChunk = (/** @type {TSESTree.Node | undefined} */ node) =>
    node?.type === 'Identifier' && parameter?.type === 'Identifier' && node.name === parameter.name;
  if (
    expression?.type === 'AssignmentExpression' &&
    expression.operator === '+=' &&
    expression.left.type === 'Identifier' &&
    isChunk(expression.right)
  ) {
    return { kind: 'text', node: expression.left };
  }
  const isPush =
    expression?.type === 'CallExpression' &&
    expression.callee.type === 'MemberExpression' &&
    readKey(expression.callee) === 'push' &&
    expression.arguments.length === 1 &&
    isChunk(expression.arguments[0]);
  const array = isPush
    ? /** @type {TSESTree.MemberExpression} */ (expression.callee).object
    : undefined;
  return array?.type === 'Identifier' ? { kind: 'buffer', node: array } : undefined;
}

/**
 * @param {TSESTree.Node | null | undefined} init
 * @param {Collected['kind']} kind
 * @returns {boolean} `''` or `[]`
 */
function isEmptyValue(init, kind) {
  return kind === 'text'
    ? init?.type === 'Literal' && init.value === ''
    : init?.type === 'ArrayExpression' && init.elements.length === 0;
}

/**
 * @param {TSESTree.Node} code
 * @returns {boolean}
 */
function isEmpty(code) {
  return code.type === 'BlockStatement' && code.body.length === 0;
}

/**
 * @param {TSESTree.Node} stream
 * @returns {boolean} Whether the stream is the same when it is written somewhere else.
 */
function isName({ type }) {
  return type === 'Identifier' || type === 'MemberExpression';
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Identifier} use
 * @returns {TSESTree.CallExpression | undefined} `Buffer.concat(chunks)`
 */
function concatOf(sourceCode, { parent }) {
  const origin =
    parent?.type === 'CallExpression' && parent.arguments.length === 1
      ? untouchedOrigin(sourceCode, parent.callee)
      : undefined;
  const isConcat =
    origin !== undefined &&
    (origin.kind === 'global'
      ? origin.name === 'Buffer' && origin.path.join('.') === 'concat'
      : origin.name === 'buffer' && origin.path.join('.') === 'Buffer.concat');
  return isConcat ? /** @type {TSESTree.CallExpression} */ (parent) : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} use
 * @returns {TSESTree.CallExpression | undefined} `JSON.parse(body)`
 */
function parseOf(sourceCode, { parent }) {
  return parent?.type === 'CallExpression' &&
    parent.arguments.length === 1 &&
    parent.callee.type === 'MemberExpression' &&
    readKey(parent.callee) === 'parse' &&
    isGlobal(sourceCode, parent.callee.object, 'JSON')
    ? parent
    : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is what the function evaluates first of all, but for literals and names
 *   that stand for the same all the time, and nothing catches what it throws.
 */
function isFirst(sourceCode, node, fn) {
  let child = node;
  for (let { parent } = child; parent && parent !== fn; { parent } = child) {
    switch (parent.type) {
      case 'CallExpression': {
        const index = parent.arguments.indexOf(/** @type {any} */ (child));
        const isPlain =
          isConstantCallee(sourceCode, parent.callee) &&
          parent.arguments.slice(0, index).every(({ type }) => type === 'Literal');
        if (parent.optional || (parent.callee !== child && !(index >= 0 && isPlain))) {
          return false;
        }
        break;
      }
      case 'MemberExpression':
        if (parent.object !== child || parent.optional) {
          return false;
        }
        break;
      case 'VariableDeclarator':
        if (parent.id.type !== 'Identifier' || parent.parent.declarations[0] !== parent) {
          return false;
        }
        break;
      case 'BlockStatement':
        return parent.body[0] === child && parent === fn.body;
      case 'ExpressionStatement':
      case 'ReturnStatement':
      case 'VariableDeclaration':
        break;
      default:
        return false;
    }
    child = parent;
  }
  return child === fn.body;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} `resolve`, `JSON.parse`
 */
function isConstantCallee(sourceCode, callee) {
  if (callee.type === 'MemberExpression') {
    return !callee.computed && untouchedOrigin(sourceCode, callee)?.kind === 'global';
  }
  const variable = variableOf(sourceCode, callee);
  return variable !== undefined && writesOf(variable).every(({ init }) => init);
}

/** @type {(sourceCode: PatternContext['sourceCode']) => readonly TSESTree.CallExpression[]} */
const callsOfSetEncoding = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'CallExpression').filter(
    ({ callee }) => callee.type === 'MemberExpression' && readKey(callee) === 'setEncoding',
  ),
);

/**
 *     stream.setEncoding('utf8');
 *
 * @param {PatternContext} context
 * @param {Collector} collector
 * @returns {{ isSure: boolean }[]} Where the file does that to a stream of the name, and whether it
 *   always comes before the listeners.
 */
function encodings(context, { stream, block }) {
  const { sourceCode } = context;
  const name = streamName(context, stream);
  return callsOfSetEncoding(sourceCode)
    .filter(
      ({ callee }) =>
        callee.type === 'MemberExpression' &&
        (name === undefined ||
          (streamName(context, callee.object) === name &&
            rootOf(sourceCode, callee.object) === rootOf(sourceCode, stream))),
    )
    .map(({ arguments: [encoding], parent }) => ({
      isSure: parent.parent === block && readString(encoding) !== undefined && name !== undefined,
    }));
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} stream
 * @returns {Variable | undefined} The variable of `context.req`.
 */
function rootOf(sourceCode, stream) {
  let node = stream;
  while (node.type === 'MemberExpression') {
    node = node.object;
  }
  return variableOf(sourceCode, node);
}

/** @type {Notes<Plan, Set<HeaderNeed>>} */
const needsByPlan = new Notes();

/**
 * @param {Plan} plan
 * @param {Set<HeaderNeed>} needs The imports that the plan's code needs at the top of the file.
 */
export function noteNeeds(plan, needs) {
  needsByPlan.set(plan, needs);
}

/**
 * @param {readonly { plan?: Plan }[]} sites
 * @returns {HeaderNeed[]}
 */
export function needsOf(sites) {
  return sites.flatMap(({ plan }) => [...((plan && needsByPlan.get(plan)) ?? [])]);
}
