import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BEFORE, TWO, migrate, project, read } from './projects.js';

describe('--shard and --merge', () => {
  const files = {
    'packages/a/package.json': '{}\n',
    'packages/a/index.js': BEFORE,
    'packages/a/lib/more.js': BEFORE,
    'packages/b/package.json': '{}\n',
    'packages/b/index.js': TWO,
    'packages/c/package.json': '{}\n',
    'packages/c/index.js': 'co(function* ( {\n',
    'index.js': BEFORE,
  };

  /**
   * @param {string} directory
   * @param {number} count
   * @param {...string} args
   * @returns {string[]} The names of the shards' reports.
   */
  function planShards(directory, count, ...args) {
    return Array.from({ length: count }, (_, index) => {
      const shard = `--shard=${index + 1}/${count}`;
      const { stdout } = migrate(directory, shard, '--plan-only', ...args);
      const name = `shard-${index + 1}.json`;
      writeFileSync(join(directory, name), stdout);
      return name;
    });
  }

  it.each([1, 3])('over %i machines do what one migration does', (count) => {
    const one = project(files);
    const expected = migrate(one);
    const many = project(files);
    const reports = planShards(many, count);
    const merged = migrate(many, '--merge', ...reports);
    expect(merged.status).toBe(expected.status);
    expect(
      merged.stdout
        .split('\n')
        .sort()
        .join('\n')
        .replace(/in [\d.]+ s/u, ''),
    ).toBe(
      expected.stdout
        .split('\n')
        .sort()
        .join('\n')
        .replace(/in [\d.]+ s/u, ''),
    );
    for (const name of Object.keys(files)) {
      expect(read(many, name)).toBe(read(one, name));
    }
  });

  it('keep a package in one shard, and share the files out evenly', () => {
    const directory = project(files);
    const shards = planShards(directory, 2).map((name) => JSON.parse(read(directory, name)));
    expect(shards.map((shard) => shard.files)).toEqual([3, 2]);
    const inA = shards.map(
      ({ groups }) =>
        groups.flat().filter((/** @type {string} */ file) => file.includes('/a/')).length,
    );
    expect(inA.sort()).toEqual([0, 2]);
  });

  it('verify each share where it is planned', () => {
    const directory = project(files);
    const verify = 'grep -q co.wrap packages/a/index.js';
    const { stdout } = migrate(directory, '--shard=1/1', '--format=json', `--verify=${verify}`);
    const names = JSON.parse(stdout).changes.map((/** @type {any} */ { file }) => file);
    expect(names).not.toContain('packages/a/index.js');
    expect(names).toContain('index.js');
  });

  it.each([
    ['a share that is not there', ['shard-1.json'], /shard 2\/2 is not there, or twice/u],
    ['a share twice', ['shard-1.json', 'shard-1.json'], /shard 1\/2, 2\/2 is not there, or twice/u],
    ['other options', ['shard-1.json', 'other/shard-2.json'], /of another migration than/u],
    ['what is no report', ['package.json'], /package\.json is no report of a shard/u],
    ['what lacks its lists', ['broken.json'], /broken\.json is no report of a shard/u],
    ['what is not there', ['missing.json'], /missing\.json: cannot be read \(ENOENT\)/u],
    ['nothing', [], /give the reports of all shards/u],
  ])('refuse %s', (_, reports, message) => {
    const directory = project(files);
    planShards(directory, 2, '--trust=strict');
    mkdirSync(join(directory, 'other'));
    writeFileSync(join(directory, 'other/shard-2.json'), read(directory, 'shard-2.json'));
    planShards(directory, 2);
    const broken = { ...JSON.parse(read(directory, 'shard-1.json')), changes: 1 };
    writeFileSync(join(directory, 'broken.json'), JSON.stringify(broken));
    const { status, stderr } = migrate(directory, '--merge', ...reports);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  it('refuse files that changed since', () => {
    const directory = project(files);
    const reports = planShards(directory, 2);
    writeFileSync(join(directory, 'index.js'), `${BEFORE}\n`);
    const { status, stderr } = migrate(directory, '--force', '--merge', ...reports);
    expect(status).toBe(2);
    expect(stderr).toContain('index.js is not as it was when its shard was planned');
    expect(read(directory, 'packages/a/index.js')).toBe(BEFORE);
  });

  it('are merged where they were planned', () => {
    const directory = project(files);
    const reports = planShards(directory, 1);
    const { status, stderr } = migrate(
      join(directory, 'packages'),
      '--merge',
      ...reports.map((name) => join(directory, name)),
    );
    expect(stderr).toContain('run it in the directory where the shards were planned');
    expect(status).toBe(2);
  });

  it.each(['0/2', '3/2', 'a', '1'])('refuse --shard=%s', (shard) => {
    const { status, stderr } = migrate(project(files), `--shard=${shard}`);
    expect(status).toBe(2);
    expect(stderr).toContain('such as 2/4');
  });
});
