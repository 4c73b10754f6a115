import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { loadScenarios } from '../bench/scenarios.js';
import { loadSuites } from '../bench/suites.js';
import { codemodsOfRule, loadCodemods } from '../bin/codemods.js';
import plugin from '../index.js';
import { lintWithAll } from './lint-with-all.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const codemods = await loadCodemods();
const measured = new Set(
  [...(await loadScenarios()), ...(await loadSuites())].flatMap(({ rules }) => rules),
);

const harms = readdirSync(`${ROOT}test/harms`).map((file) => file.replace('.js', ''));

/** The messages of all reports in the fixtures, by rule. @type {Map<string, string[]>} */
const reported = new Map();
for (const folder of ['test/clients/fixtures/rules', 'test/codemods/fixtures']) {
  const files = readdirSync(`${ROOT}${folder}`, { encoding: 'utf8', recursive: true });
  for (const file of files.filter((each) => /\.[cm]?jsx?$/u.test(each))) {
    for (const { ruleId, message } of lintWithAll(
      readFileSync(`${ROOT}${folder}/${file}`, 'utf8'),
    )) {
      const name = String(ruleId).replace('async-perf/', '');
      reported.set(name, [...(reported.get(name) ?? []), message]);
    }
  }
}

/** What to do, as a sentence or behind a colon; what to use instead is named by the call that blocks. */
const REMEDY =
  /(?:^|[.:] )(?:Ask|Await|Call|Catch|Compile|Drop|Follow|Give|In bulk|Keep|Leave|Limit|Make|Move|move|Override|Pass|Put|Race|Read|Remove|Return|Run|Set|Start|Take|Use|Wait|Write|raise|\{\{instead\}\})\b|\{\{instead\}\}$|No codemod undoes it/u;

describe.each(Object.entries(plugin.rules ?? {}))('%s', (name, rule) => {
  it('has a page with what it reports, what it does not, and when not to use it', () => {
    const page = readFileSync(`${ROOT}docs/rules/${name}.md`, 'utf8');
    expect(page).toMatch(/^\/\* ❌/mu);
    expect(page).toMatch(/^\/\* ✅/mu);
    expect(page).toMatch(/^## When (?:it does not matter|not to use it)/mu);
  });

  it('names the languages and dialects that it reads', () => {
    expect(rule.meta?.languages).toContain('js/js');
    expect(rule.meta?.docs).toMatchObject({ dialects: ['JavaScript', 'TypeScript'] });
  });

  it('has tests, and a fixture for other linters with a known number of findings', () => {
    expect(existsSync(`${ROOT}test/rules/${name}.test.js`)).toBe(true);
    expect(readFileSync(`${ROOT}test/rules/${name}.test.js`, 'utf8')).toContain('testRule(');
    expect(readdirSync(`${ROOT}test/clients/fixtures/rules/${name}`)).not.toEqual([]);
  });

  it('has a measured cost, or a program that shows the harm', () => {
    expect([...measured, ...harms]).toContain(name);
  });

  it.each(Object.entries(rule.meta?.messages ?? {}))(
    'says in at most 40 words what costs, at once, and what to do: %s',
    (_, message) => {
      expect(message.split(/\s+/u).length).toBeLessThanOrEqual(40);
      // The problem is the first clause, unless the message is the remedy alone: that of a suggestion.
      const [problem = ''] = message.split(/[,.:;](?=\s|$)| \(/u);
      expect(problem.split(/\s+/u).length).toBeLessThanOrEqual(15);
      expect(message).not.toMatch(/^(?:For|If|When|Where|While|With)\b/u);
      expect(message).toMatch(REMEDY);
    },
  );

  it('keeps to 40 words with the names and places of real reports in it', () => {
    const long = (reported.get(name) ?? []).filter((message) => message.split(/\s+/u).length > 40);
    expect(long).toEqual([]);
  });

  it('links to the codemods that it names, and names those that rewrite what it reports', () => {
    const linked = codemodsOfRule(name, codemods);
    const known = codemods.map((codemod) => codemod.name);
    const named = Object.values(rule.meta?.messages ?? {}).flatMap((message) =>
      known.filter((codemod) => message.includes(codemod)),
    );
    expect([...new Set(named)].sort()).toEqual([...linked].sort());
    const page = readFileSync(`${ROOT}docs/rules/${name}.md`, 'utf8');
    for (const codemod of linked) {
      expect(page).toContain(`(../codemods/${codemod}.md)`);
    }
  });
});
