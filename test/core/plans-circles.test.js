import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod as asyncLibrary } from '../../codemods/async-lib-to-async.js';
import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * Files that need each other: one calls the other before that has run to its end.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-circles-'));
afterAll(() => rmSync(root, { recursive: true }));

const RUN = `function run(file, cb) {
  stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile() + b.mark);
  });
}
`;

const B = `require('./a').run(__filename, (err, value) => console.log(err, value));
exports.mark = '!';
`;

/** @type {[name: string, files: Record<string, string>, isMadeOnce: boolean][]} */
const CIRCLES = [
  [
    'what is exported before the other is loaded',
    {
      'a.js': `exports.run = run;\nconst { stat } = require('fs');\nconst b = require('./b');\n${RUN}`,
      'b.js': B,
    },
    true,
  ],
  [
    'what is loaded by the same statement',
    {
      'a.js': `module.exports = { run };\nvar stat = require('fs').stat, b = require('./b');\n${RUN}`,
      'b.js': B,
    },
    false,
  ],
  [
    'a module whose functions are there before it runs',
    {
      'a.mjs': `import { stat } from 'fs';\nimport * as b from './b.mjs';\nexport ${RUN}`,
      'b.mjs':
        "import { run } from './c.mjs';\nrun(import.meta.filename, (err, value) => console.log(err, value));\nexport const mark = '!';\n",
      'c.mjs': "export { run } from './a.mjs';\n",
    },
    false,
  ],
  [
    'what is exported at the end, which nobody calls before',
    {
      'a.js': `const { stat } = require('fs');\nconst b = require('./b');\n${RUN}exports.run = run;\nrun(__filename, console.log);\n`,
      'b.js': "exports.own = require('./a');\nexports.mark = '!';\n",
    },
    true,
  ],
  [
    'no circle',
    {
      'a.mjs': `import { stat } from 'fs';\nimport * as b from './b.mjs';\nexport ${RUN}run(import.meta.filename, console.log);\n`,
      'b.mjs': "export const mark = '!';\n",
    },
    true,
  ],
];

it('a call of a library waits in its place where the module may be called before it runs', () => {
  const directory = mkdtempSync(join(root, 'library-'));
  const call = `async.eachLimit(files, 2, (file, next) => setImmediate(next), (err) => {
    run.isDone = !err;
    if (done) done(err, b.mark);
  });`;
  const files = {
    'a.mjs': `import async from 'async';
import * as b from './b.mjs';
export function run(files, done) {
  ${call}
}
export function again(files, done) {
  ${call}
}
`,
    'b.mjs':
      "import { run } from './a.mjs';\nrun(['a', 'b'], (err, mark) => console.log(err, mark));\nexport const mark = '!';\n",
  };
  const paths = Object.keys(files).map((name) => join(directory, name));
  writeFileSync(join(directory, 'package.json'), '{ "dependencies": { "async": "^2.6.0" } }');
  Object.values(files).forEach((text, index) => writeFileSync(paths[index] ?? '', text));
  const { groups } = planMigration(paths, [asyncLibrary], { node: '20' });
  const [converted] = groups
    .flatMap((group) => group.files)
    .filter(({ path }) => path === paths[0]);
  writeFileSync(converted?.path ?? '', converted?.after ?? '');
  expect(String(converted?.after)).not.toContain("'async'");
  const [entry = ''] = paths;
  expect(execFileSync(process.execPath, [entry], { encoding: 'utf8' })).toBe('null !\n');
});

describe('in a circle of modules', () => {
  it.each(CIRCLES)('a function waits as before: %s', (_, files, isMadeOnce) => {
    const directory = mkdtempSync(join(root, 'project-'));
    const paths = Object.keys(files).map((name) => join(directory, name));
    writeFileSync(join(directory, 'package.json'), '{}');
    Object.values(files).forEach((text, index) => writeFileSync(paths[index] ?? '', text));
    const [entry = ''] = paths;
    const run = () => execFileSync(process.execPath, [entry], { encoding: 'utf8' });
    const before = run();
    const { groups } = planMigration(paths, [codemod], { node: '20' });
    for (const { path, after } of groups.flatMap((group) => group.files)) {
      writeFileSync(path, after);
    }
    const [first] = groups[0]?.files ?? [];
    expect(String(first?.after)).toMatch(
      isMadeOnce
        ? /^const statAsync = util\.promisify\(stat\);?$/mu
        : /await (?:util\.promisify\(stat\)|statAsync)\(/u,
    );
    expect(run()).toBe(before);
    expect(before).toMatch(/true!/u);
  });
});
