import { describe, expect, it } from 'vitest';

import { EditConflict, applyEdits, resolveEdits } from '../../core/edits/apply.js';
import {
  indentLines,
  insertAfter,
  insertBefore,
  moveRange,
  removeBetween,
  replaceRange,
  wrapNode,
} from '../../core/edits/edit.js';
import { indentUnit, levelsBetween } from '../../core/edits/indentation.js';
import { takeUniqueName } from '../../core/edits/names.js';
import { isParenthesized, parenthesizedRange } from '../../core/edits/parentheses.js';
import { needsSemicolonBefore, removeDeclaration } from '../../core/edits/statements.js';
import { nodeAt, read, variableAt } from './sources.js';

/**
 * @param {string} text
 * @param {import('../../core/edits/edit.js').Edit[]} edits
 */
function edit(text, edits) {
  return applyEdits(text, resolveEdits(read(text), edits));
}

describe('edits', () => {
  it('nest: outer openers first, outer closers last', () => {
    const sourceCode = read('a;');
    const a = nodeAt(sourceCode, 'Identifier');
    expect(edit('a;', [...wrapNode(a, '(', ')'), ...wrapNode(a, '[', ']')])).toBe('([a]);');
  });

  it('keep closers before openers at one place', () => {
    expect(edit('ab;', [insertBefore(1, '<'), insertAfter(1, '>')])).toBe('a><b;');
  });

  it('insert beside what is replaced', () => {
    expect(
      edit('abc;', [replaceRange([1, 2], 'B'), insertBefore(1, '<'), insertAfter(2, '>')]),
    ).toBe('a<B>c;');
  });

  it('leave the semicolon that begins the line below', () => {
    const text = 'first()\n;[2].map(second)\n;(3)';
    expect(edit(text, [replaceRange([0, 9], 'one()')])).toBe('one()\n;[2].map(second)\n;(3)');
    expect(edit(text, [removeBetween(0, 9)])).toBe('\n;[2].map(second)\n;(3)');
    expect(edit(text, [insertAfter(9, '\nnext()')])).toBe(
      'first()\nnext()\n;[2].map(second)\n;(3)',
    );
    expect(edit(text, [moveRange([0, 9], text.length, '\n', '')])).toBe(
      '\n;[2].map(second)\n;(3)\nfirst()',
    );
    expect(edit('a()\n/* b */ ;[2]', [insertAfter(13, '\nnext()')])).toBe(
      'a()\nnext()\n/* b */ ;[2]',
    );
    expect(edit('a() // b\n// c\n;[2]', [insertAfter(15, '\nnext()')])).toBe(
      'a() // b\nnext()\n// c\n;[2]',
    );
    expect(edit('a() /* b */ ;[2]', [insertAfter(13, '\nnext();')])).toBe(
      'a() /* b */ ;\nnext();[2]',
    );
    // One on a line of its own is the statement's.
    expect(edit('first()\n;\n[2].map(second)', [replaceRange([0, 9], 'one();')])).toBe(
      'one();\n[2].map(second)',
    );
  });

  it('take out the semicolon that begins a line where nothing needs it any more', () => {
    const text = 'first()\n\n  ;(function () {})()\n;[3]';
    const at = text.indexOf('(function');
    const end = text.indexOf('\n;[3]');
    expect(edit(text, [replaceRange([at, end], 'for (;;) {}')])).toBe(
      'first()\n\n  for (;;) {}\n;[3]',
    );
    expect(edit(text, [insertBefore(at, 'await ')])).toBe(
      'first()\n\n  await (function () {})()\n;[3]',
    );
    expect(edit(text, [removeBetween(at, at + 1), insertBefore(at + 1, '[')])).toContain(
      '\n  ;[function',
    );
    expect(edit(text, [replaceRange([at, end], '`text`')])).toContain('\n  ;`text`');
    expect(edit(text, [replaceRange([at + 1, at + 9], 'async function')])).toContain(
      '\n  ;(async function',
    );
    expect(edit(text, [replaceRange([0, 7], 'second()')])).toContain('second()\n\n  ;(');
    expect(edit(text, [replaceRange([0, end], 'second()')])).toBe('second()\n;[3]');
  });

  it('are made once when two sites share them', () => {
    expect(edit('ab;', [removeBetween(0, 1), removeBetween(0, 1)])).toBe('b;');
  });

  it('puts what was to stand below a line in its place when the line goes', () => {
    const text = 'first();\nsecond();\nthird();\n';
    const removal = removeBetween(9, 19);
    // Of what closes at one place, the outer, given first, stands last.
    const below = [insertAfter(18, '\nfourth();'), insertAfter(18, '\nfifth();')];
    expect(edit(text, [removal, ...below])).toBe('first();\nfifth();\nfourth();\nthird();\n');
    expect(
      edit(text.replaceAll('\n', '\r\n'), [
        removeBetween(10, 21),
        insertAfter(19, '\r\nfourth();'),
      ]),
    ).toBe('first();\r\nfourth();\r\nthird();\r\n');
  });

  it('refuse to overlap', () => {
    const overlapping = [removeBetween(0, 2), replaceRange([1, 3], 'x')];
    expect(() => edit('abcd;', overlapping)).toThrow(EditConflict);
  });
});

describe('moveRange', () => {
  it('moves a text with what other edits make of it', () => {
    const text = '{ abc } d;';
    expect(edit(text, [replaceRange([3, 4], 'B'), moveRange([2, 5], 7, ' <', '>')])).toBe(
      '{  } <aBc> d;',
    );
  });

  it('moves out of what is moved itself', () => {
    const text = 'one(two(three));';
    const edits = [moveRange([0, 15], 16, '\n', ';'), moveRange([8, 13], 16, '\n', ';')];
    expect(edit(text, edits)).toBe(';\none(two());\nthree;');
  });

  it('leaves what belongs to its neighbours', () => {
    const edits = [insertAfter(1, '>'), insertBefore(1, '<'), moveRange([1, 2], 4, '', '')];
    expect(edit('abc;', edits)).toBe('a>c;<b');
  });

  it('keeps the lines of an inner text apart from those around it', () => {
    const text = 'f(\n  g(\n    h,\n  ),\n);\n';
    const inner = /** @type {[number, number]} */ ([text.indexOf('g'), text.indexOf(')') + 1]);
    const outer = /** @type {[number, number]} */ ([0, text.length - 2]);
    const edits = [
      indentLines(outer, 1),
      indentLines(inner, -1),
      moveRange(inner, text.length, '', '\n'),
    ];
    expect(edit(text, edits)).toBe('f(\n    ,\n  );\ng(\n  h,\n)\n');
  });

  it('refuses to move half of what another edit replaces', () => {
    const overlapping = [replaceRange([1, 3], 'x'), moveRange([2, 4], 0, '', '')];
    expect(() => edit('abcd;', overlapping)).toThrow(EditConflict);
  });
});

describe('indentLines', () => {
  it('adds levels up where ranges nest, and keeps templates', () => {
    const text = 'f(\n  g(\n    h,\n`\n      kept`\n  )\n);\n';
    const whole = [0, text.length - 1];
    const inner = [text.indexOf('(', 3), text.indexOf('\n  )')];
    const edits = [whole, inner].map((range) =>
      indentLines(/** @type {[number, number]} */ (range), -1),
    );
    expect(edit(text, edits)).toBe('f(\ng(\nh,\n`\n      kept`\n)\n);\n');
  });

  it('takes tabs for levels', () => {
    const text = 'if (a) {\n\tb();\n\n\tc();\n}\n';
    expect(edit(text, [indentLines([0, text.length], 1)])).toBe(
      'if (a) {\n\t\tb();\n\n\t\tc();\n\t}\n',
    );
  });

  it.each([
    ['a(\n  b,\n  c\n);', '  '],
    ['a(\n    b,\n    c\n);', '    '],
    ['a(\n\tb,\n\tc\n);', '\t'],
    ['a();', '  '],
  ])('knows the unit of %j', (text, unit) => {
    expect(indentUnit(read(text))).toBe(unit);
  });
});

describe('levelsBetween', () => {
  it.each([
    ['\tf(() => {\n\t\t\tg();\n\t});\n\th();\n', 2],
    ['\tf();\n\tf();\n    f(() => {\n        g();\n    });\n', 1],
    ['  f();\n  f();\n  f(() => {\n  \t\tg();\n  });\n', 2],
  ])('counts a tab as a level, and spaces as the file does: %j', (text, levels) => {
    const outer = text.indexOf('f(() =>');
    expect(levelsBetween(read(text), outer, text.indexOf('g('))).toBe(levels);
  });
});

describe('parenthesizedRange', () => {
  it.each([
    ['f(x);', 'x'],
    ['f((x));', '(x)'],
    ['f(a, (x));', '(x)'],
    ['if (x) {}', 'x'],
    ['if (( x )) {}', '( x )'],
    ['y = ( /* c */ (x) );', '( /* c */ (x) )'],
    ['while ((x)) {}', '(x)'],
    ['y = x => 1;', 'x'],
    ['y = (x) => 1;', 'x'],
    ['new F((x));', '(x)'],
    ['y = (x).z;', '(x)'],
    ['y = (x) + (z);', '(x)'],
  ])('%s', (text, expected) => {
    const sourceCode = read(text);
    const index = [0, 1, 2].find((at) => nodeAt(sourceCode, 'Identifier', at).name === 'x');
    const range = parenthesizedRange(sourceCode, nodeAt(sourceCode, 'Identifier', index));
    expect(text.slice(...range)).toBe(expected);
    expect(isParenthesized(sourceCode, nodeAt(sourceCode, 'Identifier', index))).toBe(
      expected !== 'x',
    );
  });
});

describe('needsSemicolonBefore', () => {
  it.each([
    ['a\nb()', true],
    ['a;\nb()', false],
    ['function a() {}\nb()', false],
    ['if (a) { c }\nb()', false],
    ['if (a) c\nb()', true],
    ['const a = function () {}\nb()', true],
    ['b()', false],
    ['a // c;\nb()', true],
  ])('%j: %s', (text, expected) => {
    const sourceCode = read(text);
    const statement = /** @type {any} */ (sourceCode.ast.body.at(-1));
    expect(needsSemicolonBefore(sourceCode, statement, '(async')).toBe(expected);
  });
});

describe('removeDeclaration', () => {
  it.each([
    ["const x = require('x');\nconst y = 1;\n", 'const y = 1;\n'],
    ["const y = 1, x = require('x');\n", 'const y = 1;\n'],
    ["const x = require('x'), y = 1;\n", 'const y = 1;\n'],
    ["const { x, y } = require('x');\n", "const { y } = require('x');\n"],
    ["const { x } = require('x');\r\nlet y;\r\n", 'let y;\r\n'],
    ["import x from 'x';\nimport y from 'y';\n", "import y from 'y';\n"],
    ["import x, { y } from 'x';\n", "import { y } from 'x';\n"],
    ["import y, { x } from 'x';\n", "import y from 'x';\n"],
    ["import { y, x } from 'x';\n", "import { y } from 'x';\n"],
    ["import { x, y } from 'x';\n", "import { y } from 'x';\n"],
    ["a();\n\nconst x = require('x');\n\nb();\n", 'a();\n\nb();\n'],
    ["const x = require('x'); // why\n", '// why\n'],
  ])('%j', (text, expected) => {
    const sourceCode = read(text, 'a.js');
    const edits = removeDeclaration(sourceCode, variableAt(sourceCode, 'x'));
    expect(edit(text, edits ?? [])).toBe(expected);
  });

  it('leaves a declaration that a comment would go with', () => {
    const sourceCode = read("const x = require(/* why */ 'x');\n");
    expect(removeDeclaration(sourceCode, variableAt(sourceCode, 'x'))).toBeUndefined();
  });
});

describe('takeUniqueName', () => {
  it('avoids every variable of the file and those taken before', () => {
    const sourceCode = read('error; error1; a.other;');
    expect(takeUniqueName(sourceCode, 'error')).toBe('error2');
    expect(takeUniqueName(sourceCode, 'error')).toBe('error3');
    expect(takeUniqueName(sourceCode, 'other')).toBe('other');
  });
});
