import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/** Functions that modules import from each other, and that lose their callback with `--api=async`. */

const root = mkdtempSync(join(tmpdir(), 'async-perf-es-'));
afterAll(() => rmSync(root, { recursive: true }));

const LOAD = `import fs from 'node:fs';

export function load(file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text.length);
  });
}
`;

/** @param {string} called */
const using = (called) => `export function use(file, cb) {
  ${called}(file, (err, length) => {
    if (err) return cb(err);
    cb(null, length + 1);
  });
}
`;

/** @type {[name: string, files: Record<string, string>][]} */
const CONVERTED = [
  ['by its name', { 'use.mjs': `import { load } from './load.mjs';\n${using('load')}` }],
  [
    'by another name',
    { 'use.mjs': `import { load as read } from './load.mjs';\n${using('read')}` },
  ],
  ['by the module', { 'use.mjs': `import * as lib from './load.mjs';\n${using('lib.load')}` }],
  [
    'as the default',
    {
      'load.mjs': LOAD.replace('export function', 'export default function'),
      'use.mjs': `import load from './load.mjs';\n${using('load')}`,
    },
  ],
  [
    'by a list of exports',
    {
      'load.mjs': `${LOAD.replace('export ', '')}export { load as read };\n`,
      'use.mjs': `import { read } from './load.mjs';\n${using('read')}`,
    },
  ],
  [
    'by way of a file that hands it on',
    {
      'index.mjs': "export { load as read } from './load.mjs';\n",
      'use.mjs': `import { read } from './index.mjs';\n${using('read')}`,
    },
  ],
  [
    'by way of a file that hands everything on',
    {
      'index.mjs': "export * from './load.mjs';\n",
      'use.mjs': `import { load } from './index.mjs';\n${using('load')}`,
    },
  ],
  [
    'by way of files that hand the module on',
    {
      'deep.mjs': "export * from './load.mjs';\n",
      'index.mjs': "export * as lib from './deep.mjs';\n",
      'use.mjs': `import { lib } from './index.mjs';\n${using('lib.load')}`,
    },
  ],
];

/** @type {[name: string, files: Record<string, string>][]} */
const KEPT = [
  [
    'handed to somebody',
    {
      'use.mjs': `import { load } from './load.mjs';\n${using('load')}`,
      'other.mjs': "import { load } from './load.mjs';\nexport const both = [load];\n",
    },
  ],
  [
    'handed to somebody by way of another file',
    {
      'use.mjs': `import { load } from './load.mjs';\n${using('load')}`,
      'index.mjs': "export * from './load.mjs';\n",
      'other.mjs': "import { load } from './index.mjs';\nexport const both = [load];\n",
    },
  ],
  [
    'a member of something else, too',
    {
      'load.mjs': `import { Job } from './job.mjs';\n${LOAD}Job.load = load;\n`,
      'job.mjs': 'export const Job = {};\n',
      'use.mjs': `import { load } from './load.mjs';\n${using('load')}`,
      'other.mjs':
        "import './load.mjs';\nimport { Job } from './job.mjs';\nexport const both = [(...given) => Job.load(...given)];\n",
    },
  ],
  [
    'part of a default that is asked for it',
    {
      'load.mjs': `${LOAD.replace('export ', '')}export default { load };\n`,
      'use.mjs': `import lib from './load.mjs';\n${using('lib.load')}`,
      'other.mjs': "import * as all from './load.mjs';\nexport const both = [all.default.load];\n",
    },
  ],
];

/**
 * @param {Record<string, string>} changes
 * @returns {{ directory: string, written: Map<string, string> }}
 */
function migrate(changes) {
  const directory = mkdtempSync(join(root, 'project-'));
  const files = { 'package.json': '{ "name": "own" }', 'load.mjs': LOAD, ...changes };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const paths = Object.keys(files).filter((name) => name.endsWith('.mjs'));
  const { groups } = planMigration(
    paths.map((name) => join(directory, name)),
    [codemod],
    { node: '20', api: 'async' },
  );
  const written = groups.flatMap((group) => group.files);
  written.forEach(({ path, after }) => writeFileSync(path, after));
  return {
    directory,
    written: new Map(
      written.map(({ path, after }) => [path.slice(directory.length + 1), String(after)]),
    ),
  };
}

describe('functions that modules import', () => {
  it.each(CONVERTED)('lose their callback: %s', async (_, files) => {
    const { directory, written } = migrate(files);
    expect(written.get('load.mjs')).not.toContain('cb');
    const { use } = await import(pathToFileURL(join(directory, 'use.mjs')).href);
    expect(await use(join(directory, 'package.json'))).toBe('{ "name": "own" }'.length + 1);
    await expect(use(join(directory, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(KEPT)('keep it: %s', async (_, files) => {
    const { directory, written } = migrate(files);
    expect(written.get('load.mjs')).toMatch(/load\(file, cb\)/u);
    const { both } = await import(pathToFileURL(join(directory, 'other.mjs')).href);
    const length = await promisify(both[0])(join(directory, 'package.json'));
    expect(length).toBe('{ "name": "own" }'.length);
  });

  it('keep it where somebody is handed it by way of a file that only Babel reads', () => {
    const { written } = migrate({
      'load.mjs': LOAD.replace('export function', 'export default function'),
      'use.mjs': `import load from './load.mjs';\n${using('load')}`,
      'index.mjs': "export load from './load.mjs';\nexport more, * as all from './use.mjs';\n",
      'other.mjs': "import { load } from './index.mjs';\nexport const both = [load];\n",
    });
    expect(written.get('load.mjs')).toMatch(/load\(file, cb\)/u);
  });
});
