/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Scope, ScopeManager, Variable } from '@typescript-eslint/scope-manager' */
/** @import { Tree } from './normalise.js' */

import { analyze } from '@typescript-eslint/scope-manager';

import { parse } from './parse.js';
import { timed } from '../contract/timing.js';

/**
 * The part of ESLint's `SourceCode` that the analysis reads. ESLint hands in its own; elsewhere
 * `createSourceCode` makes one.
 *
 * @typedef {object} SourceCodeLike
 * @property {string} text Without the byte order mark.
 * @property {TSESTree.Program} ast
 * @property {Readonly<Record<string, readonly string[]>>} visitorKeys
 * @property {ReadonlyMap<string, readonly TSESTree.Node[]> | undefined} [nodesByType] All in source order, where a look at
 *   every node has been taken already.
 * @property {() => Iterable<{ phase?: number, target: unknown }>} [traverse] The steps of a host that has gone
 *   through the file.
 * @property {ScopeManager | null} scopeManager
 * @property {(node: TSESTree.Node) => Scope} getScope The innermost scope that holds the node.
 * @property {(node: TSESTree.Node) => readonly Variable[]} getDeclaredVariables
 * @property {Readonly<Record<string, unknown>>} [parserServices] Further offers of the host's parser.
 */

/** @implements {SourceCodeLike} */
class ParsedSource {
  /** @type {ScopeManager | undefined} */
  #scopeManager;

  /** The innermost scope of each node that has one. @type {Map<TSESTree.Node, Scope> | undefined} */
  #scopes;

  /**
   * @param {string} text
   * @param {Tree} tree
   */
  constructor(text, { ast, visitorKeys, nodesByType }) {
    this.text = text;
    this.ast = ast;
    this.visitorKeys = visitorKeys;
    this.nodesByType = nodesByType;
  }

  /** Scopes cost as much as half a parse: they are built for files with a candidate only. */
  get scopeManager() {
    const { ast, visitorKeys } = this;
    this.#scopeManager ??= timed('scopes', () =>
      analyze(ast, {
        childVisitorKeys: /** @type {any} */ (visitorKeys),
        // Babel says `commonjs` for `.cjs`; the scope manager knows that goal as `globalReturn`.
        globalReturn: ast.sourceType !== 'module' && looksLikeCommonJs(this.text),
        jsxPragma: null,
        lib: [],
        sourceType: ast.sourceType === 'module' ? 'module' : 'script',
      }),
    );
    return this.#scopeManager;
  }

  /**
   * The same search as ESLint's own `SourceCode#getScope`.
   *
   * @param {TSESTree.Node} node
   * @returns {Scope}
   */
  getScope(node) {
    this.#scopes ??= new Map(this.scopeManager.scopes.map((scope) => [scope.block, scope]));
    let current = node.type === 'Program' ? undefined : /** @type {TSESTree.Node} */ (node);
    for (; current; current = current.parent) {
      const scope = this.#scopes.get(current);
      if (scope) {
        return scope;
      }
    }
    return /** @type {Scope} */ (this.scopeManager.scopes[0]);
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {readonly Variable[]}
   */
  getDeclaredVariables(node) {
    return this.scopeManager.getDeclaredVariables(node);
  }
}

/**
 * Node runs a file without `import` and `export` inside a function: its top-level variables are no
 * globals. A script of a page shares them with other scripts; nothing but its text tells the two
 * apart.
 *
 * @param {string} text
 * @returns {boolean}
 */
function looksLikeCommonJs(text) {
  return /\brequire\s*\(|\bmodule\.exports\b|\bexports\s*[.[]|\bexports\s*=/u.test(text);
}

/**
 * @param {string} text Without the byte order mark.
 * @param {string} [path]
 * @returns {SourceCodeLike}
 * @throws {import('./parse.js').SourceSyntaxError}
 */
export function createSourceCode(text, path) {
  return new ParsedSource(
    text,
    timed('parse', () => parse(text, path)),
  );
}
