import json from '@eslint/json';

import rule from '../../rules/no-downleveled-async.js';
import { testRule } from './rule-tester.js';

/** A folder whose package.json says nothing. */
const FOLDER = 'test/rules/fixtures/no-downleveled-async';

const JSON_LANGUAGE = /** @type {any} */ ({
  plugins: { json },
  language: 'json/jsonc',
  languageOptions: { allowTrailingCommas: true },
});

const IMPORT_AWAITER = "import { __awaiter } from 'tslib';\n";
const USE_AWAITER = 'const run = () => __awaiter(this, void 0, void 0, function* () {});';

/**
 * @param {string} name
 * @param {string} file
 * @param {string} code
 * @param {object} [more]
 */
const config = (name, file, code, more = {}) => ({
  name,
  filename: `${FOLDER}/${file}`,
  code,
  parsers: /** @type {['espree']} */ (['espree']),
  ...JSON_LANGUAGE,
  ...more,
});

/**
 * @param {string} messageId
 * @param {number} column
 * @param {number} endColumn
 * @param {object} data
 */
const at = (messageId, column, endColumn, data) => ({
  errors: [{ messageId, data, line: 1, column, endLine: 1, endColumn }],
});

testRule('no-downleveled-async', rule, {
  valid: [
    config('a new target', 'tsconfig.json', '{"compilerOptions": {"target": "ES2017"}}'),
    config('no target', 'tsconfig.json', '{"compilerOptions": {"lib": ["ES5"]}}'),
    config('no options', 'tsconfig.json', '{"files": ["a.ts"]}'),
    config('not an object', 'tsconfig.json', '[]'),
    config('empty', 'tsconfig.json', '{}'),
    config('a number for a target', 'tsconfig.json', '{"compilerOptions": {"target": 5}}'),
    config(
      'nothing is written',
      'tsconfig.json',
      '{"compilerOptions": {"target": "ES5", "noEmit": true}}',
    ),
    config(
      'only declarations are written',
      'tsconfig.json',
      '{"compilerOptions": {"target": "ES5", "emitDeclarationOnly": true}}',
    ),
    config(
      'only references',
      'tsconfig.json',
      '{"files": [], "compilerOptions": {"target": "ES5"}}',
    ),
    config('an editor', 'jsconfig.json', '{"compilerOptions": {"target": "ES5"}}'),
    config('another file', 'package.json', '{"compilerOptions": {"target": "ES5"}}'),
    config(
      'extends what is not there',
      'tsconfig.json',
      '{"extends": "./missing", "compilerOptions": {"target": "ES5"}}',
    ),
    // As in website/.babelrc of keystone: it is there for classes with properties.
    config('proposals', '.babelrc', '{"presets": ["es2015", "stage-0", "react"]}'),
    config(
      'new Babel targets',
      '.babelrc',
      '{"presets": [["@babel/preset-env", {"targets": {"node": "8", "chrome": 60}}]]}',
    ),
    config(
      'Babel targets that follow the day',
      'babel.config.json',
      '{"presets": [["@babel/env", {"targets": {"node": "current", "browsers": ["> 1%"]}}]]}',
    ),
    config('targets without a preset', 'babel.config.json', '{"targets": {"node": "6"}}'),
    config(
      'the plugin excluded',
      'babel.config.json',
      '{"presets": [["@babel/env", {"targets": "ie 11", "exclude": ["transform-async-to-generator"]}]]}',
    ),
    config(
      'generators alone',
      '.babelrc',
      '{"plugins": [["transform-regenerator", {"async": false}]]}',
    ),
    config('odd items', '.babelrc', '{"plugins": [null, [], 1], "presets": "env", "env": []}'),
    { name: 'imported and not used', code: "import { __awaiter } from 'tslib'; use(__awaiter);" },
    { name: 'defined and not used', code: 'export function _asyncToGenerator(fn) { return fn; }' },
    { name: 'of that name in a function', code: `function f(__awaiter) { ${USE_AWAITER} }` },
    { name: 'generators compiled', code: 'regeneratorRuntime.mark(function go() {});' },
    { name: 'another __async', code: '__async(task);' },
  ],
  invalid: [
    config('TypeScript target', 'tsconfig.json', '{"compilerOptions": {"target": "ES2015"}}', {
      ...at('target', 32, 40, { target: 'ES2015' }),
    }),
    config('in lower case', 'tsconfig.json', '{"compilerOptions": {"target": "es5"}}', {
      ...at('target', 32, 37, { target: 'es5' }),
    }),
    config(
      'the last one counts',
      'tsconfig.build.json',
      '{"compilerOptions": {"target": "ES2022", "target": "ES6"}}',
      {
        ...at('target', 52, 57, { target: 'ES6' }),
      },
    ),
    config(
      'comments and a trailing comma',
      'tsconfig.json',
      '{/* a */ "compilerOptions": {"target": "ES3", "x": "// no",}}',
      at('target', 40, 45, { target: 'ES3' }),
    ),
    config(
      'a jsconfig.json that emits',
      'jsconfig.json',
      '{"compilerOptions": {"noEmit": false, "target": "ES6"}}',
      at('target', 49, 54, { target: 'ES6' }),
    ),
    config(
      'Babel for Node 6',
      '.babelrc',
      '{"presets": [["@babel/preset-env", {"targets": {"node": "6.10"}}]]}',
      at('targets', 48, 64, { name: 'node 6.10' }),
    ),
    config(
      'Babel for browsers of that time',
      '.babelrc',
      '{"presets": [["env", {"targets": {"browsers": ["last 1 version", "ie 11"]}}]]}',
      at('targets', 34, 75, { name: 'ie 11' }),
    ),
    config(
      'a query with a comparison',
      'babel.config.json',
      '{"presets": [["@babel/env", {"targets": "chrome >= 50"}]]}',
      at('targets', 41, 55, { name: 'chrome >= 50' }),
    ),
    config(
      'targets of the whole configuration',
      'babel.config.json',
      '{"targets": {"safari": "10"}, "presets": ["@babel/preset-env"]}',
      at('targets', 13, 29, { name: 'safari 10' }),
    ),
    config(
      'targets in an environment',
      'babel.config.json',
      '{"env": {"production": {"presets": [["@babel/env", {"targets": {"firefox": 50}}]]}}}',
      at('targets', 64, 79, { name: 'firefox 50' }),
    ),
    config(
      'all transforms',
      'babel.config.json',
      '{"presets": [["@babel/env", {"forceAllTransforms": true}]]}',
      at('preset', 52, 56, { name: '@babel/env' }),
    ),
    config(
      'a plugin',
      '.babelrc.json',
      '{"plugins": ["a", "@babel/plugin-transform-async-to-generator"]}',
      at('plugin', 19, 63, { name: '@babel/plugin-transform-async-to-generator' }),
    ),
    config(
      'the plugin of generators, which takes async functions for such',
      '.babelrc',
      '{"plugins": ["transform-regenerator"]}',
      at('plugin', 14, 37, { name: 'transform-regenerator' }),
    ),
    config('JSON5', '.babelrc', "{presets: [['env', {targets: {ie: 11, node: null}}]]}", {
      language: 'json/json5',
      languageOptions: {},
      ...at('targets', 30, 50, { name: 'ie 11' }),
    }),
    config(
      'a plugin with options in an override',
      'babel.config.json',
      '{"overrides": [{"plugins": [["babel-plugin-transform-async-to-promises", {}]]}]}',
      at('plugin', 29, 77, { name: 'babel-plugin-transform-async-to-promises' }),
    ),
    config('a preset of Babel 6', '.babelrc', '{"presets": ["es2017"]}', {
      ...at('preset', 14, 22, { name: 'es2017' }),
    }),
    {
      name: 'imported from tslib',
      code: IMPORT_AWAITER + USE_AWAITER,
      ...at('helper', 10, 19, { name: '__awaiter' }),
    },
    {
      name: 'tslib required',
      code: 'const tslib_1 = require("tslib");\nconst run = () => (0, tslib_1.__awaiter)(this, void 0, void 0, function* () {});',
      ...at('helper', 7, 14, { name: 'tslib_1.__awaiter' }),
    },
    {
      name: 'defined in the file, used twice',
      code: `var __awaiter = (this && this.__awaiter) || function () {};\n${USE_AWAITER}\nexport const go = () => __awaiter(this, void 0, void 0, function () { return __generator(this, step); });`,
      ...at('helper', 5, 14, { name: '__awaiter' }),
    },
    {
      name: 'the helper of Babel',
      code: 'import _asyncToGenerator from "@babel/runtime/helpers/asyncToGenerator";\nconst run = _asyncToGenerator(function* () {});',
      ...at('helper', 8, 25, { name: '_asyncToGenerator' }),
    },
    {
      name: 'the helper of esbuild',
      code: 'var __async = (self, args, fn) => fn;\nconst run = () => __async(this, null, function* () {});',
      ...at('compiled', 5, 12, { name: '__async' }),
    },
    {
      name: 'a state machine for ES5',
      code: 'var __awaiter = (this && this.__awaiter) || function () {};\nconst run = () => __awaiter(this, void 0, void 0, function () { return __generator(this, step); });',
      ...at('compiled', 5, 14, { name: '__awaiter' }),
    },
  ],
});
