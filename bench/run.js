/**
 * `npm run bench`: measures the scenarios and suites on one or more Nodes and writes
 * `bench/results/<node version>.json`, from which the docs are generated.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { compareRuns, reportAgreement } from './agreement.js';
import { ChildError } from './child.js';
import { NodeNotFound } from './nodes.js';
import { createNodeFinder, readTimeout, splitList } from './options.js';
import { planRun } from './plan.js';
import { createProgress, formatTime } from './progress.js';
import { summariseRun } from './report/terminal.js';
import { readResults, RESULTS_DIRECTORY } from './results.js';
import { loadScenarios } from './scenarios.js';
import { startIfRun } from './start.js';
import { loadSuites } from './suites.js';

/** @import { Plan, Settings } from './plan.js' */
/** @import { Results } from './results.js' */
/** @import { Scenario } from './scenarios.js' */
/** @import { Suite } from './suites.js' */

const QUICK_DIRECTORY = fileURLToPath(new URL('../.cache/bench/', import.meta.url));

const USAGE = `Usage: npm run bench -- [options]

  --node LIST     Nodes to measure on, such as 8.9.3,10,24 (default: the running one);
                  those that are not on the PATH are fetched from the npm registry
  --quick         fewer rounds, without the long suites: under two minutes
  --only LIST     scenarios, suites, rules or codemods by name
  --resume        go on with an interrupted run: measure only what has no figures yet, or has them
                  beside a biased control
  --timeout S     seconds for one child process (default 60)
  --out DIR       where results go (default: bench/results, with --quick .cache/bench)
  --help

Every outcome is written as soon as it is there. Exit code 1: a figure could not be had; the others
are kept. After a full run, \`npm run bench:report\` brings the docs up to date.`;

/**
 * @param {string[]} argv
 * @returns {Promise<number>} exit code
 */
export async function main(argv) {
  const options = readOptions(argv);
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  const { settings } = options;
  const { scenarios, suites } = await choose(options.only);
  const { plans, failures } = await planAll(options.nodes, scenarios, suites, settings);
  const steps = plans.flatMap((plan) => plan.steps);
  const leftOut = plans.flatMap((plan) => plan.leftOut);
  if (steps.length === 0 && failures.length === 0 && leftOut.length > 0) {
    console.error(['Nothing is measured:', ...leftOut].join('\n  '));
    return 1;
  }
  const progress = createProgress(steps.length);
  if (options.only.length > 0) for (const reason of leftOut) progress.note(reason);
  for (const failure of failures) progress.note(failure);
  const start = Date.now();
  for (const step of steps) {
    progress.begin(step.label);
    const failed = await step.run();
    progress.end(step.label);
    for (const reason of failed) progress.note(`  ${step.label} has no figure for ${reason}`);
    failures.push(...failed);
  }
  progress.close();
  const chosen = new Set(scenarios.map(({ id }) => id));
  for (const { results } of plans) {
    console.log(summariseRun(results, chosen));
    const reference = await referenceFor(results, settings);
    const agreement = reference && reportAgreement(compareRuns(results, reference));
    if (agreement) console.log(agreement);
  }
  const files = plans
    .map(({ results }) => path.join(settings.out, `${results.node}.json`))
    .filter((file) => existsSync(file));
  console.log(
    `\n${steps.length} steps in ${formatTime(Date.now() - start)}, ${failures.length} failures. ${files.join(', ')}`,
  );
  return failures.length > 0 ? 1 : 0;
}

/**
 * @param {Results} results
 * @param {Settings} settings
 * @returns {Promise<Results | undefined>} the committed results of that Node, if this run is not them
 */
async function referenceFor({ node }, { out }) {
  return out === path.resolve(RESULTS_DIRECTORY) ? undefined : readResults(node, RESULTS_DIRECTORY);
}

/** @param {string[]} argv */
function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      node: { type: 'string', default: 'current' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      resume: { type: 'boolean', default: false },
      timeout: { type: 'string', default: '60' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const timeout = readTimeout(values.timeout);
  const nodes = splitList(values.node);
  if (nodes.length === 0) {
    throw new TypeError(
      '--node names no version: give a list such as 8.9.3,10,24, or leave it out',
    );
  }
  const { quick, resume } = values;
  const out = path.resolve(values.out ?? (quick ? QUICK_DIRECTORY : RESULTS_DIRECTORY));
  return {
    nodes,
    only: splitList(values.only),
    settings: { quick, resume, timeout, out },
  };
}

/** @param {string[]} only */
async function choose(only) {
  const all = await loadSuites();
  if (only.length === 0) return { scenarios: await loadScenarios(), suites: all };
  const suites = all.filter(({ id }) => only.includes(id));
  const rest = only.filter((name) => !suites.some(({ id }) => id === name));
  return { scenarios: rest.length > 0 ? await loadScenarios({ only: rest }) : [], suites };
}

/**
 * A Node that is not to be had costs its own figures, not those of the others.
 *
 * @param {string[]} wanted
 * @param {Scenario[]} scenarios
 * @param {Suite[]} suites
 * @param {Settings} settings
 */
async function planAll(wanted, scenarios, suites, settings) {
  /** @type {Plan[]} */
  const plans = [];
  /** @type {string[]} */
  const failures = [];
  const find = createNodeFinder();
  for (const version of wanted) {
    try {
      const node = await find(version);
      if (node) plans.push(await planRun(node, scenarios, suites, settings));
    } catch (error) {
      if (!(error instanceof NodeNotFound || error instanceof ChildError)) throw error;
      failures.push(error.message);
    }
  }
  return { plans, failures };
}

await startIfRun(import.meta.url, main);
