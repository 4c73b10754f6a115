/** @import { Rule } from 'eslint' */
/** @import { Pattern, PatternContext, Site } from '../../core/contract/pattern.js' */
/** @import { SourceCodeLike } from '../../core/source/source-code.js' */

import { readOptions } from '../../core/contract/options.js';
import { NO_PROJECT, eachSite } from '../../core/contract/pattern.js';
import { resolveEdits } from '../../core/edits/apply.js';

const REPOSITORY_DOCS =
  'https://github.com/eslint-plugin-async-perf/eslint-plugin-async-perf/blob/main/docs';

/**
 * @typedef {object} PatternRule
 * @property {string} name The rule's name, its file's and its page's.
 * @property {Pattern} pattern
 * @property {Omit<Rule.RuleMetaData, 'docs' | 'languages'> & { docs: { description: string, recommended?: boolean } }} meta
 * @property {(site: Site) => string | undefined} messageOf The message for a site; undefined for a
 *   site that is not this rule's to report.
 * @property {(site: Site) => string} [suggestionOf] The message of the suggestion for a plan that a
 *   person has to judge.
 * @property {(options: any, site: Site) => boolean} [accepts] Whether the rule's own options want
 *   the site reported.
 */

/**
 * Makes an ESLint rule that reports what a pattern finds. The traversal is ESLint's; the rule only
 * says which message a site gets.
 *
 * @param {PatternRule} face
 * @returns {Rule.RuleModule}
 */
export function createPatternRule({ name, pattern, meta, messageOf, suggestionOf, accepts }) {
  return {
    meta: {
      ...meta,
      docs: /** @type {NonNullable<Rule.RuleMetaData['docs']>} */ ({
        ...meta.docs,
        url: `${REPOSITORY_DOCS}/rules/${name}.md`,
        // What the rule and the codemods have in common: it links their pages.
        pattern: pattern.name,
      }),
      languages: ['js/js'],
    },
    create(context) {
      const sourceCode = /** @type {SourceCodeLike} */ (
        /** @type {unknown} */ (context.sourceCode)
      );
      if (!pattern.words.test(sourceCode.text)) {
        return {};
      }
      const [ruleOptions] = context.options;
      /** @type {PatternContext} */
      const patternContext = { sourceCode, options: readOptions(), project: NO_PROJECT };

      /** @type {Record<string, (node: unknown) => void>} */
      const listeners = {};
      for (const [type, find] of Object.entries(pattern.visit)) {
        listeners[type] = (node) => {
          for (const site of eachSite(find(node, patternContext))) {
            report(site);
          }
        };
      }
      return listeners;

      /** @param {Site} site */
      function report(site) {
        const messageId = messageOf(site);
        if (messageId === undefined || (accepts && !accepts(ruleOptions, site))) {
          return;
        }
        const { plan } = site;
        /** @param {Rule.RuleFixer} fixer */
        const fix = (fixer) =>
          resolveEdits(sourceCode, plan?.edits ?? []).map(({ range, text }) =>
            fixer.replaceTextRange([...range], text),
          );
        context.report({
          node: /** @type {Rule.Node} */ (site.node),
          messageId,
          data: { ...site.data },
          ...(plan?.safe && { fix }),
          ...(plan &&
            !plan.safe &&
            suggestionOf && {
              suggest: [{ messageId: suggestionOf(site), data: { ...site.data }, fix }],
            }),
        });
      }
    },
  };
}
