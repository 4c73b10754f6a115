import { readdir } from 'node:fs/promises';

import semver from 'semver';
import { describe, expect, it, vi } from 'vitest';

import { NotConverted, applyRepairs, produceAfter, runCodemod } from '../../bench/after.js';
import { compareFigures } from '../../bench/agreement.js';
import { measurePair } from '../../bench/measure.js';
import { readAllResults } from '../../bench/results.js';
import { loadScenarios, toVariant } from '../../bench/scenarios.js';
import { loadSuites } from '../../bench/suites.js';
import plugin from '../../index.js';

const scenarios = await loadScenarios();
const major = Number.parseInt(process.versions.node, 10);
const committed = (await readAllResults()).findLast(
  ({ node, scenarios: known }) =>
    Number.parseInt(node, 10) === major && Object.keys(known).length > 0,
);

async function codemodNames() {
  const files = await readdir(new URL('../../codemods/', import.meta.url));
  return files.map((file) => file.replace(/\.js$/u, ''));
}

vi.setConfig({ testTimeout: 120_000 });

describe.each(scenarios)('$id', (scenario) => {
  it('has the expected figures before, and after what the tool wrote', async () => {
    const after = await produceAfter(scenario);
    const { before, expected } = scenario;
    const measure = () =>
      measurePair(toVariant(scenario, 'before', before), toVariant(scenario, 'after', after), {
        quick: true,
        metrics: ['ticks', 'promises', 'bytes'],
      });
    const figures = await measure();
    expect(figures.failures).toEqual([]);
    expect(figures.before).toMatchObject(expected.before);
    expect(figures.after).toMatchObject(expected.after);

    const { claims } = scenario;
    if (claims.includes('promises')) {
      expect(figures.after.promises).toBeLessThan(figures.before.promises ?? 0);
    }
    if (claims.includes('bytes')) {
      expect(figures.after.bytes).toBeLessThan(figures.before.bytes ?? 0);
    }
    if (claims.includes('ticks')) {
      expect(figures.after.ticks ?? Infinity).toBeLessThan(figures.before.ticks ?? Infinity);
    }

    if (committed && semver.gte(committed.node, scenario.node)) {
      const known = committed.scenarios[scenario.id];
      if (!known) throw new Error(`The committed results lack ${scenario.id}: run the bench`);
      expect(known.source, 'the committed results are of other code: run the bench').toEqual({
        before,
        after,
      });
      const differencesOf = (/** @type {typeof figures} */ measured) => [
        ...compareFigures(measured.before, known.figures.before),
        ...compareFigures(measured.after, known.figures.after),
      ];
      const differences = differencesOf(figures);
      // On a busy machine some processes allocate 16 bytes more for each operation, all of it long.
      const isOneProcess = differences.length > 0 && differencesOf(await measure()).length === 0;
      expect(isOneProcess ? [] : differences).toEqual([]);
    }
  });
});

describe('the scenarios', () => {
  it('cover every rule, unless a suite or a program that fails does, and every codemod', async () => {
    const suites = await loadSuites();
    const shown = new Set([
      ...scenarios.flatMap(({ rules }) => rules),
      ...suites.flatMap(({ rules }) => rules ?? []),
      ...(await readdir(new URL('../harms/', import.meta.url))).map((file) =>
        file.replace('.js', ''),
      ),
    ]);
    expect(Object.keys(plugin.rules ?? {}).filter((rule) => !shown.has(rule))).toEqual([]);
    const converted = new Set(
      scenarios.flatMap(({ after }) => ('codemod' in after ? [after.codemod] : [])),
    );
    expect((await codemodNames()).filter((name) => !converted.has(name))).toEqual([]);
  });

  it('are those of the committed results', () => {
    const ids = scenarios.map(({ id }) => id);
    expect(Object.keys(committed?.scenarios ?? {}).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('name rules and codemods that exist', async () => {
    const codemods = await codemodNames();
    for (const { id, after } of scenarios) {
      if ('codemod' in after) expect(codemods, id).toContain(after.codemod);
      else {
        const rule = 'remove' in after ? after.remove : after.rule;
        expect(Object.keys(plugin.rules ?? {}), id).toContain(rule);
      }
    }
  });

  it('cannot be chosen by a name that no one has', async () => {
    await expect(loadScenarios({ only: ['no-such-thing'] })).rejects.toThrow(/no-such-thing/u);
  });
});

describe('what a tool leaves alone', () => {
  it('is an error that says why, for a codemod', async () => {
    await expect(runCodemod('generator-to-async', 'exports.run = 1;', 'x.cjs')).rejects.toThrow(
      NotConverted,
    );
    await expect(runCodemod('generator-to-async', 'const = 1; co(', 'x.cjs')).rejects.toThrow(
      /x\.cjs:1:\d+ does not parse/u,
    );
  });

  it('is an error for a rule that is not there', () => {
    expect(() => applyRepairs('no-such-rule', 'a;', 'x.cjs')).toThrow(NotConverted);
  });
});
