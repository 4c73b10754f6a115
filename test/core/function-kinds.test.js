import { expect, it } from 'vitest';

import { hasAsyncFunction } from '../../core/analysis/syntax/function-kinds.js';
import { createSourceCode } from '../../core/source/source-code.js';

it.each([
  'class A{async#go(){}}',
  "class A{async'go'(){}}",
  'class A{async*go(){}}',
  'class A{static async[go](){}}',
  'run(async()=>{})',
  'run(async\tkey=>key)',
  'run(async/* now */key=>key)',
  'const readFileSync = 1; async\u00a0function go() {}',
])('sees the async function of %s', (text) => {
  expect(hasAsyncFunction(createSourceCode(text))).toBe(true);
});

it.each(["require('async')", 'fs.readFileSync(async)', '// async function go() {}'])(
  'sees none in %s',
  (text) => {
    expect(hasAsyncFunction(createSourceCode(text))).toBe(false);
  },
);
