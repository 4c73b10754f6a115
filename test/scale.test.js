import { applyPatch } from 'diff';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

import { codemod } from '../codemods/generator-to-async.js';
import { convert } from '../core/codemod/convert.js';
import plugin from '../index.js';
import { patchOf } from '../bin/migration/report.js';

/**
 * @param {number} count
 * @returns {string} A file of that many coroutines.
 */
function coroutines(count) {
  const functions = Array.from(
    { length: count },
    (_, index) => `exports.load${index} = co.wrap(function* (id) {
  const user = yield getUser(id);
  return yield getPosts(user);
});
`,
  );
  return ["const co = require('co');\n", ...functions].join('\n');
}

/**
 * @param {(source: string) => void} work
 * @returns {number} How many times more CPU time four times the code takes, at best.
 */
function growth(work) {
  work(coroutines(50));
  const ratios = [1, 2].map(() => {
    const [small, large] = [200, 800].map((count) => {
      const source = coroutines(count);
      const before = process.cpuUsage();
      work(source);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return (large ?? Infinity) / (small ?? 1);
  });
  return Math.min(...ratios);
}

/** Work that is quadratic comes near 16; sorting and collecting garbage make it more than 4. */
const NEARLY_LINEAR = 9;

describe('a file of many coroutines', () => {
  it('is looked at by the rule in time that grows as the file does', () => {
    const linter = new Linter();
    const config = {
      plugins: { 'async-perf': plugin },
      languageOptions: { sourceType: /** @type {const} */ ('commonjs') },
      rules: { 'async-perf/no-generator-coroutine': /** @type {const} */ ('error') },
    };
    expect(linter.verify(coroutines(3), config)).toHaveLength(3);
    expect(growth((source) => linter.verify(source, config))).toBeLessThan(NEARLY_LINEAR);
  });

  it('is converted in time that grows as the file does', () => {
    const run = (/** @type {string} */ source) => convert({ path: 'a.js', source }, codemod, {});
    expect(run(coroutines(3)).sites.map(({ status }) => status)).toEqual(
      Array(3).fill('converted'),
    );
    expect(growth(run)).toBeLessThan(NEARLY_LINEAR);
  });
});

describe('the diff of a file in which every line changes', () => {
  it('takes a moment, and is one that can be applied', () => {
    const before = Array.from({ length: 6000 }, (_, index) => `old ${index}\n`).join('');
    const patch = patchOf(
      'a.js',
      `same\n${before}end\n`,
      `same\n${before.replaceAll('old', 'new')}end\n`,
    );
    expect(applyPatch(`same\n${before}end\n`, patch)).toBe(
      `same\n${before.replaceAll('old', 'new')}end\n`,
    );
    expect(patch).toContain('@@ -2,6000 +2,6000 @@\n');
  });
});
