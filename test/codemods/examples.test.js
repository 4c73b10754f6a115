import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';

import { afterAll, describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from './all-codemods.js';

/**
 * The examples of the documentation do the same before and after.
 */

const require = createRequire(import.meta.url);
const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'examples-'));
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * @param {string} codemod
 * @param {'input' | 'output'} which
 * @param {{ version?: number, name?: string }} [of] `version` of `async`.
 */
function load(codemod, which, { version = 3, name = 'example' } = {}) {
  const source = readFileSync(join(fixtures, codemod, name, `${which}.js`), 'utf8');
  const module = { exports: /** @type {any} */ ({}) };
  const requireIt = (/** @type {string} */ name) =>
    require(name === 'async' ? `async-${version}` : name);
  compileFunction(source, ['module', 'exports', 'require'])(module, module.exports, requireIt);
  return module.exports;
}

/** @param {string} name @param {string} text */
function file(name, text) {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

/** @param {() => Promise<unknown>} run */
async function outcomeOf(run) {
  try {
    return { value: await run() };
  } catch (error) {
    return { error: /** @type {NodeJS.ErrnoException} */ (error).code ?? error };
  }
}

describe.each([1, 2, 3])('async %i', (version) => {
  const files = [file('a', 'one'), file('b', 'three')];

  it.each([
    ['files', files],
    ['none', []],
    ['one that is not there', [...files.slice(0, 1), join(directory, 'none')]],
  ])('%s', async (_name, given) => {
    const seen = [];
    // One after the other: both write the same files.
    for (const which of /** @type {const} */ (['input', 'output'])) {
      const { copy, sizes } = load('async-lib-to-async', which, { version });
      const call = load('async-lib-to-async', which, { version, name: 'example-call' });
      const copied = await outcomeOf(() => promisify(copy)(given));
      const [first] = given;
      seen.push([
        copied,
        first === undefined ? '' : readFileSync(`${first}.copy`, 'utf8'),
        await outcomeOf(() => promisify(sizes)(given)),
        await outcomeOf(() => promisify(call.load)(given)),
      ]);
    }
    expect(seen[1]).toEqual(seen[0]);
  });
});

describe('streams', () => {
  const json = file('json', '{\n"a": "ä€"\n}\n');

  it.each([
    ['a file', json],
    ['an empty file', file('empty', '[]')],
    ['no file', join(directory, 'none')],
  ])('%s', async (_name, path) => {
    const seen = await Promise.all(
      /** @type {const} */ (['input', 'output']).map(async (which) => {
        const { countLines, readJson } = load('stream-events-to-for-await', which);
        return [await outcomeOf(() => countLines(path)), await outcomeOf(() => readJson(path))];
      }),
    );
    expect(seen[1]).toEqual(seen[0]);
  });

  it('a request', async () => {
    const answers = await Promise.all(
      /** @type {const} */ (['input', 'output']).map(async (which) => {
        const { server } = load('stream-events-to-for-await', which);
        await promisify(server.listen.bind(server))(0);
        const { port } = server.address();
        const answer = await new Promise((resolve, reject) => {
          const request = http.request({ port, method: 'POST' }, (res) => {
            res.setEncoding('utf8');
            res.once('data', resolve);
          });
          request.on('error', reject);
          request.end('x'.repeat(100_000));
        });
        server.close();
        return answer;
      }),
    );
    expect(answers).toEqual(['100000', '100000']);
  });
});

describe('what the page of a codemod shows', () => {
  it.each(['hoist-async-closure', 'promise-chain-to-async'])('%s', async (name) => {
    const page = readFileSync(new URL(`../../docs/codemods/${name}.md`, import.meta.url), 'utf8');
    const shown = /```js\n(?<before>[^]*?)```\n[^`]*\bbecomes\n\n```js\n(?<after>[^]*?)```/u.exec(
      page,
    );
    const codemod = (await codemodsByName()).get(name);
    if (!shown?.groups || !codemod) throw new Error(`${name} has no example`);
    const { before = '', after } = shown.groups;
    expect(convert({ path: 'example.mjs', source: before }, codemod, {}).source).toBe(after);
  });
});
