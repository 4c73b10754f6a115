import { defineConfig } from 'vitest/config';

/** Tests that install from registries: `npm run test:clients`. */
export default defineConfig({
  test: {
    include: ['test/clients/**/*.client.js'],
    globalSetup: ['test/clients/pack.js'],
    // Each is a chain of installations and processes; two at a time would time out each other.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
