import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BEFORE, TWO, migrate, project, read } from './projects.js';

const LOAD = `const fs = require('fs');

exports.load = (cb) => {
  fs.stat('a', (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};

exports.other = (cb) => {
  fs.stat('b', (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};
`;

const MAIN = `const { load } = require('./load');

exports.main = (cb) => {
  load((err, size) => {
    if (err) return cb(err);
    cb(null, size + 1);
  });
};
`;

const OPTIONS = ['--trust=application', '--api=async'];

/**
 * @param {string} directory
 * @param {...string} places `FILE:LINE`
 */
function mark(directory, ...places) {
  const { sites } = JSON.parse(read(directory, 'report.json'));
  const ids = places.map(
    (place) => sites.find((/** @type {any} */ { file, line }) => `${file}:${line}` === place)?.id,
  );
  const takeBack = ids.map((id) => ({ id }));
  writeFileSync(join(directory, 'marks.json'), JSON.stringify({ version: 1, takeBack }));
}

/**
 * @param {Record<string, string>} files
 * @param {...string} args
 * @returns {string} A directory in which they are migrated.
 */
function migrated(files, ...args) {
  const directory = project(files);
  migrate(directory, '--report=report.json', ...OPTIONS, ...args);
  return directory;
}

/**
 * @param {string} directory
 * @param {...string} args
 */
const undo = (directory, ...args) => migrate(directory, '--undo-sites=marks.json', ...args);

describe('--undo-sites', () => {
  it('makes sites what they were, byte for byte, with what they need', () => {
    const crlf = TWO.replaceAll('\n', '\r\n');
    const manifest = '{ "dependencies": { "co": "^4.6.0" } }\n';
    const directory = migrated({ 'a.js': `\uFEFF${crlf}`, 'package.json': manifest });
    expect(read(directory, 'package.json')).toBe('{ "dependencies": {} }\n');
    mark(directory, 'a.js:3');
    const { status, stdout } = undo(directory);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining(
        '1 site is as before the migration:\n  a.js:3 generator-to-async\n2 files written',
      ),
    ]);
    const [head, first, second] = `\uFEFF${crlf}`.split('\r\n\r\n');
    expect(read(directory, 'a.js')).toBe(
      [
        head,
        first,
        second
          ?.replace('co.wrap(function* ()', 'async function ()')
          .replace('yield', 'await')
          .replace('})', '}'),
      ].join('\r\n\r\n'),
    );
    // What is called by both sites is needed again, and so is the package.
    expect(read(directory, 'package.json')).toBe(manifest);
  });

  it('leaves no trace of a file whose sites are all taken back, one after the other', () => {
    const directory = migrated({ 'a.js': TWO, 'b.js': BEFORE });
    const after = read(directory, 'b.js');
    mark(directory, 'a.js:3');
    undo(directory);
    mark(directory, 'a.js:7');
    expect(undo(directory).status).toBe(0);
    expect(read(directory, 'a.js')).toBe(TWO);
    expect(read(directory, 'b.js')).toBe(after);
    expect(migrate(directory, '--undo').stdout).toContain('1 file written');
    expect(read(directory, 'b.js')).toBe(BEFORE);
  });

  it('writes callers in other files so that they still get what they wait for', () => {
    const directory = migrated({ 'load.js': LOAD, 'main.js': MAIN });
    expect(read(directory, 'main.js')).toContain('await load()');
    mark(directory, 'load.js:3');
    const { stdout } = undo(directory);
    expect(stdout).toContain('written otherwise without them:\n  main.js:3 callback-to-async\n');
    const [head, load] = LOAD.split('\n\n');
    expect(read(directory, 'load.js').startsWith(`${head}\n\n${load}\n\n`)).toBe(true);
    expect(read(directory, 'load.js')).toContain("await fs.promises.stat('b')");
    expect(read(directory, 'main.js')).toContain('await loadAsync()');
  });

  it('takes along what lies within', () => {
    const nested = `exports.outer = (cb) => {
  read('a', (err) => {
    if (err) return cb(err);
    const inner = function (done) {
      read('b', (error, text) => {
        if (error) return done(error);
        done(null, text);
      });
    };
    inner((error, text) => {
      if (error) return cb(error);
      cb(null, text);
    });
  });
};
`;
    const files = {
      'a.js': `const { readFile: read } = require('fs');\n\n${nested}`,
      'b.js': BEFORE,
    };
    const directory = migrated(files);
    expect(read(directory, 'a.js')).toContain('await');
    mark(directory, 'a.js:3');
    expect(undo(directory).stdout).toMatch(/With them went .*\n {2}a\.js:6 callback-to-async/u);
    expect(read(directory, 'a.js')).toBe(files['a.js']);
    expect(read(directory, 'b.js')).not.toBe(BEFORE);
  });

  it('shows what would change with --dry-run', () => {
    const directory = migrated({ 'a.js': TWO });
    const after = read(directory, 'a.js');
    mark(directory, 'a.js:3');
    const { stdout } = undo(directory, '--dry-run');
    expect(stdout).toContain('+exports.a = co.wrap(function* () {');
    expect(stdout).toContain('1 site would be as before');
    expect(read(directory, 'a.js')).toBe(after);
  });

  it('never overwrites an edit, and leaves one elsewhere as it is', () => {
    const directory = migrated({ 'a.js': TWO, 'b.js': BEFORE });
    const edited = `${read(directory, 'a.js')}// mine\n`;
    writeFileSync(join(directory, 'a.js'), edited);
    mark(directory, 'a.js:3', 'b.js:3');
    const { status, stderr } = undo(directory);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/a\.js was changed .* nothing is written/u),
    ]);
    expect(read(directory, 'a.js')).toBe(edited);
    expect(read(directory, 'b.js')).not.toBe(BEFORE);
    mark(directory, 'b.js:3');
    expect(undo(directory).status).toBe(0);
    expect(read(directory, 'a.js')).toBe(edited);
    expect(read(directory, 'b.js')).toBe(BEFORE);
  });

  it('works behind --verify, of what stayed', () => {
    const verify = '--verify=! grep -q await b.js';
    const directory = migrated({ 'a.js': TWO, 'b.js': BEFORE }, verify);
    expect(read(directory, 'b.js')).toBe(BEFORE);
    mark(directory, 'a.js:7');
    expect(undo(directory).status).toBe(0);
    expect(read(directory, 'a.js')).toContain('exports.a = async');
    expect(read(directory, 'a.js')).toContain('exports.b = co.wrap');
    expect(read(directory, 'b.js')).toBe(BEFORE);
  });

  it.each([
    ['--resume', 'exports.a = co.wrap', 'exports.b = async'],
    ['--undo', 'exports.a = co.wrap', 'exports.b = co.wrap'],
  ])('can be cut off between two files: %s settles it', (flag, ...expected) => {
    const directory = migrated({ 'a.js': TWO, 'b.js': TWO });
    const after = read(directory, 'b.js');
    mark(directory, 'a.js:3', 'b.js:3');
    undo(directory);
    const path = join(directory, '.async-perf/journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(join(directory, 'b.js'), after);
    const meanwhile = createHash('sha256').update(after).digest('hex');
    const entries = journal.entries.map((/** @type {object} */ entry) => ({ ...entry, meanwhile }));
    writeFileSync(path, JSON.stringify({ ...journal, state: 'writing', entries }));
    expect(migrate(directory, '--dry-run').stderr).toContain('was cut off');
    expect(migrate(directory, flag).status).toBe(0);
    for (const name of ['a.js', 'b.js']) {
      for (const text of expected) {
        expect(read(directory, name)).toContain(text);
      }
    }
  });

  it('refuses where it cannot be exact', () => {
    const directory = migrated({ 'load.js': LOAD, 'main.js': MAIN });
    writeFileSync(
      join(directory, 'new.js'),
      "require('./load').load((error, size) => show(size));\n",
    );
    mark(directory, 'load.js:3');
    const { status, stderr } = undo(directory);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('cannot be planned again as it was'),
    ]);
    expect(read(directory, 'main.js')).toContain('await load()');
  });

  it.each([
    ['no file', undefined, /cannot be read \(ENOENT\): save the marks/u],
    ['no marks', '[]', /holds no marks/u],
    [
      'a reason that is no text',
      '{"version":1,"takeBack":[{"id":"x","why":1}]}',
      /holds no marks/u,
    ],
    [
      'an id that no site has',
      '{"version":1,"takeBack":[{"id":"x"}]}',
      /no site x: the marks are of another/u,
    ],
    ['none to take back', '{"version":1,"takeBack":[]}', /no site is marked/u],
  ])('says what is wrong with %s', (_, text, message) => {
    const directory = migrated({ 'a.js': BEFORE });
    const after = read(directory, 'a.js');
    if (text !== undefined) {
      writeFileSync(join(directory, 'marks.json'), text);
    }
    const { status, stderr } = undo(directory);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(read(directory, 'a.js')).toBe(after);
  });

  it('needs a migration', () => {
    const directory = project({ 'a.js': BEFORE });
    writeFileSync(join(directory, 'marks.json'), '{"version":1,"takeBack":[{"id":"x"}]}');
    const { status, stderr } = undo(directory);
    expect([status, stderr]).toEqual([2, expect.stringContaining('there is no migration')]);
  });
});
