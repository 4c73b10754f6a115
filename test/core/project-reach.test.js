import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Linter } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';

import plugin from '../../index.js';

/**
 * What the other files of a project change of what the rules report, where `settings['async-perf'].project` lets them
 * read these.
 */

const MANIFEST = '{ "name": "shop", "private": true, "dependencies": { "express": "^5.0.0" } }';

const ROUTES =
  "import express from 'express'; import { page } from './pages.js';\nconst app = express();\napp.get('/', (req, res) => { res.send(page()); });";

const PAGES =
  "import fs from 'fs'; const find = () => fs.readFileSync('page.html');\nexport function page() { return find(); }";

const LISTENER =
  "import { EventEmitter } from 'events'; import { save } from './save.js';\nnew EventEmitter().on('job', async (job) => { await save(job); });";

/** @type {string[]} */
const folders = [];

/**
 * @param {Record<string, string>} files By their paths. What the first holds is linted.
 * @param {'recommended' | 'strict' | 'all'} [set]
 * @returns {{ alone: string[], within: string[] }} The messages without the other files, and with them.
 */
function lintFirst(files, set = 'recommended') {
  const root = mkdtempSync(path.join(tmpdir(), 'async-perf-reach-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ 'package.json': MANIFEST, ...files })) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const [name = '', text = ''] = Object.entries(files)[0] ?? [];
  const linter = new Linter({ configType: 'flat', cwd: root });
  const lint = (/** @type {boolean} */ project) =>
    linter
      .verify(
        text,
        { ...plugin.configs[set], settings: { 'async-perf': { project } } },
        { filename: path.join(root, name) },
      )
      .map(({ message }) => message);
  return { alone: lint(false), within: lint(true) };
}

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

describe('work that stops the event loop', () => {
  it('is reported where a handler of another file calls it', () => {
    const { alone, within } = lintFirst({ 'pages.js': PAGES, 'routes.js': ROUTES });
    expect(alone).toEqual([]);
    expect(within).toEqual([
      '`fs.readFileSync` blocks every other request while it runs, in `page`, line 2 through `find`, called by the handler at routes.js:3. Use `fs.promises.readFile`.',
    ]);
  });

  it('is found through a file in between', () => {
    const { within } = lintFirst({
      'pages.js': PAGES,
      'views.js': "import { page } from './pages.js'; export const view = () => page() + 1;",
      'routes.js': ROUTES.replace('{ page }', '{ view as page }').replace('./pages', './views'),
    });
    expect(within).toHaveLength(1);
    expect(within[0]).toContain('routes.js:3');
  });

  it('is left where nothing but the start calls it', () => {
    const code =
      "import fs from 'fs';\nexport async function load() { return fs.readFileSync('big.json'); }";
    const { alone, within } = lintFirst(
      {
        'load.js': code,
        'main.js': "import { load } from './load.js';\nawait load();",
        'test/load.test.js': "import { load } from '../load.js'; it('loads', () => load());",
      },
      'all',
    );
    expect(alone).toHaveLength(1);
    expect(within).toEqual([]);
  });

  it('is still reported where nobody is seen to call it', () => {
    const code =
      "import fs from 'fs';\nexport async function load() { return fs.readFileSync('big.json'); }";
    const { within } = lintFirst({ 'load.js': code }, 'all');
    expect(within).toHaveLength(1);
  });
});

describe('a listener whose rejection nobody handles', () => {
  const save = 'export const save = async (job) => { await write(job); };';

  it('is reported by `all` alone', () => {
    const files = { 'jobs.js': LISTENER, 'save.js': save };
    expect(lintFirst(files)).toEqual({ alone: [], within: [] });
    const { alone, within } = lintFirst(files, 'all');
    expect(alone).toEqual([expect.stringContaining('ends the process')]);
    expect(within).toEqual(alone);
  });

  it.each([
    ['logs it', '(error) => { log(error); }', 0],
    ['ends the process then', '(error) => { log(error); process.exit(1); }', 1],
    ['ends it for some of them', '(error) => { if (error.isFatal) process.exit(1); }', 0],
  ])('depends on whether another file %s', (_, listener, count) => {
    const { within } = lintFirst(
      {
        'jobs.js': LISTENER,
        'save.js': save,
        'main.js': `process.on('unhandledRejection', ${listener});`,
      },
      'all',
    );
    expect(within).toHaveLength(count);
  });

  it('is left where the function of another file catches all', () => {
    const { alone, within } = lintFirst(
      {
        'jobs.js': LISTENER,
        'save.js':
          'export async function save(job) { try { await write(job); } catch (error) { log(error); } }',
      },
      'all',
    );
    expect(alone).toHaveLength(1);
    expect(within).toEqual([]);
  });

  it('is left in a program with a package that takes rejections', () => {
    const { alone, within } = lintFirst(
      {
        'jobs.js': LISTENER,
        'save.js': save,
        'package.json': MANIFEST.replace('"express"', '"@sentry/node": "^8.0.0", "express"'),
      },
      'all',
    );
    expect([alone, within]).toEqual([[], []]);
  });
});
