import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { OBLIGATIONS, questionOf } from '../../core/contract/obligations.js';
import { REFUSALS } from '../../core/contract/refusals.js';
import plugin from '../../index.js';
import findRiddles from './riddles.cjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { parse } = createRequire(import.meta.url)('@babel/parser');

/**
 * A text of the code that people read, as Markdown: a paragraph for each message.
 *
 * @typedef {object} CodeText
 * @property {string} file Says where the text comes from.
 * @property {string} text
 */

/** @returns {Promise<CodeText[]>} */
export async function textsOfCode() {
  return [
    { file: 'messages of rules', text: ruleMessages() },
    { file: 'messages of refusals', text: refusalMessages() },
    { file: 'obligations', text: obligationTexts() },
    ...['bench/command.js', ...sourcesIn('bin')].flatMap((file) => helpOf(file)),
  ];
}

/** @returns {string} */
function ruleMessages() {
  const texts = Object.values(plugin.rules ?? {}).flatMap(({ meta }) => [
    ...Object.values(meta?.messages ?? {}),
    `${meta?.docs?.description ?? ''}.`,
  ]);
  return texts.join('\n\n');
}

/** @returns {string} */
function refusalMessages() {
  return Object.values(REFUSALS)
    .map(({ message, advice }) => `${message.replace('{subject}', '`code`')}. ${advice}`)
    .map((text) => text.charAt(0).toUpperCase() + text.slice(1))
    .join('\n\n');
}

/** @returns {string} */
function obligationTexts() {
  return Object.values(OBLIGATIONS)
    .map(
      (each) =>
        `${questionOf(each)} A conversion would change what this code does: ${each.unless}.`,
    )
    .join('\n\n');
}

/**
 * @param {string} file
 * @returns {CodeText[]} The help text that the file has, if it has one.
 */
function helpOf(file) {
  const [, help] =
    /^(?:export )?const (?:HELP|BENCH_USAGE) = `(.*?)`;$/msu.exec(
      readFileSync(path.join(ROOT, file), 'utf8'),
    ) ?? [];
  return help === undefined
    ? []
    : [{ file: `help of ${file}`, text: paragraphsOf(help.replaceAll('\\`', '`')) }];
}

/**
 * @param {string} help
 * @returns {string} Without usage, options and examples, which are indented.
 */
function paragraphsOf(help) {
  return help
    .split('\n')
    .map((line) => (line.startsWith('  ') ? '' : line))
    .join('\n');
}

/**
 * @param {readonly string[]} folders
 * @returns {{ file: string, line: number, message: string }[]} The sentences of comments that do not name
 *   their subject.
 */
export function commentRiddles(folders) {
  return folders.flatMap(sourcesIn).flatMap((file) => {
    const { comments } = parse(readFileSync(path.join(ROOT, file), 'utf8'), {
      sourceType: 'module',
      errorRecovery: true,
    });
    return comments.flatMap(({ loc, value }) =>
      paragraphsOfComment(value)
        .flatMap((text) => findRiddles(text))
        .map(({ message }) => ({ file, line: loc.start.line, message })),
    );
  });
}

/**
 * @param {string} value A comment, without its delimiters.
 * @returns {string[]} What it says, and what each of its tags says.
 */
function paragraphsOfComment(value) {
  return value
    .replace(/^\*/u, '')
    .replaceAll(/^[ \t]*\* ?/gmu, '')
    .split(/^\s*@\w+(?: \{[^\n]*\})?(?: \[?[\w.]+\]?)?\s/mu)
    .map((text) => text.trim());
}

/**
 * @param {string} folder
 * @returns {string[]} Its JavaScript files, relative to the root.
 */
function sourcesIn(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}
