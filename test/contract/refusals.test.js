import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { REFUSALS } from '../../core/contract/refusals.js';
import { convert } from '../../core/codemod/convert.js';
import { planMigration } from '../../core/project/migration.js';
import { codemodsByName } from '../codemods/all-codemods.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-refusals-'));
afterAll(() => rmSync(root, { recursive: true }));

const codemods = await codemodsByName();

describe('the table of refusals', () => {
  it('is in alphabetical order', () => {
    expect(Object.keys(REFUSALS)).toEqual(Object.keys(REFUSALS).sort());
  });

  // No code shows these: they need a recorded run, a whole migration or a faulty pattern.
  const shownElsewhere = [
    'output-does-not-parse',
    'seen-otherwise',
    'taken-back',
    'verification-failed',
  ];
  const shown = Object.entries(REFUSALS).filter(([reason]) => !shownElsewhere.includes(reason));

  it.each(shown)('%s: its example is refused for that reason', (reason, entry) => {
    const given = /** @type {import('../../core/contract/refusals/table.js').RefusalSetting} */ (
      'given' in entry ? entry.given : {}
    );
    const directory = mkdtempSync(join(root, 'case-'));
    writeFileSync(join(directory, 'package.json'), JSON.stringify(given.manifest ?? {}));
    for (const [name, text] of Object.entries(given.siblings ?? {})) {
      writeFileSync(join(directory, name), text);
    }
    const path = join(directory, given.file ?? 'example.js');

    writeFileSync(path, entry.example);
    const paths = [path, ...Object.keys(given.siblings ?? {}).map((name) => join(directory, name))];
    const reasons = [...codemods.values()].flatMap((codemod) =>
      [
        ...convert({ path, source: entry.example }, codemod, given.options ?? {}).sites,
        ...planMigration(paths, [codemod], given.options ?? {}).sites,
      ].map((site) => site.reason),
    );

    expect(reasons).toContain(reason);
  });

  it.each(Object.entries(REFUSALS))('%s: says what is in the way and what to do', (_, entry) => {
    expect(entry.message).toMatch(/[^. ]$/u);
    expect(entry.advice).toMatch(/^[A-Z].*\.$/u);
  });
});
