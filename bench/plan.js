/**
 * The steps of a bench run on one Node: a scenario or a suite each, whose outcome is written to the
 * results as soon as it is there.
 *
 * @import { PairResult } from './measure.js'
 * @import { NodeBinary } from './nodes.js'
 * @import { Results, ScenarioResult } from './results.js'
 * @import { Scenario } from './scenarios.js'
 * @import { Suite } from './suites.js'
 *
 * @typedef {object} Settings
 * @property {boolean} quick
 * @property {boolean} resume Keep what was measured from the same code, without a failure and beside
 *   a control that shows no difference.
 * @property {number} timeout ms for one child
 * @property {string} out Directory of the results.
 *
 * @typedef {object} Step
 * @property {string} label
 * @property {() => Promise<string[]>} run Gives what failed, and why.
 *
 * @typedef {object} Plan
 * @property {Results} results
 * @property {Step[]} steps
 * @property {string[]} leftOut What is not to be measured there or so, and why.
 */
import { isDeepStrictEqual } from 'node:util';

import semver from 'semver';

import { produceAfter } from './after.js';
import { ChildError, runJob } from './child.js';
import { measurePair } from './measure.js';
import { changeResults, createResults, currentLoad, readResults, today } from './results.js';
import { toVariant } from './scenarios.js';
import { isBiased } from './statistics.js';

/**
 * @param {NodeBinary} node
 * @param {readonly Scenario[]} scenarios
 * @param {readonly Suite[]} suites
 * @param {Settings} settings
 * @returns {Promise<Plan>}
 * @throws {ChildError} if that Node does not start
 */
export async function planRun(node, scenarios, suites, settings) {
  const ids = [...scenarios, ...suites].map(({ id }) => id);
  const results = await openResults(node, settings, new Set(ids));
  /** @type {Step[]} */
  const steps = [];
  /** @type {string[]} */
  const leftOut = [];
  for (const scenario of scenarios) {
    if (semver.lt(node.version, scenario.node)) {
      leftOut.push(`Node ${node.version}: ${scenario.id} needs Node ${scenario.node} or above`);
      continue;
    }
    const step = await planScenario(scenario, node, results, settings);
    if (step) steps.push(step);
  }
  for (const suite of suites) {
    if (semver.lt(node.version, suite.node)) {
      leftOut.push(`Node ${node.version}: ${suite.id} needs Node ${suite.node} or above`);
      continue;
    }
    if (settings.quick && !suite.quick) {
      leftOut.push(`Node ${node.version}: ${suite.id} takes too long for --quick`);
      continue;
    }
    const known = results.suites[suite.id];
    if (settings.resume && known !== undefined && known.failed === undefined) continue;
    steps.push({
      label: `Node ${node.version}: ${suite.id}`,
      run: () => runSuite(suite, node, results, settings),
    });
  }
  return { results, steps, leftOut };
}

/**
 * Earlier figures stay in the file until they are measured anew, and so does the machine that they are of.
 *
 * @param {NodeBinary} node
 * @param {Settings} settings
 * @param {ReadonlySet<string>} ids Of what is to be measured.
 * @returns {Promise<Results>}
 */
async function openResults(node, { out, resume }, ids) {
  const { v8 } = await askVersions(node);
  const fresh = createResults({ version: node.version, v8 });
  const kept = await readResults(node.version, out);
  if (!kept) {
    return fresh;
  }
  const { scenarios, suites } = kept;
  const staysPartly = resume || Object.keys({ ...scenarios, ...suites }).some((id) => !ids.has(id));
  const cpus = new Set([...kept.machine.cpu.split(' and '), fresh.machine.cpu]);
  const machine = staysPartly ? { ...fresh.machine, cpu: [...cpus].join(' and ') } : fresh.machine;
  return { ...fresh, machine, scenarios, suites };
}

/**
 * The first child of a run: if something ends it, all figures of the Node would be lost with it, so
 * it has a second try.
 *
 * @param {NodeBinary} node
 * @returns {Promise<{ v8: string }>}
 */
async function askVersions({ execPath }) {
  try {
    return await runJob({ mode: 'versions', variants: [] }, { execPath });
  } catch (error) {
    if (!(error instanceof ChildError && error.kind === 'killed')) throw error;
    return runJob({ mode: 'versions', variants: [] }, { execPath });
  }
}

/**
 * @param {Scenario} scenario
 * @param {NodeBinary} node
 * @param {Results} results
 * @param {Settings} settings
 * @returns {Promise<Step | undefined>} undefined if its figures are there already
 */
async function planScenario(scenario, node, results, settings) {
  const label = `Node ${node.version}: ${scenario.id}`;
  let after;
  try {
    after = await produceAfter(scenario);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { label, run: async () => [message] };
  }
  const known = results.scenarios[scenario.id];
  if (known === undefined || !settings.resume || !isKept(known, scenario, after, settings)) {
    return { label, run: () => measureScenario(scenario, after, node, results, settings) };
  }
  // The figures are still those of the scenario, its words may have changed.
  const worded = { ...known, ...wordsOf(scenario) };
  if (scenario.note === undefined) delete worded.note;
  if (isDeepStrictEqual(known, worded)) return undefined;
  return {
    label,
    run: async () => {
      results.scenarios[scenario.id] = worded;
      await save(results, settings, 'scenarios', scenario.id);
      return [];
    },
  };
}

/**
 * @param {ScenarioResult} known
 * @param {Scenario} scenario
 * @param {string} after
 * @param {Settings} settings
 */
function isKept({ source, figures, quick }, scenario, after, settings) {
  return (
    source.before === scenario.before &&
    source.after === after &&
    figures.failures.length === 0 &&
    !hasBiasedControl(figures) &&
    (settings.quick || !quick)
  );
}

/** @param {Scenario} scenario */
function wordsOf({ title, rules, codemods, claims, note }) {
  return { title, rules, codemods, claims: [...claims], ...(note !== undefined && { note }) };
}

/** @param {PairResult} figures */
function hasBiasedControl({ time, timeFan }) {
  return [time, timeFan].some((result) => result !== undefined && isBiased(result.control));
}

/**
 * @param {Scenario} scenario
 * @param {string} after
 * @param {NodeBinary} node
 * @param {Results} results
 * @param {Settings} settings
 */
async function measureScenario(scenario, after, node, results, settings) {
  const figures = await measurePair(
    toVariant(scenario, 'before', scenario.before),
    toVariant(scenario, 'after', after),
    {
      node,
      quick: settings.quick,
      timeout: settings.timeout,
      optimizedBytes: !settings.quick,
      ...(scenario.ownProcess && { ownProcess: true }),
      ...(scenario.fan && !settings.quick && { fan: scenario.fan }),
    },
  );
  const reasons = figures.failures.map(({ metric, message }) => `${metric}: ${message}`);
  // Figures of an earlier run are better than none.
  if (losesFigures(results.scenarios[scenario.id]?.figures, figures)) return reasons;
  results.scenarios[scenario.id] = {
    ...wordsOf(scenario),
    source: { before: scenario.before, after },
    figures,
    quick: settings.quick,
    load: currentLoad(),
    date: today(),
  };
  await save(results, settings, 'scenarios', scenario.id);
  return reasons;
}

/**
 * @param {PairResult | undefined} known
 * @param {PairResult} figures
 * @returns {boolean} whether something failed that is known already
 */
function losesFigures(known, figures) {
  if (known === undefined || figures.failures.length === 0) return false;
  return [
    [known, figures],
    [known.before, figures.before],
    [known.after, figures.after],
  ].some(([was = {}, is = {}]) => Object.keys(was).some((name) => !(name in is)));
}

/**
 * @param {Suite} suite
 * @param {NodeBinary} node
 * @param {Results} results
 * @param {Settings} settings
 */
async function runSuite(suite, node, results, settings) {
  try {
    const data = await suite.run({ node, quick: settings.quick, timeout: settings.timeout });
    results.suites[suite.id] = { data, load: currentLoad(), date: today() };
    await save(results, settings, 'suites', suite.id);
    return [];
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    // Figures of an earlier run are better than none.
    results.suites[suite.id] ??= {
      data: null,
      failed: error.message,
      load: currentLoad(),
      date: today(),
    };
    await save(results, settings, 'suites', suite.id);
    return [error.message];
  }
}

/**
 * Another run may have written to the file meanwhile: of this one's only the new outcome is put in.
 *
 * @param {Results} results
 * @param {Settings} settings
 * @param {'scenarios' | 'suites'} kind
 * @param {string} id of the outcome
 */
async function save(results, { out }, kind, id) {
  const outcome = results[kind][id];
  await changeResults(results.node, out, (known) => {
    if (known) {
      results.scenarios = { ...known.scenarios };
      results.suites = { ...known.suites };
      Object.assign(results[kind], { [id]: outcome });
    }
    results.date = today();
    return results;
  });
}
