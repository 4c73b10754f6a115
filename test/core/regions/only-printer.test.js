import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { nodesOfType } from '../../../core/analysis/nodes.js';
import { createSourceCode } from '../../../core/source/source-code.js';

/** Rooms whose waits are printed by `core/regions/print`, and by nothing else. */
const ROOMS = ['callbacks', 'patterns/callback-function'];

/** One `try` around a whole handler is not a region yet. */
const APART = new Set(['errors/one-try.js']);

/** Text that waits, or catches. */
const WRITES = /\bawait\s|\btry \{|\bcatch (?:\(|\{)/u;

describe.each(ROOMS)('core/%s', (room) => {
  const directory = fileURLToPath(new URL(`../../../core/${room}/`, import.meta.url));

  const files = readdirSync(directory, { encoding: 'utf8', recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.js') && !APART.has(file));

  it.each(files)('%s writes no wait and no `catch` of its own', (file) => {
    const sourceCode = createSourceCode(readFileSync(directory + file, 'utf8'), file);
    const texts = [
      ...nodesOfType(sourceCode, 'Literal').flatMap(({ value }) =>
        typeof value === 'string' ? [value] : [],
      ),
      ...nodesOfType(sourceCode, 'TemplateElement').map(({ value }) => value.cooked ?? value.raw),
    ];
    expect(texts.filter((text) => WRITES.test(text))).toEqual([]);
  });
});
