import { expect, test } from 'vitest';

import { findSites } from '../../core/codemod/convert.js';
import { NO_PROJECT } from '../../core/contract/pattern.js';
import { readOptions } from '../../core/contract/options.js';
import { applyEdits, resolveEdits } from '../../core/edits/apply.js';
import { globalPromiseOverride } from '../../core/patterns/global-promise-override.js';
import { createSourceCode } from '../../core/source/source-code.js';

/**
 * @param {string} source
 * @param {string} [path]
 */
function find(source, path = 'file.js') {
  const sourceCode = createSourceCode(source, path);
  const context = { sourceCode, options: readOptions(), project: NO_PROJECT };
  return findSites(globalPromiseOverride, context).map(({ node, kind, plan }) => ({
    kind,
    text: source.slice(...node.range),
    output: plan && applyEdits(source, resolveEdits(sourceCode, plan.edits)),
  }));
}

test.each([
  ['global.Promise = require("bluebird");', 'global.Promise', ''],
  ['const g = globalThis;\ng.Promise = B;\n', 'g.Promise', 'const g = globalThis;\n'],
  ['Promise = B;', 'Promise', ''],
  ['#!/usr/bin/env node\nwindow["Promise"] = B;\n', 'window["Promise"]', '#!/usr/bin/env node\n'],
  ['Object.assign(global, { a, Promise });', 'Promise', undefined],
  ['Reflect.set(self, "Promise", B)', 'Reflect.set(self, "Promise", B)', ''],
])('finds the override in %j', (source, text, output) => {
  const isNative = source.endsWith('Promise });');
  expect(find(source)).toEqual(isNative ? [] : [{ kind: 'override', text, output }]);
});

test('finds the module that hides the native promise', () => {
  const use = 'async function run() { await Promise.all([]); }';
  const expected = [{ kind: 'shadow', text: 'Promise', output: use }];
  expect(find(`const Promise = require("bluebird");\n${use}`)).toEqual(expected);
  expect(find(`import Promise from 'bluebird';\n${use}`, 'file.mjs')).toEqual(expected);
});

test('tells a polyfill', () => {
  expect(find('if (!global.Promise) { global.Promise = B; }')).toMatchObject([
    { kind: 'polyfill', output: undefined },
  ]);
});
