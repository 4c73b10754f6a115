import { dirname } from 'node:path';

import { Linter } from 'eslint';

import { loadCodemods } from '../../bin/codemods.js';
import { planMigration } from '../../core/project/migration.js';
import plugin from '../../index.js';

const OPTIONS = { trust: 'application', api: 'async' };

const codemods = await loadCodemods();

/**
 * What a user has done with a file.
 *
 * @type {Record<string, (path: string, text: string) => unknown>}
 */
export const RUNS = {
  migrate: (path) => planMigration([path], codemods, OPTIONS),
  check: (path, text) =>
    new Linter({ cwd: dirname(path) }).verify(text, [plugin.configs.all].flat(), path),
};
