import { describe, expect, it } from 'vitest';

import { resolveOrigin } from '../../core/analysis/modules/modules.js';
import { nodeAt, read } from './sources.js';

/**
 * @param {string} text Ends with a call of what is asked about.
 * @param {string} [path]
 */
function originOfLastCall(text, path) {
  const sourceCode = read(text, path);
  const statement = /** @type {any} */ (sourceCode.ast.body.at(-1));
  const origin = resolveOrigin(sourceCode, statement.expression.callee);
  return origin && `${origin.kind} ${[origin.name, ...origin.path].join('.')}`;
}

describe('resolveOrigin', () => {
  it.each([
    ["const co = require('co'); co();", 'module co'],
    ["var co; co = require('co'); co.wrap();", 'module co.wrap'],
    ["const { wrap } = require('co'); wrap();", 'module co.wrap'],
    ["const { wrap: w } = require('co'); w();", 'module co.wrap'],
    ["const go = require('co').wrap; go();", 'module co.wrap'],
    ["const co = require('co'), c = co, d = c; d['wrap']();", 'module co.wrap'],
    [
      "const { promises: { readFile } } = require('node:fs'); readFile();",
      'module fs.promises.readFile',
    ],
    ["import co from 'co'; co();", 'module co'],
    ["import { wrap as w } from 'co'; w();", 'module co.wrap'],
    ["import * as co from 'co'; co.wrap();", 'module co.wrap'],
    ["import { default as co } from 'co'; co();", 'module co'],
    ["var _co = _interopRequireDefault(require('co')); (0, _co.default)();", 'module co'],
    ["const tslib_1 = require('tslib'); tslib_1.__awaiter();", 'module tslib.__awaiter'],
    ["const co_1 = __importDefault(require('co')); co_1.default.wrap();", 'module co.wrap'],
    ['Promise.all();', 'global Promise.all'],
    ['parent.co();', 'global parent.co'],
  ])('%s', (text, origin) => {
    expect(originOfLastCall(text)).toBe(origin);
  });

  it('reads TypeScript import assignments and casts', () => {
    const text = "import co = require('co'); (co as any).wrap();";
    expect(originOfLastCall(text, 'a.ts')).toBe('module co.wrap');
  });

  it.each([
    ["let co = require('co'); co = other; co();"],
    ["function require() {} const co = require('co'); co();"],
    ['const co = require(name); co();'],
    ['const a = b, b = a; a();'],
    ["const [wrap] = require('co'); wrap();"],
    ["const { wrap = other } = require('co'); wrap();"],
    ["for (const co of require('co')) {} lib[co]();"],
  ])('says nothing of %s', (text) => {
    expect(originOfLastCall(text)).toBeUndefined();
  });

  it('sees parameters as unknown', () => {
    const sourceCode = read("const co = require('co'); function f(co) { co(); }");
    expect(
      resolveOrigin(sourceCode, nodeAt(sourceCode, 'CallExpression', 1).callee),
    ).toBeUndefined();
  });
});
