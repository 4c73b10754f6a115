import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { planMigration } from '../../core/project/migration.js';
import { PROJECTS } from './projects-run-twice.js';

/**
 * Projects that are migrated twice. What the first run leaves is left by the second, too: it knows no less of
 * what it has written than of what was there.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-second-'));
afterAll(() => rmSync(root, { recursive: true }));

const codemods = await loadCodemods();

const OPTION_SETS = [
  {},
  { trust: 'strict' },
  { trust: 'application', api: 'async' },
  { trust: 'application', api: 'keep' },
  { trust: 'library', api: 'dual' },
];

/**
 * @param {readonly string[]} paths
 * @param {Record<string, string>} options
 * @returns {string[]} The texts that it has written.
 */
function migrate(paths, options) {
  const { groups } = planMigration(paths, codemods, { node: '20', ...options });
  return groups
    .flatMap(({ files }) => files)
    .map(({ path, after }) => {
      writeFileSync(path, after);
      return after.toString();
    });
}

describe.each(OPTION_SETS)('a second migration changes nothing, with %o', (options) => {
  it.each(Object.entries(PROJECTS))('%s', (_, files) => {
    const directory = mkdtempSync(join(root, 'project-'));
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(directory, name), text);
    }
    const sources = Object.keys(files).filter((name) => name.endsWith('.js'));
    const paths = sources.map((name) => join(directory, name));
    const changed = migrate(paths, options);
    // What has to be shown is not, in most of them.
    expect(changed.length > 0 || options.trust === 'strict').toBe(true);
    expect(migrate(paths, options)).toEqual([]);
  });
});
