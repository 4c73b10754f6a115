/** @import { RefusalEntry } from './refusals/table.js' */

import { adviseOption } from './refusals.js';

/**
 * @param {string} reason
 * @param {RefusalEntry} entry
 * @returns {string} What the documentation and the command say about it, in Markdown.
 */
export function refusalSection(reason, { message, advice, example, given, otherwise }) {
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
    [sentence(message.replace('{subject}', '_that code_')), advice, another]
      .filter(Boolean)
      .join(' '),
    ...(example === '' ? [] : [fenced(example, given?.file)]),
    ...settings,
  ].join('\n\n');
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
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
