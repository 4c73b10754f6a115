/** @import { Linter, Rule } from 'eslint' */

import { createLoader } from './rules/shared/require.js';

const require = createLoader(import.meta.url);

// A JSON import would print a warning on Node 20.
const manifest = require('./package.json');

const LOADERS = {
  // One a line, in alphabetical order.
  'no-async-reduce': () => require('./rules/no-async-reduce.js'),
  'no-blocking-in-async': () => require('./rules/no-blocking-in-async.js'),
  'no-cache-stampede': () => require('./rules/no-cache-stampede.js'),
  'no-closure-async-fast-path': () => require('./rules/no-closure-async-fast-path.js'),
  'no-downleveled-async': () => require('./rules/no-downleveled-async.js'),
  'no-for-await-of-sync': () => require('./rules/no-for-await-of-sync.js'),
  'no-generator-coroutine': () => require('./rules/no-generator-coroutine.js'),
  'no-global-promise-override': () => require('./rules/no-global-promise-override.js'),
  'no-promise-constructor-wrap': () => require('./rules/no-promise-constructor-wrap.js'),
  'no-promise-patching': () => require('./rules/no-promise-patching.js'),
  'no-promise-subclass': () => require('./rules/no-promise-subclass.js'),
  'no-promise-wrapped-await': () => require('./rules/no-promise-wrapped-await.js'),
  'no-promisify-in-function': () => require('./rules/no-promisify-in-function.js'),
  'no-query-in-loop': () => require('./rules/no-query-in-loop.js'),
  'no-serial-await': () => require('./rules/no-serial-await.js'),
  'no-unbounded-concurrency': () => require('./rules/no-unbounded-concurrency.js'),
  'no-unbounded-threadpool': () => require('./rules/no-unbounded-threadpool.js'),
  'no-uncleared-race-timer': () => require('./rules/no-uncleared-race-timer.js'),
  'no-unhandled-listener-rejection': () => require('./rules/no-unhandled-listener-rejection.js'),
  'no-useless-async': () => require('./rules/no-useless-async.js'),
  'prefer-async-over-callback': () => require('./rules/prefer-async-over-callback.js'),
  'prefer-await-over-chain': () => require('./rules/prefer-await-over-chain.js'),
  'prefer-for-await-stream': () => require('./rules/prefer-for-await-stream.js'),
  'prefer-native-promise': () => require('./rules/prefer-native-promise.js'),
  'prefer-sync-fast-path': () => require('./rules/prefer-sync-fast-path.js'),
  'require-request-timeout': () => require('./rules/require-request-timeout.js'),
};

/** @typedef {keyof typeof LOADERS} RuleName */

const rules = loadedOnDemand(LOADERS);

/**
 * What costs, as the bench or a program that fails shows, and is worth a change nearly wherever it is reported.
 *
 * @type {RuleName[]}
 */
const RECOMMENDED = [
  // One a line, in alphabetical order.
  'no-blocking-in-async',
  'no-closure-async-fast-path',
  'no-downleveled-async',
  'no-for-await-of-sync',
  'no-generator-coroutine',
  'no-global-promise-override',
  'no-promise-constructor-wrap',
  'no-promise-patching',
  'no-promise-wrapped-await',
  'no-promisify-in-function',
  'no-uncleared-race-timer',
  'no-unhandled-listener-rejection',
  'require-request-timeout',
];

/**
 * Where `recommended` and `strict` ask for less than a rule does by default: who hooks into promises or
 * makes a domain does so on purpose (docs/rules/no-promise-patching.md), and half of what is reported of listeners
 * was not worth a change in server applications (docs/precision.md).
 *
 * @type {Partial<Record<RuleName, object>>}
 */
const RECOMMENDED_OPTIONS = {
  'no-promise-patching': { checkHooks: false },
  'no-unhandled-listener-rejection': { checkListeners: false },
};

/**
 * What is safer or clearer, whether it is faster or not.
 *
 * @type {RuleName[]}
 */
const MODERNIZE = [
  // One a line, in alphabetical order.
  'no-promise-wrapped-await',
  'prefer-async-over-callback',
  'prefer-await-over-chain',
  'prefer-for-await-stream',
  'prefer-native-promise',
];

/**
 * Where `modernize` asks for more than a rule does by default.
 *
 * @type {Partial<Record<RuleName, object>>}
 */
const MODERNIZE_OPTIONS = { 'no-promise-wrapped-await': { checkResolve: true } };

/**
 * What costs where it is asked often, or for many. `no-cache-stampede`, `no-promise-subclass` and
 * `prefer-sync-fast-path` are in no set but `all`: hardly anything that they report in server applications was worth a change (docs/precision.md).
 *
 * @type {RuleName[]}
 */
const STRICT = [
  // One a line, in alphabetical order.
  'no-async-reduce',
  'no-query-in-loop',
  'no-serial-await',
  'no-unbounded-concurrency',
  'no-unbounded-threadpool',
  'no-useless-async',
];

/**
 * Where `strict` asks for more than a rule does by default.
 *
 * @type {Partial<Record<RuleName, object>>}
 */
const STRICT_OPTIONS = {
  ...RECOMMENDED_OPTIONS,
  'no-useless-async': { checkConstructed: false },
  'no-unbounded-threadpool': { checkFiles: 'many' },
};

/** The configurations of compilers, which are JSON. */
const COMPILER_CONFIGS = [
  '**/tsconfig*.json',
  '**/jsconfig.json',
  '**/.babelrc',
  '**/.babelrc.json',
  '**/babel.config.json',
];

/**
 * Rules of others that ask for what this plugin reports. A rule that is switched off need not be
 * installed.
 *
 * @type {Linter.RulesRecord}
 */
const PULLS_THE_OTHER_WAY = {
  // It wants one more promise where a function only hands one on. `return-await` does so with `always` alone,
  // and without finds what gets past a `catch`: a configuration cannot tell the two apart.
  '@typescript-eslint/promise-function-async': 'off',
};

/**
 * @typedef {'recommended' | 'recommended-json' | 'modernize' | 'strict' | 'all' | 'compat'} ConfigName
 */

/**
 * More than `ESLint.Plugin` promises of any plugin.
 *
 * @typedef {object} AsyncPerfPlugin
 * @property {{ name: string, version: string, namespace: 'async-perf' }} meta
 * @property {Record<RuleName, Rule.RuleModule> & Record<string, Rule.RuleModule>} rules
 * @property {Record<ConfigName, Linter.Config>} configs
 */

/** @type {Omit<AsyncPerfPlugin, 'configs'> & { configs: Partial<AsyncPerfPlugin['configs']> }} */
const plugin = {
  meta: { name: manifest.name, version: manifest.version, namespace: 'async-perf' },
  rules,
  configs: {},
};

plugin.configs = {
  recommended: config('recommended', RECOMMENDED, RECOMMENDED_OPTIONS),
  'recommended-json': recommendedJson(),
  modernize: config('modernize', MODERNIZE, MODERNIZE_OPTIONS),
  strict: config('strict', [...RECOMMENDED, ...STRICT], STRICT_OPTIONS),
  all: config('all', /** @type {RuleName[]} */ (Object.keys(rules)), {
    ...MODERNIZE_OPTIONS,
    ...STRICT_OPTIONS,
    'no-blocking-in-async': { checkAsyncFunctions: true },
    'no-promise-patching': { checkHooks: true },
    'no-unbounded-threadpool': { checkFiles: true },
    'no-useless-async': { checkConstructed: true },
    'no-unhandled-listener-rejection': { checkListeners: true, checkOverlap: true },
    'require-request-timeout': { checkFetch: true },
  }),
  compat: { name: 'async-perf/compat', rules: PULLS_THE_OTHER_WAY },
};

/**
 * Who imports the plugin waits for none of the rules, and a rule that is never switched on is never
 * loaded.
 *
 * @template {string} Name
 * @param {Record<Name, () => { default: Rule.RuleModule }>} loaders
 * @returns {Record<Name, Rule.RuleModule>} A configuration may put another rule in the place of one.
 */
function loadedOnDemand(loaders) {
  const onDemand = /** @type {Record<Name, Rule.RuleModule>} */ ({});
  for (const name of /** @type {Name[]} */ (Object.keys(loaders))) {
    const settle = (/** @type {Rule.RuleModule} */ value) => {
      Object.defineProperty(onDemand, name, { value, enumerable: true, writable: true });
      return value;
    };
    Object.defineProperty(onDemand, name, {
      get: () => settle(loaders[name]().default),
      set: settle,
      enumerable: true,
      configurable: true,
    });
  }
  return onDemand;
}

/**
 * @param {string} name
 * @param {readonly RuleName[]} names
 * @param {Partial<Record<RuleName, object>>} [options]
 * @returns {Linter.Config}
 */
function config(name, names, options = {}) {
  return {
    name: `async-perf/${name}`,
    // ESLint runs no rule for JavaScript on JSON, and says so: this is for blocks without `files`.
    ignores: COMPILER_CONFIGS,
    plugins: { 'async-perf': plugin },
    rules: Object.fromEntries(
      names.map((rule) => [
        `async-perf/${rule}`,
        options[rule] ? ['error', options[rule]] : 'error',
      ]),
    ),
  };
}

/**
 * What is known of the compilers' configurations.
 *
 * @returns {Linter.Config} It needs `@eslint/json` as the plugin `json`.
 */
function recommendedJson() {
  const { plugins, rules: forJson } = config('recommended-json', ['no-downleveled-async']);
  return {
    name: 'async-perf/recommended-json',
    files: COMPILER_CONFIGS,
    language: 'json/jsonc',
    languageOptions: { allowTrailingCommas: true },
    ...(plugins && { plugins }),
    ...(forJson && { rules: forJson }),
  };
}

const typed = /** @type {AsyncPerfPlugin} */ (plugin);

export { typed as default, typed as 'module.exports' };
