import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { loadScenarios } from '../bench/scenarios.js';
import { loadSuites } from '../bench/suites.js';
import { codemodsOfRule, loadCodemods } from '../bin/codemods.js';
import plugin from '../index.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const codemods = await loadCodemods();
const measured = new Set(
  [...(await loadScenarios()), ...(await loadSuites())].flatMap(({ rules }) => rules),
);

const harms = readdirSync(`${ROOT}test/harms`).map((file) => file.replace('.js', ''));

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

  it('says in at most 40 words what costs, and what to do', () => {
    const long = Object.values(rule.meta?.messages ?? {}).filter(
      (message) => message.split(/\s+/u).length > 40,
    );
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
