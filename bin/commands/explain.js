import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { OptionError } from '../../core/contract/options.js';
import { pageAddress } from '../../rules/shared/addresses.js';
import { readArguments } from '../arguments.js';
import { renderMarkdown } from '../terminal/markdown.js';
import { askFor } from '../terminal/spelling.js';
import { createPaint } from '../terminal/style.js';

const HELP = `async-perf explain [NAME …]

Prints the page of a rule or a codemod: what it finds, what it costs, what is converted, what stays.
Also explains the reasons and obligations that a report of \`migrate\` names. Without a name, it lists
all names.

Examples
  npx async-perf explain no-promise-wrapped-await
  npx async-perf explain generator-to-async
  npx async-perf explain yield-operand-unknown

Exit codes
  0 explained   2 no such name
`;

const DOCS = new URL('../../docs/', import.meta.url);

/** The name of a reason or an obligation: pages have other headings too. */
const NAME = /^[a-z][a-z-]*$/u;

/** Wider paragraphs are hard to read. */
const WIDEST = 100;

/**
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 * @throws {OptionError} Naming what is close to a name that is not there.
 */
export async function runExplain(args) {
  const { values, positionals } = readArguments('explain', {
    args,
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const subjects = readSubjects();
  const texts = positionals.length > 0 ? positionals.map(explain) : [listSubjects(subjects)];
  const { columns } = process.stdout;
  process.stdout.write(
    renderMarkdown(texts.join('\n\n'), {
      paint: createPaint(process.stdout),
      ...(columns && { width: Math.min(columns, WIDEST) }),
    }),
  );
  return 0;

  /** @param {string} given */
  function explain(given) {
    const name = given.replace(/^async-perf\//u, '');
    // An obligation may be the reason of a refusal, of the same name.
    const named = subjects.filter((candidate) => candidate.name === name);
    if (named.length === 0) {
      const names = subjects.map((subject) => subject.name);
      const hint = askFor(name, names) || ': `async-perf explain` lists all names';
      throw new OptionError(`there is nothing to explain of the name '${given}'${hint}`);
    }
    return named.map(({ read }) => read()).join('\n\n');
  }
}

/**
 * @typedef {object} Subject
 * @property {string} kind
 * @property {string} name
 * @property {() => string} read Gives its Markdown.
 */

/** @returns {Subject[]} */
function readSubjects() {
  return [
    ...pagesIn('rules', 'Rules'),
    ...pagesIn('codemods', 'Codemods'),
    ...sectionsOf('refusals.md', 'Reasons of refusals'),
    ...sectionsOf('obligations.md', 'Obligations'),
  ];
}

/**
 * @param {'rules' | 'codemods'} folder
 * @param {string} kind
 * @returns {Subject[]}
 */
function pagesIn(folder, kind) {
  const directory = new URL(`${folder}/`, DOCS);
  const files = existsSync(directory) ? readdirSync(directory).sort() : [];
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({
      kind,
      name: file.slice(0, -'.md'.length),
      read: () =>
        `${readFileSync(new URL(file, directory), 'utf8').trimEnd()}\n\nThis page with its links: ${pageAddress(`${folder}/${file}`)}`,
    }));
}

/**
 * @param {string} file A page with a section for each name.
 * @param {string} kind
 * @returns {Subject[]}
 */
function sectionsOf(file, kind) {
  const page = new URL(file, DOCS);
  const [, ...sections] = existsSync(page) ? readFileSync(page, 'utf8').split(/^## /mu) : [];
  return sections
    .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }))
    .filter(({ name }) => NAME.test(name))
    .map(({ name, text }) => ({
      kind,
      name,
      read: () =>
        `## ${text.trimEnd()}\n\nThis section with its links: ${pageAddress(`${file}#${name}`)}`,
    }));
}

/**
 * @param {readonly Subject[]} subjects
 * @returns {string}
 */
function listSubjects(subjects) {
  const kinds = [...new Set(subjects.map(({ kind }) => kind))];
  return kinds
    .map((kind) => {
      const names = subjects.filter((subject) => subject.kind === kind).map(({ name }) => name);
      return `# ${kind}\n\n${names.map((name) => `- ${name}`).join('\n')}`;
    })
    .join('\n\n');
}
