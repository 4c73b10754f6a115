/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Callee } from './callees.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Registry } from '../plan/registry.js' */
/** @import { Translator } from '../plan/translator.js' */

import { frameUses, isFunction, returnedBy } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { constantOf, readConstantInit, readsOf, variableOf } from '../../analysis/syntax/scopes.js';
import { deferredArguments, givenFunction } from '../functions/callback-calls.js';
import {
  callOf,
  callbackFunctionOf,
  callbackFunctionOfValue,
  callbackFunctionsBy,
  callbackFunctionsOf,
  isErrorLike,
} from '../functions/functions.js';
import { UNNAMED } from '../../analysis/syntax/member-definitions.js';
import { allArguments } from '../functions/given-arguments.js';
import { checkResults } from '../plan/given-results.js';
import { definitionsByName, readMethods } from '../functions/methods.js';
import { writePromisified } from './promisified.js';
import { Refused, quote } from '../plan/refused.js';

/**
 * A method of an object of the file calls back when its own code does. It has a wait of its own if
 * it converts: what it waits for is shared with nobody.
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee | undefined}
 */
export function readMethod(translator, call) {
  const methods = readMethods(translator, call);
  if (!methods) {
    return undefined;
  }
  methods.forEach((found) => checkContract(translator, call, found));
  const fates = methods.map((found) => translator.registry.fateOf(found));
  return {
    results: 'one',
    givesFirstOnly: fates.some(({ results }) => typeof results === 'number'),
    maySync: fates.some(({ maySync }) => maySync),
    mayThrow: fates.some(({ mayThrow }) => mayThrow),
    throwsEarly: true,
    isKnown: false,
    ownsWait: fates.every(({ kind }) => kind !== 'refused'),
    isValueFirst: false,
    write: () => writePromisified(translator, call),
  };
}

/**
 *     load(id, cb)    store.load(id, cb)    load.call(this, id, cb)    setImmediate(load, id, cb)
 *
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {readonly CallbackFunction[]} The functions of the file that it may call.
 */
export function functionsCalled(translator, call) {
  const { callee, arguments: given } = call;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  // What it is called with is not said where it is.
  if (callee.type === 'MemberExpression' && /^(?:apply|bind|call)$/u.test(key ?? '')) {
    return functionsNamed(translator, callee.object, 0);
  }
  const deferred = given.find((each) => deferredArguments(each));
  if (deferred?.type === 'Identifier' || deferred?.type === 'MemberExpression') {
    return functionsNamed(translator, deferred, 0);
  }
  return readMethods(translator, call) ?? functionsNamed(translator, callee, given.length);
}

/**
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.Expression} callee
 * @param {number} count Of the arguments that it is called with.
 * @returns {readonly CallbackFunction[]}
 */
function functionsNamed(translator, callee, count) {
  const { sourceCode } = translator;
  const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const own = callbackFunctionOf(sourceCode, variableOf(sourceCode, callee));
  return own
    ? [own]
    : [
        ...(name === undefined ? [] : methodsCalled(translator, name, count)),
        ...(resolveOrigin(sourceCode, callee) ? [] : functionsReached(translator, callee, count)),
      ];
}

/**
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {string} name
 * @param {number} count Of the arguments that it is called with: one that takes fewer is not meant.
 * @returns {CallbackFunction[]} The methods of that name in the file.
 */
export function methodsCalled({ sourceCode }, name, count) {
  return callbackFunctionsBy(sourceCode, name).filter(({ index }) => index + 1 >= count);
}

/**
 * @param {Translator} translator Notes what is assumed of what it calls back with.
 * @param {TSESTree.CallExpression} call
 * @param {CallbackFunction} found What it may call.
 * @throws {Refused} When the function is not what its callers have to rely on.
 */
export function checkContract(translator, call, found) {
  const { registry, sourceCode } = translator;
  if (registry.breaks(found) && !(givesSeveral(registry, found) && takesOne(sourceCode, call))) {
    throw refusedCallee(sourceCode, call.callee, rootOf(registry, found));
  }
  // What becomes async as a whole answers for its results itself.
  const { asyncName, kind } = registry.fateOf(found);
  if (kind !== 'inside' && asyncName === undefined) {
    allArguments(sourceCode, found).forEach(([, ...results]) => checkResults(translator, results));
  }
}

/**
 * @param {Registry} registry
 * @param {CallbackFunction} found Which breaks its contract.
 * @returns {boolean} Whether all that is the matter with it is that it gives more results than a promise does.
 */
export function givesSeveral({ breaches }, found) {
  return breaches.get(found)?.reason === 'several-results';
}

/**
 *     rooms.find(id, (err, room) => …)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the callback takes one result at most, however many there are.
 */
export function takesOne(sourceCode, { arguments: given }) {
  const callback = givenFunction(given.at(-1));
  return (
    callback !== undefined &&
    callback.params.length <= 2 &&
    callback.params.every(({ type }) => type !== 'RestElement') &&
    frameUses(sourceCode, callback).arguments.length === 0
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @param {string} root
 * @returns {Refused}
 */
export function refusedCallee(sourceCode, callee, root) {
  return new Refused('callee-refused', `${quote(sourceCode, callee)} (${root})`);
}

/**
 * @param {TSESTree.Node} fn Which has no callback that can be told by its use.
 * @returns {string} Why nobody waits for it.
 */
export function rootOfOther({ loc }) {
  return `line ${loc.start.line}: no error-first callback`;
}

/**
 * @param {Registry} registry
 * @param {CallbackFunction} found Which breaks its contract.
 * @returns {string} Where the function is that is the reason, and why: that may be another that it calls.
 */
export function rootOf({ breaches }, found) {
  const { reason, subject = '' } = breaches.get(found) ?? {};
  const [, behind] = /\(([^()]*)\)$/u.exec(reason === 'callee-refused' ? subject : '') ?? [];
  const line = `line ${found.fn.loc.start.line}`;
  return behind ?? (reason === undefined ? line : `${line}: ${reason}`);
}

/**
 *     push(item, done) { this.done = done; }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn Which is no callback function.
 * @param {number} count Of the arguments that it is called with.
 * @returns {boolean} Whether it has another use for the last of them.
 */
export function usesLast(sourceCode, fn, count) {
  const last = fn.async ? undefined : fn.params[count - 1];
  return sourceCode
    .getDeclaredVariables(fn)
    .some((each) => each.identifiers[0] === last && readsOf(each).length > 0);
}

/**
 *     function () { const cb = arguments[arguments.length - 1]; … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it looks for what it is given in its `arguments`, which it does not only hand on.
 */
export function picksArguments(sourceCode, fn) {
  return frameUses(sourceCode, fn).arguments.some(({ parent, range }) => {
    switch (parent?.type) {
      case 'SpreadElement':
        return parent.parent.type === 'ArrayExpression';
      case 'MemberExpression':
        return readKey(parent) !== 'length';
      case 'CallExpression':
        return !(
          parent.callee.type === 'MemberExpression' &&
          readKey(parent.callee) === 'apply' &&
          parent.arguments[1]?.range === range
        );
      default:
        return true;
    }
  });
}

/**
 * @param {TSESTree.Node} callee
 * @returns {boolean} `this.store.load`
 */
export function isMemberOfMember(callee) {
  return callee.type === 'MemberExpression' && callee.object.type === 'MemberExpression';
}

/** Objects whose `find` is that of lists: `_.find(users, (user) => …)`. */
const OF_LISTS = /^(?:_|\$|R|lodash|ramda|underscore)$/u;

/**
 *     users.find({ name }, (err, found) => …)
 *
 * @param {TSESTree.CallExpression} call
 * @param {(node: TSESTree.Node | undefined) => boolean} [isCallback]
 * @returns {boolean} Whether it asks a database: the `find` of a list takes a function first, and gives
 *   it no error.
 */
export function isQuery({ callee, arguments: [first, ...more] }, isCallback = () => false) {
  const last = more.at(-1);
  const fn = givenFunction(last);
  const [error] = fn?.params ?? [];
  return (
    callee.type === 'MemberExpression' &&
    readKey(callee) === 'find' &&
    !(callee.object.type === 'Identifier' && OF_LISTS.test(callee.object.name)) &&
    first !== undefined &&
    !givenFunction(first) &&
    (isCallback(last) || (error !== undefined && isErrorLike(error)))
  );
}

/**
 *     const load = isFast ? quick : slow; load(id, cb)        table[kind](id, cb)        wrap(load)(id, cb)
 *
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.Expression} callee Of which nothing is known.
 * @param {number} count Of the arguments that it is called with: one that takes fewer is not meant.
 * @returns {CallbackFunction[]} The functions of the file that it may be.
 */
export function functionsReached(translator, callee, count) {
  return valuesReached(translator, callee).filter(({ index }) => index + 1 >= count);
}

/**
 *     const load = lib.load.bind(lib);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} callee
 * @returns {TSESTree.Expression} The function that is bound, where the callee is a constant that holds a bound
 *   one. Constants that are bound from each other hold nothing: the first of the circle.
 */
function boundFrom(sourceCode, callee) {
  /** @type {Set<TSESTree.Expression>} */
  const passed = new Set();
  for (let node = callee; ;) {
    const init = constantOf(sourceCode, node);
    const bound = init?.type === 'CallExpression' ? init.callee : undefined;
    if (
      !init ||
      passed.has(init) ||
      bound?.type !== 'MemberExpression' ||
      readKey(bound) !== 'bind'
    ) {
      return node;
    }
    passed.add(init);
    node = bound.object;
    if (callbackFunctionOfValue(sourceCode, node)) {
      return node;
    }
  }
}

/**
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.Expression} given
 * @returns {CallbackFunction[]}
 */
function valuesReached({ sourceCode }, given) {
  const callee = boundFrom(sourceCode, given);
  const found = callee === given ? undefined : callbackFunctionOfValue(sourceCode, callee);
  if (found) {
    return [found];
  }
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (key !== undefined) {
    return functionsUnder(sourceCode, key);
  }
  const variable = variableOf(sourceCode, callee);
  const constant = variable && readConstantInit(variable);
  const name =
    constant?.keys.at(-1) ??
    (constant?.init.type === 'MemberExpression' ? readKey(constant.init) : undefined);
  if (name !== undefined) {
    return functionsUnder(sourceCode, name);
  }
  if (variable?.defs[0]?.type === 'FunctionName') {
    return [];
  }
  return isGiven(variable)
    ? functionsGiven(sourceCode, variable, new Set())
    : functionsUsed(
        sourceCode,
        ({ parent }) => callee.type === 'MemberExpression' || !isNamed(parent),
      );
}

/**
 * @param {Variable | undefined} variable
 * @returns {variable is Variable}
 */
function isGiven(variable) {
  return variable?.defs[0]?.type === 'Parameter';
}

/**
 *     walk(load)    new Walker(load)    ({ load }) => …
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} parameter
 * @param {Set<string>} seen
 * @returns {CallbackFunction[]} What it may be.
 */
function functionsGiven(sourceCode, { identifiers, name }, seen) {
  return [
    ...(isFunction(identifiers[0]?.parent) ? [] : functionsUnder(sourceCode, name, seen)),
    ...functionsUsed(sourceCode, ({ parent }) => /^(?:Call|New)E/u.test(parent?.type ?? '')),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {(use: TSESTree.Node) => boolean} counts
 * @returns {CallbackFunction[]} Those that are used in such a place, and not called there.
 */
function functionsUsed(sourceCode, counts) {
  return callbackFunctionsOf(sourceCode).filter(({ fn, variable: own }) => {
    const values = own
      ? readsOf(own)
          .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
          .filter((use) => !callOf(use))
      : [fn];
    return values.some(counts);
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @param {Set<string>} [seen]
 * @returns {CallbackFunction[]} What the members of the name may be.
 */
export function functionsUnder(sourceCode, key, seen = new Set()) {
  if (seen.has(key)) {
    return [];
  }
  seen.add(key);
  const definitions = definitionsByName(sourceCode);
  return [key, UNNAMED]
    .flatMap((name) => definitions.get(name) ?? [])
    .flatMap(({ found, value }) => found ?? (value ? functionsOf(sourceCode, value, seen) : []));
}

/**
 *     lib.see = lib.load    this.see = this.load.bind(this)    get see() { return load; }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value Of a member.
 * @param {Set<string>} seen
 * @returns {CallbackFunction[]}
 */
function functionsOf(sourceCode, value, seen) {
  const found = callbackFunctionOfValue(sourceCode, value);
  if (found) {
    return [found];
  }
  const variable = variableOf(sourceCode, value);
  if (isGiven(variable)) {
    return functionsGiven(sourceCode, variable, seen);
  }
  const { parent } = value;
  const isGetter =
    isFunction(value) && parent && 'kind' in parent && /** @type {any} */ (parent).kind === 'get';
  if (isGetter) {
    return returnedBy(sourceCode, value).flatMap((each) =>
      each ? functionsOf(sourceCode, each, seen) : [],
    );
  }
  const bound = value.type === 'CallExpression' ? value.callee : undefined;
  if (bound?.type === 'MemberExpression' && readKey(bound) === 'bind') {
    return functionsOf(sourceCode, bound.object, seen);
  }
  const key = value.type === 'MemberExpression' ? readKey(value) : undefined;
  return key === undefined ? [] : functionsUnder(sourceCode, key, seen);
}

/**
 * @param {TSESTree.Node | undefined} holder Of a function.
 * @returns {boolean} `lib.load = …`, `{ load: … }`: whoever calls it says the name.
 */
function isNamed(holder) {
  return (
    (holder?.type === 'AssignmentExpression' && holder.left.type === 'MemberExpression') ||
    /^(?:MethodDefinition|Property|PropertyDefinition)$/u.test(holder?.type ?? '')
  );
}
