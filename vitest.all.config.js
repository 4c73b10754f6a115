import { defineConfig } from 'vitest/config';

/** All tests that need no registry, with each case of a rule on every ESLint and with every parser. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    env: { ASYNC_PERF_MATRIX: 'all', ASYNC_PERF_OWN_PROCESSES: 'yes' },
    globalSetup: 'test/scratch.js',
    maxWorkers: 2,
    testTimeout: 120_000,
  },
});
