import { OptionError } from '../../core/contract/options.js';
import { readRegularFile } from '../../core/project/regular-file.js';

/** @import { Shard } from './shards.js' */
/** @import { FileError, PlannedSite } from '../../core/codemod/passages.js' */

/**
 * @typedef {object} ShardReport The part of a shard's JSON that the report of other migrations does not have.
 * @property {Shard & { of: string }} shard With a digest of the files and options that were given.
 * @property {{ file: string, before: string, after: string }[]} changes The new texts, and the hashes
 *   of the old ones.
 */

/** @typedef {{ files: number, groups: string[][], sites: PlannedSite[], errors: FileError[] } & ShardReport} WholeReport */

/**
 * @param {string} path
 * @param {string} name As it was given.
 * @returns {WholeReport}
 * @throws {OptionError} If it cannot be read, or is something else.
 */
export function readReport(path, name) {
  let report;
  try {
    report = JSON.parse(readRegularFile(path).toString());
  } catch (error) {
    const reason =
      /** @type {{ reason?: string }} */ (error).reason ?? /** @type {Error} */ (error).message;
    throw new OptionError(`--merge: ${name}: ${reason}`);
  }
  if (!isReport(report)) {
    throw new OptionError(
      `--merge: ${name} is no report of a shard: make it with --shard=i/n --plan-only`,
    );
  }
  return report;
}

/** @type {(value: unknown) => boolean} */
const isText = (value) => typeof value === 'string';

/** @type {(value: unknown) => boolean} */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * @param {unknown} value
 * @param {(each: any) => boolean} isOne
 */
const isListOf = (value, isOne) => Array.isArray(value) && value.every(isOne);

/**
 * @param {any} report
 * @returns {report is WholeReport}
 */
function isReport(report) {
  return (
    isCount(report?.files) &&
    isCount(report.shard?.index) &&
    isCount(report.shard.count) &&
    isText(report.shard.of) &&
    isListOf(report.groups, (names) => isListOf(names, isText)) &&
    isListOf(report.changes, isChange) &&
    isListOf(report.errors, (error) => isPlace(error) && isText(error.message)) &&
    isListOf(report.sites, isSite)
  );
}

/** @param {any} change */
function isChange(change) {
  return isText(change?.file) && isText(change.before) && isText(change.after);
}

/** @param {any} entry */
function isPlace(entry) {
  return isText(entry?.file) && isCount(entry.line) && isCount(entry.column);
}

/** @param {any} site */
function isSite(site) {
  return (
    isPlace(site) &&
    [site.id, site.codemod].every(isText) &&
    ['converted', 'refused'].includes(site.status) &&
    [site.reason, site.message, site.advice].every((each) => each === undefined || isText(each)) &&
    isListOf(site.assumes, isText)
  );
}
