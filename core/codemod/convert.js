/** @import { Edit, TextEdit } from '../edits/edit.js' */
/** @import { ObligationId } from '../contract/obligations.js' */
/** @import { Blame, Ground, Pattern, PatternContext, Refusal, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { ParsedText } from './joined-lines.js' */

import { isInCompilerHelper } from '../analysis/environment/compiler-helpers.js';
import { isOlder } from '../analysis/environment/compilers.js';
import { refuseInCypress } from '../analysis/environment/cypress.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { refuseByProject } from '../analysis/environment/output-floor.js';
import { requireProject } from '../analysis/environment/project.js';
import { shadowedConstant } from '../analysis/syntax/shadowed-constants.js';
import { missingEvidence } from '../contract/obligations.js';
import { readOptions } from '../contract/options.js';
import { eachSite } from '../contract/pattern.js';
import { describeRefusal } from '../contract/refusals.js';
import { isSlowForm } from '../contract/slow-forms.js';
import { EditConflict, applyEdits, resolveEdits } from '../edits/apply.js';
import { capturedGlobal } from '../edits/captured-globals.js';
import { movedDirective } from '../edits/directives.js';
import { keepsComments, touchComment } from '../edits/kept-comments.js';
import { SourceSyntaxError, parsePlainly, toleratedErrors } from '../source/parse.js';
import { createSourceCode } from '../source/source-code.js';
import { timed } from '../contract/timing.js';
import { placeOfQuoted, placeToBlame } from './blame.js';
import { namesCypress } from './cypress-helpers.js';
import { joinsLines } from './joined-lines.js';
import { keepsGenerator } from './kept-generators.js';
import { layOut } from './layout/rounds.js';
import { explainOverflow } from './overflow.js';
import { exportsGenerator } from './siblings.js';
import { switchedOff } from './switched-off.js';
import { libraryFacts } from './library-exports.js';

// A run that reads all files first asks this of each.
export { requireProject };

/**
 * @typedef {object} Codemod
 * @property {string} name The file's name in `codemods/`.
 * @property {readonly Pattern[]} patterns
 * @property {(files: readonly ProjectFile[], options: Readonly<Record<string, unknown>>) => ProjectPlan} [planProject]
 *   Gathers what all files show, before the first of them is converted.
 * @property {string} [againBehind] The codemod behind which it runs once more: what that one writes may
 *   free what this one left.
 * @property {readonly string[]} [freedBy] The codemods that may free, in the files that they change, what
 *   it left; it is one of them itself where it leaves what lies in what it converts.
 * @property {readonly string[]} [kinds] The forms that it converts unless `--kinds` names others; all
 *   if there is no list.
 */

/**
 * @typedef {object} ProjectFile
 * @property {string} path Absolute.
 * @property {string} source
 */

/**
 * @typedef {object} ProjectPlan
 * @property {(path: string) => Partial<PatternContext>} factsFor The facts that a file's patterns may ask for.
 * @property {readonly (readonly [string, string])[]} together Files that change together or not at all.
 */

/**
 * The result for a site.
 *
 * @typedef {object} SiteResult
 * @property {string} pattern
 * @property {string} kind
 * @property {number} line 1-based.
 * @property {number} column 1-based.
 * @property {{ line: number, column: number }} end Of what it is about, 1-based, behind its last
 *   character.
 * @property {'converted' | 'refused'} status
 * @property {string} [reason] A code of `docs/refusals.md`.
 * @property {string} [subject] The code that the reason is about.
 * @property {string} [message]
 * @property {string} [advice] The next step.
 * @property {Blame} [blame] Where to look for what is to blame.
 * @property {readonly ObligationId[]} assumes The obligations on which it rests without their being shown.
 * @property {readonly (Ground & { line: number, column: number })[]} grounds The code that these are about, as far
 *   as it is known, and its place.
 */

/**
 * @typedef {object} Conversion
 * @property {string} source The new text; the old one, byte for byte, if nothing changed.
 * @property {boolean} changed
 * @property {SiteResult[]} sites In source order.
 * @property {readonly TextEdit[]} edits The edits of the old text, without its byte order mark.
 * @property {SiteResult | undefined} [late] One that was planned, and refused for what its text would
 *   have been: other files may have been planned with it.
 * @property {{ message: string, line: number, column: number }} [error] The file does not parse and
 *   was left alone. The line is 1-based, the column too.
 */

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Converts one file. Nothing is read but the nearest package.json, nothing is written.
 *
 * @param {{ path?: string | undefined, source: string }} file
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} [rawOptions] As on the command line.
 * @param {Partial<PatternContext>} [facts] The facts that a plan of the project has.
 * @returns {Conversion}
 * @throws {import('../contract/options.js').OptionError}
 */
export function convert({ path, source }, codemod, rawOptions, facts) {
  const options = readOptions(rawOptions);
  const unchanged = { source, changed: false, sites: [], edits: [] };
  const hasMark = source.startsWith(BYTE_ORDER_MARK);
  // Old Mac OS ended lines so. Every place stays the same, and no other line end is there to be confused with.
  const hasLoneReturns = source.includes('\r') && !source.includes('\n');
  const lines = hasLoneReturns ? source.replaceAll('\r', '\n') : source;
  const text = hasMark ? lines.slice(1) : lines;
  const patterns = timed('pretest', () => codemod.patterns.filter(({ words }) => words.test(text)));
  if (patterns.length === 0) {
    return unchanged;
  }
  try {
    const rewritten = rewrite({ path, text }, { codemod, patterns, options, facts });
    const { output: changed, ...more } = rewritten;
    const output = hasLoneReturns ? changed.replaceAll('\n', '\r') : changed;
    return changed === text
      ? { ...unchanged, ...more, edits: [] }
      : { source: hasMark ? BYTE_ORDER_MARK + output : output, changed: true, ...more };
  } catch (error) {
    // Code that the parser still manages may be nested too deeply for the analysis.
    return { ...unchanged, error: explainOverflow(error, { path, source }) ?? toPosition(error) };
  }
}

/**
 * @param {{ path?: string | undefined, text: string }} file
 * @param {object} how
 * @param {Codemod} how.codemod
 * @param {Pattern[]} how.patterns The patterns whose words are in the text.
 * @param {PatternContext['options']} how.options
 * @param {Partial<PatternContext> | undefined} how.facts
 * @returns {{ output: string } & Pick<Conversion, 'edits' | 'late' | 'sites'>}
 */
function rewrite({ path, text }, { codemod, patterns, options, facts }) {
  const sourceCode = createSourceCode(text, path);
  const project = requireProject(path);
  /** @type {PatternContext} */
  const context = {
    sourceCode,
    options,
    project,
    ...(path !== undefined && { path }),
    isTyped: /\.[cm]?tsx?$/u.test(path ?? ''),
    keepsGenerator: (key) => keepsGenerator(project.manifest, path, key),
    namesCypress: (specifier) => namesCypress(path, specifier),
    exportsGenerator: (specifier, keys) => exportsGenerator(path, specifier, keys),
    ...libraryFacts(path, project),
    ...facts,
  };
  const kinds = options.kinds ?? (codemod.kinds && new Set(codemod.kinds));
  const found = patterns.flatMap((pattern) =>
    timed('analysis', () => findSites(pattern, context))
      .filter(({ kind }) => !kinds || kinds.has(kind))
      .map((site) => ({ pattern, site })),
  );
  refuseOldEngines(context, found);
  refuseUnproven(
    options,
    found.map(({ site }) => site),
  );
  refuseSlower(
    options,
    codemod.name,
    found.map(({ site }) => site),
  );
  refuseShadowed(
    sourceCode,
    found.map(({ site }) => site),
  );
  refuseOthers(
    context,
    found.map(({ site }) => site),
  );
  const planned = found.filter(({ site }) => site.plan);
  // Other files may have been planned with what a comment keeps: it is told as what its text refuses.
  refuseSwitchedOff(sourceCode, found);
  const { output, edits } = timed('edits', () => writeSites(context, path, found));
  const late = planned.find(({ site }) => !site.plan);
  const sites = found
    .map(({ pattern, site }) => toResult(context, pattern, site))
    .sort((left, right) => left.line - right.line || left.column - right.column);
  return { output, edits, sites, late: late && toResult(context, late.pattern, late.site) };
}

/**
 * @param {Pattern} pattern
 * @param {PatternContext} context
 * @returns {Site[]} In source order, an outer site before those within it.
 */
export function findSites(pattern, context) {
  /** @type {Site[]} */
  const sites = [];
  for (const [type, find] of Object.entries(pattern.visit)) {
    for (const node of nodesOfType(context.sourceCode, /** @type {'Program'} */ (type))) {
      sites.push(...eachSite(find(node, context)));
    }
  }
  return sites
    .filter(({ node }) => !isInCompilerHelper(context.sourceCode, node))
    .sort((left, right) => left.node.range[0] - right.node.range[0]);
}

/**
 * @param {PatternContext} context
 * @param {{ pattern: Pattern, site: Site }[]} found The plans are replaced where the output could not
 *   run.
 */
function refuseOldEngines(context, found) {
  const sites = found.map(({ site }) => site);
  for (const { pattern, site } of found) {
    const refusal =
      site.plan && (refuseByProject(context, pattern) ?? refuseInCypress(context, pattern));
    if (refusal) {
      refuse(sites, site, refusal);
    }
  }
}

/**
 * @param {PatternContext['options']} options
 * @param {Site[]} sites The plans are replaced where they rest on what has to be shown.
 */
function refuseUnproven({ assumable }, sites) {
  for (const site of sites) {
    const missing = site.plan?.assumes.find((id) => !assumable.has(id));
    if (missing !== undefined) {
      const ground = site.plan?.grounds?.find(({ obligation }) => obligation === missing);
      refuse(sites, site, missingEvidence(missing, ground?.subject));
    }
  }
}

/**
 * @param {PatternContext['options']} options
 * @param {string} codemod
 * @param {Site[]} sites The plans are replaced where the output would be much slower and nobody asked for it.
 */
function refuseSlower({ leavesSlower }, codemod, sites) {
  for (const site of leavesSlower ? sites : []) {
    if (site.plan && isSlowForm(codemod, site.kind)) {
      refuse(sites, site, { reason: 'slower' });
    }
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Site[]} sites The plans are replaced where a name that they use or go by means something else.
 */
function refuseShadowed(sourceCode, sites) {
  for (const site of sites) {
    const name = site.plan && shadowedConstant(sourceCode, site.node);
    if (name !== undefined) {
      refuse(sites, site, { reason: 'constant-as-name', subject: `\`${name}\`` });
    }
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ pattern: Pattern, site: Site }[]} found The plans are replaced where a comment switches off the rule that
 *   reports the site.
 */
function refuseSwitchedOff(sourceCode, found) {
  const sites = found.map(({ site }) => site);
  const commentAt = switchedOff(sourceCode);
  for (const { pattern, site } of found) {
    const comment = site.plan && commentAt(pattern.name, site.node.loc.start.line);
    if (comment !== undefined) {
      refuse(sites, site, { reason: 'switched-off', subject: `\`${comment}\`` });
    }
  }
}

/**
 * @param {PatternContext} context
 * @param {Site[]} sites The plans of those that were not chosen, or were taken back, are taken from them.
 */
function refuseOthers({ options, path }, sites) {
  for (const site of sites) {
    const { line, column } = site.node.loc.start;
    if (site.plan && options.sites && !options.sites.has(`${line}:${column + 1}`)) {
      refuse(sites, site, { reason: 'not-chosen' });
    }
    if (site.plan && options.isTakenBack?.(path, { line, column: column + 1 })) {
      refuse(sites, site, { reason: 'taken-back' });
    }
  }
}

/**
 * @param {PatternContext} context
 * @param {string | undefined} path
 * @param {{ pattern: Pattern, site: Site }[]} found Sites that cannot be written together are refused.
 * @returns {{ output: string, edits: TextEdit[] }}
 */
function writeSites(context, path, found) {
  const { sourceCode } = context;
  const sites = found.map(({ site }) => site);
  for (;;) {
    const planned = sites.filter(({ plan }) => plan);
    const patterns = new Set(found.map(({ pattern }) => pattern));
    const left = [...patterns].flatMap((pattern) => pattern.cleanUp?.(context, planned) ?? []);
    let edits = tryResolve(sourceCode, [...editsOf(planned), ...left]);
    if (!edits) {
      const together = resolveTogether(sourceCode, sites);
      if (planned.some(({ plan }) => !plan)) {
        continue;
      }
      // An edit that only tidies up gives way to a conversion of the same text. One that conversions need does not.
      if (!left.every((edit) => 'text' in edit && edit.text === '')) {
        planned.forEach((site) => refuse(sites, site, { reason: 'conflicting-sites' }));
        continue;
      }
      edits = together;
    }
    const output = applyEdits(sourceCode.text, edits);
    /** @type {ParsedText | undefined} */
    let parsed;
    const refusal = refuseEdits(context, path, edits, output, (after) => {
      parsed = after;
    });
    if (!refusal) {
      return parsed ? layOut(sourceCode, path, edits, parsed) : { output, edits };
    }
    const refusals = planned.map(({ plan }) => {
      const own = resolveEdits(sourceCode, plan?.edits ?? []);
      return refuseEdits(context, path, own, applyEdits(sourceCode.text, own));
    });
    const areAllRight = refusals.every((each) => each === undefined);
    planned.forEach((site, index) => {
      const own = areAllRight ? refusal : refusals[index];
      if (own) {
        refuse(sites, site, own);
      }
    });
  }
}

/**
 * @param {PatternContext} context
 * @param {string | undefined} path
 * @param {readonly TextEdit[]} edits
 * @param {string} output The text after them.
 * @param {(parsed: ParsedText) => void} [take] Gets what the output is.
 * @returns {Refusal | undefined} If they lose a comment, move a directive, mean a variable by the name of a global, or what
 *   they write is not what was planned.
 */
function refuseEdits(context, path, edits, output, take) {
  const { sourceCode } = context;
  if (!keepsComments(sourceCode, edits)) {
    return { reason: 'comment-in-the-way' };
  }
  const directive = movedDirective(sourceCode, output, edits);
  if (directive !== undefined) {
    return { reason: 'directive-moved', subject: `\`${directive}\`` };
  }
  const captured = capturedGlobal(sourceCode, edits);
  if (captured !== undefined) {
    return { reason: 'name-clash', subject: `\`${captured}\`` };
  }
  const refusal =
    output === sourceCode.text ? undefined : refuseOutput(context, path, output, take);
  return refusal?.reason === 'output-does-not-parse' && touchComment(sourceCode, edits)
    ? { reason: 'comment-in-the-way' }
    : refusal;
}

/**
 * @param {PatternContext} context
 * @param {string | undefined} path
 * @param {string} output
 * @param {((parsed: ParsedText) => void) | undefined} take
 * @returns {Refusal | undefined} If the text is no program, or another one than was planned.
 */
function refuseOutput(context, path, output, take) {
  const { ast, text } = context.sourceCode;
  if (
    context.isTyped &&
    output.split('promisify').length > text.split('promisify').length &&
    isOlder(context, '@types/node', '8.0.0')
  ) {
    return { reason: 'compiler-too-old', subject: '`util.promisify` (package.json)' };
  }
  try {
    const after = {
      ast: timed('verification', () => parsePlainly(output, path, ast.sourceType === 'script')),
      text: output,
    };
    const [error, ...more] = toleratedErrors(after.ast);
    if (error && more.length >= toleratedErrors(ast).length) {
      throw error;
    }
    take?.(after);
    return joinsLines({ ast, text }, after) ? { reason: 'output-joins-lines' } : undefined;
  } catch (error) {
    const { message } = toPosition(error);
    const taken = /^Identifier '(?<name>.+)' has already been declared/u.exec(message)?.groups;
    if (taken) {
      return { reason: 'name-clash', subject: `\`${taken['name']}\`` };
    }
    return message.includes(" 'await'")
      ? { reason: 'await-as-name' }
      : { reason: 'output-does-not-parse', subject: message };
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Site[]} sites A site that wants the text of an earlier one is refused.
 * @returns {TextEdit[]} The edits of the others.
 */
function resolveTogether(sourceCode, sites) {
  for (;;) {
    const planned = sites.filter(({ plan }) => plan);
    const edits = tryResolve(sourceCode, editsOf(planned));
    if (edits) {
      return edits;
    }
    const clashing = planned.find(
      (_, index) => !tryResolve(sourceCode, editsOf(planned.slice(0, index + 1))),
    );
    refuse(sites, /** @type {Site} */ (clashing), { reason: 'conflicting-sites' });
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Edit[]} edits
 * @returns {TextEdit[] | undefined} Undefined if two of them want the same text.
 */
function tryResolve(sourceCode, edits) {
  try {
    return resolveEdits(sourceCode, edits);
  } catch (error) {
    if (error instanceof EditConflict) {
      return undefined;
    }
    throw error;
  }
}

/**
 * @param {Site[]} sites
 * @returns {Edit[]}
 */
function editsOf(sites) {
  /** @type {Edit[]} */
  const edits = [];
  for (const { plan } of sites) {
    if (plan) {
      edits.push(...plan.edits);
    }
  }
  return edits;
}

/**
 * @param {Site[]} sites
 * @param {Site} site Refused together with the sites that are converted only with it.
 * @param {Refusal} refusal
 */
function refuse(sites, site, refusal) {
  const group = site.plan?.group;
  const refused = sites.filter(
    (other) => other === site || (group !== undefined && other.plan?.group === group),
  );
  const gone = refused.flatMap(({ plan }) => plan ?? []);
  for (const other of refused) {
    delete other.plan;
    other.refusal = refusal;
  }
  for (const other of sites) {
    if (other.plan?.requires?.some((plan) => gone.includes(plan))) {
      refuse(sites, other, refusal);
    }
  }
}

/**
 * @param {PatternContext} context
 * @param {Pattern} pattern
 * @param {Site} site
 * @returns {SiteResult}
 */
function toResult(context, pattern, { node, kind, plan, refusal }) {
  const { start, end } = node.loc;
  return {
    pattern: pattern.name,
    kind,
    line: start.line,
    column: start.column + 1,
    end: { line: end.line, column: end.column + 1 },
    status: plan ? 'converted' : 'refused',
    ...(refusal && {
      reason: refusal.reason,
      ...(refusal.subject !== undefined && { subject: refusal.subject }),
      ...describeRefusal(refusal, context.options),
      blame: placeToBlame(context, node, refusal),
    }),
    assumes: [...new Set(plan?.assumes ?? [])],
    grounds: (plan?.grounds ?? []).map((ground) => ({
      ...ground,
      ...placeOfQuoted(context.sourceCode, node, [ground.subject.replaceAll('`', '')]),
    })),
  };
}

/**
 * @param {unknown} error
 * @returns {{ message: string, line: number, column: number }}
 * @throws {unknown} What says nothing about the file.
 */
function toPosition(error) {
  if (error instanceof SourceSyntaxError) {
    return {
      message: error.message.replace(/\.$/u, ''),
      line: error.line,
      column: error.column + 1,
    };
  }
  throw error;
}
