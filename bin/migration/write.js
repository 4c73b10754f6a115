/** @import { Migration } from '../../core/project/migration.js' */

import { relative } from 'node:path';

import { describeRefusal } from '../../core/contract/refusals.js';
import { writeChosen, writeGroups } from '../../core/project/journal.js';
import { UnwritableError } from '../../core/project/unwritable.js';
import { bisect, requireBaseline, runCommand } from '../../core/project/verify.js';
import { timed } from '../../core/contract/timing.js';
import { planManifests } from './manifests.js';

/**
 * @param {Migration} migration Groups that the command fails for are taken out of it.
 * @param {object} setup
 * @param {string} setup.top Where the journal is kept.
 * @param {string} setup.root
 * @param {string | undefined} setup.verify The command that has to pass before and after.
 * @param {import('../../core/contract/options.js').ConversionOptions} setup.options
 * @throws {import('../../core/project/verify.js').BaselineError}
 */
export async function writeMigration(migration, { top, root, verify, options }) {
  const { groups, sites } = migration;
  if (verify !== undefined) {
    const check = () => timed('command', () => runCommand(verify, root));
    requireBaseline(check);
    const kept = writeChosen(top, groups, (place) =>
      bisect(groups, (chosen) => {
        timed('write', () => place(chosen));
        return check();
      }),
    );
    migration.groups = kept;
    const refusal = { reason: /** @type {const} */ ('verification-failed') };
    const left = groups.filter((group) => !kept.includes(group));
    const blamed = new Set(left.flatMap(({ files }) => files.map(({ path }) => path)));
    for (const site of sites) {
      if (blamed.has(site.file) && site.status === 'converted') {
        Object.assign(site, { status: 'refused', ...refusal, ...describeRefusal(refusal) });
      }
    }
  }
  const manifests = await planManifests(migration, options);
  const files = manifests.map(({ path, before, after }) => ({
    path,
    before: Buffer.from(before),
    after: Buffer.from(after),
  }));
  const unwritten = verify === undefined ? groups : [];
  try {
    timed('write', () => writeGroups(top, [...unwritten, { id: top, files }]));
  } catch (error) {
    if (verify === undefined || !(error instanceof UnwritableError)) {
      throw error;
    }
    const rest = manifests.map(({ changes }) => changes).join('; ');
    throw new UnwritableError(error.cause, `the code is converted; what is left to do: ${rest}`);
  }
  for (const { path, changes } of manifests) {
    process.stderr.write(`${relative(root, path)}: ${changes}\n`);
  }
}
