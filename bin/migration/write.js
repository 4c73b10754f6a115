/** @import { ChangeGroup, Migration } from '../../core/project/migration.js' */

import { relative } from 'node:path';

import { bisect } from '../../core/codemod/bisect.js';
import { describeRefusal } from '../../core/contract/refusals.js';
import { ChangedFileError } from '../../core/project/replace.js';
import { UnwritableError } from '../../core/project/unwritable.js';
import { requireBaseline, runCommand } from '../../core/project/verify.js';
import { writeChosen, writeGroups } from '../../core/project/writing.js';
import { timed } from '../../core/contract/timing.js';
import { planManifests } from './manifests.js';

/**
 * @param {Migration} migration Groups that the command fails for are taken out of it.
 * @param {import('../../core/project/writing.js').Setup & {
 *   root: string, verify: string | undefined,
 *   options: import('../../core/contract/options.js').ConversionOptions }} setup `verify`: the command that has
 *   to pass before and after.
 * @throws {import('../../core/project/verify.js').BaselineError}
 * @throws As `writeGroups`.
 */
export async function writeMigration(migration, { root, verify, options, ...setup }) {
  const { groups } = migration;
  /** @type {import('./manifests.js').ManifestChange[]} */
  let manifests = [];
  const changesOfManifests = async () => {
    manifests = withoutIllegal(await planManifests(migration, options));
    return manifests.map(({ path, before, after }) => ({
      path,
      before: Buffer.from(before),
      after: Buffer.from(after),
      isManifest: true,
    }));
  };
  if (verify === undefined) {
    const files = await changesOfManifests();
    await writeGroups(setup, [...groups, { id: root, files }]);
  } else {
    await verifyAndWrite();
  }
  for (const { path, changes } of manifests) {
    process.stderr.write(`${relative(root, path)}: ${changes}\n`);
  }

  /** @param {import('./manifests.js').ManifestChange[]} planned */
  function withoutIllegal(planned) {
    const sources = migration.groups.flatMap(({ files }) => files);
    return planned.filter(({ path, changes }) => {
      const [illegal] = setup.findIllegal([...sources, { path, isManifest: true }]).slice(-1);
      if (illegal?.isManifest) {
        process.stderr.write(
          `async-perf: ${path} is not written: ${illegal.reason}. What is left to do there: ${changes}\n`,
        );
      }
      return !illegal?.isManifest;
    });
  }

  async function verifyAndWrite() {
    const check = () => timed('command', () => runCommand(String(verify), root));
    requireBaseline(check);
    /** @param {(groups: readonly ChangeGroup[]) => void} place */
    const choose = (place) =>
      bisect(groups, (chosen) => {
        timed('write', () => place(chosen));
        return check();
      });
    try {
      await writeChosen(setup, groups, choose, (chosen) => {
        refuseOthers(migration, chosen);
        return changesOfManifests();
      });
    } catch (error) {
      const isWritten = manifests.length > 0;
      if (isWritten && (error instanceof UnwritableError || error instanceof ChangedFileError)) {
        const rest = manifests.map(({ changes }) => changes).join('; ');
        throw new UnwritableError(
          error.cause ?? error,
          `the code is converted; what is left to do: ${rest}`,
        );
      }
      throw error;
    }
  }
}

/**
 * @param {Migration} migration
 * @param {readonly ChangeGroup[]} kept All others are taken out of it.
 */
function refuseOthers(migration, kept) {
  const left = migration.groups.filter((group) => !kept.includes(group));
  migration.groups = [...kept];
  const refusal = { reason: /** @type {const} */ ('verification-failed') };
  const blamed = new Set(left.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const site of migration.sites) {
    if (blamed.has(site.file) && site.status === 'converted') {
      Object.assign(site, { status: 'refused', ...refusal, ...describeRefusal(refusal) });
    }
  }
}
