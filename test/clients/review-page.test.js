import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { migrationReport } from '../../bin/report/migration.js';
import { formatPage } from '../../bin/review/page.js';
import { TWO, migrate, project, read } from '../bin/projects.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where systems have it. */
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @type {import('playwright-core').Browser} */
let browser;

beforeAll(async () => {
  const executablePath = process.env['CHROMIUM'] ?? BROWSERS.find((path) => existsSync(path));
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
});

afterAll(() => browser.close());

/**
 * @param {string} file
 * @param {'light' | 'dark'} [colorScheme]
 */
async function open(file, colorScheme = 'light') {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } });
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') {
      problems.push(message.text());
    }
  });
  page.on('request', (request) => {
    if (!/^(?:data|file|blob):/u.test(request.url())) {
      problems.push(request.url());
    }
  });
  await page.goto(pathToFileURL(file).href);
  await page.locator('#progress').filter({ hasText: 'looked at' }).waitFor();
  return { page, problems };
}

/** @param {Record<string, string>} sources */
const pageOf = (sources) => ({ name: 'one', sources, textOf: () => undefined });

/** @param {import('playwright-core').Page} page */
async function violationsOf(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run();
    return violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html]);
  });
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {Promise<any>} What it saves.
 */
async function marksOf(page) {
  const download = page.waitForEvent('download');
  await page.locator('#save').click();
  return JSON.parse(readFileSync(await (await download).path(), 'utf8'));
}

const NEST = `const { save } = require('store');

exports.put = function (key, callback) {
  save(key, function (err, value) {
    if (err) return callback(err);
    callback(null, value.id);
  });
};

exports.text = '</script><!-- <b>';
`;

describe('the page of a review', () => {
  const files = Object.fromEntries([
    ...Array.from({ length: 4 }, (_, index) => [`two-${index}.js`, TWO]),
    ['lib/nest.js', NEST],
    [
      'left.js',
      "const co = require('co');\nexports.wait = co.wrap(function* (value) {\n  yield value;\n});\n",
    ],
  ]);

  /** @returns {string} A directory with a migrated project and its page. */
  function reviewed() {
    const directory = project(files);
    migrate(directory, '--trust=application', '--api=async', '--report=review.html,report.json');
    return directory;
  }

  it.each(/** @type {const} */ (['light', 'dark']))('can be used by all, %s', async (scheme) => {
    const { page, problems } = await open(join(reviewed(), 'review.html'), scheme);
    await page.keyboard.press('j');
    await page.locator('.card table').first().waitFor();
    await page.locator('.costs summary').first().click();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('?');
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows questions first, then code side by side, then what is left by cause', async () => {
    const directory = reviewed();
    const { page, problems } = await open(join(directory, 'review.html'));
    const { causes, questions, sites } = JSON.parse(read(directory, 'report.json'));
    expect(await page.locator('.question').count()).toBe(questions.length);
    expect(await page.locator('.question').first().textContent()).toContain(
      String(questions[0].sites.length),
    );
    expect(await page.locator('.question .otherwise').first().textContent()).toContain(
      questions[0].otherwise.replaceAll('`', ''),
    );
    expect(await page.locator('#cause-list > li').count()).toBe(causes.length);
    const converted = sites.filter((/** @type {any} */ { status }) => status === 'converted');
    expect(await page.locator('.card').count()).toBe(converted.length);
    await page.locator('#filter-file').fill('nest');
    const card = page.locator('.card');
    expect(await card.count()).toBe(1);
    await card.locator('table').first().waitFor();
    const text = (await card.locator('.code').innerText()).replaceAll(/\s+/gu, ' ');
    expect(text).toContain('exports.put = function (key, callback) {');
    expect(text).toContain('exports.put = async function (key) {');
    expect(await card.locator('.hljs-keyword').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows the code of what is left, and what is to blame elsewhere, by an address of its own', async () => {
    const gap = Array.from({ length: 20 }, (_, index) => `  console.log(${index});\n`).join('');
    const directory = project({
      'here.js': `exports.load = function (id, cb) {\n${gap}  this.store.fetch('<b>', function (err, value) {\n    if (err) return cb(err);\n    cb(null, value.name);\n  });\n};\n`,
      'co.js':
        "const co = require('co');\nexports.wait = co.wrap(function* (value) {\n  yield value;\n});\n",
    });
    migrate(directory, '--trust=library', '--api=keep', '--report=review.html,report.json');
    const { sites } = JSON.parse(read(directory, 'report.json'));
    const left = sites.filter((/** @type {any} */ { status }) => status === 'refused');
    const far = left.find((/** @type {any} */ { file }) => file === 'here.js');
    expect(far.blame.line).toBeGreaterThan(20);
    const { page, problems } = await open(join(directory, 'review.html'));
    for (const { id, file, line } of left) {
      expect(await page.locator(`#site-${id}`).count()).toBe(0);
      await page.evaluate((hash) => {
        /** @type {any} */ (globalThis).location.hash = hash;
      }, `#site-${id}`);
      const item = page.locator(`#site-${id}`);
      await item.locator('table').first().waitFor();
      expect(await item.locator('summary').innerText()).toBe(`${file}:${line}`);
      const text = read(directory, file).split('\n')[line - 1] ?? '';
      expect(await item.locator('tr').first().innerText()).toContain(text);
    }
    const item = page.locator(`#site-${far.id}`);
    expect(await item.locator('h3').innerText()).toBe(`To blame: here.js:${far.blame.line}`);
    expect(await item.locator('.blamed').innerText()).toContain("fetch('<b>', function");
    expect(await violationsOf(page)).toEqual([]);
    // And from the start, where somebody was sent the address.
    await page.goto(`${pathToFileURL(join(directory, 'review.html')).href}#site-${far.id}`);
    await page.reload();
    await page.locator(`#site-${far.id} table`).first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows what was measured of the form of a site, and says where that is not known', async () => {
    const { page, problems } = await open(join(reviewed(), 'review.html'));
    const costs = page.locator('.card', { hasText: 'generator-to-async, co.wrap' }).first();
    expect(await costs.locator('.costs summary').innerText()).toMatch(
      /^Measured for one call: CPU time [\d.]+× faster/u,
    );
    await costs.locator('.costs summary').click();
    expect(await costs.locator('.costs li').allInnerTexts()).toEqual([
      expect.stringContaining('co.wrap with a yielded array'),
      expect.stringContaining('co.wrap(function* () {})'),
    ]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows once what is written for several sites of a file, and leads there from each card', async () => {
    const one = (/** @type {string} */ name) =>
      `\nexports.${name} = co.wrap(function* (value) {\n  // ${name}\n  return yield load(value);\n});\n`;
    const directory = project({
      'many.js': `const co = require('co');\nconst { load } = require('./load');\n\n\n\n${['a', 'b', 'c'].map(one).join('')}`,
    });
    migrate(directory, '--trust=application', '--api=async', '--report=review.html,report.json');
    const { edits } = JSON.parse(read(directory, 'report.json'));
    const [shared] = edits.filter((/** @type {any} */ { sites }) => sites.length === 0);
    expect(shared).toMatchObject({ line: 1, count: 1, text: '' });
    const { page, problems } = await open(join(directory, 'review.html'));
    const links = page.locator('.card .shared a');
    await links.nth(2).waitFor();
    expect(await links.allInnerTexts()).toEqual(['line 1', 'line 1', 'line 1']);
    const part = page.locator('#shared');
    expect(await part.locator('table').count()).toBe(0);
    await links.nth(1).click();
    await part.locator('table').waitFor();
    expect(await part.locator('summary').allInnerTexts()).toEqual(['many.js']);
    expect(await part.locator('summary:focus').count()).toBe(1);
    expect(await part.locator('.changed .gone').allInnerTexts()).toEqual([
      "const co = require('co');",
    ]);
    expect(await page.getByText("const co = require('co');").count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('folds lines that only moved where white space is ignored', async () => {
    const body = Array.from({ length: 30 }, (_, index) => `    log(${index});\n`).join('');
    const directory = project({
      'one.js': `const { save } = require('store');\nexports.put = function (key, callback) {\n  save(key, function (err, value) {\n    if (err) return callback(err);\n${body}    callback(null, value);\n  });\n};\n`,
    });
    migrate(directory, '--trust=application', '--api=async', '--report=review.html');
    const { page, problems } = await open(join(directory, 'review.html'));
    const rows = page.locator('.card table tbody tr');
    await rows.first().waitFor();
    const all = await rows.count();
    expect(await page.locator('.card .lines').innerText()).toMatch(
      /^\d changed lines, 3\d only moved$/u,
    );
    await page.locator('#ignore-space').check();
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(all - 20);
    await page.locator('.card .fold button').click();
    expect(await rows.count()).toBe(all);
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('#ignore-space').uncheck();
    await rows.first().waitFor();
    expect(await rows.count()).toBe(all);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows files that change without a site of their own', async () => {
    const root = project({});
    const path = join(root, 'caller.js');
    const before = "require('./load').start();\n";
    const after = "require('./load').start().catch(fail);\n";
    const groups = [
      { id: path, files: [{ path, before: Buffer.from(before), after: Buffer.from(after) }] },
    ];
    const report = migrationReport(
      { sites: [], groups, errors: [], files: 1 },
      { root, seconds: 1 },
    );
    writeFileSync(join(root, 'review.html'), formatPage(report, pageOf({ 'caller.js': before })));
    const { page, problems } = await open(join(root, 'review.html'));
    await page.locator('#others summary').click();
    await page.locator('#others table').waitFor();
    expect(await page.locator('#others .changed .come').innerText()).toContain('.catch(fail)');
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('takes back what is marked: the bytes are those of before', async () => {
    const directory = reviewed();
    const { page } = await open(join(directory, 'review.html'));
    await page.locator('#name').fill('ada');
    await page.locator('#filter-order').selectOption('file');
    await page.locator('#filter-file').fill('two-1');
    await page.locator('h2').first().click();
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await page.keyboard.press('l');
    await page.locator('.question button').first().click();
    expect(await page.locator('#progress').textContent()).toContain(
      '1 of 9 sites looked at, 2 to take back, 1 of',
    );
    const download = page.waitForEvent('download');
    await page.locator('#save').click();
    const saved = await (await download).path();
    const marks = readFileSync(saved, 'utf8');
    writeFileSync(join(directory, 'marks.json'), marks);
    expect(JSON.parse(marks)).toMatchObject({
      takeBack: [
        { file: 'two-1.js', line: 3 },
        { file: 'two-1.js', line: 7 },
      ],
      answers: [{ holds: true, by: 'ada' }],
    });
    const { status, stdout } = migrate(directory, '--undo-sites=marks.json');
    expect([status, stdout]).toEqual([0, expect.stringContaining('2 sites are as before')]);
    expect(read(directory, 'two-1.js')).toBe(TWO);
    expect(read(directory, 'two-2.js')).not.toBe(TWO);
    expect(JSON.parse(read(directory, 'async-perf.config.json')).answers).toMatchObject([
      { holds: true, by: 'ada' },
    ]);
    // Marks of a file, and those that the browser has kept, are there again.
    const again = await open(join(directory, 'review.html'));
    await again.page.locator('#open').setInputFiles(join(directory, 'marks.json'));
    await again.page.locator('#progress').filter({ hasText: '2 to take back' }).waitFor();
    await again.page.locator('#filter-show').selectOption('back');
    expect(await again.page.locator('.card').count()).toBe(2);
    await again.page.close();
    await page.close();
  });

  it('puts what is flagged first, and says which Node is needed', async () => {
    const directory = reviewed();
    const report = JSON.parse(read(directory, 'report.json'));
    expect(report.node).toMatchObject({ version: expect.any(String), file: expect.any(String) });
    const last = report.sites.findLast(
      (/** @type {any} */ { status, flags }) => status === 'converted' && flags,
    );
    const message = 'the code before waits for this call; nothing waits for it now';
    last.flags = [{ flag: 'result-dropped', message, line: 7 }];
    const sources = { [last.file]: read(directory, last.file) };
    writeFileSync(join(directory, 'review.html'), formatPage(report, pageOf(sources)));
    const { page, problems } = await open(join(directory, 'review.html'));
    expect(await page.locator('#node').innerText()).toContain(
      `needs Node ${report.node.version} or newer: ${report.node.feature}`,
    );
    expect(await page.locator('.card .flags li').allInnerTexts()).toEqual([
      `result dropped After, line 7: ${message}`,
    ]);
    expect(await page.locator('.card').first().locator('.flags').count()).toBe(1);
    await page.locator('#filter-show').selectOption('flagged');
    expect(await page.locator('.card').count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('saves reasons and the name, whenever they are typed', async () => {
    const directory = reviewed();
    const { page, problems } = await open(join(directory, 'review.html'));
    const question = page.locator('.question').first();
    await question.locator('button', { hasText: 'It does not' }).click();
    await question.locator('.why').fill('it calls back twice');
    await page.locator('#name').fill('ada');
    const site = page.locator('.card').first().locator('.sites > li').first();
    expect(await site.locator('.why').isVisible()).toBe(false);
    await site.locator('.back').check();
    await site.locator('.why').fill('the caller reads it at once');
    const saved = await marksOf(page);
    expect(saved).toMatchObject({
      takeBack: [{ why: 'the caller reads it at once' }],
      answers: [{ holds: false, by: 'ada', why: 'it calls back twice' }],
    });
    // An answer that somebody else has given keeps its name.
    writeFileSync(join(directory, 'marks.json'), JSON.stringify(saved));
    const again = await open(join(directory, 'review.html'));
    await again.page.locator('#open').setInputFiles(join(directory, 'marks.json'));
    await again.page.locator('#progress').filter({ hasText: '1 to take back' }).waitFor();
    await again.page.locator('#name').fill('bob');
    expect(await again.page.locator('.question .why').first().inputValue()).toBe(
      'it calls back twice',
    );
    expect(await again.page.locator('.card .why').first().inputValue()).toBe(
      'the caller reads it at once',
    );
    expect((await marksOf(again.page)).answers).toMatchObject([{ by: 'ada' }]);
    expect(await violationsOf(again.page)).toEqual([]);
    await again.page.close();
    const { status, stdout } = migrate(directory, '--undo-sites=marks.json', '--dry-run');
    expect([status, stdout]).toEqual([0, expect.stringContaining('would be as before')]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('says which filters are set, and clears them', async () => {
    const { page, problems } = await open(join(reviewed(), 'review.html'));
    const all = await page.locator('.card').count();
    expect(await page.locator('#filtered').isVisible()).toBe(false);
    const text = await page.locator('.question a').first().innerText();
    await page.locator('.question a').first().click();
    expect(await page.locator('#filters').innerText()).toMatch(/^Only: question \d+ × /u);
    expect(await page.locator('.card:focus h3').innerText()).toBe(text);
    await page.locator('#filter-file').fill('nowhere');
    expect(await page.locator('#filters').innerText()).toMatch(
      /^Only: file “nowhere”; question \d+ × /u,
    );
    expect(await page.locator('#range').innerText()).toBe(
      'No conversion matches these 2 filters together',
    );
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('#clear').click();
    expect(await page.locator('.card').count()).toBe(all);
    expect(await page.locator('#filtered').isVisible()).toBe(false);
    expect(await page.locator('#filter-question').inputValue()).toBe('');
    const notRun = page.locator('#not-run');
    expect(await notRun.isDisabled()).toBe(true);
    expect(await notRun.textContent()).toContain('no coverage was recorded');
    expect(problems).toEqual([]);
    await page.close();
  });

  it.each([640, 480])('fits on a screen of %i pixels', async (width) => {
    const { page } = await open(join(reviewed(), 'review.html'));
    await page.setViewportSize({ width, height: 800 });
    await page.locator('.card .back').first().check();
    const beyond = await page.evaluate((limit) => {
      const { document } = /** @type {any} */ (globalThis);
      const shown = [...document.querySelectorAll('body *:not(.hidden)')];
      return shown
        .filter((one) => one.getBoundingClientRect().right > limit + 1)
        .map((one) => one.outerHTML.slice(0, 80));
    }, width);
    expect(beyond).toEqual([]);
    await page.mouse.wheel(0, 600);
    await page.waitForFunction(() => /** @type {any} */ (globalThis).scrollY > 300);
    expect((await page.locator('.top').boundingBox())?.y).toBeLessThan(0);
    await page.close();
  });

  it('prints all cards of the page with their code', async () => {
    const { page } = await open(join(reviewed(), 'review.html'));
    await page.emulateMedia({ media: 'print' });
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(1000);
    expect(await page.locator('.card .code > :first-child').count()).toBe(
      await page.locator('.card').count(),
    );
    expect(await page.locator('.tools').isVisible()).toBe(false);
    await page.close();
  });

  it('stays fluid with 5,000 sites', async () => {
    const directory = project({});
    const file = join(directory, 'review.html');
    writeFileSync(file, largePage(directory));
    const started = performance.now();
    const { page, problems } = await open(file);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await page.locator('.card').count()).toBe(50);
    expect(await page.locator('#range').textContent()).toContain('of 5,000 conversions');
    const took = await page.evaluate(async () => {
      const begin = performance.now();
      const { document } = /** @type {any} */ (globalThis);
      const input = document.getElementById('filter-file');
      input.value = 'file-37.js';
      input.dispatchEvent(new /** @type {any} */ (globalThis).Event('input'));
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      return performance.now() - begin;
    });
    expect(took).toBeLessThan(1500);
    expect(await page.locator('.card').count()).toBe(50);
    expect(await page.locator('#range').textContent()).toContain('50 of 50');
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });
});

/**
 * @param {string} root
 * @returns {string} A page of a hundred files with fifty sites each.
 */
function largePage(root) {
  const before = Array.from(
    { length: 50 },
    (_, index) => `exports.f${index} = co.wrap(function* () {\n  yield load(${index});\n});\n`,
  ).join('\n');
  const after = before
    .replaceAll('co.wrap(function* ()', 'async function ()')
    .replaceAll('yield', 'await')
    .replaceAll('});', '};');
  const names = Array.from({ length: 100 }, (_, index) => join(root, `file-${index}.js`));
  const sites = names.flatMap((file, number) =>
    Array.from({ length: 50 }, (_, index) => ({
      id: `${number * 50 + index}`.padStart(12, '0'),
      codemod: 'generator-to-async',
      pattern: 'generator-coroutine',
      kind: 'co.wrap',
      file,
      line: index * 4 + 1,
      column: 1,
      endLine: index * 4 + 3,
      endColumn: 4,
      status: /** @type {const} */ ('converted'),
      assumes: /** @type {const} */ (['yield-operand-is-promise']),
      grounds: [],
    })),
  );
  const groups = names.map((path) => ({
    id: path,
    files: [{ path, before: Buffer.from(before), after: Buffer.from(after) }],
  }));
  const migration = { sites, groups, errors: [], files: names.length };
  const report = migrationReport(migration, { root, seconds: 1 });
  const sources = Object.fromEntries(names.map((_, index) => [`file-${index}.js`, before]));
  return formatPage(report, pageOf(sources));
}
