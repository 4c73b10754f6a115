import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AFTER, AS_LIBRARY, BEFORE, command, migrate, project, read } from './projects.js';

describe('async-perf migrate', () => {
  it('converts what it finds and says so', () => {
    const directory = project({ 'a.js': BEFORE, 'b.js': 'exports.b = 1;\n' });
    const { status, stdout } = migrate(directory);
    expect(read(directory, 'a.js')).toBe(AFTER);
    expect(stdout).toContain('2 files looked at, 1 changed');
    expect(stdout).toContain('1 site: 1 converted, 0 refused');
    expect(status).toBe(0);
  });

  it('finds files whatever the names of their directories', () => {
    const names = [
      'a+b',
      '+a',
      '@a',
      "a$'b",
      'a[1]',
      '(a)',
      '!a',
      'a b#',
      'ünï',
      '{a,b}',
      '^a',
      '~a',
    ];
    const files = names.flatMap((name) => [`${name}/x.js`, `${name}/y 2/z+.js`]);
    const directory = project(Object.fromEntries(files.map((name) => [name, BEFORE])));
    const paths = names.flatMap((name) => [`./${name}`, `./${name}/y 2/z+.js`]);
    expect(migrate(directory, ...paths, '--dry-run').stdout).toContain('24 files looked at');
  });

  it('tells refusals by their exit code', () => {
    const source = "const co = require('co');\nexports.a = co.wrap(function* (x) { yield x; });\n";
    const directory = project({ 'a.js': source });
    const { status, stdout } = migrate(directory);
    expect(status).toBe(4);
    expect(stdout).toContain('refused a.js:2:13 yield-operand-unknown');
    expect(read(directory, 'a.js')).toBe(source);
  });

  it('tells when there is nothing to do', () => {
    expect(migrate(project({ 'a.js': 'exports.a = 1;\n' })).status).toBe(3);
  });

  it('writes nothing in a dry run, and shows the difference', () => {
    const directory = project({ 'a.js': BEFORE });
    const { status, stdout } = migrate(directory, '--dry-run');
    expect(stdout).toContain('-exports.run = co.wrap(function* () {');
    expect(stdout).toContain('+exports.run = async function () {');
    expect(read(directory, 'a.js')).toBe(BEFORE);
    expect(status).toBe(0);
  });

  it('gives its plan as JSON', () => {
    const directory = project({ 'a.js': BEFORE });
    const plan = JSON.parse(migrate(directory, '--plan-only').stdout);
    expect(plan.groups).toEqual([['a.js']]);
    expect(plan.sites).toEqual([
      expect.objectContaining({
        codemod: 'generator-to-async',
        file: 'a.js',
        line: 3,
        status: 'converted',
        assumes: ['yield-operand-is-promise'],
      }),
    ]);
    expect(read(directory, 'a.js')).toBe(BEFORE);
  });

  it('refuses to run over uncommitted changes unless told to', () => {
    const directory = project({ 'a.js': BEFORE });
    writeFileSync(join(directory, 'a.js'), `${BEFORE}// more\n`);
    const { status, stderr } = migrate(directory);
    expect(status).toBe(2);
    expect(stderr).toContain('uncommitted changes');
    expect(migrate(directory, '--force').status).toBe(0);
    expect(read(directory, 'a.js')).toBe(`${AFTER}// more\n`);
  });

  it.each([
    ['.babelrc', '{ "presets": ["env"] }', '{}'],
    ['babel.config.json', '{ "presets": [["@babel/env", { "targets": { "ie": 11 } }]] }', '{}'],
    ['package.json', '', '{ "babel": { "presets": ["@babel/preset-env"] } }'],
  ])('warns of a %s that compiles away what it writes', (name, config, manifest) => {
    const files = name === 'package.json' ? {} : { [name]: config };
    const directory = project({ 'lib/a.js': BEFORE, 'package.json': manifest, ...files });
    const { status, stderr } = migrate(directory);
    expect(stderr).toContain(`${name} has async functions compiled into generators`);
    expect(read(directory, 'lib/a.js')).toBe(AFTER);
    expect(status).toBe(0);
  });

  it.each([
    ['{ "presets": [["env", { "targets": { "node": "18" } }]] }', '{}'],
    ['{ "presets": ["env"] }', '{ "dependencies": { "regenerator-runtime": "^0.14.0" } }'],
    ['{ "presets": ["@babel/env"] }', '{ "browserslist": ["node 20"] }'],
    ['{ "presets": ["@babel/env"], "targets": "node 20" }', '{}'],
    ['no JSON', '{}'],
  ])('does not warn of %s with %s', (config, manifest) => {
    const directory = project({ 'a.js': BEFORE, '.babelrc': config, 'package.json': manifest });
    expect(migrate(directory).stderr).not.toContain('compiled into generators');
  });

  it('writes outside of git only where it is told to', () => {
    const directory = project({ 'a.js': BEFORE }, { git: false });
    const { status, stderr } = migrate(directory);
    expect(stderr).toMatch(/is in no git repository.*--undo.*give --force/u);
    expect(status).toBe(2);
    expect(read(directory, 'a.js')).toBe(BEFORE);
    expect(migrate(directory, '--dry-run').status).toBe(0);
    expect(migrate(directory, '--force').status).toBe(0);
    expect(read(directory, 'a.js')).toBe(AFTER);
  });

  it('writes a directory beside that is in no repository only where it is told to', () => {
    const directory = project({ 'a.js': BEFORE });
    const beside = project({ 'b.js': BEFORE }, { git: false });
    const { status, stderr } = migrate(directory, '.', beside);
    expect(stderr).toContain('is in no git repository');
    expect(status).toBe(2);
    expect(read(directory, 'a.js')).toBe(BEFORE);
    expect(read(beside, 'b.js')).toBe(BEFORE);
  });

  it('says which package.json cannot be read', () => {
    const directory = project({ 'a.js': BEFORE, 'package.json': '{bad\n' });
    const { status, stderr } = migrate(directory);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^async-perf: .*package\.json cannot be read as JSON: mend it.*\n$/u);
    expect(read(directory, 'a.js')).toBe(BEFORE);
  });

  it('leaves the files of a package.json that cannot be read, and converts the others', () => {
    const directory = project({
      'a.js': BEFORE,
      'b.js': `require('./test/bad');\n${BEFORE}`,
      'test/bad/package.json': '{bad\n',
      'test/bad/index.js': BEFORE,
    });
    const { status, stdout } = migrate(directory);
    expect(status).toBe(1);
    expect(stdout).toMatch(/not read test\/bad\/index\.js.*package\.json cannot be read as JSON/u);
    expect(read(directory, 'a.js')).toBe(AFTER);
    expect(read(directory, 'b.js')).toContain(AFTER);
    expect(read(directory, 'test/bad/index.js')).toBe(BEFORE);
  });

  it('leaves alone what git ignores, and node_modules', () => {
    const directory = project({
      '.gitignore': 'out/\n',
      'out/a.js': BEFORE,
      'node_modules/x/a.js': BEFORE,
      'a.js': BEFORE,
    });
    migrate(directory);
    expect(read(directory, 'out/a.js')).toBe(BEFORE);
    expect(read(directory, 'node_modules/x/a.js')).toBe(BEFORE);
    expect(read(directory, 'a.js')).toBe(AFTER);
  });

  it('takes a dependency out of package.json that nothing uses any more', () => {
    const manifest = '{\n  "dependencies": {\n    "a": "1",\n    "co": "^4.0.0"\n  }\n}\n';
    const used = project({
      'package.json': manifest,
      'a.js': BEFORE,
      'test/b.js': "require('co');\n",
    });
    migrate(used, 'a.js');
    expect(read(used, 'package.json')).toBe(manifest);
    const unused = project({ 'package.json': manifest, 'a.js': BEFORE });
    migrate(unused);
    expect(read(unused, 'package.json')).toBe('{\n  "dependencies": {\n    "a": "1"\n  }\n}\n');
  });

  it.each([
    [
      'between others',
      '{\n  "dependencies": {\n    "a": "1",\n    "bluebird": "^3.7.2",\n    "z": "1"\n  }\n}\n',
      '{\n  "dependencies": {\n    "a": "1",\n    "p-map": "^4.0.0",\n    "z": "1"\n  }\n}\n',
    ],
    [
      'as the last',
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"bluebird": "^3.7.2"\n\t}\n}\n',
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"p-map": "^4.0.0"\n\t}\n}\n',
    ],
    [
      'as the only one',
      '{\n  "dependencies": {\n    "bluebird": "^3.7.2"\n  }\n}\n',
      '{\n  "dependencies": {\n    "p-map": "^4.0.0"\n  }\n}\n',
    ],
    [
      'as the first ever',
      '{\n  "name": "a"\n}\n',
      '{\n  "name": "a",\n  "dependencies": {\n    "p-map": "^4.0.0"\n  }\n}\n',
    ],
    [
      'not twice',
      '{\n  "dependencies": {\n    "p-map": "^3.0.0"\n  }\n}\n',
      '{\n  "dependencies": {\n    "p-map": "^3.0.0"\n  }\n}\n',
    ],
  ])('writes what the output requires into package.json, %s', (_, before, after) => {
    const directory = project({
      'package.json': before,
      'a.js':
        "const Promise = require('bluebird');\n\nexports.run = async (list) =>\n  await Promise.map(list, (x) => load(x), { concurrency: 2 });\n",
    });
    const { stderr } = migrate(directory, '--only=bluebird-to-native');
    expect(read(directory, 'a.js')).not.toContain('bluebird');
    expect(read(directory, 'package.json'), stderr).toBe(after);
  });

  it.each([
    ['module', '20', '^7.0.0'],
    ['module', '18', '^2.0.1'],
    ['commonjs', '20', '^2.0.1'],
  ])('takes the p-some that runs there: %s, Node %s', (type, node, range) => {
    const body = 'async (list) => await Promise.some(list, 2)';
    const directory = project({
      'package.json': JSON.stringify({ type }),
      'a.js':
        type === 'module'
          ? `import Promise from 'bluebird';\n\nexport const run = ${body};\n`
          : `const Promise = require('bluebird');\n\nexports.run = ${body};\n`,
    });
    migrate(directory, '--only=bluebird-to-native', `--node=${node}`);
    expect(JSON.parse(read(directory, 'package.json')).dependencies).toEqual({ 'p-some': range });
  });

  it('takes the p-map of modules where nothing requires it', () => {
    const directory = project({
      'package.json': '{\n  "type": "module",\n  "dependencies": {}\n}\n',
      'a.js':
        "import Promise from 'bluebird';\n\nexport const run = async (list) =>\n  await Promise.map(list, (x) => load(x), { concurrency: 2 });\n",
    });
    migrate(directory, '--only=bluebird-to-native');
    expect(JSON.parse(read(directory, 'package.json')).dependencies).toEqual({ 'p-map': '^7.0.0' });
  });

  it.each(['a.js', 'a.ts'])('takes the p-map that compiled modules can require: %s', (name) => {
    const directory = project({
      'package.json': '{ "dependencies": {} }\n',
      [name]:
        "import Promise from 'bluebird';\n\nexport const run = async (list) =>\n  await Promise.map(list, (x) => load(x), { concurrency: 2 });\n",
    });
    migrate(directory, '--only=bluebird-to-native');
    expect(JSON.parse(read(directory, 'package.json')).dependencies).toEqual({ 'p-map': '^4.0.0' });
  });

  const LIMITED =
    "const B = require('bluebird');\n\nexports.run = async (list) => await B.map(list, load, { concurrency: 2 });\n";
  const FIRST =
    "const B = require('bluebird');\n\nexports.run = async () => await B.some([a(), b()], 1);\n";
  const toModule = (/** @type {string} */ text) =>
    text
      .replace("const B = require('bluebird')", "import B from 'bluebird'")
      .replace('exports.run', 'export const run');

  it.each([
    ['converted', LIMITED, { dependencies: { 'p-map': '^4.0.0' } }],
    [
      'converted',
      `const pMap = require('p-map');\n${LIMITED}`,
      { dependencies: { 'p-map': 'latest' } },
    ],
    ['converted', toModule(LIMITED), { type: 'module', dependencies: { 'p-map': '^7.0.0' } }],
    ['converted', FIRST, { dependencies: { 'p-some': '^2.0.1' } }],
    ['converted', toModule(FIRST), { type: 'module', dependencies: { 'p-some': '^7.0.0' } }],
    ['dependency-version', LIMITED, { dependencies: { 'p-map': '^7.0.0' } }],
    ['dependency-version', LIMITED, { dependencies: { 'p-map': '*' } }],
    ['dependency-version', LIMITED, { dependencies: { 'p-map': '>=2' } }],
    ['dependency-version', LIMITED, { devDependencies: { 'p-map': 'latest' } }],
    ['dependency-version', toModule(LIMITED), { dependencies: { 'p-map': '^7.0.0' } }],
    ['dependency-version', FIRST, { dependencies: { 'p-some': '^6.0.0' } }],
    [
      'dependency-version',
      toModule(FIRST),
      { type: 'module', dependencies: { 'p-some': '^6.0.0' } },
    ],
    ['engines-too-old', LIMITED, { engines: { node: '>=8' } }],
  ])('looks at the version that the project has: %s %j %j', (expected, text, manifest) => {
    const directory = project({ 'package.json': JSON.stringify(manifest), 'a.js': text });
    const node = 'engines' in manifest ? '--node=8' : '--node=20';
    const { stdout } = migrate(directory, '--plan-only', '--only=bluebird-to-native', node);
    const statuses = JSON.parse(stdout).sites.map(
      (/** @type {any} */ { status, reason }) => reason ?? status,
    );
    expect(statuses).toContain(expected);
  });

  it.each(['.mocharc.js', '.config/a.js', 'index.d.ts', 'App.vue', 'scripts/run', '.noderc'])(
    'leaves a dependency that %s names',
    (name) => {
      const manifest = '{ "dependencies": { "co": "^4.6.0" } }\n';
      const directory = project({
        'package.json': manifest,
        'a.js': BEFORE,
        [name]: "import co from 'co';\n",
      });
      expect(migrate(directory, 'a.js', ...AS_LIBRARY)).toMatchObject({ status: 0, stderr: '' });
      expect(read(directory, 'package.json')).toBe(manifest);
    },
  );

  it('writes the package.json next to the files, and leaves one that a program needs', () => {
    const manifest = '{\n  "bin": "cli",\n  "dependencies": {\n    "co": "^4.0.0"\n  }\n}\n';
    const directory = project({
      'packages/a/package.json': manifest.replace('  "bin": "cli",\n', ''),
      'packages/a/a.js': BEFORE,
      'packages/b/package.json': manifest,
      'packages/b/b.js': BEFORE,
      'packages/b/cli': "#!/usr/bin/env node\nrequire('co');\n",
    });
    migrate(directory);
    expect(read(directory, 'packages/a/package.json')).toBe('{\n  "dependencies": {}\n}\n');
    expect(read(directory, 'packages/b/package.json')).toBe(manifest);
  });

  it('keeps byte order marks, carriage returns and modes', () => {
    const text = `\uFEFF${BEFORE.replaceAll('\n', '\r\n')}`;
    const directory = project({ 'a.js': text });
    spawnSync('chmod', ['755', join(directory, 'a.js')]);
    migrate(directory, '--force');
    expect(read(directory, 'a.js')).toBe(`\uFEFF${AFTER.replaceAll('\n', '\r\n')}`);
    expect(spawnSync('test', ['-x', join(directory, 'a.js')]).status).toBe(0);
  });

  it('reports files that it cannot read as code, and leaves them', () => {
    const directory = project({ 'a.js': 'co(function* ( {\n', 'b.js': BEFORE });
    writeFileSync(join(directory, 'c.js'), Buffer.from([0x63, 0x6f, 0xff, 0xfe]));
    const { status, stdout } = migrate(directory);
    expect(status).toBe(1);
    expect(stdout).toMatch(/not read a\.js:2:1 /u);
    expect(stdout).toContain('not read c.js:1:1 is not UTF-8 text');
    expect(read(directory, 'b.js')).toBe(AFTER);
    expect(read(directory, 'a.js')).toBe('co(function* ( {\n');
  });

  it.each([
    [['--only=nothing'], /no codemod 'nothing'/u],
    [['--api=none'], /--api=none: give one of keep, dual, async/u],
    [['--format=xml'], /--format=xml/u],
    [['--unknown'], /there is no option '--unknown': see .async-perf migrate --help/u],
    [['missing-directory'], /missing-directory: no such file/u],
    [['lib'], /lib: there is no JavaScript or TypeScript/u],
    [['**/*.ts'], /\*\*\/\*\.ts: there is no JavaScript or TypeScript/u],
    [['out', 'a.js'], /out: \.gitignore leaves out all that is there/u],
    [['--shard=3/2'], /such as 2\/4/u],
  ])('rejects %j, before it minds uncommitted changes', (args, message) => {
    const directory = project({
      'a.js': BEFORE,
      '.gitignore': 'out/\n',
      'out/a.js': BEFORE,
      'lib/a.css': '',
    });
    writeFileSync(join(directory, 'a.js'), `${BEFORE}// more\n`);
    const { status, stderr } = migrate(directory, ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('says of a named file that it is left out', () => {
    const directory = project({ 'a.js': BEFORE, '.gitignore': 'out/\n', 'out/a.js': BEFORE });
    const { status, stdout, stderr } = migrate(directory, 'out/a.js', 'a.js');
    expect(stderr).toContain('out/a.js is not looked at: .gitignore leaves out');
    expect(stdout).toContain('1 file looked at, 1 changed');
    expect(status).toBe(0);
  });

  it('reads every file as code if it is to fail on errors', () => {
    const directory = project({ 'a.js': 'var = 1;\n', 'b.js': BEFORE });
    expect(migrate(directory, '--dry-run').status).toBe(0);
    const { status, stdout } = migrate(directory, '--dry-run', '--fail-on-error');
    expect(stdout).toMatch(/not read a\.js:1:5 /u);
    expect(stdout).toContain('1 file could not be read');
    expect(status).toBe(1);
  });

  it('tells places as they are in the file before all codemods', () => {
    const refused =
      'exports.all = (xs, done) => {\n  xs.pop(done);\n  return first().then((x) => x, fail).then(fail(), x);\n};\n';
    const directory = project({ 'a.js': BEFORE + refused });
    const { stdout } = migrate(directory, '--plan-only');
    const lines = (BEFORE + refused).split('\n');
    const { sites } = JSON.parse(stdout);
    expect(sites.length).toBeGreaterThan(1);
    for (const { codemod, line } of sites) {
      const wanted = codemod === 'generator-to-async' ? /co\.wrap/u : /exports\.all|first/u;
      expect(lines[line - 1]).toMatch(wanted);
    }
  });
});

describe('--dry-run', () => {
  it('shows what becomes of package.json, and leaves it as it is', () => {
    const manifest = '{\n  "dependencies": {\n    "co": "^4.6.0",\n    "koa": "^2.0.0"\n  }\n}\n';
    const directory = project({ 'package.json': manifest, 'src/a.js': BEFORE });
    const { stdout } = migrate(directory, 'src', '--dry-run');
    expect(stdout).toContain('--- a/package.json\n+++ b/package.json\n');
    expect(stdout).toContain('\n-    "co": "^4.6.0",\n');
    expect(read(directory, 'package.json')).toBe(manifest);

    const { stderr } = migrate(directory, 'src');
    expect(stderr).toContain('package.json: co taken out');
    expect(read(directory, 'package.json')).not.toContain('"co"');
  });

  it('leaves out of it what other files need', () => {
    const manifest = '{\n  "dependencies": {\n    "co": "^4.6.0"\n  }\n}\n';
    const directory = project({ 'package.json': manifest, 'src/a.js': BEFORE, 'b.js': BEFORE });
    expect(migrate(directory, 'src', '--dry-run').stdout).not.toContain('package.json');
  });
});

describe.runIf(process.platform !== 'win32')('a link', () => {
  it('is named as one', () => {
    const directory = project({ 'src/a.js': BEFORE });
    symlinkSync('src/a.js', join(directory, 'b.js'));
    const { status, stderr } = migrate(directory, 'b.js', '--dry-run');
    expect(stderr).toBe(
      'async-perf: b.js is not looked at: links are not followed: give what it leads to, src/a.js\n',
    );
    expect(status).toBe(3);
  });
});

describe('--verify', () => {
  it('takes back the one group of fifty that the command fails for, in few runs', () => {
    const names = Array.from({ length: 50 }, (_, index) => `lib/file${index}.js`);
    const directory = project(Object.fromEntries(names.map((name) => [name, BEFORE])));
    const runs = join(directory, 'runs.log');
    const verify = `echo run >> '${runs}'; grep -q co.wrap lib/file17.js`;
    const { status, stdout } = migrate(directory, `--verify=${verify}`);
    expect(status).toBe(4);
    expect(stdout).toContain('refused lib/file17.js:3:15 verification-failed');
    for (const name of names) {
      expect(read(directory, name)).toBe(name === 'lib/file17.js' ? BEFORE : AFTER);
    }
    // Two for the baseline.
    const count = readFileSync(runs, 'utf8').split('\n').length - 1 - 2;
    expect(count).toBeLessThanOrEqual(2 * Math.log2(50) + 2);
  });

  it('takes all back when nothing passes', () => {
    const directory = project({ 'a.js': BEFORE, 'b.js': BEFORE });
    const { status, stdout } = migrate(
      directory,
      '--verify=grep -q co.wrap a.js && grep -q co.wrap b.js',
    );
    expect(status).toBe(4);
    expect(stdout).toContain('0 changed');
    expect([read(directory, 'a.js'), read(directory, 'b.js')]).toEqual([BEFORE, BEFORE]);
  });

  it('takes back, and tells of, all files that change together', () => {
    const directory = project({
      'load.js':
        "const fs = require('fs');\nexports.load = (cb) => {\n  fs.stat('a', (err, stats) => {\n    if (err) return cb(err);\n    cb(null, stats.size);\n  });\n};\n",
      'main.js':
        "const { load } = require('./load');\nexports.main = (cb) => {\n  load((err, size) => {\n    if (err) return cb(err);\n    cb(null, size + 1);\n  });\n};\n",
    });
    const args = ['--api=async', '--accept=timing-unobservable', '--format=json'];
    const { stdout } = migrate(directory, ...args, '--verify=! grep -q await main.js');
    const { groups, sites } = JSON.parse(stdout);
    expect(groups).toEqual([]);
    expect(sites.map((/** @type {any} */ { file, reason }) => [file, reason])).toEqual([
      ['load.js', 'verification-failed'],
      ['main.js', 'verification-failed'],
    ]);
  });

  it('changes nothing when the command fails before, or is flaky', () => {
    const directory = project({ 'a.js': BEFORE });
    const failing = migrate(directory, '--verify=false');
    expect(failing.status).toBe(2);
    expect(failing.stderr).toContain('fails on the unchanged code (exit code 1)');
    const flaky = migrate(directory, '--verify=test -e seen || { touch seen; false; }');
    expect(flaky.stderr).toContain('flaky');
    expect(read(directory, 'a.js')).toBe(BEFORE);
  });
});

describe('the baseline of --verify', () => {
  it.each([
    ['echo out; echo err >&2; exit 3', '(exit code 3)', ['  out', '  err']],
    ['nosuchcmd', '(exit code 127)', [expect.stringContaining('nosuchcmd')]],
    ['kill -9 $$', '(killed by SIGKILL)', []],
    ['seq 1000; false', '(exit code 1)', Array.from({ length: 20 }, (_, at) => `  ${981 + at}`)],
  ])('says why it fails: %s', (verify, how, lines) => {
    const { status, stderr } = migrate(
      project({ 'a.js': BEFORE }),
      `--verify=${verify}`,
      ...AS_LIBRARY,
    );
    expect(stderr).toContain(how);
    expect(stderr.trimEnd().split('\n').slice(1)).toEqual(lines);
    expect(status).toBe(2);
  });
});

describe('a migration that is cut off', { timeout: 120_000 }, () => {
  it.each([
    ['--resume', AFTER],
    ['--undo', BEFORE],
  ])('is whole again after %s', async (flag, expected) => {
    const names = Array.from({ length: 120 }, (_, index) => `file${index}.js`);
    let cutOff = 0;
    for (let attempt = 0; attempt < 12 && cutOff < 1; attempt++) {
      const directory = project(Object.fromEntries(names.map((name) => [name, BEFORE])));
      const child = spawn(process.execPath, [command, 'migrate', '--node=20'], { cwd: directory });
      const journal = join(directory, '.async-perf', 'journal.json');
      while (!existsSync(journal) && child.exitCode === null) {
        await sleep(1);
      }
      await sleep(attempt);
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      if (!existsSync(journal)) {
        continue;
      }
      cutOff++;
      const next = migrate(directory, '--force');
      expect(next.status).toBe(2);
      expect(next.stderr).toContain('--resume');
      expect(migrate(directory, flag).status).toBe(0);
      expect(new Set(names.map((name) => read(directory, name)))).toEqual(new Set([expected]));
      expect(existsSync(journal)).toBe(flag === '--resume');
    }
    expect(cutOff).toBeGreaterThan(0);
  });

  it('says so when there is none', () => {
    expect(migrate(project({}), '--resume').status).toBe(3);
  });
});

describe('async-perf', () => {
  it.each(['check', 'migrate', 'bench', 'explain'])('helps with %s, asked either way', (name) => {
    const [one, other] = [
      ['help', name],
      [name, '--help'],
    ].map((args) => spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' }));
    expect(one).toMatchObject({ status: 0, stdout: other?.stdout, stderr: '' });
    expect(one?.stdout).toContain(`async-perf ${name}`);
  });

  it.each([[[]], [['--help']], [['migrate', '--help']]])('explains itself: %j', (args) => {
    const { status, stdout } = spawnSync(process.execPath, [command, ...args], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout).toContain('async-perf migrate');
  });

  it.skipIf(!existsSync('/dev/full'))('says so where its output has no place', () => {
    for (const args of [
      'check',
      'migrate --dry-run --node=20 --trust=library --api=keep',
      'explain',
    ]) {
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', `"$0" "$1" ${args} > /dev/full`, process.execPath, command],
        { cwd: project({ 'a.js': BEFORE }), encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([2, 'async-perf: the output cannot be written (ENOSPC)\n']);
    }
  });

  it('goes on where nobody reads what it says', () => {
    const directory = project({
      'a.js': BEFORE,
      'package.json': '{ "dependencies": { "co": "^4.6.0" } }\n',
    });
    const run = `{ sleep 1; "$0" "$1" migrate --node=20; echo $? > status; } 2>&1 | true; sleep 1`;
    spawnSync(
      'sh',
      ['-c', `${run}; while ! test -s status; do sleep 1; done`, process.execPath, command],
      {
        cwd: directory,
      },
    );
    expect(read(directory, 'status')).toBe('0\n');
    expect(read(directory, 'a.js')).toBe(AFTER);
  });

  it('does not know every word', () => {
    const { status, stderr } = spawnSync(process.execPath, [command, 'fly'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain("no command 'fly'");
  });
});
