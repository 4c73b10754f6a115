import { describe, expect, it } from 'vitest';

import { applyEdits } from '../../core/edits/apply.js';
import { findOrigin } from '../../core/edits/origin.js';

/**
 * @param {string} text
 * @param {import('../../core/edits/edit.js').TextEdit[]} edits
 * @param {string} wanted What to look for in the output.
 * @returns {string} What is there in the text before the edits.
 */
function origin(text, edits, wanted) {
  const offset = applyEdits(text, edits).indexOf(wanted);
  expect(offset).not.toBe(-1);
  return text.slice(findOrigin(text, edits, offset));
}

const TEXT = 'one(1);\ntwo(2, three(3));\nlast();\n';

describe('findOrigin', () => {
  it('finds what stays, before and behind what is written and taken out', () => {
    const edits = [
      { range: /** @type {const} */ ([8, 8]), text: 'await ' },
      { range: /** @type {const} */ ([12, 15]), text: '' },
    ];
    expect(origin(TEXT, edits, 'one')).toBe(TEXT);
    expect(origin(TEXT, edits, 'two')).toMatch(/^two\(2/u);
    expect(origin(TEXT, edits, 'three')).toMatch(/^three\(3/u);
    expect(origin(TEXT, edits, 'last')).toBe('last();\n');
  });

  it('finds what is moved', () => {
    const edits = [
      { range: /** @type {const} */ ([0, 0]), text: 'const x = three(3);\n' },
      { range: /** @type {const} */ ([15, 23]), text: 'x' },
    ];
    expect(origin(TEXT, edits, 'three')).toMatch(/^three\(3/u);
    expect(origin(TEXT, edits, 'one')).toBe(TEXT);
  });

  it('takes what is new to be where it was written', () => {
    const edits = [{ range: /** @type {const} */ ([8, 11]), text: 'await four' }];
    expect(origin(TEXT, edits, 'four')).toMatch(/^two\(2/u);
    expect(origin(TEXT, edits, '(2')).toMatch(/^\(2/u);
  });

  it('takes the nearest of those with the same text', () => {
    const text = 'load();\nf(() => {\n  load();\n});\n';
    const edits = [
      { range: /** @type {const} */ ([0, 8]), text: '' },
      { range: /** @type {const} */ ([8, text.length]), text: 'await f();\nload();\n' },
    ];
    expect(origin(text, edits, 'load')).toBe('load();\n});\n');
  });
});
