import { ROOMS, ROOM_NAMES } from '../../flows/rooms.js';

/**
 * @import { Room } from '../../flows/rooms.js'
 *
 * @typedef {'unchanged' | 'as by hand' | 'same behaviour' | 'behaves otherwise'} FlowOutcome
 *
 * @typedef {object} PeerFlows
 * @property {string} peer
 * @property {string} version
 * @property {readonly { flow: string, room: Room, outcome: FlowOutcome }[]} cells
 */

/**
 * @param {readonly PeerFlows[]} results
 * @returns {string} A part of `docs/peers.md`.
 */
export function renderPeerFlows(results) {
  const rows = results.map(
    ({ peer, version, cells }) =>
      `| ${peer} ${version} | ${ROOM_NAMES.map((room) => countsOf(cells, room)).join(' | ')} |`,
  );
  const differing = results.flatMap(({ peer, cells }) =>
    cells
      .filter(({ outcome }) => outcome === 'behaves otherwise')
      .map(({ flow, room }) => `- ${peer}: ${flow}, ${ROOMS[room].title}.`),
  );
  return `## Twelve flows

The [twelve flows](flows.md) of this project, in six source languages, were given to each tool. A cell has the
number of functions that the tool converts, of all in that language, and how many of these are what a
person writes. Each converted function is run beside the original.

| tool | ${ROOM_NAMES.map((room) => ROOMS[room].title).join(' | ')} |
| --- |${' --- |'.repeat(ROOM_NAMES.length)}
${rows.join('\n')}

The flows were chosen by the authors of this project, so they favour it. The other tools are made for chains
of promises and leave most of the other languages alone on purpose.${
    differing.length > 0
      ? ` These converted functions behave otherwise:\n\n${differing.join('\n')}`
      : ''
  }

\`\`\`sh
npm ci
npm run peers:flows      # this table: fixed inputs, the versions of package-lock.json
npm install --no-save @wakaru/cli@1.12.0
npm run peers            # the tables below: random programs of one seed
npm run docs             # writes this page
\`\`\`
`;
}

/**
 * @param {PeerFlows['cells']} cells
 * @param {Room} room
 * @returns {string}
 */
function countsOf(cells, room) {
  const own = cells.filter((cell) => cell.room === room);
  const converted = own.filter(({ outcome }) => outcome !== 'unchanged').length;
  const byHand = own.filter(({ outcome }) => outcome === 'as by hand').length;
  return converted === 0
    ? `0 of ${own.length}`
    : `${converted} of ${own.length}, ${byHand} as by hand`;
}
