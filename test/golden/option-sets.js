/**
 * The options that golden outputs are recorded with, by the name of the set. Each set is one column of the
 * record: whoever adds a way to ask for more or less adds it here.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, unknown>>>>}
 */
export const OPTION_SETS = Object.freeze({
  default: { node: '20' },
  strict: { node: '20', strict: true },
  accepting: { node: '20', 'callback-timing': 'accept', floating: 'iife' },
});
