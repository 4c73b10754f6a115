/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext, Plan } from '../../../contract/pattern.js' */
/** @import { HeaderNeed } from '../../../callbacks/boundary/header.js' */

import { isWithin } from '../../../analysis/syntax/nodes.js';
import { findVariable, isModuleLevel } from '../../../analysis/syntax/scopes.js';
import { isMemberName, identifiersWithin } from '../../../edits/names.js';
import { unusedImports } from './leftovers.js';

/**
 * The name of an import that goes is free for what takes its place:
 *
 *     const each = require('async/each');  ->  const each = util.callbackify(…);
 *
 * @param {PatternContext} context
 * @param {readonly { plan: Plan, calls: readonly TSESTree.CallExpression[], needs: ReadonlySet<HeaderNeed> }[]} converted
 *   The calls of `async`, with what stands at the top of the file for them.
 */
export function takeFreedNames(context, converted) {
  const { sourceCode } = context;
  const gone = unusedImports(
    context,
    converted.flatMap(({ calls }) => calls),
  );
  for (const variable of gone) {
    const users = converted.filter(({ calls }) => calls.some((call) => isUse(variable, call)));
    const needs = new Set(converted.flatMap((each) => [...each.needs]));
    const wanting = [...needs].filter(({ wanted }) => wanted === variable.name);
    if (!isModuleLevel(variable) || !isOnlyName(sourceCode, variable)) {
      continue;
    }
    let freed = variable.name;
    for (const need of wanting) {
      const { name } = need;
      need.name = freed;
      for (const { plan, calls } of converted.filter((each) => each.needs.has(need))) {
        rename(plan, calls, { name, freed });
        const others = users.filter((user) => user.plan !== plan);
        plan.requires = [...(plan.requires ?? []), ...others.map((other) => other.plan)];
      }
      freed = name;
    }
  }
}

/**
 * @param {Variable} variable
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the call is made through the variable.
 */
function isUse({ references }, { callee }) {
  return references.some(({ identifier }) =>
    isWithin(/** @type {TSESTree.Node} */ (identifier), callee),
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {Variable} variable
 * @returns {boolean} Whether nothing else in the file is called so, but for members.
 */
function isOnlyName(sourceCode, variable) {
  const places = [
    ...variable.identifiers,
    ...variable.references.map(({ identifier }) => identifier),
  ].map(({ range: [start] }) => start);
  return identifiersWithin(sourceCode, sourceCode.ast, variable.name).every(
    (node) =>
      isMemberName(node) ||
      places.includes(node.range[0]) ||
      findVariable(sourceCode, node, node.name) === variable,
  );
}

/**
 * @param {Plan} plan
 * @param {readonly TSESTree.CallExpression[]} calls
 * @param {{ name: string, freed: string }} names
 */
function rename(plan, calls, { name, freed }) {
  plan.edits = plan.edits.map((edit) =>
    'text' in edit && edit.text === name && calls.some(({ callee }) => callee.range === edit.range)
      ? { ...edit, text: freed }
      : edit,
  );
}
