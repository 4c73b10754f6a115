import { REFUSALS } from '../contract/refusals.js';

/**
 * @param {string} text The message of a refusal, or its subject.
 * @param {string} reason
 * @returns {string[]} The code that it quotes, without the text that all messages of the reason have.
 */
export function quotedCode(text, reason) {
  const { message: template = '' } = REFUSALS[/** @type {keyof typeof REFUSALS} */ (reason)] ?? {};
  return [...text.matchAll(/`([^`]+)`/gu)]
    .filter(([quoted]) => !template.includes(quoted))
    .map(([, code = '']) => code.replace(/…$/u, ''));
}
