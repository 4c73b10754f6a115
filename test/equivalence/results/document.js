import { PROVED } from '../languages.js';
import { percentage } from '../report.js';

/**
 * @import { CorpusResults } from '../../corpus/results.js'
 * @import { LanguageResult, MutantResult, Part } from './proof.js'
 */

const HEAD = `<!-- Written by npm run docs from the results of npm run proof, npm run test:mutants and npm run corpus. -->

# Proof

A conversion promises to keep what a program does. This page says how the promise is tested, and which
commands give the figures again.

## Random programs

Each codemod converts random programs of its source language. The original and the converted program run
in the same world. A scenario says of each operation whether it fulfils, rejects, throws or never
settles, and whether it settles at once or later. Time is virtual, so both programs meet the same order
of events.

These things are compared:

- what each call returned, and how and when it settled; error objects by identity;
- the order of all effects, and all calls of callbacks;
- unhandled rejections and uncaught exceptions.

They may differ only as [the obligations](obligations.md) say. \`microticks\`, for example, lets effects of
one turn swap only if they are on branches that run side by side, never within one function.

\`\`\`sh
npm run proof -- --fresh                # 20,000 programs of each codemod
npm run proof -- --minutes 10           # continue where the last run stopped
npm run docs                            # write the results so far into this page
npm run test:equivalence -- --language co --runs 1000 --seed 1      # one part of it
\`\`\`

- **\`callback-modules\`** are projects of a few modules, CommonJS and ES, converted as \`async-perf migrate
  lib\` does. The modules export, import, hand on and replace each other's functions in many forms, also
  in circles. A test or a command that is not converted calls these functions, wraps them and replaces
  them. If \`--verify\` may undo a file alone, that is done and compared too. So is the output of a
  second run.
- **\`callback-types\`** are such projects in TypeScript, strict and less strict. They have callbacks and
  results of many types, overloads, classes, and Node's own functions with their types. The types are
  written in place, have names, or come from other files. Converted code has no error of \`tsc\` that it
  did not have before. Code that uses no function of Node is executed as well.

The same seed gives the same programs. The parts of a run have the seeds 1, 2, 3 and so on.
\`test/equivalence/results/languages.json\` has the number of programs of each.

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
How to read the table:

- A function counts as converted if its text has changed and nothing in it was refused.
- Every production of a grammar has to be converted, or the run fails. Code that must stay (a real
  generator, a value that the runner would throw at) has to stay every time.
- The commit is the last one that changed the codemods before a part was run.
- If a function gives a promise in place of a callback (\`--api=async\`, or \`dual\` without a callback), the
  result of the promise is compared with what the callback got.
- \`migrate\` is all codemods, one after the other, as \`async-perf migrate\` runs them: each reads the output
  of the one before. Its programs only have to behave the same.
- A mismatch is open as long as it is counted. The language and the seed of its part show it again.

The tests also put comments between any two tokens of such programs. None may be lost.

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

Every codemod and every rule reads files of npm packages of all ages and dialects
(\`test/corpus/packages.json\`). The rules also read components of Vue and Svelte. These conditions hold for
each file:

- Nothing crashes, or takes longer than two seconds.
- The output parses, and a second run does not change it.
- Every comment stays beside its code.
- No line changes outside of the converted sites. A file without a converted site does not change at all.

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
