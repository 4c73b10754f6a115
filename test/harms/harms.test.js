import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import process from 'node:process';

import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

import plugin from '../../index.js';

/** What the rules report where no figure of the bench shows it: programs that fail. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => !file.endsWith('.test.js'))
  .map((file) => file.replace('.js', ''));

const IMPORTS = "const http = require('http');\n";

describe.each(names)('%s', async (rule) => {
  const { forms, measure, expected } = await import(`./${rule}.js`);

  it.each(['before', 'after'])('%s', (form) => {
    const code = `${IMPORTS}${forms[form]}${measure}`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', code], {
      encoding: 'utf8',
    });
    expect({ status, stdout: stdout.trim() }).toEqual(expected[form]);
  });

  it('reports the one, and not the other', () => {
    const config = {
      plugins: { 'async-perf': plugin },
      rules: { [`async-perf/${rule}`]: /** @type {const} */ ('error') },
      languageOptions: { sourceType: /** @type {const} */ ('commonjs') },
    };
    const reported = (/** @type {string} */ code) =>
      new Linter().verify(IMPORTS + code, [config]).map(({ ruleId }) => ruleId);
    expect(reported(forms.before)).toEqual([`async-perf/${rule}`]);
    expect(reported(forms.after)).toEqual([]);
  });
});
