/**
 * Lints real packages and holds what is reported against the verdicts of people.
 *
 * Usage: npm run precision [-- OPTIONS]
 *   --no-lint  Without linting and without the network: writes the page from the findings of the last
 *              run and the verdicts of today.
 *   --check    The same, but writes nothing and fails where the page is another.
 *   --cited    Lints only the files that the rules' pages cite, and those of mended false positives, and
 *              fails where a rule of today says otherwise. A minute, where a run takes ten.
 */

/** @import { Finding } from './findings.js' */
/** @import { Results } from './document.js' */
/** @import { LintedPackage, RuleSample } from './sample.js' */
/** @import { LaterJudgements, Search, ServerJudgements } from './server-tables.js' */
/** @import { Judgements } from './verdicts.js' */

import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

import { format, resolveConfig } from 'prettier';

import plugin from '../../index.js';
import { shownOf } from '../../scripts/docs/real-code.js';
import { renderPrecision } from './document.js';
import { drawPackages } from './draw.js';
import { SETS, rulesOf } from './findings.js';
import { digestCode, lintFiles, lintPackage } from './lint.js';
import { keyOf } from './place.js';
import { sampleRule } from './sample.js';
import { compareVerdicts } from './verdicts.js';

const PAGE = fileURLToPath(new URL('../../docs/precision.md', import.meta.url));
const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));
const SERVERS = fileURLToPath(new URL('server-verdicts.json', import.meta.url));
const LATER = [2, 3, 4, 5, 6].map((draw) =>
  fileURLToPath(new URL(`server-verdicts-${draw}.json`, import.meta.url)),
);
const VERDICTS = fileURLToPath(new URL('verdicts.json', import.meta.url));

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    cited: { type: 'boolean', default: false },
    'no-lint': { type: 'boolean', default: false },
  },
});
const draw = await drawPackages();
/** @type {Judgements} */
const judgements = JSON.parse(await readFile(VERDICTS, 'utf8'));
/** @type {ServerJudgements} */
const servers = JSON.parse(await readFile(SERVERS, 'utf8'));
/** @type {LaterJudgements[]} */
const later = await Promise.all(
  LATER.map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
);
/** @type {Search[]} */
const searches = JSON.parse(await readFile(new URL('searches-3.json', import.meta.url), 'utf8'));
const problems = values.cited ? await checkCited() : await run();
for (const problem of problems) {
  process.stderr.write(`${problem}\n`);
}
process.exitCode = problems.length > 0 ? 1 : 0;

/** @returns {Promise<string[]>} What is wrong. */
async function run() {
  const linted = values.check || values['no-lint'] ? undefined : await lintAll();
  const results = linted?.results ?? (await readResults());
  const wrong = [...drawProblems(results), ...verdictProblems(results, linted?.findings)];
  const page = await formatted(
    renderPrecision(results, judgements, servers, later, searches),
    'markdown',
  );
  if (values.check) {
    const current = await readFile(PAGE, 'utf8').catch(() => undefined);
    return current === page
      ? wrong
      : [...wrong, 'docs/precision.md is out of date. Run `npm run precision`.'];
  }
  await writeFile(RESULTS, await formatted(JSON.stringify(results), 'json'));
  await writeFile(PAGE, page);
  return wrong;
}

/** @returns {Promise<Results>} Of the last run. */
async function readResults() {
  return JSON.parse(await readFile(RESULTS, 'utf8'));
}

/** @returns {Promise<string[]>} What is wrong. */
async function checkCited() {
  const { samples } = await readResults();
  const cited = Object.keys(plugin.rules ?? {}).flatMap((rule) => {
    const { worth, not } = shownOf(
      samples.filter((sample) => sample.rule === rule),
      judgements,
    );
    return [...worth, ...not];
  });
  const findings = await lintFiles([...cited, ...judgements.mended]);
  const found = new Set(findings.map(keyOf));
  return [
    ...cited
      .filter((verdict) => !found.has(keyOf(verdict)))
      .map((verdict) => `Cited, but reported no more: ${keyOf(verdict)}`),
    ...reportedAgain(findings),
  ];
}

/** @returns {Promise<{ results: Results, findings: Finding[] }>} */
async function lintAll() {
  process.stdout.write(`seed ${draw.seed}, ${draw.drawn} of ${draw.packages.length} packages\n`);
  const code = await digestCode();
  /** @type {LintedPackage[]} */
  const packages = [];
  /** @type {Finding[][]} */
  const byPackage = [];
  for (const [index, { spec, kind }] of draw.packages.entries()) {
    const { about, findings } = await lintPackage(spec, code);
    packages.push({ ...about, kind });
    byPackage.push(findings);
    process.stdout.write(`${index + 1} ${spec} (${kind}): ${findings.length} findings\n`);
  }
  const { seed, drawn } = draw;
  const samples = rulesBySet().map(({ set, rule }) => sampleRule(set, rule, byPackage, draw));
  return { results: { seed, drawn, packages, samples }, findings: byPackage.flat() };
}

/** @returns {Pick<RuleSample, 'set' | 'rule'>[]} */
function rulesBySet() {
  return SETS.flatMap((set) =>
    Object.entries(rulesOf(set))
      .map(([name, severity]) => ({ name: name.replace('async-perf/', ''), severity }))
      // Of a rule that is recommended as well, `strict` shows what its stricter options add.
      .filter(({ name, severity }) => {
        const { rules = {} } = plugin.configs.recommended;
        return set === 'recommended' || !isDeepStrictEqual(severity, rules[`async-perf/${name}`]);
      })
      .map(({ name }) => ({ set, rule: name })),
  );
}

/**
 * @param {Results} saved
 * @returns {string[]}
 */
function drawProblems(saved) {
  const drawn = draw.packages.map(({ spec }) => spec).join();
  const isSame = saved.seed === draw.seed && saved.packages.map((each) => each.package).join();
  return isSame === drawn ? [] : ['The list of packages has changed. Run `npm run precision`.'];
}

/**
 * @param {Results} saved
 * @param {readonly Finding[]} [findings]
 * @returns {string[]}
 */
function verdictProblems({ samples }, findings = []) {
  const { unjudged, stale } = compareVerdicts(samples, judgements);
  const byKey = new Map(findings.map((finding) => [keyOf(finding), finding]));
  const changed = judgements.verdicts.filter((verdict) => {
    const finding = byKey.get(keyOf(verdict));
    return finding !== undefined && finding.snippet !== verdict.snippet;
  });
  return [
    ...reportedAgain(findings),
    ...unjudged.map(
      (place) => `No verdict: ${keyOf(place)}\n  ${byKey.get(keyOf(place))?.snippet ?? ''}`,
    ),
    ...stale.map((verdict) => `No such finding any more: ${keyOf(verdict)}`),
    ...changed.map((verdict) => `Another line than the one judged: ${keyOf(verdict)}`),
  ];
}

/**
 * @param {readonly Finding[]} findings
 * @returns {string[]} The false positives among them that were mended once.
 */
function reportedAgain(findings) {
  return judgements.mended
    .filter(({ rule, package: spec, file, line, set = 'recommended' }) =>
      findings.some(
        (finding) =>
          finding.set === set &&
          finding.rule === rule &&
          finding.package === spec &&
          finding.file === file &&
          finding.line === line,
      ),
    )
    .map(
      ({ rule, package: spec, file, line }) => `Reported again: ${rule} ${spec} ${file}:${line}`,
    );
}

/**
 * @param {string} text
 * @param {string} parser
 */
async function formatted(text, parser) {
  return await format(text, { ...(await resolveConfig(PAGE)), parser });
}
