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
import {
  requireClean,
  requireOwnJournal,
  requireRepository,
  requireTracked,
} from '../migration/untracked.js';
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

Rewrites the source files below the paths (the current directory if none is given; the files that
standard input names for '-') and says for
every site that it leaves alone why. Files that .gitignore leaves out are not touched, and neither
is what '!PATTERN' names. An ESLint configuration, which is a program, is not asked.

What is converted
  --only=NAME,…          these codemods only
  --skip=NAME,…          all but these
  --node=VERSION         the oldest Node that the output must run on (engines.node if not given)
  --since=REF            only files that changed since this branch left REF
  --api=keep|dual|async  what callers outside a file see: keep callbacks, take both forms, or async
                         alone (keep for a library, async for an application)
  --trust=LEVEL          which evidence is enough: strict (what the code shows), library (and the
                         assumptions marked so in docs/obligations.md), application (and all
                         that nothing speaks against); what the project is decides, and the first
                         line of a run says why
  --accept=NAME,…        obligations that count as assumed where nothing shows them
                         (slower: also forms that are over 1.5 times slower, such as loops over
                         streams, which codemods that --only names convert anyway)
  --refuse=NAME,…        obligations that have to be shown (${OBLIGATION_IDS.slice(0, 3).join(', ')}, …)
  --observations=N       how many calls that \`async-perf record\` saw show an obligation, in place of
                         the numbers in docs/obligations.md
  --callbacks=NAME,…     functions that are error-first and call back once, in a later tick, as
                         module.method, as the source writes them, or as *.method
  --promises=NAME,…      functions that give a promise where their callback is left out
  --tests                also tests that say when they are done: \`done()\`, \`t.end()\`
  --async-version=1|2|3  the version of the library async (that of the project if not given)
  --thenables=NAME,…     lazy thenables that may be awaited, by module or variable

How
  --dry-run              print the differences, write nothing
  --plan-only            print the plan as JSON, write nothing
  --verify=COMMAND       run it before and after; what it fails for is taken back, and the report says
                         which conversions it ran
  --keep=tested          with --verify: take back what it did not run and what rests on assumptions
  --ask                  ask of what the conversions rest on; the answers are kept in
                         async-perf.config.json, and not asked again
  --interactive          show each conversion and ask: yes, no, all, quit
  --format=text|json     (text)
  --report=FILE,…        also write a report for a review: a page (.html), a comment on a pull
                         request (.md), or data (.json)
  --force                also with uncommitted changes, and outside of git
  --timing               tell what took how long
  --fail-on-error        also read files without a word of what is converted, to exit with 1 if one
                         cannot be read as code
  --resume               finish a run that was cut off
  --undo-sites=FILE      take back the sites that are marked in the page of a review, and leave the
                         rest of the last run; with --dry-run show what would change
  --undo                 take back the last run, cut off or not; what was edited since stays

Over many machines
  --shard=I/N            only this share of the packages; with --plan-only or --format=json the report
                         holds its changes; they are also written here without --plan-only
  --merge REPORT…        write what the reports of all shards hold

Examples
  npx async-perf migrate src --dry-run --only=generator-to-async
  npx async-perf migrate src --verify="npm test"
  npx async-perf migrate --shard=2/4 --plan-only > shard-2.json
  npx async-perf migrate --merge shard-*.json

Exit codes
  0 converted   1 a file was not read, or changed by someone else meanwhile   2 wrong use
  3 nothing to do   4 some sites were refused
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
