/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Plan, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Helper } from './helper.js' */

import { functionScope, readCaptures } from '../../analysis/captures.js';
import { frameUses } from '../../analysis/functions.js';
import { isWithin, nodesOfType } from '../../analysis/nodes.js';
import { globalReferences } from '../../analysis/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { findPunctuator } from '../../edits/trivia.js';
import { insertFirst } from './declaration.js';
import { editMove } from './move.js';
import { readParameter } from './parameter-types.js';
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
  if (functionScope(sourceCode, helper.node).isStrict !== target.scope.isStrict) {
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
  const moved = editMove(sourceCode, helper, target, name, parameters);
  if (!moved) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const edits = [...editCalls(sourceCode, helper, name, passed), ...moved];
  return { plan: { edits, safe: false, assumes: [], accepts: [] } };
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
function refuseFrame(sourceCode, { node }) {
  const uses = frameUses(sourceCode, node);
  const [first] = node.params;
  const isArrow = node.type === 'ArrowFunctionExpression';
  const subject =
    (isArrow && uses.this.length > 0) || (first?.type === 'Identifier' && first.name === 'this')
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
function editCalls(sourceCode, { form, calls }, name, passed) {
  const list = passed.map((variable) => variable.name).join(', ');
  return calls.flatMap((call) => {
    const { callee } = call;
    const opening = findPunctuator(
      sourceCode,
      (call.typeArguments ?? callee).range[1],
      call.range[1],
      '(',
    );
    const values = insertFirst(sourceCode, opening, list, call.arguments.length > 0);
    return form === 'immediate' || /** @type {TSESTree.Identifier} */ (callee).name === name
      ? values
      : [replaceRange(callee.range, name), ...values];
  });
}
