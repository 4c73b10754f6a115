/* The thread that waits for the staying process while the test is blocked. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { runAsWorker } from 'synckit';

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

runAsWorker((/** @type {{ args: readonly string[], cwd: string }} */ request) => {
  const running = (server ??= start());
  return new Promise((resolve, reject) => {
    const onExit = (/** @type {number | null} */ code, /** @type {string | null} */ signal) => {
      reject(new Error(`the process that runs the command ended: ${signal ?? code}`));
    };
    running.once('exit', onExit);
    running.once('message', (outcome) => {
      running.off('exit', onExit);
      resolve(outcome);
    });
    running.send(request);
  });
});

function start() {
  return fork(fileURLToPath(new URL('server.js', import.meta.url)), {
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
