/** `npm run site` builds the site into `site/dist`: it installs what the site needs, and nothing else does. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { installPackages } from './install.js';

const SITE = fileURLToPath(new URL('./', import.meta.url));

installPackages();
for (const args of [
  ['content/pages.js'],
  ['node_modules/vitepress/bin/vitepress.js', 'build', '.'],
]) {
  execFileSync(process.execPath, args, { cwd: SITE, stdio: 'inherit' });
}
