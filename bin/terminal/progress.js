const WIDTH = 30;

/** In milliseconds: a bar has to look alive, a log has to stay short. */
const INTERVAL = { bar: 100, line: 10_000 };

/**
 * A bar on a terminal; elsewhere a line now and then, none for what is done soon.
 *
 * @param {number} total
 * @param {string} noun The things that are counted, such as `files`.
 * @param {{ isTTY?: boolean | undefined, write: (text: string) => unknown }} [stream]
 * @param {() => number} [now] In milliseconds.
 * @returns {(done: number) => void} To be called after each; the bar goes with the last.
 */
export function createProgress(
  total,
  noun,
  stream = process.stderr,
  now = () => performance.now(),
) {
  let shown = stream.isTTY ? -Infinity : now();
  return (done) => {
    const since = now() - shown;
    if (!stream.isTTY) {
      if (since >= INTERVAL.line) {
        shown = now();
        stream.write(`${done} of ${total} ${noun}\n`);
      }
    } else if (done === total) {
      stream.write('\r\u001B[K');
    } else if (since >= INTERVAL.bar) {
      shown = now();
      const filled = Math.floor((done / total) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      stream.write(`\r${bar} ${done} of ${total} ${noun}\u001B[K`);
    }
  };
}
