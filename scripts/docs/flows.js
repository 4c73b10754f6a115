/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Cell } from '../../test/flows/cells.js' */

import { fillCells } from '../../test/flows/cells.js';
import { FLOWS } from '../../test/flows/flows.js';
import { ROOMS, ROOM_NAMES } from '../../test/flows/rooms.js';
import { toTable } from '../../test/trials/document.js';

/**
 * @param {readonly Codemod[]} codemods In the order of the command.
 * @returns {Promise<string>} `docs/flows.md`.
 */
export async function renderFlows(codemods) {
  const cells = await fillCells(codemods);
  const rows = FLOWS.map(({ empty, name, other = {} }) => [
    `[${name}](#${anchorOf(name)})`,
    ...ROOM_NAMES.map((room) =>
      empty[room] ? '–' : other[room] === undefined ? 'same' : '[other](#' + anchorOf(name) + ')',
    ),
  ]);
  const table = toTable(['flow', ...ROOM_NAMES.map((room) => ROOMS[room].title)], rows);
  return `# Twelve flows

A flow is a small task, such as "read a file and leave early". Each flow is written in six source languages,
for example with callbacks and with \`co\`. All six should become the same async function, but for names.

- **same**: the codemods write that function.
- **other**: they write another one, for the reason that is given below.
- **–**: the source language needs a helper of its own for this flow.

A test converts all of them, compares the functions, and runs each beside its original.

${table}
${FLOWS.map((flow) => renderFlow(flow, cells)).join('\n')}`;
}

/** @param {string} name */
function anchorOf(name) {
  return name.replaceAll(' ', '-');
}

/**
 * @param {import('../../test/flows/flows.js').Flow} flow
 * @param {readonly Cell[]} cells
 */
function renderFlow(flow, cells) {
  const { empty, name, other = {}, parameters, target } = flow;
  const lines = [
    ...Object.entries(other).map(([room, reason]) => [room, 'other', reason]),
    ...Object.entries(empty).map(([room, reason]) => [room, 'empty', reason]),
  ].map(
    ([room, what, reason]) =>
      `- ${ROOMS[/** @type {keyof typeof ROOMS} */ (room)].title}, ${what}: ${reason}`,
  );
  const outputs = cells
    .filter((cell) => cell.flow === flow && other[cell.room] !== undefined)
    .map(
      ({ output, room }) =>
        `<details><summary>What ${ROOMS[room].title.replaceAll('`', '')} gives</summary>\n\n\`\`\`js\n${output}\`\`\`\n\n</details>\n`,
    );
  return `## ${name}

\`\`\`js
async function find(${parameters}) {${dedent(target)}
}
\`\`\`

${lines.join('\n')}

${outputs.join('\n')}`;
}

/** @param {string} text */
function dedent(text) {
  return text.replaceAll('\n      ', '\n  ');
}
