/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readKey, readString } from '../../analysis/modules.js';
import { isDirective, isWithin } from '../../analysis/nodes.js';
import { takesRequests } from '../../analysis/request-handlers.js';
import { replaceRange } from '../../edits/edit.js';
import { indentOf } from '../../edits/indentation.js';
import { skipWhitespace, skipWhitespaceBackward } from '../../edits/trivia.js';
import { readErrorTest } from './errors.js';
import { isBareReturn, valueOf } from '../statements/flow.js';
import { semicolonOf } from '../boundary/settling.js';
import { printWaits } from '../waits/waits.js';

/**
 * Handlers whose waits all hand their errors on by the same call: one `try` is around the body, and its
 * `catch` makes that call.
 *
 *     app.get('/', async (req, res, next) => {
 *       try { const user = await load(req.params.id); res.json(await rank(user)); } catch (err) { next(err); }
 *     });
 *
 * An error that is thrown before the first wait goes the same way. For a router this is what it did before:
 * it passes what a handler throws to `next`. Whoever emits an event gets no such error any more, which
 * `throws-late` says.
 *
 * @typedef {object} Forwarding
 * @property {string} call `next(`, as the source writes it, up to the error.
 * @property {string} error The name of the error.
 * @property {number} count How many waits forward their error so.
 * @property {boolean} isOfRouter Whether a router gets the errors: it is `next` that is called.
 */

/**
 * @param {Translator} translator Of a handler.
 * @returns {Forwarding | undefined} How most of its waits forward their errors; undefined where none does, or
 *   where a `try` cannot stand around the body.
 */
export function readForwarding(translator) {
  const { sourceCode, target } = translator;
  const { fn, waits = [] } = target;
  const { body } = fn;
  if (body.type !== 'BlockStatement' || !isBrokenBody(translator, body)) {
    return undefined;
  }
  /** @type {Map<string, Forwarding>} */
  const found = new Map();
  for (const wait of waits) {
    const [parameter] = wait.params;
    const error = sourceCode
      .getDeclaredVariables(wait)
      .find(({ identifiers }) => identifiers[0] === parameter);
    const guards = wait.body.type === 'BlockStatement' ? wait.body.body : [];
    for (const guard of guards) {
      const test = guard.type === 'IfStatement' ? readErrorTest(sourceCode, guard.test) : undefined;
      const read =
        guard.type === 'IfStatement' && error && test?.variable === error
          ? readForward(translator, error, [guard.consequent])
          : undefined;
      if (read) {
        const { count } = found.get(read.call) ?? { count: 0 };
        found.set(read.call, { ...read, count: count + 1 });
      }
    }
  }
  const [most] = [...found.values()].sort((left, right) => right.count - left.count);
  return most;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} body
 * @returns {boolean} Whether its first statement begins a line, and no loop waits.
 */
function isBrokenBody({ sourceCode, target }, body) {
  const first = body.body.find((each) => !isDirective(each));
  const isLooped = (target.waits ?? []).some((wait) => isInLoop(wait, target.fn));
  return (
    first !== undefined &&
    !isLooped &&
    sourceCode.text.slice(body.range[0], first.range[0]).includes('\n')
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function isInLoop(node, fn) {
  return (
    node !== fn && (/^(?:DoWhile|For|While)/u.test(node.type) || isInLoop(node.parent ?? fn, fn))
  );
}

/**
 *     return next(err);    { next(err); return; }    return workflow.emit('exception', err);
 *
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements
 * @returns {Omit<Forwarding, 'count'> | undefined} What they are, if they do nothing else.
 */
export function readForward(translator, error, statements) {
  const [first, ...rest] = statements.flatMap((each) =>
    each.type === 'BlockStatement' ? each.body : [each],
  );
  const call = first && valueOf(first);
  if (
    call?.type !== 'CallExpression' ||
    call.optional ||
    !rest.every((each) => isBareReturn(each))
  ) {
    return undefined;
  }
  const given = call.arguments.at(-1);
  const isError = given?.type === 'Identifier' && translator.variableOf(given) === error;
  const isOfRouter = isNext(translator, call);
  return isError && (isOfRouter || emitsError(translator, call))
    ? {
        call: translator.sourceCode.text.slice(call.range[0], given.range[0]),
        error: error.name,
        isOfRouter,
      }
    : undefined;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `next(err)`
 */
function isNext(translator, { callee, arguments: given }) {
  const { fn } = translator.target;
  const variable = callee.type === 'Identifier' ? translator.variableOf(callee) : undefined;
  return (
    takesRequests(fn) &&
    given.length === 1 &&
    fn.params.length > 2 &&
    variable !== undefined &&
    variable.identifiers[0] === fn.params.at(-1) &&
    variable.references.every((use) => !use.isWrite())
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `workflow.emit('exception', err)`, of an emitter from outside of the function.
 */
function emitsError(translator, { callee, arguments: given }) {
  const { fn } = translator.target;
  const variable =
    callee.type === 'MemberExpression' &&
    readKey(callee) === 'emit' &&
    callee.object.type === 'Identifier'
      ? translator.variableOf(callee.object)
      : undefined;
  return (
    given.length === 2 &&
    readString(given[0]) !== undefined &&
    variable !== undefined &&
    variable.defs.length > 0 &&
    !isWithin(/** @type {TSESTree.Node} */ (variable.identifiers[0]), fn)
  );
}

/**
 * @param {Translator} translator Of a handler whose body is translated, a level deeper than it was.
 * @param {Forwarding} forwarding
 * @returns {Edit[]} The `try` around the body.
 */
export function tryAround(translator, { call, error, isOfRouter }) {
  const { sourceCode, target } = translator;
  const { text } = sourceCode;
  const body = /** @type {TSESTree.BlockStatement} */ (target.fn.body);
  const directive = body.body.findLast((each) => isDirective(each));
  const open = directive?.range[1] ?? body.range[0] + 1;
  const end = body.range[1] - 1;
  const last = skipWhitespaceBackward(text, end);
  const outer = indentOf(text, body.body[0]?.range[0] ?? open);
  const start = Math.min(skipWhitespace(text, open), last);
  translator.indent([start, last], 1);
  if (!isOfRouter) {
    translator.assumes.add('throws-late');
  }
  const place = { indent: outer, semicolon: semicolonOf(translator) };
  const [before = '', after = ''] = printWaits(translator, place, [
    {
      type: 'try',
      block: [{ type: 'run', range: [start, last] }],
      error,
      handler: [{ type: 'run', pieces: [`${call}${error})`] }],
    },
  ]).texts;
  return [replaceRange([open, start], `\n${outer}${before}`), replaceRange([last, last], after)];
}
