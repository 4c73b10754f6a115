import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { replaceRange } from '../../core/edits/edit.js';

/** @import { Pattern, Plan } from '../../core/contract/pattern.js' */

/**
 * @param {string} before
 * @param {string} after
 * @param {string} [type]
 * @returns {Pattern} Writes the one for the other wherever it is a name, or for a node of another type.
 */
const replacing = (before, after, type = 'Identifier') => ({
  name: 'replacing',
  words: new RegExp(before, 'u'),
  visit: {
    [type]: (/** @type {import('@typescript-eslint/types').TSESTree.Node} */ node) =>
      node.type !== 'Identifier' || node.name === before
        ? {
            node,
            kind: before,
            plan: {
              edits: [replaceRange(node.range, after)],
              safe: false,
              assumes: [],
            },
          }
        : undefined,
  },
});

/**
 * @param {string} source
 * @param {...Pattern} patterns
 */
const run = (source, ...patterns) =>
  convert({ path: 'example.js', source }, { name: 'test', patterns });

/**
 * Writes the first two statements together or not at all, and the third with the first only; the second
 * does not parse.
 *
 * @type {Pattern}
 */
const bound = {
  name: 'bound',
  words: /bad/u,
  visit: {
    Program: (/** @type {import('@typescript-eslint/types').TSESTree.Program} */ { body }) => {
      const [first, second, third] = ['done();', 'if', 'done();'].map((text, index) => ({
        edits: [replaceRange(body[index]?.range ?? [0, 0], text)],
        safe: false,
        assumes: [],
      }));
      const group = {};
      const left = { .../** @type {Plan} */ (first), group };
      const bad = { .../** @type {Plan} */ (second), group };
      const last = { .../** @type {Plan} */ (third), requires: [left] };
      return [left, bad, last].map((plan, index) => ({
        node: /** @type {import('@typescript-eslint/types').TSESTree.Statement} */ (body[index]),
        kind: 'call',
        plan,
      }));
    },
  },
};

describe('what a plan writes', () => {
  it('is taken back with those that it goes together with, and with what requires one of them', () => {
    const source = 'left();\nbad();\nlast();\n';
    const { source: output, sites } = run(source, bound);

    expect(output).toBe(source);
    expect(sites.map(({ reason }) => reason)).toEqual(Array(3).fill('output-does-not-parse'));
  });

  it('is taken back, alone, where it does not parse', () => {
    const source = 'good();\nbad();\n';
    const { source: output, sites } = run(
      source,
      replacing('good', 'better'),
      replacing('bad', 'if'),
    );

    expect(output).toBe('better();\nbad();\n');
    expect(sites.map(({ status, reason }) => [status, reason])).toEqual([
      ['converted', undefined],
      ['refused', 'output-does-not-parse'],
    ]);
    expect(sites[1]?.message).toMatch(/would not parse: [^.]+$/u);
  });

  it.each([
    ['loses a comment', 'f(/* why */ bad);\n', 'Program', 'good();\n'],
    ['writes a comment twice', 'f(/* why */ bad);\n', 'Identifier', '/* why */ good'],
    ['does not parse beside a comment', 'f(bad /* why */);\n', 'Identifier', 'if'],
  ])('is taken back where it %s', (_, source, type, after) => {
    const { source: output, sites } = run(source, replacing('bad', after, type));

    expect(output).toBe(source);
    expect(sites).toMatchObject([{ status: 'refused', reason: 'comment-in-the-way' }]);
  });

  it.each([
    ['moves a comment', '/* why */ good(f);\n'],
    ['moves the lines of a comment', 'good(/* why\n  not */);\n'],
  ])('stays where it %s', (_, after) => {
    const comment = /\/\*.*\*\//su.exec(after)?.[0];
    const source = `f(${comment?.replace('\n', '\n    ')} bad);\n`;

    expect(run(source, replacing('bad', after, 'Program')).source).toBe(after);
  });

  it('is taken back where `await` is a name in what becomes async', () => {
    const { sites } = run('bad();\n', replacing('bad', '(async (a) => { var await; })'));

    expect(sites).toMatchObject([{ status: 'refused', reason: 'await-as-name' }]);
  });

  it('is taken back where it declares a name twice, unless the file did', () => {
    const source = 'const one = 1;\nconst bad = 2;\n';
    const { source: output, sites } = run(source, replacing('bad', 'one'));

    expect(output).toBe(source);
    expect(sites).toMatchObject([
      { status: 'refused', reason: 'name-clash', message: expect.stringMatching(/^`one` /u) },
    ]);
    expect(run('let a;\nlet a;\nbad();\n', replacing('bad', 'good')).changed).toBe(true);
  });

  it.each([
    ['of the module', "const Object = require('co');\nbad();\n"],
    ['of the function', 'function f(Object) {\n  bad();\n}\n'],
    ['of the block', '{\n  class Object {}\n  bad();\n}\n'],
  ])('is taken back where a global it refers to is a variable %s', (_, source) => {
    const { source: output, sites } = run(source, replacing('bad', 'Object.keys'));

    expect(output).toBe(source);
    expect(sites).toMatchObject([
      { status: 'refused', reason: 'name-clash', message: expect.stringMatching(/^`Object` /u) },
    ]);
  });

  it.each([
    ['elsewhere', 'function f(Object) {}\nbad();\n', 'Object.keys'],
    ['that is a type', 'interface Object {}\nbad();\n', 'Object.keys'],
    ['that the code itself refers to', 'const Map = get();\nbad(Map);\n', 'good(Map)'],
    ['that is the global', "import { setTimeout } from 'timers';\nbad();\n", 'setTimeout'],
    ['and it refers to a member', 'const Map = get();\nbad();\n', 'own.Map'],
  ])('stays where the variable is one %s', (_, source, after) => {
    const type = after.startsWith('good') ? 'CallExpression' : 'Identifier';
    const conversion = convert(
      { path: 'example.ts', source },
      { name: 'test', patterns: [replacing('bad', after, type)] },
    );
    expect(conversion.changed).toBe(true);
  });

  it.each([
    ['arguments', 'a\nbad\n', '(bad)'],
    ['a computed key', 'a\nbad\n', '[bad]'],
    ['a tagged template', 'a\nbad\n', '`bad`'],
    ['arguments after a comment', 'a // why\nbad\n', '(bad)'],
    ['arguments of what is in parentheses', '(a)\nbad\n', '(bad)'],
  ])('is taken back where it becomes %s of the line before', (_, source, after) => {
    const { source: output, sites } = run(source, replacing('bad', after));

    expect(output).toBe(source);
    expect(sites).toMatchObject([{ status: 'refused', reason: 'output-joins-lines' }]);
  });

  it.each([
    ['a\n;bad\n', 'a\n;(bad)\n'],
    ['a;\nbad\n', 'a;\n(bad)\n'],
    ['if (a) {}\nbad\n', 'if (a) {}\n(bad)\n'],
    ['b\n(1)\nbad.c\n', 'b\n(1)\n(bad).c\n'.replace('\n(bad)', '\n;(bad)')],
  ])('stays where no line goes on with it: %j', (source, expected) => {
    const after = expected.includes(';(bad).c') ? ';(bad)' : '(bad)';

    expect(run(source, replacing('bad', after)).source).toBe(expected);
  });
});

describe('a full stack', () => {
  /** @type {(node: any) => undefined} */
  const follow = (node) => follow(node.body[0].parent);
  /** @type {Pattern} */
  const circling = { name: 'circling', words: /x/u, visit: { Program: follow } };

  it('is no depth of the code where it is none', () => {
    expect(() => run('x = 1;', circling)).toThrow(/call stack/u);
  });

  it('is named with the place where the code is nested deepest', () => {
    const { error, source } = run(`x =\n  1;\ny = ${'a + '.repeat(500)}a;`, circling);
    expect(error?.message).toMatch(/nested too deeply to be analysed \(50\d levels\)/u);
    expect(error).toMatchObject({ line: 3, column: 5 });
    expect(source).toContain('y = a');
  });
});
