/** @import { Migration } from '../../core/project/migration.js' */
/** @import { FindIllegal } from '../../core/project/targets.js' */
/** @import { ShardReport, WholeReport } from './shard-report.js' */

import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import { OptionError } from '../../core/contract/options.js';
import { readRegularFile } from '../../core/project/regular-file.js';
import { packageRootOf } from '../../core/project/package-root.js';
import { hashOf } from '../../core/project/replace.js';
import { readReport } from './shard-report.js';

/**
 * A migration can be spread over machines: each plans, and verifies, its share of the packages and
 * reports it as JSON; the reports are merged where the changes are to be written.
 *
 * @typedef {object} Shard
 * @property {number} index From 1.
 * @property {number} count
 */

/** More machines than anybody has. */
const MOST_SHARDS = 10_000;

/**
 * @param {string} text Such as `2/4`.
 * @returns {Shard}
 * @throws {OptionError}
 */
export function readShard(text) {
  const [, index = 0, count = 0] = /^(\d+)\/(\d+)$/u.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index < 1 || shard.index > shard.count || shard.count > MOST_SHARDS) {
    throw new OptionError(
      `--shard=${text}: give the share and the number of shares (${MOST_SHARDS} at most), such as 2/4`,
    );
  }
  return shard;
}

/**
 * Files that are planned together stay together: a package is in one shard. The largest are dealt out
 * first, each to the shard that has the fewest files.
 *
 * @param {readonly string[]} files
 * @param {Shard} shard
 * @returns {string[]} The files of the shard, in their order.
 */
export function filesOfShard(files, { index, count }) {
  /** @type {Map<string, string[]>} */
  const packages = new Map();
  for (const file of files) {
    const root = packageRootOf(dirname(file));
    packages.set(root, packages.get(root) ?? []);
    packages.get(root)?.push(file);
  }
  const shares = Array.from({ length: count }, () => /** @type {string[]} */ ([]));
  const bySize = [...packages.values()].sort((left, right) => right.length - left.length);
  for (const members of bySize) {
    const smallest = shares.reduce((least, share) => (share.length < least.length ? share : least));
    smallest.push(...members);
  }
  const mine = new Set(shares[index - 1]);
  return files.filter((file) => mine.has(file));
}

/**
 * @param {Migration} migration
 * @param {Shard} shard
 * @param {string} digest
 * @param {string} root
 * @returns {ShardReport}
 */
export function reportOfShard({ groups }, shard, digest, root) {
  return {
    shard: { ...shard, of: digest },
    changes: groups.flatMap(({ files }) =>
      files.map(({ path, before, after }) => ({
        file: relative(root, path),
        before: hashOf(before),
        after: after.toString(),
      })),
    ),
  };
}

/**
 * @param {readonly string[]} files All of them, those of other shards too.
 * @param {Readonly<Record<string, unknown>>} options
 * @param {string} root
 * @returns {string}
 */
export function digestOf(files, options, root) {
  const shared = { ...options, shard: undefined, timing: undefined };
  return hashOf(JSON.stringify([files.map((file) => relative(root, file)), shared]));
}

/**
 * @param {readonly string[]} paths Of the reports of all shards.
 * @param {string} root
 * @param {FindIllegal} findIllegal The files that may not be written.
 * @returns {Migration} Of the whole project, ready to be written.
 * @throws {OptionError} If the reports are not those of one migration, or of other files than these.
 */
export function mergeReports(paths, root, findIllegal) {
  const reports = paths.map((path) => readReport(resolve(root, path), path));
  const [first] = reports;
  if (!first) {
    throw new OptionError('--merge: give the reports of all shards');
  }
  const { count, of } = first.shard;
  const stranger = reports.findIndex(({ shard }) => shard.of !== of || shard.count !== count);
  if (stranger > 0) {
    throw new OptionError(
      `--merge: ${paths[stranger]} is of another migration than ${paths[0]}: the files or the options differed`,
    );
  }
  if (count > MOST_SHARDS) {
    throw new OptionError(
      `--merge: ${paths[0]} is one of ${count} shards: that many there cannot be`,
    );
  }
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => reports.filter(({ shard }) => shard.index === index).length !== 1,
  );
  if (missing.length > 0) {
    throw new OptionError(
      `--merge: shard ${missing.map((index) => `${index}/${count}`).join(', ')} is not there, or twice`,
    );
  }
  const located = (/** @type {{ file: string }} */ entry) => ({
    ...entry,
    file: resolve(root, entry.file),
  });
  const targets = reports.flatMap(({ changes }) => changes.map(({ file }) => file));
  const [illegal] = findIllegal(targets.map((file) => ({ path: resolve(root, file) })));
  if (illegal) {
    throw new OptionError(
      `--merge: ${illegal.path} may not be written: ${illegal.reason}. Nothing is written`,
    );
  }
  return /** @type {Migration} */ ({
    files: reports.reduce((sum, { files }) => sum + files, 0),
    sites: reports.flatMap(({ sites }) => sites.map(located)),
    errors: reports.flatMap(({ errors }) => errors.map(located)),
    groups: reports.flatMap((report) => groupsOf(report, root)),
  });
}

/**
 * @param {WholeReport} report
 * @param {string} root
 * @returns {import('../../core/project/migration.js').ChangeGroup[]}
 */
function groupsOf({ groups, changes, shard }, root) {
  const byFile = new Map(changes.map((change) => [change.file, change]));
  const named = groups.flat();
  const distinct = new Set([...named, ...byFile.keys()]).size;
  if ([named.length, changes.length, byFile.size].some((number) => number !== distinct)) {
    throw new OptionError(
      `--merge: the groups and the changes of shard ${shard.index}/${shard.count} are not of the same files: plan it again`,
    );
  }
  return groups.map((names) => ({
    id: resolve(root, names[0] ?? ''),
    files: names.map((name) => {
      const path = resolve(root, name);
      if (!existsSync(path)) {
        throw new OptionError(
          `--merge: ${name} is not there: run it in the directory where the shards were planned`,
        );
      }
      const before = readRegularFile(path, { followsLinks: false });
      const change = byFile.get(name);
      if (!change || hashOf(before) !== change.before) {
        throw new OptionError(
          `--merge: ${name} is not as it was when its shard was planned: plan again on this commit`,
        );
      }
      return { path, before, after: Buffer.from(change.after) };
    }),
  }));
}
