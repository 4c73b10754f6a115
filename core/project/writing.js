/** @import { ChangeGroup, FileChange } from './migration.js' */
/** @import { Journal, JournalEntry, PlannedRun } from './journal.js' */
/** @import { FindIllegal, Target } from './targets.js' */

import { join } from 'node:path';

import { OptionError } from '../contract/options.js';
import { timed } from '../contract/timing.js';
import {
  DIRECTORY,
  hasDirectory,
  keep,
  lockOf,
  pathsOf,
  placeOf,
  readContent,
  readJournal,
  removeUnneeded,
  storeContents,
  writeJournal,
} from './journal.js';
import { withLock } from './lock.js';
import {
  ChangedFileError,
  hashOf,
  hashOfFile,
  removeTemporary,
  replaceFile,
  requireReplaceable,
} from './replace.js';
import { realPathOf } from './below.js';
import { UnwritableError } from './unwritable.js';

/** As many names as a person reads. */
const NAMED = 10;

/** A journal that a run left behind which did not come to its end. */
export class UnfinishedRunError extends Error {
  /** @param {string} directory */
  constructor(directory) {
    super(
      `${directory} holds a migration that was cut off: run again with --resume to finish it, or with --undo to take it back`,
    );
    this.name = 'UnfinishedRunError';
  }
}

/**
 * The parameters of all writers.
 *
 * @typedef {object} Setup
 * @property {string} top The directory that the journal lies in.
 * @property {FindIllegal} findIllegal Finds paths that may not be written.
 * @property {(groups: readonly ChangeGroup[]) => PlannedRun} [runOf] Gives the inputs of the migration's plan, if these
 *   are the groups that stay.
 */

/**
 * @param {string} top
 * @throws {UnfinishedRunError} If an earlier run was cut off.
 * @throws {import('./lock.js').RunningError} If one is under way.
 */
export async function requireNoUnfinished(top) {
  if (hasDirectory(top)) {
    await withLock(lockOf(top), () => {
      const journal = requireFinished(top);
      if (!journal) {
        removeUnneeded(top, undefined);
      }
    });
  }
}

/**
 * @param {string} top
 * @returns {Journal | undefined} That of the last run, which came to its end.
 * @throws {UnfinishedRunError}
 */
function requireFinished(top) {
  const journal = readJournal(top);
  if (journal && journal.state !== 'written') {
    throw new UnfinishedRunError(join(top, DIRECTORY));
  }
  return journal;
}

/**
 * Writes all groups. The journal stays, so that `finish` can take them back.
 *
 * @param {Setup} setup
 * @param {readonly ChangeGroup[]} groups
 * @throws {OptionError} Naming a file that may not be written.
 * @throws {UnfinishedRunError}
 * @throws {import('./lock.js').RunningError}
 * @throws {ChangedFileError} If a file is not as it was planned from: with what has become of the others.
 * @throws {UnwritableError} If a file cannot be written: all are as they were, or the journal stays.
 */
export async function writeGroups(setup, groups) {
  const changes = groups.flatMap(({ files }) => files);
  if (changes.length > 0) {
    await withLock(lockOf(setup.top), () =>
      timed('write', () =>
        writeChanges(setup, requireFinished(setup.top), {
          changes,
          written: [],
          run: setup.runOf?.(groups),
        }),
      ),
    );
  }
}

/**
 * Writes the groups that are chosen by trying them out, with a journal of all of them meanwhile.
 *
 * @param {Setup} setup
 * @param {readonly ChangeGroup[]} groups
 * @param {(place: (groups: readonly ChangeGroup[]) => void) => ChangeGroup[]} choose Gets what puts
 *   groups in place, and all others back.
 * @param {(chosen: readonly ChangeGroup[]) => Promise<FileChange[]>} changesBehind Gives the other changes to be written,
 *   for the chosen groups.
 * @returns {Promise<void>}
 * @throws As `writeGroups`; an UnwritableError may be one of what is written behind.
 */
export async function writeChosen(setup, groups, choose, changesBehind) {
  const { top } = setup;
  await withLock(lockOf(top), async () => {
    const previous = requireFinished(top);
    const changes = groups.flatMap(({ files }) => files);
    requireLegal(setup, changes);
    changes.forEach(requireOld);
    prepare(top, { state: 'trying', written: [], changes, run: undefined });
    /** @type {Set<FileChange>} */
    const inPlace = new Set();
    /** @type {readonly ChangeGroup[]} */
    let chosen;
    try {
      changes.forEach(({ path }) => requireReplaceable(path));
      chosen = choose((wanted) => place(wanted));
      // The last try may have written more, or less.
      place(chosen);
    } catch (error) {
      throw takeBack(top, previous, [...inPlace], changes, error);
    }
    const stay = chosen.flatMap(({ files }) => files);
    const run = setup.runOf?.(chosen);
    const journal = journalOfChanges(top, { state: 'written', written: [], changes: stay, run });
    markWritten(top, journal);
    const more = await changesBehind(chosen);
    if (more.length > 0) {
      const behind = { written: journal.entries, changes: more, sources: stay, run };
      timed('write', () => writeChanges(setup, journal, behind));
    }

    /** @param {readonly ChangeGroup[]} wanted */
    function place(wanted) {
      const next = new Set(wanted.flatMap(({ files }) => files));
      for (const change of changes) {
        const { path, before, after } = change;
        if (next.has(change) && !inPlace.has(change)) {
          replaceFile(path, after, hashOf(before));
          inPlace.add(change);
        } else if (!next.has(change) && inPlace.has(change)) {
          replaceFile(path, before, hashOf(after));
          inPlace.delete(change);
        }
      }
    }
  });
}

/**
 * @param {Setup} setup
 * @param {readonly Target[]} targets
 * @param {string} [advice]
 * @throws {OptionError} Naming one that may not be written.
 */
function requireLegal({ findIllegal }, targets, advice = '') {
  const [illegal] = findIllegal(targets);
  if (illegal) {
    throw new OptionError(
      `${illegal.path} may not be written: ${illegal.reason}. Nothing is written${advice}`,
    );
  }
}

/**
 * @param {FileChange} change
 * @throws {ChangedFileError} If the file does not hold its old content.
 */
function requireOld({ path, before }) {
  if (hashOfFile(path) !== hashOf(before)) {
    throw new ChangedFileError(path);
  }
}

/**
 * @param {Setup} setup
 * @param {Journal | undefined} previous The journal that is here.
 * @param {object} what
 * @param {readonly JournalEntry[]} what.written The entries that belong to this run.
 * @param {readonly FileChange[]} what.changes
 * @param {readonly FileChange[]} [what.sources] Files that a package.json may be written for, beside the changes.
 * @param {PlannedRun | undefined} what.run
 */
function writeChanges(setup, previous, { written, changes, sources = [], run }) {
  const { top } = setup;
  requireLegal(setup, [...sources, ...changes]);
  changes.forEach(requireOld);
  prepare(top, { state: 'writing', written, changes, run });
  /** @type {FileChange[]} */
  const done = [];
  try {
    changes.forEach(({ path }) => requireReplaceable(path));
    for (const change of changes) {
      replaceFile(change.path, change.after, hashOf(change.before));
      done.push(change);
    }
  } catch (error) {
    throw takeBack(top, previous, done, changes, error);
  }
  markWritten(top, journalOfChanges(top, { state: 'written', written, changes, run }));
}

/**
 * @param {string} top
 * @param {Journal} journal
 * @throws {UnwritableError} The journal stays one of a run that was cut off.
 */
function markWritten(top, journal) {
  try {
    settleJournal(top, journal);
  } catch (error) {
    throw new UnwritableError(
      error,
      'all files are written, only the journal does not say so; mend that, then run again with --resume or --undo',
    );
  }
}

/**
 * @typedef {object} JournalContent
 * @property {Journal['state']} state
 * @property {readonly JournalEntry[]} written
 * @property {readonly FileChange[]} changes
 * @property {PlannedRun | undefined} run
 */

/**
 * @param {string} top
 * @param {JournalContent} content
 * @returns {Journal}
 */
function journalOfChanges(top, { state, written, changes, run }) {
  const entries = changes.map(({ path, before, after, isManifest }) => ({
    path: placeOf(top, path),
    before: hashOf(before),
    after: hashOf(after),
    ...(isManifest && { isManifest }),
  }));
  return { state, root: realPathOf(top), entries: [...written, ...entries], ...(run && { run }) };
}

/**
 * Stores the contents, then names them in a journal. A run that is cut off before that changed no file, and
 * the journal of the run before is still there.
 *
 * @param {string} top
 * @param {JournalContent} content
 */
function prepare(top, content) {
  const previous = readJournal(top);
  try {
    storeContents(
      top,
      content.changes.flatMap(({ before, after }) => [before, after]),
    );
    writeJournal(top, journalOfChanges(top, content));
  } catch (error) {
    removeUnneeded(top, previous);
    throw new UnwritableError(error, 'nothing was changed; mend that, then run again');
  }
}

/**
 * @param {string} top
 * @param {Journal | undefined} journal Undefined if nothing can be taken back by it.
 */
function settleJournal(top, journal) {
  const needed = journal && journal.entries.length > 0 ? journal : undefined;
  if (needed) {
    writeJournal(top, needed);
  }
  removeUnneeded(top, needed);
}

/**
 * @param {string} top
 * @param {Journal | undefined} previous The journal before this run.
 * @param {readonly FileChange[]} done
 * @param {readonly FileChange[]} changes
 * @param {unknown} error Why the files cannot all be written.
 * @returns {unknown} The error, with what has become of the files.
 */
function takeBack(top, previous, done, changes, error) {
  const isChanged = error instanceof ChangedFileError;
  if (isChanged && done.length > 0) {
    const state = readJournal(top)?.state;
    const rest = changes.filter((change) => !done.includes(change) && change.path !== error.path);
    const ways =
      state === 'trying'
        ? 'run again with --undo to take back what is written'
        : 'run again with --resume to write the others too, or with --undo to take back what is written';
    return new ChangedFileError(
      error.path,
      `it stays as it is. Written: ${namesOf(top, done)}. Not written: ${namesOf(top, rest)}. ${ways}`,
    );
  }
  try {
    for (const { path, before, after } of done) {
      replaceFile(path, before, hashOf(after));
    }
    settleJournal(top, previous);
  } catch {
    return new UnwritableError(
      error,
      'some files are new and some old; mend that, then run again with --resume or --undo',
    );
  }
  return isChanged
    ? error
    : new UnwritableError(error, 'all files are as they were; mend that, then run again');
}

/**
 * @param {string} top
 * @param {readonly FileChange[]} files
 * @returns {string}
 */
function namesOf(top, files) {
  const names = files.slice(0, NAMED).map(({ path }) => placeOf(top, path));
  const more = files.length - names.length;
  return names.length === 0 ? 'none' : names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * The outcome of a migration.
 *
 * @typedef {object} Settled
 * @property {'cut off' | 'written' | 'none'} was How it was found. `none`: no file had been changed.
 * @property {boolean} isCleaned Whether a run that had changed no file left something, which is gone now.
 * @property {string[]} written The files that were written.
 * @property {{ path: string, before: string, after: string }[]} left The files that were changed or taken
 *   away since: they stay as they are, and these files hold what was in them and what was to be.
 */

/**
 * Finishes a migration that was cut off, or takes one back, cut off or not. Files that are in place already stay.
 *
 * @param {Setup} setup
 * @param {'before' | 'after'} side
 * @returns {Promise<Settled>}
 * @throws {OptionError} If it was not known yet whether it is to stay, or if it names files that may not be
 *   written or that are not here: the journal stays.
 * @throws {import('./lock.js').RunningError} If it was not cut off at all.
 * @throws {UnwritableError} The journal stays.
 */
export async function finish(setup, side) {
  const { top } = setup;
  /** @type {Settled} */
  const nothing = { was: 'none', isCleaned: false, written: [], left: [] };
  if (!hasDirectory(top)) {
    return nothing;
  }
  return withLock(lockOf(top), () => {
    const journal = readJournal(top);
    if (!journal) {
      removeUnneeded(top, undefined);
      return { ...nothing, isCleaned: true };
    }
    const was = journal.state === 'written' ? 'written' : 'cut off';
    if (was === 'written' && side === 'after') {
      return { ...nothing, was };
    }
    if (journal.state === 'trying' && side === 'after') {
      throw new OptionError(
        '--resume: --verify had not passed what was written: give --undo, then run again',
      );
    }
    try {
      return { ...nothing, was, ...settle(setup, journal, side) };
    } catch (error) {
      if (error instanceof OptionError) {
        throw error;
      }
      throw new UnwritableError(error, 'mend that, then run again with --resume or --undo');
    }
  });
}

/**
 * @param {Setup} setup
 * @param {Journal} journal
 * @param {'before' | 'after'} side
 * @returns {Pick<Settled, 'written' | 'left'>}
 */
function settle(setup, journal, side) {
  const { top } = setup;
  const paths = pathsOf(top, journal);
  const targets = journal.entries.map((entry, index) => ({ ...entry, path: paths[index] ?? '' }));
  const outside =
    '; what a run has written outside of the directory of its journal is settled only where it is given too, as in `--undo . ../other`';
  requireLegal(setup, targets, outside);
  // Nothing is written before all of it has been looked at.
  const planned = journal.entries.map((entry, index) => {
    const path = paths[index] ?? '';
    const hash = hashOfFile(path);
    const isChanged = ![entry.before, entry.after, entry.meanwhile].includes(hash);
    const content = isChanged || hash === entry[side] ? undefined : readContent(top, entry[side]);
    return { entry, path, hash, isChanged, content };
  });
  /** @type {string[]} */
  const written = [];
  for (const each of planned) {
    if (each.content) {
      try {
        replaceFile(each.path, each.content, each.hash);
        written.push(each.path);
      } catch (error) {
        if (!(error instanceof ChangedFileError)) {
          throw error;
        }
        each.isChanged = true;
      }
    }
    removeTemporary(each.path);
  }
  const changed = planned.filter(({ isChanged }) => isChanged);
  const left = changed.map(({ entry, path }) => ({ path, ...keep(top, entry) }));
  const stay = planned.filter(({ isChanged }) => side === 'after' && !isChanged);
  const entries = stay
    .map(({ entry }) => settledEntry(entry))
    .filter(({ before, after }) => before !== after);
  settleJournal(top, { ...journal, state: 'written', entries });
  return { written, left };
}

/**
 * @param {JournalEntry} entry
 * @returns {JournalEntry} Of a journal that nothing is written for any more.
 */
function settledEntry({ path, before, after, isManifest }) {
  return { path, before, after, ...(isManifest && { isManifest }) };
}

/**
 * Puts the last migration's files to what is left of it without some sites. Cut off at any moment, it can be finished,
 * or the migration be taken back as a whole.
 *
 * @param {Setup} setup
 * @param {(journal: Journal, contents: { path: string, before: Buffer, after: Buffer }[]) => Promise<{ after: ReadonlyMap<string, Buffer>, run: PlannedRun }>} plan
 *   Gets what the migration made of its files, and says what each of them becomes; one that it does not name becomes
 *   what it was.
 * @returns {Promise<string[]>} The files that were written.
 * @throws {OptionError} If no migration came to its end here, or one that cannot be planned again.
 * @throws {ChangedFileError} Naming a file that was changed since: nothing is written.
 * @throws {UnfinishedRunError}
 * @throws {import('./lock.js').RunningError}
 * @throws {UnwritableError} The journal stays.
 */
export async function rewrite(setup, plan) {
  const { top } = setup;
  const none = 'there is no migration whose sites could be taken back: only the last one is kept';
  if (!hasDirectory(top)) {
    throw new OptionError(none);
  }
  return withLock(lockOf(top), async () => {
    const journal = requireFinished(top);
    if (!journal) {
      throw new OptionError(none);
    }
    if (!journal.run) {
      throw new OptionError(
        'the last migration was merged from shards, and cannot be planned again here: take its sites back by hand, or all of it with --undo',
      );
    }
    const paths = pathsOf(top, journal);
    const contents = journal.entries.map(({ before, after }, index) => ({
      path: paths[index] ?? '',
      before: readContent(top, before),
      after: readContent(top, after),
    }));
    const { after: planned, run } = await plan(journal, contents);
    const entries = journal.entries.map((entry, index) => {
      const { path = '', before = Buffer.alloc(0) } = contents[index] ?? {};
      const after = planned.get(path) ?? before;
      return { entry, path, after, isNew: hashOf(after) !== entry.after };
    });
    const changes = entries.filter(({ isNew }) => isNew);
    requireLegal(
      setup,
      entries.map(({ entry, path }) => ({ ...entry, path })),
    );
    for (const { entry, path } of changes) {
      if (hashOfFile(path) !== entry.after) {
        throw new ChangedFileError(
          path,
          'it stays as it is, and nothing is written. Take its sites back by hand, leave them out of the marks, and run again',
        );
      }
    }
    const next = entries.map(({ entry, after, isNew }) => ({
      ...entry,
      after: hashOf(after),
      ...(isNew && { meanwhile: entry.after }),
    }));
    try {
      storeContents(
        top,
        changes.map(({ after }) => after),
      );
      writeJournal(top, { ...journal, state: 'writing', entries: next, run });
      for (const { entry, path, after } of changes) {
        replaceFile(path, after, entry.after);
      }
    } catch (error) {
      if (error instanceof ChangedFileError) {
        throw new ChangedFileError(
          error.path,
          'it stays as it is; run again with --resume to write the others, or with --undo to take back all',
        );
      }
      throw new UnwritableError(error, 'mend that, then run again with --resume or --undo');
    }
    const stay = next.filter(({ before, after }) => before !== after).map(settledEntry);
    markWritten(top, { ...journal, state: 'written', entries: stay, run });
    return changes.map(({ path }) => path);
  });
}
