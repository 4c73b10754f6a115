import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from './all-codemods.js';

const codemods = await codemodsByName();

/** What TypeScript writes for ES5, and Babel. */
const HELPERS = [
  `var __awaiter = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};
exports.load = function (file) {
    return __awaiter(this, void 0, void 0, function () {
        return __generator(this, function (_a) { return [2 /*return*/, file]; });
    });
};
`,
  `function asyncGeneratorStep(gen, resolve, reject, _next, _throw, key, arg) { try { var info = gen[key](arg); var value = info.value; } catch (error) { reject(error); return; } if (info.done) { resolve(value); } else { Promise.resolve(value).then(_next, _throw); } }
function _asyncToGenerator(fn) { return function () { var self = this, args = arguments; return new Promise(function (resolve, reject) { var gen = fn.apply(self, args); function _next(value) { asyncGeneratorStep(gen, resolve, reject, _next, _throw, "next", value); } function _throw(err) { asyncGeneratorStep(gen, resolve, reject, _next, _throw, "throw", err); } _next(undefined); }); }; }
exports.load = _asyncToGenerator(_regenerator().m(function _callee() { return 1; }));
`,
  `var __async = (__this, __arguments, generator) => {
  return new Promise((resolve, reject) => {
    var fulfilled = (value) => { try { step(generator.next(value)); } catch (e) { reject(e); } };
    var rejected = (value) => { try { step(generator.throw(value)); } catch (e) { reject(e); } };
    var step = (x) => x.done ? resolve(x.value) : Promise.resolve(x.value).then(fulfilled, rejected);
    step((generator = generator.apply(__this, __arguments)).next());
  });
};
exports.load = (file) => __async(null, null, body(file));
`,
];

describe('the helpers of compilers', () => {
  it.each(HELPERS)('are no code of the file: %#', (source) => {
    for (const codemod of codemods.values()) {
      const options = { api: 'async', accept: 'timing-unobservable', node: '20' };
      const { source: converted, sites } = convert({ path: 'a.js', source }, codemod, options);
      expect(converted).toBe(source);
      expect(sites).toEqual([]);
    }
  });

  it('end where the functions that they run begin', () => {
    const source = `${HELPERS[0]}function run() { return load().then((found) => { use(found); }); }\n`;
    const codemod = /** @type {any} */ (codemods.get('promise-chain-to-async'));
    const { sites } = convert({ path: 'a.js', source }, codemod, { node: '20' });
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
  });
});
