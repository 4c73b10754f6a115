import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('./', import.meta.url));
const LOCK = `${SITE}package-lock.json`;

/** A copy of the lock file that `node_modules` was installed from. */
const INSTALLED = `${SITE}node_modules/.installed-lock.json`;

/**
 * Installs the packages of the site, unless they are there already. Packages of an older lock file are replaced:
 * two versions of a library in one page break it.
 */
export function installPackages() {
  const lock = readFileSync(LOCK, 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) {
    return;
  }
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: SITE,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  writeFileSync(INSTALLED, lock);
}
