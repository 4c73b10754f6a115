import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { planMigration } from '../../core/project/migration.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-migration-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * @param {string} name
 * @param {string} called
 * @param {boolean} [addsLine]
 * @returns {import('../../core/codemod/convert.js').Codemod} One that leaves calls of a name alone, and
 *   may write a line at the top.
 */
function codemodThatRefuses(name, called, addsLine = false) {
  return {
    name,
    patterns: [
      {
        name,
        words: /\w/u,
        visit: {
          CallExpression: (/** @type {any} */ node) =>
            node.callee.type === 'Identifier' && node.callee.name === called
              ? { node, kind: 'call', refusal: { reason: 'chain-stored' } }
              : undefined,
          Program: (/** @type {any} */ node) =>
            addsLine && node.body[0]?.type !== 'EmptyStatement'
              ? {
                  node,
                  kind: 'line',
                  plan: {
                    edits: [{ range: [0, 0], text: ';\n' }],
                    safe: true,
                    assumes: [],
                  },
                }
              : undefined,
        },
      },
    ],
  };
}

/**
 * @param {string} name
 * @param {(node: any) => object | undefined} find Gives the rest of the site of a call.
 * @returns {import('../../core/codemod/convert.js').Codemod}
 */
const codemodOfCalls = (name, find) => ({
  name,
  patterns: [
    {
      name,
      words: /\w/u,
      visit: {
        CallExpression: (/** @type {any} */ node) => {
          const found = find(node);
          return found && { node, kind: 'call', ...found };
        },
      },
    },
  ],
});

const WRITER = codemodOfCalls('writer', ({ callee, range }) =>
  callee.name === 'load'
    ? {
        plan: {
          edits: [{ range, text: 'written(1, 2)' }],
          safe: true,
          assumes: [],
        },
      }
    : undefined,
);

const QUOTER = codemodOfCalls('quoter', ({ callee }) => ({
  refusal: { reason: 'handler-unknown', subject: `\`${callee.name}\`` },
}));

describe('what several codemods refuse', () => {
  it('is listed once, with the reasons of all, where the lines have moved too', () => {
    const path = join(root, 'a.js');
    writeFileSync(path, 'load();\nload();\nother();\n');
    const { sites } = planMigration(
      [path],
      [codemodThatRefuses('one', 'load', true), codemodThatRefuses('two', 'load')],
      { node: '20' },
    );
    const refused = sites.filter(({ status }) => status === 'refused');

    expect(refused.map(({ codemod, line }) => [codemod, line])).toEqual([
      ['one', 1],
      ['one', 2],
    ]);
    expect(refused[0]?.also).toEqual([{ codemod: 'two', reason: 'chain-stored' }]);
    expect(refused[0]?.message).toContain('; two: ');
  });

  it('is listed at its place in the file as it is', () => {
    const path = join(root, 'c.js');
    writeFileSync(path, '\uFEFFbefore();\r\n\r\nload();\r\n');
    const { sites } = planMigration(
      [path],
      [codemodThatRefuses('one', 'none', true), codemodThatRefuses('two', 'load')],
      { node: '20' },
    );

    expect(sites.map(({ codemod, line, column }) => [codemod, line, column])).toEqual([
      ['one', 1, 1],
      ['two', 3, 1],
    ]);
  });

  it('is not listed where a codemod before has written what the message quotes', () => {
    const path = join(root, 'd.js');
    writeFileSync(path, 'first();\nload();\n');
    const { sites } = planMigration([path], [WRITER, QUOTER], { node: '20' });
    expect(sites.map(({ codemod, line, message }) => [codemod, line, message])).toEqual([
      ['writer', 2, undefined],
      ['quoter', 1, expect.stringContaining('`first`')],
    ]);
  });

  it('is not listed where a codemod before has written all of it', () => {
    const path = join(root, 'e.js');
    writeFileSync(path, 'load();\nload().then(first);\n');
    const refuser = codemodOfCalls('refuser', () => ({ refusal: { reason: 'chain-floating' } }));
    const { sites } = planMigration([path], [WRITER, refuser], { node: '20' });
    expect(sites.filter(({ codemod }) => codemod === 'refuser')).toEqual([
      expect.objectContaining({ line: 2, column: 1 }),
    ]);
    expect(sites.some((site) => 'end' in site)).toBe(false);
  });

  it('is not listed where it quotes what a codemod before has written behind its place', () => {
    const path = join(root, 'f.js');
    writeFileSync(path, 'run(load(), first());\n');
    const quoter = codemodOfCalls('quoter', ({ callee, arguments: [given] }) =>
      callee.name === 'run'
        ? { refusal: { reason: 'handler-unknown', subject: `\`${given.callee.name}\`` } }
        : undefined,
    );
    const { sites } = planMigration([path], [WRITER, quoter], { node: '20' });
    expect(sites.map(({ codemod }) => codemod)).toEqual(['writer']);
  });

  it('is listed apart where the places differ', () => {
    const path = join(root, 'b.js');
    writeFileSync(path, 'load();\nother();\n');
    const { sites } = planMigration(
      [path],
      [codemodThatRefuses('one', 'load'), codemodThatRefuses('two', 'other')],
      { node: '20' },
    );

    expect(sites.map(({ codemod, line }) => [codemod, line])).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
  });
});

describe('a codemod that runs again behind another', () => {
  /** @param {string} freed */
  const AGAIN = (freed) => ({
    ...codemodOfCalls('again', ({ callee, range }) =>
      callee.name === freed
        ? { plan: { edits: [{ range, text: 'done' }], safe: true, assumes: [] } }
        : { refusal: { reason: 'chain-stored' } },
    ),
    againBehind: 'writer',
  });

  it('converts what that one has freed, and says of no place twice that it is left', () => {
    const path = join(root, 'e.js');
    writeFileSync(path, 'load();\nother();\n');
    const { groups, sites } = planMigration([path], [AGAIN('written'), WRITER], { node: '20' });
    expect(groups[0]?.files[0]?.after.toString()).toBe('done;\nother();\n');
    expect(sites.map(({ codemod, line, status }) => [codemod, line, status])).toEqual([
      ['again', 2, 'refused'],
      ['writer', 1, 'converted'],
      ['again', 1, 'converted'],
    ]);
  });

  it('runs once without that one', () => {
    const path = join(root, 'f.js');
    writeFileSync(path, 'load();\n');
    const { sites } = planMigration([path], [AGAIN('load')], { node: '20' });
    expect(sites).toHaveLength(1);
  });
});

describe('a codemod that fails on one file', () => {
  const fail = () => {
    throw new TypeError('cannot read');
  };
  /** @param {string} name @param {string} text */
  const write = (name, text) => {
    const path = join(root, name);
    writeFileSync(path, text);
    return path;
  };

  it('leaves that file, with its own name and place, and converts the others', () => {
    const odd = write('odd.js', 'odd();\n');
    const even = write('even.js', 'load();\n');
    const codemod = codemodOfCalls('failing', ({ callee }) =>
      callee.name === 'odd' ? fail() : undefined,
    );
    const { errors, groups } = planMigration([odd, even], [codemod, WRITER], { node: '20' });
    expect(errors).toEqual([
      {
        file: odd,
        line: 1,
        column: 1,
        message: expect.stringMatching(
          /^is left by failing, which failed on it: cannot read, at fail \(.*migration\.test\.js:\d+:\d+\)/u,
        ),
      },
    ]);
    expect(groups.map(({ files }) => files.map(({ path }) => path))).toEqual([[even]]);
  });

  it('leaves that file when it fails on its plan, and plans the others without it', () => {
    const paths = ['p0.js', 'p1.js', 'p2.js', 'p3.js'].map((name) => write(name, 'load();\n'));
    const codemod = {
      ...WRITER,
      planProject: (/** @type {readonly { path: string }[]} */ files) =>
        files.some(({ path }) => path === paths[2])
          ? fail()
          : { factsFor: () => ({}), together: [] },
    };
    const { errors, groups } = planMigration(paths, [codemod], { node: '20' });
    expect(errors.map(({ file }) => file)).toEqual([paths[2]]);
    expect(groups).toHaveLength(3);
  });

  it('keeps what other codemods do to it', () => {
    const path = write('kept.js', 'load();\n');
    const codemods = [WRITER, codemodOfCalls('failing', fail)];
    const { errors, groups } = planMigration([path], codemods, { node: '20' });
    expect(errors).toHaveLength(1);
    expect(groups).toHaveLength(1);
  });
});
