/** @import { ESLint, Linter, Rule } from 'eslint' */

import { createRequire } from 'node:module';

import noClosureAsyncFastPath from './rules/no-closure-async-fast-path.js';
import noGlobalPromiseOverride from './rules/no-global-promise-override.js';
import noPromisePatching from './rules/no-promise-patching.js';

// A JSON import would print a warning on Node 20.
const manifest = createRequire(import.meta.url)('./package.json');

/** @satisfies {Record<string, Rule.RuleModule>} */
const rules = {
  'no-closure-async-fast-path': noClosureAsyncFastPath,
  'no-global-promise-override': noGlobalPromiseOverride,
  'no-promise-patching': noPromisePatching,
};

/** @typedef {keyof typeof rules} RuleName */

/**
 * What has a measured cost.
 *
 * @type {RuleName[]}
 */
const RECOMMENDED = [
  // One a line, in alphabetical order.
  'no-closure-async-fast-path',
  'no-global-promise-override',
  'no-promise-patching',
];

/** @type {ESLint.Plugin} */
const plugin = {
  meta: { name: manifest.name, version: manifest.version, namespace: 'async-perf' },
  rules,
  configs: {},
};

plugin.configs = {
  recommended: config('recommended', RECOMMENDED),
  all: config('all', /** @type {RuleName[]} */ (Object.keys(rules))),
};

/**
 * @param {string} name
 * @param {readonly RuleName[]} names
 * @returns {Linter.Config}
 */
function config(name, names) {
  return {
    name: `async-perf/${name}`,
    plugins: { 'async-perf': plugin },
    rules: Object.fromEntries(names.map((rule) => [`async-perf/${rule}`, 'error'])),
  };
}

export { plugin as default, plugin as 'module.exports' };
