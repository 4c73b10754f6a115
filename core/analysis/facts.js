/** @import { SourceCodeLike } from '../source/source-code.js' */

/**
 * Facts about a file are computed when first asked for and kept for every later question. The tree
 * is the key: it is new for each file in every host, while oxlint reuses its scope manager.
 *
 * @type {WeakMap<object, Map<(sourceCode: SourceCodeLike) => unknown, unknown>>}
 */
const factsByTree = new WeakMap();

/**
 * @template Fact
 * @param {(sourceCode: SourceCodeLike) => Fact} compute
 * @returns {(sourceCode: SourceCodeLike) => Fact} The same question, answered once per file.
 */
export function oncePerFile(compute) {
  return (sourceCode) => {
    let facts = factsByTree.get(sourceCode.ast);
    if (!facts) {
      facts = new Map();
      factsByTree.set(sourceCode.ast, facts);
    }
    let fact = facts.get(compute);
    if (fact === undefined && !facts.has(compute)) {
      fact = compute(sourceCode);
      facts.set(compute, fact);
    }
    return /** @type {Fact} */ (fact);
  };
}
