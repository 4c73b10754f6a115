/**
 * The programs of the tables of 2017: one in TypeScript, compiled for three targets, and one with
 * callbacks.
 */
import { createRequire } from 'node:module';

const PROGRAM = `
declare const exports: any;
function add(left: number, right: number): Promise<number> {
  return new Promise<number>((resolve) => resolve(left + right));
}
async function call(): Promise<number> {
  let sum = await add(1, 2);
  sum = await add(sum, 3);
  sum = await add(sum, 4);
  return await add(sum, 5);
}
exports.run = function (count: number, done: (error: unknown, completed: number) => void) {
  let completed = 0;
  function next(): void {
    if (completed === count) { done(null, completed); return; }
    call().then((sum) => {
      if (sum !== 15) { done(new Error('wrong sum ' + sum), completed); return; }
      completed += 1;
      next();
    }, (error) => done(error, completed));
  }
  next();
};
`;

const CALLBACKS = `
function add(left, right, callback) {
  process.nextTick(callback, null, left + right);
}
function call(callback) {
  add(1, 2, function (error, sum) {
    if (error) { callback(error); return; }
    add(sum, 3, function (error, sum) {
      if (error) { callback(error); return; }
      add(sum, 4, function (error, sum) {
        if (error) { callback(error); return; }
        add(sum, 5, callback);
      });
    });
  });
}
exports.run = function (count, done) {
  var completed = 0;
  function next(error, sum) {
    if (error || sum !== 15) { done(error || new Error('wrong sum ' + sum), completed); return; }
    completed += 1;
    if (completed === count) done(null, completed);
    else call(next);
  }
  call(next);
};
`;

/** TypeScript's numbers: 1 is ES5, 2 is ES2015, 4 is ES2017. */
const TARGETS = Object.freeze({ es5: 1, generator: 2, async: 4 });
/** The first Node with native async functions. */
const ASYNC_SINCE = 8;

/**
 * @param {number} major
 * @returns {Map<string, string>} column -> program
 */
export function compile(major) {
  const typescript = loadTypeScript();
  const programs = new Map([['callback', CALLBACKS]]);
  for (const [name, target] of Object.entries(TARGETS)) {
    if (name === 'async' && major < ASYNC_SINCE) continue;
    const { outputText } = typescript.transpileModule(PROGRAM, {
      compilerOptions: { target, module: typescript.ModuleKind.CommonJS },
    });
    // Node 4 knows `let` in strict mode only.
    programs.set(name, `'use strict';\n${outputText}`);
    programs.set(
      `${name} + bluebird`,
      `'use strict';\nglobal.Promise = require('bluebird');\n${outputText}`,
    );
  }
  return programs;
}

/**
 * The last compiler that still writes ES5.
 *
 * @returns {{ version: string, ModuleKind: { CommonJS: number }, transpileModule: (source: string, options: object) => { outputText: string } }}
 */
export function loadTypeScript() {
  return createRequire(import.meta.url)('typescript-5.9');
}
