import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

describe('the action of this repository', () => {
  const text = readFileSync(new URL('../action.yml', import.meta.url), 'utf8');
  const script = (/run: \|\n(?<lines>.*)$/su.exec(text)?.groups?.['lines'] ?? '').replaceAll(
    /^ {8}/gmu,
    '',
  );

  it('gives options that the command has', () => {
    const command = fileURLToPath(new URL('../bin/async-perf.js', import.meta.url));
    const help = execFileSync(process.execPath, [command, 'check', '--help'], { encoding: 'utf8' });
    const flags = [...script.matchAll(/--[a-z-]+/gu)].map(([flag]) => flag);
    expect(flags.length).toBeGreaterThan(2);
    for (const flag of flags) {
      expect(help).toContain(flag);
    }
  });

  it('hands on what it is given, and ends as the check does', () => {
    const directory = mkdtempSync(join(tmpdir(), 'async-perf-action-'));
    const said = join(directory, 'said');
    writeFileSync(
      join(directory, 'npx'),
      '#!/bin/sh\nprintf "%s|" "$@" > "$SAID"\necho found\nexit 1\n',
      { mode: 0o755 },
    );
    const run = (/** @type {Record<string, string>} */ inputs) => {
      const env = { PATH: `${directory}:${process.env['PATH']}`, SAID: said, ...inputs };
      const { status, stdout } = spawnSync('bash', ['-e', '-c', script], {
        cwd: directory,
        encoding: 'utf8',
        env,
      });
      return { status, stdout, given: readFileSync(said, 'utf8') };
    };
    expect(run({ PATHS: 'src lib', SINCE: 'abc', CONFIG: '', SARIF: '' })).toEqual({
      status: 1,
      stdout: 'found\n',
      given: 'async-perf|check|--since=abc|--format=github|src|lib|',
    });
    expect(run({ PATHS: '.', SINCE: '', CONFIG: 'strict', SARIF: 'out.sarif' })).toEqual({
      status: 0,
      stdout: '',
      given: 'async-perf|check|--config=strict|--format=sarif|.|',
    });
    expect(readFileSync(join(directory, 'out.sarif'), 'utf8')).toBe('found\n');
    rmSync(directory, { recursive: true });
  });
});
