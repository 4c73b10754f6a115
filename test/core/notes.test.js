import { expect, it } from 'vitest';

import { Notes } from '../../core/analysis/syntax/facts.js';

it.each([
  ['an object', {}],
  ['one that is frozen', Object.freeze({})],
])('notes hang on %s, and nothing else sees them', (_, key) => {
  /** @type {Notes<object, number>} */
  const notes = new Notes();
  expect(notes.get(key)).toBeUndefined();

  notes.set(key, 1);
  notes.set(key, 2);

  expect(notes.get(key)).toBe(2);
  expect(new Notes().get(key)).toBeUndefined();
  expect(Object.keys(key)).toEqual([]);
  expect({ ...key }).toEqual({});
});
