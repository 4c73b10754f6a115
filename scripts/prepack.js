/** Makes what the package has and the repository has not: declarations, and code and pages without what only their authors read. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { stripPublishedCode } from './published/package.js';

const types = fileURLToPath(new URL('types.js', import.meta.url));
const { status } = spawnSync(process.execPath, [types], { stdio: 'inherit' });
if (status === 0) {
  await stripPublishedCode(fileURLToPath(new URL('../', import.meta.url)));
} else {
  process.exitCode = 1;
}
