/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { enclosingFunction, frameUses } from '../../analysis/syntax/functions.js';
import { isDual } from './settling.js';
import { isTyped } from './types.js';

/**
 * Whether the async form can be a function of its own beside the wrapper: the function stands at the
 * top of the file, and what stays in the wrapper declares nothing that the rest uses.
 *
 * @param {Translator} translator
 * @param {number} prologue
 * @returns {TSESTree.Statement | undefined} The statement of the file that the function is.
 */
export function separateStatement(translator, prologue) {
  const { sourceCode, target } = translator;
  const { fn } = target;
  const statement = /** @type {TSESTree.Statement | undefined} */ (ownStatement(fn));
  if (!statement || statement.parent?.type !== 'Program' || fn.body.type !== 'BlockStatement') {
    return undefined;
  }
  if (fn.params.some(({ type }) => type !== 'Identifier') || fn.returnType) {
    return undefined;
  }
  // Where the file has types, a parameter without one has that of the place where the function stands.
  if (
    (isTyped(sourceCode) && fn.params.length > 1) ||
    fn.params.some((each) => 'typeAnnotation' in each && each.typeAnnotation)
  ) {
    return undefined;
  }
  const first = fn.body.body[prologue];
  // export default function (file, cb) {}: nothing there can say whose promisified form it has.
  const isAnonymous = fn.type === 'FunctionDeclaration' && !fn.id;
  if (
    !first ||
    (target.name === '' && fn.id) ||
    (isAnonymous && prologue === 0 && !isDual(translator))
  ) {
    return undefined;
  }
  const start = first.range[0];
  const scope = sourceCode.getScope(fn);
  const crosses = scope.variables.some((variable) => {
    const { defs, references, identifiers } = variable;
    const uses = references.map(({ identifier }) => identifier);
    const isBehind = (/** @type {{ range: readonly [number, number] }} */ { range }) =>
      range[0] >= start;
    // What a function knows that stays in the wrapper may be set there, or here, later on.
    const isShared = (/** @type {(typeof uses)[number]} */ use) =>
      !isBehind(use) && enclosingFunction(use) !== fn;
    const isParameter = defs[0]?.type === 'Parameter';
    const places = isParameter ? uses : [...uses, ...identifiers];
    return (
      defs.length > 0 &&
      // const callback = cb || noop;
      (isParameter || variable !== target.callback) &&
      new Set(places.map(isBehind)).size > 1 &&
      (!isParameter ||
        (uses.some(isShared) &&
          references.some(
            (use) => use.isWrite() && (isBehind(use.identifier) || isShared(use.identifier)),
          )))
    );
  });
  const self =
    fn.type === 'FunctionExpression' && fn.id
      ? sourceCode.getDeclaredVariables(fn).find(({ defs }) => defs[0]?.type === 'FunctionName')
      : undefined;
  const uses = frameUses(sourceCode, fn);
  return crosses || (self && self.references.length > 0) || uses.others ? undefined : statement;
}

/**
 * @param {CallbackFunction['fn']} fn
 * @returns {TSESTree.Node | undefined} `function load() {}` and `exports.load = function () {};`.
 */
function ownStatement(fn) {
  if (fn.type === 'FunctionDeclaration') {
    return fn.parent.type === 'ExportNamedDeclaration' ||
      fn.parent.type === 'ExportDefaultDeclaration'
      ? fn.parent
      : fn;
  }
  if (fn.type === 'ArrowFunctionExpression') {
    return undefined;
  }
  let { parent } = /** @type {{ parent: TSESTree.Node }} */ (fn);
  while (parent.type === 'AssignmentExpression' && parent.operator === '=') {
    parent = parent.parent;
  }
  if (parent.type === 'VariableDeclarator' && parent.parent.declarations.length === 1) {
    return parent.parent;
  }
  return parent.type === 'ExpressionStatement' ? parent : undefined;
}
