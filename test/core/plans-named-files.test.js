import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * A function that somebody still gives a callback keeps it, whatever the way to its file.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-named-'));
afterAll(() => rmSync(root, { recursive: true }));

const FUNCTION = `function load(file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
}
`;

/** @type {Record<string, string>} */
const FILES = {
  'package.json': JSON.stringify({
    name: 'own',
    exports: {
      '.': './lib/load.cjs',
      './both': { import: './lib/load.mjs', require: './lib/load.cjs' },
      './files/*': './lib/*',
    },
    imports: { '#load': ['./lib/load.mjs'] },
  }),
  'lib/load.cjs': `const fs = require('fs');\n${FUNCTION}exports.load = load;\n`,
  'lib/load.mjs': `import fs from 'fs';\nexport ${FUNCTION}`,
  'lib/typed.mts': `import fs from 'fs';\nexport ${FUNCTION.replace('file, cb', 'file: string, cb: (err: Error | null, size?: number) => void')}`,
};

/**
 * @param {string} main
 * @param {string} text
 * @returns {string[]} The files whose function loses its callback.
 */
function changed(main, text) {
  const directory = mkdtempSync(join(root, 'project-'));
  /** @type {Record<string, string>} */
  const star = !text.includes('star.mjs')
    ? {}
    : { 'lib/star.mjs': "export * from './load.mjs';\n" };
  for (const [name, content] of Object.entries({ ...FILES, ...star, [main]: text })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  const paths = ['lib/load.cjs', 'lib/load.mjs', 'lib/typed.mts'];
  const { groups } = planMigration(
    paths.map((name) => join(directory, name)),
    [codemod],
    { node: '20', api: 'async' },
  );
  return groups
    .flatMap(({ files }) => files)
    .filter(({ after }) => /async function load\(file/u.test(String(after)))
    .map(({ path }) => path.slice(directory.length + 1));
}

const USE = '.load(process.argv[2], console.log)';

describe('a function that loses its callback keeps it', () => {
  it('not where nobody uses it', () => {
    const text = `const fs = require('fs');
fs.readFile(__dirname, console.log);
fs.readFile(__dirname + '/lib', console.log);
fs.readdir('lib', console.log);
`;
    expect(changed('main.js', text)).toHaveLength(3);
  });

  it.each([
    `require(require('path').join(__dirname, 'lib', 'load.cjs'))${USE}`,
    `const path = require('path');\nconst lib = path.resolve(__dirname, 'lib');\nrequire(path.join(lib, process.argv[2]))${USE}`,
    `require(__dirname + '/lib/load.cjs')${USE}`,
    `const path = require('path');\nconst own = { lib: path.join(__dirname, 'lib', 'load') };\nrequire(own.lib)${USE}`,
    `const path = require('path');\nrequire(process.env.LIB || path.join(__dirname, 'lib', 'load'))${USE}`,
    `require('./lib/' + process.argv[3])${USE}`,
    `require(\`./lib/\${process.argv[3]}.cjs\`)${USE}`,
    `require(require.resolve('./lib/load.cjs'))${USE}`,
    `module.require('./lib/load.cjs')${USE}`,
    `require('proxyquire')('./lib/load.cjs', {})${USE}`,
    `const load = require;\nload('./lib/load.cjs')${USE}`,
    `const { load: other = null } = require('./lib/load.cjs');\nother(__filename, console.log);`,
    `let lib = require('./lib/load.cjs');\nlib${USE}\nlib = null;`,
    `require('own')${USE}`,
    `require('own/files/load.cjs')${USE}`,
    `require('@/lib/load')${USE}`,
    `require('../dist/load')${USE}`,
    `const path = require('path');\nrequire('fs').copyFileSync(path.join(__dirname, 'lib', 'load.cjs'), 'own.cjs');`,
    `require('child_process').fork(__dirname + '/lib/load.cjs');`,
    `require('child_process').fork(\`\${__dirname}/lib/\${process.argv[2]}.cjs\`);`,
    `for (const name of require('fs').readdirSync(__dirname + '/lib')) run(name);`,
    `const path = require('path');\nconst folder = path.join(__dirname, 'lib');\nconst glob = require('glob');\nglob(folder + '/**/*.js', run);`,
    `require('walk').walk(__dirname).on('file', run);`,
  ])('where a file has: %s', (text) => {
    expect(changed('main.js', `${text}\n`)).not.toContain('lib/load.cjs');
  });

  it.each([
    `import { load } from './lib/star.mjs';\nload(process.argv[2], console.log);`,
    `import { load } from 'own/both';\nload(process.argv[2], console.log);`,
    `import { load } from '#load';\nload(process.argv[2], console.log);`,
    `import(new URL('./lib/load.mjs', import.meta.url)).then((lib) => lib${USE})`,
    `const name = './lib/load.mjs';\nimport(name).then((lib) => lib${USE})`,
  ])('where a module has: %s', (text) => {
    expect(changed('main.mjs', `${text}\n`)).not.toContain('lib/load.mjs');
  });

  it('where a command without an ending has it', () => {
    const text = `#!/usr/bin/env node\nrequire('../lib/load.cjs')${USE};\n`;
    expect(changed('bin/load', text)).not.toContain('lib/load.cjs');
  });

  it('where TypeScript knows it by the name of what it compiles to', () => {
    const text = `import { load } from './lib/typed.mjs';\nload('x', console.log);\n`;
    expect(changed('main.mts', text)).not.toContain('lib/typed.mts');
  });
});
