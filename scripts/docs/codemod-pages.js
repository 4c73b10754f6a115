import { hasMarkers, replaceBetween } from '../../bench/report/markers.js';
import { countReadings } from './readings.js';

/**
 * What of a codemod's page follows from runs: the code of its examples, which are fixtures that a test
 * runs before and after, and how much of the code of published packages it converts.
 */

/**
 * @typedef {object} Examples
 * @property {string} codemod
 * @property {(path: string) => Promise<string>} read Of the repository's files.
 */

/** @import { Draw } from '../../test/corpus/readings.js' */
/** @import { CountedCalls } from './readings.js' */

/** @typedef {{ verdict?: string }} Judged */

const EXAMPLE = /<!-- begin example ([\w-]+) -->/gu;

/**
 * @param {string} page
 * @param {string} file For messages.
 * @param {Examples} from
 * @returns {Promise<string>} The page, each example with the text of the fixture of its name.
 */
export async function withExamples(page, file, { codemod, read }) {
  let written = page;
  for (const [, name = ''] of page.matchAll(EXAMPLE)) {
    const directory = `test/codemods/fixtures/${codemod}/${name}`;
    const [before, after] = await Promise.all(
      ['input.js', 'output.js'].map((each) => read(`${directory}/${each}`)),
    );
    const code = `\`\`\`js\n// before\n${before}\`\`\`\n\n\`\`\`js\n// after\n${after}\`\`\``;
    written = replaceBetween(written, `example ${name}`, code, file);
  }
  return written;
}

/**
 * @param {CountedCalls} counted
 * @param {readonly Draw[]} draws Of conversions that somebody read.
 * @returns {string}
 */
export function countedCalls({ total, converted, packages }, draws) {
  const { byDefault, callbackTiming } = converted;
  const timing = packages.reduce(
    (sum, each) => sum + (each.byDefault.left['timing-unobservable'] ?? 0),
    0,
  );
  return `A counter that shares no code with the codemod finds ${total} calls of \`async\` in ${packages.length} published applications and tools. Of these, ${share(byDefault, total)} are converted by default, and ${share(callbackTiming, total)} with \`--accept=timing-unobservable\`. By default, ${timing} are left because some step calls back at once, or may do so for all that the project shows: the method of an object that comes from outside, a parameter, a callback that is kept for later. Nobody can tell from the code whether what runs behind such a call relies on it. ${drawnAndRead('async-lib-to-async', draws)}`;
}

/**
 * @param {{ found: number, converted: number, results: Judged[], read: Judged[] }} counted
 * @param {readonly Draw[]} draws
 * @returns {string}
 */
export function countedCollectors({ found, converted, results, read }, draws) {
  return `A counter that shares no code with the codemod finds ${found} places in published applications and tools where a stream is only collected. Of these, ${share(converted, found)} are converted. ${readAndJudged([...results, ...read])} ${drawnAndRead('stream-events-to-for-await', draws)}`;
}

/**
 * @param {string} codemod
 * @param {readonly Draw[]} draws
 */
function drawnAndRead(codemod, draws) {
  const { read, mended, wrong } = countReadings(draws.filter((each) => each.codemod === codemod));
  const found = mended + wrong;
  const end = found === 0 ? 'none was wrong' : `${found} was wrong, of which ${mended} is mended`;
  return `${read} conversions were drawn by a seed, and [read](../readings.md): ${end}.`;
}

/**
 * @param {readonly Judged[]} conversions
 * @returns {string}
 */
function readAndJudged(conversions) {
  const judged = conversions.filter(({ verdict }) => verdict !== undefined);
  const wrong = judged.filter(({ verdict }) => verdict === 'wrong').length;
  return `${judged.length} conversions were read and judged one by one: ${wrong === 0 ? 'none' : wrong} of them ${wrong === 1 ? 'was' : 'were'} wrong.`;
}

/** @param {number} count @param {number} total */
function share(count, total) {
  return `${count} (${Math.round((100 * count) / total)} %)`;
}

/**
 * @param {string} page
 * @param {string} content
 * @param {string} file
 * @returns {string} The page with what was counted, if it has a place for it.
 */
export function withCount(page, content, file) {
  return hasMarkers(page, 'real code') ? replaceBetween(page, 'real code', content, file) : page;
}
