/**
 * Migrates real projects and runs their own tests before and after.
 *
 * Usage: npm run trials [-- OPTIONS]
 *   --only ID,ID          Of the list, these.
 *   --list FILE           Another list than test/trials.json.
 *   --checkouts DIR       Where the repositories of that list are checked out, each in DIR/ID.
 *   --project DIR         Instead of a list: any checkout,
 *     --lib PATH,PATH       what to migrate in it,
 *     --test "COMMAND"      how to test it,
 *     --node MAJOR          and on which Node.
 *   --codemod NAME,NAME   These codemods instead of all.
 *   --api keep|dual|async, --trust strict|library|application, --accept NAME,NAME, --refuse NAME,NAME
 *                         What `async-perf migrate` is told.
 *   --with jscodeshift    By `npx jscodeshift -t` instead of `async-perf migrate`.
 *   --baseline            Only install and run the tests as they are.
 *   --no-save             Leaves test/trials/results.json as it is.
 */

/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Trial } from './trial.js' */
/** @import { TrialResult } from './results.js' */

import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { findBlame } from './bisect.js';
import { countCallbacks, countNests } from './count-callbacks.js';
import { countChains } from './count-chains.js';
import { countCoroutines } from './count-coroutines.js';
import { countTests } from './counts.js';
import { compareWithExpectations } from './expectations.js';
import { loadCodemods, migrate, toFlags } from './migrate.js';
import { describeResult, saveResult, summarise } from './results.js';
import { readTrials } from './trial.js';
import { prepareWorkspace } from './workspace.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'string' },
    checkouts: { type: 'string' },
    project: { type: 'string' },
    lib: { type: 'string' },
    test: { type: 'string' },
    node: { type: 'string' },
    codemod: { type: 'string' },
    api: { type: 'string' },
    trust: { type: 'string' },
    accept: { type: 'string' },
    refuse: { type: 'string' },
    with: { type: 'string', default: 'command' },
    baseline: { type: 'boolean', default: false },
    'no-save': { type: 'boolean', default: false },
  },
});

const way = values.with === 'jscodeshift' ? values.with : 'command';
const trials = await chooseTrials();
const codemods = values.baseline ? [] : await loadCodemods(values.codemod?.split(','));
const isWhole = !values.baseline && !values.project && !values.codemod;
const saves = !values['no-save'] && isWhole;
/** @type {TrialResult[]} */
const results = [];
for (const trial of trials) {
  const result = await runTrial(trial, codemods);
  process.stdout.write(`${describeResult(result)}\n`);
  results.push(result);
  // Hours of trials are not lost when the last is cut off.
  if (saves) {
    await saveResult(result);
  }
}
process.stdout.write(summarise(results));
if (saves) {
  process.stdout.write('Run `npm run docs` to bring docs/trials.md up to date.\n');
}
process.exitCode = results.every(({ status }) => status === 'passed') ? 0 : 1;

/** @returns {Promise<Trial[]>} */
async function chooseTrials() {
  if (values.project !== undefined) {
    if (values.test === undefined || values.lib === undefined) {
      throw new Error('--project needs --lib PATHS and --test "COMMAND".');
    }
    const source = path.resolve(values.project);
    return [
      {
        id: path.basename(source),
        source,
        origin: source,
        isPublished: false,
        style: '',
        migrate: values.lib.split(','),
        node: values.node ?? process.versions.node.split('.')[0] ?? '20',
        install: { also: [], overrides: [] },
        first: [],
        test: values.test,
        passes: 1,
      },
    ];
  }
  const list = values.list ?? fileURLToPath(new URL('../trials.json', import.meta.url));
  const all = await readTrials(list, values.checkouts);
  const only = values.only?.split(',');
  const unknown = only?.find((id) => all.every((trial) => trial.id !== id));
  if (unknown !== undefined) {
    throw new Error(`${list} has no ${unknown}.`);
  }
  return all.filter(({ id }) => only?.includes(id) ?? true);
}

/**
 * @param {Trial} trial
 * @param {readonly Codemod[]} chosen
 * @returns {Promise<TrialResult>}
 */
async function runTrial(trial, chosen) {
  const base = {
    id: trial.id,
    source: trial.origin,
    style: trial.style,
    node: trial.node,
  };
  let workspace;
  try {
    workspace = await prepareWorkspace(trial);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...base, status: 'not installed', reason };
  }
  const before = await runTests(workspace, trial.passes);
  if (!before.passes) {
    return { ...base, status: 'red before', before, reason: before.output.slice(-2000) };
  }
  if (chosen.length === 0) {
    return { ...base, status: 'passed', before };
  }
  const { api, trust, accept, refuse } = values;
  const told = Object.entries({ api, trust, accept, refuse }).filter(([, value]) => value);
  const options = { node: trial.node, ...Object.fromEntries(told) };
  const root = workspace.project;
  const generators = countCoroutines(root, trial.migrate).generators;
  const nests = countNests(countCallbacks(root, trial.migrate));
  const chains = countChains(root, trial.migrate).length;
  const migration = await migrate(root, trial.migrate, chosen, options, way);
  await workspace.installAdded();
  // The number of assertions of some suites differs from run to run: theirs is listed as the least.
  const wanted = values.project === undefined ? trial.passes : before.passed;
  const after = await runTests(workspace, wanted);
  const chainsLeft = countChains(root, trial.migrate).length;
  const expected = await compareWithExpectations(
    trial.id,
    generators,
    countCoroutines(root, trial.migrate).generators,
    values.with === 'command',
  );
  const callbacks = {
    counted: nests,
    left: countNests(countCallbacks(root, trial.migrate)),
  };
  const isRed = !after.passes;
  const blame =
    isRed &&
    (await findBlame({
      root,
      files: migration.changed,
      codemods: chosen,
      options,
      restore: () => workspace.restore(),
      passes: async () => (await runTests(workspace, wanted)).passes,
    }));
  await workspace.restore();
  return {
    ...base,
    status: isRed ? 'red after' : 'passed',
    before,
    after,
    migration,
    callbacks,
    flags: toFlags(options),
    chains: { found: chains, left: chainsLeft },
    ...(expected && { expected }),
    ...(blame && { blame }),
    ...(isRed && { reason: after.output.slice(-3000) }),
  };
}

/**
 * @param {import('./workspace.js').Workspace} workspace
 * @param {number} wanted
 */
async function runTests(workspace, wanted) {
  const first = await testOnce(workspace, wanted);
  // Some suites have bounds on time: a red one gets a second chance.
  return first.passes ? first : testOnce(workspace, wanted);
}

/**
 * @param {import('./workspace.js').Workspace} workspace
 * @param {number} wanted
 */
async function testOnce(workspace, wanted) {
  const { code, output, seconds } = await workspace.test();
  const { passed, failed } = countTests(output);
  return { passed, failed, seconds, output, passes: code === 0 && passed >= wanted };
}
