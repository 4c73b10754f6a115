/** @import { Rule } from 'eslint' */
/** @import { Site } from '../../core/contract/pattern.js' */
/** @import { SourceCodeLike } from '../../core/source/source-code.js' */

import { pageAddress } from './addresses.js';
import { createLoader } from './require.js';

const require = createLoader(import.meta.url);

/**
 * @typedef {object} PatternRule
 * @property {string} name The rule's name, its file's and its page's.
 * @property {string} pattern The pattern's name, its file's in `core/patterns/`. The file is loaded
 *   when a text may hold the pattern.
 * @property {string} [rewrittenAs] The pattern whose codemods rewrite what is reported, where it is
 *   another one.
 * @property {(sourceCode: SourceCodeLike, options: any) => boolean} [mayHold] Whether the file may hold
 *   the pattern, by its scopes and the rule's own options: asked before anything is searched or visited. Without
 *   it the pattern's words decide alone.
 * @property {(options: any) => readonly string[]} [kindsOf] The kinds of sites that the rule's own options
 *   ask for, where looking for the others costs something.
 * @property {Omit<Rule.RuleMetaData, 'docs' | 'languages'> & { docs: { description: string, recommended?: boolean, usesTypes?: boolean } }} meta
 *   `usesTypes`: it asks for types, and does without.
 * @property {(site: Site) => string | undefined} messageOf The message for a site; undefined for a
 *   site that is not this rule's to report.
 * @property {(site: Site, planned: readonly Site[]) => string} [suggestionOf] The message of the
 *   suggestion for a plan that a person has to judge, by what is repaired together.
 * @property {(options: any, site: Site, file: { sourceCode: SourceCodeLike, togetherWith: (site: Site) => readonly Site[] }) => boolean} [accepts]
 *   Whether the rule's own options want the site reported.
 * @property {(site: Site) => Site['node']} [reportedNodeOf] The node that is underlined, if it is not the whole site.
 * @property {boolean} [nests] Whether sites lie within others of their kind: the outermost is reported
 *   alone, and its suggestion converts what is in it, and what converts only together with it.
 */

/**
 * Loaded for the first file that may hold a pattern.
 *
 * @type {typeof import('./pattern-listeners.js').createListeners | undefined}
 */
let createListeners;

/** The listeners of a rule in a file that cannot hold its pattern. */
const NOTHING = Object.freeze({});

/**
 * Makes an ESLint rule that reports what a pattern finds. The traversal is ESLint's; the rule only
 * says which message a site gets.
 *
 * @param {PatternRule} face
 * @returns {Rule.RuleModule}
 */
export function createPatternRule(face) {
  const { name, pattern, rewrittenAs = pattern, meta, mayHold } = face;
  return {
    meta: {
      ...meta,
      docs: /** @type {NonNullable<Rule.RuleMetaData['docs']>} */ ({
        ...meta.docs,
        url: pageAddress(`rules/${name}.md`),
        dialects: ['JavaScript', 'TypeScript'],
        // The name that the rule and the codemods share: it links their pages.
        pattern: rewrittenAs,
      }),
      languages: ['js/js'],
    },
    create(context) {
      const sourceCode = /** @type {SourceCodeLike} */ (
        /** @type {unknown} */ (context.sourceCode)
      );
      const isAsked = mayHold !== undefined && hasScopes(sourceCode);
      if (isAsked && !mayHold(sourceCode, context.options[0])) {
        return NOTHING;
      }
      createListeners ??= /** @type {typeof import('./pattern-listeners.js')} */ (
        require('./pattern-listeners.js')
      ).createListeners;
      return createListeners(context, face, isAsked);
    },
  };
}

/**
 * The file that was asked about last: all rules ask about it, one after the other.
 *
 * @type {{ sourceCode: SourceCodeLike | undefined, hasScopes: boolean }}
 */
const latest = { sourceCode: undefined, hasScopes: false };

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the host has built the scopes; oxlint builds them when they are asked for,
 *   and the tree with them.
 */
function hasScopes(sourceCode) {
  if (latest.sourceCode !== sourceCode) {
    latest.sourceCode = sourceCode;
    latest.hasScopes = Boolean(Object.getOwnPropertyDescriptor(sourceCode, 'scopeManager')?.value);
  }
  return latest.hasScopes;
}
