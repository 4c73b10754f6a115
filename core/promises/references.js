/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { certainValue, keepsValue } from '../analysis/values/certain-values.js';
import { isOnSomeWays } from '../analysis/flow/control-flow.js';
import { readFunction } from '../analysis/syntax/definitions.js';
import { oncePerFile } from '../analysis/syntax/facts.js';
import { enclosingFunction, functionName, isFunction } from '../analysis/syntax/functions.js';
import { readGlobalPath } from '../analysis/modules/global-values.js';
import { groupBy } from '../analysis/syntax/group-by.js';
import { keepsArgument } from '../analysis/values/mapped-arguments.js';
import { readKey, readString, resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { getsProperty } from '../analysis/promises/promises.js';
import { WRITERS, isTarget, propertyWrites } from '../analysis/modules/property-writes.js';
import { untouchedOrigin } from '../analysis/modules/replaced-values.js';
import {
  constantOf,
  isGlobal,
  readConstantInit,
  readsOf,
  variableOf,
} from '../analysis/syntax/scopes.js';
import { isSettlingFunction } from '../analysis/promises/settling-functions.js';

/** Parameters that are functions wherever they have these names. */
const FUNCTION_NAMES = new Set(['next', 'reject', 'resolve']);

/** Globals that are functions and do not care for their receiver. */
const GLOBAL_FUNCTIONS = new Set([
  'Boolean',
  'Number',
  'String',
  'decodeURIComponent',
  'encodeURIComponent',
  'fetch',
  'isNaN',
  'parseFloat',
  'parseInt',
]);

const GLOBAL_NAMESPACES = new Set(['JSON', 'Math', 'Number', 'Object', 'String', 'console']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the name is one function, now and when the handler is called.
 */
export function isFunctionName(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  if (!variable) {
    return GLOBAL_FUNCTIONS.has(node.name) && untouchedOrigin(sourceCode, node) !== undefined;
  }
  const [definition] = variable.defs;
  const constant = keepsValue(variable) ? readConstantInit(variable) : undefined;
  if ((constant || definition?.type === 'FunctionName') && readFunction(sourceCode, node)) {
    return true;
  }
  if (definition?.type === 'ImportBinding') {
    return true;
  }
  if (definition?.type === 'Parameter') {
    return (
      keepsArgument(variable) &&
      enclosingFunction(definition.name) !== undefined &&
      ((FUNCTION_NAMES.has(node.name) && !isOptional(definition.node)) ||
        isSettlingFunction(sourceCode, node) ||
        isAlwaysCalled(variable))
    );
  }
  return (
    constant !== undefined &&
    (resolveOrigin(sourceCode, node)?.kind === 'module' ||
      (constant.keys.length === 0 && isKnownFunction(sourceCode, constant.init)))
  );
}

/**
 *     Query.prototype.then = function (resolve, reject) { return this.exec().then(resolve, reject); };
 *
 * @param {TSESTree.Node} fn
 * @returns {boolean} Whether it is called as the methods of promises are, which pass over handlers that
 *   are not there.
 */
function isOptional(fn) {
  const { parent } = fn;
  const name =
    parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression'
      ? readKey(parent.left)
      : isFunction(fn) && functionName(fn);
  return /^(?:always|catch|caught|done|fail|fin|finally|lastly|then)$/u.test(name || '');
}

/**
 * @param {NonNullable<ReturnType<typeof variableOf>>} variable
 * @returns {boolean} Whether the code calls the parameter, and never asks whether it is there.
 */
function isAlwaysCalled(variable) {
  const reads = readsOf(variable).map(({ identifier }) => identifier);
  return (
    reads.some(
      ({ parent }) =>
        parent?.type === 'CallExpression' &&
        reads.includes(/** @type {any} */ (parent.callee)) &&
        !isOnSomeWays(parent, /** @type {TSESTree.Node} */ (variable.identifiers[0])),
    ) && reads.every(({ parent }) => parent?.type === 'CallExpression' && !parent.optional)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} node
 * @returns {boolean} Whether the member is a function that is looked up without effects: of a module,
 *   of an object literal of the file, of the class.
 */
export function isStableMember(sourceCode, node) {
  const key = readKey(node);
  if (key === undefined || node.optional) {
    return false;
  }
  const origin = resolveOrigin(sourceCode, node);
  if (origin) {
    return (
      untouchedOrigin(sourceCode, node) !== undefined &&
      (origin.kind === 'module' || (GLOBAL_NAMESPACES.has(origin.name) && origin.path.length === 1))
    );
  }
  if (node.object.type === 'ThisExpression') {
    return isMethodOfThis(sourceCode, node, key);
  }
  if (node.object.type !== 'Identifier') {
    return false;
  }
  const variable = variableOf(sourceCode, node.object);
  const init = variable && keepsValue(variable) ? constantOf(sourceCode, node.object) : undefined;
  if (variable && init && isDeferred(sourceCode, variable, init)) {
    return key === 'resolve' || key === 'reject';
  }
  return (
    variable !== undefined &&
    init?.type === 'ObjectExpression' &&
    !getsProperty(variable, (written) => written === undefined || written === key) &&
    !isKeyWritten(sourceCode, key) &&
    !isHandedToWriter(sourceCode, variable, key) &&
    hasMethod(init, key)
  );
}

/**
 * @param {TSESTree.ObjectExpression} node
 * @param {string} key
 * @returns {boolean} Whether the last of its properties that may have the key is a function.
 */
function hasMethod({ properties }, key) {
  const last = properties.findLast(
    (property) =>
      property.type !== 'Property' ||
      property.computed ||
      (property.key.type === 'Identifier' ? property.key.name : property.key.value) === key,
  );
  return (
    last?.type === 'Property' && !last.computed && last.kind === 'init' && isFunction(last.value)
  );
}

/**
 * Members that are given other values or taken away, by their keys.
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, TSESTree.MemberExpression[]>}
 */
const writtenMembers = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'MemberExpression').filter(isTarget), readKey),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @returns {boolean} Whether anything of that key is written to, what the module exports apart: an object
 *   may go by other names.
 */
function isKeyWritten(sourceCode, key) {
  return (writtenMembers(sourceCode).get(key) ?? []).some(
    ({ object }) => resolveOrigin(sourceCode, object)?.kind !== 'global',
  );
}

/**
 *     Object.assign(handlers, own)    sinon.stub(handlers, 'parse')
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @param {string} key
 * @returns {boolean} Whether something may give the object another member of that key.
 */
function isHandedToWriter(sourceCode, variable, key) {
  return readsOf(variable).some(({ identifier }) => {
    const { parent } = identifier;
    if (parent?.type !== 'CallExpression' || parent.arguments[0] !== identifier) {
      return false;
    }
    const keys = propertyWrites(sourceCode, identifier).map((write) => write.key);
    return (
      keys.includes(key) ||
      readString(parent.arguments[1]) === key ||
      (keys.length === 0 && WRITERS.has(readGlobalPath(sourceCode, parent.callee) ?? ''))
    );
  });
}

/**
 * Q.defer()    Promise.withResolvers()    {}, which an executor gives its functions
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @param {TSESTree.Node} init
 * @returns {boolean} Whether the value has `resolve` and `reject`, which do without a receiver.
 */
function isDeferred(sourceCode, variable, init) {
  if (init.type === 'ObjectExpression') {
    return init.properties.length === 0 && isFilled(sourceCode, variable);
  }
  return (
    init.type === 'CallExpression' &&
    init.callee.type === 'MemberExpression' &&
    /^(?:defer|withResolvers)$/u.test(readKey(init.callee) ?? '')
  );
}

/**
 * new Promise((resolve, reject) => { deferred.resolve = resolve; deferred.reject = reject; })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {boolean} Whether `resolve` and `reject` are the functions of an executor, and nothing else.
 */
function isFilled(sourceCode, variable) {
  const keys = variable.references.flatMap(({ identifier: { parent }, identifier }) => {
    const assignment = parent?.type === 'MemberExpression' ? parent.parent : undefined;
    if (
      parent?.type !== 'MemberExpression' ||
      parent.object !== identifier ||
      assignment?.type !== 'AssignmentExpression' ||
      assignment.left !== parent
    ) {
      return [];
    }
    const key = readKey(parent);
    return key === 'resolve' || key === 'reject' ? [{ key, value: assignment.right }] : [];
  });
  return (
    keys.length === 2 &&
    new Set(keys.map(({ key }) => key)).size === 2 &&
    keys.every(({ value }) => {
      const executor = enclosingFunction(value);
      return (
        value.type === 'Identifier' &&
        executor?.parent?.type === 'NewExpression' &&
        isGlobal(sourceCode, executor.parent.callee, 'Promise') &&
        executor.params.some(
          (parameter) => parameter.type === 'Identifier' && parameter.name === value.name,
        )
      );
    })
  );
}

/**
 * @param {TSESTree.Expression} value
 * @param {string} key
 * @returns {boolean} `this.key.bind(this)`
 */
function isBound(value, key) {
  const { callee } = value.type === 'CallExpression' ? value : { callee: undefined };
  return (
    callee?.type === 'MemberExpression' &&
    readKey(callee) === 'bind' &&
    callee.object.type === 'MemberExpression' &&
    readKey(callee.object) === key
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node `this.key`.
 * @param {string} key
 * @returns {boolean} Whether the class around declares the method, and no other takes its place.
 */
function isMethodOfThis(sourceCode, node, key) {
  for (let child = node, { parent } = node; parent; child = parent, parent = parent.parent) {
    if (parent.type === 'ClassBody') {
      const isStatic = child.type === 'StaticBlock' || ('static' in child && child.static);
      const isReplaced = writtenMembers(sourceCode)
        .get(key)
        ?.some(
          (member) =>
            member.parent.type !== 'AssignmentExpression' || !isBound(member.parent.right, key),
        );
      return (
        !isReplaced &&
        parent.body.some(
          (member) =>
            member.type === 'MethodDefinition' &&
            member.kind === 'method' &&
            member.static === isStatic &&
            !member.computed &&
            member.key.type === 'Identifier' &&
            member.key.name === key,
        )
      );
    }
    if (
      (parent.type === 'FunctionExpression' && parent.parent.type !== 'MethodDefinition') ||
      parent.type === 'FunctionDeclaration'
    ) {
      return false;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} node
 * @returns {boolean} Whether the member does the same with its receiver as without: `JSON.parse`.
 */
export function needsNoReceiver(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  if (origin?.kind === 'global' && GLOBAL_NAMESPACES.has(origin.name)) {
    return true;
  }
  const variable = variableOf(sourceCode, node.object);
  const init = certainValue(sourceCode, node.object);
  // What a module of the project exports by name has no use for a receiver.
  if (
    /^(?:ImportNamespace|TSImportEquals)/u.test(variable?.defs[0]?.node.type ?? '') &&
    origin?.name.startsWith('.')
  ) {
    return true;
  }
  return variable !== undefined && init !== undefined && isDeferred(sourceCode, variable, init);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression gives a function, whatever else evaluating it does.
 */
export function isKnownFunction(sourceCode, node) {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'Identifier':
      return isFunctionName(sourceCode, node);
    case 'MemberExpression':
      return isStableMember(sourceCode, node);
    case 'ConditionalExpression':
      return (
        isKnownFunction(sourceCode, node.consequent) && isKnownFunction(sourceCode, node.alternate)
      );
    case 'CallExpression': {
      // `bind` throws for what is no function.
      if (node.callee.type === 'MemberExpression' && readKey(node.callee) === 'bind') {
        return true;
      }
      const target = readFunction(sourceCode, node.callee);
      return (
        target !== undefined &&
        !target.async &&
        !target.generator &&
        target.type === 'ArrowFunctionExpression' &&
        isFunction(target.body)
      );
    }
    default:
      return false;
  }
}
