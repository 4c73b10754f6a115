/**
 * One line of progress with the time left, on standard error; on something that is no terminal, a
 * line for each step.
 */
const WIDTH = 24;

/**
 * @param {number} total steps
 * @param {NodeJS.WriteStream} [stream]
 */
export function createProgress(total, stream = process.stderr) {
  const start = Date.now();
  let done = 0;

  /** @param {string} label */
  function show(label) {
    const filled = Math.round((done / Math.max(1, total)) * WIDTH);
    const bar = '#'.repeat(filled) + '.'.repeat(WIDTH - filled);
    const text = `[${bar}] ${done}/${total} ${timeLeft()} ${label}`;
    if (!stream.isTTY) stream.write(`${text}\n`);
    else stream.write(`\r\u001b[2K${text.slice(0, (stream.columns || 80) - 1)}`);
  }

  function timeLeft() {
    if (done === 0) return 'time left unknown';
    const left = ((Date.now() - start) / done) * (total - done);
    return `${formatTime(left)} left`;
  }

  return {
    /** @param {string} label the step that begins */
    begin(label) {
      if (stream.isTTY || done === 0) show(label);
    },
    /** @param {string} label the step that ended */
    end(label) {
      done += 1;
      show(label);
    },
    /** @param {string} message a line that stays */
    note(message) {
      stream.write(stream.isTTY ? `\r\u001b[2K${message}\n` : `${message}\n`);
    },
    close() {
      if (stream.isTTY) stream.write('\r\u001b[2K');
    },
  };
}

/**
 * @param {number} milliseconds
 * @returns {string}
 */
export function formatTime(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
