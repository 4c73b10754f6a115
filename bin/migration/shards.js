/** @import { Migration } from '../../core/project/migration.js' */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { OptionError } from '../../core/contract/options.js';

/**
 * A migration can be spread over machines: each plans, and verifies, its share of the packages and
 * reports it as JSON; the reports are merged where the changes are to be written.
 *
 * @typedef {object} Shard
 * @property {number} index From 1.
 * @property {number} count
 */

/**
 * @param {string} text Such as `2/4`.
 * @returns {Shard}
 * @throws {OptionError}
 */
export function readShard(text) {
  const [, index = 0, count = 0] = /^(\d+)\/(\d+)$/u.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index < 1 || shard.index > shard.count) {
    throw new OptionError(`--shard=${text}: give the share and the number of shares, such as 2/4`);
  }
  return shard;
}

/**
 * What is planned together stays together: a package is in one shard. The largest are dealt out
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
    const root = packageOf(dirname(file));
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

/** @type {Map<string, string>} */
const packageRoots = new Map();

/**
 * @param {string} directory
 * @returns {string} The nearest directory above with a package.json; the topmost if there is none.
 */
function packageOf(directory) {
  const known = packageRoots.get(directory);
  if (known !== undefined) {
    return known;
  }
  const parent = dirname(directory);
  const root =
    parent === directory || existsSync(join(directory, 'package.json'))
      ? directory
      : packageOf(parent);
  packageRoots.set(directory, root);
  return root;
}

/**
 * @typedef {object} ShardReport What a shard's JSON has beside the report of every migration.
 * @property {Shard & { of: string }} shard With a digest of the files and options that were given.
 * @property {{ file: string, before: string, after: string }[]} changes The new texts, and the hashes
 *   of the old ones.
 */

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
 * @returns {Migration} Of the whole project, ready to be written.
 * @throws {OptionError} If the reports are not those of one migration, or of other files than these.
 */
export function mergeReports(paths, root) {
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
  return /** @type {Migration} */ ({
    files: reports.reduce((sum, { files }) => sum + files, 0),
    sites: reports.flatMap(({ sites }) => sites.map(located)),
    errors: reports.flatMap(({ errors }) => errors.map(located)),
    groups: reports.flatMap((report) => groupsOf(report, root)),
  });
}

/**
 * @param {string} path
 * @param {string} name
 */
function readReport(path, name) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OptionError(`--merge: ${name} cannot be read (${reason})`);
  }
  const lists = [report?.changes, report?.errors, report?.groups, report?.sites];
  if (!report?.shard || typeof report.files !== 'number' || !lists.every(Array.isArray)) {
    throw new OptionError(
      `--merge: ${name} is no report of a shard: make it with --shard=i/n --plan-only`,
    );
  }
  return report;
}

/**
 * @param {{ groups: string[][] } & ShardReport} report
 * @param {string} root
 * @returns {import('../../core/project/migration.js').ChangeGroup[]}
 */
function groupsOf({ groups, changes }, root) {
  const byFile = new Map(changes.map((change) => [change.file, change]));
  return groups.map((names) => ({
    id: resolve(root, names[0] ?? ''),
    files: names.map((name) => {
      const path = resolve(root, name);
      if (!existsSync(path)) {
        throw new OptionError(
          `--merge: ${name} is not there: run it in the directory where the shards were planned`,
        );
      }
      const before = readFileSync(path);
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

/**
 * @param {string | Buffer} content
 * @returns {string}
 */
function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}
