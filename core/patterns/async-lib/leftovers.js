/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Translator } from '../callback-function/translator.js' */

import { resolveOrigin } from '../../analysis/modules.js';
import { isWithin, nodesOfType } from '../../analysis/nodes.js';
import { findVariable } from '../../analysis/scopes.js';
import { removeDeclaration } from '../../edits/statements.js';

/** @type {WeakMap<Translator, Set<TSESTree.CallExpression>>} */
const flowsByTranslator = new WeakMap();

/**
 * @param {Translator} translator
 * @returns {Set<TSESTree.CallExpression>} The calls of `async` that its function does without now.
 */
export function flowsOf(translator) {
  const known = flowsByTranslator.get(translator) ?? new Set();
  flowsByTranslator.set(translator, known);
  return known;
}

/**
 * @param {PatternContext} context
 * @param {readonly TSESTree.CallExpression[]} converted
 * @returns {Edit[]} Takes out the imports of `async` that nothing uses any more.
 */
export function removeImports({ sourceCode }, converted) {
  const callees = converted.map(({ callee }) => callee);
  const names = nodesOfType(sourceCode, 'Identifier').filter((node) =>
    callees.some((callee) => isWithin(node, callee)),
  );
  const variables = new Set(names.map((node) => findVariable(sourceCode, node, node.name)));
  return [...variables].flatMap((variable) => {
    const uses = variable?.references.filter((reference) => !reference.init) ?? [];
    const isUnused = uses.every(({ identifier }) =>
      callees.some((callee) => isWithin(/** @type {TSESTree.Node} */ (identifier), callee)),
    );
    const [first] = uses;
    const origin =
      first && resolveOrigin(sourceCode, /** @type {TSESTree.Node} */ (first.identifier));
    return variable && isUnused && origin?.kind === 'module' && /^async(?:\/|$)/u.test(origin.name)
      ? (removeDeclaration(sourceCode, variable) ?? [])
      : [];
  });
}
