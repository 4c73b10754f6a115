/** @import { ChangeGroup, Migration } from '../../core/project/migration.js' */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { bisect } from '../../core/codemod/bisect.js';
import { describeRefusal } from '../../core/contract/refusals.js';
import { ChangedFileError } from '../../core/project/replace.js';
import { UnwritableError } from '../../core/project/unwritable.js';
import { requireBaseline, runCommand } from '../../core/project/verify.js';
import { writeChosen, writeGroups } from '../../core/project/writing.js';
import { timed } from '../../core/contract/timing.js';
import { planManifests } from './manifests.js';
import { noteTested } from './tested.js';

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
    const check = (/** @type {string | undefined} */ coverage) =>
      timed('command', () => runCommand(String(verify), root, coverage));
    requireBaseline(() => check(undefined));
    const directory = mkdtempSync(join(tmpdir(), 'async-perf-coverage-'));
    try {
      await tryAndWrite(check, directory);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  /**
   * @param {(coverage: string) => import('../../core/project/verify.js').Outcome} check
   * @param {string} directory Gets what the runs of the command write about the code that they came to.
   */
  async function tryAndWrite(check, directory) {
    /** Of the last run that passed: the one of what stays. */
    let coverage = '';
    let runs = 0;
    /** @param {(groups: readonly ChangeGroup[]) => void} place */
    const choose = (place) =>
      bisect(groups, (chosen) => {
        timed('write', () => place(chosen));
        runs += 1;
        const own = join(directory, String(runs));
        const outcome = check(own);
        coverage = outcome.passed ? own : coverage;
        return outcome;
      });
    try {
      await writeChosen(setup, groups, choose, (chosen) => {
        refuseOthers(migration, chosen);
        migration.isCovered = existsSync(coverage) && noteTested(migration, coverage);
        return changesOfManifests();
      });
      if (migration.origins && migration.groups.length > 0 && !migration.isCovered) {
        process.stderr.write(
          'async-perf: which conversions the command ran is not known: no process of Node wrote coverage of a converted file. Runners that compile files by themselves (jest, vitest), or measure coverage by themselves (c8), leave none: `async-perf record` reaches them\n',
        );
      }
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
