import { readFileSync, readdirSync } from 'node:fs';

import semver from 'semver';
import { describe, expect, it } from 'vitest';

const WORKFLOWS = new URL('../.github/workflows/', import.meta.url);

const { engines, scripts } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

describe.each(readdirSync(WORKFLOWS))('the workflow %s', (name) => {
  const text = readFileSync(new URL(name, WORKFLOWS), 'utf8');

  it('runs scripts that are there, after an installation from the lock file', () => {
    const commands = [...text.matchAll(/^ +- run: (.+)$/gmu)].map(([, command]) => command ?? '');
    expect(commands[0]).toBe('npm ci');
    for (const command of commands.filter((each) => !/^npm (?:ci|publish .+)$/u.test(each))) {
      const [, script = ''] = /^npm (?:run )?([\w:]+)(?: -- .+)?$/u.exec(command) ?? [];
      expect(Object.keys(scripts), command).toContain(script);
    }
  });

  it('gets no more rights than it needs', () => {
    expect(text).toContain('permissions:\n  contents: read\n');
    // The identity that signs the provenance of a release can change nothing.
    expect(text.replace('id-token: write', '')).not.toContain('write');
  });
});

it('a release is checked and tested before it is published, with its provenance', () => {
  const text = readFileSync(new URL('release.yml', WORKFLOWS), 'utf8');
  const commands = [...text.matchAll(/^ +- run: (.+)$/gmu)].map(([, command]) => command);
  expect(commands).toEqual([
    'npm ci',
    'npm run release:check',
    'npm run test:all',
    'npm publish --provenance --access public',
  ]);
});

it('tests run on the oldest and the newest Node of each supported line', () => {
  const text = readFileSync(new URL('ci.yml', WORKFLOWS), 'utf8');
  const nodes = /node: \[(.*)\]/u.exec(text)?.[1]?.split(', ') ?? [];
  const oldest = new semver.Range(engines.node).set.map(([first]) => first?.semver);
  expect(oldest.length).toBeGreaterThan(1);
  for (const version of oldest) {
    expect(nodes).toContain(version?.minor === 0 ? String(version.major) : String(version));
    expect(nodes).toContain(String(version?.major));
  }
});
