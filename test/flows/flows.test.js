import { rmSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { fillCells } from './cells.js';
import { FLOWS } from './flows.js';
import { ROOM_NAMES } from './rooms.js';
import { createFiles, outcomeOf } from './run-flow.js';

const cells = await fillCells(await loadCodemods());
const directory = createFiles();
afterAll(() => rmSync(directory, { recursive: true }));

describe.each(FLOWS)('$name', ({ empty, name, sources }) => {
  it('is written in each source language, or says why not', () => {
    expect([...Object.keys(sources), ...Object.keys(empty)].sort()).toEqual([...ROOM_NAMES].sort());
  });

  it('names only other functions that it has', () => {
    const { other = {} } = /** @type {import('./flows.js').Flow} */ (
      FLOWS.find((flow) => flow.name === name)
    );
    expect(Object.keys(sources)).toEqual(expect.arrayContaining(Object.keys(other)));
  });
});

describe.each(cells)('$flow.name, $room', ({ body, flow, output, room, source, target }) => {
  if (flow.other?.[room] === undefined) {
    it('becomes the function that a person writes', () => {
      expect(body).toBe(target);
    });
  } else {
    it('becomes another function still', () => {
      expect(body).not.toBe(target);
    });
  }

  it.each(flow.inputs.map((input) => [input]))('does the same with %j', async (input) => {
    const before = await outcomeOf(source, room, directory, input);
    expect(await outcomeOf(output, room, directory, input)).toEqual(before);
  });
});

describe.each(FLOWS)('$name', ({ name, inputs }) => {
  it.each(inputs.map((input) => [input]))('is one flow with %j', async (input) => {
    const outcomes = await Promise.all(
      cells
        .filter(({ flow }) => flow.name === name)
        .map(async ({ room, source }) => {
          const own = createFiles();
          try {
            return await outcomeOf(source, room, own, input);
          } finally {
            rmSync(own, { recursive: true });
          }
        }),
    );
    const values = outcomes.map((outcome) => JSON.stringify(outcome).replaceAll(/flows-\w+/gu, ''));
    expect(new Set(values).size).toBe(1);
  });
});
