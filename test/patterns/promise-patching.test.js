import { expect, test } from 'vitest';

import { findSites } from '../../core/codemod/convert.js';
import { readOptions } from '../../core/contract/options.js';
import { NO_PROJECT } from '../../core/contract/pattern.js';
import { promisePatching } from '../../core/patterns/promise-patching.js';
import { read } from '../core/sources.js';
import { protectorsLostBy } from './protectors.js';

/**
 * @param {string} code
 * @returns {string[]} The kinds of what is found.
 */
function kindsIn(code) {
  const context = { sourceCode: read(code), options: readOptions(), project: NO_PROJECT };
  const sites = promisePatching.words.test(code) ? findSites(promisePatching, context) : [];
  return [...new Set(sites.map(({ kind }) => kind))];
}

// What is found is what the engine itself says, for every form.
test.concurrent.each([
  'Promise.prototype.then = Promise.prototype.then;',
  'Promise.prototype["then"] = function () {};',
  'Promise.prototype.then &&= function () {};',
  'Promise.prototype.then ||= function () {};',
  'const P = Promise.prototype; P.then = P.then;',
  'const { prototype } = Promise; prototype.then = prototype.then;',
  'globalThis.Promise.prototype.then = function () {};',
  '[Promise.prototype.then] = [function () {}];',
  '({ then: Promise.prototype.then } = Promise.prototype);',
  'Object.assign(Promise.prototype, { then() {} });',
  'Object.defineProperty(Promise.prototype, "then", { value() {} });',
  'Object.defineProperty(Promise.prototype, "then", { enumerable: true });',
  'Object.defineProperties(Promise.prototype, { then: { value() {} } });',
  'Reflect.defineProperty(Promise.prototype, "then", { value() {} });',
  'Reflect.set(Promise.prototype, "then", () => {});',
  'Promise.prototype.__defineGetter__("then", () => () => {});',
  'delete Promise.prototype.then;',
  'Reflect.deleteProperty(Promise.prototype, "then");',
  'Promise.prototype.then++;',
  'for (const key of ["then", "catch"]) Promise.prototype[key] = Promise.prototype[key];',
  'const keys = ["catch", "then"]; keys.forEach((key) => { Promise.prototype[key] = 1; });',
  'const wrap = () => () => {}; ["then"].forEach((_, key) => { Promise.prototype[key] = wrap(); });',
  'for (const key of ["all", "race"]) Promise[key] = Promise[key];',
  'Promise.prototype.then += "";',
  'const more = { then() {} }; Object.assign(Promise.prototype, { ...more });',
  'const all = { ...{ then: { value() {} } } }; Object.defineProperties(Promise.prototype, all);',
  'function patch(proto) { proto.then = proto.then; } patch(Promise.prototype);',
  'const patch = (P) => { P.resolve = P.reject; }; patch(global.Promise);',
  'const p = Promise.resolve(1); p.then ??= 1; p.constructor ||= 1;',
  'delete Object.prototype.then;',
  'Object.prototype.then = undefined;',
  'const p = Promise.resolve(1); p.then = p.then;',
  'const p = new Promise(() => {}); p.then = () => {};',
  'const p = Promise.resolve(1).catch(() => {}); Object.assign(p, { then() {} });',
  'async function run() {} const p = run(); p.then = p.then;',
  'const run = async () => {}; run().then = 1;',
  '(async () => {})().then = 1;',
  'class A extends Promise { constructor(f) { super(f); this.then = 1; } } new A(() => {});',
  'Promise.resolve = Promise.resolve.bind(Promise);',
  'Object.assign(Promise, { resolve() {} });',
  'Promise.prototype.constructor = Promise;',
  'delete Promise.prototype.constructor;',
  'delete Promise.resolve;',
  'const p = Promise.resolve(1); p.constructor = Promise;',
  'Object.defineProperty(Promise, Symbol.species, { value: Promise });',
  'Object.defineProperty(Promise, Symbol.species, { get() { return Promise; } });',
  'Promise[Symbol.species] = Promise;',
  'require("async_hooks").createHook({ init() {} }).enable();',
  'const { createHook } = require("node:async_hooks"); const hook = createHook({}); hook.enable();',
  'require("async_hooks").createHook({ init() {} });',
  'require("v8").promiseHooks.onInit(() => {});',
  'const { promiseHooks } = require("v8"); promiseHooks.onSettled(() => {});',
  'const v8 = require("v8"); v8.promiseHooks.createHook({ init() {} });',
  'require("domain").create();',
  'const domain = require("domain"); new domain.Domain();',
  'require("domain");',
  'Promise.prototype.finally = function () {}; Promise.prototype.catch = function () {};',
  'Promise.all = () => {}; Promise.race = () => {}; Promise.prototype.spread = () => {};',
  'Object.prototype.constructor = Object; Object.prototype.resolve = 1;',
  'class A extends Promise { then() {} static resolve() {} static get [Symbol.species]() { return Promise; } }',
  'class A extends Promise {} A.prototype.then = () => {}; A.resolve = () => {};',
  'global.Promise = class extends Promise {};',
  'const p = Promise.resolve(1); p.extra = 1; p.catch = 1;',
  'const lazy = { then() {} }; lazy.then = () => {}; lazy.constructor = Object;',
  'function Lib() {} Lib.prototype.then = () => {}; Lib.prototype.constructor = Lib; Lib.resolve = 1;',
  'const p = Promise.resolve(1); Object.setPrototypeOf(p, { then() {} });',
  'require("async_hooks").AsyncResource.bind(() => {});',
])('agrees with V8 about %s', (code) => {
  expect(kindsIn(code)).toEqual(protectorsLostBy(code));
});
