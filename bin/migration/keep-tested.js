/** @import { Migration } from '../../core/project/migration.js' */

import { describeRefusal } from '../../core/contract/refusals.js';
import { runCommand } from '../../core/project/verify.js';
import { finish } from '../../core/project/writing.js';
import { undoSites } from '../review/undo.js';
import { count } from '../terminal/count.js';
import { untestedSites } from './tested.js';

/** The rest of a migration without the sites that no test ran does not pass the tests. */
export class UntestedRemainderError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'UntestedRemainderError';
  }
}

/**
 * Takes back what rests on assumptions and was not run, of a migration that is written. The rest has to pass the
 * tests too.
 *
 * @param {Migration} migration Becomes what is left of it.
 * @param {Omit<Parameters<typeof undoSites>[1], 'isDry'> & { verify: string }} setup
 * @throws {UntestedRemainderError} If it does not pass: all files are as they were.
 * @throws As `undoSites`.
 */
export async function keepTested(migration, { verify, ...setup }) {
  const untested = untestedSites(migration.sites);
  if (!migration.isCovered || untested.length === 0) {
    return;
  }
  const ids = new Set(untested.map(({ id }) => String(id)));
  const { rest } = await undoSites(ids, { ...setup, isDry: false });
  const outcome = runCommand(verify, setup.root);
  if (!outcome.passed) {
    await finish(setup, 'before');
    throw new UntestedRemainderError(
      `the verification command fails (${outcome.how}) without the ${count(ids.size, 'site')} that it did not run. All files are as they were: run again without --keep=tested. Its output ends with:\n  ${outcome.lines.join('\n  ')}`,
    );
  }
  const gone = new Set([...rest.back, ...rest.along].map(({ id }) => id));
  const refusal = { reason: /** @type {const} */ ('not-tested') };
  for (const site of migration.sites) {
    if (gone.has(site.id)) {
      Object.assign(site, { status: 'refused', ...refusal, ...describeRefusal(refusal) });
    }
  }
  migration.groups = migration.groups
    .map((group) => ({
      ...group,
      files: group.files.flatMap((change) => {
        const after = rest.after.get(change.path);
        return after === undefined ? [] : [{ ...change, after }];
      }),
    }))
    .filter(({ files }) => files.length > 0);
}
