/* Makes run after run of the command in one process: the command's own first module runs anew each time, with the
   modules below it loaded already. */

const entry = new URL('../../../bin/async-perf.js', import.meta.url);
let runs = 0;

/** Thrown in place of ending the process. */
class Ended extends Error {}

process.on('message', (/** @type {{ args: string[], cwd: string }} */ request) => {
  void answer(request);
});

/** @param {{ args: string[], cwd: string }} request */
async function answer({ args, cwd }) {
  const written = { stdout: '', stderr: '' };
  const restore = [redirect('stdout'), redirect('stderr')];
  process.argv = [process.execPath, entry.pathname, ...args];
  process.exitCode = undefined;
  process.chdir(cwd);
  const { exit } = process;
  process.exit = (code) => {
    process.exitCode = code ?? process.exitCode;
    throw new Ended();
  };
  try {
    await import(`${entry.href}?run=${runs++}`);
  } catch (error) {
    if (!(error instanceof Ended)) {
      written.stderr += `${error instanceof Error ? error.stack : error}\n`;
      process.exitCode = 1;
    }
  } finally {
    process.exit = exit;
    restore.forEach((undo) => undo());
  }
  process.send?.({ status: process.exitCode ?? 0, ...written });

  /**
   * @param {'stdout' | 'stderr'} name
   * @returns {() => void} Undoes it.
   */
  function redirect(name) {
    const stream = process[name];
    const { write } = stream;
    stream.write = (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...rest) => {
      written[name] += Buffer.from(chunk).toString();
      const done = rest.find((each) => typeof each === 'function');
      if (done) {
        process.nextTick(/** @type {() => void} */ (done));
      }
      return true;
    };
    return () => {
      stream.write = write;
      stream.removeAllListeners('error');
    };
  }
}
