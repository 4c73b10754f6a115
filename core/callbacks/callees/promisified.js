/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from '../plan/translator.js' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */

import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { isOwnModule } from '../../analysis/environment/project.js';
import { isRewired } from '../../analysis/modules/replaced-members.js';
import { findVariable, isModuleLevel } from '../../analysis/syntax/scopes.js';
import { insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { codeOf, findPunctuator, textOf } from '../../edits/trivia.js';
import { callbackFunctionOf, callbackFunctionsOf } from '../functions/functions.js';
import { argumentsStart } from './applied-calls.js';
import { asyncNameFor, promisifiedName, promisifyName } from '../boundary/header.js';
import { definitionsMeant } from '../functions/methods.js';
import { endOfValue, isThereAtLoad } from './presence.js';
import { Refused, quote } from '../plan/refused.js';
import { mayRun, mayRunBefore } from '../timing/running-at-load.js';
import { isTyped, isUntyped, signatures } from '../boundary/types.js';

/** What TypeScript is told of such a form. */
const PROMISE_OF_ANY = ' as (...args: any[]) => Promise<any>';

/** What Node has several signatures of, and no type for its promise form. */
const UNTYPED_IN_NODE = /^(?:checkPrime|generatePrime|randomFill|randomInt|scrypt)$/u;

/**
 *     read(path, cb)  ->  readAsync(path), or util.promisify(read)(path)
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @throws {Refused} If what it is called on may not be read twice, or it has several types.
 */
export function writePromisified(translator, call) {
  const { sourceCode, needs } = translator;
  const callee = /** @type {TSESTree.Expression} */ (call.callee);
  if (signatures(sourceCode).get(nameOf(sourceCode, callee))) {
    throw new Refused('callee-overloaded', quote(sourceCode, callee));
  }
  const hoisted = hoistableName(translator, callee);
  const base = callee.type === 'MemberExpression' ? callee.object : callee;
  const variable = base.type === 'Identifier' ? translator.variableOf(base) : undefined;
  const isAny = givesUnknown(translator, callee, callee === base ? variable : undefined);
  if (isAny && call.typeArguments) {
    translator.edits.push(replaceRange(call.typeArguments.range, ''));
  }
  if (hoisted !== undefined) {
    const text = codeOf(sourceCode, callee);
    const owner = reserveAsyncName(translator, variable);
    const type = isAny ? PROMISE_OF_ANY : '';
    const parts = { text, variable, place: callee, type, ...(owner && { owner }) };
    const name = promisifiedName(sourceCode, parts, `${hoisted}Async`, needs);
    translator.edits.push(replaceRange(callee.range, name));
    return;
  }
  if (callee.type !== 'MemberExpression' && callee.type !== 'Identifier') {
    throw new Refused('callee-unsupported', quote(sourceCode, callee));
  }
  if (callee.type === 'MemberExpression' && !mayMove(translator, callee)) {
    throw new Refused('receiver-unknown', quote(sourceCode, callee.object));
  }
  if (!callsDirectly(translator, callee)) {
    writeAdapted(translator, call);
    return;
  }
  const promisify = promisifyName(sourceCode, callee, needs);
  const [open, close] = isAny ? ['(', ' as any)'] : ['', ''];
  translator.edits.push(insertBefore(callee.range[0], `${open}${promisify}(`));
  if (
    callee.type !== 'MemberExpression' ||
    // lib.load.call(lib, …)
    isBoundMember(sourceCode, callee) ||
    callee.parent.type === 'MemberExpression'
  ) {
    translator.edits.push(insertAfter(callee.range[1], `)${close}`));
    return;
  }
  if (!isSimpleReceiver(callee.object)) {
    throw new Refused('receiver-unknown', quote(sourceCode, callee.object));
  }
  const receiver = receiverCode(translator, callee.object);
  const start = argumentsStart(sourceCode, call);
  const isBroken = /\s/u.test(sourceCode.text[start] ?? '');
  const comma = call.arguments.length > 1 ? (isBroken ? ',' : ', ') : '';
  translator.edits.push(
    insertAfter(callee.range[1], `)${close}.call`),
    insertAfter(start, `${receiver}${comma}`),
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.MemberExpression} callee
 * @returns {boolean} Whether what it is a member of may be given to a function: `super` may not, nor what may be
 *   missing, nor what uses the callback.
 */
function mayMove(translator, { object, optional }) {
  return !optional && object.type !== 'Super' && !translator.usesCallback(object);
}

/**
 * A promise form is made once, at the top of the file, if the function may be told from what it is called
 * on. It is not in TypeScript where the types are known, which no form of the file's own keeps; nor where
 * functions of the file may run before its first statement does, or the function has a promise form of its own
 * that gives an object.
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} callee
 * @returns {boolean} Whether `util.promisify` is called where the function is called.
 */
function callsDirectly({ sourceCode, context }, callee) {
  return (
    isTyped(sourceCode) ||
    mayRunBefore(context) ||
    callee.parent?.type === 'MemberExpression' ||
    // Nobody names it outside of its class.
    (callee.type === 'MemberExpression' && callee.property.type === 'PrivateIdentifier') ||
    typeof coreApi(resolveOrigin(sourceCode, callee))?.results === 'object'
  );
}

/**
 *     user.save(cb)  ->  saveAsync(user)
 *     const saveAsync = util.promisify((object, ...args) => { object.save(...args); });
 *
 * The adapter looks the function up at each call, so that stubs and later assignments are found.
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call Of a member, or of a variable.
 */
function writeAdapted(translator, call) {
  const { sourceCode, needs, edits } = translator;
  const callee = /** @type {TSESTree.Identifier | TSESTree.MemberExpression} */ (call.callee);
  const isMember = callee.type === 'MemberExpression';
  const hasArguments = call.arguments.length > 1;
  const { name, parameters, body, keeps } = adapterOf(translator, callee);
  const unit = indentUnit(sourceCode);
  const ending = hasSemicolons(sourceCode) ? ';' : '';
  // What is called may be a variable of the file by that name.
  const rest = /^args\b/u.test(body) ? 'given' : 'args';
  const list = [...parameters, `...${rest}`].join(', ');
  const text = `(${list}) => {\n${unit}${body}(...${rest})${ending}\n}`;
  const parts = { text, variable: undefined, place: callee };
  reserveAsyncNames(translator, name);
  const adapter = promisifiedName(sourceCode, parts, name, needs);
  if (keeps === 'nothing') {
    edits.push(replaceRange(callee.range, adapter));
    return;
  }
  const start = argumentsStart(sourceCode, call);
  const [, end] = isMember ? parenthesizedRange(sourceCode, callee.object) : callee.range;
  const isBroken = hasArguments && /\s/u.test(sourceCode.text[start] ?? '');
  const comma = hasArguments ? (isBroken ? ',' : ', ') : '';
  edits.push(insertBefore(callee.range[0], `${adapter}(`));
  if (isMember && keeps === 'object and key') {
    const close = findPunctuator(sourceCode, callee.property.range[1], callee.range[1], ']');
    edits.push(
      replaceRange([end, callee.property.range[0]], ', '),
      replaceRange([close, start], comma),
    );
    return;
  }
  edits.push(replaceRange([end, start], comma));
}

/**
 *     const promisifiedGet = util.promisify((object, ...args) => { Store.prototype.get.call(object, ...args); });
 *
 * @param {Translator} translator
 * @param {string} own What the function is called inside itself.
 * @param {boolean} usesThis
 * @returns {string | undefined} The name of a promise form of the function, made once at the top of the file,
 *   which takes `this` first where the function uses it; undefined where no such form can stand there.
 */
export function formOfItself(translator, own, usesThis) {
  const { context, needs, sourceCode, target } = translator;
  const [root = '', ...keys] = own.split('.');
  const variable = outerOfClass(sourceCode, findVariable(sourceCode, target.fn, root));
  const isAtTop = /^(?:exports|module|this)$/u.test(root) || (variable && isModuleLevel(variable));
  if (!isAtTop || own.includes('#') || isTyped(sourceCode) || mayRunBefore(context)) {
    return undefined;
  }
  const rest = root === 'args' ? 'given' : 'args';
  const object = root === 'object' ? 'receiver' : 'object';
  const method = root === 'this' ? [object, ...keys].join('.') : own;
  const body =
    usesThis && root !== 'this' ? `${own}.call(${object}, ...${rest})` : `${method}(...${rest})`;
  const list = usesThis ? `${object}, ...${rest}` : `...${rest}`;
  const unit = indentUnit(sourceCode);
  const ending = hasSemicolons(sourceCode) ? ';' : '';
  const text = `(${list}) => {\n${unit}${body}${ending}\n}`;
  const name = keys.at(-1) ?? root;
  const wanted = `promisified${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return promisifiedName(
    sourceCode,
    { text, variable: undefined, place: target.fn },
    wanted,
    needs,
  );
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {Variable | undefined} variable
 * @returns {Variable | undefined} For the name that a class has in itself, the variable that its declaration makes.
 */
function outerOfClass(sourceCode, variable) {
  const [definition] = variable?.defs ?? [];
  return variable?.scope.type === 'class' && definition?.node.type === 'ClassDeclaration'
    ? sourceCode.getDeclaredVariables(definition.node).find(({ scope }) => scope.type !== 'class')
    : variable;
}

/**
 * The async form of a function of the file comes first to its name.
 *
 * @param {Translator} translator
 * @param {string} wanted
 */
function reserveAsyncNames({ sourceCode, registry }, wanted) {
  for (const found of callbackFunctionsOf(sourceCode)) {
    if (`${found.name}Async` === wanted && registry.fateOf(found).kind !== 'refused') {
      asyncNameFor(sourceCode, found);
    }
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Identifier | TSESTree.MemberExpression} callee
 * @returns {{ name: string, parameters: string[], body: string, keeps: 'nothing' | 'object' | 'object and key' }}
 *   The name that an adapter for the function is given, what it takes before the arguments of the call, the
 *   function that it calls, and what of the callee is handed to it.
 */
function adapterOf(translator, callee) {
  const { sourceCode, context } = translator;
  if (callee.type === 'Identifier') {
    const variable = translator.variableOf(callee);
    return variable && isModuleLevel(variable)
      ? { name: `${callee.name}Async`, parameters: [], body: callee.name, keeps: 'nothing' }
      : { name: 'callAsync', parameters: ['fn'], body: 'fn', keeps: 'object' };
  }
  const key = callee.computed ? undefined : codeOf(sourceCode, callee.property);
  if (key === undefined) {
    const parameters = ['object', 'key'];
    return { name: 'callAsync', parameters, body: 'object[key]', keeps: 'object and key' };
  }
  const name = `${key}Async`;
  const variable =
    callee.object.type === 'Identifier' ? translator.variableOf(callee.object) : undefined;
  const origin =
    variable && isModuleLevel(variable) ? resolveOrigin(sourceCode, callee.object) : undefined;
  return origin?.kind === 'module' && !isOwnModule(origin, context.project)
    ? { name, parameters: [], body: codeOf(sourceCode, callee), keeps: 'nothing' }
    : { name, parameters: ['object'], body: `object.${key}`, keeps: 'object' };
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Expression} callee
 * @returns {string | undefined}
 */
function nameOf(sourceCode, callee) {
  return callee.type === 'MemberExpression' ? readKey(callee) : textOf(sourceCode, callee);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} callee
 * @param {Variable | undefined} variable Whose function it is.
 * @returns {boolean} Whether TypeScript may make `unknown` of its promise form, or take other arguments: the
 *   callback may get anything, or the types, of which there may be several, are those of another file.
 */
function givesUnknown({ sourceCode }, callee, variable) {
  const functions =
    callee.type === 'MemberExpression'
      ? definitionsMeant(sourceCode, callee).map(({ found }) => found)
      : [callbackFunctionOf(sourceCode, variable)];
  const own = functions.filter((found) => found !== undefined);
  const origin = resolveOrigin(sourceCode, callee);
  const isElsewhere = own.length === 0 && !signatures(sourceCode).has(nameOf(sourceCode, callee));
  return (
    isTyped(sourceCode) &&
    (coreApi(origin)
      ? UNTYPED_IN_NODE.test(origin?.path[0] ?? '')
      : isElsewhere || own.some((found) => isUntyped(sourceCode, found)))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} receiver A simple one.
 * @returns {string} Its code, with the name that its variable has in the output.
 */
function receiverCode(translator, receiver) {
  let root = receiver;
  while (root.type === 'MemberExpression' || root.type === 'TSNonNullExpression') {
    root = root.type === 'MemberExpression' ? root.object : root.expression;
  }
  const code = codeOf(translator.sourceCode, receiver);
  return root.type === 'Identifier'
    ? `${translator.nameOf(root)}${code.slice(root.range[1] - root.range[0])}`
    : code;
}

/**
 * An async form of the function's own comes first to its name, whichever of the two is planned first.
 *
 * @param {Translator} translator
 * @param {Variable | undefined} variable
 * @returns {object | undefined} The function of the file, if it will have no such form: then the
 *   name is free.
 */
function reserveAsyncName({ sourceCode, registry }, variable) {
  const found = callbackFunctionOf(sourceCode, variable);
  if (found && registry.fateOf(found).kind !== 'refused') {
    asyncNameFor(sourceCode, found);
    return undefined;
  }
  return found;
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.MemberExpression} callee
 * @returns {boolean} Whether it is a function of Node's own, which does not look at `this`.
 */
function isBoundMember(sourceCode, callee) {
  return (
    callee.object.type === 'Identifier' && coreApi(resolveOrigin(sourceCode, callee)) !== undefined
  );
}

/**
 * A function that is there when the file loads and the same whenever it is read: a member of a core
 * module, or an import that is a function itself. Stubs that tests put into other modules are still
 * found.
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} callee
 * @returns {string | undefined} Its name.
 */
function hoistableName(translator, callee) {
  const { sourceCode, context } = translator;
  const origin = resolveOrigin(sourceCode, callee);
  const base = callee.type === 'MemberExpression' ? callee.object : callee;
  const variable = base.type === 'Identifier' ? translator.variableOf(base) : undefined;
  const end = variable && isModuleLevel(variable) ? endOfValue(variable) : undefined;
  if (
    !variable ||
    end === undefined ||
    mayBeCalledBefore(context, end) ||
    isRewired(context, variable.name)
  ) {
    return undefined;
  }
  const isModule = origin?.kind === 'module';
  if (isModule && !isThereAtLoad(context, origin)) {
    return undefined;
  }
  if (callee.type === 'Identifier') {
    return isModule || variable.defs[0]?.type === 'FunctionName' ? callee.name : undefined;
  }
  return isModule && coreApi(origin) ? origin.path[0] : undefined;
}

/**
 *     module.exports = { run }; var exec = require('child_process').exec, b = require('./b');
 *
 * @param {Translator['context']} context
 * @param {number} end Where the statement ends that gives a variable its value.
 * @returns {boolean} Whether others may call functions of the file before a constant behind it is there: that
 *   statement itself lets them, or a module that is evaluated before this one.
 */
function mayBeCalledBefore(context, end) {
  const { sourceCode } = context;
  const own = sourceCode.ast.body.find(({ range }) => range[0] < end && range[1] >= end);
  return (own !== undefined && mayRun(sourceCode, own)) || mayRunBefore(context);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether reading it twice gives the same.
 */
function isSimpleReceiver(node) {
  if (node.type === 'Identifier' || node.type === 'ThisExpression') {
    return true;
  }
  return node.type === 'TSNonNullExpression'
    ? isSimpleReceiver(node.expression)
    : node.type === 'MemberExpression' &&
        !node.computed &&
        !node.optional &&
        isSimpleReceiver(node.object);
}
