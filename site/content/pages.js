/**
 * `node site/content/pages.js` writes `site/.pages/`, what the site is made of: the pages of `docs/`, those of
 * `site/pages/`, a page for each refusal and obligation, and the data of the charts.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { OBLIGATIONS } from '../../core/contract/obligations.js';
import { REFUSALS } from '../../core/contract/refusals.js';
import plugin from '../../index.js';
import { REPOSITORY } from '../../rules/shared/addresses.js';
import { COST_PAGES, costData, costPages } from './costs.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = path.join(ROOT, 'docs');
const PAGES = path.join(ROOT, 'site/.pages');

/** Documents that become several pages. */
const SPLIT = new Set(['benchmarks.md', 'refusals.md', 'obligations.md']);

rmSync(PAGES, { recursive: true, force: true });
for (const [file, text] of await allPages()) {
  const target = path.join(PAGES, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
cpSync(path.join(DOCS, 'charts'), path.join(PAGES, 'charts'), { recursive: true });
writeFileSync(path.join(PAGES, 'costs.json'), JSON.stringify(await costData()));

/** @returns {Promise<Map<string, string>>} The text of each page, by its path. */
async function allPages() {
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const file of filesIn(DOCS)) {
    if (!SPLIT.has(file)) {
      pages.set(file, read(path.join(DOCS, file)));
    }
  }
  costPages(read(path.join(DOCS, 'benchmarks.md'))).forEach((text, file) => pages.set(file, text));
  setSections(pages, 'refusals', Object.keys(REFUSALS));
  setSections(pages, 'obligations', Object.keys(OBLIGATIONS));
  pages.set('rules/index.md', listOf('rules', rulesTable()));
  pages.set('codemods/index.md', listOf('codemods', codemodsTable(pages)));
  const linked = new Map([...pages].map(([file, text]) => [file, withLinks(text, file)]));
  const own = path.join(ROOT, 'site/pages');
  filesIn(own).forEach((file) => linked.set(file, read(path.join(own, file))));
  return linked;
}

/**
 * Makes a page of each section of a document.
 *
 * @param {Map<string, string>} pages
 * @param {'refusals' | 'obligations'} folder
 * @param {readonly string[]} names The titles of the sections.
 */
function setSections(pages, folder, names) {
  const [head = '', ...parts] = read(path.join(DOCS, `${folder}.md`)).split(/^## /mu);
  const titleOf = (/** @type {string} */ part) => part.slice(0, part.indexOf('\n'));
  const isNamed = (/** @type {string} */ part) => names.includes(titleOf(part));
  const sections = parts.filter(isNamed);
  const rows = sections.map(
    (part) => `| [\`${titleOf(part)}\`](${titleOf(part)}.md) | ${firstSentence(part)} |`,
  );
  const others = parts.filter((part) => !isNamed(part)).map((part) => `## ${part}`);
  // Its links lead from the folder above.
  const introduction = [head, ...others]
    .join('')
    .replaceAll(/\]\((?=[\w-]+(?:\/[\w-]+)?\.md)/gu, '](../')
    // The table that stands there leads to the sections below it.
    .replaceAll(/^\|.*\n/gmu, '');
  pages.set(
    `${folder}/index.md`,
    [introduction, '| Name | In short |\n| --- | --- |', ...rows].join('\n'),
  );
  for (const part of sections) {
    const page = part.replaceAll(/\]\((?=[\w-]+(?:\/[\w-]+)?\.md)/gu, '](../');
    pages.set(
      `${folder}/${titleOf(part)}.md`,
      `# ${page.trimEnd()}\n\n[All ${folder}](index.md)\n`,
    );
  }
}

/** @param {string} section */
function firstSentence(section) {
  const text = section.split('\n\n')[1] ?? '';
  return (
    text
      .replaceAll('**', '')
      .replaceAll('|', '\\|')
      .split(/(?<=[.?!]) /u)[0] ?? ''
  );
}

/** @returns {string} */
function rulesTable() {
  const rows = Object.entries(plugin.rules ?? {}).map(([name, { meta }]) => {
    const isRecommended = `async-perf/${name}` in recommendedRules();
    return `| [\`${name}\`](${name}.md) | ${meta?.docs?.description ?? ''} | ${isRecommended ? 'yes' : ''} | ${meta?.fixable ? 'fix' : meta?.hasSuggestions ? 'suggestion' : ''} |`;
  });
  return [
    '| Rule | What it is about | Recommended | Repair |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** @returns {object} */
function recommendedRules() {
  const { recommended } = /** @type {any} */ (plugin.configs);
  return Object.assign({}, ...[recommended].flat().map(({ rules }) => rules));
}

/**
 * @param {ReadonlyMap<string, string>} pages
 * @returns {string}
 */
function codemodsTable(pages) {
  const rows = [...pages]
    .filter(([file]) => /^codemods\/(?!index)/u.test(file))
    .map(([file, text]) => {
      const [, first = ''] = /^# .*\n\n(.*)$/mu.exec(text) ?? [];
      return `| [\`${path.basename(file, '.md')}\`](${path.basename(file)}) | ${first} |`;
    });
  return ['| Codemod | What it does |', '| --- | --- |', ...rows].join('\n');
}

/**
 * @param {string} folder
 * @param {string} table
 * @returns {string}
 */
function listOf(folder, table) {
  return `# All ${folder}\n\n${table}\n`;
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {string} With links to the pages that documents have become, and to the repository for what is no page.
 */
function withLinks(text, file) {
  const up = '../'.repeat(file.split('/').length - 1);
  return text
    .replaceAll(/\]\((?<path>[^)\s#:]*)(?:#(?<anchor>[^)\s]+))?\)/gu, (link, given, anchor) => {
      const target =
        given === ''
          ? file
          : path.posix.normalize(path.posix.join(path.posix.dirname(file), given));
      const own = `${up || './'}`;
      if (target === 'benchmarks.md') {
        const page = COST_PAGES.find(({ titles }) =>
          titles.some((title) => slug(title) === anchor),
        );
        return `](${own}costs/${page?.name ?? 'index'}.md)`;
      }
      if (target === 'refusals.md' || target === 'obligations.md') {
        const folder = path.basename(target, '.md');
        return `](${own}${folder}/${anchor ?? 'index'}.md)`;
      }
      if (target.startsWith('../')) {
        return `](${REPOSITORY}/blob/main/${target.slice('../'.length)}${anchor ? `#${anchor}` : ''})`;
      }
      return link;
    })
    .replaceAll(/\]\((?:\.\.\/)*charts\//gu, `](${up || './'}charts/`);
}

/** @param {string} title */
function slug(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
}

/**
 * @param {string} directory
 * @returns {string[]} The Markdown files below it, relative to it, with slashes.
 */
function filesIn(directory) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replaceAll('\\', '/'));
}

/** @param {string} file */
function read(file) {
  return readFileSync(file, 'utf8');
}
