/** @import { Codemod, Conversion, ProjectPlan, SiteResult } from './convert.js' */
/** @import { PatternContext } from '../contract/pattern.js' */

import { groupBy } from '../analysis/syntax/group-by.js';
import { describeFault } from '../contract/faults.js';
import { ManifestError } from '../contract/manifest.js';
import { OptionError } from '../contract/options.js';
import { timed } from '../contract/timing.js';
import { bisect } from './bisect.js';
import { convert } from './convert.js';
import { explainOverflow } from './overflow.js';
import { Places } from './places.js';
import { quotedCode } from './quoted-code.js';
import { inOrder, stagesOf } from './stages.js';

/**
 * Codemods do not parse a file without the words of their patterns: this one parses all.
 *
 * @type {Codemod}
 */
const READER = { name: 'reader', patterns: [{ name: 'reader', words: /^/u, visit: {} }] };

/**
 * @typedef {Omit<SiteResult, 'end'> & { codemod: string, file: string, id?: string, wasRun?: boolean, answered?: ReturnType<typeof import('./claims.js').assumedBy>, endLine: number, endColumn: number, also?: AlsoRefused[] }} PlannedSite
 *   All its places are those of the file before any codemod. `id`: as the report has it. `wasRun`: whether recorded runs came there, if that is known. `answered`: what it rests on and somebody has said to hold. `also`: the later codemods
 *   that refuse the same place; its message names their reasons too.
 *
 * @typedef {object} AlsoRefused
 * @property {string} codemod
 * @property {string | undefined} reason
 */

/**
 * @typedef {object} FileError
 * @property {string} file
 * @property {string} message
 * @property {number} line
 * @property {number} column
 * @property {boolean} [isLeftOut] Whether nothing is wrong with it: it is none that a person writes.
 */

/**
 * A file on its way through the codemods.
 *
 * @typedef {object} Passage
 * @property {string} path
 * @property {string} before Its text, with the byte order mark.
 * @property {string} source As the codemods so far have left it.
 * @property {PlannedSite[]} sites Of each codemod by itself.
 * @property {Places} places
 */

/**
 * @param {string} path
 * @param {string} before
 * @returns {Passage}
 */
export function createPassage(path, before) {
  return { path, before, source: before, sites: [], places: new Places() };
}

/**
 * Leads files through all codemods. Each codemod sees what those before it made, of all files.
 *
 * @param {readonly Passage[]} read
 * @param {readonly Codemod[]} codemods
 * @param {Readonly<Record<string, unknown>>} options As on the command line.
 * @param {(share: number) => void} [onProgress] Gets how much is done, from 0 to 1.
 * @returns {{ passages: Passage[], together: (readonly [string, string])[], errors: FileError[] }} The files that
 *   the codemods could read; those that change together or not at all; and why the others could not be read.
 * @throws {OptionError}
 * @throws {ManifestError}
 */
export function convertAll(read, codemods, options, onProgress) {
  /** @type {FileError[]} */
  const errors = [];
  let passages = [...read];
  /** @type {(readonly [string, string])[]} */
  const together = [];
  const all = [...(options['fail-on-error'] ? [READER] : []), ...codemods];
  const steps = inOrder(all).length;
  const stages = stagesOf(all);
  /** @type {Set<Passage>} */
  let changed = new Set();
  let started = 0;
  for (let next = stages.next(); !next.done;) {
    const { codemod, isRepeated } = next.value;
    const seen = isRepeated ? changed : undefined;
    changed = new Set(seen);
    let hasChanged = false;
    const done = convertEach(passages, codemod, withTakenBack(options, codemod, passages), {
      isAsked: (passage) => !seen || seen.has(passage),
      onConverted: (index) => {
        if (!isRepeated) {
          onProgress?.((started + (index + 1) / read.length) / steps);
        }
      },
    });
    together.push(...done.together);
    passages = passages.filter((passage) => {
      const { source } = passage;
      const conversion = done.conversions.get(passage);
      if (conversion?.error) {
        addError(errors, passage, conversion.error);
        // A text that no codemod can read is not read by each of them. Changes of an earlier one stay, as
        // other files may have changed with it.
        return conversion.isFault === true || passage.source !== passage.before;
      }
      if (conversion) {
        recordConversion(passage, codemod, conversion);
      }
      if (passage.source !== source) {
        changed.add(passage);
        hasChanged = true;
      }
      return true;
    });
    started += isRepeated ? 0 : 1;
    next = stages.next(hasChanged);
  }
  return { passages, together, errors };
}

/**
 * @param {Readonly<Record<string, unknown>>} options `takenBack`: the places that are to stay as they are, as
 *   `CODEMOD LINE:COLUMN` of the files before any codemod, by file.
 * @param {Codemod} codemod
 * @param {readonly Passage[]} passages
 * @returns {Readonly<Record<string, unknown>>} With the same asked of a place in the text so far.
 */
function withTakenBack(options, { name }, passages) {
  const takenBack = /** @type {ReadonlyMap<string, ReadonlySet<string>> | undefined} */ (
    options['takenBack']
  );
  if (!takenBack) {
    return options;
  }
  const byPath = new Map(passages.map((passage) => [passage.path, passage]));
  return {
    ...options,
    /** @type {NonNullable<import('../contract/options.js').ConversionOptions['isTakenBack']>} */
    isTakenBack: (path, place) => {
      const places = path === undefined ? undefined : takenBack.get(path);
      const passage = path === undefined ? undefined : byPath.get(path);
      if (!places || !passage) {
        return false;
      }
      const { line, column } = passage.places.origin(passage.source, place);
      return places.has(`${name} ${line}:${column}`);
    },
  };
}

/**
 * @param {FileError[]} errors
 * @param {Passage} passage
 * @param {NonNullable<Conversion['error']>} error Told once, however many codemods meet it.
 */
function addError(errors, { path }, error) {
  if (!errors.some(({ file, message }) => file === path && message === error.message)) {
    errors.push({ file: path, ...error });
  }
}

/**
 * A file whose text turns out to be none that can be written stays as it is, and so does one that a codemod
 * fails on. Others that were planned with it are planned again without it: their functions keep what it
 * calls them with.
 *
 * @param {readonly Passage[]} passages
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} options
 * @param {{ isAsked: (passage: Passage) => boolean, onConverted: (index: number) => void }} how
 * @returns {{ conversions: Map<Passage, FileConversion>, together: readonly (readonly [string, string])[] }}
 */
function convertEach(passages, codemod, options, { isAsked, onConverted }) {
  /** @type {Map<Passage, FileConversion>} */
  const left = new Map();
  for (;;) {
    const given = passages.filter((passage) => !left.has(passage));
    const { plan, faults } = timed('analysis', () => planWithoutFaults(given, codemod, options));
    if (faults.size > 0) {
      faults.forEach((conversion, passage) => left.set(passage, conversion));
      continue;
    }
    /** @type {Map<Passage, FileConversion>} */
    const conversions = new Map(left);
    passages.forEach((passage, index) => {
      if (!left.has(passage) && isAsked(passage)) {
        const facts = plan?.factsFor(passage.path);
        conversions.set(passage, convertFile(passage, codemod, options, facts));
        onConverted(index);
      }
    });
    const together = plan?.together ?? [];
    const shared = new Set(together.flat());
    const before = left.size;
    for (const passage of given) {
      const conversion = conversions.get(passage);
      const { late, sites = [] } = conversion ?? {};
      if (conversion?.isFault && shared.has(passage.path)) {
        left.set(passage, conversion);
      } else if (late && shared.has(passage.path)) {
        const refused = sites.map((site) =>
          site.status === 'converted' ? { ...late, ...placeOf(site) } : site,
        );
        left.set(passage, { source: passage.source, changed: false, sites: refused, edits: [] });
      }
    }
    if (left.size === before) {
      return { conversions, together };
    }
  }
}

/**
 * @param {SiteResult} site
 * @returns {Pick<SiteResult, 'pattern' | 'kind' | 'line' | 'column' | 'end'>}
 */
function placeOf({ pattern, kind, line, column, end }) {
  return { pattern, kind, line, column, end };
}

/**
 * @typedef {Conversion & { isFault?: boolean }} FileConversion `isFault`: the codemod itself has failed on the
 *   file, which says nothing about the file.
 */

/**
 * @param {readonly Passage[]} passages
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {{ plan: ProjectPlan | undefined, faults: Map<Passage, FileConversion> }} The plan of all, or the
 *   files that the codemod fails to plan.
 * @throws {Error} If it fails without any file.
 */
function planWithoutFaults(passages, codemod, options) {
  /** @type {Map<Passage, FileConversion>} */
  const faults = new Map();
  try {
    return { plan: codemod.planProject?.(passages, options), faults };
  } catch (error) {
    requireFault(error);
  }
  /** @type {unknown} */
  let last;
  const kept = bisect(passages, (chosen) => {
    try {
      codemod.planProject?.(chosen, options);
      return { passed: true };
    } catch (error) {
      last = requireFault(error);
      return { passed: false };
    }
  });
  for (const passage of passages.filter((each) => !kept.includes(each))) {
    faults.set(passage, faultOf(passage, codemod, last));
  }
  if (faults.size === 0) {
    throw last;
  }
  return { plan: undefined, faults };
}

/**
 * As `convert`, but an error of the codemod itself ends nothing: the file is left.
 *
 * @param {Passage} passage
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} options
 * @param {Partial<PatternContext>} [facts]
 * @returns {FileConversion}
 */
export function convertFile(passage, codemod, options, facts) {
  try {
    return convert(passage, codemod, options, facts);
  } catch (error) {
    return faultOf(passage, codemod, requireFault(error));
  }
}

/**
 * @param {unknown} error
 * @returns {unknown} It, if it is one of the code of a codemod.
 * @throws {unknown} What whoever typed the command has to mend.
 */
function requireFault(error) {
  if (error instanceof ManifestError || error instanceof OptionError) {
    throw error;
  }
  return error;
}

/**
 * @param {Passage} passage
 * @param {Codemod} codemod
 * @param {unknown} error
 * @returns {FileConversion}
 */
function faultOf({ path, source }, { name }, error) {
  const depth = explainOverflow(error, { path, source });
  return {
    source,
    changed: false,
    sites: [],
    edits: [],
    late: undefined,
    isFault: true,
    error: depth ?? {
      message: `is left by ${name}, which failed on it: ${describeFault(error)}. Please report it with the file`,
      line: 1,
      column: 1,
    },
  };
}

/**
 * @param {Passage} passage Gets the sites, at their places in the file, and the new text.
 * @param {Codemod} codemod
 * @param {Conversion} conversion Of the text so far: a second run may convert what the first one left,
 *   or leave it again.
 */
export function recordConversion(passage, codemod, { edits, sites, source }) {
  const left = passage.sites.filter(
    (each) => each.status === 'refused' && each.codemod === codemod.name,
  );
  const found = sites.map((site) => ({
    site,
    place: passage.places.originOfRange(passage.source, site),
  }));
  // A site that is gone has been converted by another codemod, or with the code around it.
  const places = new Set(found.map(({ place }) => keyOf(place)));
  const gone = new Set(left.filter((each) => !places.has(keyOf(each))));
  const kept = new Set(passage.sites.filter((each) => !gone.has(each)));
  const leftByPlace = groupBy(left, keyOf);
  for (const { place, site } of found.filter((each) => isVisible(passage, each.site))) {
    /** @type {PlannedSite & Partial<Pick<SiteResult, 'end'>>} */
    const planned = { ...site, ...place, codemod: codemod.name, file: passage.path };
    planned.grounds = site.grounds.map((ground) => ({
      ...ground,
      ...passage.places.origin(passage.source, ground),
    }));
    if (planned.blame && planned.blame.file === undefined) {
      planned.blame = passage.places.origin(passage.source, planned.blame);
    }
    // A place in a text that nobody sees.
    delete planned.end;
    const [again] = leftByPlace.get(keyOf(planned)) ?? [];
    if (again && site.status !== 'converted') {
      continue;
    }
    if (again) {
      kept.delete(again);
    }
    kept.add(planned);
  }
  passage.sites = [...kept];
  passage.places.add(passage.source, edits);
  passage.source = source;
}

/**
 * @param {{ line: number, column: number }} place
 * @returns {string}
 */
function keyOf({ line, column }) {
  return `${line}:${column}`;
}

/**
 * @param {Passage} passage
 * @param {SiteResult} site
 * @returns {boolean} False for a refusal that is about what an earlier codemod wrote: the file has no
 *   such code, and whoever runs the codemods again is told.
 */
function isVisible({ before, places, source }, site) {
  if (site.status === 'converted') {
    return true;
  }
  const { message = '', reason = '' } = site;
  const unknown = quotedCode(message, reason).filter((code) => !before.includes(code));
  return !(
    (places.isWritten(source, site) &&
      (unknown.length > 0 || places.isWrittenThroughout(source, site, site.end))) ||
    unknown.some((code) => places.isCodeWritten(source, code, site))
  );
}

/**
 * @param {Passage} passage
 * @returns {PlannedSite[]} What became of each: what two codemods leave alone is one thing to look at,
 *   and the first of them says so for both.
 */
export function sitesOf({ sites }) {
  /** @type {PlannedSite[]} */
  const joined = [];
  /** @type {Map<string, PlannedSite[]>} */
  const refused = new Map();
  for (const site of sites) {
    const key = keyOf(site);
    const known = site.status === 'converted' ? [] : (refused.get(key) ?? []);
    const same = known.find(({ also = [], codemod }) =>
      [codemod, ...also.map((each) => each.codemod)].every((name) => name !== site.codemod),
    );
    if (same) {
      same.also = [...(same.also ?? []), { codemod: site.codemod, reason: site.reason }];
      same.message += `; ${site.codemod}: ${site.message}`;
      continue;
    }
    const own = { ...site };
    joined.push(own);
    if (site.status !== 'converted') {
      refused.set(key, [...known, own]);
    }
  }
  return joined;
}
