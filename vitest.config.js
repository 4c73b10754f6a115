import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of what other programs make of the project, and of the bench: `npm run test:all` has them. */
const SLOW_TESTS = ['test/bench/**', 'test/clients/**'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    exclude: [...configDefaults.exclude, ...SLOW_TESTS],
    maxWorkers: 2,
    testTimeout: 120_000,
  },
});
