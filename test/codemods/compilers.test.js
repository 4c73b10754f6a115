import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from './all-codemods.js';

/** What compiles a project decides what may be written: asked of the compilers of these versions. */

const codemods = await codemodsByName();
const root = mkdtempSync(join(tmpdir(), 'async-perf-compilers-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * @param {string} name
 * @param {string} source
 * @param {object} [project]
 * @param {Record<string, string>} [project.tools]
 * @param {string} [project.tsconfig]
 * @param {string} [project.file]
 * @param {string} [project.below] The folder of the file's own package, within the project.
 * @param {Record<string, unknown>} [project.options]
 */
function run(name, source, { tools = {}, tsconfig, file = 'file.ts', below, options } = {}) {
  const codemod = codemods.get(name);
  if (!codemod) throw new Error(`there is no codemod ${name}`);
  const directory = mkdtempSync(join(root, 'case-'));
  const own = join(directory, below ?? '');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), '{}');
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ devDependencies: tools }));
  if (tsconfig !== undefined) writeFileSync(join(directory, 'tsconfig.json'), tsconfig);
  const how = { node: '20', api: 'async', ...options };
  return convert({ path: join(own, file), source }, codemod, how);
}

const CATCH = `export function load(path: string): Promise<any> {
  return open(path).catch((error) => report(error));
}
`;

describe('the type of what is caught', () => {
  it.each([
    ['^2.9.1', 'catch (error) {'],
    ['~3.9.0', 'catch (error) {'],
    ['^4.0.0', 'catch (error: any) {'],
    ['>=2.0.0', 'catch (error: any) {'],
    ['next', 'catch (error: any) {'],
  ])('TypeScript %s', (typescript, expected) => {
    const tools = { typescript };
    expect(run('promise-chain-to-async', CATCH, { tools }).source).toContain(expected);
    const typed = CATCH.replace('(error)', '(error: any)');
    expect(run('promise-chain-to-async', typed, { tools }).source).toContain(expected);
  });

  it('with a compiler that the workspace names', () => {
    const tools = { typescript: '^3.0.0' };
    const { source } = run('promise-chain-to-async', CATCH, { tools, below: 'packages/one' });
    expect(source).toContain('catch (error) {');
  });

  it('in a callback function', () => {
    const source = `import fs from 'fs';
export function load(path: string, cb: (err: Error | null, text?: string) => void): void {
  fs.readFile(path, 'utf8', (err, text) => {
    if (err) { console.log(err.message); return cb(null, ''); }
    cb(null, text);
  });
}
`;
    const options = { accept: 'timing-unobservable' };
    const tools = { typescript: '^2.9.0', '@types/node': '^10.0.0' };
    expect(run('callback-to-async', source, { tools, options }).source).toContain('catch (err) {');
  });
});

describe('a catch without a parameter', () => {
  const source = 'export function load(path) {\n  return open(path).catch(() => retry());\n}\n';
  it.each([
    [{ typescript: '~2.4.0' }, 'file.ts', 'catch (error) {'],
    [{ typescript: '^2.5.0' }, 'file.ts', 'catch {'],
    [{ 'babel-core': '^6.26.0', 'babel-preset-env': '^1.7.0' }, 'file.js', 'catch (error) {'],
    [{ 'babel-core': '7.0.0-bridge.0', '@babel/core': '^7.0.0' }, 'file.js', 'catch {'],
  ])('%j', (tools, file, expected) => {
    expect(run('promise-chain-to-async', source, { tools, file }).source).toContain(expected);
  });
});

describe('async functions', () => {
  const source = 'export function load() {\n  return open().then((x) => x.id);\n}\n';
  const es5 = '{ "compilerOptions": { /* "lib": ["es2015"], */ "target": "es5" } }';
  it.each([
    ['before TypeScript makes them for ES5', { tools: { typescript: '~2.0.0' } }, 'package.json'],
    ['without a Promise', { tsconfig: es5 }, 'tsconfig.json'],
    [
      'where nothing is said',
      { tsconfig: '{ "compilerOptions": { "strict": true } }' },
      'tsconfig.json',
    ],
  ])('%s', (_, project, file) => {
    const { sites, changed } = run('promise-chain-to-async', source, project);
    expect(changed).toBe(false);
    expect(sites).toMatchObject([
      { reason: 'compiler-too-old', message: expect.stringContaining(` (${file}`) },
    ]);
  });

  it.each([
    [
      'where the library is named',
      { tsconfig: es5.replace('"target"', '"lib": ["dom", "es6"], "target"') },
    ],
    ['for a newer target', { tsconfig: es5.replace('es5', 'es2017') }],
    [
      'for the target of a kind of modules',
      { tsconfig: es5.replace(/"target".*"/u, '"module": "nodenext"') },
    ],
    ['where nothing is said to TypeScript 6', { tsconfig: '{}', tools: { typescript: '^6.0.0' } }],
    ['with a configuration that is not there', { tsconfig: '{ "extends": "@tsconfig/node20" }' }],
    [
      'with targets of other parts',
      {
        tsconfig:
          '{ "compilerOptions": { "target": "es2020" }, "typedocOptions": { "target": "es5" } }',
      },
    ],
    ['with the types of a polyfill', { tsconfig: es5, tools: { '@types/es6-promise': '*' } }],
    ['in JavaScript', { tsconfig: es5, file: 'file.js' }],
  ])('%s', (_, project) => {
    expect(run('promise-chain-to-async', source, project).changed).toBe(true);
  });
});

describe('what the types of Node have', () => {
  const source = `import * as fs from 'fs';
export function load(path: string, cb: (err: Error | null) => void): void {
  fs.mkdir(path, (err) => cb(err));
}
`;
  const options = { accept: 'timing-unobservable' };
  it.each([
    ['^14.0.0', 'fs.promises'],
    ['^8.0.0', 'promisify'],
  ])('@types/node %s', (version, expected) => {
    const project = { tools: { '@types/node': version }, options };
    expect(run('callback-to-async', source, project).source).toContain(expected);
  });

  it('neither', () => {
    const { sites } = run('callback-to-async', source, {
      tools: { '@types/node': '^7.0.0' },
      options,
    });
    expect(sites.map(({ reason }) => reason)).toContain('compiler-too-old');
  });
});

it.each([
  [{ 'babel-core': '^6.26.0' }, 'file.js'],
  [{ '@types/node': '^9.0.0' }, 'file.ts'],
])('leaves streams to listeners that no loop can be compiled for: %j', (tools, file) => {
  const source = `import fs from 'fs';
export const read = (path) => new Promise((resolve, reject) => {
  let size = 0;
  const file = fs.createReadStream(path);
  file.on('data', (chunk) => { if (chunk.length > 1) size += chunk.length; });
  file.on('end', () => resolve(size));
  file.on('error', reject);
});
`;
  expect(run('stream-events-to-for-await', source, { tools, file }).changed).toBe(false);
  expect(run('stream-events-to-for-await', source, { file }).changed).toBe(true);
});

describe('a handler with a narrower type', () => {
  const source = `export function load() {
  return open().then((item: Item) => item.id);
}
export function both() {
  return open().then((item: Item) => item.id, () => 0);
}
`;
  it('is a cast where functions may take less than they are given', () => {
    const loose = { tsconfig: '{ "compilerOptions": { "target": "es2017" } }' };
    const { source: output } = run('promise-chain-to-async', source, loose);
    expect(output).toContain('const item = (await open()) as Item;');
    expect(output).toContain('item = (await promise) as Item;');
    expect(output).toContain('let item: Item;');
  });

  it('is a type for TypeScript 6, which is strict unless it is told otherwise', () => {
    const tools = { typescript: '^6.0.0' };
    const strict = run('promise-chain-to-async', source, { tools, tsconfig: '{}' });
    expect(strict.source).toContain('const item: Item = await open();');
    const tsconfig = '{ "compilerOptions": { "strict": false } }';
    const loose = run('promise-chain-to-async', source, { tools, tsconfig });
    expect(loose.source).toContain('as Item;');
  });

  it.each([
    '{ "compilerOptions": { "target": "es2017", "strict": true } }',
    '{ "compilerOptions": { "target": "es2017", "strictFunctionTypes": true, "strict": false } }',
    undefined,
  ])('is a type: %s', (tsconfig) => {
    const { source: output } = run('promise-chain-to-async', source, {
      ...(tsconfig && { tsconfig }),
    });
    expect(output).toContain('const item: Item = await open();');
  });

  it('of a compiler that knows of no other functions', () => {
    const old = {
      tsconfig: '{ "compilerOptions": { "target": "es2017", "strict": true } }',
      tools: { typescript: '~2.5.0' },
    };
    expect(run('promise-chain-to-async', source, old).source).toContain('as Item;');
  });
});

describe('functions that give something on some ways', () => {
  const tsconfig = '{ "compilerOptions": { "target": "es6", "noImplicitReturns": true } }';
  const source = `export function load() {
  return open().catch((error) => {
    if (error.code) return;
    log(error);
  });
}
export function save() {
  return open().then((x) => { log(x); }).catch((error) => { log(error); });
}
`;
  it('say so on all where the compiler asks for it', () => {
    expect(run('promise-chain-to-async', source, { tsconfig }).source).toBe(
      `export async function load() {
  const promise = open();
  try {
    return await promise;
  } catch (error: any) {
    if (error.code) return undefined;
    log(error);
    return undefined;
  }
}
export async function save() {
  const promise = open();
  try {
    const x = await promise;
    log(x);
  } catch (error: any) {
    log(error);
  }
}
`,
    );
  });

  it('just end elsewhere', () => {
    expect(run('promise-chain-to-async', source).source).not.toContain('undefined');
  });
});

describe('functions that have no use for an argument', () => {
  it('get none', () => {
    const source = `export function load() {
  const fail = () => Promise.reject(new Error('x'));
  return open().then(fail, fail);
}
export function save() {
  function done() { return 1; }
  return open().then(done);
}
`;
    const { source: output } = run('promise-chain-to-async', source);
    expect(output).toContain('  } catch {\n    return fail();\n  }\n  return fail();');
    expect(output).toContain('  await open();\n  return done();');
  });

  it('keep it where they may look at it', () => {
    const source = `export function load() {
  function done() { return arguments.length; }
  return open().then(done);
}
`;
    expect(run('promise-chain-to-async', source).source).toContain('done(await open())');
  });

  it('may be a `next` that has its type from elsewhere', () => {
    const source = 'server.use((request, next) => load(request).then(next));\n';
    const { changed, sites } = run('promise-chain-to-async', source);
    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toContain('handler-unknown');
    expect(run('promise-chain-to-async', source, { file: 'file.js' }).changed).toBe(true);
  });
});

it('calls functions of modules without a zero that TypeScript reports', () => {
  const source = `import * as own from './own';
import old = require('./old');
import * as other from 'other';
export function one() {
  return open().then(own.flatten);
}
export function two() {
  return open().then(old.flatten);
}
export function three() {
  return open().then(other.flatten);
}
`;
  const { source: output } = run('promise-chain-to-async', source);
  expect(output).toContain('return own.flatten(await open());');
  expect(output).toContain('return old.flatten(await open());');
  expect(output).toContain('const handler = other.flatten;\n  return handler(await open());');
});
