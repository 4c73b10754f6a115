import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import {
  onlyPublishedCosts,
  onlyPublishedPage,
  onlyPublishedReadme,
} from '../../scripts/published/pages.js';

describe('onlyPublishedPage', () => {
  it('leaves out charts', () => {
    expect(onlyPublishedPage('a\n\n![b](../charts/c.svg)\n\nd\n')).toBe('a\n\nd\n');
  });

  it('has the figures of the newest Node', () => {
    const rows = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'].map((node) => `| ${node} | 1 |\n`);
    const head = '| Node | T |\n| - | - |\n';
    expect(onlyPublishedPage(`a\n\n${head}${rows.join('')}\nb\n`)).toBe(
      'a\n\n|Node|T|\n|-|-|\n|26.10.0|1|\n\nb\n',
    );
    const tables = ['22.23.3', '24.21.0', '26.10.0'].map(
      (node) => `Node ${node}:\n\n| At once | T |\n| - | - |\n| 1 | 2 |\n\n`,
    );
    expect(onlyPublishedPage(`a\n\n${tables.join('')}b\n`)).toBe(
      'a\n\nNode 26.10.0:\n\n|At once|T|\n|-|-|\n|1|2|\n\nb\n',
    );
  });

  it('has no marks of what is generated', () => {
    expect(onlyPublishedPage('a\n\n<!-- begin b -->\n\nc\n\n<!-- end b -->\n\nd\n')).toBe(
      'a\n\nc\n\nd\n',
    );
  });

  it('has no figures of controls, and no intervals', () => {
    const page = `CPU time is the median with its 95 % interval, the control the form before
against itself.

| Node    | CPU time   | Control | 100 at once | Control |
| ------- | ---------- | ------- | ----------- | ------- |
| 26.10.0 | \`a \\| b\`  | 1.00    | 2.00 (1.98–2.10) | 3.00    |

b
`;
    expect(onlyPublishedPage(page)).toBe(`CPU time is the median.

|Node|CPU time|100 at once|
|-|-|-|
|26.10.0|\`a \\| b\`|2.00|

b
`);
  });

  it('leaves out what was found in the code of others', () => {
    const head = '## In real code\n\nWorth the change: 5 of 5 findings.\n\n';
    const page = `${head}Worth it:\n\n- \`a\`\n\n## Options\n`;
    expect(onlyPublishedPage(page)).toBe('## Options\n');
  });

  it('says in short what the columns are', () => {
    const said = `Before → after the conversion, for one call. Ticks are turns
of the queue.
`;
    expect(onlyPublishedPage(`${said}[How it is measured](../benchmarks.md).\n`)).toBe(
      'Before → after the conversion, for one call. How it is measured (`docs/benchmarks.md` of the repository).\n',
    );
  });

  it('leaves out how much is converted of what others have published', () => {
    expect(onlyPublishedPage('A.\n\n## How much of real code\n\nHalf.\n\n## Options\n')).toBe(
      'A.\n\n## Options\n',
    );
  });

  it('keeps all that was measured on the newest Node', () => {
    const rows = ['20.1.0 | a', '24.1.0 | a', '24.1.0 | b'].map((row) => `| ${row} |\n`).join('');
    expect(onlyPublishedPage(`| Node | call |\n| - | - |\n${rows}`)).toBe(
      '|Node|call|\n|-|-|\n|24.1.0|a|\n|24.1.0|b|\n',
    );
  });

  it.each(['## Related', '## Related rules'])('leaves out what else there is: %s', (head) => {
    const related = `${head}\n\n- \`a\` reports more.\n`;
    expect(onlyPublishedPage(`A.\n\n${related}\n## Options\n`)).toBe('A.\n\n## Options\n');
    expect(onlyPublishedPage(`A.\n\n${related}`)).toBe('A.\n\n');
  });

  it('leaves out what was measured in vain', () => {
    const measured = '| Node | ms |\n| - | - |\n| 26.10.0 | 1 |\n\n';
    const page = `### In vain\n\nSeconds.\n\n${measured}**Verdict: not called on 26.10.0: busy.**\n\n### Names\n\n${measured}**Verdict: holds.**\n`;
    expect(onlyPublishedPage(page)).toBe(
      '### Names\n\n|Node|ms|\n|-|-|\n|26.10.0|1|\n\n**Verdict: holds.**\n',
    );
  });

  it('leaves out where the cost counts', () => {
    const page =
      'A.\n\n## When it matters\n\nB.\n\n## When it does not matter\n\nC.\n\n## Options\n';
    expect(onlyPublishedPage(page)).toBe('A.\n\n## Options\n');
  });

  it('leaves the names of refusals to the command', () => {
    expect(onlyPublishedPage('A.\n\n## What it refuses\n\n`a`, `b`.\n\n## Options\n')).toBe(
      'A.\n\n## Options\n',
    );
  });

  it('has one experiment, the first', () => {
    const measured = '| Node | ms |\n| - | - |\n| 26.10.0 | 1 |\n\n';
    const page = `Before.\n\n**\`a\`**\n\nSaid.\n\n${measured}**b** (of c)\n\nSaid of b.\n\n${measured}## When\n\n**No** table.\n`;
    expect(onlyPublishedPage(page)).toBe(
      'Before.\n\n**`a`**\n\nSaid.\n\n|Node|ms|\n|-|-|\n|26.10.0|1|\n\n## When\n\n**No** table.\n',
    );
  });

  it('names what the command explains', () => {
    const page = `A.

## What may differ

- **\`sync-throw\`** (accepted, and reported): a throw
  rejects.
- Order.
- **\`key-order\`** (assumed, and reported): keys.

## Options
`;
    expect(onlyPublishedPage(page)).toBe(`A.

## What may differ

- Order.
- \`sync-throw\`, \`key-order\`: \`async-perf explain NAME\` tells of each.

## Options
`);
  });

  it('names the rules of other plugins', () => {
    expect(
      onlyPublishedPage('- [`n/no-sync`](https://example.org/no-sync.md) and [a](https://b.c).'),
    ).toBe('- `n/no-sync` and [a](https://b.c).');
  });

  it('goes without what it says of single forms, and names what links to it', () => {
    const page =
      '# a\n\nOf [packages](#libraries), [b](#what-it-converts).\n\n## Libraries\n\nMany.\n\n## Options\n\nNone.\n';
    expect(onlyPublishedPage(page)).toBe(
      '# a\n\nOf packages, [b](#what-it-converts).\n\n## Options\n\nNone.\n\nThe page in the repository says more, of single forms above all.\n',
    );
  });

  it('names the pages that the package does not have, and links to those that it has', () => {
    const page =
      'See [how](../benchmarks.md#a-b) and [a rule](../rules/no-x.md), [here](#there).\n';
    expect(onlyPublishedPage(page)).toBe(
      'See how (`docs/benchmarks.md` of the repository) and [a rule](../rules/no-x.md), [here](#there).\n',
    );
  });
});

describe('onlyPublishedReadme', () => {
  it('leaves out what is for who has a clone of the repository', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const published = onlyPublishedReadme(readme);
    for (const part of ['npm run trials', 'npm run demo']) {
      expect(readme).toContain(part);
      expect(published).not.toContain(part);
    }
    expect(published.match(/<details>/gu)).toHaveLength(2);
    expect(published).toMatch(/\nMIT\n$/u);
  });

  it('has narrow tables, the README too', () => {
    const table = '| a   | b |\n| --- | - |\n| 1   | 2 |\n';
    expect(onlyPublishedReadme(table)).toBe('|a|b|\n|-|-|\n|1|2|\n');
    expect(onlyPublishedPage(table)).toBe(onlyPublishedReadme(table));
  });
});

it('publishes costs on the oldest and the newest Node, without intervals', () => {
  const cost = (/** @type {string} */ time) => [{ title: 'a', time }];
  const costs = {
    rule: { '20.1.0': cost('1.1× faster (1.0–1.2)'), '22.1.0': [], '24.1.0': cost('2') },
  };
  expect(JSON.parse(onlyPublishedCosts(JSON.stringify(costs)))).toEqual({
    rule: { '20.1.0': cost('1.1× faster'), '24.1.0': cost('2') },
  });
});
