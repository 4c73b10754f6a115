import { describe, expect, it } from 'vitest';

import { classifyPromise, isPromiseReplaced } from '../../core/analysis/promises/promises.js';
import { mayThrow, statementMayThrow } from '../../core/analysis/flow/throwing.js';
import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { read } from './sources.js';

/**
 * @param {string} code Its last statement is the expression in question.
 */
function lastExpression(code) {
  const sourceCode = read(code);
  const node = nodesOfType(sourceCode, 'ExpressionStatement').at(-1)?.expression;
  if (!node) {
    throw new Error(`no expression in ${code}`);
  }
  return { sourceCode, node };
}

describe('who is a promise', () => {
  it.each([
    'new Promise(f)',
    'Promise.all([x])',
    "Promise['resolve'](x).then(f).catch(g).finally(h)",
    "import('x')",
    'async function f() {} f()',
    'const f = async () => 1; f()',
    '(async () => 1)()',
    'const p = Promise.resolve(1); p',
    'let p; p = Promise.resolve(1); p',
    'function f() { if (x) return Promise.resolve(1); return new Promise(g); } f()',
    'const f = () => Promise.reject(1); x ? f() : import("y")',
    "const fs = require('fs').promises; fs.readFile(x)",
    "import { setTimeout as sleep } from 'node:timers/promises'; sleep(1)",
  ])('a native promise: %s', (code) => {
    const { sourceCode, node } = lastExpression(code);
    expect(classifyPromise(sourceCode, node)).toBe('native');
  });

  it.each([
    '1',
    '`a`',
    '[x]',
    '({ a: x })',
    'typeof x',
    'x + y',
    '(() => 1)',
    'undefined',
    'new Map()',
    'String(x)',
    'const x = { a: 1 }; x',
    'function* g() {} g()',
    'async function* g() {} g()',
    'x ? 1 : [2]',
    'let n; if (x) n = 1; else n = [n]; n',
    'let text = ""; text = text || `a`; text',
    'let n = 0; n += x; (n += x)',
    'const o = {}; o.a = Promise.resolve(1); o',
    '(class { then() {} })',
    // Neither ever gets a value.
    'var a = b, b = a; a',
  ])('nothing to wait for: %s', (code) => {
    const { sourceCode, node } = lastExpression(code);
    expect(classifyPromise(sourceCode, node)).toBe('plain');
  });

  it.each([
    'x',
    'x()',
    'this',
    '({ then: x })',
    '({ [x]: 1 })',
    '({ ...x })',
    'new Foo()',
    'x.then(f)',
    'f?.()',
    'x ? 1 : Promise.resolve(1)',
    'let p = Promise.resolve(1); p = x; p',
    'let p; if (x) p = Promise.resolve(1); p',
    'const o = {}; o.then = f; o',
    'const p = Promise.resolve(1); p.then = f; p',
    'function f() { if (x) return Promise.resolve(1); } f()',
    'function f() { return Promise.resolve(1); } f = g; f()',
    "const Promise = require('bluebird'); Promise.resolve(1)",
    "require('fs').promises.watch(x)",
    "require('fs').readFile(x, f)",
    'Promise.resolve = f; Promise.resolve(1)',
    '({ "then": x })',
    '({ __proto__: x })',
    '({ get then() { return x; } })',
    '(class { static then() {} })',
    '(class extends x {})',
    'let n = 1; if (x) n = y; n',
    'let n = 1; n ||= x; n',
    'let n; for (n of [x]) n; n',
    'for (var n of [x]) {} n',
    'for (var { n } of [x]) {} n',
    'for (var n in [x]) {} n',
    'let n = 1; [n] = [x]; n',
    'let a = 1, b = a; a = b || x; b',
    'const o = {}; o[x] = f; o',
    'const p = Promise.resolve(1); p.constructor = f; p',
  ])('unknown: %s', (code) => {
    const { sourceCode, node } = lastExpression(code);
    expect(classifyPromise(sourceCode, node)).toBe('unknown');
  });
});

describe('whether the file replaces the native promise', () => {
  it.each([
    'Promise = x;',
    '[Promise] = x;',
    '({ Promise } = x);',
    'global.Promise = x;',
    "window['Promise'] = x;",
    'const root = globalThis; root.Promise = x;',
    'Object.assign(self, { Promise: x });',
    "Object.defineProperty(global, 'Promise', { value: x });",
    'Promise.resolve = x;',
    'Promise.prototype.then = x;',
    'const { prototype } = Promise; prototype.then = x;',
  ])('yes: %s', (code) => {
    expect(isPromiseReplaced(read(code))).toBe(true);
  });

  it.each([
    'mongoose.Promise = Promise;',
    'Promise.prototype.tap = x; Promise.delay = x;',
    'const { Promise } = x; Promise.resolve = 1;',
    'x = Promise; x = { Promise };',
  ])('no: %s', (code) => {
    expect(isPromiseReplaced(read(code))).toBe(false);
  });
});

describe('whether an expression may throw', () => {
  it.each([
    'const x = 1; x',
    '({ a: 1, b() {} })',
    'const x = 1; [x, !x, typeof x, x === 1, x ? 1 : x]',
    'async function f(a) {} f(1)',
    // A parameter that cannot be taken apart rejects the promise of an async function.
    'async function f({ a }) {} f(1)',
    'Promise.all([])',
    'Promise.resolve(1).then(() => 1)',
    '-1',
  ])('not: %s', (code) => {
    const { sourceCode, node } = lastExpression(code);
    expect(mayThrow(sourceCode, node)).toBe(false);
  });

  it.each([
    'x',
    'const x = 1; x.y',
    'const x = 1; x()',
    'const x = 1; x + 1',
    'const x = 1; `${x}`',
    'const x = 1; [...x]',
    'const x = 1; ({ ...x })',
    'const x = 1; ({ [x]: 1 })',
    'const x = 1; new x()',
    'async function f(a) {} f(x)',
    'function f(x) { x.y; } f()',
    'const x = 1; x.then(1)',
    'const x = 1; +x',
  ])('perhaps: %s', (code) => {
    const { sourceCode, node } = lastExpression(code);
    expect(mayThrow(sourceCode, node)).toBe(true);
  });
});

describe('whether a statement may throw out of its function', () => {
  it.each([
    ['try { x(); } catch (error) {}', false],
    ['try { x(); } catch {}', false],
    // Of `null` there is no code.
    ['try { x(); } catch ({ code }) {}', true],
    ['try { x(); } finally {}', true],
  ])('%s', (code, expected) => {
    const sourceCode = read(code);
    const [statement] = /** @type {any} */ (sourceCode.ast).body;
    expect(statementMayThrow(sourceCode, statement)).toBe(expected);
  });
});
