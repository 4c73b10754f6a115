/**
 * Signals that end a program which does not listen for them. A listener of the recorder's own writes down what was
 * seen and lets the signal end the program. It is there only while the program has none: others count listeners, to
 * know whether it is theirs to end the program.
 */

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR2'];

/** Bound here, since tests replace it. */
const kill = process.kill.bind(process);

/** @param {() => void} listener Called before the process ends by a signal. */
export function beforeSignals(listener) {
  for (const signal of SIGNALS) {
    const end = (/** @type {string} */ _name, /** @type {number | undefined} */ number) => {
      listener();
      // Tests emit signals by hand, and a listener that was added just now ends the program as it likes.
      if (number === undefined || process.listeners(signal).some((each) => each !== end)) {
        return;
      }
      process.off('removeListener', watchRemoval);
      process.off(signal, end);
      // No listener is left: the signal does what it does by itself.
      kill(process.pid, signal);
    };
    const watchRemoval = (/** @type {string | symbol} */ name) => {
      if (name === signal && process.listenerCount(signal) === 0) {
        process.on(signal, end);
      }
    };
    process.on(signal, end);
    process.on('newListener', (name, added) => {
      if (name === signal && added !== end) {
        // Not at once: Node would take the last listener's end for the end of its own interest in the signal.
        process.nextTick(() => {
          process.off(signal, end);
        });
      }
    });
    process.on('removeListener', watchRemoval);
  }
}
