/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { ChangeGroup, Migration } from '../../core/project/migration.js' */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ASSUMPTIONS } from '../../core/contract/assumptions.js';
import { OptionError, readOptions } from '../../core/contract/options.js';
import { describeRefusal } from '../../core/contract/refusals.js';
import { findSourceFiles } from '../../core/project/files.js';
import { gitRoot, hasUncommittedChanges } from '../../core/project/git.js';
import {
  UnfinishedRunError,
  finish,
  hasJournal,
  replaceFile,
  writeGroups,
} from '../../core/project/journal.js';
import { freeDependencies } from '../../core/project/manifest.js';
import { planMigration } from '../../core/project/migration.js';
import { bisect, requireBaseline, runCommand } from '../../core/project/verify.js';
import { loadCodemods } from '../codemods.js';
import { formatDiff, formatJson, formatSummary } from './migration-report.js';

const HELP = `async-perf migrate [paths] [options]

Rewrites the source files below the paths (the current directory if none is given) and says for
every site that it leaves alone why. Files that .gitignore leaves out are not touched.

What is converted
  --only=NAME,…          these codemods only
  --skip=NAME,…          all but these
  --node=VERSION         the oldest Node that the output must run on (engines.node if not given)
  --api=keep|dual|async  what callers outside a file see (keep)
  --strict               nothing that rests on an assumption
  --no-ASSUMPTION        not what rests on that one (${Object.keys(ASSUMPTIONS).join(', ')})
  --sync-throws=refuse   nothing that turns a synchronous throw into a rejection

How
  --dry-run              print the differences, write nothing
  --plan-only            print the plan as JSON, write nothing
  --verify=COMMAND       run it before and after; what it fails for is taken back
  --format=text|json     (text)
  --force                also with uncommitted changes
  --fail-on-error        exit with 1 if a file cannot be read as code
  --resume, --undo       finish a run that was cut off, or take it back

Exit codes
  0 converted   1 failed   2 wrong use   3 nothing to do   4 some sites were refused
`;

const EXIT = { converted: 0, failed: 1, nothing: 3, refused: 4 };

const OPTIONS = /** @type {const} */ ({
  api: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'fail-on-error': { type: 'boolean' },
  force: { type: 'boolean' },
  format: { type: 'string', default: 'text' },
  help: { type: 'boolean', short: 'h' },
  node: { type: 'string' },
  only: { type: 'string' },
  'plan-only': { type: 'boolean' },
  resume: { type: 'boolean' },
  skip: { type: 'string' },
  strict: { type: 'boolean' },
  'sync-throws': { type: 'string' },
  undo: { type: 'boolean' },
  verify: { type: 'string' },
});

/**
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 */
export async function runMigrate(args) {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    process.stdout.write(HELP);
    return EXIT.converted;
  }
  if (values.format !== 'text' && values.format !== 'json') {
    throw new OptionError(`--format=${values.format}: give text or json`);
  }
  readOptions(values);
  const root = process.cwd();
  const top = gitRoot(root) ?? root;
  if (values.resume || values.undo) {
    return settle(top, values.undo ? 'before' : 'after');
  }
  if (hasJournal(top)) {
    throw new UnfinishedRunError(join(top, '.async-perf'));
  }
  const writes = !values['dry-run'] && !values['plan-only'];
  if (writes && !values.force && hasUncommittedChanges(root)) {
    throw new OptionError(
      'there are uncommitted changes: commit or stash them first, or give --force',
    );
  }
  const codemods = chooseCodemods(await loadCodemods(), values);
  const files = await findSourceFiles(positionals, root);
  const started = performance.now();
  const migration = planMigration(files, codemods, values, progressOf(files.length));
  const check =
    values.verify === undefined || !writes ? undefined : checkOf(values.verify, root, top);
  if (writes && migration.groups.length > 0) {
    await write(migration, top, root, check);
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(formatReport(migration, root, values, seconds));
  return exitCodeOf(migration, Boolean(values['fail-on-error']));
}

/**
 * @param {string[]} args
 */
function readArguments(args) {
  const ids = Object.keys(ASSUMPTIONS);
  const assumptions = Object.fromEntries(
    ids.map((id) => [id, /** @type {const} */ ({ type: 'boolean' })]),
  );
  return parseArgs({
    args,
    options: { ...OPTIONS, ...assumptions },
    allowPositionals: true,
    allowNegative: true,
  });
}

/**
 * @param {string} top
 * @param {'before' | 'after'} side
 * @returns {number}
 */
function settle(top, side) {
  if (!hasJournal(top)) {
    process.stdout.write('No migration was cut off: there is nothing to do.\n');
    return EXIT.nothing;
  }
  const files = finish(top, side);
  const verb = side === 'after' ? 'finished' : 'taken back';
  process.stdout.write(`The migration is ${verb}: ${files.length} files were written.\n`);
  return EXIT.converted;
}

/**
 * @param {Codemod[]} codemods
 * @param {{ only?: string | undefined, skip?: string | undefined }} choice
 * @returns {Codemod[]}
 * @throws {OptionError} Naming a codemod that is not there.
 */
function chooseCodemods(codemods, { only, skip }) {
  const known = codemods.map(({ name }) => name);
  const wanted = only?.split(',') ?? known;
  const unwanted = skip?.split(',') ?? [];
  const wrong = [...wanted, ...unwanted].find((name) => !known.includes(name));
  if (wrong !== undefined) {
    throw new OptionError(`there is no codemod '${wrong}': give some of ${known.join(', ')}`);
  }
  return codemods.filter(({ name }) => wanted.includes(name) && !unwanted.includes(name));
}

/**
 * @param {number} total
 * @returns {((done: number) => void) | undefined} Nothing where nobody watches.
 */
function progressOf(total) {
  if (!process.stderr.isTTY) {
    return undefined;
  }
  return (done) => {
    process.stderr.write(done === total ? '\r\u001B[K' : `\r${done} of ${total} files`);
  };
}

/**
 * @param {string} command
 * @param {string} root
 * @param {string} top
 * @returns {import('../../core/project/verify.js').Check}
 */
function checkOf(command, root, top) {
  /** @type {readonly ChangeGroup[]} */
  let inPlace = [];
  return (groups) => {
    const gone = inPlace.filter((group) => !groups.includes(group)).map(reverse);
    const added = groups.filter((group) => !inPlace.includes(group));
    if (gone.length + added.length > 0) {
      writeGroups(top, [...gone, ...added]);
    }
    inPlace = groups;
    return runCommand(command, root);
  };
}

/**
 * @param {ChangeGroup} group
 * @returns {ChangeGroup}
 */
function reverse({ id, files }) {
  return {
    id,
    files: files.map(({ path, before, after }) => ({ path, before: after, after: before })),
  };
}

/**
 * @param {Migration} migration Groups that the check fails for are taken out of it.
 * @param {string} top
 * @param {string} root
 * @param {import('../../core/project/verify.js').Check | undefined} check
 */
async function write(migration, top, root, check) {
  if (check) {
    requireBaseline(check);
    const { kept, blamed } = bisect(migration.groups, check);
    migration.groups = kept;
    for (const { id } of blamed) {
      const refusal = { reason: /** @type {const} */ ('verification-failed') };
      for (const site of migration.sites) {
        if (site.file === id && site.status === 'converted') {
          Object.assign(site, { status: 'refused', ...refusal, ...describeRefusal(refusal) });
        }
      }
    }
  } else {
    writeGroups(top, migration.groups);
  }
  const manifest = join(root, 'package.json');
  if (migration.groups.length > 0 && existsSync(manifest)) {
    const before = migration.groups.flatMap(({ files }) =>
      files.map((file) => file.before.toString()),
    );
    const { freed, text } = await freeDependencies(manifest, before);
    if (freed.length > 0) {
      replaceFile(manifest, Buffer.from(text));
      process.stderr.write(
        `package.json: ${freed.join(', ')} taken out, nothing uses it any more\n`,
      );
    }
  }
}

/**
 * @param {Migration} migration
 * @param {string} root
 * @param {{ format?: string | undefined, 'dry-run'?: boolean | undefined, 'plan-only'?: boolean | undefined }} values
 * @param {number} seconds
 * @returns {string}
 */
function formatReport(migration, root, values, seconds) {
  if (values['plan-only'] || values.format === 'json') {
    return formatJson(migration, root, seconds);
  }
  const summary = formatSummary(migration, root, seconds);
  return values['dry-run'] ? formatDiff(migration, root) + summary : summary;
}

/**
 * @param {Migration} migration
 * @param {boolean} failOnError
 * @returns {number}
 */
function exitCodeOf({ errors, sites }, failOnError) {
  if (failOnError && errors.length > 0) {
    return EXIT.failed;
  }
  if (sites.length === 0) {
    return EXIT.nothing;
  }
  return sites.some(({ status }) => status === 'refused') ? EXIT.refused : EXIT.converted;
}
