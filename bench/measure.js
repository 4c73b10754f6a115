/**
 * Measures two forms of one function beside each other: ticks, promises, bytes and CPU time.
 *
 * @import { Job, Variant } from './child.js'
 * @import { Interval, Verdict } from './statistics.js'
 *
 * @typedef {'ticks' | 'promises' | 'bytes' | 'time'} Metric
 *
 * @typedef {object} Figures What one operation costs; `null` where it differs from run to run.
 * @property {number | null} [ticks] Microticks until it settles; `null` also when it waits for a turn of the event loop.
 * @property {number} [turns] Turns of the event loop until it settles.
 * @property {number | null} [promises] As `async_hooks` counts them.
 * @property {number} [bytes] Allocated, with the compilers off.
 * @property {number} [bytesOptimized] Allocated, with them on.
 *
 * @typedef {object} TimeResult CPU time before / after; above 1 the new form is faster.
 * @property {Interval} measured
 * @property {Interval} control The old form against a second copy of itself.
 * @property {Verdict} verdict
 * @property {number} before Median ns for one operation.
 * @property {number} after
 * @property {number} pairs
 * @property {number} [processes] How many they come from.
 * @property {number} [operations] At least so many in one sample.
 * @property {number} fan Operations in flight at a time.
 * @property {boolean} ownProcess Whether each sample had a process of its own.
 *
 * @typedef {object} Failure
 * @property {string} metric
 * @property {string} kind
 * @property {string} message
 *
 * @typedef {object} PairResult
 * @property {Figures} before
 * @property {Figures} after
 * @property {TimeResult} [time]
 * @property {TimeResult} [timeFan]
 * @property {Failure[]} failures
 *
 * @typedef {object} MeasureOptions
 * @property {readonly Metric[]} [metrics] all by default
 * @property {{ version: string, execPath: string }} [node] what runs the code; by default the running Node
 * @property {boolean} [quick] fewer rounds
 * @property {boolean} [optimizedBytes] also bytes with the compilers on
 * @property {number} [fan] also time this many operations at once
 * @property {boolean} [ownProcess] the code changes its process: one process for each sample
 * @property {number} [timeout] ms for one child
 * @property {number} [parallel] children at a time for the metrics that do not depend on load; 2
 */
import { ChildError, runJob } from './child.js';
import { isBiased, median, pairedRatio, verdict } from './statistics.js';

const NEW_SPACE_FLAGS = ['--expose-gc', '--max_semi_space_size=64', '--min_semi_space_size=64'];
/** Off for the bytes that are compared, each from the first Node that knows the flag. */
const COMPILERS = Object.freeze([
  { flag: '--no-opt', since: 0 },
  { flag: '--no-sparkplug', since: 16 },
  { flag: '--no-maglev', since: 20 },
]);
/** Where one lane begins, compiles and lies in memory differs from process to process. */
const PAIRS = Object.freeze({ processes: 3, rounds: 14, warmUp: 6, slice: 10 });
const QUICK_PAIRS = Object.freeze({ processes: 2, rounds: 8, warmUp: 3, slice: 3 });
/** Bursts of bytes: what is allocated on each of them hardly differs once the process has settled. */
const BURSTS = Object.freeze({ rounds: 24 });
const QUICK_BURSTS = Object.freeze({ rounds: 7, dropped: 4, budget: 8 * 2 ** 20 });
const LANES = /** @type {const} */ (['before', 'after', 'control']);
const ALL_METRICS = /** @type {const} */ (['ticks', 'promises', 'bytes', 'time']);

/**
 * @param {Variant} before
 * @param {Variant} after
 * @param {MeasureOptions} [options]
 * @returns {Promise<PairResult>} with a failure in place of every figure that could not be had
 */
export async function measurePair(before, after, options = {}) {
  const wanted = options.metrics ?? ALL_METRICS;
  const metrics = new Set(wanted.filter((metric) => !before.varies?.includes(metric)));
  /** @type {PairResult} */
  const result = { before: {}, after: {}, failures: [] };
  /** @type {Array<{ metric: string, run: () => Promise<void> }>} */
  const cells = [];
  for (const [side, variant] of /** @type {const} */ ([
    ['before', before],
    ['after', after],
  ])) {
    cells.push(...deterministicCells(variant, result[side], metrics, options));
  }
  await inParallel(options.parallel ?? 2, cells, result.failures);
  // Timing has the machine to itself, as far as that is ours to say.
  await inParallel(1, timeCells(before, after, result, metrics, options), result.failures);
  result.failures.sort((left, right) => left.metric.localeCompare(right.metric));
  return result;
}

/**
 * @param {Variant} variant
 * @param {Figures} figures
 * @param {Set<Metric>} metrics
 * @param {MeasureOptions} options
 */
function deterministicCells(variant, figures, metrics, options) {
  const bursts = options.quick ? QUICK_BURSTS : BURSTS;
  /** @type {Array<{ metric: string, run: () => Promise<void> }>} */
  const cells = [];
  /**
   * @param {string} metric
   * @param {Omit<Job, 'variants'>} job
   * @param {string[]} flags
   * @param {(answer: any) => void} store
   */
  const add = (metric, job, flags, store) => {
    cells.push({
      metric: `${metric} of ${variant.name}`,
      run: async () => {
        store(await runJob({ ...job, variants: [variant] }, { ...childOptions(options), flags }));
      },
    });
  };
  if (metrics.has('ticks')) {
    add('ticks', { mode: 'ticks' }, [], ({ ticks, turns }) => {
      Object.assign(figures, { ticks, turns });
    });
  }
  if (metrics.has('promises')) {
    add('promises', { mode: 'promises' }, [], ({ promises }) => {
      figures.promises = promises;
    });
  }
  if (metrics.has('bytes')) {
    add(
      'bytes',
      { mode: 'bytes', ...bursts },
      [...NEW_SPACE_FLAGS, ...compilersOff(options)],
      ({ bytes }) => {
        figures.bytes = bytes;
      },
    );
    if (options.optimizedBytes) {
      add('bytes', { mode: 'bytes', ...bursts }, NEW_SPACE_FLAGS, ({ bytes }) => {
        figures.bytesOptimized = bytes;
      });
    }
  }
  return cells;
}

/**
 * @param {Variant} before
 * @param {Variant} after
 * @param {PairResult} result
 * @param {Set<Metric>} metrics
 * @param {MeasureOptions} options
 */
function timeCells(before, after, result, metrics, options) {
  if (!metrics.has('time')) return [];
  const timePair = options.ownProcess ? timeInOwnProcesses : timeInOneProcess;
  const cells = [
    {
      metric: 'time',
      run: async () => {
        result.time = await timePair(before, after, 1, options);
      },
    },
  ];
  const fan = options.fan ?? 1;
  if (fan > 1) {
    cells.push({
      metric: `time of ${fan} at once`,
      run: async () => {
        result.timeFan = await timePair(before, after, fan, options);
      },
    });
  }
  return cells;
}

/**
 * @param {Variant} before
 * @param {Variant} after
 * @param {number} fan
 * @param {MeasureOptions} options
 * @returns {Promise<TimeResult>}
 */
async function timeInOneProcess(before, after, fan, options) {
  const { processes, ...rounds } = options.quick ? QUICK_PAIRS : PAIRS;
  /** @type {Job} */
  const job = { mode: 'time-pair', variants: [before, after], fan, ...rounds };
  /** @type {Samples} */
  const samples = { before: [], after: [], control: [], operations: Infinity, processes: 0 };
  for (let limit = processes; samples.processes < limit;) {
    const one = await runJob(job, childOptions(options));
    for (const lane of LANES) samples[lane].push(...one[lane]);
    samples.operations = Math.min(samples.operations, ...one.operations);
    samples.processes += 1;
    // Where one process lays out and compiles two copies differently, more of them even it out.
    if (samples.processes === processes && isBiased(pairedRatio(samples.before, samples.control))) {
      limit = 2 * processes;
    }
  }
  return summarise(samples, fan, false);
}

/**
 * @param {Variant} before
 * @param {Variant} after
 * @param {number} fan
 * @param {MeasureOptions} options
 * @returns {Promise<TimeResult>}
 */
async function timeInOwnProcesses(before, after, fan, options) {
  /** @type {Samples} */
  const samples = { before: [], after: [], control: [], operations: Infinity, processes: 0 };
  const pairs = options.quick ? 4 : 12;
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? LANES : [...LANES].reverse();
    for (const lane of order) {
      const { cpu, operations } = await runJob(
        {
          mode: 'time',
          variants: [lane === 'after' ? after : before],
          target: options.quick ? 15 : 150,
          fan,
        },
        childOptions(options),
      );
      samples[lane].push(cpu);
      samples.operations = Math.min(samples.operations, operations);
      samples.processes += 1;
    }
  }
  return summarise(samples, fan, true);
}

/**
 * @typedef {{ before: number[], after: number[], control: number[], operations: number, processes: number }} Samples
 *
 * @param {Samples} samples
 * @param {number} fan
 * @param {boolean} ownProcess
 * @returns {TimeResult}
 */
function summarise(samples, fan, ownProcess) {
  const measured = pairedRatio(samples.before, samples.after);
  const control = pairedRatio(samples.before, samples.control);
  return {
    measured,
    control,
    verdict: verdict(measured, control),
    before: Math.round(median(samples.before)),
    after: Math.round(median(samples.after)),
    pairs: samples.before.length,
    processes: samples.processes,
    operations: samples.operations,
    fan,
    ownProcess,
  };
}

/** @param {MeasureOptions} options */
function childOptions({ node, timeout }) {
  return { ...(node && { execPath: node.execPath }), ...(timeout && { timeout }) };
}

/** @param {MeasureOptions} options */
function compilersOff({ node }) {
  const major = Number.parseInt(node?.version ?? process.versions.node, 10);
  return COMPILERS.filter(({ since }) => major >= since).map(({ flag }) => flag);
}

/**
 * @param {number} width
 * @param {Array<{ metric: string, run: () => Promise<void> }>} cells
 * @param {Failure[]} failures
 */
async function inParallel(width, cells, failures) {
  const queue = [...cells];
  const lane = async () => {
    for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
      try {
        await cell.run();
      } catch (error) {
        if (!(error instanceof ChildError)) throw error;
        failures.push({ metric: cell.metric, kind: error.kind, message: error.message });
      }
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}
