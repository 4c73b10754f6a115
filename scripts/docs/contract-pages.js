/** @import { RefusalEntry } from '../../core/contract/refusals.js' */

import { ASSUMPTIONS } from '../../core/contract/assumptions.js';
import { DIFFERENCES } from '../../core/contract/differences.js';
import { REFUSALS } from '../../core/contract/refusals.js';

/** @returns {string} `docs/refusals.md`. */
export function refusalsPage() {
  const sections = Object.entries(REFUSALS).map(([reason, entry]) => refusal(reason, entry));
  return `# Refusals

What cannot be converted without a doubt is left as it is, and reported with one of these reasons. The list is complete: each example below is run by the tests, and is refused for its reason. Two reasons have none: they come of a verification command, and of a fault of this tool.

${sections.join('\n\n')}
`;
}

/**
 * @param {string} reason
 * @param {RefusalEntry} entry
 * @returns {string}
 */
function refusal(reason, { message, advice, example, given }) {
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
    `${sentence(message.replace('{subject}', '_that code_'))} ${advice}`,
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

const WORD_BY_DEFAULT = {
  accepted: 'accepted',
  reported: 'accepted, and reported for each site',
  refused: 'never: a site that would show it is left alone',
};

/** @returns {string} `docs/assumptions.md`. */
export function assumptionsPage() {
  const assumptions = Object.entries(ASSUMPTIONS).map(
    ([id, { assumes, byDefault }]) => `| \`${id}\` | ${assumes} | ${byDefault} | \`--no-${id}\` |`,
  );
  const differences = Object.entries(DIFFERENCES).map(
    ([id, { difference, where, byDefault, flag: refusing }]) =>
      `| \`${id}\` | ${difference} | ${where} | ${WORD_BY_DEFAULT[byDefault]} | ${
        refusing ? `\`${refusing}\`` : ''
      } |`,
  );
  return `# Assumptions and accepted differences

Both lists are complete. A conversion that would need anything else is [refused](refusals.md), and one that differs from the original in another way is a bug.

## What a conversion may rest on

The code itself cannot show everything. A conversion that rests on one of these says so for each site; \`--strict\` switches all of them off, and the sites that need them are refused.

| | assumed | by default | switched off by |
| --- | --- | --- | --- |
${assumptions.join('\n')}

## How converted code may differ

| | what an observer may notice | in | by default | refused by |
| --- | --- | --- | --- | --- |
${differences.join('\n')}
`;
}
