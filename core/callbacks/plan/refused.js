/** @import { RefusalReason } from '../../contract/refusals.js' */

/**
 * Ends the planning of a function from however deep inside it: a function converts as a whole or not
 * at all. It is no error, which would take its stack down each time: refusals are the common case.
 */
export class Refused {
  /**
   * @param {RefusalReason} reason
   * @param {string} [subject] The source text that the reason is about.
   * @param {{ isOfCallee?: boolean }} [about] Whether the reason is what the function reads of what it
   *   calls, and not what it calls back with itself.
   */
  constructor(reason, subject, { isOfCallee = false } = {}) {
    this.isOfCallee = isOfCallee;
    /** @type {import('../../contract/pattern.js').Refusal} */
    this.refusal = { reason, ...(subject !== undefined && { subject }) };
  }

  /**
   * @param {import('../../contract/pattern.js').Refusal} refusal
   * @returns {Refused}
   */
  static because(refusal) {
    const refused = new Refused(refusal.reason);
    refused.refusal = refusal;
    return refused;
  }
}

/**
 * @param {import('../../contract/obligations.js').ObligationId} obligation
 * @param {string} subject The code that it is about, in backticks.
 * @param {import('../../analysis/environment/observed.js').Observed} observed
 * @returns {Refused} For what recorded runs saw against it.
 */
export function seenOtherwise(obligation, subject, { how }) {
  return new Refused('seen-otherwise', `${subject} ${how} (\`${obligation}\`)`);
}

/**
 * @param {() => void} plan
 * @returns {Refused | undefined} Why it ends, where it is refused.
 */
export function refusalOf(plan) {
  try {
    plan();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    return error;
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
