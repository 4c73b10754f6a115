/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Flow } from './flows.js' */
/** @import { Room } from './rooms.js' */

import { bodyUpToNames, convertWithAll, fileOf } from './convert-flow.js';
import { FLOWS } from './flows.js';
import { ROOM_NAMES } from './rooms.js';

/**
 * One flow in one source language.
 *
 * @typedef {object} Cell
 * @property {Flow} flow
 * @property {Room} room
 * @property {string} source The original.
 * @property {string} output What the codemods make of it.
 * @property {string} body The body of its function, up to names.
 * @property {string} target That of the function that a person writes.
 */

/**
 * @param {readonly Codemod[]} codemods In the order of the command.
 * @returns {Promise<Cell[]>} Those that are not empty.
 */
export async function fillCells(codemods) {
  /** @type {Cell[]} */
  const cells = [];
  for (const flow of FLOWS) {
    const target = await bodyUpToNames(
      `async function find(${flow.parameters}) {${flow.target}\n}`,
    );
    for (const room of ROOM_NAMES.filter((each) => flow.sources[each] !== undefined)) {
      const source = fileOf(flow, room);
      const output = convertWithAll(source, codemods);
      cells.push({ flow, room, source, output, target, body: await bodyUpToNames(output) });
    }
  }
  return cells;
}
