import { describeNeededNode } from '../report/needed-node.js';

/** The greatest length of a comment on GitHub, in characters. */
export const MOST_CHARACTERS = 65_536;

/** The characters that are kept for the sentence about the rest of a list. */
const REST = 120;

/**
 * A report for a pull request, that fits into a comment.
 *
 * @param {Record<string, any>} report As `migrationReport` gives it.
 * @param {string} name Of the project.
 * @returns {string} Markdown.
 */
export function formatMarkdown(report, name) {
  const { causes, errors, files, groups, node, questions, sites } = report;
  const converted = sites.filter((/** @type {any} */ { status }) => status === 'converted');
  const changed = groups.flat().length;
  const head = [
    `## Migration of ${inText(name)} to async/await`,
    '',
    `${number(converted.length, 'site')} converted in ${number(changed, 'file')}, ` +
      `${number(sites.length - converted.length, 'site')} left as they were; ${number(files, 'file')} looked at` +
      (errors.length > 0 ? `, ${errors.length} of them not read.` : '.'),
    ...(node ? [`What was written ${inText(describeNeededNode(node))}.`] : []),
  ].join('\n');
  const sections = [
    {
      title: 'Look at these first',
      about: 'The code before and the code after differ in these.',
      share: 0.2,
      lines: converted.flatMap(flagLines),
    },
    {
      title: 'Questions',
      about: 'The code does not show these things, and nothing speaks against them.',
      share: 0.35,
      lines: questions.map(questionLine),
    },
    {
      title: 'Conversions that rest on most',
      about: 'Look at these first.',
      share: 0.45,
      lines: byRisk(converted).map(siteLine),
    },
    {
      title: 'Left as they were',
      about: 'By cause: what mends the first one frees most sites.',
      share: 0.8,
      lines: causes.map(causeLine),
    },
    {
      title: 'Not read',
      about: 'These files stay as they are.',
      share: 1,
      lines: errors.map(
        (/** @type {any} */ { file, line, message }) =>
          `- ${place(file, line)}: ${inText(message)}`,
      ),
    },
  ].filter(({ lines }) => lines.length > 0);
  let text = head;
  for (const { title, about, share, lines } of sections) {
    const start = `\n\n### ${title}\n\n${about}\n\n`;
    const space = (MOST_CHARACTERS - text.length) * share - start.length - REST;
    if (space > 0) {
      text += start + fit(lines, space);
    }
  }
  return `${text}\n`;
}

/**
 * @param {readonly string[]} lines
 * @param {number} space Characters.
 * @returns {string} As many as there is space for, and how many there are more.
 */
function fit(lines, space) {
  let used = 0;
  const fitting = lines.findIndex((line) => {
    used += line.length + 1;
    return used > space;
  });
  const shown = fitting === -1 ? lines : lines.slice(0, fitting);
  const left = lines.length - shown.length;
  const rest = left > 0 ? [`- and ${left} more: \`--report=review.html\` shows all`] : [];
  return [...shown, ...rest].join('\n');
}

/**
 * @param {readonly any[]} converted
 * @returns {any[]} Those that rest on something that is not shown, most first.
 */
function byRisk(converted) {
  return converted
    .map((site) => ({
      ...site,
      obligations: site.obligations.filter(
        (/** @type {any} */ { evidence }) => evidence === 'assumed',
      ),
    }))
    .filter(({ obligations }) => obligations.length > 0)
    .toSorted(
      (left, right) =>
        right.obligations.length - left.obligations.length ||
        left.file.localeCompare(right.file) ||
        left.line - right.line,
    );
}

/** @param {any} site */
function flagLines({ file, line: start, flags = [] }) {
  return flags.map(
    (/** @type {import('../report/flags.js').Flag} */ { flag, message, line }) =>
      `- ${place(file, start)} \`${flag}\`, line ${line} ${flag === 'throw-gone' ? 'before' : 'after'}: ${inText(message)}`,
  );
}

/** @param {any} question */
function questionLine({ claim, obligation, sites }) {
  const [site] = sites;
  const rest = sites.length === 1 ? 'one site rests on it' : `${sites.length} sites rest on it`;
  return `- ${inText(claim)} (\`${obligation}\`): ${rest}, read ${place(site.file, site.line)}`;
}

/** @param {any} site */
function siteLine({ codemod, file, line, obligations }) {
  const claims = obligations.map((/** @type {any} */ { claim }) => inText(claim)).join('; ');
  return `- ${place(file, line)} \`${codemod}\`: ${claims}`;
}

/** @param {any} cause */
function causeLine({ advice, message, reason, sites }) {
  const [site] = sites;
  return `- **${number(sites.length, 'site')}** \`${reason}\`: ${inText(message)}. ${inText(advice)} First at ${place(site.file, site.line)}`;
}

/**
 * @param {string} file
 * @param {number} line
 */
function place(file, line) {
  return `\`${file}:${line}\``;
}

/**
 * @param {number} value
 * @param {string} noun In the singular.
 */
function number(value, noun) {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}

/**
 * @param {string} text With code in backticks.
 * @returns {string} In which what is no code is text, whatever Markdown makes of its signs.
 */
function inText(text) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/[\\*_[\]<>#@|~]/gu, (sign) => `&#${sign.codePointAt(0)};`),
    )
    .join('`')
    .replaceAll(/\s+/gu, ' ');
}
