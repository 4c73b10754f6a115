/** @import { Codemod } from '../codemod/convert.js' */
/** @import { PlannedSite } from '../codemod/passages.js' */
/** @import { PlannedRun, TakenSite } from './journal.js' */
/** @import { FileChange, Migration } from './migration.js' */

import { resolve } from 'node:path';

import { OptionError } from '../contract/options.js';
import { withContents } from './disk.js';
import { planMigration } from './migration.js';

/**
 * A migration without some of its sites is planned again from the files as they were: so each function still gets what
 * its callers give it, whatever the sites had in common.
 */

/**
 * @typedef {object} Replan
 * @property {readonly Codemod[]} codemods In their order.
 * @property {unknown} recorded The observations of recorded runs.
 * @property {PlannedRun} run The inputs from which the migration was planned.
 * @property {string} root Where its paths start.
 * @property {ReadonlyMap<string, Buffer>} before The old contents of the files that it changed, by their absolute paths.
 * @property {(migration: Migration) => void} identify Gives the sites their ids.
 * @property {(migration: Migration) => Promise<readonly FileChange[]>} changesBehind Gives the other files that it writes.
 */

/**
 * @typedef {object} Planned
 * @property {Migration} migration
 * @property {ReadonlyMap<string, Buffer>} after The new content of each file that it changes.
 */

/**
 * @param {Replan} replan
 * @param {readonly TakenSite[]} taken
 * @returns {Promise<Planned>}
 */
export async function planWithout(replan, taken) {
  const { codemods, recorded, run, root, before, identify, changesBehind } = replan;
  /** @type {Map<string, Set<string>>} */
  const takenBack = new Map();
  for (const { file, codemod, line, column } of taken) {
    const path = resolve(root, file);
    takenBack.set(path, (takenBack.get(path) ?? new Set()).add(`${codemod} ${line}:${column}`));
  }
  const files = run.files.map((file) => resolve(root, file));
  return withContents(before, async () => {
    const migration = planMigration(files, codemods, { ...run.options, recorded, takenBack });
    identify(migration);
    const changes = [
      ...migration.groups.flatMap((group) => group.files),
      ...(await changesBehind(migration)),
    ];
    return { migration, after: new Map(changes.map(({ path, after }) => [path, after])) };
  });
}

/** A site that is left out frees another one to be converted: the rounds end long before. */
const MOST_ROUNDS = 10;

/**
 * @typedef {object} Remainder
 * @property {TakenSite[]} taken All that are left out, those of earlier times too.
 * @property {ReadonlyMap<string, Buffer>} after The new content of each file that is still changed.
 * @property {PlannedSite[]} back The sites that were asked for.
 * @property {PlannedSite[]} along The sites that cannot stay without them.
 * @property {Migration} migration The migration without them.
 * @property {Migration} whole The whole migration.
 */

/**
 * @param {Replan} replan
 * @param {ReadonlySet<string>} ids Of the sites to leave out.
 * @param {(file: string) => Buffer | undefined} afterOf Gives the new content of a file; undefined if the migration left it.
 * @param {(file: string) => string} nameOf
 * @returns {Promise<Remainder>}
 * @throws {OptionError} If the migration cannot be planned again as it was, or has no such site.
 */
export async function leaveOut(replan, ids, afterOf, nameOf) {
  const whole = await planWithout(replan, replan.run.taken);
  const other = [...new Set([...whole.after.keys(), ...replan.before.keys()])].find(
    (path) => !isEqual(whole.after.get(path), afterOf(path)),
  );
  if (other !== undefined) {
    throw new OptionError(
      `the migration cannot be planned again as it was: ${nameOf(other)} comes out otherwise, as another file was changed since, or this is another version. Nothing is written; take the sites back by hand, or all of it with --undo`,
    );
  }
  const converted = convertedSites(whole.migration);
  const missing = [...ids].find((id) => !converted.some((site) => site.id === id));
  if (missing !== undefined) {
    const refused = whole.migration.sites.find(({ id }) => id === missing);
    throw new OptionError(
      refused
        ? `${nameOf(refused.file)}:${refused.line} (${missing}) was not converted: there is nothing to take back. Nothing is written`
        : `the last migration has no site ${missing}: the marks are of another one. Nothing is written`,
    );
  }
  const back = converted.filter(({ id }) => ids.has(id ?? ''));
  // A conversion within a site would change the text of the site.
  const within = converted.filter((site) => back.some((outer) => isWithin(site, outer)));
  const taken = [...replan.run.taken, ...[...new Set([...back, ...within])].map(takenOf)];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { migration, after } = await planWithout(replan, taken);
    const left = convertedSites(migration);
    const known = new Set(converted.map(({ id }) => id));
    const fresh = left.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) {
      const stay = new Set(left.map(({ id }) => id));
      const along = converted.filter(({ id }) => !stay.has(id) && !ids.has(id ?? ''));
      return { taken, after, back, along, migration, whole: whole.migration };
    }
    taken.push(...fresh.map(takenOf));
  }
  throw new OptionError(
    'what is left out frees other sites again and again. Nothing is written; take the sites back by hand, or all with --undo',
  );

  /**
   * @param {PlannedSite} site
   * @returns {TakenSite}
   */
  function takenOf({ file, codemod, line, column }) {
    return { file: nameOf(file), codemod, line, column };
  }
}

/**
 * @param {Buffer | undefined} left
 * @param {Buffer | undefined} right
 */
function isEqual(left, right) {
  return left !== undefined && right !== undefined && left.equals(right);
}

/** @param {Migration} migration */
function convertedSites({ sites }) {
  return sites.filter(({ status }) => status === 'converted');
}

/**
 * @param {PlannedSite} inner
 * @param {PlannedSite} outer
 */
function isWithin(inner, outer) {
  const startsBehind =
    inner.line > outer.line || (inner.line === outer.line && inner.column >= outer.column);
  const endsBefore =
    inner.endLine < outer.endLine ||
    (inner.endLine === outer.endLine && inner.endColumn <= outer.endColumn);
  return inner.file === outer.file && inner !== outer && startsBehind && endsBefore;
}
