import { valueOf } from './kinds.js';

/**
 * How the type of a node-style callback is written, and how such a callback is called.
 *
 * @import { Draw } from '../draw.js'
 * @import { Kind, Scope } from './kinds.js'
 *
 * @typedef {'error' | 'errno' | 'optional' | 'undefined' | 'any' | 'unknown'} ErrorKind
 *
 * @typedef {object} CallbackType
 * @property {string} text
 * @property {ErrorKind} error
 * @property {readonly Kind[]} results
 * @property {boolean} isRequired Whether results have to be given beside an error.
 * @property {boolean} isOptional Whether there need not be a callback.
 * @property {boolean} isUntyped Whether nothing is said of it.
 * @property {string} returns
 * @property {readonly string[]} names What has to be declared.
 */

/** How errors are written, by kind. @type {Readonly<Record<ErrorKind, readonly string[]>>} */
const ERRORS = {
  error: ['err: Error | null', 'error: Error | null', 'err: null | Error'],
  errno: ['err: NodeJS.ErrnoException | null'],
  optional: [
    'err?: Error | null',
    'err?: NodeJS.ErrnoException | null',
    'err: Error | null | undefined',
  ],
  undefined: ['err?: Error', 'err: Error | undefined'],
  any: ['err: any', 'err?: any'],
  unknown: ['err: unknown', 'err?: unknown'],
};

/** Types with names, which files declare that use them. */
export const CALLBACK_DECLARATIONS = {
  Callback: 'type Callback<T = void> = (err: Error | null, value?: T) => void',
  Done: 'interface Done<T = void> { (err: Error | null, value?: T): void }',
  Required2: 'type Required2<T> = (err: NodeJS.ErrnoException | null, value: T) => void',
  Both: 'type Both<A, B> = (err: Error | null, first?: A, second?: B) => void',
  NumberCallback: 'type NumberCallback = (err: Error | null, value?: number) => void',
  Plain: 'type Plain = (err?: Error | null) => void',
  NodeBack: 'type NodeBack<T> = { (err: NodeJS.ErrnoException | null, value?: T): void }',
  Generic: 'type Generic<E extends Error, T> = (err: E | null, value?: T) => void',
};

/**
 * @param {Draw} draw
 * @param {readonly Kind[]} results
 * @param {boolean} [isContextual] Whether the callback has no type where it is used.
 * @returns {CallbackType}
 */
export function drawCallbackType(draw, results, isContextual = false) {
  const made = draw.chance(45)
    ? namedType(draw, results)
    : writtenType(draw, results, isContextual);
  const isOptional = draw.chance(15);
  const isUnion = !isOptional && draw.chance(3);
  return {
    ...made,
    text: isUnion ? `${enclosed(made.text)} | undefined` : made.text,
    isOptional: isOptional || isUnion,
    names: [...made.names, ...results.flatMap(({ names }) => names)],
  };
}

/** @param {string} text */
export const enclosed = (text) => (/=>/u.test(text) ? `(${text})` : text);

/** @type {Omit<CallbackType, 'text' | 'results'>} */
const USUAL = {
  error: 'error',
  isRequired: false,
  isOptional: false,
  isUntyped: false,
  returns: 'void',
  names: [],
};

/** @param {Draw} draw @param {readonly Kind[]} results @param {boolean} isContextual @returns {CallbackType} */
function writtenType(draw, results, isContextual) {
  if (draw.chance(10)) {
    const text = draw.pick(['any', 'any', isContextual ? 'any' : 'Function']);
    return { ...USUAL, text, results, error: 'any', isUntyped: true };
  }
  if (results.length === 1 && !isContextual && draw.chance(4)) {
    const [result] = results;
    const text = `(...args: [Error] | [null, ${result?.text}]) => void`;
    return { ...USUAL, text, results };
  }
  const error = draw.pick(
    /** @type {const} */ ([
      'error',
      'error',
      'error',
      'errno',
      'errno',
      'optional',
      'undefined',
      'any',
      'unknown',
    ]),
  );
  const first = draw.pick(ERRORS[error]);
  const isRequired = results.length > 0 && !first.includes('?') && draw.chance(25);
  const returns = draw.pick(['void', 'void', 'void', 'void', 'any', 'unknown']);
  const parameters = [
    first,
    ...results.map(({ text }, index) => {
      const name = draw.pick(['value', 'result', 'data']) + (index || '');
      return `${name}${isRequired ? '' : '?'}: ${text}`;
    }),
  ].join(', ');
  const text = draw.chance(10)
    ? `{ (${parameters}): ${returns} }`
    : `(${parameters}) => ${returns}`;
  return { ...USUAL, text, error, results, isRequired, returns };
}

/** @param {Draw} draw @param {readonly Kind[]} results @returns {CallbackType} */
function namedType(draw, results) {
  const [first, second] = results;
  /** @param {string} name @param {string} given @param {Partial<CallbackType>} [more] @returns {CallbackType} */
  const named = (name, given, more = {}) => ({
    ...USUAL,
    text: given ? `${name}<${given}>` : name,
    results,
    names: [name],
    ...more,
  });
  if (!first) {
    return draw.pick([
      named('Callback', ''),
      named('Done', ''),
      named('Plain', '', { error: 'optional' }),
    ]);
  }
  if (second) return named('Both', `${first.text}, ${second.text}`);
  return draw.pick([
    named('Callback', first.text),
    named('Callback', first.text),
    named('Done', first.text),
    named('Required2', first.text, { isRequired: true, error: 'errno' }),
    named('NodeBack', first.text, { error: 'errno' }),
    named('Generic', `${draw.pick(['Error', 'NodeJS.ErrnoException'])}, ${first.text}`),
    ...(first.text === 'number' ? [named('NumberCallback', ''), named('NumberCallback', '')] : []),
  ]);
}

/**
 * @param {CallbackType} given What a callee calls back with.
 * @param {CallbackType} taken The type of a callback.
 * @returns {boolean} Whether such a callback may be given to it.
 */
export function isTakenBy(given, taken) {
  if (taken.isOptional) return false;
  if (taken.isUntyped) return taken.text === 'any';
  if (given.isUntyped) return true;
  const isError =
    taken.error === given.error ||
    ['any', 'unknown'].includes(taken.error) ||
    given.error === 'any' ||
    (['error', 'errno'].includes(given.error) &&
      ['error', 'errno', 'optional'].includes(taken.error)) ||
    (given.error === 'undefined' && taken.error === 'optional');
  return (
    isError &&
    (given.isRequired || !taken.isRequired) &&
    taken.results.every(({ text }, index) => given.results[index]?.text === text)
  );
}

/**
 * @typedef {object} Ending How a function comes to its end.
 * @property {string} name Of its callback.
 * @property {CallbackType} type
 */

/**
 * @param {Draw} draw
 * @param {Ending} ending
 * @param {string} error
 * @returns {string} Calls back with the error.
 */
export function failing(draw, ending, error) {
  const { isRequired, results } = ending.type;
  const fill = () => draw.pick(['undefined!', 'null as any', 'undefined as any', '{} as any']);
  const rest = isRequired ? results.map(fill) : [];
  return called(draw, ending, [error, ...rest].join(', '));
}

/**
 * @param {Draw} draw
 * @param {Ending} ending
 * @param {Scope} scope
 * @returns {string} Calls back with results.
 */
export function passing(draw, ending, scope) {
  return called(draw, ending, passedArguments(draw, ending, scope));
}

/** @param {Draw} draw @param {Ending} ending @param {Scope} scope @returns {string} What that gives. */
export function passedArguments(
  draw,
  { type: { text, error, results, isRequired, isUntyped } },
  scope,
) {
  const none = { undefined: 'undefined', optional: draw.pick(['null', 'undefined']) };
  const first = none[/** @type {keyof typeof none} */ (error)] ?? 'null';
  const isBare = /err\?:|^Plain$/u.test(text);
  const given = results.map((each) => valueOf(draw, scope, each));
  if (results.length === 0 && isBare && draw.chance(50)) return '';
  const isShort = !isRequired && !isUntyped && draw.chance(8);
  return [first, ...(isShort ? [] : given)].join(', ');
}

/** @param {Draw} draw @param {Ending} ending @param {string} given */
function called(draw, { name, type: { isOptional } }, given) {
  if (!isOptional) return `${name}(${given})`;
  return draw.pick([`${name}!(${given})`, `${name}?.(${given})`, `${name} && ${name}(${given})`]);
}
