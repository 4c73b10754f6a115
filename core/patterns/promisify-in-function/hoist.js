/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Scope, Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Plan } from '../../contract/pattern.js' */
/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { Promisifier } from '../../analysis/promises/promisifiers.js' */
/** @import { Use } from './uses.js' */

import { isNodeFunction } from '#project-facts';

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { moduleReferences } from '../../analysis/modules/module-references.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { isDirective, topAround, walk } from '../../analysis/syntax/nodes.js';
import {
  globalReferences,
  isModuleLevel,
  moduleScope,
  readConstantInit,
  readsOf,
  variableOf,
  writesOf,
} from '../../analysis/syntax/scopes.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { newlineOf } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { isMemberName, takeUniqueName } from '../../edits/names.js';
import { mayContinueLine, removeStatement } from '../../edits/statements.js';
import { hasCommentBetween, skipForward, textOf } from '../../edits/trivia.js';

/**
 * Makes the promisified function once, at the top of the module:
 *
 *     const readFile = util.promisify(fs.readFile);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {{ call: TSESTree.CallExpression, promisifier: Promisifier, use: Use }} site
 * @returns {Plan | undefined} Undefined where what it is made of is not there at the top.
 */
export function planHoist(sourceCode, { call, promisifier, use }) {
  const variables = readVariables(sourceCode, call);
  const anchor = variables && findAnchor(sourceCode, call, variables);
  const statement = use.variable && readStatement(use.variable);
  if (
    !anchor ||
    (use.variable && !statement) ||
    hasCommentBetween(sourceCode, ...(statement ?? call).range)
  ) {
    return undefined;
  }
  const edits = use.variable
    ? moveDeclaration(sourceCode, call, anchor, use.variable, /** @type {any} */ (statement))
    : replaceCall(sourceCode, call, anchor);
  return (
    edits && {
      edits,
      safe: promisifier.isCore && isUntouchedCoreMember(sourceCode, call),
      assumes: [],
    }
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {Variable[] | undefined} The variables that the call uses; undefined if one is not of the
 *   top of the file.
 */
function readVariables(sourceCode, call) {
  /** @type {Variable[]} */
  const variables = [];
  for (const node of walk(sourceCode, call)) {
    if (node.type !== 'Identifier' || isMemberName(node)) {
      continue;
    }
    const variable = variableOf(sourceCode, node);
    if (variable) {
      variables.push(variable);
    }
  }
  return variables.every(isModuleLevel) ? variables : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {readonly Variable[]} variables
 * @returns {TSESTree.Node | undefined} The statement at the top after which all of them have their
 *   values, and all imports are over.
 */
function findAnchor(sourceCode, call, variables) {
  const { body } = /** @type {TSESTree.Program} */ (topAround(call));
  const definitions = variables.map((variable) => indexOfDefinition(body, variable));
  if (definitions.includes(-1)) {
    return undefined;
  }
  let index = Math.max(
    body.findLastIndex(({ type }) => type === 'ImportDeclaration'),
    body.findIndex((statement) => !isDirective(statement)) - 1,
    ...definitions,
  );
  while (isRequire(sourceCode, body[index + 1])) {
    index++;
  }
  return body[index];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} statement
 * @returns {boolean} Whether it is a declaration such as `const fs = require('fs')`.
 */
function isRequire(sourceCode, statement) {
  return (
    statement?.type === 'VariableDeclaration' &&
    statement.declarations.some(
      ({ init }) => init !== null && resolveOrigin(sourceCode, init)?.kind === 'module',
    )
  );
}

/**
 * @param {readonly TSESTree.Node[]} body
 * @param {Variable} variable
 * @returns {number} The statement at the top that gives the variable its value, 0 for functions,
 *   which have it from the start; -1 if there is none.
 */
function indexOfDefinition(body, variable) {
  const [definition, ...more] = variable.defs;
  const writes = writesOf(variable);
  const place = writes[0]?.identifier ?? definition?.name;
  if (more.length > 0 || writes.length > 1 || !place || enclosingFunction(place)) {
    return -1;
  }
  if (definition?.type === 'FunctionName') {
    return 0;
  }
  return body.findIndex(
    ({ type, range }) =>
      DEFINING.has(type) && range[0] <= place.range[0] && place.range[1] <= range[1],
  );
}

const DEFINING = new Set([
  'ExpressionStatement',
  'ImportDeclaration',
  'TSImportEqualsDeclaration',
  'VariableDeclaration',
]);

/**
 * @param {Variable} variable
 * @returns {TSESTree.VariableDeclaration | undefined} Its declaration, if it is a statement that
 *   declares nothing else.
 */
function readStatement({ defs: [definition] }) {
  const declarator = /** @type {TSESTree.VariableDeclarator | undefined} */ (definition?.node);
  const declaration = declarator?.parent;
  return declarator?.id.type === 'Identifier' &&
    !declarator.id.typeAnnotation &&
    declaration?.type === 'VariableDeclaration' &&
    declaration.declarations.length === 1 &&
    declaration.parent.type === 'BlockStatement'
    ? declaration
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} anchor
 * @param {Variable} variable
 * @param {TSESTree.VariableDeclaration} statement
 * @returns {TextEdit[]}
 */
function moveDeclaration(sourceCode, call, anchor, variable, statement) {
  const outer = /** @type {Scope} */ (variable.scope.upper);
  const hoisted = findHoisted(sourceCode, call, outer);
  const isFree =
    !isTaken(outer, variable.name) && globalReferences(sourceCode, variable.name).length === 0;
  const name =
    hoisted?.name ?? (isFree ? variable.name : takeUniqueName(sourceCode, `${variable.name}Async`));
  const renamed =
    name === variable.name
      ? []
      : readsOf(variable).map(({ identifier }) => replaceRange(identifier.range, name));
  return [
    ...(hoisted ? [] : [declareAfter(sourceCode, anchor, name, textOf(sourceCode, call))]),
    removeStatement(sourceCode, statement),
    ...renamed,
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} anchor
 * @returns {TextEdit[]}
 */
function replaceCall(sourceCode, call, anchor) {
  const hoisted = findHoisted(sourceCode, call, sourceCode.getScope(call));
  if (hoisted) {
    return [replaceRange(call.range, hoisted.name)];
  }
  const name = takeUniqueName(sourceCode, nameFor(call));
  return [
    declareAfter(sourceCode, anchor, name, textOf(sourceCode, call)),
    replaceRange(call.range, name),
  ];
}

/**
 * @param {Scope} scope
 * @param {string} name
 * @returns {Scope | undefined} The scope from there outwards that has a variable of the name.
 */
function scopeWith(scope, name) {
  for (let outer = /** @type {Scope | null} */ (scope); outer; outer = outer.upper) {
    if ((outer.set.get(name)?.defs.length ?? 0) > 0) {
      return outer;
    }
  }
  return undefined;
}

/**
 * @param {Scope} scope
 * @param {string} name
 * @returns {boolean}
 */
function isTaken(scope, name) {
  return scopeWith(scope, name) !== undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {Scope} scope Where it is to be seen from.
 * @returns {Variable | undefined} A constant at the top that is made by the same call already.
 */
function findHoisted(sourceCode, call, scope) {
  const text = textOf(sourceCode, call);
  const top = moduleScope(sourceCode);
  const { body } = /** @type {TSESTree.Program} */ (topAround(call));
  return top.variables.find((variable) => {
    const constant = readConstantInit(variable);
    return (
      constant?.keys.length === 0 &&
      // Not in a branch, nor in a function that may be called later, or never.
      indexOfDefinition(body, variable) >= 0 &&
      textOf(sourceCode, constant.init) === text &&
      scopeWith(scope, variable.name) === top
    );
  });
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string} `readFileAsync` for `promisify(fs.readFile)`.
 */
function nameFor({ arguments: [first] }) {
  const target = first?.type === 'TSNonNullExpression' ? first.expression : first;
  const name =
    target?.type === 'MemberExpression'
      ? readKey(target)
      : target?.type === 'Identifier'
        ? target.name
        : undefined;
  return name !== undefined && /^[A-Za-z_$][\w$]*$/u.test(name) ? `${name}Async` : 'promisified';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} anchor
 * @param {string} name
 * @param {string} init
 * @returns {TextEdit} A declaration on a line of its own, in the style of the statement before it.
 */
function declareAfter(sourceCode, anchor, name, init) {
  const { text } = sourceCode;
  const end = anchor.range[1];
  const lineEnd = text.slice(end).search(/\r?\n|$/u) + end;
  const rest = text.slice(end, lineEnd).trim();
  const isComment = rest === '' || /^\/\/|^\/\*[^]*\*\/$/u.test(rest);
  const isEnded = text[end - 1] === '}' ? hasSemicolons(sourceCode) : text[end - 1] === ';';
  const semicolon = isEnded || mayContinueLine(text, skipForward(sourceCode, end)) ? ';' : '';
  return insertAfter(
    isComment ? lineEnd : end,
    `${newlineOf(sourceCode)}const ${name} = ${init}${semicolon}${isComment ? '' : newlineOf(sourceCode)}`,
  );
}

/** Core modules with callback functions; loading them has no effect of its own. */
const CALLBACK_MODULES = new Set(['child_process', 'crypto', 'dns', 'fs', 'zlib']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the call promisifies a function of Node itself, `promisify(fs.readFile)`,
 *   that this file cannot have replaced: nothing but members is read of the module, none is written.
 */
function isUntouchedCoreMember(sourceCode, { arguments: [target, ...more] }) {
  const origin = resolveOrigin(sourceCode, target);
  const [key, ...deeper] = origin?.path ?? [];
  if (
    more.length > 0 ||
    origin?.kind !== 'module' ||
    !CALLBACK_MODULES.has(origin.name) ||
    key === undefined ||
    deeper.length > 0
  ) {
    return false;
  }
  return isNodeFunction(origin.name, key) && !isHandedOn(sourceCode, origin.name);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} module
 * @returns {boolean} Whether the file writes to the module, or hands it to something that may.
 */
function isHandedOn(sourceCode, module) {
  return moduleReferences(sourceCode, new Set([module])).some(({ node, origin }) => {
    const { parent } = node;
    const isRead =
      parent?.type === 'VariableDeclarator' ||
      (parent?.type === 'MemberExpression' && parent.object === node && !isWritten(parent)) ||
      isReceiver(node);
    return !isRead && origin.path.length === 0;
  });
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the `this` of `fn.call(node)`, `fn.bind(node)`.
 */
function isReceiver(node) {
  const { parent } = node;
  return (
    parent?.type === 'CallExpression' &&
    parent.arguments[0] === node &&
    parent.callee.type === 'MemberExpression' &&
    ['apply', 'bind', 'call'].includes(readKey(parent.callee) ?? '')
  );
}

/**
 * @param {TSESTree.MemberExpression} member
 * @returns {boolean}
 */
function isWritten(member) {
  const { parent } = member;
  return (
    (parent.type === 'AssignmentExpression' && parent.left === member) ||
    (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  );
}
