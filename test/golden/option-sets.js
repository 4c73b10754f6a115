/**
 * The options that golden outputs are recorded with, by the name of the set. Each set is one column of the
 * record: whoever adds a way to ask for more or less adds it here.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, unknown>>>>}
 */
export const OPTION_SETS = Object.freeze({
  strict: { node: '20', trust: 'strict' },
  library: { node: '20', trust: 'library' },
  application: { node: '20', trust: 'application' },
});
