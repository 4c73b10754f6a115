const WIDTH = 30;

/** Often enough to look alive, seldom enough to cost nothing. */
const INTERVAL = 100;

/**
 * A bar on a terminal; on anything else nothing, so that logs stay short.
 *
 * @param {number} total
 * @param {string} noun What is counted, such as `files`.
 * @param {{ isTTY?: boolean | undefined, write: (text: string) => unknown }} [stream]
 * @returns {((done: number) => void) | undefined} To be called after each; the bar goes with the last.
 */
export function createProgress(total, noun, stream = process.stderr) {
  if (!stream.isTTY) {
    return undefined;
  }
  let shown = -Infinity;
  return (done) => {
    const now = performance.now();
    if (done === total) {
      stream.write('\r\u001B[K');
    } else if (now - shown >= INTERVAL) {
      shown = now;
      const filled = Math.floor((done / total) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      stream.write(`\r${bar} ${done} of ${total} ${noun}\u001B[K`);
    }
  };
}
