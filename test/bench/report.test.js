import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { barChart } from '../../bench/report/chart.js';
import { markdownTable, timeChange } from '../../bench/report/cost-table.js';
import { hasMarkers, replaceBetween } from '../../bench/report/markers.js';
import { formatComparison } from '../../bench/report/terminal.js';
import { checkDocs, generateDocs, main, writeDocs } from '../../bench/report.js';
import { createResults, writeResults } from '../../bench/results.js';

/** @type {import('../../bench/measure.js').TimeResult} */
const TIME = {
  measured: { ratio: 1.9, low: 1.76, high: 2.04 },
  control: { ratio: 1, low: 0.97, high: 1.03 },
  verdict: 'faster',
  before: 562,
  after: 301,
  pairs: 40,
  fan: 1,
  ownProcess: false,
};

/** @type {import('../../bench/results.js').ScenarioResult} */
const SCENARIO = {
  title: '`co.wrap` | with a bar',
  rules: ['no-generator-coroutine'],
  codemods: ['generator-to-async'],
  claims: ['bytes'],
  note: 'A note.',
  source: { before: 'old', after: 'new' },
  figures: {
    before: { ticks: null, turns: 3, promises: 7, bytes: 1504 },
    after: { ticks: 3, turns: 0, promises: 7, bytes: 952 },
    time: TIME,
    failures: [],
  },
  quick: false,
  load: 1.5,
  date: '2026-01-01T00:00:00.000Z',
};

/** @type {string} */
let root;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'async-perf-docs-'));
  const results = createResults({ version: '24.1.0', v8: '13.6' });
  results.scenarios['co-wrap'] = SCENARIO;
  await writeResults(results, path.join(root, 'results'));
  for (const kind of ['rules', 'codemods']) {
    await mkdir(path.join(root, 'docs', kind), { recursive: true });
  }
  await writeFile(
    path.join(root, 'README.md'),
    '# Us\n\n<!-- begin figures -->\n<!-- end figures -->\n\nThe end.\n',
  );
  await writeFile(
    path.join(root, 'docs/rules/no-generator-coroutine.md'),
    'Top\n\n<!-- begin measured cost -->\n\nold\n\n<!-- end measured cost -->\n\nBottom\n',
  );
  await writeFile(
    path.join(root, 'docs/codemods/generator-to-async.md'),
    '<!-- begin measured cost -->\n<!-- end measured cost -->\n',
  );
  await writeFile(path.join(root, 'docs/rules/unmeasured.md'), 'No markers, no figures\n');
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const locations = () => ({ root, results: path.join(root, 'results') });

describe('the generated docs', () => {
  it('show the results between the markers, and leave the rest alone', async () => {
    const changed = await writeDocs(locations());
    expect(changed).toEqual(
      expect.arrayContaining([
        'docs/benchmarks.md',
        'docs/rules/no-generator-coroutine.md',
        'README.md',
      ]),
    );
    const page = await readFile(path.join(root, 'docs/rules/no-generator-coroutine.md'), 'utf8');
    expect(page).toMatch(/^Top\n/u);
    expect(page).toMatch(/Bottom\n$/u);
    expect(page).not.toContain('old');
    expect(page).toContain('3 loop turns → 3');
    expect(page).toContain('1,504 → 952');
    expect(page).toContain('1.90× faster (1.76–2.04)');
    expect(page).toContain('A note.');
    const readme = await readFile(path.join(root, 'README.md'), 'utf8');
    expect(readme).toContain('1,504 → 952');
    expect(readme).toContain('The end.');
    expect(await readFile(path.join(root, 'docs/rules/unmeasured.md'), 'utf8')).toBe(
      'No markers, no figures\n',
    );
  });

  it('are up to date once written, and not after a figure or a page changed', async () => {
    expect((await checkDocs(locations())).length).toBeGreaterThan(0);
    await writeDocs(locations());
    expect(await checkDocs(locations())).toEqual([]);
    expect(await writeDocs(locations())).toEqual([]);

    const results = createResults({ version: '24.1.0', v8: '13.6' });
    const figures = { ...SCENARIO.figures, after: { ticks: 3, turns: 0, promises: 7, bytes: 900 } };
    results.scenarios['co-wrap'] = { ...SCENARIO, figures };
    await writeResults(results, path.join(root, 'results'));
    const stale = await checkDocs(locations());
    expect(stale.join('\n')).toMatch(/docs\/rules\/no-generator-coroutine\.md.*bench:report/u);
    expect(stale.join('\n')).toMatch(/README\.md/u);
  });

  it('need the markers on a page that has measurements', async () => {
    await writeFile(path.join(root, 'docs/rules/no-generator-coroutine.md'), 'No markers\n');
    await expect(generateDocs(locations())).rejects.toThrow(
      /no-generator-coroutine\.md needs <!-- begin measured cost -->/u,
    );
  });

  it('need the page of what has measurements, and none without has a place for them', async () => {
    const page = path.join(root, 'docs/rules/no-generator-coroutine.md');
    const text = await readFile(page, 'utf8');
    await rm(page);
    await expect(generateDocs(locations())).rejects.toThrow(
      /docs\/rules\/no-generator-coroutine\.md is missing/u,
    );
    await writeFile(page, text);
    await writeFile(path.join(root, 'docs/rules/unmeasured.md'), text);
    await expect(generateDocs(locations())).rejects.toThrow(/unmeasured\.md has a place for/u);
  });

  it('need the markers of the README', async () => {
    await writeFile(path.join(root, 'README.md'), '# Us\n');
    await expect(checkDocs(locations())).rejects.toThrow(
      /README\.md needs <!-- begin figures -->/u,
    );
  });

  it('have no chart that nothing draws', async () => {
    await writeDocs(locations());
    const chart = path.join(root, 'docs/charts/gone.svg');
    await writeFile(chart, '<svg/>');
    expect(await checkDocs(locations())).toEqual([
      expect.stringMatching(/^docs\/charts\/gone\.svg shows no results/u),
    ]);
    expect(await writeDocs(locations())).toEqual(['docs/charts/gone.svg']);
    await expect(readFile(chart)).rejects.toThrow(/ENOENT/u);
  });
});

describe('npm run bench:report', () => {
  it('writes nothing when it is asked for help, or for what it does not know', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
    expect(await main(['--help'])).toBe(0);
    expect(log.mock.calls.flat().join('\n')).toMatch(/^Usage: npm run bench:report/u);
    await expect(main(['--chekc'])).rejects.toThrow(/--chekc/u);
    await expect(main(['docs'])).rejects.toThrow(/docs/u);
    log.mockRestore();
  });
});

describe('markers', () => {
  it('are found in order and once', () => {
    expect(hasMarkers('<!-- begin a --><!-- end a -->', 'a')).toBe(true);
    expect(hasMarkers('<!-- begin a -->', 'a')).toBe(false);
    expect(() => replaceBetween('<!-- end a --><!-- begin a -->', 'a', 'x', 'page.md')).toThrow(
      /page\.md needs/u,
    );
    expect(() =>
      replaceBetween('<!-- begin a --><!-- begin a --><!-- end a -->', 'a', 'x', 'page.md'),
    ).toThrow(/once/u);
  });
});

describe('a table', () => {
  it('escapes bars and pads cells', () => {
    expect(markdownTable(['a', 'b'], [['x|y', '1']])).toBe(
      ['| a    | b   |', '| ---- | --- |', '| x\\|y | 1   |'].join('\n'),
    );
  });
});

describe('a ratio', () => {
  it.each(
    /** @type {const} */ ([
      ['of a control below it', { ratio: 1, low: 0.97, high: 1.03 }, '1.90× faster (1.76–2.04)'],
      ['that the control reaches', { ratio: 1, low: 0.9, high: 1.8 }, 'unclear (1.76–2.04)'],
      ['of a biased control', { ratio: 1.1, low: 1.05, high: 1.2 }, 'unclear: biased control'],
    ]),
  )('%s', (_, control, expected) => {
    expect(timeChange({ ...TIME, control })).toBe(expected);
  });

  it('with 1 in its interval', () => {
    const measured = { ratio: 1.1, low: 0.9, high: 1.2 };
    expect(timeChange({ ...TIME, measured })).toBe('no difference (0.90–1.20)');
  });

  it('slower: turned round', () => {
    const measured = { ratio: 0.5, low: 0.4, high: 0.8 };
    expect(timeChange({ ...TIME, measured })).toBe('2.00× slower (1.25–2.50)');
  });

  it('not measured', () => {
    expect(timeChange(undefined)).toBe('–');
  });
});

describe('a comparison in the terminal', () => {
  it('shows the control and what is missing', () => {
    const text = formatComparison('get', {
      ...SCENARIO.figures,
      failures: [{ metric: 'bytes of after', kind: 'timeout', message: 'No result after 60 s' }],
    });
    expect(text).toContain('control   1.00 (0.97–1.03)');
    expect(text).toContain('no bytes of after: No result after 60 s');
  });
});

describe('a bar chart', () => {
  const chart = {
    title: 'A <title> & more',
    unit: 'ms',
    series: ['one', 'two'],
    groups: [
      { label: 'first', values: [1, 1000] },
      { label: 'second', values: [undefined, 20] },
    ],
  };

  it('has a bar and a number with its unit for each value, and colours for the dark', () => {
    const svg = barChart(chart);
    expect(svg.match(/<rect class="s\d"[^>]*><title>/gu)).toHaveLength(3);
    expect(svg).toContain('1,000 ms');
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).toContain('A &lt;title&gt; &amp; more');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/u);
  });

  it('lets the bars of ratios begin at 1', () => {
    const groups = [{ label: 'first', values: [0.1, 10] }];
    const svg = barChart({ ...chart, groups, logarithmic: true, base: 1 });
    const [slower, faster] = [
      ...svg.matchAll(/<rect class="s\d" x="([\d.]+)" y="\d+" width="([\d.]+)" height="11"/gu),
    ];
    const at = (/** @type {RegExpMatchArray | undefined} */ bar) => Number(bar?.[1]);
    const width = (/** @type {RegExpMatchArray | undefined} */ bar) => Number(bar?.[2]);
    expect(at(slower) + width(slower)).toBeCloseTo(at(faster), 0);
    expect(width(slower)).toBeCloseTo(width(faster), 0);
  });

  it('says when its scale is logarithmic', () => {
    const svg = barChart({ ...chart, logarithmic: true });
    expect(svg).toContain('ms, logarithmic scale');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/u);
  });
});
