/**
 * Loaded before the command: makes the N-th call that changes the file system the last one.
 *
 * FS_FAULT=kill:N   the process dies in the middle of it
 * FS_FAULT=full:N   the disk is full from then on
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [kind, last] = (process.env['FS_FAULT'] ?? '').split(':');
const names = kind === 'full' ? ['writeSync'] : ['mkdirSync', 'writeSync', 'renameSync', 'rmSync'];
let calls = 0;

for (const name of names) {
  const original = /** @type {any} */ (fs)[name];
  /** @type {any} */ (fs)[name] = (/** @type {any[]} */ ...args) => {
    calls += 1;
    if (calls < Number(last)) {
      return original(...args);
    }
    if (kind === 'full') {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    if (name === 'writeSync') {
      const [descriptor, content] = args;
      original(descriptor, content.subarray(0, content.length / 2));
    }
    process.kill(process.pid, 'SIGKILL');
  };
}
syncBuiltinESMExports();
