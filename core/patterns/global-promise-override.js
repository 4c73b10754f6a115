/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Pattern, PatternContext, Plan, Site } from '../contract/pattern.js' */
/** @import { PropertyWrite } from '../analysis/property-writes.js' */
/** @import { Edit } from '../edits/edit.js' */

import { globalValues } from '../analysis/global-values.js';
import { resolveOrigin } from '../analysis/modules.js';
import { nodesOfType } from '../analysis/nodes.js';
import { mayBeNative, readPromiseLibrary } from '../analysis/promise-libraries.js';
import { isNativePromise, runsWithoutPromiseOnly } from '../analysis/promise-presence.js';
import { enclosingPattern, propertyWrites } from '../analysis/property-writes.js';
import {
  findVariable,
  globalReferences,
  isModuleLevel,
  moduleScope,
  readsOf,
  writesOf,
} from '../analysis/scopes.js';
import { removeBetween } from '../edits/edit.js';
import { removeDeclaration, removeStatement } from '../edits/statements.js';
import { hasCommentBetween, textOf } from '../edits/trivia.js';

/**
 * The global `Promise` given another value, or shadowed for a whole module beside async functions:
 *
 *     global.Promise = require('bluebird');
 *     const Promise = require('bluebird');
 *
 * Async functions make native promises whatever the global says, and `await` has a fast path for
 * those alone: https://v8.dev/blog/fast-async.
 *
 * @type {Pattern}
 */
export const globalPromiseOverride = {
  name: 'global-promise-override',
  words: /\bPromise\b/u,
  visit: {
    Program: findSites,
  },
};

/**
 * @param {TSESTree.Program} _
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSites(_, context) {
  return [...findOverrides(context), ...findShadowing(context)];
}

/**
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findOverrides({ sourceCode }) {
  const writes = globalValues(sourceCode)
    .at('')
    .flatMap((object) => propertyWrites(sourceCode, object))
    .filter(({ key, givesValue }) => key === 'Promise' && givesValue);
  return [...writes, ...bareWrites(sourceCode)].flatMap((write) => {
    const { value, operator = '' } = write;
    if (isHarmless(sourceCode, value)) {
      return [];
    }
    const isPolyfill =
      operator === '||=' || operator === '??=' || runsWithoutPromiseOnly(sourceCode, write.node);
    const library = readPromiseLibrary(resolveOrigin(sourceCode, value));
    const plan = isPolyfill ? undefined : planRemoval(sourceCode, write);
    return [
      {
        node: write.node,
        kind: isPolyfill ? 'polyfill' : 'override',
        data: { implementation: library ?? 'the replacement' },
        ...(plan && { plan }),
      },
    ];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {PropertyWrite[]} Writes to the global by its bare name: `Promise = value`.
 */
function bareWrites(sourceCode) {
  return globalReferences(sourceCode, 'Promise').flatMap((node) => {
    const { parent } = node;
    const shared = { node, key: 'Promise', givesValue: true };
    if (parent.type === 'AssignmentExpression' && parent.left === node) {
      const { operator, right: value } = parent;
      return [
        /** @type {PropertyWrite} */ ({
          ...shared,
          form: 'assignment',
          value,
          operator,
          expression: parent,
        }),
      ];
    }
    const expression = enclosingPattern(node);
    return expression
      ? [/** @type {PropertyWrite} */ ({ ...shared, form: 'pattern', expression })]
      : [];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression | undefined} value
 * @returns {boolean} Whether what is written is the native promise again, no promise at all (a test
 *   of code that copes without), or a package's that may be native.
 */
function isHarmless(sourceCode, value) {
  if (!value) {
    return false;
  }
  return (
    isNativePromise(sourceCode, value) ||
    isNothing(value) ||
    mayBeNative(resolveOrigin(sourceCode, value)) ||
    isSavedNative(sourceCode, value)
  );
}

/**
 * @param {TSESTree.Expression} value
 * @returns {boolean}
 */
function isNothing(value) {
  return (
    (value.type === 'Identifier' && value.name === 'undefined') ||
    (value.type === 'Literal' && !value.value) ||
    (value.type === 'UnaryExpression' && value.operator === 'void')
  );
}

/**
 *     saved = global.Promise; … global.Promise = saved;
 *     this.saved = global.Promise; … global.Promise = this.saved;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} value
 * @returns {boolean} Whether the native promise was kept there earlier.
 */
function isSavedNative(sourceCode, value) {
  if (value.type === 'Identifier') {
    const variable = findVariable(sourceCode, value, value.name);
    return Boolean(
      variable &&
      writesOf(variable).some(({ writeExpr }) =>
        isNativePromise(sourceCode, writeExpr ?? undefined),
      ),
    );
  }
  if (value.type !== 'MemberExpression') {
    return false;
  }
  const text = textOf(sourceCode, value);
  return globalValues(sourceCode)
    .at('Promise')
    .some(({ parent }) => {
      if (parent?.type === 'AssignmentExpression') {
        return parent.left.type === 'MemberExpression' && textOf(sourceCode, parent.left) === text;
      }
      // const saved = { Promise: global.Promise };
      return (
        parent?.type === 'Property' &&
        parent.key.type === 'Identifier' &&
        value.property.type === 'Identifier' &&
        parent.key.name === value.property.name
      );
    });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {PropertyWrite} write
 * @returns {Plan | undefined} Takes the override out and leaves the rest of its statement.
 */
function planRemoval(sourceCode, write) {
  if (usesExtensions(sourceCode, globalValues(sourceCode).at('Promise'))) {
    return undefined;
  }
  const edits = removeWrite(sourceCode, write);
  return edits?.every(({ range }) => !hasCommentBetween(sourceCode, ...range))
    ? { edits, safe: false, assumes: [], accepts: [] }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {PropertyWrite} write
 * @returns {Extract<Edit, { text: string }>[] | undefined}
 */
function removeWrite(sourceCode, { expression, form, node, value }) {
  const { parent } = expression;
  if (node.type === 'Property') {
    const properties = /** @type {TSESTree.ObjectExpression} */ (node.parent).properties;
    const index = properties.indexOf(node);
    const next = properties[index + 1];
    const previous = properties[index - 1];
    if (next) {
      return [removeBetween(node.range[0], next.range[0])];
    }
    if (previous) {
      return [removeBetween(previous.range[1], node.range[1])];
    }
  }
  const isWhole = form !== 'pattern' && (form !== 'assign' || isOnlySource(expression, node));
  if (parent?.type === 'ExpressionStatement') {
    if (!isWhole || !isInList(parent)) {
      return undefined;
    }
    return [removeStatement(sourceCode, parent), ...removeUnusedValue(sourceCode, value)];
  }
  // module.exports = global.Promise = value
  return form === 'assignment' && value && isReplaceable(expression)
    ? [removeBetween(expression.range[0], value.range[0])]
    : undefined;
}

/**
 * @param {TSESTree.Node} call
 * @param {TSESTree.Node} property
 * @returns {boolean} Whether the call assigns nothing else: `Object.assign(target, { property })`.
 */
function isOnlySource(call, property) {
  return (
    call.type === 'CallExpression' &&
    call.arguments.length === 2 &&
    call.arguments[1] === property.parent
  );
}

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean}
 */
function isInList({ parent }) {
  return parent?.type === 'Program' || parent?.type === 'BlockStatement';
}

/**
 * @param {TSESTree.Node} expression
 * @returns {boolean} Whether any assignment's right side may stand in its place.
 */
function isReplaceable(expression) {
  const { parent } = expression;
  return (
    (parent?.type === 'AssignmentExpression' && parent.right === expression) ||
    (parent?.type === 'VariableDeclarator' && parent.init === expression)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression | undefined} value
 * @returns {Extract<Edit, { text: string }>[]} Takes out the variable that only the override used.
 */
function removeUnusedValue(sourceCode, value) {
  const variable =
    value?.type === 'Identifier' ? findVariable(sourceCode, value, value.name) : undefined;
  return (
    (variable &&
      isModuleLevel(variable) &&
      readsOf(variable).length === 1 &&
      removeDeclaration(sourceCode, variable)) ||
    []
  );
}

/**
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findShadowing({ sourceCode }) {
  const variable = moduleScope(sourceCode).set.get('Promise');
  const library = variable && readShadowingModule(sourceCode, variable);
  if (!variable || !library || !hasAsyncFunction(sourceCode)) {
    return [];
  }
  const [definition] = variable.defs;
  const plan = planUnshadowing(sourceCode, variable);
  return [
    {
      node: /** @type {TSESTree.Node} */ (definition?.name),
      kind: library.isKnown ? 'shadow' : 'other-shadow',
      data: { implementation: library.name },
      ...(plan && { plan }),
    },
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {{ name: string, isKnown: boolean } | undefined} The module that a variable named
 *   `Promise` comes from.
 */
function readShadowingModule(sourceCode, variable) {
  const [use] = variable.references.filter(
    (reference) => reference.isRead() && reference.isValueReference !== false,
  );
  if (!use || isTypeImport(variable)) {
    return undefined;
  }
  const origin = resolveOrigin(sourceCode, /** @type {TSESTree.Node} */ (use.identifier));
  if (origin?.kind !== 'module' || mayBeNative(origin)) {
    return undefined;
  }
  const library = readPromiseLibrary(origin);
  return { name: library ?? origin.name, isKnown: library !== undefined };
}

/**
 * @param {Variable} variable
 * @returns {boolean}
 */
function isTypeImport({ defs: [definition] }) {
  if (definition?.type !== 'ImportBinding') {
    return false;
  }
  return [definition.node, definition.parent].some(
    (node) => node && 'importKind' in node && /^type(?:of)?$/u.test(String(node.importKind)),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean}
 */
function hasAsyncFunction(sourceCode) {
  return (
    nodesOfType(sourceCode, 'AwaitExpression').length > 0 ||
    ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'].some((type) =>
      nodesOfType(sourceCode, /** @type {'FunctionExpression'} */ (type)).some(
        ({ async }) => async,
      ),
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {Plan | undefined} Takes the declaration out where the native promise can do all that the
 *   file does with it.
 */
function planUnshadowing(sourceCode, variable) {
  const uses = readsOf(variable).map(
    ({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier),
  );
  const isExported = uses.some(({ parent }) => parent.type === 'ExportSpecifier');
  if (isExported || writesOf(variable).length > 1 || usesExtensions(sourceCode, uses)) {
    return undefined;
  }
  const edits = removeDeclaration(sourceCode, variable);
  return edits && { edits, safe: false, assumes: [], accepts: [] };
}

/** What native promises have too, and with the same meaning. */
const COMMON_STATICS = new Set(['all', 'race', 'reject', 'resolve']);

/** Methods of the libraries' promises whose names mean little else. */
const EXTENSIONS =
  /^(?:asCallback|caught|denodeify|disposer|fin|isFulfilled|isPending|isRejected|lastly|mapSeries|nodeify|otherwise|promisifyAll|props|settle|spread|suppressUnhandledRejections|tap|tapCatch|thenReturn|thenThrow)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} uses Expressions that stand for the promise class.
 * @returns {boolean} Whether the file seems to use what native promises do not have: another static,
 *   a method of the library in a chain, `catch` with a filter.
 */
function usesExtensions(sourceCode, uses) {
  return (
    uses.some((use) => {
      const { parent } = use;
      if (parent?.type === 'NewExpression' && parent.callee === use) {
        return chainUsesExtensions(parent);
      }
      if (parent?.type === 'MemberExpression' && parent.object === use) {
        const isCommon =
          parent.property.type === 'Identifier' &&
          !parent.computed &&
          COMMON_STATICS.has(parent.property.name);
        return (
          !isCommon ||
          parent.parent.type !== 'CallExpression' ||
          parent.parent.callee !== parent ||
          chainUsesExtensions(parent.parent)
        );
      }
      return parent?.type === 'CallExpression' && parent.callee === use;
    }) || nodesOfType(sourceCode, 'CallExpression').some(isExtensionCall)
  );
}

/**
 * @param {TSESTree.Node} head A promise.
 * @returns {boolean} Whether a call in the chain that follows is none of a native promise.
 */
function chainUsesExtensions(head) {
  for (let node = head; ;) {
    const member = /** @type {TSESTree.Node | undefined} */ (node.parent);
    const call = member?.parent;
    if (
      member?.type !== 'MemberExpression' ||
      member.object !== node ||
      call?.type !== 'CallExpression' ||
      call.callee !== member
    ) {
      return false;
    }
    const { property } = member;
    if (property.type !== 'Identifier' || !['then', 'catch', 'finally'].includes(property.name)) {
      return true;
    }
    node = call;
  }
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isExtensionCall({ callee, arguments: parameters }) {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
    return false;
  }
  const { name } = callee.property;
  return EXTENSIONS.test(name) || (name === 'catch' && parameters.length > 1);
}
