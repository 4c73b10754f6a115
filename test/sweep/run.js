/**
 * Looks for wrong conversions where they are found: in published packages that ship their tests. A package is drawn,
 * tested, migrated at each level of trust, and tested again; a second run has to change nothing, and the output may
 * not break a rule of the project that the input kept. A red one is followed to the first conversion that turns the
 * tests red.
 *
 * Usage: npm run sweep -- [OPTIONS]
 *   --seed N          Which packages of test/sweep/candidates.json (1).
 *   --count N         How many that can be tested and have something to convert (10).
 *   --only SPEC,…     These instead.
 *   --trust LEVEL,…   strict,library,application
 *   --no-save         Leaves test/sweep/results.json as it is.
 *   --again           Also packages of which there is a result.
 *
 * The data that are committed name packages and say what became of them: never their code.
 */

/** @import { Workspace } from '../trials/workspace.js' */
/** @import { Outcome, SweepResult } from './results.js' */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { findBlame } from '../trials/bisect.js';
import { run } from '../trials/command.js';
import { countTests } from '../trials/counts.js';
import { listSources, loadCodemods, migrate } from '../trials/migrate.js';
import { unpackPackage } from '../trials/registry.js';
import { prepareWorkspace } from '../trials/workspace.js';
import { describe, readResults, saveResult } from './results.js';
import { readSubject } from './subject.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    only: { type: 'string' },
    trust: { type: 'string', default: 'strict,library,application' },
    'no-save': { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});

/** The majors that a suite is tried on, in this order: old test runners fail on new ones. */
const NODES = ['20', '10'];

/** A suite of which some tests fail before the migration is still a test if as many pass. */
const ENOUGH = 5;

/** How often a red suite runs: some have bounds on time, or race with what they wrote. */
const CHANCES = 3;

const BIN = new URL('../../bin/async-perf.js', import.meta.url).pathname;
const codemods = await loadCodemods();
const done = values.again ? [] : (await readResults()).map(({ spec }) => spec);
let left = values.only ? Number.POSITIVE_INFINITY : Number(values.count);
let isGreen = true;
for (const spec of await draw()) {
  if (left === 0) {
    break;
  }
  const result = await sweep(spec).catch((error) => ({
    spec,
    status: /** @type {const} */ ('not installed'),
    reason: String(error?.message ?? error).slice(0, 300),
    runs: [],
  }));
  process.stdout.write(describe(result));
  if (!values['no-save']) {
    await saveResult(result);
  }
  if (result.status === 'swept') {
    left -= 1;
    isGreen &&= result.runs.every(({ tests }) => tests !== 'red');
  }
}
process.exitCode = isGreen ? 0 : 1;

/** @returns {Promise<string[]>} In the order in which they are tried. */
async function draw() {
  if (values.only) {
    return values.only.split(',');
  }
  const file = new URL('candidates.json', import.meta.url);
  /** @type {{ packages: string[] }} */
  const { packages } = JSON.parse(await readFile(file, 'utf8'));
  const order = (/** @type {string} */ spec) =>
    createHash('sha256').update(`${values.seed} ${spec}`).digest('hex');
  return packages
    .filter((spec) => !done.includes(spec))
    .sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/**
 * @param {string} spec
 * @returns {Promise<SweepResult>}
 */
async function sweep(spec) {
  const directory = await unpackPackage(spec);
  const subject = await readSubject(directory, NODES[0] ?? '20');
  if (typeof subject === 'string') {
    return { spec, status: 'not tested', reason: subject, runs: [] };
  }
  const base = { spec, origin: subject.origin, command: subject.test };
  const files = await listSources(directory, subject.migrate);
  const plan = await run(
    process.execPath,
    [BIN, 'migrate', '--plan-only', '--trust=application', '--node=20', ...files],
    { cwd: directory },
  );
  if (!/"status": ?"converted"/u.test(plan.output)) {
    return { ...base, status: 'nothing to convert', runs: [] };
  }
  let output = '';
  for (const node of NODES) {
    const trial = { ...subject, node };
    const workspace = await prepareWorkspace(trial);
    const before = await test(workspace, { code: 0, passed: 1 });
    if (before.passes || before.passed >= ENOUGH) {
      const runs = [];
      for (const trust of values.trust.split(',')) {
        runs.push(await migrateAt(workspace, trust, before));
        await workspace.restore();
      }
      return { ...base, node, status: 'swept', before: before.passed, runs };
    }
    ({ output } = before);
  }
  return { ...base, status: 'red before', output: output.slice(-1500), runs: [] };
}

/**
 * @param {Workspace} workspace
 * @param {string} trust
 * @param {TestsWanted} wanted
 * @returns {Promise<Outcome>}
 */
async function migrateAt(workspace, trust, wanted) {
  const { trial, project } = workspace;
  const options = { node: trial.node, trust };
  const findings = await check(workspace);
  const migration = await migrate(project, trial.migrate, codemods, options, 'command');
  const converted = migration.sites.filter(({ status }) => status === 'converted').length;
  const outcome = { trust, sites: migration.sites.length, converted };
  if (migration.changed.length === 0) {
    return { ...outcome, tests: 'unchanged' };
  }
  await workspace.installAdded();
  const after = await test(workspace, wanted);
  const added = (await check(workspace)).filter((finding) => !findings.includes(finding));
  const again = await migrate(project, trial.migrate, codemods, options, 'command');
  const blame = after.passes
    ? undefined
    : await findBlame({
        root: project,
        files: migration.changed,
        codemods,
        options,
        restore: () => workspace.restore(),
        passes: async () => (await test(workspace, wanted)).passes,
      });
  return {
    ...outcome,
    tests: after.passes ? 'green' : 'red',
    ...(!after.passes && { passed: after.passed, output: after.output.slice(-1500) }),
    ...(blame && { blame }),
    ...(again.changed.length > 0 && { changedAgain: again.changed }),
    ...(added.length > 0 && { added }),
  };
}

/**
 * @typedef {object} TestsWanted
 * @property {number} code The exit code of the suite before the migration.
 * @property {number} passed How many tests passed then.
 */

/**
 * @param {Workspace} workspace
 * @param {TestsWanted} wanted
 */
async function test(workspace, wanted) {
  for (let chance = 1; ; chance += 1) {
    const { code, output } = await workspace.test();
    const { passed } = countTests(output);
    const passes = (code === 0 || code === wanted.code) && passed >= wanted.passed;
    if (passes || chance === CHANCES) {
      return { passes, code, passed, output };
    }
  }
}

/**
 * @param {Workspace} workspace
 * @returns {Promise<string[]>} What the project's own rules find, as `FILE RULE`.
 */
async function check({ project, trial }) {
  const paths = await listSources(project, trial.migrate);
  const args = [BIN, 'check', '--config=all', '--format=json', ...paths];
  const { output } = await run(process.execPath, args, { cwd: project });
  /** @type {{ rules: { findings: { file: string, rule: string }[] }[] }} */
  const { rules } = JSON.parse(output.slice(output.indexOf('{')));
  return rules
    .flatMap(({ findings }) => findings)
    .map(({ file, rule }) => `${path.relative(project, path.resolve(project, file))} ${rule}`);
}
