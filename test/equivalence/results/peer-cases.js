import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { codemod } from '../../../codemods/promise-chain-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { ADOPTED } from '../../codemods/promise-chain/adopted.js';
import { FUNCTIONS } from '../../codemods/promise-chain/functions.js';
import { HANDLERS } from '../../codemods/promise-chain/handlers.js';
import { LAST } from '../../codemods/promise-chain/last.js';
import { LINKS } from '../../codemods/promise-chain/links.js';
import { NAMES } from '../../codemods/promise-chain/names.js';
import { REFUSED } from '../../codemods/promise-chain/refused.js';
import { PEER_FAULTS } from '../../codemods/promise-chain/semantics.js';

/** @import { CaseName } from '../../codemods/promise-chain/semantics.js' */

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const LISTS = {
  adopted: ADOPTED,
  functions: FUNCTIONS,
  handlers: HANDLERS,
  last: LAST,
  links: LINKS,
  names: NAMES,
};

const FIXTURES = fileURLToPath(
  new URL('../../codemods/fixtures/promise-chain-to-async/', import.meta.url),
);

/**
 * @returns {string} The part of `docs/peers.md` on faults that were reported, or found by reading, also
 *   of tools that npm does not have: what they do, and what this project makes of such code.
 */
export function renderPeerCases() {
  const sections = PEER_FAULTS.map(({ peers, fault, right, cases }) => {
    const [first] = cases;
    return `### ${peers.join(', ')}: ${fault}

This project: ${right}. Cases: ${cases.map((name) => `“${name}”`).join(', ')}.
${first ? showCase(first) : ''}`;
  });
  return `## Known faults, case by case

Faults of the conversions of chains that were reported to their authors, or found by reading and running
them: TypeScript’s, @codemodsquad/asyncify’s, and of sgilroy/async-await-codemod, which is not on npm.
Each has cases in this project’s tests; those of \`links\`, \`handlers\`, \`names\`, \`functions\` and
\`adopted\` are run before and after, with every operation failing in turn. The first case of each is
shown with what this project makes of it.

${sections.join('\n')}`;
}

/**
 * @param {CaseName} name
 * @returns {string}
 */
function showCase(name) {
  const { text, file, options } = readCase(name);
  const { source, sites } = convert({ path: file, source: text }, codemod, {
    node: '20',
    ...options,
  });
  const language = path.extname(file).slice(1);
  const before = `\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
  const [reason] = sites.flatMap((site) => site.reason ?? []);
  return source === text
    ? `${before}\nLeft alone: \`${reason}\`.\n`
    : `${before}\n\`\`\`${language}\n${source.trimEnd()}\n\`\`\`\n`;
}

/**
 * @param {CaseName} name
 * @returns {{ text: string, file: string, options?: Record<string, unknown> }}
 * @throws {Error} When there is no such case.
 */
function readCase(name) {
  const [, list = '', title = ''] = /^(\w+): (.*)$/su.exec(name) ?? [];
  if (list === 'fixtures') {
    const directory = path.join(FIXTURES, title);
    const input = readdirSync(directory).find((file) => file.startsWith('input.')) ?? '';
    return { text: readFileSync(path.join(directory, input), 'utf8'), file: input };
  }
  const refused = list === 'refused' && REFUSED.find((each) => each.name === title);
  if (refused) {
    return {
      text: refused.text,
      file: refused.path ?? 'chain.js',
      ...(refused.options && { options: refused.options }),
    };
  }
  const text = LISTS[list]?.[title];
  if (text === undefined) {
    throw new Error(`test/codemods/promise-chain has no case “${name}”.`);
  }
  return {
    text: text.includes('exports.run')
      ? text
      : `function run() {\n${text.replaceAll(/^/gmu, '  ')}\n}\n`,
    file: 'chain.js',
  };
}
