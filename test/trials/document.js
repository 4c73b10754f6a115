/** @import { BesideAuthors } from './beside-authors.js' */
/** @import { ChainUses } from './chain-uses.js' */
/** @import { NestUses } from './nest-uses.js' */
/** @import { LibraryRun, LibraryUses } from './library-uses.js' */
/** @import { RecordedTrial } from './record-results.js' */
/** @import { SavedResult } from './results.js' */
/** @import { SweepResult } from '../sweep/results.js' */

import { recordedRows } from './record-results.js';

const HEAD = `# Trials

<!-- Written by npm run docs from test/trials/results.json, which npm run trials writes. -->

Real projects, migrated by all codemods, with their own tests run before and after. The tests are
those of the project, unchanged; nothing of a converted file was touched by hand.

\`npm run trials\` repeats the published ones from the registry alone. Any checkout can be tried:

\`\`\`sh
npm run trials -- --project DIR --lib lib,index.js --test "mocha" --node 20
\`\`\`

`;

/**
 * `docs/trials.md`, from the results of the last run of each trial.
 *
 * @param {readonly SavedResult[]} results
 * @returns {string}
 */
export function renderTrials(results) {
  const byDefault = results.filter(({ flags = [] }) => flags.length === 0);
  const expected = byDefault.filter((result) => result.expected);
  const nests = byDefault.filter(({ callbacks }) => callbacks && callbacks.counted > 0);
  return [
    HEAD,
    renderSummary(results),
    renderTable(results),
    '\n## Why sites were left alone by default\n\n',
    renderReasons(byDefault),
    ...(expected.length > 0 ? [EXPECTED_HEAD, renderExpected(expected)] : []),
    ...(nests.length > 0 ? [NESTS_HEAD, renderNests(nests)] : []),
  ].join('');
}

const RECORDED_HEAD = `
## Recorded runs

Suites run plain and under \`async-perf record\`, then \`migrate --trust=library\` without and with the record, and the
suite once more. They are green each time. The times are those of two cores that did other work as well.

"Refused for want of evidence" counts sites that are refused without a record, for an obligation that a run can show.
The tests executed some of them. "Called" are those of these where the code to blame is a call that reached something
else than a function of a test: a run shows nothing about stubs, nor about code that calls back by itself. "Decided" are
no longer refused for want of evidence: they are converted, or refused with what was seen.

\`\`\`sh
npm run trials:record -- --list projects.json --checkouts DIR
\`\`\`

`;

/**
 * @param {readonly RecordedTrial[]} recorded
 * @returns {string}
 */
export function renderRecorded(recorded) {
  const { head, rows } = recordedRows(recorded.filter(({ status }) => status === 'passed'));
  return recorded.length === 0 ? '' : RECORDED_HEAD + toTable(head, rows);
}

const SWEEP_HEAD = `
## The sweep

Published packages that ship their tests, drawn by a seed from a list (\`test/sweep/candidates.json\`). Each is tested,
migrated at each level of trust, and tested again. A second run has to change nothing, and the output may not break a
rule of the project that the source kept. A suite that is red is followed to the first conversion that turns it red.

\`\`\`sh
npm run sweep -- --seed 1 --count 60
\`\`\`

`;

/**
 * @param {readonly SweepResult[]} swept
 * @returns {string}
 */
export function renderSweep(swept) {
  const done = swept.filter(({ status }) => status === 'swept');
  const idle = swept.filter(({ status }) => status === 'nothing to convert').length;
  const untested = swept.length - done.length - idle;
  const rows = done.map(({ origin = '', before = 0, node = '', runs, cause = '' }) => [
    `\`${origin}\``,
    String(before),
    node,
    ...runs.map(({ converted, sites, tests }) => `${converted} of ${sites}, ${tests}`),
    cause,
  ]);
  const head = ['package', 'tests', 'Node', 'strict', 'library', 'application', 'what was found'];
  return done.length === 0
    ? ''
    : `${SWEEP_HEAD}Of ${swept.length} packages that were drawn, ${done.length} were swept. ${idle} have nothing to convert, and ${untested} ship no tests, or have tests that do not run here.\n\n${toTable(head, rows)}`;
}

const EXPECTED_HEAD = `
## Against an independent count

The generators of these projects were counted by a script that shares no code with the codemods
(\`test/trials/count-coroutines.js\`) and judged one by one by reading, before the codemod was
written (\`test/trials/expectations/\`): which should convert, which must stay, and why.

`;

const NESTS_HEAD = `
## Callback nests, counted independently

Functions whose last parameter is, by its use, an error-first callback that functions inside them
use: counted by a script that shares no code with the codemods (\`test/trials/count-callbacks.js\`),
before and after.

`;

const NEST_USES_HEAD = `
## Callback nests of the repositories

The same count of nests over the sources of the repositories of callbacks and of the library
\`async\`, before and after \`async-lib-to-async\`, \`stream-events-to-for-await\` and
\`callback-to-async\`, with a plan for each project. Without an option, a callback that may be called
in the caller's tick stays a callback: that is so wherever nothing says when a method of an object
that comes from outside calls back. Each nest that is left has the reason of the refusal, or is marked as
not looked at, if the codemod sees no callback there. Less than nothing is converted where a call of the
library becomes a function that takes a callback.

A project whose tests ask when a callback comes is red with \`--accept=timing-unobservable\`: that is the
difference which it accepts. In hypercore, the tests of \`cancel\` cancel in the same tick what
\`get\` and \`seek\` have put in a queue until then, and those of acknowledgements expect the last of
them before their streams end. Both versions of enhanced-resolve keep their callbacks with it too:
\`resolveSync\` throws unless it has been called back before its call returns, and it reaches almost
every one.

`;

const AUTHORS_HEAD = `
## Beside what the authors wrote by hand

Authors of some of these projects went over to async functions later. The files that the codemods
change with \`--api=async\` and that are there in that version still, held against it line by line
(\`test/trials/beside-authors.js\`): how many are the same to the last character, and how many lines
differ. Most of these lines show other changes of the authors: \`var\`, template strings, new functions,
other libraries.

- \`outputFile\` of fs-extra has the same steps in the same order. The codemod keeps \`fs.exists\`, which
  the authors had replaced, and writes a wrapper where they use \`universalify\`.
- In del, the authors took \`p-map\` and object rest; the codemod leaves \`Promise.all\`, and
  \`return Promise.resolve(file)\` where it stood.
- In co-body, the codemod keeps the turn that \`Promise.resolve().then\` took.

`;

const CHAIN_USES_HEAD = `
## Chains, counted independently

Every run of \`.then\`, \`.catch\` and \`.finally\` of the repositories' sources, counted before and
after by a script that shares no code with the codemods (\`test/trials/count-chains.js\`): it goes by
the names alone, so that it also counts what is no promise. By default with \`promise-chain-to-async\`
alone, with the options after \`bluebird-to-native\`. Kept are those at the boundary: on promises of a
library that leave the file, whose methods those who get them may call, and on those that
\`.asCallback\` or \`.nodeify\` hands to a callback.

`;

const LIBRARIES_HEAD = `
## Promise libraries, counted independently

Uses of bluebird, Q, when, RSVP and polyfills: statics, constructors, methods that native promises
lack, the class itself, counted by a script that goes by names and shares no code with the codemod
(\`test/trials/count-promise-libraries.js\`). Kept are those at the boundary: to callers who may need
the library's own promises, and from where such promises come in callbacks of the library, which
would report a rejection before a native promise takes it over.

`;

/**
 * @param {readonly LibraryUses[]} projects
 * @returns {string} What became of the uses of promise libraries, by project.
 */
export function renderLibraryUses(projects) {
  const head = ['project', 'options', 'uses', 'converted', 'kept', 'share', 'left, by reason'];
  return [
    LIBRARIES_HEAD,
    toTable(head, [
      ...projects.flatMap(({ id, origin, uses, runs }) =>
        runs.map((run) =>
          toShareRow([id, origin], run.flags, uses, run.converted, run.kept, run.left),
        ),
      ),
      ...totalsOf(projects.map(({ uses, runs }) => ({ uses, runs }))),
    ]),
  ].join('');
}

/**
 * @param {readonly NestUses[]} projects
 * @returns {string} What became of the nests of callbacks, by project.
 */
export function renderNestUses(projects) {
  const head = ['project', 'options', 'nests', 'converted', 'share', 'left, by reason'];
  const runs = projects.map(({ found, runs }) => ({
    uses: found,
    runs: runs.map((run) => ({ ...run, converted: run.gone, kept: 0 })),
  }));
  const rows = [
    ...projects.flatMap(({ id, origin, found, runs }) =>
      runs.map((run) => toShareRow([id, origin], run.flags, found, run.gone, 0, run.left)),
    ),
    ...totalsOf(runs),
  ];
  // Nothing is kept at a boundary.
  return [
    NEST_USES_HEAD,
    toTable(
      head,
      rows.map((row) => row.filter((_, index) => index !== 4)),
    ),
  ].join('');
}

/**
 * @param {readonly BesideAuthors[]} projects
 * @returns {string} What the codemods write beside what the authors wrote, by project.
 */
export function renderBesideAuthors(projects) {
  const head = [
    'project',
    'their version',
    'files',
    'the same',
    'lines that differed',
    'that differ',
  ];
  const rows = projects.map(({ id, origin, later, files, same, before, after }) => [
    `${id}<br>\`${origin}\``,
    later,
    files,
    same,
    before,
    after,
  ]);
  return [AUTHORS_HEAD, toTable(head, rows)].join('');
}

/**
 * @param {readonly ChainUses[]} projects
 * @returns {string} What became of the chains, by project.
 */
export function renderChainUses(projects) {
  const head = ['project', 'options', 'chains', 'converted', 'kept', 'share', 'left, by reason'];
  return [
    CHAIN_USES_HEAD,
    toTable(head, [
      ...projects.flatMap(({ id, origin, found, runs }) =>
        runs.map((run) => toShareRow([id, origin], run.flags, found, run.gone, run.kept, run.left)),
      ),
      ...totalsOf(
        projects.map(({ found, runs }) => ({
          uses: found,
          runs: runs.map((run) => ({ ...run, converted: run.gone })),
        })),
      ),
    ]),
  ].join('');
}

/**
 * @param {readonly { uses: number, runs: readonly LibraryRun[] }[]} projects
 * @returns {string[][]} One row for each way to run.
 */
function totalsOf(projects) {
  return (projects[0]?.runs ?? []).map(({ flags }, index) => {
    /** @type {Record<string, number>} */
    const left = {};
    let [converted, kept] = [0, 0];
    for (const { runs } of projects) {
      const run = runs[index];
      converted += run?.converted ?? 0;
      kept += run?.kept ?? 0;
      for (const [reason, count] of Object.entries(run?.left ?? {})) {
        left[reason] = (left[reason] ?? 0) + count;
      }
    }
    const uses = projects.reduce((total, project) => total + project.uses, 0);
    return toShareRow(['all'], flags, uses, converted, kept, left);
  });
}

/**
 * @param {readonly string[]} project Its name, and where it comes from.
 * @param {readonly string[]} flags
 * @param {number} all
 * @param {number} converted
 * @param {number} kept
 * @param {Readonly<Record<string, number>>} left
 * @returns {string[]}
 */
function toShareRow([name = '', origin], flags, all, converted, kept, left) {
  const reasons = Object.entries(left)
    .sort(([, one], [, other]) => other - one)
    .map(
      ([reason, count]) => `${reason === 'unseen' ? 'not looked at' : `\`${reason}\``} ${count}`,
    );
  return [
    origin === undefined ? name : `${name}<br>\`${origin}\``,
    toOptions(flags),
    String(all),
    String(converted),
    String(kept),
    `${((100 * (converted + kept)) / all).toFixed(1)} %`,
    reasons.join(', ') || 'none',
  ];
}

/** @param {readonly SavedResult[]} results */
function renderSummary(results) {
  const passed = results.filter(({ status }) => status === 'passed').length;
  const red = results.filter(({ status }) => status === 'red before').length;
  const [sites, converted] = [sum(results, 'sites'), sum(results, 'converted')];
  const tests = sum(results, 'testsAfter');
  const left =
    red === 0
      ? ''
      : ` ${red === 1 ? 'One more project fails some tests without one and was' : `${red} more projects fail some tests without one and were`} left alone.`;
  return `After ${passed} of ${results.length - red} migrations the projects pass their tests (${tests} tests); ${converted} of ${sites} sites were converted.${left}\n\n`;
}

/** @param {readonly SavedResult[]} results */
function renderTable(results) {
  const head = ['project', 'options', 'style', 'Node', 'lines', 'sites', 'converted', 'refused'];
  const rows = results.map((result) => [
    `${result.id}<br>\`${result.source}\``,
    toOptions(result.flags),
    result.style,
    result.node,
    result.lines,
    result.sites,
    result.converted,
    result.sites - result.converted,
    toTests(result),
    result.seconds,
  ]);
  return toTable([...head, 'tests', 'seconds'], rows);
}

/** @param {readonly string[] | undefined} flags */
function toOptions(flags) {
  return flags?.map((flag) => `\`${flag}\``).join(' ') || 'default';
}

/** @param {SavedResult} result */
function toTests({ status, testsAfter, testsBefore }) {
  if (status === 'red before') {
    return `${testsBefore}, some fail without a migration`;
  }
  return `${testsBefore} → ${testsAfter}${status === 'passed' ? '' : ` (${status})`}`;
}

/** @param {readonly SavedResult[]} results */
function renderReasons(results) {
  /** @type {Record<string, { count: number, projects: string[] }>} */
  const reasons = {};
  for (const { id, refused } of results) {
    for (const [reason, count] of Object.entries(refused)) {
      const entry = (reasons[reason] ??= { count: 0, projects: [] });
      entry.count += count;
      entry.projects.push(`${id} ${count}`);
    }
  }
  const rows = Object.entries(reasons)
    .sort(([, left], [, right]) => right.count - left.count)
    .map(([reason, { count, projects }]) => [`\`${reason}\``, count, projects.join(', ')]);
  return toTable(['reason', 'sites', 'where'], rows);
}

/** @param {readonly SavedResult[]} results */
function renderExpected(results) {
  const rows = results.map(({ id, expected }) => [
    id,
    expected?.wanted ?? 0,
    expected?.converted ?? 0,
    expected?.missed.map((place) => `\`${place}\``).join(', ') || 'none',
    expected?.wrong.map((place) => `\`${place}\``).join(', ') || 'none',
  ]);
  const head = ['project', 'should convert', 'do', 'missed', 'had to stay but were converted'];
  return toTable(head, rows);
}

/** @param {readonly SavedResult[]} results */
function renderNests(results) {
  const rows = results.map(({ id, callbacks }) => [
    id,
    callbacks?.counted ?? 0,
    (callbacks?.counted ?? 0) - (callbacks?.left ?? 0),
    callbacks?.left ?? 0,
  ]);
  return toTable(['project', 'nests', 'converted', 'left'], rows);
}

/**
 * @param {readonly SavedResult[]} results
 * @param {'sites' | 'converted' | 'testsAfter'} key
 */
function sum(results, key) {
  return results.reduce((total, result) => total + result[key], 0);
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function toTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
