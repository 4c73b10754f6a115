/**
 * `npm run peers:flows`: the twelve flows of `docs/flows.md`, given to other tools and to this project. Writes
 * `test/equivalence/results/peer-flows.json`, from which `npm run docs` writes a table of `docs/peers.md`.
 */
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

import { loadCodemods } from '../../../bin/codemods.js';
import { bodyUpToNames, convertWithAll, fileOf } from '../../flows/convert-flow.js';
import { FLOWS } from '../../flows/flows.js';
import { ROOM_NAMES } from '../../flows/rooms.js';
import { createFiles, outcomeOf } from '../../flows/run-flow.js';
import { writeResults } from '../results/write.js';
import { asyncify } from './asyncify.js';
import { guarded, typescriptRefactoring } from './typescript.js';

/**
 * @import { Flow } from '../../flows/flows.js'
 * @import { Room } from '../../flows/rooms.js'
 * @import { Converter } from '../examine.js'
 * @import { FlowOutcome, PeerFlows } from '../results/peer-flows.js'
 */

const require = createRequire(import.meta.url);
const codemods = await loadCodemods();

/** @type {readonly { peer: string, version: string, convert: Converter }[]} */
const TOOLS = [
  {
    peer: 'TypeScript’s “Convert to async function”',
    version: require('typescript-5.9/package.json').version,
    convert: typescriptRefactoring({ types: ['node'] }),
  },
  {
    peer: '@codemodsquad/asyncify',
    version: require('@codemodsquad/asyncify/package.json').version,
    convert: asyncify(),
  },
  {
    peer: 'eslint-plugin-async-perf',
    version: require('../../../package.json').version,
    convert: guarded((text) => convertWithAll(text, codemods)),
  },
];

/**
 * @param {Flow} flow
 * @param {Room} room
 * @param {Converter} convert
 * @returns {Promise<FlowOutcome>}
 */
async function outcomeIn(flow, room, convert) {
  const source = fileOf(flow, room);
  const { source: output } = await convert(source, {});
  if (output === source) {
    return 'unchanged';
  }
  for (const input of flow.inputs) {
    if (
      !isDeepStrictEqual(await resultOf(output, room, input), await resultOf(source, room, input))
    ) {
      return 'behaves otherwise';
    }
  }
  const target = await bodyUpToNames(`async function find(${flow.parameters}) {${flow.target}\n}`);
  return (await bodyUpToNames(output)) === target ? 'as by hand' : 'same behaviour';
}

/**
 * @param {string} source
 * @param {Room} room
 * @param {readonly unknown[]} input
 * @returns {Promise<unknown>} What the function gives; a text that says so where the file does not run.
 */
async function resultOf(source, room, input) {
  const directory = createFiles();
  try {
    const outcome = await outcomeOf(source, room, directory, input);
    return JSON.stringify(outcome).replaceAll(directory, '');
  } catch (error) {
    return `does not run: ${error}`;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** @type {PeerFlows[]} */
const results = [];
for (const { peer, version, convert } of TOOLS) {
  /** @type {PeerFlows['cells'][number][]} */
  const cells = [];
  for (const flow of FLOWS) {
    for (const room of ROOM_NAMES.filter((each) => flow.sources[each] !== undefined)) {
      cells.push({ flow: flow.name, room, outcome: await outcomeIn(flow, room, convert) });
    }
  }
  results.push({ peer, version, cells });
  console.log(peer, version, cells.filter(({ outcome }) => outcome !== 'unchanged').length);
}
await writeResults('peer-flows', results);
