import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { assumedBy } from '../../core/codemod/claims.js';
import { planMigration } from '../../core/project/migration.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SITE = path.join(ROOT, 'site');
const DIST = path.join(SITE, 'dist');
const FIXTURES = path.join(ROOT, 'test/codemods/fixtures');

/** Browsers of Debian and of GitHub's machines. */
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Bytes, gzipped, of all that the playground loads to convert code. */
const MOST = 1_000_000;

/** @type {any} */
let browser;
/** @type {any} */
let page;
/** @type {{ address: string, close: () => void }} */
let server;

beforeAll(async () => {
  execFileSync(process.execPath, ['site/build.js'], { cwd: ROOT, stdio: 'ignore' });
  const executablePath = BROWSERS.find((each) => existsSync(each));
  const require = createRequire(path.join(SITE, 'package.json'));
  const { default: puppeteer } = await import(require.resolve('puppeteer-core'));
  const { serve } = await import(path.join(SITE, 'server.js'));
  server = await serve(DIST);
  browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
  page = await browser.newPage();
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/**
 * @param {string} [rest] What follows the address of the site.
 */
async function openPlayground(rest = '/') {
  await page.goto('about:blank');
  await page.goto(server.address + rest);
  await page.waitForSelector('.playground[data-ready=true]');
}

/** @returns {string} The file of the worker that has the engine. */
function workerFile() {
  const [name = ''] = readdirSync(path.join(DIST, 'assets')).filter((each) =>
    each.startsWith('worker-'),
  );
  return name;
}

describe('the engine in the browser', () => {
  const cases = readdirSync(FIXTURES).flatMap((codemod) =>
    readdirSync(path.join(FIXTURES, codemod))
      .map((name) => ({ codemod, name, directory: path.join(FIXTURES, codemod, name) }))
      .filter(({ directory }) =>
        readdirSync(directory).every((file) => /^(?:input|options|output|sites)\./u.test(file)),
      ),
  );

  it('gives what the command gives, for each fixture of one file', async () => {
    const codemods = await loadCodemods();
    await openPlayground();
    const questions = cases.flatMap(({ codemod, directory }) => {
      const file = readdirSync(directory).find((each) => each.startsWith('input.')) ?? '';
      const given = path.join(directory, 'options.json');
      const options = {
        node: '20.19.0',
        ...(existsSync(given) && JSON.parse(readFileSync(given, 'utf8'))),
      };
      const source = readFileSync(path.join(directory, file), 'utf8');
      return [[codemod], undefined].map((only) => ({ source, path: `/${file}`, only, options }));
    });
    const answers = await page.evaluate(askAll, `/assets/${workerFile()}`, questions);
    const directory = mkdtempSync(path.join(tmpdir(), 'async-perf-site-'));
    const expected = questions.map(({ source, path: file, only, options }) => {
      const target = path.join(directory, file);
      writeFileSync(target, source);
      const { errors, groups, sites } = planMigration(
        [target],
        codemods.filter(({ name }) => only?.includes(name) ?? true),
        options,
      );
      rmSync(target);
      return {
        source: groups[0]?.files[0]?.after.toString() ?? source,
        sites: sites.map((site) => ({
          codemod: site.codemod,
          line: site.line,
          column: site.column,
          status: site.status,
          reason: site.reason,
          message: site.message,
          advice: site.advice,
          assumed: site.status === 'converted' ? assumedBy(site) : [],
        })),
        errors: errors.map(({ message, line, column }) => ({ message, line, column })),
      };
    });
    rmSync(directory, { recursive: true });
    expect(cases.length).toBeGreaterThan(150);
    expect(expected.filter(({ sites }) => sites.length > 0).length).toBeGreaterThan(250);
    for (const [index, { source, sites, errors }] of answers.entries()) {
      const { only, options, source: given } = /** @type {any} */ (questions[index]);
      const name = `${only ?? 'all'} ${JSON.stringify(options)}\n${given}`;
      expect({ source, sites, errors }, name).toEqual(JSON.parse(JSON.stringify(expected[index])));
    }
  });

  it('stays below its limit of size, and has nothing of TypeScript', () => {
    const worker = readFileSync(path.join(DIST, 'assets', workerFile()));
    expect(gzipSync(worker).length).toBeLessThan(MOST);
    expect(worker.includes('createSourceFile')).toBe(false);
  });
});

describe('the playground', () => {
  it('converts each of its twelve examples, or says why not', async () => {
    await openPlayground();
    const names = await page.$$eval('.bar option', (/** @type {any[]} */ all) =>
      all.slice(0, 12).map((each) => each.value),
    );
    expect(names).toHaveLength(12);
    // The first one is there already.
    for (const [index, name] of [...names.slice(1), names[0]].entries()) {
      await page.select('.bar select', name);
      await page.waitForSelector(`.playground[data-answers="${index + 2}"]`);
      const summary = await page.$eval('.summary', (/** @type {any} */ each) => each.textContent);
      expect(summary, name).toMatch(
        /^\d+ sites? converted, \d+ refused, \d+ findings? of the rules\.$/u,
      );
      expect(summary, name).not.toMatch(/^0 sites converted, 0 refused, 0 findings/u);
    }
  });

  it('shows findings in the code, with what they cost', async () => {
    await openPlayground();
    await page.select('.bar select', 'co coroutine');
    await page.waitForSelector('.cm-lintRange-warning');
    const costs = await page.$$eval('.cost', (/** @type {any[]} */ all) =>
      all.map((each) => each.textContent),
    );
    expect(costs.join(' ')).toMatch(/× faster|bytes/u);
  });

  it('is shared by its address', async () => {
    await openPlayground();
    await page.select('.bar select', 'promise chain');
    await page.waitForFunction(() =>
      /** @type {any} */ (globalThis).document.body.textContent.includes('promise-chain-to-async'),
    );
    await page.evaluate(() =>
      [.../** @type {any} */ (globalThis).document.querySelectorAll('.bar button')].at(-1).click(),
    );
    await page.waitForFunction(() => /** @type {any} */ (globalThis).location.hash.length > 10);
    const { hash } = new URL(page.url());
    await openPlayground(`/${hash}`);
    const text = await page.$eval('.cm-content', (/** @type {any} */ each) => each.textContent);
    expect(text).toContain('A chain of promises');
  });

  it('is left with the tabulator key, as everything on a page', async () => {
    await openPlayground();
    await page.focus('.cm-content');
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(() =>
      Boolean(/** @type {any} */ (globalThis).document.activeElement.closest('.editor')),
    );
    expect(isInside).toBe(false);
  });
});

describe('the pages', () => {
  const PAGES = [
    '/',
    '/guide/index.html',
    '/costs/index.html',
    '/costs/releases.html',
    '/costs/measuring.html',
    '/rules/index.html',
    '/rules/no-serial-await.html',
    '/codemods/callback-to-async.html',
    '/refusals/index.html',
    '/obligations/once.html',
    '/evidence.html',
    '/migrating.html',
  ];

  it.each(['light', 'dark'])('have no findings of axe, %s', async (scheme) => {
    const require = createRequire(path.join(SITE, 'package.json'));
    const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const [width, height] of [
      [1280, 900],
      [390, 844],
    ]) {
      await page.setViewport({ width, height });
      for (const each of PAGES) {
        await (each === '/' ? openPlayground() : page.goto(server.address + each));
        // The last thing that the theme does when it has loaded.
        await page.waitForFunction(
          () => /** @type {any} */ (globalThis).document.querySelector('.VPSwitchAppearance').title,
        );
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() =>
          /** @type {any} */ (globalThis).axe.run({ resultTypes: ['violations'] }),
        );
        const found = violations.map((/** @type {any} */ { id, nodes }) => ({
          id,
          where: nodes.map((/** @type {any} */ { html }) => html).slice(0, 3),
        }));
        expect(found, `${each} ${width} ${scheme}`).toEqual([]);
        const isWider = await page.evaluate(() => {
          const { document, innerWidth } = /** @type {any} */ (globalThis);
          return document.documentElement.scrollWidth > innerWidth;
        });
        expect(isWider, `${each} is wider than ${width}`).toBe(false);
      }
    }
  });

  it('link to places that are there', () => {
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    );
    const idsOf = new Map(
      files.map((file) => {
        const text = readFileSync(path.join(DIST, file), 'utf8');
        return [file, new Set([...text.matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id))];
      }),
    );
    const broken = files.flatMap((file) => {
      const text = readFileSync(path.join(DIST, file), 'utf8');
      return [...text.matchAll(/<a [^>]*href="([^"]+)"/gu)]
        .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), `http://site/${file}`))
        .filter(({ host }) => host === 'site')
        .filter(({ hash, pathname }) => {
          const target = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
          const ids = idsOf.get(target.slice(1));
          const id = decodeURIComponent(hash.slice(1));
          return !(ids && (id === '' || ids.has(id) || id === 'VPContent'));
        })
        .map(({ hash, pathname }) => `${file}: ${pathname}${hash}`);
    });
    expect(files.length).toBeGreaterThan(200);
    expect([...new Set(broken)]).toEqual([]);
  });
});

/**
 * Runs in the browser.
 *
 * @param {string} address Of the worker.
 * @param {readonly object[]} questions
 * @returns {Promise<any[]>} The answers, in the same order.
 */
async function askAll(address, questions) {
  const { Worker: BrowserWorker } = /** @type {any} */ (globalThis);
  const worker = new BrowserWorker(address, { type: 'module' });
  /** @type {any[]} */
  const answers = [];
  await new Promise((resolve, reject) => {
    worker.onerror = reject;
    worker.onmessage = (/** @type {{ data: any }} */ { data }) => {
      if (data.id > 0) answers[data.id - 1] = data;
      if (data.id === 0) {
        questions.forEach((question, index) => worker.postMessage({ ...question, id: index + 1 }));
      }
      if (Object.keys(answers).length === questions.length) resolve(undefined);
    };
  });
  worker.terminate();
  return answers;
}
