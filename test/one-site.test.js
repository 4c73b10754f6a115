import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { lintWithAll } from './lint-with-all.js';

const FIXTURES = fileURLToPath(new URL('./codemods/fixtures/', import.meta.url));

/** Two faults of one call or function, and mending one leaves the other. */
const BOTH = new Set([
  // It is made on each call, and makes a second promise.
  'no-closure-async-fast-path, no-useless-async',
  // It is a library's, and starts all at once.
  'no-unbounded-threadpool, prefer-native-promise',
]);

/** @param {string} file */
const lint = (file) => lintWithAll(readFileSync(path.join(FIXTURES, file), 'utf8'));

it('one site is reported by one rule', () => {
  const files = readdirSync(FIXTURES, { encoding: 'utf8', recursive: true }).filter((file) =>
    /input\.[cm]?jsx?$/u.test(file),
  );
  let found = 0;
  for (const file of files) {
    /** @type {Map<string, string[]>} */
    const rules = new Map();
    for (const { ruleId, line, column, endLine, endColumn } of lint(file)) {
      const place = `${line}:${column} to ${endLine}:${endColumn}`;
      rules.set(place, [...(rules.get(place) ?? []), String(ruleId).replace('async-perf/', '')]);
      found += 1;
    }
    const twice = [...rules].filter(
      ([, each]) => each.length > 1 && !BOTH.has(each.sort().join(', ')),
    );
    expect(twice, file).toEqual([]);
  }
  expect(found).toBeGreaterThan(300);
});
