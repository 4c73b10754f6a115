import { createInterface } from 'node:readline';

import { OptionError } from '../../core/contract/options.js';

/**
 * Asks questions that one letter answers. Answers may come from a pipe, too; when there are no more,
 * the last choice is taken, but that there is none at all is a mistake.
 *
 * @template {string} Choice
 * @param {readonly [Choice, ...Choice[]]} choices Their first letters differ.
 * @param {{ input: NodeJS.ReadableStream, output: { write: (text: string) => unknown } }} terminal
 * @param {string} unanswered The message of the error where there is no answer at all.
 * @returns {{ ask: (question: string) => Promise<Choice>, askForText: (question: string) => Promise<string>, close: () => void }}
 *   `askForText` takes any line, and an empty one where there are no more.
 */
export function createPrompt(choices, { input, output }, unanswered) {
  const reader = createInterface({ input });
  const answers = reader[Symbol.asyncIterator]();
  const letters = choices.map((choice) => `[${choice[0]}]${choice.slice(1)}`).join(', ');
  let isAnswered = false;
  return {
    async ask(question) {
      for (;;) {
        output.write(`${question} ${letters}: `);
        const { done, value = '' } = await answers.next();
        if (done && !isAnswered) {
          output.write('\n');
          throw new OptionError(unanswered);
        }
        isAnswered = true;
        const last = /** @type {Choice} */ (choices.at(-1));
        const choice = done
          ? last
          : choices.find((candidate) => candidate[0] === value.trim().toLowerCase()[0]);
        if (choice !== undefined) {
          return choice;
        }
      }
    },
    async askForText(question) {
      output.write(`${question}: `);
      const { value = '' } = await answers.next();
      return value.trim();
    },
    close: () => reader.close(),
  };
}
