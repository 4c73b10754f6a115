import rule from '../../rules/no-promise-wrapped-await.js';
import { testRule } from './rule-tester.js';

/** @typedef {Pick<import('./rule-tester.js').ValidCase, 'parsers' | 'options' | 'languageOptions'>} More */

const commonjs = { languageOptions: { sourceType: /** @type {const} */ ('commonjs') } };
const typescript = { parsers: /** @type {'typescript'[]} */ (['typescript']) };
const resolveToo = { options: /** @type {[object]} */ ([{ checkResolve: true }]) };

/**
 * @param {string} body
 * @returns {string}
 */
const inAsync = (body) => `async function run(x, p, f) { ${body} }`;

/**
 * @param {string} name
 * @param {string} body Of an async function with the parameters x, p, f.
 * @param {More} [more]
 */
const ok = (name, body, more = {}) => ({ name, code: inAsync(body), ...more });

/**
 * @param {string} name
 * @param {string} messageId
 * @param {string} body
 * @param {string | null} output What the fix gives; null for a report alone.
 * @param {More} [more]
 */
const fixed = (name, messageId, body, output, more = {}) => ({
  name,
  code: inAsync(body),
  output: output === null ? null : inAsync(output),
  errors: [{ messageId }],
  ...more,
});

/**
 * @param {string} name
 * @param {string} messageId
 * @param {string} suggestion Its message.
 * @param {string} body
 * @param {string} output What the suggestion gives.
 * @param {More} [more]
 */
const suggested = (name, messageId, suggestion, body, output, more = {}) => ({
  name,
  code: inAsync(body),
  errors: [{ messageId, suggestions: [{ messageId: suggestion, output: inAsync(output) }] }],
  ...more,
});

testRule('no-promise-wrapped-await', rule, {
  valid: [
    ok('a value', 'await x; await f(x); await p.then((value) => value + 1);'),
    ok('a timer', 'await new Promise((resolve) => setTimeout(resolve, 1));'),
    ok('an event', 'await new Promise((resolve) => x.once("ready", () => resolve()));'),
    ok('a promise that is returned', 'return new Promise((resolve) => resolve(x));'),
    ok('an executor that does more', 'await new Promise((resolve) => { f(); resolve(x); });'),
    ok('two settlings', 'await new Promise((resolve) => { resolve(x); resolve(p); });'),
    ok('a branch', 'await new Promise((resolve) => x ? resolve(1) : resolve(2));'),
    ok('a use of reject', 'await new Promise((resolve, reject) => resolve(reject));'),
    ok('a spread', 'await new Promise((resolve) => resolve(...x));'),
    ok('several results', 'await new Promise((resolve) => resolve(x, f()));'),
    ok('an optional call', 'await new Promise((resolve) => resolve?.(x));'),
    ok('a default parameter', 'await new Promise((resolve = f) => resolve(x));'),
    ok('a rest parameter', 'await new Promise((...both) => both[0](x));'),
    ok('a destructured parameter', 'await new Promise(({ call }) => call(x));'),
    ok('an executor from elsewhere', 'await new Promise(f);'),
    ok('an async executor', 'await new Promise(async (resolve) => resolve(await x));'),
    ok('a second argument', 'await new Promise((resolve) => resolve(x), f());'),
    ok('no argument', 'await new Promise();'),
    ok(
      'a catch that does more',
      'await new Promise((resolve, reject) => { try { resolve(x); } catch (e) { f(); reject(e); } });',
    ),
    ok('a rejection whose value is used', 'const y = await new Promise((_, reject) => reject(x));'),
    ok('a shadowed Promise', 'const Promise = f; await new Promise((resolve) => resolve(x));'),
    ok('an argument', 'await (async (y) => y)(x);'),
    ok('an early return', 'await (async () => { if (x) return; await f(); })();'),
    ok('a result of several steps', 'return await (async () => { const y = f(); return y.z; })();'),
    ok('a declaration that leaks', 'await (async () => { var y = await x; f(y); })();'),
    ok('an async generator', 'await (async function* () {})();'),
    ok('a function that is not async', 'await (() => x)();'),
    ok('an empty function', 'await (async () => {})();'),
    ok('a function with a this of its own', 'await (async function () { await this.x; f(); })();'),
    ok('a label', 'await (async () => { a: for (;;) { break a; } f(); })();'),
    ok('resolve, by default', 'await Promise.resolve(x); const y = Promise.resolve(1); await y;'),
    ok('the next microtick', 'await Promise.resolve();', resolveToo),
    ok('a spread in resolve', 'await Promise.resolve(...x);', resolveToo),
    ok('another resolve', 'await x.resolve(x); await Promise.reject(x);', resolveToo),
    ok('an optional resolve', 'await Promise?.resolve(x); await Promise.resolve?.(x);', resolveToo),
    ok('two handlers', 'await p.then((value) => value, f);'),
    ok('a destructured result', 'await p.then(([value]) => value);'),
    ok('another variable', 'await p.then((value) => x);'),
    ok('an optional chain', 'await p?.then((value) => value);'),
    ok('an identity on something plain', 'await [x].then((value) => value);'),
    ok(
      'a variable with other uses',
      'const y = new Promise((resolve) => resolve(1)); await y; f(y);',
    ),
    ok('a variable that is written', 'let y = new Promise((r) => r(1)); await y; y = x; await y;'),
    {
      name: 'an exported variable',
      code: 'export const y = new Promise((resolve) => resolve(1)); await y;',
    },
    {
      name: 'a replaced Promise',
      code: `global.Promise = require('bluebird'); ${inAsync('await new Promise((r) => r(x));')}`,
    },
    {
      name: 'a Promise replaced through an alias',
      code: `const root = global; root.Promise = q; ${inAsync('await new Promise((r) => r(x));')}`,
    },
    {
      name: 'a patched Promise',
      code: `Promise.resolve = f; ${inAsync('await Promise.resolve(x);')}`,
      ...resolveToo,
    },
    {
      name: 'an imported Promise',
      code: `import Promise from 'bluebird'; ${inAsync('await new Promise((r) => r(x));')}`,
    },
    {
      name: 'every form, switched off',
      code: inAsync(
        'await new Promise((r) => r(x)); await (async () => x)(); await p.then((v) => v);',
      ),
      options: [{ checkConstructor: false, checkAsyncFunction: false, checkIdentityThen: false }],
    },
  ],
  invalid: [
    fixed(
      'the class by way of the global object',
      'constructor',
      'await new globalThis.Promise((resolve) => resolve(x));',
      'await x;',
    ),
    fixed(
      'a static method by way of the global object',
      'resolve',
      'await globalThis.Promise.resolve(f());',
      'await f();',
      resolveToo,
    ),
    fixed(
      'a static method by way of the global object with a cast',
      'resolve',
      'await (window as any).Promise.resolve(x);',
      'await x;',
      { ...resolveToo, ...typescript },
    ),
    {
      name: 'the place of the report',
      code: inAsync('const y = await new Promise((resolve) => resolve(x));'),
      output: inAsync('const y = await x;'),
      errors: [{ messageId: 'constructor', line: 1, column: 47, endLine: 1, endColumn: 83 }],
    },
    fixed('a statement', 'constructor', 'await new Promise((r) => { r(x); });', 'await x;'),
    fixed(
      'a returned call',
      'constructor',
      'await new Promise((r) => { return r(x) });',
      'await x;',
    ),
    fixed('a void call', 'constructor', 'await new Promise((r) => void r(x));', 'await x;'),
    fixed('a function', 'constructor', 'await new Promise(function (r) { r(x) })', 'await x'),
    fixed('an unused reject', 'constructor', 'await new Promise((r, j) => r(x));', 'await x;'),
    fixed('a trailing comma', 'constructor', 'await new Promise((r) => r(x,),);', 'await x;'),
    fixed('parentheses', 'constructor', 'await (new Promise((r) => (r((x)))));', 'await ((x));'),
    fixed('nothing', 'constructor', 'await new Promise((r) => r());', 'await undefined;'),
    fixed('no white space', 'constructor', 'await(new Promise(r=>r(x)));', 'await(x);'),
    fixed('a member', 'constructor', '(await new Promise((r) => r(x))).y;', '(await x).y;'),
    fixed(
      'a function value',
      'constructor',
      'await new Promise((r) => r(() => 1));',
      'await (() => 1);',
    ),
    fixed('an object', 'constructor', 'await new Promise((r) => r({ x }));', 'await { x };'),
    fixed(
      'a conditional',
      'constructor',
      'await new Promise((r) => r(x ? p : f));',
      'await (x ? p : f);',
    ),
    fixed('a nest', 'constructor', 'await Promise.resolve(new Promise((r) => r(x)));', 'await x;'),
    fixed(
      'a call that cannot throw',
      'constructor',
      'async function g() {} await new Promise((r) => r(g()));',
      'async function g() {} await g();',
    ),
    fixed(
      'several lines',
      'constructor',
      '\n  await new Promise((r) =>\n    r({\n      x,\n    }),\n  );\n',
      '\n  await {\n    x,\n  };\n',
    ),
    fixed(
      'a line without a semicolon before it',
      'constructor',
      'const y = f\n await new Promise((r) => r([x]))',
      'const y = f\n await [x]',
    ),
    suggested(
      'an element, which Acorn does not read behind `await`',
      'constructor',
      'awaitValue',
      'return await new Promise((resolve) => resolve(<b />));',
      'return await (<b />);',
      { languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },
    ),
    suggested(
      'a call',
      'constructor',
      'awaitValue',
      'await new Promise((resolve) => resolve(f(x)));',
      'await f(x);',
    ),
    suggested(
      'a guarded call',
      'constructor',
      'awaitValue',
      'await new Promise((y, n) => { try { y(f()) } catch (e) { n(e) } });',
      'await f();',
    ),
    suggested(
      'a member that may throw',
      'constructor',
      'awaitValue',
      'await new Promise((resolve) => resolve(x.y));',
      'await x.y;',
    ),
    suggested(
      'a rejection',
      'constructor',
      'awaitValue',
      'await new Promise((_, reject) => reject(x));',
      'throw x;',
    ),
    suggested(
      'a returned rejection',
      'constructor',
      'awaitValue',
      'if (x) return (await new Promise((_, reject) => { reject(new Error("no")) }));',
      'if (x) throw new Error("no");',
    ),
    fixed('a this', 'constructor', 'await new Promise(function (r) { r(this) });', null),
    fixed('an eval', 'constructor', 'await new Promise((r) => r(eval(x)));', null),
    fixed('a comment', 'constructor', 'await new Promise((r) => r(/* why */ x));', null),
    fixed(
      'a kept comment',
      'constructor',
      'await /* a */ new Promise((r) => r([/* b */ x]));',
      'await /* a */ [/* b */ x];',
    ),
    {
      name: 'await as a name',
      code: 'async function run() { return new Promise((r) => r(await)); }\nasync function go(x) { await new Promise((r) => r([await, x])); }',
      output: null,
      errors: [{ messageId: 'constructor' }],
      languageOptions: { sourceType: 'script' },
      parsers: ['espree'],
    },
    {
      name: 'top-level await',
      code: 'await new Promise((resolve) => resolve(1));',
      output: 'await 1;',
      errors: [{ messageId: 'constructor' }],
    },
    {
      name: 'a variable',
      code: 'async function run() { const y = new Promise((r) => r(1)); await y; return await y; }',
      output: 'async function run() { const y = 1; await y; return await y; }',
      errors: [{ messageId: 'constructor', line: 1, column: 34 }],
      ...commonjs,
    },
    fixed(
      'an unknown value in a variable that the next statement awaits',
      'constructor',
      'const y = new Promise((r) => r(x)); await y;',
      'const y = x; await y;',
    ),
    fixed(
      'a sequence in a variable',
      'asyncFunction',
      'const y = (async () => { return x, 1 })(); await y;',
      'const y = (x, 1); await y;',
    ),

    fixed('an async arrow', 'asyncFunction', 'await (async () => x)();', 'await x;'),
    fixed('no space after await', 'asyncFunction', 'await(async()=>x)();', 'await x;'),
    fixed('a block', 'asyncFunction', 'await (async () => { return x; })();', 'await x;'),
    fixed(
      'an async function',
      'asyncFunction',
      'await (async function () { return x })();',
      'await x;',
    ),
    fixed('no parentheses', 'asyncFunction', 'await async function () { return x }();', 'await x;'),
    fixed(
      'an arguments',
      'asyncFunction',
      'await (async function () { return arguments })();',
      null,
    ),
    fixed('its own name', 'asyncFunction', 'await (async function g() { return g })();', null),
    suggested(
      'an awaited result',
      'asyncFunction',
      'awaitInPlace',
      'return await (async () => await f(x))();',
      'return await f(x);',
    ),
    suggested(
      'statements',
      'asyncFunction',
      'awaitInPlace',
      'await (async () => { const y = await f(); return y.close(); })();',
      '{ const y = await f(); await y.close(); }',
    ),
    ...[
      'await (async () => { const y = await f(); y.close(); })() as unknown;',
      'await ((async () => { const y = await f(); y.close(); })() as Promise<void>);',
      'await ((async () => { const y = await f(); y.close(); }) satisfies Task)();',
      '(await (async () => { const y = await f(); y.close(); })!())!;',
    ].map((code) =>
      suggested(
        'statements in casts',
        'asyncFunction',
        'awaitInPlace',
        code,
        '{ const y = await f(); y.close(); }',
        typescript,
      ),
    ),
    fixed(
      'a comment in a cast',
      'asyncFunction',
      'await ((async () => { const y = await f(); y.close(); })() as /* why */ any);',
      null,
      typescript,
    ),
    suggested(
      'a statement after a line without a semicolon',
      'asyncFunction',
      'awaitInPlace',
      'const y = x\n await (async () => { [y].forEach(f) })()',
      'const y = x\n ;[y].forEach(f)',
    ),
    fixed(
      'a comment in the call',
      'asyncFunction',
      'await (async () => { const y = f(); await y; })(/* none */);',
      null,
    ),

    suggested(
      'an identity',
      'identityThen',
      'awaitPromise',
      'await p.then((value) => value);',
      'await p;',
    ),
    suggested(
      'an identity in a block',
      'identityThen',
      'awaitPromise',
      'await p.y.then(function (value) { return value; });',
      'await p.y;',
    ),
    fixed(
      'an identity on a native promise',
      'identityThen',
      'await Promise.all([x]).then(async (value) => value);',
      'await Promise.all([x]);',
    ),
    fixed(
      'a comment in a chain',
      'identityThen',
      'await Promise.all([x]) /* both */ .then((value) => value);',
      null,
    ),

    fixed('resolve', 'resolve', 'await Promise.resolve(x);', 'await x;', resolveToo),
    fixed(
      'resolve of a call',
      'resolve',
      'await Promise.resolve(f(x));',
      'await f(x);',
      resolveToo,
    ),
    fixed('resolve by key', 'resolve', "await Promise['resolve'](x);", 'await x;', resolveToo),
    fixed(
      'resolve before an operator',
      'resolve',
      'await Promise.resolve(x)instanceof f;',
      'await x instanceof f;',
      resolveToo,
    ),
    fixed(
      'resolve in a variable',
      'resolve',
      'const y = Promise.resolve(f); f = x; return await y;',
      null,
      resolveToo,
    ),

    fixed(
      'a cast',
      'constructor',
      'await new Promise((r) => r(x as any));',
      'await (x as any);',
      typescript,
    ),
    fixed(
      'an assertion',
      'constructor',
      'await new Promise((r) => r(x!));',
      'await x!;',
      typescript,
    ),
    fixed(
      'an unused type',
      'constructor',
      'await new Promise<void>((r) => r());',
      'await undefined;',
      typescript,
    ),
    fixed(
      'a used type',
      'constructor',
      'f(await new Promise<number>((r) => r(x)));',
      'f((await x) as number);',
      typescript,
    ),
    fixed(
      'a typed parameter',
      'constructor',
      'f(await new Promise((r: any) => r(x)));',
      null,
      typescript,
    ),
    fixed(
      'a typed variable',
      'constructor',
      'const y: any = new Promise((r) => r(1)); await y;',
      null,
      typescript,
    ),
    fixed(
      'a declared result',
      'asyncFunction',
      'f(await (async (): Promise<any> => x)());',
      null,
      typescript,
    ),
    fixed(
      'a promise whose type is asserted',
      'constructor',
      'return await (new Promise((r) => r(x)) as Promise<number>);',
      null,
      typescript,
    ),
    fixed(
      'an asserted type that is not used',
      'constructor',
      'await (new Promise((r) => r(x)) as Promise<number>);',
      'await (x);',
      typescript,
    ),
    fixed(
      'a promise that is asserted to be there',
      'constructor',
      'return await new Promise((r) => r(x))!;',
      'return await x;',
      typescript,
    ),
    fixed(
      'a checked type',
      'resolve',
      'return await (Promise.resolve(x) satisfies Promise<number>);',
      null,
      { ...typescript, ...resolveToo },
    ),
    fixed(
      'a comment in an assertion',
      'constructor',
      'await (new Promise((r) => r(x)) /* why */ as any);',
      null,
      typescript,
    ),
  ],
});
