import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { Scratch } from './scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const PACKAGE = 'node_modules/eslint-plugin-async-perf';

/** How many bytes the package may take on the disk, its declarations included. */
const UNPACKED_LIMIT = 6_000_000;

const COMMAND = 'node_modules/.bin/async-perf';

describe('the packed package', () => {
  /** @type {Scratch} */
  let scratch;

  beforeAll(() => {
    scratch = new Scratch('readable').write({ 'package.json': '{}\n' }).install();
  });

  it.each([
    'index.js',
    'core/codemod/convert.js',
    'rules/no-useless-async.js',
    'bin/async-perf.js',
  ])('has %s as the repository has it', (file) => {
    expect(scratch.read(path.join(PACKAGE, file))).toBe(
      readFileSync(path.join(ROOT, file), 'utf8'),
    );
  });

  it('is imported and required, as the same plugin', () => {
    const load = `import imported from 'eslint-plugin-async-perf';
      import { createRequire } from 'node:module';
      const required = createRequire(import.meta.url)('eslint-plugin-async-perf');
      console.log(required === imported, Object.keys(imported.rules).length > 10);`;
    expect(scratch.run('node', ['--input-type=module', '--eval', load]).trim()).toBe('true true');
  });

  it('stays below its limit of size, declarations included', () => {
    const directory = path.join(scratch.directory, PACKAGE);
    const sizes = readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => statSync(path.join(parentPath, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(UNPACKED_LIMIT);
  });

  it('explains every name that it lists, examples included', () => {
    const names = [...scratch.run(COMMAND, ['explain']).matchAll(/^- (?<name>[\w-]+)$/gmu)].map(
      ({ groups }) => groups?.['name'] ?? '',
    );
    expect(names.length).toBeGreaterThan(150);
    const explained = scratch.run(COMMAND, ['explain', ...names]);
    expect(explained).not.toMatch(/\bundefined$/mu);
    expect(explained).toBe(
      new Scratch('checkout').run('node', [
        path.join(ROOT, 'bin/async-perf.js'),
        'explain',
        ...names,
      ]),
    );
  });

  it('names function, file and line of a crash', () => {
    const convert = `import { convert } from './${PACKAGE}/core/codemod/convert.js';
      import { codemod } from './${PACKAGE}/codemods/unwrap-promises.js';
      convert({ path: 'a.js', source: null }, codemod, {});`;
    const { status, output } = scratch.try('node', ['--input-type=module', '--eval', convert]);
    expect(status).not.toBe(0);
    expect(output).toMatch(/ at convert \(.*core\/codemod\/convert\.js:[1-9]\d+:\d+\)/u);
  });
});
