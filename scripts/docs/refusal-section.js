/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { RefusalEntry } from '../../core/contract/refusals/table.js' */

import { adviseOption } from '../../core/contract/refusals.js';
import { refuseExample } from './refused-example.js';

/**
 * @param {string} reason
 * @param {RefusalEntry} entry
 * @param {readonly Codemod[]} codemods
 * @returns {string} The section of `docs/refusals.md`, which `async-perf explain` prints too.
 */
export function refusalSection(reason, entry, codemods) {
  const { advice, example, given, otherwise } = entry;
  const another = otherwise && adviseOption(otherwise, 'NAME');
  const settings = [
    given?.options && `With ${Object.entries(given.options).map(flag).join(' ')}.`,
    given?.manifest &&
      `With a package.json that has \`${JSON.stringify(given.manifest).slice(1, -1)}\`.`,
    ...Object.entries(given?.siblings ?? {}).map(
      ([name, text]) => `Beside \`${name}\`:\n\n${fenced(text, name)}`,
    ),
  ].filter(Boolean);
  return [
    `## ${reason}`,
    [sentence(messageOf(reason, entry, codemods)), advice, another].filter(Boolean).join(' '),
    ...(example === '' ? [] : [fenced(example, given?.file)]),
    ...settings,
  ].join('\n\n');
}

/**
 * @param {string} reason
 * @param {RefusalEntry} entry
 * @param {readonly Codemod[]} codemods
 * @returns {string} The message that the example gets.
 */
function messageOf(reason, entry, codemods) {
  const hasSubject = entry.message.includes('{subject}') && entry.example !== '';
  const refused = hasSubject
    ? refuseExample(entry, codemods).find((site) => site.reason === reason)
    : undefined;
  // A name alone is code, too.
  const subject = refused?.subject?.replace(/^[\w$]+$/u, '`$&`');
  return entry.message.replace('{subject}', () => subject ?? '_that code_');
}

/**
 * @param {[name: string, value: unknown]} option
 * @returns {string}
 */
function flag([name, value]) {
  return value === true ? `\`--${name}\`` : `\`--${name}=${String(value)}\``;
}

/**
 * @param {string} text
 * @param {string} [file]
 * @returns {string}
 */
function fenced(text, file = 'example.js') {
  return `\`\`\`${/\.[cm]?tsx?$/u.test(file) ? 'ts' : 'js'}\n${text}\n\`\`\``;
}

/**
 * @param {string} message
 * @returns {string}
 */
function sentence(message) {
  const text = message.replaceAll(/\s+/gu, ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
