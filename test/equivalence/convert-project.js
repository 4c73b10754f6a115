import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesOf, joinFiles } from './files.js';
import { isSource } from './load.js';
import { hash } from './scenario.js';

/**
 * @import { Codemod } from '../../core/codemod/convert.js'
 * @import { Migration, planMigration } from '../../core/project/migration.js'
 * @import { Converted } from './examine.js'
 */

/** What the command is given; tests and commands of a project stand beside it. */
const GIVEN = 'lib/';

/**
 * Converts a program of several files as `async-perf migrate lib` does.
 *
 * @param {string} text
 * @param {object} how
 * @param {readonly Codemod[]} how.codemods
 * @param {typeof planMigration} how.plan
 * @param {Record<string, unknown>} how.options
 * @returns {Converted}
 */
export function convertProject(text, { codemods, plan, options }) {
  const root = mkdtempSync(join(tmpdir(), 'async-perf-equivalence-'));
  try {
    const files = filesOf(text).map((file) => ({ ...file, file: join(root, file.path) }));
    for (const { file, text: source } of files) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, source);
    }
    const given = files.filter(({ path }) => path.startsWith(GIVEN) && isSource(path));
    const { errors, groups, sites } = plan(
      given.map(({ file }) => file),
      codemods,
      options,
    );
    const written = (/** @type {Migration['groups']} */ some) => {
      const changes = new Map(
        some.flatMap((group) => group.files.map(({ path, after }) => [path, String(after)])),
      );
      return joinFiles(
        files.map((each) => ({ path: each.path, text: changes.get(each.file) ?? each.text })),
      );
    };
    const lineOf = (/** @type {string} */ path) =>
      files.find(({ file }) => file === path)?.line ?? 0;
    const left = groups[hash(text, 0) % Math.max(groups.length, 1)];
    return {
      source: written(groups),
      sites: sites.map((site) => ({ ...site, line: site.line + lineOf(site.file) })),
      ...(groups.length > 1 && { partial: written(groups.filter((group) => group !== left)) }),
      ...(errors[0] && { error: errors[0] }),
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}
