/**
 * `npm run lint:prose` reads the pages that are written for newcomers: no sentence of more than 40 words, none that
 * begins with "What …" in place of its subject, no wordy phrases. What it needs is installed with the site.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('./', import.meta.url));

const PAGES = [
  '../README.md',
  '../docs/obligations.md',
  '../docs/codemods/callback-to-async.md',
  '../docs/codemods/hoist-async-closure.md',
  '../docs/editors.md',
  '../docs/hooks.md',
  '../docs/migrating.md',
  ...readdirSync(`${SITE}pages`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `pages/${file.replaceAll('\\', '/')}`),
];

const isWindows = process.platform === 'win32';

if (!existsSync(`${SITE}node_modules`)) {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: SITE,
    stdio: 'inherit',
    shell: isWindows,
  });
}
try {
  execFileSync(
    process.execPath,
    ['node_modules/textlint/bin/textlint.js', '--rulesdir', 'prose/rules', ...PAGES],
    { cwd: SITE, stdio: 'inherit' },
  );
} catch {
  // It has said why.
  process.exitCode = 1;
}
