import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Tests of what other programs make of the project, and of the bench, and those that run the command for each of
 * many moments and options: `npm run test:all` has them. What the command does with faults is tried by a round of
 * `test/attacks` here, too.
 */
const SLOW_TESTS = [
  'test/bench/**',
  'test/clients/**',
  'test/bin/faults/{edited,moved,odd,undone,writing}.test.js',
  'test/bin/{shards,written-files}.test.js',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    exclude: [...configDefaults.exclude, ...SLOW_TESTS],
    globalSetup: 'test/scratch.js',
    maxWorkers: 2,
    testTimeout: 120_000,
  },
});
