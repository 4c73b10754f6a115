import { readFileSync } from 'node:fs';

/**
 * @param {string} page Of `docs/`.
 * @returns {Map<string, string>} The files that a page shows, by the name that stands before them.
 */
export function filesOfPage(page) {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const shown = text.matchAll(/^`([^`]+)`:\n\n```\w+\n(.*?)^```$/gmsu);
  return new Map([...shown].map(([, name = '', content = '']) => [name, content]));
}

/**
 * @param {string} page Of `docs/`.
 * @param {string} heading
 * @returns {string[]} The commands of the section's first block for a shell.
 */
export function commandsOf(page, heading) {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [, block = ''] = /^```sh\n(.*?)^```$/msu.exec(section.split('\n## ')[0] ?? '') ?? [];
  return block.trim().split('\n');
}
