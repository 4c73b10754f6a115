/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { PlannedSite } from '../../core/codemod/passages.js' */
/** @import { Remainder } from '../../core/project/taken-back.js' */
/** @import { Setup } from '../../core/project/writing.js' */

import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

import { realPathOf } from '../../core/project/below.js';
import { OptionError, readOptions } from '../../core/contract/options.js';
import { leaveOut } from '../../core/project/taken-back.js';
import { rewrite } from '../../core/project/writing.js';
import { planManifests } from '../migration/manifests.js';
import { formatDiff } from '../migration/report.js';
import { identifySites } from '../report/migration.js';
import { lineEdits, linesOf } from '../report/line-edits.js';
import { count } from '../terminal/count.js';

/**
 * Makes the sites what they were again, byte for byte; the rest of the last migration stays.
 *
 * @param {ReadonlySet<string>} ids
 * @param {Setup & { root: string, isDry: boolean, codemodsFor: (options: Record<string, unknown>) => Codemod[], recordedFor: (options: Record<string, unknown>) => unknown }} setup
 *   `isDry`: nothing is written, and the differences are shown. `recordedFor`: what recorded runs saw.
 * @returns {Promise<{ text: string, rest: Remainder }>} What became of them, in words too.
 * @throws As `leaveOut` and `rewrite`.
 */
export async function undoSites(ids, { root, isDry, codemodsFor, recordedFor, ...setup }) {
  if (ids.size === 0) {
    throw new OptionError('--undo-sites: no site is marked to be taken back');
  }
  const top = realPathOf(setup.top);
  const nameOf = (/** @type {string} */ file) => relative(top, file).split(sep).join('/');
  /** @type {Remainder | undefined} */
  let rest;
  /** @type {Map<string, { before: Buffer, after: Buffer }>} */
  let held = new Map();
  /** @type {string[]} */
  let written = [];
  try {
    written = await rewrite(setup, async ({ run }, contents) => {
      held = new Map(contents.map(({ path, ...content }) => [path, content]));
      const { options = {}, files = [], taken = [] } = run ?? {};
      const replan = {
        codemods: codemodsFor(options),
        recorded: recordedFor(options),
        run: { options, files, taken },
        root: top,
        before: new Map(contents.map(({ path, before }) => [path, before])),
        /** @param {import('../../core/project/migration.js').Migration} migration */
        identify: (migration) => identifySites(migration, top, (file) => textBefore(file)),
        /** @param {import('../../core/project/migration.js').Migration} migration */
        changesBehind: async (migration) =>
          (await planManifests(migration, readOptions(options))).map(({ path, before, after }) => ({
            path,
            before: Buffer.from(before),
            after: Buffer.from(after),
          })),
      };
      rest = await leaveOut(replan, ids, (file) => held.get(file)?.after, nameOf);
      if (isDry) {
        throw new DryRun();
      }
      return { after: rest.after, run: { options, files, taken: rest.taken } };
    });
  } catch (error) {
    if (!(error instanceof DryRun)) {
      throw error;
    }
  }
  const found = /** @type {Remainder} */ (/** @type {unknown} */ (rest));
  const diff = isDry
    ? formatDiff(
        [...held]
          .map(([path, { before, after }]) => ({
            path,
            before: after,
            after: found.after.get(path) ?? before,
          }))
          .filter(({ before, after }) => !before.equals(after)),
        root,
      )
    : '';
  return {
    text: diff + describe(found, held, nameOf, isDry ? undefined : written.length),
    rest: found,
  };

  /** @param {string} file */
  function textBefore(file) {
    return held.get(file)?.before.toString() ?? readFileSync(file, 'utf8');
  }
}

/** Ends a run that is only to be shown. */
class DryRun extends Error {}

/**
 * @param {Remainder} rest
 * @param {ReadonlyMap<string, { before: Buffer, after: Buffer }>} held
 * @param {(file: string) => string} nameOf
 * @param {number | undefined} written How many files were; undefined for none that is to be.
 * @returns {string}
 */
function describe(rest, held, nameOf, written) {
  const { back, along } = rest;
  const list = (/** @type {readonly PlannedSite[]} */ sites) =>
    sites.map(({ file, line, codemod }) => `  ${nameOf(file)}:${line} ${codemod}`);
  const changed = changedWith(rest, held);
  const [verb, tense] = written === undefined ? ['would be', 'would go'] : ['are', 'went'];
  const lines = [
    `${count(back.length, 'site')} ${back.length === 1 && written !== undefined ? 'is' : verb} as before the migration:`,
    ...list(back),
    ...(along.length > 0
      ? [`With them ${tense} what lies within them, or cannot stay without them:`, ...list(along)]
      : []),
    ...(changed.length > 0
      ? ['These stay converted, and are written otherwise without them:', ...list(changed)]
      : []),
    written === undefined
      ? 'Nothing is written.'
      : `${count(written, 'file')} written. --undo takes back what is left of the migration.`,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * @param {Remainder} rest
 * @param {ReadonlyMap<string, { before: Buffer, after: Buffer }>} held
 * @returns {PlannedSite[]} The sites that stay converted and whose text differs from what it was with the others.
 */
function changedWith({ migration, after, back, along }, held) {
  const gone = [...back, ...along];
  return [...held].flatMap(([path, { before, after: was }]) => {
    const now = after.get(path) ?? before;
    if (now.equals(was)) {
      return [];
    }
    const known = new Set(linesOf(was.toString()));
    const fresh = lineEdits(before.toString(), now.toString()).filter(({ text }) =>
      linesOf(text).some((line) => !known.has(line)),
    );
    return migration.sites.filter(
      ({ file, status, line, endLine }) =>
        file === path &&
        status === 'converted' &&
        fresh.some((edit) => edit.line <= endLine && edit.line + Math.max(edit.count, 1) > line) &&
        !gone.some((site) => site.file === path && site.line <= line && site.endLine >= endLine),
    );
  });
}
