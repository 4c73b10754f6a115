import { createRequire } from 'node:module';

// A JSON import would print a warning on Node 20.
const manifest = createRequire(import.meta.url)('./package.json');

/** @type {import('eslint').ESLint.Plugin} */
const plugin = {
  meta: { name: manifest.name, version: manifest.version, namespace: 'async-perf' },
  rules: {},
  configs: {},
};

export { plugin as default, plugin as 'module.exports' };
