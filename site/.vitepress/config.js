import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitepress';

import { REPOSITORY } from '../../rules/shared/addresses.js';
import { BASE } from '../base.js';
import { COST_PAGES } from '../content/costs.js';
import { withoutNode } from '../engine/vite.js';

const PAGES = fileURLToPath(new URL('../.pages/', import.meta.url));

/**
 * @param {string} folder
 * @returns {{ text: string, link: string }[]} An entry for each page in it.
 */
function pagesIn(folder) {
  return readdirSync(PAGES + folder)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.slice(0, -'.md'.length))
    .map((name) => ({ text: name, link: `/${folder}/${name}` }));
}

/**
 * @param {string} text
 * @param {string} folder
 * @returns {object} What stands beside the pages of a folder.
 */
function section(text, folder) {
  return { text, items: [{ text: 'All', link: `/${folder}/` }, ...pagesIn(folder)] };
}

/**
 * A table whose first column has no title: the empty cell above it is no header.
 *
 * @param {{ tokens: { type: string, tag: string, content: string }[] }} state Of markdown-it.
 */
function withoutEmptyHeaders({ tokens }) {
  tokens.forEach((token, index) => {
    if (token.type === 'th_open' && tokens[index + 1]?.content === '') {
      token.tag = 'td';
      tokens[index + 2].tag = 'td';
    }
  });
}

const GUIDE = {
  text: 'Guide',
  items: [
    { text: 'Where to start', link: '/guide/' },
    { text: 'Questions', link: '/guide/questions' },
    { text: 'A whole project', link: '/migrating' },
    { text: 'Recorded runs', link: '/record' },
    { text: 'The review', link: '/reviewing' },
    { text: 'Reports for programs', link: '/reports' },
    { text: 'Express and mongoose', link: '/guide/express-and-mongoose' },
    { text: 'The library async', link: '/guide/async-library' },
    { text: 'Bluebird', link: '/guide/bluebird' },
    { text: 'co and koa 1', link: '/guide/co-and-koa' },
    { text: 'A library with callbacks', link: '/guide/library-with-callbacks' },
    { text: 'Editors', link: '/editors' },
    { text: 'Hooks and CI', link: '/hooks' },
  ],
};

const EVIDENCE = {
  text: 'Evidence',
  items: [
    { text: 'In short', link: '/evidence' },
    { text: 'Obligations', link: '/obligations/' },
    { text: 'Refusals', link: '/refusals/' },
    { text: 'Other tools', link: '/peers' },
    { text: 'Twelve flows', link: '/flows' },
    { text: 'Precision', link: '/precision' },
    { text: 'Trials', link: '/trials' },
    { text: 'Proof', link: '/proof' },
  ],
};

const COSTS = {
  text: 'Costs',
  items: [
    { text: 'What is slower, what is faster?', link: '/costs/' },
    { text: 'What did each Node change?', link: '/costs/releases' },
    ...COST_PAGES.map(({ name, question }) => ({ text: question, link: `/costs/${name}` })),
  ],
};

export default defineConfig({
  title: 'async-perf',
  description:
    'Rewrites callbacks, coroutines and promise chains to async/await, finds async code that costs, and measures the difference.',
  lang: 'en',
  base: BASE,
  srcDir: '.pages',
  outDir: 'dist',
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    config: (md) => md.core.ruler.push('empty-headers', withoutEmptyHeaders),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY, ariaLabel: 'The repository' }],
    nav: [
      { text: 'Playground', link: '/' },
      { text: 'Guide', link: '/guide/' },
      { text: 'Questions', link: '/guide/questions' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Codemods', link: '/codemods/' },
      { text: 'Costs', link: '/costs/' },
    ],
    sidebar: {
      '/': [GUIDE, EVIDENCE],
      '/costs/': [COSTS],
      '/rules/': [section('Rules', 'rules')],
      '/codemods/': [section('Codemods', 'codemods')],
      '/obligations/': [section('Obligations', 'obligations')],
      '/refusals/': [section('Refusals', 'refusals')],
    },
  },
  vite: {
    // Vue and the editor compare objects by identity: a second copy of one of them, from another node_modules
    // above or beside this one, would leave the page without its playground.
    resolve: {
      dedupe: ['vue', '@codemirror/state', '@codemirror/view', '@codemirror/language'],
    },
    plugins: [withoutNode()],
    worker: { format: 'es', plugins: () => [withoutNode()] },
    build: { target: 'es2022', chunkSizeWarningLimit: 4000 },
    server: { fs: { allow: ['..'] } },
  },
});
