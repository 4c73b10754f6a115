/** @import { RefusalReason } from '../../contract/refusals.js' */

/**
 * Ends the planning of a function from however deep inside it: a function converts as a whole or not
 * at all. It is no error, which would take its stack down each time: refusals are the common case.
 */
export class Refused {
  /**
   * @param {RefusalReason} reason
   * @param {string} [subject] The source text that the reason is about.
   */
  constructor(reason, subject) {
    /** @type {import('../../contract/pattern.js').Refusal} */
    this.refusal = { reason, ...(subject !== undefined && { subject }) };
  }
}

const MAX_QUOTE = 40;

/**
 * @param {{ text: string }} sourceCode
 * @param {{ range: readonly [number, number] }} node
 * @returns {string} The node's first line in backticks, for a message.
 */
export function quote({ text }, { range }) {
  const [line = ''] = text.slice(...range).split('\n', 1);
  const isWhole = line.length === range[1] - range[0] && line.length <= MAX_QUOTE;
  return isWhole ? `\`${line}\`` : `\`${line.slice(0, MAX_QUOTE - 1).trimEnd()}…\``;
}
