import { describe, expect, it } from 'vitest';

import { BEFORE, migrate, project, read } from './projects.js';

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
    ['{ "main": "a.js" }', 'a library', 'neither starts anything nor is private'],
  ])('%s: %s', (manifest, kind, because) => {
    const line = firstLine({ 'package.json': manifest });
    expect(line).toContain(`taken for ${kind} (`);
    expect(line).toContain(because);
  });

  it('decides the trust and the face to callers, and says how to choose otherwise', () => {
    expect(firstLine({ 'package.json': APPLICATION })).toContain(
      '--trust=application --api=async; choose otherwise with --trust=library --api=keep',
    );
    expect(firstLine({})).toContain(
      '--trust=library --api=keep; choose otherwise with --trust=application --api=async',
    );
    expect(firstLine({}, '--trust=strict', '--api=dual')).toBe(
      'async-perf: --trust=strict --api=dual, as given',
    );
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
        devDependencies: { istanbul: '^0.4.0', nyc: '^15.0.0' },
      }),
      '.jshintrc': '{ "esversion": 6 }\n',
      '.eslintrc.json': '{ "parserOptions": { "ecmaVersion": 2015 } }\n',
    });
    const { stderr } = migrate(directory, '--dry-run');
    expect(stderr).toContain('istanbul ^0.4.0 does not parse async functions; take c8 or nyc');
    expect(stderr).not.toContain('nyc ^15');
    expect(stderr).toContain('.jshintrc: JSHint reads code as ECMAScript 6');
    expect(stderr).toContain('.eslintrc.json: ESLint reads code as ECMAScript 6');
  });

  it('names engines that are too old once, with the flag that goes on', () => {
    const directory = project({
      'a.js': BEFORE,
      'package.json': '{ "engines": { "node": ">=4" } }',
    });
    const { stderr } = migrate(directory, '--dry-run', '--node=4');
    expect(stderr).toContain('such as --node=20');
    expect(stderr.match(/which has no async functions/gu)).toHaveLength(1);
  });
});
