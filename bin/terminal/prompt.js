import { createInterface } from 'node:readline';

/**
 * Asks questions that one letter answers. Answers may come from a pipe, too; when there are no more,
 * the last choice is taken.
 *
 * @template {string} Choice
 * @param {readonly [Choice, ...Choice[]]} choices Their first letters differ.
 * @param {{ input: NodeJS.ReadableStream, output: { write: (text: string) => unknown } }} terminal
 * @returns {{ ask: (question: string) => Promise<Choice>, close: () => void }}
 */
export function createPrompt(choices, { input, output }) {
  const reader = createInterface({ input });
  const answers = reader[Symbol.asyncIterator]();
  const letters = choices.map((choice) => `[${choice[0]}]${choice.slice(1)}`).join(', ');
  return {
    async ask(question) {
      for (;;) {
        output.write(`${question} ${letters}: `);
        const { done, value = '' } = await answers.next();
        const last = /** @type {Choice} */ (choices.at(-1));
        const choice = done
          ? last
          : choices.find((candidate) => candidate[0] === value.trim().toLowerCase()[0]);
        if (choice !== undefined) {
          return choice;
        }
      }
    },
    close: () => reader.close(),
  };
}
