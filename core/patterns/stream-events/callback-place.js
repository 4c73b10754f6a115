/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Site } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { CallbackFunction } from '../../callbacks/functions/functions.js' */
/** @import { GroupTranslation } from '../../callbacks/plan/registry.js' */
/** @import { Planned } from '../../callbacks/plan/plan.js' */
/** @import { Position, Translator } from '../../callbacks/plan/translator.js' */
/** @import { Handler, Handlers } from './handlers.js' */
/** @import { Collector } from './listeners.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { onlyExpression } from '../../analysis/promises/executors.js';
import { Notes } from '../../analysis/syntax/facts.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { keepsArgument } from '../../analysis/values/mapped-arguments.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { callbackFunctionsOf, isNullish } from '../../callbacks/functions/functions.js';
import { isWrapper } from '../../callbacks/functions/wrappers.js';
import { editsOf, planFunction } from '../../callbacks/plan/plan.js';
import { Refused, quote } from '../../callbacks/plan/refused.js';
import { partsOf } from '../../callbacks/boundary/prologue.js';
import { Registry } from '../../callbacks/plan/registry.js';
import { indentAt } from '../../callbacks/waits/slots.js';
import { translateBody } from '../../callbacks/statements/statements.js';
import { tickFactsOf } from '../../callbacks/timing/ticks.js';
import { readConsumer } from './consumers.js';
import { differencesOf } from './finish.js';
import { needsBlock, refuseNames } from './names.js';
import { writeLoop } from './write.js';
import { contentsOf } from './writer.js';
import { positionWith } from '../../callbacks/plan/position.js';

/**
 * Listeners that end a function with a node-style callback: the function's inside becomes async, and
 * a wrapper keeps what its callers see.
 *
 *     stream.on('end', () => cb(null, body));    stream.on('error', cb);
 */

/** @type {Handler} */
const GONE = { fn: undefined, name: undefined, parameter: undefined, isParameterWritten: false };

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @returns {CallbackFunction | undefined} The function whose callback the listeners call.
 */
export function findCallbackOwner({ sourceCode }, { end, error, data }) {
  const handlers = [end, error, data].flatMap((each) => (each ? [each.handler] : []));
  return callbackFunctionsOf(sourceCode).findLast(
    (found) =>
      isWithin(data.call, found.fn) &&
      !isWrapper(found) &&
      found.callback.references.some(({ identifier }) =>
        handlers.some((handler) => isWithin(/** @type {TSESTree.Node} */ (identifier), handler)),
      ),
  );
}

/** @type {Notes<object, Planned>} */
const planOfSite = new Notes();

/**
 * @param {readonly Site[]} sites
 * @returns {Planned['translator'][]} What the sites' callback functions are translated with.
 */
export function translatorsOf(sites) {
  return sites.flatMap(({ plan }) => {
    const planned = plan && planOfSite.get(plan);
    return planned ? [planned.translator] : [];
  });
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @param {StreamEvidence} evidence
 * @param {CallbackFunction} owner
 * @returns {Pick<Site, 'plan' | 'refusal'>}
 */
export function planCallback(context, collector, handlers, evidence, owner) {
  const refusal = refuseNames(context, handlers, owner.fn);
  if (refusal) {
    return { refusal };
  }
  const registry = registryOf(context, collector);
  registry.onGroup((translator, statements, statement, position) =>
    translateCollector(
      translator,
      { collector, handlers, evidence },
      { statements, statement, position },
    ),
  );
  try {
    const planned = planFunction(context, owner, registry, true);
    const { translator } = planned;
    const plan = {
      edits: editsOf(planned),
      safe: false,
      assumes: [
        ...new Set([
          ...evidence.assumes,
          ...translator.assumes,
          ...differencesOf(context, collector, handlers, { evidence, settling: 1 }),
        ]),
      ],
      grounds: translator.grounds,
    };
    planOfSite.set(plan, planned);
    return { plan };
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    return { refusal: error.refusal };
  }
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @returns {Registry} One in which every function of the file still takes its callback.
 */
function registryOf(context, { end, error }) {
  const registry = new Registry(undefined, (call) => call === end.call || call === error?.call);
  for (const found of callbackFunctionsOf(context.sourceCode)) {
    const ticks = tickFactsOf(context).get(found);
    registry.decide(found, {
      kind: 'refused',
      results: 'one',
      maySync: ticks?.calls ?? false,
      mayThrow: ticks?.throws ?? false,
      throwsEarly: true,
      breaks: true,
    });
  }
  return registry;
}

/**
 * @param {Translator} translator
 * @param {{ collector: Collector, handlers: Handlers, evidence: StreamEvidence }} read
 * @param {{ statements: readonly TSESTree.Statement[], statement: TSESTree.Statement, position: Position }} place
 *   The statement that is to be translated next, in its list.
 * @returns {ReturnType<GroupTranslation>}
 * @throws {Refused}
 */
function translateCollector(
  translator,
  { collector, handlers, evidence },
  { statements, statement, position },
) {
  const { context, sourceCode } = translator;
  const { fn } = translator.target;
  const own = collector.statements.map((each) => each.statement);
  const [first] = /** @type {[TSESTree.Statement]} */ (own);
  if (!own.some((each) => each === statement)) {
    return false;
  }
  const others = statements
    .slice(statements.indexOf(first))
    .filter((each) => !own.some((listening) => listening === each));
  const active = others.find((each) => translator.isActive(each));
  if (active || position.followed || position.inLoop) {
    throw new Refused('code-after-call', quote(sourceCode, active ?? statement));
  }
  if (translator.usesCallback(collector.data.handler)) {
    throw new Refused('callback-escapes', quote(sourceCode, collector.data.handler));
  }
  translator.isWaiting = true;
  // The call that makes the stream may throw.
  translator.throwsEarly ||= !position.later;
  const after = positionWith(position, { followed: false, later: true, inCallback: true });
  const isFailing = !isForwarding(translator, collector.error?.handler);
  const end = translateEnd(translator, collector, handlers, after);
  if (collector.error && isFailing) {
    translateFailure(translator, collector, /** @type {Handler} */ (handlers.error), after);
  } else {
    translator.callings.add('required');
  }
  const isGoing = (/** @type {TSESTree.Node | undefined} */ handler) =>
    handler !== undefined && isFunction(handler);
  const part = partsOf(translator, /** @type {TSESTree.BlockStatement} */ (fn.body)).find(
    ({ block }) => block === collector.block,
  );
  const begin = part && collector.block.body[part.from];
  const consumer = readConsumer(context, collector, handlers, {
    evidence,
    isErrorHandled: isFailing,
    needs: translator.needs,
  });
  const edits = writeLoop(context, {
    collector,
    ...(begin && { first: begin }),
    data: handlers.data,
    ...(consumer && { consumer }),
    end,
    error: isFailing ? handlers.error : undefined,
    returnsAfterError: false,
    keepsBlock: end !== GONE && needsBlock(context, end, fn),
    rescue: undefined,
    levels: -position.shift,
    isBroken: collector.block === fn.body,
    dropped: new Set([
      ...(end === GONE && isGoing(collector.end.handler) ? [collector.end.handler] : []),
      ...(!isFailing && collector.error && isGoing(collector.error.handler)
        ? [collector.error.handler]
        : []),
    ]),
  });
  if (!edits) {
    throw new Refused('comment-in-the-way');
  }
  translator.edits.push(...asClosing(edits));
  return true;
}

/**
 * @param {readonly Edit[]} edits
 * @returns {Edit[]} The same, with what is written to one place put before the wrapper's end, which
 *   may stand there, too.
 */
function asClosing(edits) {
  const isInsertion = (/** @type {Edit} */ edit) =>
    'to' in edit || ('text' in edit && edit.range[0] === edit.range[1]);
  return edits
    .map((edit) => (isInsertion(edit) ? { ...edit, side: /** @type {const} */ ('close') } : edit))
    .reverse();
}

/**
 *     stream.on('end', cb)    stream.on('end', () => cb(null))    stream.on('end', () => { … })
 *
 * @param {Translator} translator
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @param {Position} position
 * @returns {Handler} What is left to stand behind the loop.
 */
function translateEnd(translator, { end, statements }, handlers, position) {
  const { fn } = handlers.end;
  const [error, ...results] = argumentsOf(translator, end.handler) ?? [undefined, null];
  if (results.length === 0 && (!error || isNullish(error))) {
    const written = !error ? 'absent' : error.type === 'Literal' ? 'null' : 'undefined';
    translator.exits.push({ error: written, results: 0, later: true });
    translator.callings.add('required');
    return GONE;
  }
  if (!fn) {
    throw new Refused('callback-not-called', quote(translator.sourceCode, end.call));
  }
  translateListener(translator, fn, statements, { ...position, depth: 0, last: true });
  return handlers.end;
}

/**
 * @param {Translator} translator
 * @param {Collector} collector
 * @param {Handler} handler
 * @param {Position} position
 */
function translateFailure(translator, { error, statements }, { fn, parameter }, position) {
  const { sourceCode } = translator;
  if (!fn) {
    const call = /** @type {TSESTree.Node} */ (error?.call);
    throw new Refused('callback-not-called', quote(sourceCode, call));
  }
  const variable = sourceCode
    .getDeclaredVariables(fn)
    .find(({ identifiers }) => identifiers.some((identifier) => identifier === parameter));
  const known = new Map(position.known);
  if (variable && keepsArgument(variable)) {
    known.set(variable, 'set');
  }
  translateListener(translator, fn, statements, { ...position, known, depth: 1, last: false });
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {Collector['statements']} statements
 * @param {Position & { depth: number }} position The depth is that of the code in its new place.
 */
function translateListener(translator, fn, statements, { depth, ...position }) {
  const { sourceCode } = translator;
  const { text } = sourceCode;
  const [start, end] = contentsOf(translator.context, fn.body) ?? fn.body.range;
  const first = /** @type {TSESTree.Node} */ (statements[0]?.statement);
  const wanted = indentOf(text, first.range[0]).length + depth * indentUnit(sourceCode).length;
  const levels = Math.round(
    (wanted - indentOf(text, start).length) / indentUnit(sourceCode).length,
  );
  const shift = position.shift + levels;
  translateBody(translator, fn, positionWith(position, { shift }), {
    start,
    end,
    semicolon: '',
    returned: true,
    isListed: true,
    indent: indentAt(translator, start, shift),
  });
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} handler
 * @returns {TSESTree.CallExpressionArgument[] | undefined} What a listener that is the callback, or
 *   only calls it, calls it with.
 */
function argumentsOf(translator, handler) {
  if (translator.isCallback(handler)) {
    return [];
  }
  const call = isFunction(handler) ? onlyExpression(handler.body) : undefined;
  return call?.type === 'CallExpression' && translator.isCallback(call.callee)
    ? call.arguments
    : undefined;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node | undefined} handler
 * @returns {boolean} Whether the listener only hands the error to the callback, or is not there.
 */
function isForwarding(translator, handler) {
  if (!handler || translator.isCallback(handler)) {
    return true;
  }
  const [error, ...more] = argumentsOf(translator, handler) ?? [];
  const [parameter] = isFunction(handler) ? handler.params : [];
  return (
    more.length === 0 &&
    error?.type === 'Identifier' &&
    parameter?.type === 'Identifier' &&
    error.name === parameter.name
  );
}
