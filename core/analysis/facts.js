/** @import { SourceCodeLike } from '../source/source-code.js' */

/** @typedef {Map<(sourceCode: SourceCodeLike) => unknown, unknown>} Facts */

/**
 * Facts about a file are computed when first asked for and kept for every later question. The tree
 * is the key: it is new for each file in every host, while oxlint reuses its scope manager.
 *
 * @type {WeakMap<object, Facts>}
 */
const factsByTree = new WeakMap();

/**
 * What is known of the tree that was asked about last: mostly the next question is about it too.
 *
 * @type {{ tree: object | undefined, facts: Facts }}
 */
const latest = { tree: undefined, facts: new Map() };

/**
 * @template Fact
 * @param {(sourceCode: SourceCodeLike) => Fact} compute
 * @returns {(sourceCode: SourceCodeLike) => Fact} The same question, answered once per file.
 */
export function oncePerFile(compute) {
  return (sourceCode) => {
    const facts = factsOf(sourceCode.ast);
    let fact = facts.get(compute);
    if (fact === undefined && !facts.has(compute)) {
      fact = compute(sourceCode);
      facts.set(compute, fact);
    }
    return /** @type {Fact} */ (fact);
  };
}

/**
 * @param {object} tree
 * @returns {Facts}
 */
function factsOf(tree) {
  if (latest.tree === tree) {
    return latest.facts;
  }
  let facts = factsByTree.get(tree);
  if (!facts) {
    facts = new Map();
    factsByTree.set(tree, facts);
  }
  latest.tree = tree;
  latest.facts = facts;
  return facts;
}
