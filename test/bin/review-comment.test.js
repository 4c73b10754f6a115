import { describe, expect, it } from 'vitest';

import { MOST_CHARACTERS, formatMarkdown } from '../../bin/review/markdown.js';
import { TWO, migrate, project, read } from './projects.js';

describe('--report=review.md', () => {
  it('sums a migration up', () => {
    const directory = project({ 'a.js': TWO, 'broken.js': 'co(function* ( {\n' });
    migrate(directory, '--report=review.md,review.json', '--dry-run');
    const text = read(directory, 'review.md');
    const { questions } = JSON.parse(read(directory, 'review.json'));
    expect(text).toContain('2 sites converted in 1 file, 0 sites left');
    expect(text).toContain(`(\`${questions[0].obligation}\`): 2 sites rest on it, read \`a.js:3\``);
    expect(text).toContain('### Not read');
    expect(text.indexOf('### Questions')).toBeLessThan(text.indexOf('### Conversions'));
  });

  it('fits into a comment, whatever there is, with some of each', () => {
    const place = (/** @type {number} */ index) => ({
      id: 'x',
      file: `src/file-${index}.js`,
      line: index,
      column: 1,
    });
    const long = Array.from({ length: 5000 }, (_, index) => index);
    const report = {
      files: 5000,
      groups: [long.map((index) => `src/file-${index}.js`)],
      questions: long.map((index) => ({
        claim: `\`db.f${index}\` calls back once`,
        obligation: 'once',
        sites: [place(index)],
      })),
      causes: long.map((index) => ({
        reason: 'one',
        message: `because of ${index}`,
        advice: 'Mend it.',
        sites: [place(index)],
      })),
      sites: long.map((index) => ({
        ...place(index),
        codemod: 'callback-to-async',
        status: 'converted',
        obligations: [{ claim: `\`db.f${index}\` calls back once`, evidence: 'assumed' }],
      })),
      errors: long.map((index) => ({ ...place(index), message: 'no' })),
    };
    const text = formatMarkdown(report, 'large');
    expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(text.length).toBeGreaterThan(MOST_CHARACTERS * 0.8);
    for (const title of [
      'Questions',
      'Conversions that rest on most',
      'Left as they were',
      'Not read',
    ]) {
      expect(text).toMatch(new RegExp(`### ${title}\n\n.*\n\n- `, 'u'));
    }
    expect(text.match(/^- and \d+ more/gmu)?.length).toBeGreaterThan(2);
  });

  it('takes what is no code for text', () => {
    const report = {
      files: 1,
      groups: [],
      questions: [],
      sites: [],
      errors: [],
      causes: [
        {
          reason: 'a',
          message: '<b> @all #1 *x* `a < b`',
          advice: '',
          sites: [{ file: 'a.js', line: 1 }],
        },
      ],
    };
    const text = formatMarkdown(report, '@scope/name');
    expect(text).toContain('&#60;b&#62; &#64;all &#35;1 &#42;x&#42; `a < b`');
    expect(text).toContain('&#64;scope/name');
  });
});

it('--report says what it can write', () => {
  const directory = project({ 'a.js': TWO });
  const { status, stderr } = migrate(directory, '--report=review.txt', '--dry-run');
  expect([status, stderr]).toEqual([2, expect.stringContaining('ends with .html, .md, .json')]);
  const other = migrate(directory, '--report=none/review.md', '--dry-run');
  expect([other.status, other.stderr]).toEqual([
    2,
    expect.stringContaining('cannot be written (ENOENT)'),
  ]);
});
