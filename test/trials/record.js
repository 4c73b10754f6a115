/**
 * Records the tests of real projects with `async-perf record`, and migrates the projects without and with what was
 * seen. Each suite is run plain, recorded, and behind the migration.
 *
 * Usage: npm run trials:record -- --list FILE --checkouts DIR [--only ID,ID]
 *   --list FILE        The list of projects; test/trials.json if none is named.
 *   --checkouts DIR    Where the repositories of the list are checked out, each in DIR/ID.
 *   --no-save          Leaves test/trials/record.json as it is.
 *
 * The tests have to run on this Node: older ones load no hooks.
 */

/** @import { Trial } from './trial.js' */
/** @import { Workspace } from './workspace.js' */
/** @import { FileRecord } from '../../core/project/record/record.js' */
/** @import { RecordedTrial } from './record-results.js' */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { OBLIGATIONS } from '../../core/contract/obligations.js';
import { run } from './command.js';
import { countTests } from './counts.js';
import { describeRecorded, saveRecorded } from './record-results.js';
import { readTrials } from './trial.js';
import { prepareWorkspace } from './workspace.js';

const BIN = fileURLToPath(new URL('../../bin/async-perf.js', import.meta.url));

/** Converted, nothing to do, some sites refused. */
const SUCCESS = new Set([0, 3, 4]);

const { values } = parseArgs({
  options: {
    list: { type: 'string' },
    checkouts: { type: 'string' },
    only: { type: 'string' },
    'no-save': { type: 'boolean', default: false },
  },
});

const list = values.list ?? fileURLToPath(new URL('../trials.json', import.meta.url));
const only = values.only?.split(',');
const trials = (await readTrials(list, values.checkouts)).filter(
  ({ id, node }) => node === process.versions.node.split('.')[0] && (only?.includes(id) ?? true),
);
let isGreen = trials.length > 0;
for (const trial of trials) {
  const result = await recordTrial(trial);
  isGreen &&= result.status === 'passed';
  process.stdout.write(describeRecorded(result));
  if (!values['no-save']) {
    await saveRecorded(result);
  }
}
process.exitCode = isGreen ? 0 : 1;

/**
 * @param {Trial} trial
 * @returns {Promise<RecordedTrial>}
 */
async function recordTrial(trial) {
  const base = { id: trial.id, source: trial.origin, style: trial.style };
  const workspace = await prepareWorkspace(trial);
  await workspace.restore();
  const plain = await test(workspace);
  if (!plain.passes) {
    return { ...base, status: 'red before', reason: plain.output.slice(-2000) };
  }
  const without = await plan(workspace);
  const recorded = await test(workspace, [process.execPath, BIN, 'record', '--']);
  if (!recorded.passes) {
    return { ...base, status: 'red while recorded', reason: recorded.output.slice(-2000) };
  }
  const seen = await plan(workspace);
  const record = await readRecord(workspace);
  await migrate(workspace, []);
  await workspace.installAdded();
  const after = await test(workspace);
  await workspace.restore();
  const asked = without.sites.filter(isRefusedForEvidence);
  const ids = new Set(asked.map(({ id }) => id));
  const executed = seen.sites.filter(({ id, wasRun }) => ids.has(id) && wasRun === true);
  const decided = executed.filter((site) => !isRefusedForEvidence(site));
  const called = executed.filter(
    (site) => decided.includes(site) || wasCalled(site, record.files[site.file]),
  );
  return {
    ...base,
    status: after.passes ? 'passed' : 'red after',
    tests: plain.passed,
    plain: figures(plain),
    recorded: figures(recorded),
    sites: without.sites.length,
    converted: { without: countConverted(without), with: countConverted(seen) },
    seen: seen.sites.flatMap(({ obligations }) =>
      obligations.filter(({ evidence }) => evidence === 'seen'),
    ).length,
    against: seen.sites.filter(({ reason }) => reason === 'seen-otherwise').length,
    refused: {
      ...{ all: asked.length, executed: executed.length },
      ...{ called: called.length, decided: decided.length },
    },
    ...(!after.passes && { reason: after.output.slice(-2000) }),
  };

  /**
   * @param {Workspace} place
   * @param {readonly string[]} [wrapper] What runs the test command.
   */
  async function test(place, wrapper = []) {
    // Some suites have bounds on time: a red one gets a second chance.
    for (let chance = 1; ; chance += 1) {
      const result = await place.test(wrapper);
      const { passed } = countTests(result.output);
      const passes = result.code === 0 && passed >= trial.passes;
      if (passes || chance === 2) {
        return { ...result, passed, passes };
      }
    }
  }
}

/**
 * What a report says of a site, as far as it is read here.
 *
 * @typedef {object} Site
 * @property {string} id
 * @property {string} file
 * @property {{ file?: string, line: number, column: number }} [blame]
 * @property {'converted' | 'refused'} status
 * @property {string} [reason]
 * @property {boolean} [wasRun]
 * @property {{ evidence: string }[]} obligations
 */

/**
 * @param {Site} site
 * @returns {boolean} Whether it is refused since nothing shows what a run could show.
 */
function isRefusedForEvidence({ status, reason = '' }) {
  const obligation = Object.hasOwn(OBLIGATIONS, reason)
    ? OBLIGATIONS[/** @type {import('../../core/contract/obligations.js').ObligationId} */ (reason)]
    : undefined;
  return (
    status === 'refused' &&
    obligation !== undefined &&
    [obligation, ...(obligation.parts ?? []).map((part) => OBLIGATIONS[part])].some(
      ({ observations }) => observations !== undefined,
    )
  );
}

/**
 * @param {Site} site
 * @param {FileRecord | undefined} record Of its file.
 * @returns {boolean} Whether the code to blame is a call that the tests came to, and that called something else than
 *   a function of a test: a run shows nothing of other code.
 */
function wasCalled({ blame }, record) {
  return Object.entries(record?.calls ?? {}).some(
    // A call has the place of its last argument: that is no function that is itself to blame.
    ([place, { calls }]) =>
      calls > 0 &&
      Number.parseInt(place, 10) === blame?.line &&
      place !== `${blame.line}:${blame.column}`,
  );
}

/**
 * @param {Workspace} workspace
 * @returns {Promise<import('../../core/project/record/record.js').ProjectRecord>}
 */
async function readRecord({ project }) {
  return JSON.parse(await readFile(path.join(project, '.async-perf/record.json'), 'utf8'));
}

/** @param {{ sites: Site[] }} report */
function countConverted({ sites }) {
  return sites.filter(({ status }) => status === 'converted').length;
}

/** @param {{ seconds: number, kilobytes: number }} run */
function figures({ seconds, kilobytes }) {
  return { seconds: Number(seconds.toFixed(1)), megabytes: Math.round(kilobytes / 1024) };
}

/**
 * @param {Workspace} workspace
 * @returns {Promise<{ sites: Site[] }>}
 */
async function plan(workspace) {
  const output = await migrate(workspace, ['--plan-only']);
  return JSON.parse(output);
}

/**
 * @param {Workspace} workspace
 * @param {readonly string[]} flags
 * @returns {Promise<string>}
 * @throws {Error} When the command fails.
 */
async function migrate({ directory, project, trial }, flags) {
  const report = path.join(directory, 'report.json');
  const args = ['migrate', '--force', '--trust=library', `--report=${report}`, ...flags];
  const { code, output } = await run(
    process.execPath,
    [BIN, ...args, `--node=${trial.node}`, ...trial.migrate],
    { cwd: project },
  );
  if (!SUCCESS.has(code)) {
    throw new Error(`async-perf migrate ended with code ${code}:\n${output.slice(-2000)}`);
  }
  return readFile(report, 'utf8');
}
