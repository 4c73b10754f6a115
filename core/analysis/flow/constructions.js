/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { parse } from '#project-facts';

import { oncePerFile } from '../syntax/facts.js';
import { frameUses, functionName } from '../syntax/functions.js';
import { readKey } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { findVariable, isGlobal, readsOf } from '../syntax/scopes.js';

/**
 * An async function is no constructor: it has no `prototype`, and `new` throws.
 * https://tc39.es/ecma262/#sec-async-function-objects
 */

/** Functions of `util` and of packages that make one constructor inherit from another. */
const INHERITS = new Set(['inherits', 'inherit', '__extends', '_inherits']);

/**
 * @type {(sourceCode: SourceCodeLike) => { variables: ReadonlySet<Variable>, keys: ReadonlySet<string> }}
 *   The functions that the file uses as constructors: variables, and members by their keys.
 */
const constructorsOf = oncePerFile((sourceCode) => {
  /** @type {Set<Variable>} */
  const variables = new Set();
  /** @type {Set<string>} */
  const keys = new Set();
  const add = (/** @type {TSESTree.Node | null | undefined} */ node) => {
    if (node?.type === 'Identifier') {
      const variable = findVariable(sourceCode, node, node.name);
      if (variable) {
        variables.add(variable);
      }
    } else if (node?.type === 'MemberExpression') {
      const key = readKey(node);
      if (key !== undefined) {
        keys.add(key);
      }
    }
  };
  nodesOfType(sourceCode, 'NewExpression').forEach(({ callee }) => add(callee));
  nodesOfType(sourceCode, 'BinaryExpression')
    .filter(({ operator }) => operator === 'instanceof')
    .forEach(({ right }) => add(right));
  nodesOfType(sourceCode, 'ClassDeclaration').forEach(({ superClass }) => add(superClass));
  nodesOfType(sourceCode, 'ClassExpression').forEach(({ superClass }) => add(superClass));
  nodesOfType(sourceCode, 'MemberExpression')
    .filter((member) => readKey(member) === 'prototype')
    .forEach(({ object }) => add(object));
  for (const { arguments: args, callee } of nodesOfType(sourceCode, 'CallExpression')) {
    const name =
      callee.type === 'Identifier'
        ? callee.name
        : callee.type === 'MemberExpression'
          ? readKey(callee)
          : undefined;
    if (
      name === 'construct' &&
      callee.type === 'MemberExpression' &&
      isGlobal(sourceCode, callee.object, 'Reflect')
    ) {
      add(args[0]);
    }
    if (name !== undefined && INHERITS.has(name)) {
      args.slice(0, 2).forEach(add);
    }
  }
  return { variables, keys };
});

/**
 * @param {Pick<PatternContext, 'isConstructedElsewhere' | 'path' | 'sourceCode'>} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function is a constructor: the file, or another of the project, uses it as one, by whatever name it
 *   gives it, or it is named like one and has a `this` or a `new.target`, for those in other files.
 */
export function isConstructor(context, fn) {
  const { sourceCode } = context;
  if (fn.type === 'ArrowFunctionExpression' || fn.parent.type === 'MethodDefinition') {
    return false;
  }
  const { variables, keys } = constructorsOf(sourceCode);
  const names = namesOf(sourceCode, fn);
  const uses = frameUses(sourceCode, fn);
  return (
    (/^[A-Z]/u.test(functionName(fn) ?? '') && (uses.this.length > 0 || uses.others)) ||
    names.some((name) => (typeof name === 'string' ? keys.has(name) : variables.has(name))) ||
    isConstructedInProject(context, names, fn)
  );
}

/**
 * @param {Pick<PatternContext, 'isConstructedElsewhere' | 'path'>} context
 * @param {readonly (Variable | string)[]} names Of a function.
 * @param {FunctionNode} fn
 * @returns {boolean} Whether another file uses it as one: `new exports.Plain()`, or `new Plain()` where it is
 *   what the file `plain.js` exports.
 */
function isConstructedInProject({ isConstructedElsewhere, path }, names, fn) {
  const keys = names.map((name) => (typeof name === 'string' ? name : name.name));
  const isModule = keys.includes('exports') || fn.parent.type === 'ExportDefaultDeclaration';
  const file = isModule && path !== undefined ? parse(path).name.replaceAll(/[^\w$]/gu, '') : '';
  return (
    isConstructedElsewhere !== undefined &&
    (keys.some((name) => isConstructedElsewhere(name)) ||
      (file !== '' && isConstructedElsewhere(file, true)))
  );
}

/**
 *     function Reader() {…}    exports.Reader = Reader;    var Reader = exports.Reader = function () {…};
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {(Variable | string)[]} The variables that hold the function, and the keys of the members.
 */
function namesOf(sourceCode, fn) {
  const own = fn.id
    ? sourceCode.getDeclaredVariables(fn).filter(({ name }) => name === fn.id?.name)
    : [];
  const given = holdersOf(sourceCode, fn);
  const variables = [...own, ...given].filter((each) => typeof each !== 'string');
  const read = variables.flatMap((variable) =>
    readsOf(variable).flatMap(({ identifier }) =>
      holdersOf(sourceCode, /** @type {TSESTree.Node} */ (identifier)),
    ),
  );
  return [...own, ...given, ...read];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {(Variable | string)[]} What is given the node, through assignments in a row.
 */
function holdersOf(sourceCode, node) {
  /** @type {(Variable | string | undefined)[]} */
  const holders = [];
  const variableOf = (/** @type {TSESTree.Identifier} */ name) =>
    findVariable(sourceCode, name, name.name);
  for (let value = node, { parent } = node; parent; value = parent, { parent } = value) {
    if (parent.type !== 'AssignmentExpression' || parent.right !== value) {
      if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
        holders.push(parent.init === value ? variableOf(parent.id) : undefined);
      } else if (parent.type === 'Property' && parent.value === value && !parent.computed) {
        holders.push(parent.key.type === 'Identifier' ? parent.key.name : undefined);
      }
      break;
    }
    const { left } = parent;
    if (left.type === 'Identifier') {
      holders.push(variableOf(left));
    } else if (left.type === 'MemberExpression') {
      holders.push(readKey(left));
    }
  }
  return holders.filter((each) => each !== undefined);
}
