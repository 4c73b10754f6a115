/**
 * Why a site is left as it is. The list is closed, and is the source of `docs/refusals.md`.
 *
 * @typedef {keyof typeof REFUSALS} RefusalReason
 *
 * @typedef {object} RefusalEntry
 * @property {string} message What is in the way; `{subject}` stands for the code that it is about.
 * @property {string} advice What the user can do, one sentence.
 * @property {string} example Code that is refused for this reason.
 */

export const REFUSALS = Object.freeze(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'assumption-off': {
      message: 'the conversion would rest on {subject}, which is switched off',
      advice:
        'Check the site yourself, then run again without --strict or the flag that forbids it.',
      example: 'co(function* () { yield load(); }); // with --strict',
    },
    'conflicting-sites': {
      message: 'another conversion rewrites the same text',
      advice: 'Run the codemod again: the site may convert once the other is done.',
      example: '',
    },
    'engines-too-old': {
      message:
        'async functions do not run on the oldest Node that package.json supports ({subject})',
      advice: 'Raise engines.node to 7.6 or newer, or give --node=VERSION.',
      example: '{ "engines": { "node": ">=4" } }',
    },
    'output-does-not-parse': {
      message: 'the converted file would not parse: {subject}',
      advice: 'Convert the site by hand and report it as a bug with the code.',
      example: '',
    },
    'sync-throw': {
      message: 'a synchronous throw would become a rejection',
      advice: 'Run again without --sync-throws=refuse if callers handle both alike.',
      example: 'const load = co.wrap(function* ({ id }) {}); // with --sync-throws=refuse',
    },
  }),
);

/**
 * @param {import('./pattern.js').Refusal} refusal
 * @returns {{ message: string, advice: string }}
 */
export function describeRefusal({ reason, subject }) {
  const { message, advice } = REFUSALS[reason];
  return { message: message.replace('{subject}', () => subject ?? 'it'), advice };
}
