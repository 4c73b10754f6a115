/** `npm run site` builds the site into `site/dist`: it installs what the site needs, and nothing else does. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('./', import.meta.url));

/** @param {string[]} args */
function run(...args) {
  execFileSync(args[0] ?? '', args.slice(1), {
    cwd: SITE,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

if (!existsSync(`${SITE}node_modules`)) {
  run('npm', 'ci', '--no-audit', '--no-fund');
}
run(process.execPath, 'content/pages.js');
run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', '.');
