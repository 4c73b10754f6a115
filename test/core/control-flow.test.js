import { describe, expect, it } from 'vitest';

import { traceExits } from '../../core/analysis/flow/control-flow.js';
import { nodeAt, read } from './sources.js';

/**
 * The ways out of the first function, with what has been called on the way: `-` for nothing.
 *
 * @param {string} body
 * @returns {string[]} `kind value: calls`, one bit for `a()`, one for `b()`.
 */
function exitsOf(body) {
  const sourceCode = read(`function f(x) { ${body} }`);
  const exits = traceExits(sourceCode, nodeAt(sourceCode, 'FunctionDeclaration'), {
    initial: 1,
    leave(node, states) {
      const name = node.type === 'CallExpression' ? sourceCode.text.slice(...node.range) : '';
      return name === 'a()' ? mark(states, 1) : name === 'b()' ? mark(states, 2) : states;
    },
  });
  return exits.map(({ kind, value, states }) => {
    const text = value ? ` ${sourceCode.text.slice(...value.range)}` : '';
    return `${kind}${text}: ${['-', 'a', 'b', 'ab'].filter((_, index) => states & (1 << index)).join(' ')}`;
  });
}

/**
 * @param {number} states One bit for each of `-`, `a`, `b`, `ab`.
 * @param {number} call
 * @returns {number}
 */
function mark(states, call) {
  return [0, 1, 2, 3]
    .filter((state) => states & (1 << state))
    .reduce((marked, state) => marked | (1 << (state | call)), 0);
}

describe('traceExits', () => {
  it.each([
    ['a(); b();', ['end: ab']],
    ['a(); return 1; b();', ['return 1: a']],
    ['if (a()) return; b();', ['return: a', 'end: ab']],
    ['if (x) { a(); } else { return b(); }', ['return b(): b', 'end: a']],
    ['if (x) throw a(); return b();', ['throw a(): a', 'return b(): b']],
    // Each side of an expression is an exit of its own.
    ['return x ? a() : b();', ['return a(): a', 'return b(): b']],
    ['return a() || b();', ['return a(): a', 'return b(): ab']],
    ['return x ?? (a(), b());', ['return x: -', 'return a(), b(): ab']],
    // What may be skipped in an expression.
    ['x && a();', ['end: - a']],
    ['x ??= a();', ['end: - a']],
    ['x = a();', ['end: a']],
    ['x?.y(a()); b();', ['end: b ab']],
    ['x?.[a()].z(b());', ['end: - ab']],
    ['let { y = a() } = x;', ['end: - a']],
    // Loops.
    ['while (x) a();', ['end: - a']],
    ['do a(); while (x);', ['end: a']],
    ['for (a(); x; b());', ['end: a ab']],
    ['for (;;) { if (x) break; a(); }', ['end: - a']],
    ['for (;;) { a(); }', []],
    ['while (true) { if (x) return; a(); }', ['return: - a']],
    ['for (const y of a()) b();', ['end: a ab']],
    ['for (const y in x) { if (y) continue; a(); return; }', ['return: a', 'end: -']],
    [
      'outer: for (const y of x) { for (const z of y) { if (z) continue outer; if (y) break outer; a(); } b(); }',
      ['end: - a b ab'],
    ],
    ['one: two: for (const y of x) { a(); continue one; }', ['end: - a']],
    ['block: { if (x) break block; a(); }', ['end: - a']],
    // switch
    ['switch (x) { case 1: a(); case 2: b(); break; }', ['end: - b ab']],
    ['switch (x) { default: a(); break; case 1: return b(); }', ['return b(): b', 'end: a']],
    [
      'switch (x) { case a(): return 1; case b(): return 2; }',
      ['return 1: a', 'return 2: ab', 'end: ab'],
    ],
    // try
    ['try { a(); } catch { return 1; }', ['return 1: - a', 'end: a']],
    ['try { return a(); } finally { b(); }', ['return a(): ab']],
    ['try { throw a(); } catch { b(); }', ['end: b ab']],
    ['try { a(); } finally { return 1; }', ['return 1: - a']],
    ['try { if (x) return; a(); } catch { b(); } finally { x(); }', ['return: -', 'end: a b ab']],
    ['for (;;) { try { if (x) break; return 1; } finally { a(); } }', ['return 1: a', 'end: a']],
    // Functions and classes are created, not run.
    ['x(() => a()); class C { [a()]() { return b(); } }', ['end: -']],
  ])('%s', (body, exits) => {
    expect(exitsOf(body)).toEqual(exits);
  });

  it('takes the value of an arrow function for its exit', () => {
    const sourceCode = read('(x) => x || y;');
    const exits = traceExits(sourceCode, nodeAt(sourceCode, 'ArrowFunctionExpression'), {
      initial: 1,
    });
    expect(exits.map(({ value }) => value && sourceCode.text.slice(...value.range))).toEqual([
      'x',
      'y',
    ]);
  });

  it('runs default values', () => {
    const sourceCode = read('function f(x = a()) {}');
    const [exit] = traceExits(sourceCode, nodeAt(sourceCode, 'FunctionDeclaration'), {
      initial: 1,
      leave: (node, states) => (node.type === 'CallExpression' ? 2 : states),
    });
    expect(exit?.states).toBe(3);
  });
});
