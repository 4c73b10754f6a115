import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, loadCodemod } from '../converters.js';
import { asyncToGenerator, awaiter } from '../grammar/down-levelled.js';
import { promiseChain } from '../grammar/promise-chain.js';
import { writeResults } from '../results/write.js';
import { asyncify } from './asyncify.js';
import { ASYNCIFY_FAULTS, TYPESCRIPT_FAULTS } from './faults.js';
import { searchPeer } from './search.js';
import { typescriptRefactoring } from './typescript.js';
import { wakaru } from './wakaru.js';

/**
 * @import { FoundFault } from './search.js'
 * @import { Language } from '../grammar/arbitrary.js'
 * @import { PeerFault, PeerResult } from '../results/peers.js'
 */

const require = createRequire(import.meta.url);

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
});

/** What TypeScript refuses, or cannot see through, in a file without types. */
const UNTYPED = [
  'head-function',
  'head-side-by-side',
  'all-of-chains',
  'called-reference',
  'then-both',
];

const PEERS = [
  {
    peer: 'TypeScript’s “Convert to async function”',
    package: 'typescript-5.9',
    language: promiseChain,
    convert: typescriptRefactoring(),
    faults: TYPESCRIPT_FAULTS,
    without: UNTYPED,
  },
  {
    peer: '@codemodsquad/asyncify',
    package: '@codemodsquad/asyncify',
    language: promiseChain,
    convert: asyncify(),
    faults: ASYNCIFY_FAULTS,
    without: [],
  },
  ...[awaiter, asyncToGenerator].map((language) => ({
    peer: '@wakaru/cli',
    package: '@wakaru/cli',
    language,
    convert: wakaru(),
    faults: [],
    without: [],
  })),
];

/**
 * @param {Language} language
 * @returns {Promise<(text: string) => Promise<string>>}
 */
async function oursFor({ codemod, options }) {
  if (!existsSync(join(ROOT, 'codemods', `${codemod}.js`)))
    return async () => 'no such codemod yet';
  const convert = await loadCodemod(codemod);
  return async (text) => {
    const { sites } = await convert(text, options);
    const refused = sites.find(({ status }) => status === 'refused');
    return refused === undefined
      ? 'converted, with the same behaviour'
      : `refused (${refused.reason})`;
  };
}

/**
 * @param {FoundFault} found
 * @param {(text: string) => Promise<string>} ours
 * @returns {Promise<PeerFault>}
 */
async function showable({ fault, programs, examination }, ours) {
  const { text, output, fault: shown } = examination;
  const [mismatch = ''] = shown?.mismatches ?? [];
  return {
    fault,
    programs,
    text: body(text),
    output: body(output),
    mismatch,
    ours: await ours(text),
  };
}

/** @param {string} text @returns {string} Without the first lines, which are the same everywhere. */
const body = (text) => {
  const header = text.indexOf('\n\n');
  return header === -1 ? text : text.slice(header).trim();
};

/** @type {PeerResult[]} */
const results = [];
for (const { package: name, language, ...plan } of PEERS) {
  const report = await searchPeer({
    ...plan,
    language,
    runs: Number(values.runs),
    seed: Number(values.seed),
  });
  const ours = await oursFor(language);
  const { peer, programs, functions, converted, missed } = report;
  console.log(`${peer}: ${programs} programs, ${report.known.length} known faults`, missed);
  results.push({
    peer,
    version: require(`${name}/package.json`).version,
    language: language.name,
    programs,
    functions,
    converted,
    known: await Promise.all(report.known.map((found) => showable(found, ours))),
    missed,
    others: await Promise.all(report.others.map((found) => showable(found, ours))),
  });
  if (missed.length > 0) process.exitCode = 1;
}
await writeResults('peers', results);
