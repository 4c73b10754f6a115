/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { CoreApi } from '../../analysis/apis/core-promise-apis.js' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Flow } from '../../regions/build/steps.js' */
/** @import { Translator } from '../plan/translator.js' */

import { isRequestMethod } from '../../analysis/handlers/callback-hosts.js';
import { coreApi, isCoreModule } from '../../analysis/apis/core-promise-apis.js';
import { callsPackageMethod } from '../../analysis/values/library-values.js';
import { takesDescriptor } from '../../analysis/values/descriptors.js';
import { REQUEST_LIBRARIES, RESPONSE_MEMBERS } from '../../packages/request-callbacks.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { runsOn } from '../../analysis/environment/node-floor.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isOwnModule } from '../../analysis/environment/project.js';
import { isReplaced } from '../../analysis/modules/replaced-members.js';
import { insertAfter } from '../../edits/edit.js';
import { textOf } from '../../edits/trivia.js';
import { givenFunction } from '../functions/callback-calls.js';
import { eitherCoreApi, isPlainText, resultsOf } from './core-callees.js';
import { mayGiveParts } from './custom-forms.js';
import { readExportCall } from '../functions/export-calls.js';
import { readClassMethod, readInstanceMethod } from './instances.js';
import {
  GLOBALS,
  isExists,
  isListed,
  opensScope,
  readFsTwin,
  readUnfitMethod,
  isListedPromise,
} from './known-callees.js';
import { readLibraryCallee } from './library-callees.js';
import { isOfMade } from './made-by-packages.js';
import {
  checkContract,
  functionsReached,
  isMemberOfMember,
  isQuery,
  methodsCalled,
  picksArguments,
  readMethod,
  refusedCallee,
  rootOfOther,
  takesOne,
  usesLast,
} from './method-callees.js';
import { definitionsMeant } from '../functions/methods.js';
import { readOwnCallee } from './own-callees.js';
import { readImported } from './imported-callees.js';
import { readPlainCallee } from './plain-callees.js';
import { leadsToParameter, modulesBehind } from '../../analysis/modules/modules-behind.js';
import { readThroughCall } from './through-calls.js';
import { writePromisified } from './promisified.js';
import { Refused, quote } from '../plan/refused.js';
import { checkTried } from '../functions/tests.js';
import { isPutAside, runsWhatItIsGiven, isSynchronousLibrary } from '../timing/ticks.js';

/**
 * How a call that takes a callback is written without one.
 *
 * @typedef {object} Callee
 * @property {CoreApi['results'] | number} results What the callback gets beside the error: a number
 *   of results in an array for a function of the file.
 * @property {boolean} maySync Whether it may call back before it returns.
 * @property {boolean} mayThrow Whether it may throw before it returns.
 * @property {boolean} throwsEarly Whether it may throw before it returns, if only for what it is given.
 * @property {boolean | undefined} [rejectsFirst] Whether what it throws rejects a promise that is made by hand.
 * @property {boolean | undefined} [returns] Whether it returns something to work with.
 * @property {boolean | undefined} [isCore] Whether it is a function of Node's own.
 * @property {boolean} isKnown Whether it is error-first for certain.
 * @property {boolean | undefined} [isListed] Whether the user says that it is.
 * @property {boolean | undefined} [isAssumedLater] Whether that it calls back in a later tick is assumed.
 * @property {boolean | undefined} [isConverted] Whether it is a method that calls back once for certain.
 * @property {boolean | undefined} [ownsWait] Whether nobody else waits for what it waits for.
 * @property {boolean | undefined} [givesFirstOnly] Whether there are more results, which promisifying loses.
 * @property {readonly string[] | undefined} [members] The members of its first result that the others are.
 * @property {boolean} isValueFirst Whether it gives one result and no error.
 * @property {boolean | undefined} [givesResultWithError] Whether there may be a result beside an error, too.
 * @property {boolean | undefined} [neverFails] Whether it rejects only with what something throws.
 * @property {boolean | undefined} [isHeard] Whether an error for which there is no callback is not lost.
 * @property {() => void} write
 * @property {string | undefined} [close] What stands behind the arguments, if that is not the parenthesis alone.
 * @property {FlowSteps | undefined} [flow] The steps in its place, where it is no call that is waited for.
 *
 * @typedef {object} FlowSteps
 * @property {Flow['region']} region
 * @property {(levelsAt: (place: number) => number) => void} write Writes what changes within the source in the
 *   steps; is told by how many levels the line of a place moves.
 */

/** Libraries of control flow: what they call, or only make, is theirs to convert. */
const FLOW_LIBRARIES = new Set(['async', 'neo-async', 'pull-stream']);

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee}
 */
export function readCallee(translator, call) {
  const callee = readAnyCallee(translator, call);
  translator.isWaiting = true;
  if (translator.isTrying) {
    checkTried(translator, call, callee);
  }
  return callee;
}

/**
 * @param {Callee} callee
 * @param {boolean} rejectsFirst
 * @returns {Callee} In one shape, as it is asked from many places.
 */
export function withRejection(callee, rejectsFirst) {
  return {
    results: callee.results,
    maySync: callee.maySync,
    mayThrow: callee.mayThrow,
    throwsEarly: callee.throwsEarly,
    rejectsFirst,
    returns: callee.returns,
    isCore: callee.isCore,
    isKnown: callee.isKnown,
    isListed: callee.isListed,
    isAssumedLater: callee.isAssumedLater,
    isConverted: callee.isConverted,
    ownsWait: callee.ownsWait,
    givesFirstOnly: callee.givesFirstOnly,
    members: callee.members,
    isValueFirst: callee.isValueFirst,
    givesResultWithError: callee.givesResultWithError,
    neverFails: callee.neverFails,
    isHeard: callee.isHeard,
    write: callee.write,
    close: callee.close,
    flow: callee.flow,
  };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee}
 */
function readAnyCallee(translator, call) {
  const { sourceCode, context } = translator;
  const { callee } = call;
  if (call.optional || callee.type === 'Super' || callee.type === 'ImportExpression') {
    throw new Refused('callee-unsupported', quote(sourceCode, callee));
  }
  const own = callee.type === 'Identifier' ? readOwnCallee(translator, call, callee) : undefined;
  if (own) {
    return own;
  }
  const exported = readExportCall(translator, call) ?? readThroughCall(translator, call);
  if (exported) {
    return exported;
  }
  const origin = resolveOrigin(sourceCode, callee);
  const library = readLibraryCallee(translator, call);
  const core = coreApi(origin) ?? eitherCoreApi(translator, callee) ?? readFsTwin(origin);
  if (core) {
    if (!translator.test && isReplaced(translator.context, origin)) {
      throw new Refused('core-replaced', quote(sourceCode, callee));
    }
    const isModuleMember =
      isCoreModule(origin) &&
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier';
    return {
      results: resultsOf(sourceCode, core, call),
      maySync: false,
      mayThrow: false,
      throwsEarly: !call.arguments.slice(0, -1).every(isPlainText),
      isCore: true,
      givesResultWithError: typeof core.results === 'object',
      returns: core.returns === true,
      isKnown: true,
      isValueFirst: false,
      write:
        isModuleMember &&
        core.promises &&
        runsOn(context, core.promises) &&
        !takesDescriptor(sourceCode, readKey(callee), call.arguments[0])
          ? () => translator.edits.push(insertAfter(callee.object.range[1], '.promises'))
          : library
            ? library.write
            : () => writePromisified(translator, call),
    };
  }
  const listed = isListed(context, callee, origin);
  if (library) {
    return listed ? { ...library, maySync: false } : library;
  }
  if (origin?.kind === 'global' && callee.type === 'Identifier') {
    if (GLOBALS.has(callee.name) || !listed) {
      const reason = GLOBALS.has(callee.name) ? 'not-error-first' : 'callee-undeclared';
      throw new Refused(reason, quote(sourceCode, callee));
    }
  }
  if (isExists(origin)) {
    return {
      results: 'one',
      maySync: false,
      mayThrow: false,
      throwsEarly: true,
      isKnown: true,
      isValueFirst: true,
      write: () => undefined,
    };
  }
  if (isCoreModule(origin)) {
    throw new Refused('not-error-first', quote(sourceCode, callee));
  }
  if (
    origin?.kind === 'module' &&
    FLOW_LIBRARIES.has(/** @type {string} */ (origin.name.split('/')[0]))
  ) {
    const { readFlow } = translator.registry;
    if (readFlow) {
      return readFlow(translator, call);
    }
    const isConverted = origin.name.split('/')[0] === 'async';
    throw new Refused(isConverted ? 'flow-library' : 'flow-unsupported', quote(sourceCode, callee));
  }
  const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const unfit =
    callee.type !== 'MemberExpression' ||
    name === undefined ||
    listed ||
    isQuery(call, (node) => translator.isCallback(node))
      ? undefined
      : readUnfitMethod(callee, name, call.arguments.length);
  if (unfit !== undefined) {
    throw new Refused(unfit, quote(sourceCode, callee));
  }
  if (
    origin?.kind === 'module' &&
    REQUEST_LIBRARIES.has(origin.name) &&
    translator.isCallback(call.arguments.at(-1))
  ) {
    throw new Refused('several-results', quote(sourceCode, callee));
  }
  if (listed) {
    return {
      results: 'one',
      givesFirstOnly: givesSeveral(translator, callee),
      maySync: false,
      mayThrow: false,
      throwsEarly: true,
      isKnown: true,
      isListed: true,
      isValueFirst: false,
      write: () => {
        if (!isListedPromise(context, callee, origin)) {
          writePromisified(translator, call);
        }
      },
    };
  }
  const imported = origin?.kind === 'module' ? readImported(translator, call, origin) : undefined;
  if (imported) {
    return imported;
  }
  const instance = translator.isTrying ? readInstanceMethod(translator, call) : undefined;
  if (instance) {
    const { maySync, mayThrow, results } = instance;
    return {
      results: 'one',
      givesFirstOnly: typeof results === 'number',
      maySync,
      mayThrow,
      throwsEarly: true,
      isConverted: true,
      isKnown: true,
      isValueFirst: false,
      write: () => writePromisified(translator, call),
    };
  }
  // What the project has under the name is another function.
  const isForeign = isRequestMethod(context, callee) || callsPackageMethod(context, call);
  const method =
    (isForeign ? undefined : readMethod(translator, call)) ?? readPlainCallee(translator, call);
  if (method) {
    return method;
  }
  const other =
    callee.type === 'MemberExpression' && !isForeign
      ? takesOtherwise(sourceCode, call, callee)
      : undefined;
  if (other) {
    throw refusedCallee(sourceCode, callee, rootOfOther(other));
  }
  const methods =
    name === undefined || isForeign ? [] : methodsCalled(translator, name, call.arguments.length);
  const reached =
    origin?.kind === 'module' || isForeign
      ? []
      : functionsReached(translator, callee, call.arguments.length);
  const all = [...methods, ...reached];
  const callback = givenFunction(call.arguments.at(-1));
  if (callback?.params.length === 0 && opensScope(name ?? textOf(sourceCode, callee), call)) {
    throw new Refused('not-error-first', quote(sourceCode, callee));
  }
  if (reached.length === 0 && !isOwnMethod(sourceCode, callee) && mayGiveParts(call, origin)) {
    throw new Refused('several-results', quote(sourceCode, callee));
  }
  all.forEach((found) => checkContract(translator, call, found));
  const fates = all.map((found) => translator.registry.fateOf(found));
  const ofClass = isForeign ? undefined : readClassMethod(translator, call);
  const isMade = isForeign || (!ofClass && !origin && isOfMade(translator, callee));
  const root = ofClass ? ofClass.breaks : isMade ? undefined : rootElsewhere(context, call, origin);
  if (root !== undefined) {
    throw refusedCallee(sourceCode, callee, root);
  }
  const isOfPackage =
    isMade || (origin?.kind === 'module' && !isOwnModule(origin, context.project));
  const isSaidLater = context.callsBackLater?.(callee) === true;
  // What comes from elsewhere than a package may well be there to run synchronously.
  const maySync =
    runsWhatItIsGiven(sourceCode, call) ||
    isPutAside(context, origin) ||
    (!isOfPackage && !isSaidLater) ||
    (origin?.kind === 'module' && isSynchronousLibrary(origin.name) && !isSaidLater) ||
    fates.some((fate) => fate.maySync);
  return {
    results: 'one',
    maySync,
    isAssumedLater: !maySync && isOfPackage && !isSaidLater,
    // A member of another object than the file's own has that name by chance.
    mayThrow: ofClass
      ? ofClass.mayThrow
      : !isMade &&
        !isMemberOfMember(callee) &&
        (fates.some(({ mayThrow }) => mayThrow) ||
          (name !== undefined &&
            isOfProject(context, origin) &&
            context.memberThrows?.(name, call.arguments.length) === true)),
    throwsEarly: true,
    // this.server.listen(port, cb)
    returns: name === 'listen' || (origin?.kind === 'module' && REQUEST_LIBRARIES.has(origin.name)),
    givesFirstOnly:
      fates.some(({ results }) => typeof results === 'number') ||
      ofClass?.givesSeveral === true ||
      givesSeveral(translator, callee),
    isKnown: false,
    members:
      origin?.kind === 'module' && origin.path.length < 2
        ? RESPONSE_MEMBERS.get(origin.name)
        : undefined,
    isValueFirst: false,
    write: () => writePromisified(translator, call),
  };
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether it is a method that the file defines.
 */
function isOwnMethod(sourceCode, callee) {
  return (
    callee.type === 'MemberExpression' &&
    definitionsMeant(sourceCode, callee).some(({ value }) => isFunction(value))
  );
}

/**
 *     class Queue { push(item, done) { this.done = done; } add(item, cb) { this.push(item, (err) => …); } }
 *
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.MemberExpression} callee
 * @returns {TSESTree.Node | null | undefined} A method of the file that gets an error-first callback as a
 *   parameter which it does not use as one, for all that can be seen.
 */
function takesOtherwise(sourceCode, { arguments: given }, callee) {
  return givenFunction(given.at(-1))?.params.length === 0
    ? undefined
    : definitionsMeant(sourceCode, callee).find(
        ({ found, value: fn }) =>
          !found &&
          isFunction(fn) &&
          (usesLast(sourceCode, fn, given.length) ||
            (fn.params.length < given.length && picksArguments(sourceCode, fn))),
      )?.value;
}

/**
 *     this.store.load(id, cb)    const { load } = require('./store'); load(id, cb)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {Origin | undefined} origin
 * @returns {string | undefined} Where another file of the project has under the name what nobody can wait
 *   for, and why.
 */
function rootElsewhere(context, call, origin) {
  const { givenBreaker, memberBreaks, moduleBreaks, sourceCode } = context;
  const {
    callee,
    arguments: { length },
  } = call;
  const takesMore = !takesOne(sourceCode, call);
  if (!isOfProject(context, origin)) {
    return undefined;
  }
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const name = callee.type === 'MemberExpression' ? key : origin?.path.at(-1);
  return (
    (name === undefined ? undefined : memberBreaks?.(name, length, takesMore)) ??
    (moduleBreaks &&
      modulesBehind(sourceCode, callee)
        .map((each) => moduleBreaks(each, name, length, takesMore))
        .find((root) => root !== undefined)) ??
    (givenBreaker && leadsToParameter(sourceCode, callee)
      ? givenBreaker(length, isRun(callee) ? undefined : key)
      : undefined)
  );
}

/**
 * @param {TSESTree.Expression} callee
 * @returns {boolean} `load.call(this, …)`: whether what has the member is the function that is called.
 */
function isRun(callee) {
  return callee.type === 'MemberExpression' && /^(?:apply|bind|call)$/u.test(readKey(callee) ?? '');
}

/**
 * @param {PatternContext} context
 * @param {Origin | undefined} origin
 * @returns {boolean} Whether it may be what the project defines.
 */
function isOfProject({ project }, origin) {
  return !origin || (origin.kind === 'module' && isOwnModule(origin, project));
}

/**
 * The functions, as the source writes them, from which some callback of the file takes several results.
 *
 * @type {(sourceCode: Translator['sourceCode']) => ReadonlySet<string>}
 */
const calleesOfSeveral = oncePerFile(
  (sourceCode) =>
    new Set(
      nodesOfType(sourceCode, 'CallExpression')
        .filter((call) => {
          const last = call.arguments.at(-1);
          return isFunction(last) && last.params.length > 2;
        })
        .map(({ callee }) => textOf(sourceCode, callee)),
    ),
);

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
function givesSeveral({ sourceCode }, callee) {
  return calleesOfSeveral(sourceCode).has(textOf(sourceCode, callee));
}
