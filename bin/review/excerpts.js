import { stretchesOf } from '#review/stretches.js';

/**
 * The code of refused sites, of those files whose whole text a page does not hold anyway.
 *
 * @param {readonly any[]} sites As in the report.
 * @param {Readonly<Record<string, string>>} sources The files that the page holds.
 * @param {(file: string) => string | undefined} textOf Of a file of the project, if it can be read.
 * @returns {Record<string, Record<string, string>>} Lines by file and number.
 */
export function excerptsOf(sites, sources, textOf) {
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  /** @type {Record<string, Record<string, string>>} */
  const excerpts = {};
  const refused = sites.filter(({ status }) => status === 'refused');
  for (const { file, from, to } of refused.flatMap(stretchesOf)) {
    if (Object.hasOwn(sources, file)) {
      continue;
    }
    const lines = texts.get(file) ?? (textOf(file) ?? '').split(/\r?\n/u);
    texts.set(file, lines);
    const own = (excerpts[file] ??= {});
    for (let number = from; number <= Math.min(to, lines.length); number += 1) {
      own[number] = lines[number - 1] ?? '';
    }
  }
  return excerpts;
}
