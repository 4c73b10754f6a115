/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isInLoop } from '../../analysis/flow/control-flow.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { writesOf } from '../../analysis/syntax/scopes.js';

/**
 * An async function that a synchronous function makes for itself and runs.
 *
 * @typedef {object} Helper
 * @property {FunctionNode} node
 * @property {FunctionNode} owner The function that creates it.
 * @property {'declaration' | 'variable' | 'immediate'} form
 * @property {TSESTree.Identifier | undefined} name Undefined where it is called where it stands.
 * @property {Variable | undefined} variable
 * @property {TSESTree.Node} creation The block whose entry creates it, the declarator that does, or
 *   the call that creates and runs it.
 * @property {TSESTree.Node[]} uses Every use by the owner, calls and others; the call itself where
 *   it is called where it stands.
 * @property {TSESTree.CallExpression[]} calls Every direct call, its own recursive ones among them.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {Helper | undefined} Undefined for a function that is only passed on: what it is called
 *   for, and how often, is not to be seen.
 */
export function readHelper(sourceCode, node) {
  if (!node.async || node.generator) {
    return undefined;
  }
  const owner = enclosingFunction(node);
  if (!owner || owner.async || owner.generator) {
    return undefined;
  }
  const { parent } = node;
  // (async () => …)()
  if (parent.type === 'CallExpression' && parent.callee === node && !parent.optional) {
    if (runsSeldom(sourceCode, owner)) {
      return undefined;
    }
    return {
      node,
      owner,
      form: 'immediate',
      name: undefined,
      variable: undefined,
      creation: parent,
      uses: [parent],
      calls: [parent],
    };
  }
  const declared = readDeclared(node);
  const variable = declared && sourceCode.getDeclaredVariables(declared)[0];
  if (!variable || variable.defs.length !== 1) {
    return undefined;
  }
  const uses = /** @type {TSESTree.Node[]} */ (
    variable.references
      .filter(({ identifier }) => identifier.parent !== declared && !isWithin(identifier, node))
      .map(({ identifier }) => identifier)
  );
  const calls = variable.references.flatMap(({ identifier }) => {
    const call = identifier.parent;
    return call.type === 'CallExpression' && call.callee === identifier && !call.optional
      ? [call]
      : [];
  });
  const isOwn = uses.every((use) => enclosingFunction(use) === owner);
  if (!isOwn || !calls.some((call) => !isWithin(call, node)) || runsSeldom(sourceCode, owner)) {
    return undefined;
  }
  return {
    node,
    owner,
    form: declared === node ? 'declaration' : 'variable',
    name: /** @type {TSESTree.Identifier} */ (variable.defs[0]?.name),
    variable,
    creation: declared.type === 'FunctionDeclaration' ? blockOf(declared) : declared,
    uses,
    calls,
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} owner
 * @returns {boolean} Whether nobody calls it often: it costs more to find out than what is asked before.
 */
function runsSeldom(sourceCode, owner) {
  return runsOnce(sourceCode, owner) || isEffect(owner);
}

/**
 * @param {TSESTree.FunctionDeclaration} node
 * @returns {TSESTree.Node} The block whose entry creates the function.
 */
function blockOf(node) {
  const parent = /** @type {TSESTree.Node} */ (node.parent);
  return parent.type === 'SwitchCase' ? parent.parent : parent;
}

/**
 * @param {FunctionNode} node
 * @returns {TSESTree.FunctionDeclaration | TSESTree.VariableDeclarator | undefined} What gives the
 *   function its only name: `async function name() {}`, `const name = async () => {}`.
 */
function readDeclared(node) {
  if (node.type === 'FunctionDeclaration') {
    return node;
  }
  const { parent } = node;
  if (
    parent.type !== 'VariableDeclarator' ||
    parent.init !== node ||
    parent.id.type !== 'Identifier'
  ) {
    return undefined;
  }
  const list = parent.parent.parent;
  return list.type === 'BlockStatement' || list.type === 'SwitchCase' ? parent : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} Whether the file shows that the function is called once: where it stands, or by
 *   its only use, at the top of the file.
 */
function runsOnce(sourceCode, node) {
  if (isImmediatelyCalled(node)) {
    return true;
  }
  const declared =
    node.type === 'FunctionDeclaration'
      ? node
      : node.parent.type === 'VariableDeclarator'
        ? node.parent
        : undefined;
  const [variable] = declared ? sourceCode.getDeclaredVariables(declared) : [];
  if (!variable || variable.defs[0]?.node !== declared || writesOf(variable).length > 1) {
    return false;
  }
  const [use, ...more] = variable.references.filter((reference) => !reference.isWrite());
  const call = use?.identifier.parent;
  return (
    more.length === 0 &&
    call?.type === 'CallExpression' &&
    call.callee === use?.identifier &&
    !enclosingFunction(call) &&
    !isInLoop(call)
  );
}

/** The hooks whose function is made for each drawing of a component anyway: bytes are nothing there. */
const EFFECTS = /^(?:\$effect|createEffect|use\p{Lu}\w*|watch|watchEffect)$/u;

/**
 * @param {FunctionNode} node
 * @returns {boolean} `useEffect(() => {…}, [id])`, `React.useEffect(() => {…})`
 */
function isEffect({ parent }) {
  const callee = parent?.type === 'CallExpression' ? parent.callee : undefined;
  const name = callee?.type === 'MemberExpression' ? callee.property : callee;
  return name?.type === 'Identifier' && EFFECTS.test(name.name);
}

/**
 * @param {FunctionNode} node
 * @returns {boolean} Whether it is called where it stands: `(() => …)()`, `(function () {}).call(x)`.
 */
export function isImmediatelyCalled(node) {
  const { parent } = node;
  if (parent.type === 'CallExpression') {
    return parent.callee === node;
  }
  return (
    parent.type === 'MemberExpression' &&
    parent.object === node &&
    parent.parent.type === 'CallExpression' &&
    parent.parent.callee === parent
  );
}
