import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { renderMarkdown } from '../../bin/terminal/markdown.js';
import { hasColors } from '../../bin/terminal/style.js';
import { OBLIGATIONS } from '../../core/contract/obligations.js';
import { REFUSALS } from '../../core/contract/refusals.js';
import { pageAddress } from '../../rules/shared/addresses.js';

const COMMAND = fileURLToPath(new URL('../../bin/async-perf.js', import.meta.url));
const DOCS = new URL('../../docs/', import.meta.url);

/**
 * @param {string[]} names
 * @param {Record<string, string>} [env]
 */
function explain(names, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'explain', ...names], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...env },
  });
  return { status, stdout, stderr };
}

describe('async-perf explain', () => {
  it('prints the page of a rule, with what was measured', () => {
    const { status, stdout } = explain(['async-perf/no-promise-wrapped-await']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^async-perf\/no-promise-wrapped-await\n/u);
    expect(stdout).toMatch(/^ {2}Node +Ticks +Promises +Bytes/mu);
    expect(stdout).toContain('    const value = await new Promise(');
    expect(stdout).not.toMatch(/<!--|\]\(/u);
  });

  it('prints the page of a codemod', () => {
    const { status, stdout } = explain(['generator-to-async']);
    expect(status).toBe(0);
    expect(stdout).toContain('npx jscodeshift -t');
    expect(stdout).toContain(pageAddress('codemods/generator-to-async.md'));
  });

  it('says what a reason, an assumption and a difference mean', () => {
    const { status, stdout } = explain([
      'yield-operand-unknown',
      'receiver-is-promise',
      'throws-late',
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain(REFUSALS['yield-operand-unknown'].advice);
    expect(stdout).toContain('--refuse=receiver-is-promise');
    expect(stdout).toContain(OBLIGATIONS['throws-late'].unless);
  });

  it('prints every rule, codemod, refusal and obligation', () => {
    const pages = ['rules', 'codemods'].flatMap((folder) =>
      readdirSync(new URL(folder, DOCS)).map((file) => `${folder}/${file}`),
    );
    const names = pages.map((page) => basename(page, '.md'));
    const { status, stdout, stderr } = explain([
      ...names,
      ...Object.keys(REFUSALS),
      ...Object.keys(OBLIGATIONS),
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const printed = stdout.replaceAll(/\s+/gu, ' ');
    for (const page of pages) {
      expect(printed).toContain(pageAddress(page));
    }
    for (const { advice } of Object.values(REFUSALS)) {
      expect(printed).toContain(advice.replaceAll(/\s+/gu, ' '));
    }
    for (const { unless } of Object.values(OBLIGATIONS)) {
      expect(printed).toContain(unless.replaceAll(/\s+/gu, ' '));
    }
  });

  it('lists all names without one', () => {
    const { status, stdout } = explain([]);
    expect(status).toBe(0);
    const names = [
      ...['rules', 'codemods'].flatMap((folder) => readdirSync(new URL(folder, DOCS))),
      ...[REFUSALS, OBLIGATIONS].flatMap((table) => Object.keys(table)),
    ].map((name) => name.replace(/\.md$/u, ''));
    expect(stdout.match(/^- .*$/gmu)).toEqual(names.map((name) => `- ${name}`));
  });

  it('suggests what is close to an unknown name', () => {
    const { status, stderr } = explain(['promise-wrapped']);
    expect(status).toBe(2);
    expect(stderr).toContain('no-promise-wrapped-await');
    expect(explain(['xyz']).stderr).toContain('`async-perf explain` lists all names');
  });

  it('is coloured where that is wanted', () => {
    const escape = '\u001B[';
    expect(explain(['throws-late']).stdout).not.toContain(escape);
    expect(explain(['throws-late'], { FORCE_COLOR: '1' }).stdout).toContain(escape);
    expect(explain(['throws-late'], { FORCE_COLOR: '1', NO_COLOR: '1' }).stdout).not.toContain(
      escape,
    );
  });
});

describe('hasColors', () => {
  it.each([
    [{ isTTY: true }, {}, true],
    [{ isTTY: true }, { TERM: 'dumb' }, false],
    [{ isTTY: true }, { NO_COLOR: '1' }, false],
    // https://no-color.org: only when it is not empty.
    [{ isTTY: true }, { NO_COLOR: '' }, true],
    [{ isTTY: true }, { FORCE_COLOR: '0' }, false],
    [{}, {}, false],
    [{}, { FORCE_COLOR: '' }, true],
  ])('of %j with %j is %j', (stream, environment, expected) => {
    expect(hasColors(stream, environment)).toBe(expected);
  });
});

describe('renderMarkdown', () => {
  /** @type {import('../../bin/terminal/style.js').Paint} */
  const paint = (style, text) => `<${style}>${text}</>`;

  it.each([
    ['# Title', '<bold>Title</>'],
    ['See [the page](../a.md) and [that](https://a.b).', 'See the page and that (https://a.b).'],
    ['**Note**: `a | b`', '<bold>Note</>: <cyan>`a | b`</>'],
    ['Of _that code_, not of _a_b.', 'Of that code, not of _a_b.'],
    [
      'It is called late (_that code_); `f(_)`, `g(_)`.',
      'It is called late (that code); <cyan>`f(_)`</>, <cyan>`g(_)`</>.',
    ],
    ['a\nb\n\n\nc', 'a b\n\nc'],
    ['<!-- begin\nx -->\n\na', 'a'],
    ['```js\n# no title\n\nb\n```', '    # no title\n\n    b'],
    [
      '| a | bc |\n| --- | --- |\n| `x\\|y` | 1 |',
      '  <underline>a      bc</>\n  <cyan>`x|y`</>  1',
    ],
    ['- one\n- two', '- one\n- two'],
  ])('shows %j', (markdown, expected) => {
    expect(renderMarkdown(markdown, { paint })).toBe(`${expected}\n`);
  });

  it('wraps paragraphs and items', () => {
    const plain = { paint: (/** @type {unknown} */ _, /** @type {string} */ text) => text };
    expect(renderMarkdown('one two three\n\n- four five six', { ...plain, width: 10 })).toBe(
      'one two\nthree\n\n- four\n  five six\n',
    );
  });

  it.each(
    ['rules', 'codemods']
      .flatMap((folder) => readdirSync(new URL(folder, DOCS)).map((file) => `${folder}/${file}`))
      .concat('refusals.md', 'obligations.md'),
  )('shows nothing of the markup of %s', (file) => {
    const text = renderMarkdown(readFileSync(new URL(file, DOCS), 'utf8'), {
      paint: (_, content) => content,
      width: 80,
    });
    const prose = text.split('\n').filter((line) => !line.startsWith('    '));
    expect(prose.filter((line) => /^#|```|<!--|\]\(|\*\*|^\|/u.test(line))).toEqual([]);
  });
});
