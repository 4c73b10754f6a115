/**
 * `npm run lint:prose` reads the pages, the help texts, the messages of rules, refusals and obligations, and the
 * comments of COMMENTED. It asks for short sentences that name their subject, and for no wordy phrases. The packages
 * that it needs are installed with the site.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { installPackages } from './install.js';

const SITE = fileURLToPath(new URL('./', import.meta.url));

/** The folders whose comments are read. */
const COMMENTED = [
  'bin',
  'rules',
  'codemods',
  'core/analysis',
  'core/codemod',
  'core/config',
  'core/contract',
  'core/edits',
  'core/packages',
  'core/plans',
  'core/project',
  'core/source',
];

installPackages();
const { createLinter, loadLinterFormatter, loadTextlintrc } = await import('textlint');
const { commentRiddles, textsOfCode } = await import('./prose/texts.js');

const linter = createLinter({
  descriptor: await loadTextlintrc({
    configFilePath: `${SITE}.textlintrc.json`,
    node_modulesDir: `${SITE}node_modules`,
    rulesBaseDirectory: `${SITE}prose/rules`,
  }),
});
const results = [
  ...(await linter.lintFiles(pages())),
  ...(await Promise.all(
    (await textsOfCode()).map(({ file, text }) => linter.lintText(text, `${file}.md`)),
  )),
];
const found = results.filter(({ messages }) => messages.length > 0);
if (found.length > 0) {
  const formatter = await loadLinterFormatter({ formatterName: 'stylish' });
  console.log(formatter.format(found));
}
const riddles = commentRiddles(COMMENTED);
riddles.forEach(({ file, line, message }) => console.log(`${file}:${line} ${message}`));
process.exitCode = found.length + riddles.length > 0 ? 1 : 0;

/** @returns {string[]} Every page that people read, of the repository and of the site. */
function pages() {
  return [
    ...markdownIn('../', false),
    ...markdownIn('../docs/', true),
    ...markdownIn('pages/', true),
  ];
}

/**
 * @param {string} folder Relative to the site.
 * @param {boolean} recursive
 * @returns {string[]}
 */
function markdownIn(folder, recursive) {
  const directory = `${SITE}${folder}`;
  return readdirSync(directory, { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${directory}${file.replaceAll('\\', '/')}`);
}
