/** @import { Obligation } from '../../core/contract/obligations.js' */

import { questionOf } from '../../core/contract/obligations.js';

/**
 * @param {string} id
 * @param {Obligation} obligation
 * @returns {string} The section of `docs/obligations.md`, which `async-perf explain` prints too.
 */
export function obligationSection(id, obligation) {
  const { unless, where, fails, shownBy, parts, assumedFrom, floor, observations } = obligation;
  return [
    `## ${id}`,
    `**${questionOf(obligation)}**`,
    `In this code the answer is no:`,
    `\`\`\`js\n${fails}\n\`\`\``,
    `A conversion would change what this code does: ${unless}.`,
    [
      `- Asked by the codemods for: ${where}.`,
      `- The answer is shown by: ${shownBy}.`,
      ...(parts
        ? [`- Each of these is enough: ${parts.map((part) => `\`${part}\``).join(', ')}.`]
        : []),
      ...(floor ? [`- Never assumed without: ${floor}.`] : []),
      `- ${assumption(id, assumedFrom)}`,
      observations === undefined
        ? '- A recorded run cannot show it.'
        : `- A recorded run shows it with ${observations === 1 ? 'one call' : `${observations} calls`}.`,
    ].join('\n'),
  ].join('\n\n');
}

/**
 * @param {string} id
 * @param {Obligation['assumedFrom']} assumedFrom
 * @returns {string} From which trust it may be assumed.
 */
function assumption(id, assumedFrom) {
  switch (assumedFrom) {
    case 'strict':
      return 'Always assumed, without a word in the report.';
    case 'library':
      return `Assumed with \`--trust=library\` and \`application\`; \`--refuse=${id}\` wants it shown.`;
    case 'application':
      return `Assumed with \`--trust=application\`, or with \`--accept=${id}\`.`;
    default:
      return `Never assumed, unless \`--accept=${id}\` says so.`;
  }
}
