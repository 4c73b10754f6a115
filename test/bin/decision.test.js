import { describe, expect, it } from 'vitest';

import { BEFORE, migrate, project, read, runCommand } from './projects.js';

const APPLICATION = '{ "private": true }\n';

/** Calls back later than the call returns only if `this.store.fetch` does. */
const MEMBER = `exports.load = function (id, cb) {
  this.store.fetch(id, function (err, value) {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;

/** @param {Record<string, string>} files @param {...string} args */
function firstLine(files, ...args) {
  return migrate(project({ 'a.js': BEFORE, ...files }), '--dry-run', ...args).stderr.split('\n')[0];
}

describe('what the project is taken for', () => {
  it.each([
    ['{ "private": true }', 'an application', '"private": true'],
    ['{ "private": true, "files": ["lib"] }', 'an application', '"private": true'],
    ['{ "scripts": { "start": "node a.js" } }', 'an application', '`start` script'],
    ['{ "bin": "a.js" }', 'an application', '`bin`'],
    ['{ "bin": "a.js", "files": ["lib"] }', 'a library', '`files`'],
    [
      '{ "publishConfig": {}, "scripts": { "start": "node a.js" } }',
      'a library',
      '`publishConfig`',
    ],
    ['{ "types": "a.d.ts" }', 'a library', '`types`'],
    ['{ "main": "a.js", "bin": null }', 'a library', 'neither starts anything nor is private'],
  ])('%s: %s', (manifest, kind, because) => {
    const line = firstLine({ 'package.json': manifest });
    expect(line).toContain(`taken for ${kind} (`);
    expect(line).toContain(because);
  });

  it('is an application where it starts a server, outside of its examples and tests', () => {
    const server = "require('http').createServer(run).listen(process.env.PORT || 3000);\n";
    expect(firstLine({ 'server.js': server })).toContain(
      'taken for an application (server.js starts a server)',
    );
    expect(firstLine({ 'examples/server.js': server })).toContain('taken for a library (');
  });

  it('is what `check` looks ahead with', () => {
    const outlook = (/** @type {string} */ manifest) =>
      runCommand(project({ 'a.js': MEMBER, 'package.json': manifest }, { git: false }), [
        'check',
        '.',
      ]).stdout;
    expect(outlook(APPLICATION)).toContain('would convert 1 of 1 site');
    expect(outlook('{}')).toContain('would convert none by itself');
  });

  it('comes behind a package.json that cannot be read', () => {
    const directory = project({ 'a.js': BEFORE, 'package.json': '[]\n' });
    expect(migrate(directory).stderr).toMatch(/^async-perf: .*package\.json holds no object/u);
  });

  it('decides the trust and the face to callers, and says how to choose otherwise', () => {
    expect(firstLine({ 'package.json': APPLICATION })).toContain(
      '--trust=application --api=async; choose otherwise with --trust=library --api=keep',
    );
    expect(firstLine({})).toContain(
      '--trust=library --api=keep; choose otherwise with --trust=application --api=async',
    );
    expect(firstLine({}, '--trust=strict')).toContain(
      '--trust=strict --api=keep; choose otherwise',
    );
    expect(firstLine({}, '--trust=strict', '--api=dual')).toBe('');
  });

  it('keeps both forms where an application loads plugins or looks at functions', () => {
    const plugins = 'exports.load = (name) => require(name);\n';
    expect(firstLine({ 'package.json': APPLICATION, 'src/plugins.js': plugins })).toContain(
      'src/plugins.js:1 loads plugins): --trust=application --api=dual',
    );
    const asks = "exports.is = (fn) => fn.constructor.name === 'AsyncFunction';\n";
    expect(firstLine({ 'package.json': APPLICATION, 'b.js': asks })).toContain(
      'b.js:1 looks at functions): --trust=application --api=dual',
    );
    const names = 'exports.log = (error) => console.log(error.constructor.name);\n';
    expect(firstLine({ 'package.json': APPLICATION, 'b.js': names })).toContain('--api=async');
  });

  it('is what conversions go by', () => {
    const own = project({ 'package.json': APPLICATION, 'a.js': MEMBER });
    expect(migrate(own, '--accept=error-first', '--api=keep').stdout).toContain('1 converted');
    expect(read(own, 'a.js')).toContain('await');
    const published = project({ 'a.js': MEMBER });
    const { stdout } = migrate(published);
    expect(stdout).toContain('timing-unobservable');
    expect(read(published, 'a.js')).toBe(MEMBER);
  });
});

describe('the toolchain', () => {
  it('is looked at before anything is written', () => {
    const directory = project({
      'a.js': BEFORE,
      'package.json': JSON.stringify({
        engines: { node: '>=4' },
        devDependencies: { istanbul: '^0.4.0', nyc: '^15.0.0', 'uglify-js': '^3.0.0' },
        jshintConfig: { esnext: true },
      }),
      '.jshintrc': '{ "esversion": 6 }\n',
      '.eslintrc.json': '{ "parserOptions": { "ecmaVersion": 2015 } }\n',
    });
    const { stderr } = migrate(directory, '--dry-run');
    expect(stderr).toContain('istanbul ^0.4.0 does not parse async functions; replace it with c8');
    expect(stderr).not.toContain('nyc ^15');
    // A new install takes a version that does.
    expect(stderr).not.toContain('uglify-js');
    expect(stderr).toContain('package.json: JSHint reads code as ECMAScript 6');
    expect(stderr).toContain('.jshintrc: JSHint reads code as ECMAScript 6');
    expect(stderr).toContain('.eslintrc.json: ESLint reads code as ECMAScript 6');
  });

  it('names engines that are too old once, with the flag that goes on', () => {
    const directory = project({
      'a.js': BEFORE,
      'b.js': BEFORE,
      'package.json': '{ "engines": { "node": ">=4" } }',
    });
    const run = (/** @type {string[]} */ ...args) =>
      runCommand(directory, ['migrate', '--dry-run', ...args]).stderr;
    expect(run().match(/has no async functions/gu)).toHaveLength(1);
    expect(run()).toContain('package.json says that Node >=4 is enough, which has no async');
    expect(run()).toContain('such as --node=20');
    expect(run('--node=4')).toContain('--node=4: this Node has no async functions');
    expect(run('--node=20')).not.toContain('has no async functions');
  });
});
