import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { pageAddress, REPOSITORY } from '../../rules/shared/addresses.js';
import { withAddresses, withHome } from '../../scripts/docs/addresses.js';
import { findDisagreements } from '../../scripts/release-check.js';

const read = (/** @type {string} */ file) =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const manifest = {
  version: '1.2.0',
  repository: { url: 'git+https://github.com/someone/somewhere.git' },
};
const release = {
  manifest,
  changelog: '## Unreleased\n\n## 1.2.0 - 2026-01-01\n',
  tag: 'v1.2.0',
  repository: 'someone/somewhere',
};

describe('release:check', () => {
  it('finds nothing where all agree', () => {
    expect(findDisagreements(release)).toEqual([]);
  });

  it.each([
    [{ tag: 'v1.2.1' }, /tag the commit v1\.2\.0/u],
    [{ tag: undefined }, /not given/u],
    [{ changelog: '## Unreleased\n' }, /no section "## 1\.2\.0"/u],
    [{ repository: 'fork/somewhere' }, /this runs in https:\/\/github\.com\/fork\/somewhere/u],
  ])('says what to do with %j', (difference, message) => {
    const faults = findDisagreements({ ...release, ...difference });
    expect(faults).toEqual([expect.stringMatching(message)]);
  });
});

describe('the home of the project', () => {
  it('is written in package.json, and everything else follows from it', () => {
    const moved = withHome(
      JSON.stringify({
        homepage: 'https://old.example#readme',
        repository: { url: 'git+https://example.org/a/b.git' },
        bugs: 'https://old.example/issues',
      }),
    );
    expect(JSON.parse(moved)).toEqual({
      homepage: 'https://example.org/a/b#readme',
      repository: { url: 'git+https://example.org/a/b.git' },
      bugs: 'https://example.org/a/b/issues',
    });
    expect(withAddresses('  - repo: https://old.example/a\n    rev: v0.0.1\n', '1.2.0')).toBe(
      `  - repo: ${REPOSITORY}\n    rev: v1.2.0\n`,
    );
  });

  it('is named by no other file', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(pageAddress('rules/a.md')).toBe(`${REPOSITORY}/blob/v${version}/docs/rules/a.md`);
    const path = new URL(REPOSITORY).pathname.slice(1);
    for (const file of ['README.md', 'docs/releasing.md', 'bin/commands/explain.js', 'index.js']) {
      expect(read(file), file).not.toContain(path);
    }
  });
});
