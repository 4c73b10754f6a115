/**
 * What the instrumented operations of a program do. Everything is drawn from a seed and from where
 * an operation stands (its label, branch and turn of repetition), never from the order in which
 * operations happen to start: the original and the converted program meet the same world.
 *
 * @typedef {'fulfil' | 'immediate' | 'reject' | 'reject-at-once' | 'throw' | 'never' | 'twice'} Behaviour
 *
 * @typedef {object} Scenario
 * @property {number} seed
 * @property {Readonly<Record<string, Behaviour>>} faults By label; the other operations fulfil.
 * @property {number} immediate Percentage of operations that have fulfilled when they return.
 */

/** The label of the callback that the harness hands to a program. All that it can do is throw. */
export const CALLBACK = 'callback';

/**
 * @param {string} text
 * @param {number} seed
 * @returns {number} FNV-1a, 32 bits.
 */
export function hash(text, seed) {
  let state = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  // FNV leaves the low bits of similar texts alike.
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
}

/**
 * @param {Scenario} scenario
 * @param {string} label
 * @param {string} occurrence
 * @returns {Behaviour}
 */
export function behaviourOf(scenario, label, occurrence) {
  const fault = scenario.faults[label];
  if (fault !== undefined) return fault;
  return hash(`when ${occurrence}`, scenario.seed) % 100 < scenario.immediate
    ? 'immediate'
    : 'fulfil';
}

const VALUES = /** @type {const} */ ([
  'number',
  'number',
  'text',
  'object',
  'object',
  'array',
  'array',
  'zero',
  'empty',
  'null',
  'undefined',
  'true',
]);

/**
 * @param {Scenario} scenario
 * @param {string} occurrence
 * @param {(made: object, name: string) => object} know Remembers an object by name.
 * @returns {unknown} What the operation fulfils with.
 */
export function valueOf(scenario, occurrence, know) {
  const digest = hash(`value ${occurrence}`, scenario.seed);
  const kind = VALUES[digest % VALUES.length];
  switch (kind) {
    case 'number':
      return (digest >>> 8) % 5;
    case 'text':
      return `text ${occurrence}`;
    case 'object':
      return know(
        { label: occurrence, count: (digest >>> 8) % 3, length: 2 },
        `object ${occurrence}`,
      );
    case 'array':
      return know([(digest >>> 8) % 3, occurrence], `array ${occurrence}`);
    case 'zero':
      return 0;
    case 'empty':
      return '';
    case 'null':
      return null;
    case 'true':
      return true;
    default:
      return undefined;
  }
}

/**
 * @param {Scenario} scenario
 * @param {string} occurrence
 * @returns {number} Pending operations settle in the order of this figure.
 */
export const delayOf = (scenario, occurrence) => hash(`delay ${occurrence}`, scenario.seed) % 16;

/**
 * @param {Scenario} calm The scenario in which nothing fails.
 * @param {readonly string[]} labels Of the operations that ran in it.
 * @param {readonly Behaviour[]} faults What may go wrong.
 * @param {number} most
 * @returns {Scenario[]} One fault each, at labels spread over the program, and one with several.
 */
export function troubledScenarios(calm, labels, faults, most) {
  if (labels.length === 0) return [];
  /** @param {string} label @param {number} turn */
  const faultOf = (label, turn) =>
    label === CALLBACK
      ? 'throw'
      : (faults[hash(`fault ${label}`, calm.seed + turn) % faults.length] ?? 'reject');
  const ranked = labels.toSorted(
    (one, other) => hash(one, calm.seed) - hash(other, calm.seed) || (one < other ? -1 : 1),
  );
  const single = ranked
    .slice(0, most)
    .map((label, turn) => ({ ...calm, faults: { [label]: faultOf(label, turn) } }));
  const mixed = {
    ...calm,
    seed: calm.seed + 1,
    faults: Object.fromEntries(
      ranked.filter((_, index) => index % 3 === 0).map((label) => [label, faultOf(label, 7)]),
    ),
  };
  return [...single, mixed];
}

/**
 * @param {Scenario} scenario
 * @returns {Scenario[]} The scenario with one fault less, or with nothing immediate.
 */
export function simplerScenarios(scenario) {
  const labels = Object.keys(scenario.faults);
  const fewer = labels.map((label) => ({
    ...scenario,
    faults: Object.fromEntries(Object.entries(scenario.faults).filter(([each]) => each !== label)),
  }));
  return scenario.immediate > 0 ? [...fewer, { ...scenario, immediate: 0 }] : fewer;
}

/**
 * @param {Scenario} scenario
 * @param {boolean} [combines] Whether the program has promises that are rejected with the first of
 *   several errors: what throws behind an operation that is done at once is in one turn with others.
 * @returns {Scenario} In which whatever rejects takes a turn of its own. The same object when nothing
 *   comes at once.
 */
export function withoutTies(scenario, combines = false) {
  const faults = Object.entries(scenario.faults);
  const isImmediate = combines && scenario.immediate > 0;
  if (!isImmediate && !faults.some(([, fault]) => fault === 'reject-at-once')) return scenario;
  return {
    ...scenario,
    immediate: isImmediate ? 0 : scenario.immediate,
    faults: Object.fromEntries(
      faults.map(([label, fault]) => [label, fault === 'reject-at-once' ? 'reject' : fault]),
    ),
  };
}
