import { PROVED } from '../languages.js';
import { percentage } from '../report.js';

/**
 * @import { CorpusResults } from '../../corpus/results.js'
 * @import { LanguageResult, MutantResult, Part } from './proof.js'
 */

const HEAD = `<!-- Written by npm run docs from the results of npm run proof, npm run test:mutants and npm run corpus. -->

# Proof

That a conversion keeps what a program does is a promise; here is what stands behind it, and the
commands that give the figures again.

## Random programs

Every codemod is run over random programs of its source language. Original and converted program are
executed in the same world, in which each operation fulfils, rejects, throws, settles at once, later or
never, as a scenario says; time is virtual, so that both meet the same order of events. Compared are
what each call returned, of which kind, and how and when it settled (error objects by identity), the
order of all effects, calls of callbacks, unhandled rejections and uncaught exceptions. They may differ
as [the obligations](obligations.md) say and not otherwise: \`microticks\` lets effects of one
turn swap only where they stand on branches that run side by side, never within one function.

\`\`\`sh
npm run proof -- --fresh                # 20,000 programs of each codemod
npm run proof -- --minutes 10           # goes on where the last run stopped
npm run docs                            # writes what has been run until now into this page
npm run test:equivalence -- --language co --runs 1000 --seed 1      # one part of it
\`\`\`

The programs in \`callback-modules\` are projects of a few modules, CommonJS and ES, converted as \`async-perf
migrate lib\` does: they export, import, hand on and replace each other's functions in many forms, in circles
too, and a test or a command that is not converted calls them, wraps them and puts others in their place.
Files that may be written without the rest of the project are also taken back and compared (when a check
fails, files are taken back together). So is the output of a second run.

The programs in \`callback-types\` are such projects in TypeScript, strict and less so: callbacks and results
of many types, written in place, under names, in other files or where a function is put, overloads, classes,
and Node's own functions with their types. Converted code has no error of \`tsc\` that it did not have before.
Code that uses no function of Node is executed as well.

The same seed gives the same programs. The parts of a run have the seeds 1, 2, 3 and so on; how many
programs each had is in \`test/equivalence/results/languages.json\`.

`;

const MUTANTS_HEAD = `
## Faults planted in the planners

A harness that passes a broken planner proves nothing. Faults are planted in copies of the planners, one
at a time, and the random programs have to find them within 2,000 programs.

\`\`\`sh
npm run test:mutants -- --save
\`\`\`

`;

/**
 * @param {object} results
 * @param {readonly LanguageResult[]} results.languages
 * @param {MutantResult} results.mutants
 * @param {CorpusResults} results.corpus
 * @returns {string} `docs/proof.md`
 */
export function renderProof({ languages, mutants, corpus }) {
  return [
    HEAD,
    renderLanguages(languages),
    AFTER_LANGUAGES,
    renderReasons(languages),
    Object.keys(mutants.codemods).length > 0 ? `${MUTANTS_HEAD}${renderMutants(mutants)}` : '',
    '\nThe programs also find the faults that other tools are known to have: see [peers](peers.md).\n',
    corpus.tools.length > 0 ? `${CORPUS_HEAD}${renderCorpus(corpus)}` : '',
  ].join('');
}

const AFTER_LANGUAGES = `
A function counts as converted when its text has changed and nothing in it was refused. Every
production of a grammar has to be converted, or the run fails; what must stay (a real generator, a value
that the runner would throw at) has to stay every time. A commit is the last one that changed the
codemods before a part was run. Where a function gives a promise in the place of a callback
(\`--api=async\`, or \`dual\` without one), what the promise gives is compared with what the callback got.

\`migrate\` is all codemods, one after the other, as \`async-perf migrate\` runs them: what one of them
writes, the next one reads. It is asked for nothing but that the programs behave the same.

A mismatch that is counted is open: the language and the seed of its part show it again.

The tests also put comments between any two tokens of such programs: none may be lost.

### What was refused, and which differences were met

`;

/** @param {readonly LanguageResult[]} languages */
function renderLanguages(languages) {
  const rows = languages.map((result) => {
    const { name, codemod, parts, mismatches, functions, node } = result;
    const { least, mustStay } = ofProductions(result);
    return [
      `\`${codemod}\``,
      name,
      parts.reduce((sum, { programs }) => sum + programs, 0),
      mismatches,
      `${percentage(functions)} %`,
      least.map((each) => `${each.name} ${each.percentage} %`).join(', '),
      mustStay,
      `${listOrigins(parts)}, Node ${node}`,
    ];
  });
  const head = ['codemod', 'source language', 'programs', 'mismatches', 'functions converted'];
  const more = ['converted least, of all productions', 'left alone, as they must', 'code'];
  return toTable([...head, ...more], rows);
}

/** @param {readonly Part[]} parts */
function listOrigins(parts) {
  const origins = parts.map(({ commit, date }) => `\`${commit}\` of ${date}`);
  return [...new Set(origins)].join(', ');
}

/** @param {LanguageResult} result */
function ofProductions({ name, productions }) {
  const language = PROVED.find((each) => each.name === name);
  const all = (language?.productions ?? []).map((production) => ({
    ...production,
    share: productions[production.name] ?? { programs: 0, converted: 0 },
  }));
  const least = all
    // What the grammar has learnt since the run says nothing of it.
    .filter(({ share }) => share.programs > 0)
    .filter(({ refused, bystander, optional }) => !(refused || bystander || optional))
    .map((each) => ({ name: each.name, percentage: percentage(each.share) }))
    .sort((one, other) => one.percentage - other.percentage)
    .slice(0, 3);
  const kept = all.filter(({ refused, bystander }) => refused || bystander);
  return { least, mustStay: kept.reduce((sum, { share }) => sum + share.programs, 0) };
}

/** @param {readonly LanguageResult[]} languages */
function renderReasons(languages) {
  const rows = languages.map(({ name, refusals, differences }) => [
    name,
    listCounts(refusals),
    listCounts(differences),
  ]);
  return toTable(['source language', 'refused, by reason', 'accepted differences met'], rows);
}

/** @param {Record<string, number>} counts */
const listCounts = (counts) =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `\`${name}\` ${count}`)
    .join(', ') || '-';

/** @param {MutantResult} mutants */
function renderMutants({ codemods, missed, commit, date }) {
  const rows = Object.entries(codemods).map(([name, { planted, found, most }]) => [
    `\`${name}\``,
    planted,
    found,
    most,
  ]);
  const table = toTable(['planner', 'planted', 'found', 'programs, at most'], rows);
  const rest = missed.length === 0 ? '' : ` Not found: ${missed.join('; ')}.`;
  return `${table}\nAt \`${commit}\` of ${date}.${rest}\n`;
}

const CORPUS_HEAD = `
## Published files

Files of npm packages of all ages and dialects (\`test/corpus/packages.json\`) go through every codemod
and every rule; the rules read components of Vue and Svelte too. None may crash or take longer than two seconds; output has to parse, to stay the same
in a second run, and to keep every comment beside the code that it stood beside; no line may change
outside of what was converted, and nothing at all in a file without a converted site.

\`\`\`sh
npm run corpus -- --save
\`\`\`

`;

/** @param {CorpusResults} corpus */
function renderCorpus({ tools }) {
  const rows = tools.map((each) => [
    `\`${each.tool}\``,
    each.files,
    each.unparsed,
    `${each.converted} in ${each.changed}`,
    each.problems.length,
    `${each.slowest.toFixed(2)} s`,
    `${each.memory} MB`,
    `\`${each.commit}\` of ${each.date}`,
  ]);
  const head = ['tool', 'files', 'do not parse', 'sites converted in files', 'problems'];
  const table = toTable([...head, 'slowest file', 'memory, at most', 'code'], rows);
  const dialects = tools.map((each) => `- \`${each.tool}\`: ${listDialects(each.dialects)}.`);
  return `${table}\nThe files by their dialects:\n\n${dialects.join('\n')}\n`;
}

/**
 * @param {Record<string, number>} dialects
 * @returns {string} The most frequent first.
 */
function listDialects(dialects) {
  return Object.entries(dialects)
    .sort(([, one], [, other]) => other - one)
    .map(([extension, count]) => `${count} \`${extension}\``)
    .join(', ');
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 * @returns {string}
 */
function toTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
