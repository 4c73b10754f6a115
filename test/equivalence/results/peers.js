import { createSourceCode } from '../../../core/source/source-code.js';
import { SourceSyntaxError } from '../../../core/source/parse.js';
import { renderPeerFlows } from './peer-flows.js';

/** @import { PeerFlows } from './peer-flows.js' */

/**
 * @typedef {object} PeerFault
 * @property {string} fault
 * @property {number} programs
 * @property {string} text
 * @property {string} output
 * @property {string} mismatch
 * @property {string} ours What this project's codemod makes of the program.
 *
 * @typedef {object} PeerResult
 * @property {string} peer
 * @property {string} version
 * @property {string} language
 * @property {number} programs
 * @property {number} functions
 * @property {number} converted
 * @property {PeerFault[]} known
 * @property {string[]} missed
 * @property {PeerFault[]} others
 */

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/**
 * @param {PeerResult[]} results
 * @param {readonly PeerFlows[]} flows
 * @returns {string} `docs/peers.md`
 */
export function renderPeers(results, flows) {
  const table = results.map(
    ({ peer, version, language, programs, functions, converted, known, missed, others }) =>
      `| ${peer} ${version} | ${language} | ${programs} | ${converted} of ${functions} | ${known.length} of ${known.length + missed.length} | ${others.length} |`,
  );
  const sections = results.map(
    (result) =>
      `## ${result.peer} ${result.version}\n\n${[
        ...result.known.map(showFault),
        ...result.missed.map((fault) => `### Not shown: ${fault}\n`),
        ...result.others.map(showFault),
      ].join('\n')}`,
  );
  return `<!-- Written by npm run docs from test/equivalence/results/peers.json, which npm run peers writes. -->

# Other tools under the same programs

This page gives other tools from npm the same random programs that test the codemods of this project
([proof](proof.md)). None of these tools claims to keep the behaviour in every case. The page shows that
the random programs find such faults. A synchronous throw that becomes a rejection does not count.

| tool | source language | programs | functions changed | known faults shown | further faults |
| --- | --- | --- | --- | --- | --- |
${table.join('\n')}

Below is the smallest program for each fault, without its first lines, which require the operations.

${renderPeerFlows(flows)}
${sections.join('\n')}`;
}

/**
 * @param {PeerFault} fault
 * @returns {string}
 */
function showFault({ fault, programs, text, output, mismatch, ours }) {
  return `### ${cell(fault)}

After ${programs} programs: ${cell(mismatch)}. This project: ${ours}.

\`\`\`js
${text}
\`\`\`

\`\`\`${isProgram(output) ? 'js' : 'text'}
${output}
\`\`\`
`;
}

/**
 * @param {string} text
 * @returns {boolean} A tool may have written what is none.
 */
function isProgram(text) {
  try {
    createSourceCode(text, 'program.js');
    return true;
  } catch (error) {
    if (error instanceof SourceSyntaxError) return false;
    throw error;
  }
}
