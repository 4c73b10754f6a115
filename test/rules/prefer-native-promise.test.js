import rule from '../../rules/prefer-native-promise.js';
import { testRule } from './rule-tester.js';

const commonjs = /** @type {const} */ ({ languageOptions: { sourceType: 'commonjs' } });

testRule('prefer-native-promise', rule, {
  valid: [
    { name: 'native', code: 'async function f(list) { await Promise.all(list); }' },
    { name: 'a package that gives the native class', code: "require('any-promise');" },
    { name: 'another package', code: "import q from 'quick'; q.all([]);" },
    {
      name: 'an allowed library',
      code: "const Bluebird = require('bluebird'); Bluebird.config({});",
      options: [{ allow: ['bluebird'] }],
      ...commonjs,
    },
    {
      name: 'what stays, and no imports',
      code: "const Bluebird = require('bluebird'); exports.f = (a, b) => Bluebird.using(a, b);",
      options: [{ checkImports: false }],
      ...commonjs,
    },
    {
      name: 'a type',
      code: "import type Bluebird from 'bluebird'; export type P = Bluebird<string>;",
      parsers: ['typescript'],
    },
  ],
  invalid: [
    {
      name: 'in a sequence, with an optional call and a spread argument',
      code: 'const Lib = (0, require("when"));\nLib?.["map"](...all);',
      errors: [{ messageId: 'import', line: 1 }],
      ...commonjs,
    },
    {
      name: 'required',
      code: "const when = require('when');",
      errors: [{ messageId: 'import', data: { library: 'when' }, line: 1, column: 14 }],
      ...commonjs,
    },
    {
      name: 'imported',
      code: "import RSVP from 'rsvp';",
      errors: [{ messageId: 'import', data: { library: 'rsvp' } }],
    },
    {
      name: 'statics and methods of bluebird',
      code: `
import Promise from 'bluebird';
async function f(list, load) {
  await Promise.map(list, load).tap((x) => x);
}
f([], String);`,
      errors: [
        { messageId: 'import', line: 2 },
        { messageId: 'use', data: { code: 'Promise.map' }, line: 4 },
        { messageId: 'use', data: { code: '.tap' }, line: 4 },
      ],
    },
    {
      name: 'a constructor',
      code: "const { Promise: P } = require('bluebird'); (async () => { await new P(() => {}); })();",
      errors: [{ messageId: 'import' }, { messageId: 'use', data: { code: 'P' } }],
      ...commonjs,
    },
    {
      name: 'uses alone',
      code: "const B = require('bluebird'); exports.f = async (x) => { await B.delay(x); };",
      options: [{ checkImports: false }],
      errors: [{ messageId: 'use', data: { code: 'B.delay' } }],
      ...commonjs,
    },
  ],
});
