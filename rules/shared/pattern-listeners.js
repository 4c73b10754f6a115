/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Rule } from 'eslint' */
/** @import { Pattern, PatternContext, Site } from '../../core/contract/pattern.js' */
/** @import { TextEdit } from '../../core/edits/edit.js' */
/** @import { SourceCodeLike } from '../../core/source/source-code.js' */
/** @import { PatternRule } from './pattern-rule.js' */

import { isAbsolute } from '#project-facts';

import { lowerBound } from '../../core/analysis/syntax/cover.js';
import { hasAsyncFunction } from '../../core/analysis/syntax/function-kinds.js';
import { handOverNodes } from '../../core/analysis/syntax/nodes.js';
import { refuseInCypress } from '../../core/analysis/environment/cypress.js';
import { refuseByProject } from '../../core/analysis/environment/output-floor.js';
import { shadowedConstant } from '../../core/analysis/syntax/shadowed-constants.js';
import { readOptions } from '../../core/contract/options.js';
import { NO_PROJECT, eachSite } from '../../core/contract/pattern.js';
import { EditConflict, applyEdits, resolveEdits } from '../../core/edits/apply.js';
import { capturedGlobal } from '../../core/edits/captured-globals.js';
import { movedDirective } from '../../core/edits/directives.js';
import { keepsComments } from '../../core/edits/kept-comments.js';
import { createLoader } from './require.js';

const require = createLoader(import.meta.url);

/** @type {() => typeof import('../../core/analysis/environment/project.js')} */
const loadProject = () => require('../../core/analysis/environment/project.js');

/** @type {() => typeof import('../../core/config/commands.js')} */
const loadCommands = () => require('../../core/config/commands.js');

/** @type {() => typeof import('../../core/plans/files/project-reach.js')} */
const loadReach = () => require('../../core/plans/files/project-reach.js');

/** A rule takes none of the codemods' options. */
const DEFAULT_OPTIONS = readOptions();

/**
 * Of the file that was looked at last: most rules ask alike about the same one.
 *
 * @type {PatternContext | undefined}
 */
let latest;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} filename An absolute path, or the name that the host gives a text without a file.
 * @param {boolean} asksProject
 * @returns {PatternContext}
 */
function contextOf(sourceCode, filename, asksProject) {
  if (latest?.sourceCode !== sourceCode) {
    latest = createContext(sourceCode, filename, { options: DEFAULT_OPTIONS, asksProject });
  }
  return latest;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} filename
 * @param {{ options: PatternContext['options'], asksProject: boolean }} face
 * @returns {PatternContext}
 */
function createContext(sourceCode, filename, { options, asksProject }) {
  const isFile = isAbsolute(filename);
  return {
    sourceCode,
    options,
    // Most files hold nothing that is worth a look at their package.json.
    get project() {
      return isFile ? loadProject().readProject(filename) : NO_PROJECT;
    },
    ...(isFile && { path: filename }),
    isCommand: () => isFile && loadCommands().isCommand(filename),
    isAside: () => isFile && loadCommands().isAside(filename),
    isInBrowser: () => isFile && loadCommands().isInBrowser(filename),
    isForOthers: () => isFile && loadCommands().isForOthers(filename),
    reach: () => (isFile && asksProject ? loadReach().projectReachOf(filename) : undefined),
    isTyped: /\.[cm]?tsx?$/u.test(filename),
    // A rule reads no other file, so each of them may.
    exportsGenerator: () => true,
  };
}

/**
 *     settings: { 'async-perf': { project: true } }
 *
 * @param {Rule.RuleContext['settings']} settings
 * @returns {boolean} Whether the rules may read the other files of the project.
 */
function readSettings(settings) {
  const own = /** @type {{ project?: unknown } | undefined} */ (settings?.['async-perf']);
  return own?.project === true;
}

/**
 * @param {Rule.RuleContext} context
 * @param {PatternRule} face
 * @param {boolean} mayHold Whether the file is known to have what the pattern needs.
 * @returns {Rule.RuleListener} None for a file without the pattern's words.
 */
export function createListeners(context, face, mayHold) {
  const { messageOf, suggestionOf, accepts, kindsOf } = face;
  const sourceCode = /** @type {SourceCodeLike} */ (/** @type {unknown} */ (context.sourceCode));
  const pattern = loadPattern(face.pattern);
  if (!mayHold && !pattern.words.test(sourceCode.text)) {
    return {};
  }
  const [ruleOptions] = context.options;
  const asksProject = readSettings(context.settings);
  const patternContext = kindsOf
    ? createContext(sourceCode, context.filename, {
        options: { ...DEFAULT_OPTIONS, kinds: new Set(kindsOf(ruleOptions)) },
        asksProject,
      })
    : contextOf(sourceCode, context.filename, asksProject);
  /** The edit for sites that are repaired together, by these sites. @type {Map<readonly Site[], TextEdit | undefined>} */
  const repairs = new Map();
  /** @type {Record<string, (node: unknown) => void>} */
  const listeners = {};
  const { gathers } = pattern;
  /** @type {Map<string, TSESTree.Node[]> | undefined} */
  const gathered = gathers && new Map();
  for (const type of gathers ?? []) {
    /** @type {TSESTree.Node[]} */
    const nodes = [];
    gathered?.set(type, nodes);
    listeners[type] = (node) => {
      nodes.push(/** @type {TSESTree.Node} */ (node));
    };
  }
  for (const [type, find] of Object.entries(pattern.visit)) {
    const isLast = gathered !== undefined && type === 'Program';
    listeners[isLast ? 'Program:exit' : type] = (node) => {
      if (isLast) {
        gathered.forEach((nodes, each) => handOverNodes(sourceCode, each, nodes));
      }
      const found = find(node, patternContext);
      if (found) {
        reportAll([...eachSite(found)]);
      }
    };
  }
  return listeners;

  /**
   * @param {readonly Site[]} planned
   * @returns {TextEdit | undefined}
   */
  function repairOf(planned) {
    if (!repairs.has(planned)) {
      const edits = editsOf(patternContext, pattern, planned);
      repairs.set(planned, edits && joinEdits(sourceCode, edits));
    }
    return repairs.get(planned);
  }

  /** @param {readonly Site[]} found */
  function reportAll(found) {
    if (found.length === 0) {
      return;
    }
    const sites = withoutWhatCannotRun(patternContext, pattern, found);
    const togetherWith = createCompany(sites, face.nests === true);
    const reported = sites.filter((site) => isReported(site, togetherWith));
    for (const site of face.nests ? outermostOf(reported) : reported) {
      report(site, togetherWith(site));
    }
  }

  /**
   * @param {Site} site
   * @param {(site: Site) => readonly Site[]} togetherWith
   * @returns {boolean}
   */
  function isReported(site, togetherWith) {
    return (
      messageOf(site) !== undefined &&
      (!accepts || accepts(ruleOptions, site, { sourceCode, togetherWith }))
    );
  }

  /**
   * @param {Site} site
   * @param {readonly Site[]} planned The sites that are repaired with it.
   */
  function report(site, planned) {
    const { plan } = site;
    const repair = plan && repairOf(planned);
    const edit = repair && isInOneBlock(site.node, repair) ? repair : undefined;
    /** @param {Rule.RuleFixer} fixer */
    const fix = (fixer) => (edit ? fixer.replaceTextRange([...edit.range], edit.text) : null);
    const data = onOneLine(site.data);
    context.report({
      node: /** @type {Rule.Node} */ (face.reportedNodeOf?.(site) ?? site.node),
      messageId: /** @type {string} */ (messageOf(site)),
      data,
      ...(edit && plan?.safe && { fix }),
      ...(edit &&
        !plan?.safe &&
        suggestionOf && {
          suggest: [{ messageId: suggestionOf(site, planned), data, fix }],
        }),
    });
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits In source order.
 * @returns {TextEdit | undefined} All of them as one, as ESLint would join them for each report again.
 */
function joinEdits({ text }, edits) {
  const [first] = edits;
  const last = edits.at(-1);
  if (!first || !last) {
    return undefined;
  }
  const [start] = first.range;
  const [, end] = last.range;
  const inner = edits.map((edit) => ({
    ...edit,
    range: /** @type {const} */ ([edit.range[0] - start, edit.range[1] - start]),
  }));
  return { range: [start, end], text: applyEdits(text.slice(start, end), inner) };
}

/**
 * @param {PatternContext} context
 * @param {Pattern} pattern
 * @param {readonly Site[]} sites
 * @returns {readonly Site[]} Without the plans, where the project does not run what they write. A file
 *   with async functions of its own is compiled for the Nodes that lack them, or never meets one.
 */
function withoutWhatCannotRun(context, pattern, sites) {
  const refusal =
    (hasAsyncFunction(context.sourceCode) ? undefined : refuseByProject(context, pattern)) ??
    refuseInCypress(context, pattern);
  return refusal ? sites.map(({ plan, ...site }) => (plan ? { ...site, refusal } : site)) : sites;
}

/**
 * @param {Site['data']} data
 * @returns {Record<string, string>} The same; code of several lines, `Bluebird.promisify`, on one.
 */
function onOneLine(data = {}) {
  return Object.fromEntries(
    Object.entries(data).map(([key, text]) => [key, text.split('\n').reduce(joinLine)]),
  );
}

/**
 * @param {string} lines
 * @param {string} next
 * @returns {string} Both on one line.
 */
function joinLine(lines, next) {
  const line = next.trimStart();
  return `${lines.trimEnd()}${/^\??\./u.test(line) ? '' : ' '}${line}`;
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
  /** @type {Set<Site>} */
  const outermost = new Set();
  let end = -1;
  for (const site of [...sites].sort(compareSites)) {
    if (site.node.range[1] > end) {
      outermost.add(site);
      [, end] = site.node.range;
    }
  }
  return sites.filter((site) => outermost.has(site));
}

/**
 * @param {Site} left
 * @param {Site} right
 * @returns {number} For an order in which a site stands before those in it.
 */
function compareSites({ node: left }, { node: right }) {
  return left.range[0] - right.range[0] || right.range[1] - left.range[1];
}

/**
 * @param {readonly Site[]} sites
 * @param {boolean} nests
 * @returns {(site: Site) => readonly Site[]} Gives the site, where sites nest those in it that have a plan, and
 *   whatever converts only with one of them: one list for all of a group.
 */
function createCompany(sites, nests) {
  const planned = sites.filter(({ plan }) => plan);
  const order = new Map(planned.map((site, index) => [site, index]));
  const sorted = nests ? [...planned].sort(compareSites) : [];
  /** @type {Map<unknown, Site[]>} */
  const byGroup = new Map();
  for (const site of planned) {
    const members = byGroup.get(site.plan?.group);
    if (members) {
      members.push(site);
    } else {
      byGroup.set(site.plan?.group, [site]);
    }
  }
  /** @type {Map<unknown, readonly Site[]>} */
  const companies = new Map();
  return (site) => {
    const group = site.plan?.group ?? site;
    const company = companies.get(group) ?? companyOf(site);
    companies.set(group, company);
    return company;
  };

  /**
   * @param {Site} site
   * @returns {readonly Site[]}
   */
  function companyOf(site) {
    const together = new Set([site]);
    // A set gives those too that are added meanwhile.
    for (const { node, plan } of together) {
      const members = plan?.group === undefined ? [] : (byGroup.get(plan.group) ?? []);
      [...members, ...(nests ? within(node) : [])].forEach((member) => together.add(member));
    }
    return [...together].sort((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
  }

  /** @param {Site['node']} outer */
  function within({ range: [start, end] }) {
    const first = lowerBound(sorted, ({ node }) => node.range[0] >= start);
    const beyond = lowerBound(sorted, ({ node }) => node.range[0] >= end);
    return sorted.slice(first, beyond).filter(({ node }) => node.range[1] <= end);
  }
}

/**
 * A parser of components may put scripts and elements into the body of the program, as that of Svelte
 * does: what stands before or after the statements of a script is no code there.
 *
 * @param {Site['node']} node
 * @param {TextEdit} edit
 * @returns {boolean} Whether the edit is within what of the program holds the node, if that is no statement.
 */
function isInOneBlock(node, { range }) {
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
  return start <= range[0] && range[1] <= end;
}

/**
 * @param {PatternContext} context
 * @param {Pattern} pattern
 * @param {readonly Site[]} sites
 * @returns {TextEdit[] | undefined} Undefined where the plans of the sites contradict each other, lose
 *   a comment, or what they go by or refer to has another meaning.
 */
function editsOf(context, pattern, sites) {
  if (sites.some(({ node }) => shadowedConstant(context.sourceCode, node) !== undefined)) {
    return undefined;
  }
  const left = pattern.cleanUp?.(context, sites) ?? [];
  try {
    const edits = resolveEdits(context.sourceCode, [
      ...sites.flatMap(({ plan }) => plan?.edits ?? []),
      ...left,
    ]);
    return keepsComments(context.sourceCode, edits) &&
      movedDirective(context.sourceCode, applyEdits(context.sourceCode.text, edits), edits) ===
        undefined &&
      capturedGlobal(context.sourceCode, edits) === undefined
      ? edits
      : undefined;
  } catch (error) {
    if (error instanceof EditConflict) {
      return undefined;
    }
    throw error;
  }
}
