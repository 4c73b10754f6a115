import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { REFUSALS } from '../../core/contract/refusals.js';
import { onlyProgram, withoutExamples } from '../../scripts/published/program.js';

describe('onlyProgram', () => {
  it('takes out comments and spaces, and shortens what only one function sees', () => {
    const source =
      '// why\nexport const limit = 1;\n/** Doubles. */\nexport function double(value) {\n  return value * 2; // twice\n}\n';
    expect(onlyProgram('core/a.js', source)).toMatch(
      /^export const limit=1;export function double\((\w)\)\{return \1\*2\}$/u,
    );
  });

  it('leaves the names of exported functions and of classes, which a stack trace shows', () => {
    const source =
      'export function run(task) { function inner() { task(); } class Held {} return [inner, Held]; }';
    const published = onlyProgram('core/a.js', source);
    expect(published).toContain('function run(');
    expect(published).not.toContain('inner');
    expect(published).toContain('class Held');
  });

  it('changes of what measures its names alone', () => {
    const source = 'module.exports = (value) => value + 1 + 1;';
    expect(onlyProgram('bench/worker/a.cjs', source)).toMatch(/^module\.exports=(\w)=>\1\+1\+1;$/u);
  });

  it('keeps a hashbang', () => {
    expect(onlyProgram('bin/a.js', '#!/usr/bin/env node\nf();\n')).toMatch(
      /^#!\/usr\/bin\/env node\nf\(\)/u,
    );
  });
});

describe('withoutExamples', () => {
  it('takes them out of the table of refusals, and nothing else', async () => {
    const file = new URL('../../core/contract/refusals.js', import.meta.url);
    const text = withoutExamples(readFileSync(file, 'utf8'));
    const bare = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(bare.REFUSALS).toEqual(
      Object.fromEntries(
        Object.entries(REFUSALS).map(([code, { advice, message }]) => [code, { message, advice }]),
      ),
    );
  });
});
