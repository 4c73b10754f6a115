import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../converters.js';

/**
 * @param {string} name
 * @returns {any} What the last run found.
 */
export const readResults = (name) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'));

/**
 * @param {string} name Of the results, and of the document in `docs/`.
 * @param {unknown} results
 * @param {(results: any) => string} render
 * @returns {Promise<void>}
 */
export async function writeResults(name, results, render) {
  const json = await format(JSON.stringify(results), { parser: 'json', printWidth: 100 });
  writeFileSync(join(import.meta.dirname, `${name}.json`), json);
  writeFileSync(join(ROOT, 'docs', `${name}.md`), await formatDocument(render(results)));
}

/**
 * @param {string} markdown
 * @returns {Promise<string>}
 */
export const formatDocument = (markdown) =>
  format(markdown, {
    parser: 'markdown',
    printWidth: 100,
    singleQuote: true,
    proseWrap: 'preserve',
  });
