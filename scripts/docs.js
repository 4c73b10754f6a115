/**
 * `npm run docs`: writes what of the documentation follows from the code: the headers and options of
 * the rules' pages and what of them was found in real code, the README's tables, `docs/refusals.md`, `docs/obligations.md`,
 * the table of packages of `callback-to-async`;
 * the addresses that follow from `repository` in package.json;
 * `docs/flows.md`, from what the codemods make of twelve flows;
 * and from the results of the last runs, `docs/trials.md`, `docs/proof.md` and `docs/peers.md`. With
 * `--check` it writes nothing and fails if they are out of date. The blocks of measured costs are left
 * as they are.
 */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { replaceBetween } from '../bench/report/markers.js';
import { loadCodemods } from '../bin/codemods.js';
import { readCorpusResults } from '../test/corpus/results.js';
import { renderProof } from '../test/equivalence/results/document.js';
import { renderPeerCases } from '../test/equivalence/results/peer-cases.js';
import { renderPeers } from '../test/equivalence/results/peers.js';
import { readResults as readProof } from '../test/equivalence/results/write.js';
import { readBesideAuthors } from '../test/trials/beside-authors.js';
import { readChainUses } from '../test/trials/chain-uses.js';
import {
  renderBesideAuthors,
  renderChainUses,
  renderLibraryUses,
  renderNestUses,
  renderRecorded,
  renderSweep,
  renderTrials,
} from '../test/trials/document.js';
import { readLibraryUses } from '../test/trials/library-uses.js';
import { readNestUses } from '../test/trials/nest-uses.js';
import { readRecorded } from '../test/trials/record-results.js';
import { readResults as readSwept } from '../test/sweep/results.js';
import { readResults } from '../test/trials/results.js';
import { withAddresses, withHome } from './docs/addresses.js';
import { countedCalls, countedCollectors, withCount, withExamples } from './docs/codemod-pages.js';
import { obligationsPage, refusalsPage } from './docs/contract-pages.js';
import { renderFlows } from './docs/flows.js';
import { librariesTable } from './docs/libraries.js';
import { readCodemods, readRules } from './docs/plugin.js';
import { readmeWithTables } from './docs/readme.js';
import { renderReadings } from './docs/readings.js';
import { realCode } from './docs/real-code.js';
import { rulePage } from './docs/rule-pages.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * @returns {Promise<Map<string, string>>} The generated files, relative to the root, with their text.
 * @throws {Error} If a page is not there, or has no place for what is generated.
 */
export async function generateDocs() {
  const { version } = JSON.parse(await readPage('package.json'));
  const loaded = await loadCodemods();
  const codemods = await readCodemods();
  const rules = readRules(codemods);
  const codemodsWithPages = await Promise.all(
    codemods.map(async (codemod) => ({
      codemod,
      page: await readPage(`docs/codemods/${codemod.name}.md`),
    })),
  );
  /** @type {Map<string, string>} */
  const files = new Map([
    ['README.md', readmeWithTables(await readPage('README.md'), rules, codemodsWithPages)],
    ['docs/hooks.md', withAddresses(await readPage('docs/hooks.md'), version)],
    ['docs/refusals.md', refusalsPage(loaded)],
    ['docs/obligations.md', obligationsPage()],
    [
      'docs/trials.md',
      [
        renderTrials(await readResults()),
        renderNestUses(readNestUses()),
        renderChainUses(readChainUses()),
        renderLibraryUses(readLibraryUses()),
        renderRecorded(await readRecorded()),
        renderSweep(await readSwept()),
        renderBesideAuthors(readBesideAuthors()),
      ].join(''),
    ],
    ['docs/flows.md', await renderFlows(loaded)],
    [
      'docs/peers.md',
      `${renderPeers(readProof('peers'), readProof('peer-flows'))}\n${renderPeerCases()}`,
    ],
    [
      'docs/proof.md',
      renderProof({
        languages: readProof('languages'),
        mutants: readProof('mutants'),
        corpus: await readCorpusResults(),
      }),
    ],
  ]);
  const { samples } = JSON.parse(await readPage('test/precision/results.json'));
  const judgements = JSON.parse(await readPage('test/precision/verdicts.json'));
  for (const rule of rules) {
    const file = `docs/rules/${rule.name}.md`;
    const page = rulePage(rule, await readPage(file), file);
    const found = realCode(rule.name, samples, judgements);
    files.set(file, replaceBetween(page, 'real code', found, file));
  }
  const draws = JSON.parse(await readPage('test/corpus/readings.json'));
  const calls = JSON.parse(await readPage('test/corpus/async-calls.json'));
  files.set('docs/readings.md', renderReadings(calls, draws));
  const counted = new Map([
    ['async-lib-to-async', countedCalls(calls, draws)],
    [
      'stream-events-to-for-await',
      countedCollectors(JSON.parse(await readPage('test/corpus/collectors.json')), draws),
    ],
  ]);
  for (const { codemod, page } of codemodsWithPages) {
    const file = `docs/codemods/${codemod.name}.md`;
    const withCode = await withExamples(page, file, { codemod: codemod.name, read: readPage });
    files.set(file, withCount(withCode, counted.get(codemod.name) ?? '', file));
  }
  const onCallbacks = 'docs/codemods/callback-to-async.md';
  const page = files.get(onCallbacks) ?? '';
  files.set(onCallbacks, replaceBetween(page, 'libraries', librariesTable(), onCallbacks));
  const config = await resolveConfig(path.join(ROOT, 'README.md'));
  for (const [file, text] of files) {
    files.set(file, await format(text, { ...config, parser: 'markdown' }));
  }
  const manifest = await readPage('package.json');
  const filepath = path.join(ROOT, 'package.json');
  files.set('package.json', await format(withHome(manifest), { ...config, filepath }));
  return files;
}

/**
 * @param {string} file
 * @returns {Promise<string>}
 */
async function readPage(file) {
  try {
    return await readFile(path.join(ROOT, file), 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: write it, then run \`npm run docs\``, {
      cause: error,
    });
  }
}

/** @returns {Promise<[file: string, text: string][]>} What differs from what the code says. */
export async function findStale() {
  /** @type {[string, string][]} */
  const stale = [];
  for (const [file, text] of await generateDocs()) {
    const current = await readFile(path.join(ROOT, file), 'utf8').catch(() => undefined);
    if (current !== text) {
      stale.push([file, text]);
    }
  }
  return stale;
}

/**
 * @param {boolean} isCheck
 * @returns {Promise<number>} The exit code.
 */
async function main(isCheck) {
  const stale = await findStale();
  const names = stale.map(([file]) => file).join(', ');
  if (isCheck && stale.length > 0) {
    console.error(`Out of date: ${names}. Run \`npm run docs\`.`);
    return 1;
  }
  for (const [file, text] of stale) {
    await writeFile(path.join(ROOT, file), text);
  }
  console.log(stale.length > 0 ? `Wrote ${names}` : 'The documentation is up to date');
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.includes('--check'));
}
