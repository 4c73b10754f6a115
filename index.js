/** @import { ESLint, Linter, Rule } from 'eslint' */

import { createRequire } from 'node:module';

import noAsyncReduce from './rules/no-async-reduce.js';
import noBlockingInAsync from './rules/no-blocking-in-async.js';
import noClosureAsyncFastPath from './rules/no-closure-async-fast-path.js';
import noDownleveledAsync from './rules/no-downleveled-async.js';
import noForAwaitOfSync from './rules/no-for-await-of-sync.js';
import noGeneratorCoroutine from './rules/no-generator-coroutine.js';
import noGlobalPromiseOverride from './rules/no-global-promise-override.js';
import noPromiseConstructorWrap from './rules/no-promise-constructor-wrap.js';
import noPromisePatching from './rules/no-promise-patching.js';
import noPromiseSubclass from './rules/no-promise-subclass.js';
import noPromiseWrappedAwait from './rules/no-promise-wrapped-await.js';
import noPromisifyInFunction from './rules/no-promisify-in-function.js';
import noSerialAwait from './rules/no-serial-await.js';
import noUnboundedThreadpool from './rules/no-unbounded-threadpool.js';
import noUselessAsync from './rules/no-useless-async.js';
import preferAsyncOverCallback from './rules/prefer-async-over-callback.js';
import preferAwaitOverChain from './rules/prefer-await-over-chain.js';
import preferForAwaitStream from './rules/prefer-for-await-stream.js';
import preferNativePromise from './rules/prefer-native-promise.js';
import preferSyncFastPath from './rules/prefer-sync-fast-path.js';

// A JSON import would print a warning on Node 20.
const manifest = createRequire(import.meta.url)('./package.json');

/** @satisfies {Record<string, Rule.RuleModule>} */
const rules = {
  'no-async-reduce': noAsyncReduce,
  'no-blocking-in-async': noBlockingInAsync,
  'no-closure-async-fast-path': noClosureAsyncFastPath,
  'no-downleveled-async': noDownleveledAsync,
  'no-for-await-of-sync': noForAwaitOfSync,
  'no-generator-coroutine': noGeneratorCoroutine,
  'no-global-promise-override': noGlobalPromiseOverride,
  'no-promise-constructor-wrap': noPromiseConstructorWrap,
  'no-promise-patching': noPromisePatching,
  'no-promise-subclass': noPromiseSubclass,
  'no-promise-wrapped-await': noPromiseWrappedAwait,
  'no-promisify-in-function': noPromisifyInFunction,
  'no-serial-await': noSerialAwait,
  'no-unbounded-threadpool': noUnboundedThreadpool,
  'no-useless-async': noUselessAsync,
  'prefer-async-over-callback': preferAsyncOverCallback,
  'prefer-await-over-chain': preferAwaitOverChain,
  'prefer-for-await-stream': preferForAwaitStream,
  'prefer-native-promise': preferNativePromise,
  'prefer-sync-fast-path': preferSyncFastPath,
};

/** @typedef {keyof typeof rules} RuleName */

/**
 * What has a measured cost.
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
  'no-unbounded-threadpool',
  'no-useless-async',
];

/**
 * Where `recommended` asks for less than a rule does by default: who hooks into promises or makes a
 * domain does so on purpose (docs/precision.md).
 *
 * @type {Partial<Record<RuleName, object>>}
 */
const RECOMMENDED_OPTIONS = { 'no-promise-patching': { checkHooks: false } };

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
 * What costs, but seldom enough to matter.
 *
 * @type {RuleName[]}
 */
const STRICT = [
  // One a line, in alphabetical order.
  'no-async-reduce',
  'no-promise-subclass',
  'no-serial-await',
  'prefer-sync-fast-path',
];

/**
 * Where `strict` asks for more than a rule does by default.
 *
 * @type {Partial<Record<RuleName, object>>}
 */
const STRICT_OPTIONS = {
  'no-blocking-in-async': { checkAsyncFunctions: true },
  'no-promise-patching': { checkHooks: true },
  'no-unbounded-threadpool': { checkFiles: true },
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
  // Both want one more promise where a function only hands one on.
  '@typescript-eslint/promise-function-async': 'off',
  '@typescript-eslint/return-await': 'off',
};

/** @type {ESLint.Plugin} */
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
  }),
  compat: { name: 'async-perf/compat', rules: PULLS_THE_OTHER_WAY },
};

/**
 * @param {string} name
 * @param {readonly RuleName[]} names
 * @param {Partial<Record<RuleName, object>>} [options]
 * @returns {Linter.Config}
 */
function config(name, names, options = {}) {
  return {
    name: `async-perf/${name}`,
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
 * What is known of the compilers' configurations. ESLint does not run a rule for JavaScript on JSON,
 * and says so, so they are switched off here, in case another block switches them on for all files.
 *
 * @returns {Linter.Config} It needs `@eslint/json` as the plugin `json`.
 */
function recommendedJson() {
  const { plugins, rules: forJson } = config('recommended-json', ['no-downleveled-async']);
  const others = Object.keys(rules).map((rule) => [`async-perf/${rule}`, 'off']);
  return {
    name: 'async-perf/recommended-json',
    files: COMPILER_CONFIGS,
    language: 'json/jsonc',
    languageOptions: { allowTrailingCommas: true },
    ...(plugins && { plugins }),
    rules: { ...Object.fromEntries(others), ...forJson },
  };
}

/**
 * @typedef {'recommended' | 'recommended-json' | 'modernize' | 'strict' | 'all' | 'compat'} ConfigName
 * @typedef {ESLint.Plugin & { configs: Record<ConfigName, Linter.Config> }} AsyncPerfPlugin
 */
const typed = /** @type {AsyncPerfPlugin} */ (plugin);

export { typed as default, typed as 'module.exports' };
