/**
 * Virtual time. Operations that are under way settle one at a time, the next only when everything
 * that the last one set off has run, so that two runs can be compared turn by turn.
 *
 * @typedef {object} Pending
 * @property {number} delay From now, in the scheduler's own time.
 * @property {string} name Breaks ties.
 * @property {() => void} settle
 */

const MAX_TURNS = 400;

// Programs run with timers in virtual time; these are the real ones.
const { setImmediate, setTimeout } = globalThis;

/**
 * @param {number} rounds How often one `setImmediate` may lead to another.
 * @returns {Promise<void>} When microtasks, `process.nextTick` and `setImmediate` have all run.
 */
async function quiet(rounds) {
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Releases pending operations in an order that the scenario alone decides. */
export class Scheduler {
  /** @type {(Pending & { time: number })[]} */
  #pending = [];
  #time = 0;
  turn = 0;
  /** Q goes on in a timer when something was thrown in its queue. */
  hasThrown = false;
  /**
   * The turn with the first exception that nothing catches: there Node ends, and what is left is run
   * for the libraries' own queues alone. Nobody sees it.
   *
   * @type {number | undefined}
   */
  lastTurn;

  /**
   * @param {{ onTurn: (name: string) => void, onQuiet: () => void }} listeners
   * @param {number} rounds
   */
  constructor(listeners, rounds) {
    this.listeners = listeners;
    this.rounds = rounds;
  }

  get hasEnded() {
    return this.lastTurn !== undefined && this.turn > this.lastTurn;
  }

  /** @param {Pending} pending */
  add(pending) {
    this.#pending.push({ ...pending, time: this.#time + pending.delay });
  }

  /** @param {() => void} settle The operation that will not settle. */
  remove(settle) {
    this.#pending = this.#pending.filter((pending) => pending.settle !== settle);
  }

  /**
   * @returns {Promise<boolean>} When nothing is under way any more; false when it never ends.
   */
  async run() {
    const end = this.turn + MAX_TURNS;
    for (;;) {
      await quiet(this.rounds);
      while (this.hasThrown) {
        this.hasThrown = false;
        await new Promise((resolve) => setTimeout(resolve, 1));
        await quiet(this.rounds);
      }
      this.listeners.onQuiet();
      const next = this.#takeNext();
      if (next === undefined) return true;
      if (this.turn >= end) return false;
      this.turn += 1;
      this.listeners.onTurn(next.name);
      next.settle();
    }
  }

  /** @returns {Pending | undefined} */
  #takeNext() {
    const [next] = this.#pending.sort(
      (one, other) => one.time - other.time || (one.name < other.name ? -1 : 1),
    );
    if (next === undefined) return undefined;
    this.#pending.splice(0, 1);
    this.#time = next.time;
    return next;
  }
}
