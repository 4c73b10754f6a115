import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { nodesOfType } from '../../../core/analysis/syntax/nodes.js';
import { createSourceCode } from '../../../core/source/source-code.js';

/** Rooms whose statements are printed by `core/regions/print`, and by nothing else. */
const ROOMS = ['callbacks', 'patterns/async-lib/flows', 'patterns/callback-function'];

/** What callers see: wrappers call back, and are no regions. */
const BOUNDARY = /^boundary\//u;

/** Text that waits, or catches. */
const WAITS = /\bawait\s|\btry \{|\bcatch (?:\(|\{)/u;

/** Text that branches, loops, or ends a path. */
const LEADS =
  /\b(?:for|if|switch|while) \(|\belse (?:\{|if)|\b(?:return|throw|void) |\b(?:break|continue|return);/u;

describe.each(ROOMS)('core/%s', (room) => {
  const directory = fileURLToPath(new URL(`../../../core/${room}/`, import.meta.url));

  const files = readdirSync(directory, { encoding: 'utf8', recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.js'));

  it.each(files)('%s writes no wait and no `catch` of its own', (file) => {
    expect(textsIn(directory + file).filter((text) => WAITS.test(text))).toEqual([]);
  });

  it.each(files.filter((file) => !BOUNDARY.test(file)))(
    '%s writes no branch, loop or exit of its own',
    (file) => {
      const texts = textsIn(directory + file).filter((text) => !PATTERN.test(text));
      expect(texts.filter((text) => LEADS.test(text))).toEqual([]);
    },
  );
});

/** The source of a regular expression. */
const PATTERN = /^\(\?:/u;

/**
 * @param {string} path
 * @returns {string[]} The literals and the parts of templates of a file.
 */
function textsIn(path) {
  const sourceCode = createSourceCode(readFileSync(path, 'utf8'), path);
  return [
    ...nodesOfType(sourceCode, 'Literal').flatMap(({ value }) =>
      typeof value === 'string' ? [value] : [],
    ),
    ...nodesOfType(sourceCode, 'TemplateElement').map(({ value }) => value.cooked ?? value.raw),
  ];
}
