/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Plan, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Helper } from './helper.js' */
/** @import { Target } from './target.js' */

import { functionScope, readCaptures } from '../../analysis/syntax/captures.js';
import { enclosingFunction, frameUses } from '../../analysis/syntax/functions.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { globalReferences } from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { findPunctuator, textOf } from '../../edits/trivia.js';
import { insertFirst } from './declaration.js';
import { editMove } from './move.js';
import { isTyped, readParameter } from './parameter-types.js';
import { refusePassing } from './passing.js';
import { isInSight, readTarget, readTargetName } from './target.js';

/** More parameters than this are harder to read than the closure. */
const MAX_PASSED = 6;

/**
 * Plans to move the helper out of every function, with what it captures as its first parameters.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @returns {{ plan: Plan } | { refusal: Refusal }}
 */
export function planHoist(sourceCode, helper) {
  const target = readTarget(sourceCode, helper);
  if (!target) {
    return { refusal: { reason: 'global-script' } };
  }
  const refusal = refuseUses(helper) ?? refuseFrame(sourceCode, helper);
  if (refusal) {
    return { refusal };
  }
  const strict = readStrictness(sourceCode, helper, target);
  if (strict === undefined) {
    return { refusal: { reason: 'strictness-differs' } };
  }
  const passed = readCaptures(sourceCode, helper.node)
    .map(({ variable }) => variable)
    .filter((variable) => variable !== helper.variable && !isInSight(target, variable));
  /** @type {string[]} */
  const parameters = [];
  for (const variable of passed) {
    const refused = refusePassing(sourceCode, helper, variable);
    if (refused) {
      return { refusal: refused };
    }
    const parameter = readParameter(sourceCode, helper, variable);
    if (parameter === undefined) {
      return { refusal: { reason: 'needs-type', subject: variable.name } };
    }
    parameters.push(parameter);
  }
  if (passed.length > MAX_PASSED) {
    return { refusal: { reason: 'too-many-captures', subject: String(passed.length) } };
  }
  const name = readTargetName(sourceCode, helper, target);
  const callee = sharesThis(sourceCode, helper) ? `${name}.call` : name;
  const declaration = { name, callee, parameters, strict };
  const moved = editMove(sourceCode, helper, target, declaration);
  if (!moved) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const edits = [...editCalls(sourceCode, helper, name, passed), ...moved];
  return { plan: { edits, safe: false, assumes: [] } };
}

/**
 * @param {Helper} helper
 * @returns {Refusal | undefined}
 */
function refuseUses({ variable, node, calls }) {
  const escape = variable?.references.find(
    (reference) =>
      !(reference.isWrite() && reference.writeExpr === node) &&
      !calls.some(({ callee }) => callee === reference.identifier),
  );
  return escape && { reason: 'function-escapes', subject: variable?.name ?? '' };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @returns {Refusal | undefined}
 */
function refuseFrame(sourceCode, helper) {
  const { node } = helper;
  const uses = frameUses(sourceCode, node);
  const [first] = node.params;
  const reason = sharesThis(sourceCode, helper) ? refuseThis(sourceCode, helper) : undefined;
  if (reason) {
    return { reason, subject: 'this' };
  }
  const subject =
    first?.type === 'Identifier' && first.name === 'this'
      ? 'this'
      : uses.arguments.length > 0
        ? 'arguments'
        : uses.others
          ? 'super or new.target'
          : globalReferences(sourceCode, 'eval').length > 0
            ? 'eval'
            : isInsideWith(node)
              ? 'with'
              : undefined;
  if (subject) {
    return { reason: 'captures-frame', subject };
  }
  const privateName = nodesOfType(sourceCode, 'PrivateIdentifier').find((name) =>
    isWithin(name, node),
  );
  return privateName && { reason: 'private-name', subject: `#${privateName.name}` };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @returns {boolean} Whether the helper uses the `this` of the function around it.
 */
function sharesThis(sourceCode, { node }) {
  return (
    node.type === 'ArrowFunctionExpression' &&
    (frameUses(sourceCode, node).this.length > 0 || mentionsThisInJsx(sourceCode, node))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} `<this.Header />`
 */
function mentionsThisInJsx(sourceCode, node) {
  return (
    /<\s*this\b/u.test(sourceCode.text.slice(...node.range)) &&
    nodesOfType(sourceCode, 'JSXIdentifier').some(
      (identifier) => identifier.name === 'this' && isWithin(identifier, node),
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @returns {'captures-frame' | 'needs-type' | undefined} Why `helper.call(this)` is not the same.
 */
function refuseThis(sourceCode, { node, calls }) {
  const frame = frameOf(node);
  const isDerived =
    frame?.parent.type === 'MethodDefinition' &&
    frame.parent.kind === 'constructor' &&
    frame.parent.parent.parent.superClass !== null;
  if (
    isDerived ||
    mentionsThisInJsx(sourceCode, node) ||
    calls.some((call) => frameOf(call) !== frame)
  ) {
    return 'captures-frame';
  }
  return isTyped(sourceCode) ? 'needs-type' : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function whose `this` it is there; undefined for that of a
 *   file or a field.
 */
function frameOf(node) {
  let fn = enclosingFunction(node);
  while (fn?.type === 'ArrowFunctionExpression') {
    fn = enclosingFunction(fn);
  }
  return fn;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {Target} target
 * @returns {boolean | undefined} Whether the helper has to say that it is strict code; undefined where
 *   it cannot, or where strict code would surround it.
 */
function readStrictness(sourceCode, { node }, target) {
  const { isStrict } = functionScope(sourceCode, node);
  const saysSo =
    node.body.type === 'BlockStatement' &&
    node.body.body.some(
      (statement) =>
        statement.type === 'ExpressionStatement' && statement.directive === 'use strict',
    );
  if (saysSo || isStrict === target.scope.isStrict) {
    return false;
  }
  // https://tc39.es/ecma262/#sec-function-definitions-static-semantics-early-errors
  const isSimple = node.params.every(({ type }) => type === 'Identifier');
  return isStrict && isSimple ? true : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isInsideWith(node) {
  // ESLint's program has null for a parent.
  for (let outer = node.parent ?? null; outer; outer = outer.parent ?? null) {
    if (outer.type === 'WithStatement') {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {string} name
 * @param {Variable[]} passed
 * @returns {Edit[]}
 */
function editCalls(sourceCode, helper, name, passed) {
  const { form, calls } = helper;
  const passesThis = sharesThis(sourceCode, helper);
  const values = passed.map((variable) => variable.name);
  const list = (passesThis ? ['this', ...values] : values).join(', ');
  const callee = passesThis ? `${name}.call` : name;
  return calls.flatMap((call) => {
    const opening = findPunctuator(
      sourceCode,
      (call.typeArguments ?? call.callee).range[1],
      call.range[1],
      '(',
    );
    const edits = insertFirst(sourceCode, opening, list, call.arguments.length > 0);
    // Where it is called where it stands, the move puts the name in its place.
    return form === 'immediate' || textOf(sourceCode, call.callee) === callee
      ? edits
      : [replaceRange(call.callee.range, callee), ...edits];
  });
}
