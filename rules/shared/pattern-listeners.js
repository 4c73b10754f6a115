/** @import { Rule } from 'eslint' */
/** @import { Pattern, PatternContext, Site } from '../../core/contract/pattern.js' */
/** @import { TextEdit } from '../../core/edits/edit.js' */
/** @import { SourceCodeLike } from '../../core/source/source-code.js' */
/** @import { PatternRule } from './pattern-rule.js' */

import { readOptions } from '../../core/contract/options.js';
import { NO_PROJECT, eachSite } from '../../core/contract/pattern.js';
import { EditConflict, resolveEdits } from '../../core/edits/apply.js';
import { createLoader } from './require.js';

const require = createLoader(import.meta.url);

/** A rule takes none of the codemods' options. */
const DEFAULT_OPTIONS = readOptions();

/**
 * @param {Rule.RuleContext} context
 * @param {PatternRule} face
 * @returns {Rule.RuleListener} None for a file without the pattern's words.
 */
export function createListeners(context, face) {
  const { messageOf, suggestionOf, accepts, kindsOf } = face;
  const sourceCode = /** @type {SourceCodeLike} */ (/** @type {unknown} */ (context.sourceCode));
  const pattern = loadPattern(face.pattern);
  if (!pattern.words.test(sourceCode.text)) {
    return {};
  }
  const [ruleOptions] = context.options;
  /** @type {PatternContext} */
  const patternContext = {
    sourceCode,
    options: kindsOf
      ? { ...DEFAULT_OPTIONS, kinds: new Set(kindsOf(ruleOptions)) }
      : DEFAULT_OPTIONS,
    project: NO_PROJECT,
    isTyped: /\.[cm]?tsx?$/u.test(context.filename),
    // A rule reads no other file, so each of them may.
    exportsGenerator: () => true,
  };

  /** @type {Record<string, (node: unknown) => void>} */
  const listeners = {};
  for (const [type, find] of Object.entries(pattern.visit)) {
    listeners[type] = (node) => {
      const found = find(node, patternContext);
      if (!found) {
        return;
      }
      const sites = [...eachSite(found)];
      const reported = sites.filter(isReported);
      for (const site of face.nests ? outermostOf(reported) : reported) {
        report(site, togetherWith(site, sites, face.nests === true));
      }
    };
  }
  return listeners;

  /**
   * @param {Site} site
   * @returns {boolean}
   */
  function isReported(site) {
    return messageOf(site) !== undefined && (!accepts || accepts(ruleOptions, site));
  }

  /**
   * @param {Site} site
   * @param {readonly Site[]} planned What is repaired with it.
   */
  function report(site, planned) {
    const { plan } = site;
    const planEdits = plan && editsOf(patternContext, pattern, planned);
    const edits = planEdits && isInOneBlock(site.node, planEdits) ? planEdits : undefined;
    /** @param {Rule.RuleFixer} fixer */
    const fix = (fixer) =>
      (edits ?? []).map(({ range, text }) => fixer.replaceTextRange([...range], text));
    context.report({
      node: /** @type {Rule.Node} */ (face.reportedNodeOf?.(site) ?? site.node),
      messageId: /** @type {string} */ (messageOf(site)),
      data: { ...site.data },
      ...(edits && plan?.safe && { fix }),
      ...(edits &&
        !plan?.safe &&
        suggestionOf && {
          suggest: [{ messageId: suggestionOf(site, planned), data: { ...site.data }, fix }],
        }),
    });
  }
}

/** @type {Map<string, Pattern>} */
const patterns = new Map();

/**
 * @param {string} name
 * @returns {Pattern}
 */
function loadPattern(name) {
  let pattern = patterns.get(name);
  if (!pattern) {
    const exported = require(`../../core/patterns/${name}.js`);
    pattern = exported[name.replaceAll(/-(\w)/gu, (_, letter) => letter.toUpperCase())];
    patterns.set(name, /** @type {Pattern} */ (pattern));
  }
  return /** @type {Pattern} */ (pattern);
}

/**
 * @param {readonly Site[]} sites
 * @returns {Site[]} Those that lie in no other.
 */
function outermostOf(sites) {
  return sites.filter(
    (site) => !sites.some((other) => other !== site && contains(other.node, site.node)),
  );
}

/**
 * @param {Site} site
 * @param {readonly Site[]} sites
 * @param {boolean} nests
 * @returns {Site[]} The site, where sites nest those in it that have a plan, and whatever converts only
 *   with one of them.
 */
function togetherWith(site, sites, nests) {
  const planned = sites.filter(({ plan }) => plan);
  let together = [site];
  for (let size = 0; size < together.length;) {
    size = together.length;
    const known = together;
    together = planned.filter((other) =>
      known.some(
        (one) =>
          one === other ||
          (nests && contains(one.node, other.node)) ||
          (one.plan?.group && one.plan.group === other.plan?.group),
      ),
    );
  }
  return together;
}

/**
 * @param {Site['node']} outer
 * @param {Site['node']} inner
 * @returns {boolean} True for the node itself too.
 */
function contains(outer, inner) {
  return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
}

/**
 * A parser of components may put scripts and elements into the body of the program, as that of Svelte
 * does: what stands before or after the statements of a script is no code there.
 *
 * @param {Site['node']} node
 * @param {readonly TextEdit[]} edits
 * @returns {boolean} Whether all edits are within what of the program holds the node, if that is no
 *   statement.
 */
function isInOneBlock(node, edits) {
  let block = /** @type {any} */ (node);
  while (block.parent && block.parent.type !== 'Program') {
    block = block.parent;
  }
  if (!/^Svelte/u.test(block.type)) {
    return true;
  }
  const isScript = block.type === 'SvelteScriptElement';
  const start = isScript ? block.startTag.range[1] : block.range[0] + 1;
  const end = isScript ? block.endTag.range[0] : block.range[1] - 1;
  return edits.every(({ range }) => start <= range[0] && range[1] <= end);
}

/**
 * @param {PatternContext} context
 * @param {Pattern} pattern
 * @param {readonly Site[]} sites
 * @returns {TextEdit[] | undefined} Undefined where the plans of the sites contradict each other.
 */
function editsOf(context, pattern, sites) {
  const left = pattern.cleanUp?.(context, sites) ?? [];
  try {
    return resolveEdits(context.sourceCode, [
      ...sites.flatMap(({ plan }) => plan?.edits ?? []),
      ...left,
    ]);
  } catch (error) {
    if (error instanceof EditConflict) {
      return undefined;
    }
    throw error;
  }
}
