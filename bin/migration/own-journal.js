import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { OptionError } from '../../core/contract/options.js';
import { isTracked } from '../../core/project/git.js';
import { DIRECTORY } from '../../core/project/journal.js';

/**
 * @param {string} top
 * @throws {OptionError} If git holds the journal: then it came with the repository, and is of no run here.
 */
export function requireOwnJournal(top) {
  if (existsSync(join(top, DIRECTORY)) && isTracked(top, DIRECTORY)) {
    throw new OptionError(
      `${join(top, DIRECTORY)} came with the repository, and no migration here made it: remove it (\`git rm -r --cached ${DIRECTORY}\`, then delete the directory)`,
    );
  }
}
