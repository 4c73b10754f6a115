import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AFTER, BEFORE, leftovers, makeProject, migrate, read } from './project.js';

/** @type {string[]} */
const made = [];
afterEach(() => made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true })));

/** @param {Record<string, string>} files */
function project(files) {
  const directory = makeProject(files);
  made.push(directory);
  return directory;
}

describe('names of files', () => {
  it('may hold spaces, line breaks, quotes and anything of Unicode', () => {
    const names = [
      'with space.js',
      'line\nbreak.js',
      'ümlaut-日本語-🎉.js',
      'quo\'te".js',
      '-dash.js',
      '[glob]*.js',
      '$(touch pwned).js',
      'sub dir/{a,b}.js',
    ];
    const directory = project(Object.fromEntries(names.map((name) => [name, BEFORE])));
    const { status, stdout } = migrate(directory);
    expect(stdout).toContain(`${names.length} sites: ${names.length} converted`);
    expect(status).toBe(0);
    expect(names.map((name) => read(directory, name))).toEqual(names.map(() => AFTER));
    expect(existsSync(join(directory, 'pwned'))).toBe(false);
  });

  it('may be given one by one', () => {
    const directory = project({ '[a] b.js': BEFORE, 'a b.js': BEFORE });
    expect(migrate(directory, ['[a] b.js']).status).toBe(0);
    expect([read(directory, '[a] b.js'), read(directory, 'a b.js')]).toEqual([AFTER, BEFORE]);
  });
});

describe('links', () => {
  it('in circles and out of the project are not followed', () => {
    const directory = project({ 'in/a.js': BEFORE, 'out.js': BEFORE });
    const inside = join(directory, 'in');
    symlinkSync('.', join(inside, 'self'));
    symlinkSync('two.js', join(inside, 'one.js'));
    symlinkSync('one.js', join(inside, 'two.js'));
    symlinkSync('../out.js', join(inside, 'link.js'));
    const { status, stdout } = migrate(directory, ['in']);
    expect(stdout).toContain('1 file looked at, 1 changed');
    expect(status).toBe(0);
    expect([read(directory, 'in/a.js'), read(directory, 'out.js')]).toEqual([AFTER, BEFORE]);
  });

  it('in a circle that are asked for are not there', () => {
    const directory = project({});
    symlinkSync('a.js', join(directory, 'a.js'));
    const { status, stderr } = migrate(directory, ['a.js']);
    expect(stderr).toContain('a.js: no such file');
    expect(status).toBe(2);
  });
});

describe('files that are no code of a person', { timeout: 300_000 }, () => {
  it('are left out in one line for each reason: minified, bundled, copied from elsewhere', () => {
    const webpack = `${BEFORE}${'// a line of a bundle\n'.repeat(300)}__webpack_require__(1);\n`;
    const directory = project({
      'a.js': BEFORE,
      'dist/all.js': `${BEFORE}${'a(b,c);'.repeat(1000)}\n`,
      'dist/b.min.js': BEFORE,
      'dist/pack.js': webpack,
      'public/vendor/x.js': BEFORE,
      'public/jquery-3.7.1.js': BEFORE,
      'vendor/shop.js': BEFORE,
    });
    const { status, stderr } = migrate(directory);
    expect(stderr).toContain('dist/all.js, dist/b.min.js are not looked at: minified: convert ');
    expect(stderr).toContain('dist/pack.js is not looked at: made by a bundler: convert ');
    expect(stderr).toContain(
      'public/jquery-3.7.1.js, public/vendor/x.js are not looked at: copied ',
    );
    expect(status).toBe(0);
    expect(['a.js', 'vendor/shop.js'].map((name) => read(directory, name))).toEqual([AFTER, AFTER]);
    expect(read(directory, 'dist/pack.js')).toBe(webpack);
    expect(migrate(directory, ['public/vendor']).status).toBe(0);
    expect(read(directory, 'public/vendor/x.js')).toBe(AFTER);
  });

  it('a file of 100 MB is left alone, with a reason', () => {
    const directory = project({ 'a.js': BEFORE, 'large.js': BEFORE });
    truncateSync(join(directory, 'large.js'), 100_000_000);
    const { status, stdout } = migrate(directory);
    expect(stdout).toContain('not read large.js:1:1 is larger than 10 MB');
    expect(status).toBe(0);
    expect(read(directory, 'a.js')).toBe(AFTER);
  });

  it('a file of 5 MB is read within two gigabytes', () => {
    const line = 'function f(a,b){return a.c(b,function(d){return d&&d.e[0]})}\n';
    const text = `${BEFORE}${line.repeat(Math.ceil(5_000_000 / line.length))}`;
    const directory = project({ 'bundle.js': text });
    const node = ['--max-old-space-size=2048'];
    const { status, stdout } = migrate(directory, ['--only=generator-to-async'], { node });
    expect(stdout).toContain('1 site: 1 converted');
    expect(status).toBe(0);
    expect(read(directory, 'bundle.js')).toBe(text.replace(BEFORE, AFTER));
  });

  it('bytes that are no text, and text with a mark or carriage returns', () => {
    const windows = BEFORE.replaceAll('\n', '\r\n');
    const directory = project({ 'mark.js': `\uFEFF${BEFORE}`, 'windows.js': windows });
    const bytes = Buffer.concat([Buffer.from(BEFORE), Buffer.from([0x2f, 0x2f, 0xff, 0xfe])]);
    writeFileSync(join(directory, 'bytes.js'), bytes);
    const { status, stdout } = migrate(directory);
    expect(stdout).toContain('not read bytes.js:1:1 is not UTF-8 text');
    expect(status).toBe(0);
    expect(read(directory, 'mark.js')).toBe(`\uFEFF${AFTER}`);
    expect(read(directory, 'windows.js')).toBe(AFTER.replaceAll('\n', '\r\n'));
  });

  it('a directory with the name of a file', () => {
    const directory = project({ 'a.js': BEFORE });
    mkdirSync(join(directory, 'directory.js'));
    expect(migrate(directory).status).toBe(0);
    expect(read(directory, 'a.js')).toBe(AFTER);
  });
});

describe('code that is nested deeply', { timeout: 120_000 }, () => {
  /** @type {[string, (depth: number) => string][]} */
  const SHAPES = [
    ['arrays', (depth) => `x = ${'[\n'.repeat(depth)}${']'.repeat(depth)};`],
    ['blocks', (depth) => `${'if (a) {\n'.repeat(depth)}${'}'.repeat(depth)}`],
    ['functions', (depth) => `${'f(function () {\n'.repeat(depth)}${'})'.repeat(depth)}`],
    ['sums', (depth) => `x = a${'\n + a'.repeat(depth)};`],
    ['else if', (depth) => `if (a) {}${'\nelse if (a) {}'.repeat(depth)}`],
    ['chains', (depth) => `function q() { return p${'\n.then((v) => v)'.repeat(depth)}; }`],
    [
      'callbacks',
      (depth) =>
        `exports.run = function run(cb) {${'f((err, v) => { if (err) return cb(err);\n'.repeat(depth)}cb(null)${'})'.repeat(depth)}}`,
    ],
    [
      'yields',
      (depth) =>
        `exports.y = co.wrap(function* () { return ${'f(yield (\n'.repeat(depth)}g()${'))'.repeat(depth)}; });`,
    ],
  ];

  it.each([1_000, 10_000])(
    '%i levels are converted or refused, beside files that are not',
    (depth) => {
      const files = Object.fromEntries(
        SHAPES.map(([name, write]) => [`${name}.js`, `${BEFORE}${write(depth)}\n`]),
      );
      const directory = project({ ...files, 'a.js': BEFORE });
      const { status, stdout, stderr } = migrate(directory);
      expect(stderr).not.toMatch(/RangeError|call stack/u);
      expect(stdout.includes('nested too deeply') ? [1] : [0, 4]).toContain(status);
      expect(read(directory, 'a.js')).toBe(AFTER);
      for (const [name, text] of Object.entries(files)) {
        const isConverted = read(directory, name).startsWith(AFTER);
        const isRefused = new RegExp(
          `not read ${name}:[1-9]\\d*:[1-9]\\d* the code is nested too deeply`,
          'u',
        ).test(stdout);
        expect([name, isConverted !== isRefused]).toEqual([name, true]);
        if (isRefused) expect(read(directory, name)).toBe(text);
      }
      expect(leftovers(directory)).toEqual([]);
    },
  );
});
