/** @import { SetName } from './findings.js' */

import { percent, toTable } from './tables.js';

/**
 * A finding in a server application. A debatable one counts as false.
 *
 * @typedef {object} ServerFinding
 * @property {SetName} set
 * @property {string} application
 * @property {string} file
 * @property {number} line
 * @property {string} rule
 * @property {string} reason
 *
 * @typedef {object} ServerJudgements
 * @property {number} files
 * @property {number} lines
 * @property {Record<string, number>} found By set and rule.
 * @property {string[]} notJudged
 * @property {(ServerFinding & { verdict: boolean, second?: boolean, isMended?: boolean })[]} verdicts Of the sample; `second` is that of
 *   another judge, who saw neither the first verdicts nor the rules, or of a second reading; what `isMended` is
 *   reported no more.
 * @property {ServerFinding[]} mended What was judged false in the sample of an earlier reading, and is reported
 *   no more.
 *
 * @typedef {ServerJudgements & { applications: number }} LaterJudgements And how many applications were linted.
 */

/** Of a normal distribution, for 95 %. */
const WILSON = 1.96;

/**
 * @param {ServerJudgements} judgements
 * @returns {string}
 */
export function renderServers({ files, lines, found, notJudged, verdicts, mended }) {
  const tables = SERVER_SETS.map((set) => tableOf(set, found, verdicts, mended));
  const { count, rate } = ofRecommended(found, lines);
  return `## Server applications

${files} files, ${lines} lines of the JavaScript and TypeScript of 24 public server applications, [drawn](../test/precision/servers.json) before the rules were changed for servers. Of each rule at most 25 findings are judged, four of one application; a debatable one counts as false. There was one judge, who had written the rules. Each verdict is in [\`server-verdicts.json\`](../test/precision/server-verdicts.json). \`recommended\` has ${count} findings, ${rate} in 10,000 lines.

The kinds of what was false in a first reading were mended, and the same applications read again: the share of the first reading is nearer to what to expect elsewhere.

${tables.join('\n\n')}

Not judged: ${notJudged.map((rule) => `\`${rule}\``).join(', ')}, and \`modernize\`.`;
}

const READ_TWICE =
  'There was one judge, who works on the rules and read all findings, and the doubtful ones a second time: nobody else has judged them. A finding is true if it was so each time.';

const SERVER_SETS = /** @type {const} */ (['recommended', 'strict']);

/**
 * Readings of applications on which no rule had been mended before.
 *
 * @type {{ title: string, file: string, which: string, after: string, isReadTwice?: boolean }[]} `isReadTwice`: by the
 *   same judge, and true is what is so both times.
 */
const LATER = [
  {
    title: 'A second draw',
    file: 'server-verdicts-2.json',
    which:
      'applications, [drawn](../test/precision/servers-2.json) after that from the same candidates',
    after:
      'These are the shares of rules that nobody had mended on an application. Most of what was false were kinds, such as tests and pages, and was mended afterwards.',
  },
  {
    title: 'A third draw',
    file: 'server-verdicts-3.json',
    which:
      'applications: what the first two draws had left, and others, [drawn](../test/precision/servers-3.json) before they were linted',
    after:
      'They were linted as `check` does it, with [the other files of each package](rules/no-blocking-in-async.md#across-files), and read before a rule was changed for them. After that `recommended` and `strict` report of listeners those of routes alone, `strict` has no `no-cache-stampede`, no `prefer-sync-fast-path`, no `fetch` and no async functions that no request is seen to reach, and pages, settings, JSON, listings and telemetry are left. Part of that came after the fourth draw.',
  },
  {
    title: 'A fourth draw',
    file: 'server-verdicts-4.json',
    which:
      'applications: [what the third draw had left, and others](../test/precision/servers-4.json), linted once after these changes',
    after:
      'No rule was changed for them before they were read. `strict` still had `fetch` and listeners, which it has no more.',
  },
  {
    title: 'A fifth draw',
    file: 'server-verdicts-5.json',
    which:
      'applications that no earlier list names, [drawn](../test/precision/servers-5.json) after the kinds of the fourth were mended and before they were linted, as `check` does it',
    after:
      'No rule was changed for them before they were read. After that requests that are sent off, looks at lists of paths, short timers, slow hashes in constructors, and in `strict` subclasses and functions that make a promise themselves are left.',
    isReadTwice: true,
  },
  {
    title: 'A sixth draw',
    file: 'server-verdicts-6.json',
    which:
      'applications, [drawn](../test/precision/servers-6.json) after that and before they were linted',
    after:
      'No rule was changed for them before they were read: these are the shares to expect. Since then two rules report more, which is not judged: chains of which each handler ends with an answer, and requests whose options are written before the call.',
    isReadTwice: true,
  },
];

/**
 * @param {LaterJudgements[]} readings In the order of `LATER`.
 * @returns {string}
 */
export function renderLaterReadings(readings) {
  return readings
    .map(({ applications, files, lines, found, verdicts: read }, index) => {
      const { title = '', file = '', which = '', after = '', isReadTwice } = LATER[index] ?? {};
      const verdicts = isReadTwice ? joinReadings(read) : read;
      const tables = SERVER_SETS.map((set) => tableOf(set, found, verdicts));
      const { count, rate } = ofRecommended(found, lines);
      const wrong = verdicts.filter(({ set, verdict }) => set === 'recommended' && !verdict);
      const judges = isReadTwice ? READ_TWICE : judgesOf(verdicts);
      return `### ${title}

${files} files, ${lines} lines of ${applications} other ${which}. ${judges} Each verdict is in [\`${file}\`](../test/precision/${file}). \`recommended\` has ${count} findings, ${rate} in 10,000 lines. ${after} ${mendedOf(verdicts)}

${tables.join('\n\n')}

Judged false in \`recommended\`:

${wrong.map(({ rule, application, file: name, line, reason }) => `- \`${rule}\`, ${application} \`${name}\` line ${line}: ${reason}`).join('\n')}`;
    })
    .join('\n\n');
}

/**
 * What a search of the third draw hits and a rule of `recommended` does not report.
 *
 * @typedef {object} Search
 * @property {string} rule
 * @property {number} hits That no finding of the rule lies at, outside of tests and scripts.
 * @property {number} read Of these, in the order of the draw, at most six of one application.
 * @property {number} missed Of those that were read: where a reviewer would have asked for the change.
 * @property {number} reported How many findings of the rule are true there, by the share of the sample that is.
 *
 * @param {Search[]} searches
 * @returns {string}
 */
export function renderSearches(searches) {
  const rows = searches.map(({ rule, hits, read, missed, reported }) => {
    const all = read === 0 ? 0 : Math.round((missed / read) * hits);
    return [
      `[\`${rule}\`](rules/${rule}.md)`,
      hits,
      read,
      missed,
      all,
      reported,
      percent(reported, reported + all),
    ];
  });
  return `### What the rules miss

Searches by regular expressions were [fixed with the third draw](../test/precision/servers-3.json). Of the hits that a rule does not report, outside of tests and scripts, those of a draw were read: a hit counts as missed where a reviewer would have asked for the change. Of requests those of axios, \`http\`, \`https\` and node-fetch were read, one a file, and of listeners the routes. Where little was missed the share says little. After that requests were found behind options that may be missing, in files that name a tool or a timeout otherwise: of four that were missed three are reported now, and those counted as reported are without them.

${toTable(
  ['recommended', 'hits', 'read', 'missed', 'missed in all', 'true reported', 'recall'],
  rows,
)}

\`no-closure-async-fast-path\` was not searched for: the search hits each async function within another.`;
}

/**
 * @param {LaterJudgements['verdicts']} verdicts
 * @returns {string} How much of what is still reported is true, on the applications that the rules were mended on.
 */
function mendedOf(verdicts) {
  const left = verdicts.filter(({ isMended }) => !isMended);
  if (left.length === verdicts.length) {
    return '';
  }
  const shares = SERVER_SETS.map((set) => {
    const ofSet = left.filter((each) => each.set === set);
    return `${ofSet.filter(({ verdict }) => verdict).length} of ${ofSet.length} in \`${set}\``;
  });
  return `${verdicts.length - left.length} of these findings are reported no more; of the rest are true ${shares.join(', and ')}.`;
}

/**
 * @param {LaterJudgements['verdicts']} verdicts
 * @returns {string}
 */
function judgesOf(verdicts) {
  return verdicts.some(({ second }) => second !== undefined)
    ? `The first judge was that of the first draw; a second, who had written no rule and saw no verdict, says the same of ${verdicts.filter(agree).length} of ${verdicts.length}.`
    : 'There was one judge, who works on the rules; a debatable finding counts as false.';
}

/**
 * @param {Record<string, number>} found
 * @param {number} lines
 * @returns {{ count: number, rate: string }} The findings of `recommended`, and how many in 10,000 lines.
 */
function ofRecommended(found, lines) {
  const count = Object.entries(found)
    .filter(([name]) => name.startsWith('recommended '))
    .reduce((sum, [, each]) => sum + each, 0);
  return { count, rate: ((count / lines) * 10_000).toFixed(2) };
}

/**
 * @param {ServerJudgements['verdicts']} verdicts Of two readings.
 * @returns {ServerJudgements['verdicts']} One of each, which is true if it is so in both.
 */
function joinReadings(verdicts) {
  return verdicts.map(({ verdict, second, ...finding }) => ({
    ...finding,
    verdict: verdict && second === true,
  }));
}

/**
 * @param {'recommended' | 'strict'} set
 * @param {Record<string, number>} found
 * @param {ServerJudgements['verdicts']} verdicts
 * @param {readonly ServerFinding[]} [mended] Of a first reading, if there was one.
 * @returns {string}
 */
function tableOf(set, found, verdicts, mended) {
  const ofSet = verdicts.filter((verdict) => verdict.set === set);
  const isJudgedTwice = ofSet.some(({ second }) => second !== undefined);
  const rules = [...new Set(ofSet.map(({ rule }) => rule))].sort();
  const rows = [...rules, undefined].map((rule) => {
    const judged = ofSet.filter((each) => rule === undefined || each.rule === rule);
    const right = judged.filter(({ verdict }) => verdict).length;
    const before = (mended ?? []).filter(
      (each) => each.set === set && (rule === undefined || each.rule === rule),
    ).length;
    return [
      rule === undefined ? '**all**' : `[\`${rule}\`](rules/${rule}.md)`,
      rule === undefined ? '' : (found[`${set} ${rule}`] ?? 0),
      judged.length,
      right,
      percent(right, judged.length),
      percent(lowerBound(right, judged.length), 1),
      ...(isJudgedTwice
        ? [judged.filter(({ second }) => second).length, judged.filter(agree).length]
        : []),
      ...(mended ? [before, percent(right, judged.length + before)] : []),
    ];
  });
  const head = [set, 'findings', 'judged', 'true', '', 'lower bound of 95 %'];
  return toTable(
    [
      ...head,
      ...(isJudgedTwice ? ['true to the second judge', 'same verdict'] : []),
      ...(mended ? ['false at first, mended', 'true at first'] : []),
    ],
    rows,
  );
}

/**
 * @param {ServerJudgements['verdicts'][number]} finding
 * @returns {boolean} Whether both judges say the same of it.
 */
function agree({ verdict, second }) {
  return verdict === second;
}

/**
 * @param {number} right
 * @param {number} all
 * @returns {number} Of the interval of Wilson, https://www.jstor.org/stable/2276774.
 */
function lowerBound(right, all) {
  const share = right / all;
  const square = WILSON * WILSON;
  const middle = share + square / (2 * all);
  const spread = WILSON * Math.sqrt((share * (1 - share)) / all + square / (4 * all * all));
  return (middle - spread) / (1 + square / all);
}
