/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Migration } from '../../core/project/migration.js' */
/** @import { ManifestChange } from '../migration/manifests.js' */
/** @import { Answer } from '../review/marks.js' */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { OBLIGATION_IDS } from '../../core/contract/obligations.js';
import { OptionError, readOptions } from '../../core/contract/options.js';
import { placeOfPath } from '../../core/project/files.js';
import { gitRoot } from '../../core/project/git.js';
import { readJournal } from '../../core/project/journal.js';
import { planMigration } from '../../core/project/migration.js';
import { createTargetTest } from '../../core/project/targets.js';
import { readRecord } from '../../core/project/record/record.js';
import { finish, requireNoUnfinished } from '../../core/project/writing.js';
import { startTiming } from '../../core/contract/timing.js';
import { readArguments } from '../arguments.js';
import { chooseFiles } from '../given.js';
import { loadCodemods } from '../codemods.js';
import { keepAnswers, pathsWith, readConfiguration } from '../configuration.js';
import { warnOfLeftOut } from '../left-out.js';
import { chooseSites } from '../migration/choice.js';
import { decideOptions, warnOfToolchain } from '../migration/decision.js';
import { planManifests } from '../migration/manifests.js';
import { warnOfOldCompilers } from '../migration/old-compilers.js';
import { requireClean, requireRepository, requireTracked } from '../migration/untracked.js';
import { requireOwnJournal } from '../migration/own-journal.js';
import { formatDiff, formatSummary, formatTiming } from '../migration/report.js';
import { keepTested } from '../migration/keep-tested.js';
import {
  digestOf,
  filesOfShard,
  mergeReports,
  readShard,
  reportOfShard,
} from '../migration/shards.js';
import { writeMigration } from '../migration/write.js';
import { identifySites, migrationReport } from '../report/migration.js';
import { readMarks } from '../review/marks.js';
import { askQuestions, planWithAnswers } from '../review/answers.js';
import { createRun } from '../review/run.js';
import { undoSites } from '../review/undo.js';
import { readReportFiles, writeReports } from '../review/write.js';
import { count } from '../terminal/count.js';
import { createProgress } from '../terminal/progress.js';
import { askFor } from '../terminal/spelling.js';

const HELP = `async-perf migrate [paths] [options]

Rewrites source files to async/await. The report says for each place that stays why it stays.

Paths are files and directories. Without paths, migrate reads the current directory. With '-', it reads
the files that standard input names. Files that .gitignore names are left out, and files that a path
'!PATTERN' matches. Files that only ESLint ignores are converted too.

What is converted
  --only=NAME,…          only these codemods
  --skip=NAME,…          all codemods but these
  --node=VERSION         the oldest Node that runs the new code (default: engines.node)
  --since=REF            only files that this branch changed since it left REF
  --tests                also tests that call done() or t.end()

What callers see
  --api=keep|dual|async  keep: exported functions keep their callback (default for a library)
                         dual: they take a callback, or give a promise without one
                         async: they give a promise only (default for an application)

What may be assumed
  --trust=LEVEL          strict: only what the code shows
                         library: also the assumptions that docs/obligations.md marks as library
                         application: everything that nothing speaks against
                         The default depends on the project. The first line of a run says why.
  --accept=NAME,…        assume these obligations too. \`slower\` accepts loops over streams and
                         limits of \`async\`: each item takes over 1.5 times as long
  --refuse=NAME,…        convert only where these obligations are shown (${OBLIGATION_IDS.slice(2, 4).join(', ')}, …)
  --observations=N       how many recorded calls show an obligation (default: docs/obligations.md)

What you know about your code
  --callbacks=NAME,…     these functions call back once, in a later tick, with the error first:
                         redis.get (module and method), this.store.load (as written), *.save (any
                         object)
  --promises=NAME,…      these functions give a promise when they are called without a callback
  --thenables=NAME,…     these modules or variables give lazy thenables that may be awaited
  --async-version=1|2|3  the version of the library async (default: the version in package.json)

How it runs
  --dry-run              print the differences, write nothing
  --plan-only            print the plan as JSON, write nothing
  --verify=COMMAND       run COMMAND before and after, and undo the changes that make it fail
  --keep=tested          with --verify: also undo what COMMAND did not run and rests on assumptions
  --interactive          show each conversion and ask: yes, no, all, quit
  --ask                  ask the questions that conversions rest on; the answers are kept in
                         async-perf.config.json
  --format=text|json     how to print the report (default: text)
  --report=FILE,…        also write a report: a page (.html), a comment for a pull request (.md), or
                         data (.json)
  --force                write despite uncommitted changes, or outside of git
  --timing               print how long each step took
  --fail-on-error        also parse files in which there is nothing to convert, and exit with 1 if one
                         does not parse

After a run
  --undo                 undo the last run; files that you edited since stay as they are
  --undo-sites=FILE      undo the places that are marked in the page of a review; --dry-run shows what
                         would change
  --resume               finish a run that was interrupted

Over many machines
  --shard=I/N            convert only this share of the packages. With --format=json the report holds
                         the changes, with --plan-only nothing is written here
  --merge REPORT…        write the changes of the reports of all shards

Examples
  npx async-perf migrate src --dry-run --only=generator-to-async
  npx async-perf migrate src --verify="npm test"
  npx async-perf migrate --shard=2/4 --plan-only > shard-2.json
  npx async-perf migrate --merge shard-*.json

Exit codes
  0 everything converted   1 a file does not parse, or changed during the run   2 wrong use
  3 nothing to do          4 some places stay as they are
`;

const EXIT = { converted: 0, failed: 1, nothing: 3, refused: 4 };

const OPTIONS = /** @type {const} */ ({
  accept: { type: 'string' },
  api: { type: 'string' },
  ask: { type: 'boolean' },
  'async-version': { type: 'string' },
  callbacks: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'fail-on-error': { type: 'boolean' },
  force: { type: 'boolean' },
  format: { type: 'string', default: 'text' },
  help: { type: 'boolean', short: 'h' },
  interactive: { type: 'boolean' },
  keep: { type: 'string' },
  merge: { type: 'boolean' },
  node: { type: 'string' },
  observations: { type: 'string' },
  only: { type: 'string' },
  'plan-only': { type: 'boolean' },
  promises: { type: 'string' },
  refuse: { type: 'string' },
  report: { type: 'string' },
  resume: { type: 'boolean' },
  shard: { type: 'string' },
  since: { type: 'string' },
  skip: { type: 'string' },
  tests: { type: 'boolean' },
  thenables: { type: 'string' },
  timing: { type: 'boolean' },
  trust: { type: 'string' },
  undo: { type: 'boolean' },
  'undo-sites': { type: 'string' },
  verify: { type: 'string' },
});

/**
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 */
export async function runMigrate(args) {
  const { values: asked, positionals } = readMigrateArguments(args);
  if (asked.help) {
    process.stdout.write(HELP);
    return EXIT.converted;
  }
  if (asked.format !== 'text' && asked.format !== 'json') {
    throw new OptionError(`--format=${asked.format}: give text or json`);
  }
  readOptions(asked);
  requireUsed(asked);
  const reportFiles = readReportFiles(asked.report);
  const all = await loadCodemods();
  const codemods = chooseCodemods(all, asked);
  const shard = asked.shard === undefined ? undefined : readShard(asked.shard);
  const root = process.cwd();
  requireOwnJournal(root);
  // A tree that has a journal may have come into a work tree since.
  const top = readJournal(root) ? root : (gitRoot(root) ?? root);
  requireOwnJournal(top);
  if (asked.resume || asked.undo) {
    const places = [top, ...positionals.map((path) => placeOfPath(path, root))];
    const findIllegal = createTargetTest(top, places);
    return settle({ top, findIllegal }, asked.undo ? 'before' : 'after');
  }
  if (asked['undo-sites'] !== undefined) {
    return takeBack(asked['undo-sites'], {
      top,
      root,
      positionals,
      isDry: asked['dry-run'] === true,
    });
  }
  await requireNoUnfinished(top);
  const configuration = readConfiguration(root, top);
  const paths = pathsWith(positionals, configuration);
  const given = asked.merge ? undefined : await chooseFiles(paths, { root, since: asked.since });
  const writes = !asked['dry-run'] && !asked['plan-only'];
  if (writes && !asked.force) {
    requireRepository(given?.places ?? [root], root);
    requireClean(root);
  }
  if (given) {
    warnOfLeftOut(given);
  }
  const chosen = { ...configuration.options, ...asked };
  const decided = given
    ? await decideOptions(
        given.files,
        { ...chosen, leavesSlower: chosen.only === undefined },
        { input: process.stdin, output: process.stderr },
      )
    : asked;
  // A user who asks for a codemod by its name wants all that it writes.
  const values = { ...decided, copies: decided.only === undefined ? 'leave' : 'write' };
  const options = readOptions(values);
  warnOfToolchain(given?.files ?? [], values, root, process.stderr);
  const started = performance.now();
  const timing = values.timing ? startTiming() : undefined;
  const files = given?.files ?? [];
  const findIllegal = createTargetTest(root, given?.places ?? [root]);
  const share = shard ? filesOfShard(files, shard) : files;
  const recorded = values.merge ? undefined : readRecorded(top, values.observations);
  const plan = (/** @type {readonly Answer[]} */ answers) =>
    planWithAnswers(
      (takenBack) =>
        planMigration(
          share,
          codemods,
          { ...values, recorded, ...(takenBack && { takenBack }) },
          createProgress(share.length, 'files'),
        ),
      answers,
    );
  let migration = values.merge
    ? mergeReports(positionals, root, findIllegal)
    : plan(configuration.answers);
  if (values.ask) {
    const answers = await askQuestions(migration, { root });
    if (answers.length > 0) {
      const file = keepAnswers(answers, configuration, top);
      process.stderr.write(`${relative(root, file)} keeps ${count(answers.length, 'answer')}\n`);
      migration = plan([...configuration.answers, ...answers]);
    }
  }
  warnOfOldCompilers(migration, root);
  if (writes && !values.force) {
    await requireTracked(migration, options, root);
  }
  if (values.interactive) {
    await chooseSites(migration, { codemods, options: { ...values, recorded }, root });
  }
  identifySites(migration, top, (file) => readFileSync(file, 'utf8'));
  if (writes && migration.groups.length > 0) {
    const runOf = values.merge ? undefined : createRun(migration, { files: share, values, top });
    const setup = { top, findIllegal, root, verify: values.verify, options };
    await writeMigration(migration, { ...setup, ...(runOf && { runOf }) });
    if (values.keep === 'tested') {
      await keepTested(migration, {
        ...{ top, root, findIllegal, verify: String(values.verify) },
        codemodsFor: (wanted) => chooseCodemods(all, wanted),
        recordedFor: () => recorded,
      });
    }
  }
  const seconds = (performance.now() - started) / 1000;
  const manifests = values['dry-run'] ? await planManifests(migration, options) : [];
  const extra = {
    ...(shard && reportOfShard(migration, shard, digestOf(files, values, root), root)),
    ...(timing && { timing: Object.fromEntries(timing) }),
  };
  const isForPrograms = values['plan-only'] || values.format === 'json';
  const report =
    isForPrograms || reportFiles.length > 0
      ? migrationReport(migration, { root, seconds, extra })
      : {};
  writeReports(reportFiles, report, migration, root);
  process.stdout.write(
    isForPrograms
      ? `${JSON.stringify(report, null, 2)}\n`
      : formatReport({ migration, manifests }, root, values, seconds),
  );
  if (timing && values.format === 'text' && !values['plan-only']) {
    process.stdout.write(formatTiming(timing));
  }
  return exitCodeOf(migration);
}

/**
 * @param {string} top
 * @param {string | undefined} observations
 * @returns {import('../../core/project/migration.js').Recorded | undefined} What recorded runs saw, if there were any.
 * @throws {OptionError}
 */
function readRecorded(top, observations) {
  if (observations !== undefined && !/^[1-9]\d*$/u.test(observations)) {
    throw new OptionError(`--observations=${observations}: give a number, such as 5`);
  }
  const record = readRecord(top);
  return record && { record, root: top, enough: Number(observations ?? 0) };
}

/**
 * @param {string} file Of marks.
 * @param {{ top: string, root: string, positionals: readonly string[], isDry: boolean }} setup
 * @returns {Promise<number>} The exit code.
 */
async function takeBack(file, { top, root, positionals, isDry }) {
  const { answers, takeBack: marked } = readMarks(file, root);
  if (answers.length > 0 && !isDry) {
    const kept = keepAnswers(answers, readConfiguration(root, top), top);
    process.stdout.write(`${relative(root, kept)} keeps ${count(answers.length, 'answer')}.\n`);
    if (marked.length === 0) {
      return EXIT.converted;
    }
  }
  const all = await loadCodemods();
  const places = [top, ...positionals.map((path) => placeOfPath(path, root))];
  const { text } = await undoSites(new Set(marked.map(({ id }) => id)), {
    top,
    root,
    isDry,
    findIllegal: createTargetTest(top, places),
    codemodsFor: (options) => chooseCodemods(all, options),
    recordedFor: ({ observations }) =>
      readRecorded(top, observations === undefined ? undefined : String(observations)),
  });
  process.stdout.write(text);
  return EXIT.converted;
}

/**
 * @param {string[]} args
 */
function readMigrateArguments(args) {
  return readArguments('migrate', {
    args,
    options: OPTIONS,
    allowPositionals: true,
  });
}

/** The options that a plan to be merged was made with. */
const OF_PLANS = [
  ...['accept', 'api', 'ask', 'async-version', 'callbacks', 'only', 'promises'],
  ...['refuse', 'shard', 'since', 'skip', 'tests', 'thenables', 'trust'],
];

/**
 * @param {Readonly<Record<string, unknown>>} values
 * @throws {OptionError} Naming an option that would do nothing.
 */
function requireUsed(values) {
  const { merge, verify } = values;
  const settling = ['undo', 'resume', 'undo-sites'].filter((name) => values[name] !== undefined);
  const dry = settling[0] === 'undo-sites' ? ['plan-only'] : ['dry-run', 'plan-only'];
  const other = [...settling.slice(1), ...dry.filter((name) => values[name])];
  if (settling.length > 0 && other.length > 0) {
    throw new OptionError(
      `--${settling[0]}: it settles what was cut off, --${other[0]} does nothing`,
    );
  }
  if (typeof verify === 'string' && verify.trim() === '') {
    throw new OptionError('--verify=: give a command, such as --verify="npm test"');
  }
  const unwritten = ['dry-run', 'plan-only'].find((name) => values[name]);
  if (verify !== undefined && unwritten !== undefined) {
    throw new OptionError(
      `--verify: with --${unwritten} nothing is written that it could be run on`,
    );
  }
  if (values['keep'] !== undefined && values['keep'] !== 'tested') {
    throw new OptionError(`--keep=${values['keep']}: give tested`);
  }
  if (values['keep'] !== undefined && verify === undefined) {
    throw new OptionError('--keep=tested: give the tests by --verify, such as --verify="npm test"');
  }
  if (values['keep'] !== undefined && merge) {
    throw new OptionError(
      '--keep=tested: what is merged cannot be planned again; give --keep where all is planned',
    );
  }
  if (values['ask'] && values['interactive']) {
    throw new OptionError('--ask and --interactive: both ask on the terminal: give one of them');
  }
  const planned = merge ? OF_PLANS.find((name) => values[name] !== undefined) : undefined;
  if (planned !== undefined) {
    throw new OptionError(
      `--${planned}: what is merged is planned; give it where shards are planned`,
    );
  }
}

/**
 * @param {import('../../core/project/writing.js').Setup} setup
 * @param {'before' | 'after'} side
 * @returns {Promise<number>}
 */
async function settle(setup, side) {
  const { was, isCleaned, written, left } = await finish(setup, side);
  if (isCleaned) {
    process.stdout.write(
      'A migration was cut off before it changed a file: what it left in .async-perf is removed.\n',
    );
    return EXIT.nothing;
  }
  if (was === 'none' || (was === 'written' && side === 'after')) {
    const rest = was === 'none' ? '' : '; the last one came to its end, --undo takes it back';
    process.stdout.write(`No migration was cut off: there is nothing to do${rest}.\n`);
    return EXIT.nothing;
  }
  const verb = side === 'after' ? 'finished' : 'taken back';
  process.stdout.write(`The migration is ${verb}: ${count(written.length, 'file')} written.\n`);
  for (const { path, before, after } of left) {
    process.stderr.write(
      `async-perf: ${path} was changed or taken away since, and stays as it is. What it held: ${before}. What was made of it: ${after}\n`,
    );
  }
  return left.length > 0 ? EXIT.failed : EXIT.converted;
}

/**
 * @param {Codemod[]} codemods
 * @param {Readonly<Record<string, any>>} choice Of the options those named so.
 * @returns {Codemod[]}
 * @throws {OptionError} Naming a codemod that is not there.
 */
function chooseCodemods(codemods, { only, skip }) {
  const known = codemods.map(({ name }) => name);
  const wanted = only?.split(',') ?? known;
  const unwanted = skip?.split(',') ?? [];
  const wrong = [...wanted, ...unwanted].find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const hint = askFor(wrong, known) || `: give some of ${known.join(', ')}`;
    throw new OptionError(`there is no codemod '${wrong}'${hint}`);
  }
  return codemods.filter(({ name }) => wanted.includes(name) && !unwanted.includes(name));
}

/**
 * @param {{ migration: Migration, manifests: ManifestChange[] }} planned
 * @param {string} root
 * @param {{ 'dry-run'?: boolean | undefined }} values
 * @param {number} seconds
 * @returns {string}
 */
function formatReport({ migration, manifests }, root, values, seconds) {
  const summary = formatSummary(migration, root, seconds);
  const changed = [...migration.groups.flatMap(({ files }) => files), ...manifests];
  return values['dry-run'] ? formatDiff(changed, root) + summary : summary;
}

/**
 * @param {Migration} migration
 * @returns {number}
 */
function exitCodeOf({ errors, groups, sites }) {
  if (errors.some(({ isLeftOut }) => !isLeftOut)) {
    return EXIT.failed;
  }
  if (sites.length === 0 && groups.length === 0) {
    return EXIT.nothing;
  }
  return sites.some(({ status }) => status === 'refused') ? EXIT.refused : EXIT.converted;
}
