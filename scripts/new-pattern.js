/**
 * `npm run new:pattern NAME`: makes the files of a new pattern, from its detection to its page, with tests
 * that fail until it finds its code. `-- NAME --rule=RULE --codemod=CODEMOD` gives the rule another name
 * than `no-NAME`, and makes a codemod too.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { format, resolveConfig } from 'prettier';

import { enterRule, filesOfPattern } from './new-pattern/templates.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const USAGE =
  'Usage: npm run new:pattern NAME, or npm run new:pattern -- NAME [--rule=no-NAME] [--codemod=CODEMOD]';

/** Words that are joined by hyphens. */
const NAME = /^[a-z]+(?:-[a-z\d]+)*$/u;

/**
 * @param {string[]} args
 * @param {string} [root]
 * @returns {Promise<string[]>} The files that were written.
 * @throws {Error} If a name is none, or a file is there already; then nothing is written.
 */
export async function createPattern(args, root = ROOT) {
  const { values, positionals } = parseArgs({
    args,
    options: { rule: { type: 'string' }, codemod: { type: 'string' } },
    allowPositionals: true,
  });
  const [pattern = ''] = positionals;
  const { rule = `no-${pattern}`, codemod } = values;
  const names = [pattern, rule, ...(codemod === undefined ? [] : [codemod])];
  if (positionals.length !== 1 || !names.every((name) => NAME.test(name))) {
    const given =
      args.length === 0 ? 'The name is missing' : `This names no pattern: ${args.join(' ')}`;
    throw new Error(`${given}.\n${USAGE}\nNames are lower-case words joined by hyphens.`);
  }
  const files = filesOfPattern({ pattern, rule, codemod });
  const taken = [...files.keys()].filter((file) => existsSync(path.join(root, file)));
  if (taken.length > 0) {
    throw new Error(`${taken.join(', ')} is there already: take another name`);
  }
  files.set('index.js', enterRule(readFileSync(path.join(root, 'index.js'), 'utf8'), rule));
  const config = await resolveConfig(path.join(ROOT, 'index.js'));
  for (const [file, text] of files) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    const isFixture = file.includes('/fixtures/');
    writeFileSync(target, isFixture ? text : await format(text, { ...config, filepath: target }));
  }
  return [...files.keys()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const files = await createPattern(process.argv.slice(2));
    console.log(`Wrote\n${files.map((file) => `  ${file}`).join('\n')}`);
    console.log(
      'Next: npm run docs, then make the tests pass. CONTRIBUTING.md says in which order.',
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
