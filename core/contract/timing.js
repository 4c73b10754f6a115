/** @type {Map<string, number> | undefined} */
let times;

/** The time of the phases within the current one, in milliseconds. */
let within = 0;

/** @returns {ReadonlyMap<string, number>} Gets the milliseconds of each phase from now on. */
export function startTiming() {
  times = new Map();
  return times;
}

/**
 * @template T
 * @param {string} phase The time of another phase within it is not counted.
 * @param {() => T} run
 * @returns {T} What `run` returns.
 */
export function timed(phase, run) {
  if (!times) {
    return run();
  }
  const outer = within;
  within = 0;
  const started = performance.now();
  try {
    return run();
  } finally {
    const took = performance.now() - started;
    times.set(phase, (times.get(phase) ?? 0) + took - within);
    within = outer + took;
  }
}
