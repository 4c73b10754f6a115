import { expect, it } from 'vitest';

import { applyEdits, resolveEdits } from '../../core/edits/apply.js';
import { insertAfter, moveRange } from '../../core/edits/edit.js';
import { lineWidth, spaceBehindName } from '../../core/edits/file-style.js';
import { read } from './sources.js';

/** In the style that is written by default. */
const NEW = `
load(
  (value) => cb({ value }),
  async (error) => cb(error),
);
const { a } = [
  1,
  '(two) => ,\\n)',
];
function f() { return a; }
if (a) { stop() }`;

const NONE = `
load(
  (value) => cb({ value }),
  async (error) => cb(error)
);
const { a } = [
  1,
  '(two) => ,\\n)'
];
function f() { return a; }
if (a) { stop() }`;

const BARE = NONE.replace('(value) =>', 'value =>').replace('(error) =>', 'error =>');

const ES5 = NEW.replace('cb(error),', 'cb(error)');

const TIGHT = NEW.replace('{ value }', '{value}').replace('{ a }', '{a}');

it.each([
  ['nothing in particular', 'run();', NEW],
  ['parentheses', 'run((x) => x); stop(async (y) => y);', NEW],
  ['now these, now those', 'run((x) => x); stop(y => y);', NEW],
  ['no parentheses', 'run(x => x); stop(async y => y, (a, b) => b);', BARE],
  ['no parentheses, but commas', 'run(x => x, [\n1,\n]);', BARE.replace("\\n)'", "\\n)',")],
  ['commas', 'run(\n1,\n[\n2,\n],\n);', NEW],
  ['commas in lists alone', 'run(\n1,\n[\n2,\n]\n);', ES5],
  ['no commas', 'run(\n1,\n{\na: 2\n}\n);', NONE],
  ['no commas in lists', 'run({\na: 2\n});', NONE],
  ['functions at the end', 'run(function () {\nstop();\n});', NEW],
  ['no semicolons', 'run(function () {\nstop()\n})\nstop()', NONE],
  ['no semicolons, but commas', 'run(\n1,\n)\nstop([\n1,\n])', NEW],
  ['braces without spaces', 'run({x: 1}); const {y} = {y, z: {}};', TIGHT],
  ['such braces and others', 'run({x: 1}); const { y } = {\ny };', NEW],
])('new code is written as the file is, with %s', (_, text, written) => {
  const edits = resolveEdits(read(text), [insertAfter(text.length, NEW)]);
  expect(applyEdits(text, edits)).toBe(text + written);
});

it.each([
  '\nuse(/"/u.test(text), "x = { a } ? (b) => c : 1");',
  "\nuse(`${a ? `'` : 1}`, `('x'), { a }`);",
  '\nuse(1); // (one) => { one }',
])('text of which only a parser knows where it ends stays as it is: %s', (text) => {
  const file = 'run(x => x, {x: 1}, [\n1\n]);';
  const edits = resolveEdits(read(file), [insertAfter(file.length, text)]);
  expect(applyEdits(file, edits)).toBe(file + text);
});

it('what moves stays as it is', () => {
  const text = "run(x => x);\nlog('(y) => y'); // { (z) => z }\n";
  const [start, end] = [text.indexOf('log'), text.length - 1];
  const edits = resolveEdits(read(text), [moveRange([start, end], 0, '', '\n')]);
  expect(applyEdits(text, edits)).toContain(text.slice(start, end));
});

it.each([
  ['run(function () {});', ''],
  ['function a() {}', ''],
  ['function a () {} class A { b () {} static async c () {} get [d]() {} }', ' '],
  ['x = { a () {}, b: function () {} }; y = function* z () {};', ' '],
  ['function a () {} class A { b() {} }', ''],
])('the names of functions are followed by what follows all of them in %s', (text, space) => {
  expect(spaceBehindName(read(text))).toBe(space);
});

it.each([
  ['short lines', 80, 'run(1);\n'.repeat(9)],
  ['a long line or two', 80, `run(${'a, '.repeat(30)}1);\n`.repeat(2)],
  ['long lines', 100, `run(${'a, '.repeat(30)}1);\n`.repeat(3)],
  ['longer lines', 120, `run(${'a, '.repeat(35)}1);\n`.repeat(3)],
  ['long strings', 80, `run('${'a, '.repeat(30)}');\n`.repeat(3)],
  [
    'long comments',
    80,
    `run(); // ${'a, '.repeat(30)}\n/*\n * ${'a, '.repeat(30)}\n */\n`.repeat(3),
  ],
])('%s show how long lines may get', (_, width, text) => {
  expect(lineWidth(read(text))).toBe(width);
});
