import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { Scratch } from './scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const PACKAGE = 'node_modules/eslint-plugin-async-perf';

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
