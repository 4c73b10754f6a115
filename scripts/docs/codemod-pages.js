import { hasMarkers, replaceBetween } from '../../bench/report/markers.js';
import { toTable } from '../../test/trials/document.js';

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
 * @typedef {{ converted: number, left: Record<string, number> }} Outcome
 *
 * @param {{ total: number, converted: { byDefault: number, callbackTiming: number }, packages: { name: string, calls: number, byDefault: Outcome, callbackTiming: Outcome }[] }} counted
 * @param {readonly Draw[]} draws Of conversions that somebody read.
 * @returns {string}
 */
export function countedCalls({ total, converted, packages }, draws) {
  const { byDefault, callbackTiming } = converted;
  const timing = packages.reduce(
    (sum, each) => sum + (each.byDefault.left['callback-timing'] ?? 0),
    0,
  );
  const text = `A counter that shares no code with the codemod finds ${total} calls of \`async\` in ${packages.length} published applications and tools. Of these, ${share(byDefault, total)} are converted by default, and ${share(callbackTiming, total)} with \`--callback-timing=accept\`. By default, ${timing} are left because some step calls back at once, or may do so for all that the project shows: the method of an object that comes from outside, a parameter, a callback that is kept for later. Nobody can tell from the code whether what runs behind such a call relies on it.`;
  const rows = packages.map((each) => [
    each.name,
    String(each.calls),
    String(each.byDefault.converted),
    reasons(each.byDefault),
    String(each.callbackTiming.converted),
    reasons(each.callbackTiming),
  ]);
  const head = ['package', 'calls', 'converted', 'left', 'with `accept`', 'left'];
  return `${text}\n\n${toTable(head, rows)}\n${readings('async-lib-to-async', draws)}`;
}

/** @param {Outcome} outcome */
function reasons({ left }) {
  const parts = Object.entries(left).map(([reason, count]) => `\`${reason}\` ${count}`);
  return parts.length > 0 ? parts.join(', ') : 'none';
}

/**
 * @param {{ found: number, converted: number, results: Judged[], read: Judged[] }} counted
 * @param {readonly Draw[]} draws
 * @returns {string}
 */
export function countedCollectors({ found, converted, results, read }, draws) {
  const text = `A counter that shares no code with the codemod finds ${found} places in published applications and tools where a stream is only collected. Of these, ${share(converted, found)} are converted. ${readAndJudged([...results, ...read])}`;
  return `${text}\n\n${readings('stream-events-to-for-await', draws)}`;
}

/**
 * @param {string} codemod
 * @param {readonly Draw[]} draws
 * @returns {string} What was drawn of its conversions by a seed, and what was found on reading.
 */
function readings(codemod, draws) {
  const own = draws.filter((draw) => draw.codemod === codemod);
  const rows = own.map(({ seed, options, of, conversions, mended = [] }) => [
    `\`${seed}\``,
    options['callback-timing'] ? '`--callback-timing=accept`' : 'default',
    of === undefined ? '' : String(of),
    String(conversions.length + mended.length),
    String(mended.length),
    String(conversions.filter(({ verdict }) => verdict === 'wrong').length),
  ]);
  /** @type {Map<string, string>} */
  const judged = new Map();
  for (const { conversions, mended = [] } of own) {
    for (const { file, line, reason } of mended) {
      judged.set(`${file}:${line}`, `wrong, mended: ${reason}`);
    }
    for (const { file, line, verdict, reason } of conversions) {
      if (reason !== undefined) {
        judged.set(`${file}:${line}`, `${verdict}: ${reason}`);
      }
    }
  }
  const drawn = toTable(
    ['seed', 'options', 'conversions', 'drawn and read', 'wrong, and mended since', 'wrong now'],
    rows,
  );
  const each = toTable(
    ['conversion', 'verdict'],
    [...judged].map(([place, why]) => [`\`${place}\``, why]),
  );
  return `Conversions were drawn by a seed (\`test/corpus/readings.js\`), read beside what they came from and judged:\n\n${drawn}\n<details>\n<summary>The verdicts</summary>\n\n${each}\n</details>`;
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
