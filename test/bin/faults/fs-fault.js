/**
 * Loaded before the command: makes the N-th call that changes the file system the last one.
 *
 * FS_FAULT=kill:N   the process dies in the middle of it
 * FS_FAULT=full:N   the disk is full from then on
 * FS_FAULT=edit:N:FILE   an editor adds a line to the file behind the N-th rename
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [kind = '', last, edited = ''] = (process.env['FS_FAULT'] ?? '').split(':');
const NAMES = /** @type {Record<string, string[]>} */ ({
  kill: ['mkdirSync', 'writeSync', 'renameSync', 'rmSync'],
  full: ['writeSync'],
  edit: ['renameSync'],
});
let calls = 0;

for (const name of NAMES[kind] ?? []) {
  const original = /** @type {any} */ (fs)[name];
  /** @type {any} */ (fs)[name] = (/** @type {any[]} */ ...args) => {
    calls += 1;
    if (calls < Number(last)) {
      return original(...args);
    }
    if (kind === 'edit') {
      const result = original(...args);
      if (calls === Number(last)) fs.appendFileSync(edited, '// mine\n');
      return result;
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
