import { parse } from '@babel/parser';

/**
 * Comments where nobody writes them: a conversion keeps them, or leaves alone what they stand in.
 */

/** @type {import('@babel/parser').ParserOptions} */
const OPTIONS = { sourceType: 'script', allowReturnOutsideFunction: true };

/**
 * @param {string} text
 * @param {number} from Before this it requires what a conversion may take out with all that is in it.
 * @param {() => number} random Below 1.
 * @returns {{ source: string, comments: string[] } | undefined} The program with a few comments between
 *   its tokens; undefined where it means something else with them, or nothing.
 */
export function withComments(text, from, random) {
  const parsed = parse(text, { ...OPTIONS, tokens: true });
  const tokens = (parsed.tokens ?? []).filter(({ start }) => start >= from);
  const count = 1 + Math.floor(random() * 3);
  const places = Array.from(
    { length: count },
    () => tokens[Math.floor(random() * tokens.length)]?.start ?? 0,
  );
  const sorted = [...new Set(places)].sort((one, other) => other - one);
  const comments = sorted.map((_, index) => `kept ${index}`);
  const source = sorted.reduce((written, place, index) => {
    const comment = random() < 0.3 ? `// ${comments[index]}\n` : `/* ${comments[index]} */ `;
    return written.slice(0, place) + comment + written.slice(place);
  }, text);
  return isSame(text, source) ? { source, comments } : undefined;
}

/**
 * @param {string} text
 * @returns {boolean} Whether it is a script.
 */
export function isScript(text) {
  try {
    parse(text, OPTIONS);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} text
 * @param {string} commented
 * @returns {boolean} Whether both are the same statements: the line break behind a comment may end one.
 */
function isSame(text, commented) {
  return isScript(commented) && shapeOf(text) === shapeOf(commented);
}

/** @param {string} text @returns {string} The types of all nodes, in order. */
function shapeOf(text) {
  /** @type {string[]} */
  const types = [];
  JSON.stringify(parse(text, OPTIONS).program, (key, value) => {
    if (key === 'type') types.push(value);
    return key.endsWith('Comments') ? undefined : value;
  });
  return types.join(' ');
}
