/** @import { LintedPackage, RuleSample } from './sample.js' */
/** @import { SetName } from './findings.js' */
/** @import { Judgements, Verdict } from './verdicts.js' */
/** @import { LaterJudgements, Search, ServerJudgements } from './server-tables.js' */

import { keyOf } from './place.js';
import { FEW } from './sample.js';
import { renderLaterReadings, renderSearches, renderServers } from './server-tables.js';
import { percent, toTable } from './tables.js';

/**
 * What a run leaves for the page.
 *
 * @typedef {object} Results
 * @property {string} seed
 * @property {number} drawn
 * @property {LintedPackage[]} packages
 * @property {RuleSample[]} samples
 */

/**
 * `docs/precision.md`.
 *
 * @param {Results} results
 * @param {Judgements} judgements
 * @param {ServerJudgements} servers
 * @param {LaterJudgements[]} later
 * @param {Search[]} searches
 * @returns {string}
 */
export function renderPrecision(results, judgements, servers, later, searches) {
  const { seed, drawn, packages, samples } = results;
  const judgedOf = judgedBy(judgements.verdicts);
  const listed = packages.slice(0, drawn);
  const lines = listed.reduce((sum, each) => sum + each.lines, 0);
  const serving = listed.filter(({ kind }) => kind === 'server' || kind === 'framework').length;
  return `# Precision on real code

<!-- Written by npm run precision from test/precision. -->

The rules were run on published packages, and each finding was judged. A finding is true if a reviewer who knows the package would merge what its message asks for: the change keeps the behaviour, and it is worth making where the code stands. Each verdict, with its reason and the line, is in [\`verdicts.json\`](../test/precision/verdicts.json).

## recommended

${renderTable(samples, 'recommended', judgedOf, judgements)}

${renderFew(samples)}

${renderFalse(samples, 'recommended', judgedOf)}

## The other sets

At most ten findings of each rule, by the seed. In \`strict\` and \`all\`, a rule of \`recommended\` stands for what only its stricter options report. Of \`all\` only those are judged that \`strict\` once had.

${renderTable(samples, 'modernize', judgedOf, judgements)}

${renderTable(samples, 'strict', judgedOf, judgements)}

${renderTable(samples, 'all', judgedOf, judgements)}

${renderFalse(samples, 'modernize', judgedOf)}

${renderFalse(samples, 'strict', judgedOf)}

${renderFalse(samples, 'all', judgedOf)}

${renderServers(servers)}

${renderLaterReadings(later)}

${renderSearches(searches)}

## What was false at first

The findings below were judged false, became a test of their rule, and are no longer reported by \`recommended\`. Together with those above, ${firstReading(samples, judgedOf, judgements)} were true before.

${renderMended(judgements, 'recommended')}

No longer reported by \`modernize\`:

${renderMended(judgements, 'modernize')}

No longer reported by \`strict\`:

${renderMended(judgements, 'strict')}

No longer reported by \`all\`:

${renderMended(judgements, 'all')}

## How

${drawn} packages are drawn by the seed \`${seed}\` from [the list](../test/precision/packages.json) of ${packages.length}, a third of them from those that serve (here ${serving}): ${lines} lines. Each rule in \`recommended\` should have 30 findings to judge, each other rule ten. If the first packages give fewer, further ones are taken in the order of the draw, until there are enough or the list ends. The tables say how many packages that took.

The lint covers code that people wrote, including tests, examples and the configurations of compilers. It leaves out folders such as \`dist\`, \`vendor\`, \`public\` and \`fixtures\`, output of compilers and bundlers, and minified files. Comments that switch rules off are ignored. For a rule in \`recommended\`, all findings are judged, or 30 drawn by the seed. One package gives at most five of them, so that no habit of one package is judged thirty times. Old majors are judged for the versions of Node that this plugin supports.

\`npm run precision\` fetches the packages, lints them, and fails where a finding has no verdict or a verdict no finding.

| | package | kind | files | lines |
| --- | --- | --- | --- | --- |
${listed.map((each, index) => `| ${index + 1} | ${each.package} | ${each.kind} | ${each.files} | ${each.lines} |`).join('\n')}

For rules with few findings, in this order, the last ones for their TypeScript, or because no rule had been tried on them: ${packages
    .slice(drawn)
    .map((each) => each.package)
    .join(', ')}.
`;
}

/**
 * @param {readonly Verdict[]} verdicts
 * @returns {(sample: RuleSample) => Verdict[]}
 */
function judgedBy(verdicts) {
  const byKey = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict]));
  return ({ judged }) =>
    judged.flatMap((place) => {
      const verdict = byKey.get(keyOf(place));
      return verdict ? [verdict] : [];
    });
}

/**
 * @param {readonly RuleSample[]} samples
 * @param {SetName} set
 * @param {(sample: RuleSample) => Verdict[]} judgedOf
 * @param {Judgements} judgements
 */
function renderTable(samples, set, judgedOf, { mended }) {
  const wanted = samples.filter((sample) => sample.set === set);
  const rows = wanted.map((sample) => {
    const judged = judgedOf(sample);
    const right = judged.filter(({ verdict }) => verdict).length;
    const atFirst = mendedIn(mended, set).filter(({ rule }) => rule === sample.rule);
    return [
      `[\`${sample.rule}\`](rules/${sample.rule}.md)`,
      sample.packages,
      sample.found,
      sample.within,
      judged.length,
      right,
      percent(right, judged.length),
      atFirst.length,
    ];
  });
  const all = wanted.flatMap(judgedOf);
  const right = all.filter(({ verdict }) => verdict).length;
  const found = wanted.reduce((sum, sample) => sum + sample.found, 0);
  rows.push([
    '**all**',
    '',
    found,
    '',
    all.length,
    right,
    `**${percent(right, all.length)}**`,
    mendedIn(mended, set).length,
  ]);
  const head = [`${set}`, 'packages linted', 'findings', 'in packages', 'judged', 'true', ''];
  return toTable([...head, 'false at first, mended'], rows);
}

/** @param {readonly RuleSample[]} samples */
function renderFew(samples) {
  const few = samples.filter(({ set, judged }) => set === 'recommended' && judged.length < FEW);
  return few.length === 0
    ? ''
    : `Fewer than ten findings in the whole list, which is too few for a share to mean much: ${few
        .map(({ rule, found }) => `\`${rule}\` (${found})`)
        .join(', ')}.`;
}

/**
 * @param {readonly RuleSample[]} samples
 * @param {SetName} set
 * @param {(sample: RuleSample) => Verdict[]} judgedOf
 */
function renderFalse(samples, set, judgedOf) {
  const wrong = samples
    .filter((sample) => sample.set === set)
    .flatMap(judgedOf)
    .filter(({ verdict }) => !verdict);
  return wrong.length === 0
    ? `Judged false in \`${set}\`: none.`
    : [`Judged false in \`${set}\`:`, '', ...wrong.map(describe)].join('\n');
}

/**
 * @param {readonly RuleSample[]} samples
 * @param {(sample: RuleSample) => Verdict[]} judgedOf
 * @param {Judgements} judgements
 */
function firstReading(samples, judgedOf, { mended }) {
  const judged = samples.filter(({ set }) => set === 'recommended').flatMap(judgedOf);
  const right = judged.filter(({ verdict }) => verdict).length;
  const all = judged.length + mendedIn(mended, 'recommended').length;
  return `${right} of ${all} (${percent(right, all)})`;
}

/**
 * @param {Judgements} judgements
 * @param {SetName} set
 */
function renderMended({ mended }, set) {
  return mendedIn(mended, set).map(describe).join('\n');
}

/**
 * @param {Judgements['mended']} mended
 * @param {SetName} wanted
 */
function mendedIn(mended, wanted) {
  return mended.filter(({ set = 'recommended' }) => set === wanted);
}

/** @param {{ rule: string, package: string, file: string, line: number, reason: string, snippet: string }} finding */
function describe({ rule, package: spec, file, line, reason, snippet }) {
  return `- \`${rule}\`, ${spec} \`${file}\` line ${line}: \`${snippet.replaceAll('`', "'")}\`. ${reason}`;
}
