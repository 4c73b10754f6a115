/* The thread that waits for the staying process while the test is blocked. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { runAsWorker } from 'synckit';

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

runAsWorker(async (/** @type {{ args: readonly string[], cwd: string }} */ request) => {
  server ??= fork(fileURLToPath(new URL('server.js', import.meta.url)), {
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new AbortController();
  const { signal } = waiting;
  const answer = Promise.race([
    once(server, 'message', { signal }),
    once(server, 'exit', { signal }).then(([code, killed]) => {
      throw new Error(`the process that runs the command ended: ${killed ?? code}`);
    }),
  ]);
  server.send(request);
  const [outcome] = await answer.finally(() => waiting.abort());
  return outcome;
});
