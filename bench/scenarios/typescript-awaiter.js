/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'typescript-awaiter',
  title: '`__awaiter`, what TypeScript writes for `target: es2015`',
  rules: ['no-generator-coroutine', 'no-downleveled-async'],
  codemods: ['generator-to-async'],
  claims: ['bytes', 'time'],
  node: '8.0.0',
  fan: 100,
  before: `
var __awaiter = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};

function add(number) {
  return Promise.resolve(number + 1);
}

function run() {
  return __awaiter(this, void 0, void 0, function* () {
    const first = yield add(1);
    const second = yield add(first);
    return yield add(second);
  });
}
exports.run = run;
`,
  after: { codemod: 'generator-to-async' },
  expected: { before: { ticks: 3, promises: 7 }, after: { ticks: 3, promises: 7 } },
};
