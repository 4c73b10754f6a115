import rule from '../../rules/no-promise-subclass.js';
import { testRule } from './rule-tester.js';

const TASK = 'class Task extends Promise {}\n';

/**
 * @param {string} name
 * @param {string} code After the class.
 * @param {object} [more]
 */
const ok = (name, code, more = {}) => ({ name, code: TASK + code, ...more });

/**
 * @param {string} name
 * @param {string} code After the class.
 * @param {object} [error]
 * @param {object} [more]
 */
const bad = (name, code, error = {}, more = {}) => ({
  name,
  code: TASK + code,
  errors: [{ messageId: 'awaited', line: 2, data: { name: 'Task' }, ...error }],
  ...more,
});

testRule('no-promise-subclass', rule, {
  valid: [
    ok(
      'an optional call of something else',
      'export default async (task) => { await task?.[`run`](); };',
    ),
    ok('the class alone', 'export const task = new Task(run);'),
    ok('a native promise', 'await new Promise(run);'),
    // As in node/server.js of etherpad.
    ok(
      'where something starts or ends',
      'const gate = new Task(run); exports.start = async () => { await gate; }; exports.stop = async () => { await gate; };',
    ),
    ok('chained, not awaited', 'new Task(run).then(use);'),
    ok('an unknown value', 'export async function use(task) { await task; }'),
    ok('a variable that changes', 'let task = new Task(run); task = load(); await task;'),
    ok('wrapped by an async function', 'async function go() { return new Task(run); } await go();'),
    ok(
      'a function with two results',
      'function go(a) { if (a) return 1; return new Task(a); } await go();',
    ),
    ok('combined natively', 'await Promise.all([new Task(run)]);'),
    { name: 'another class', code: 'class Task extends Job {}\nawait new Task(run);' },
    {
      name: "a library's promise",
      code: "import Promise from 'bluebird';\nclass Task extends Promise {}\nawait new Task(run);",
    },
    {
      name: 'a class that is replaced',
      code: 'class Task extends Promise {}\nTask = wrap(Task);\nawait new Task(run);',
    },
    {
      name: 'species says what a chain makes',
      code: 'class Task extends Promise { static get [Symbol.species]() { return Promise; } }\nawait Task.resolve(1).then(use);',
    },
    {
      name: 'a static of its own',
      code: 'class Task extends Promise { static resolve(x) { return x; } }\nawait Task.resolve(1);',
    },
    {
      name: 'a then of its own',
      code: 'class Task extends Promise { then(f) { return start(f); } }\nawait new Task(run).then(use);',
    },
    { name: 'a class that extends itself', code: 'const A = class extends A {};\nawait new A();' },
  ],
  invalid: [
    bad('spread arguments', 'await new Task(...all);', { column: 7, endColumn: 23 }),
    bad('a computed static', 'await Task["resolve"](`${id}`);', { column: 7 }),
    bad('made where it is awaited', 'await new Task(run);', { column: 7, endColumn: 20 }),
    bad('in an async function', 'export async function go() { return await new Task(run); }', {
      column: 43,
    }),
    bad('held by a constant', 'const task = new Task(run); await task;', { column: 35 }),
    bad('a static that it inherits', 'await Task.resolve(1);', { column: 7 }),
    bad('all', 'await Task.all([1]);', { column: 7 }),
    bad('a chain', 'await Task.resolve(1).then(use).finally(stop);', { column: 7 }),
    bad('what a function returns', 'function go() { return new Task(run); } await go();', {
      column: 47,
    }),
    bad('what an arrow function returns', 'const go = () => new Task(run); await go();', {
      column: 39,
    }),
    bad('parenthesised', 'await (new Task(run));', { column: 8 }),
    {
      name: 'a class expression',
      code: 'const Task = class extends globalThis.Promise {};\nawait new Task(run);',
      errors: [{ messageId: 'awaited', line: 2, column: 7, data: { name: 'Task' } }],
    },
    {
      name: 'a subclass of a subclass',
      code: 'class Task extends Promise {}\nclass Job extends Task {}\nawait new Job(run);',
      errors: [{ messageId: 'awaited', line: 3, column: 7, data: { name: 'Job' } }],
    },
    {
      name: 'an alias of Promise',
      code: 'const Native = Promise;\nclass Task extends Native {}\nawait new Task(run);',
      errors: [{ messageId: 'awaited', line: 3, column: 7 }],
    },
    {
      name: 'a then of its own, awaited itself',
      code: 'class Task extends Promise { then(f) { return start(f); } }\nawait new Task(run);',
      errors: [{ messageId: 'awaited', line: 2, column: 7 }],
    },
    {
      name: 'the class by option',
      code: 'export class Task extends Promise {}\nexport default class extends Task {}',
      options: [{ checkDeclarations: true }],
      errors: [
        { messageId: 'declared', line: 1, column: 27, endColumn: 34, data: { name: 'Task' } },
        { messageId: 'declared', line: 2, column: 30, data: { name: 'class' } },
      ],
    },
    bad('a cast', 'await (new Task(run) as any);', { column: 8 }, { parsers: ['typescript'] }),
    {
      name: 'type parameters',
      code: 'class Task<T> extends Promise<T> {}\nawait new Task<string>(run);',
      parsers: ['typescript'],
      errors: [{ messageId: 'awaited', line: 2, column: 7 }],
    },
  ],
});
