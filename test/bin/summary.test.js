import { describe, expect, it } from 'vitest';

import { formatGains } from '../../bin/migration/gains.js';
import { migrate, project, read } from './projects.js';

const CALLBACKS = `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, function (err, stats) {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};
`;

const LIBRARY = `const async = require('async');
exports.all = function (load, keys, cb) {
  async.eachOfLimit(keys, 3, load, cb);
};
`;

const AS_APPLICATION = ['--trust=application', '--api=async'];

describe('the summary', () => {
  it('counts faces that are kept and calls of libraries that are left apart', () => {
    const files = { 'a.js': CALLBACKS, 'b.js': LIBRARY };
    const kept = migrate(project(files), '--trust=library', '--api=keep').stdout;
    expect(kept).toContain('1 converted function with a callback for callers outside');
    expect(kept).toMatch(/\d+ calls? of libraries left/u);
    const { stdout } = migrate(project({ 'a.js': CALLBACKS }), ...AS_APPLICATION);
    expect(stdout).toContain('1 site: 1 converted, 0 refused');
    expect(stdout).not.toContain('for callers outside');
    expect(stdout).not.toContain('of libraries left');
  });

  it('leaves calls of libraries of which it could only write copies, unless it is asked for that codemod', () => {
    const source = `const async = require('async');
const read = require('read');
async.map(['a', 'b'], read, (err, texts) => { console.log(err || texts); });
`;
    const files = {
      'a.js': source,
      'package.json': '{ "dependencies": { "async": "^2.0.0", "read": "^1.0.0" } }',
    };
    const left = project(files);
    const { stdout } = migrate(left, ...AS_APPLICATION);
    expect(stdout).toContain('refused a.js:3:1 library-copied');
    expect(read(left, 'a.js')).toBe(source);
    const asked = project(files);
    migrate(asked, ...AS_APPLICATION, '--only=async-lib-to-async');
    expect(read(asked, 'a.js')).not.toContain('async.map');
  });

  it('names the line of the code that an assumption is about', () => {
    const source = `exports.load = function (id, cb) {
  log(id);

  this.store.fetch(id, function (err, value) {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;
    const { stdout } = migrate(project({ 'a.js': source }), ...AS_APPLICATION);
    expect(stdout).toContain(
      '`this.store.fetch` calls back once (once): one site rests on it, read a.js:4',
    );
  });

  it('names the line to blame where it is not that of the site', () => {
    const source = `exports.load = function (id, cb) {
  log(id);
  this.store.fetch(id, function (err, value) {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;
    const { stdout } = migrate(project({ 'a.js': source }), '--trust=library', '--api=keep');
    expect(stdout).toContain('refused a.js:1:16 timing-unobservable');
    expect(stdout).toContain(
      '        a.js:3: the callback may be called before the function returns',
    );
  });
});

describe('gain and loss', () => {
  /** @type {(title: string, time: string, kind?: string) => any} */
  const cost = (title, time, kind = title) => ({
    ...{ title, time, ticks: '0', promises: '9 → 5', bytes: '1' },
    kinds: [kind],
  });
  /** @type {any[]} */
  const sites = [
    { codemod: 'a', kind: 'small', status: 'converted' },
    { codemod: 'a', kind: 'large', status: 'converted' },
    { codemod: 'a', kind: 'large', status: 'converted' },
    { codemod: 'a', kind: 'odd', status: 'converted' },
    { codemod: 'b', kind: 'same', status: 'converted' },
    { codemod: 'c', kind: 'same', status: 'refused' },
  ];

  it('are those of their form on the newest Node, the greatest of each', () => {
    const lines = formatGains(sites, {
      a: {
        '26.1.0': [
          cost('small', '1.20× faster (1.1–1.3)'),
          cost('large', '2.40× faster (2.1–2.6)'),
          cost('large, with less', '2.10× faster (2.0–2.2)', 'large'),
          cost('slow', '3.00× slower (2.9–3.1)', 'large'),
        ],
        '9.0.0': [cost('old', '9.00× faster (8–10)', 'large')],
      },
      b: { '26.1.0': [cost('same', 'no difference (0.9–1.1)')] },
    });
    expect(lines.slice(1)).toEqual([
      '  a, 2 sites (large): large: CPU time 2.40× faster, 9 → 5 promises; slow: CPU time 3.00× slower, 9 → 5 promises (Node 26.1.0)',
      '  a, 1 site (small): small: CPU time 1.20× faster, 9 → 5 promises (Node 26.1.0)',
      '  a, 1 site of other forms: not measured',
      '  b, 1 site (same): same: CPU time no difference, 9 → 5 promises (Node 26.1.0)',
    ]);
  });

  it('are not made up where nothing was measured', () => {
    expect(formatGains(sites, {}).slice(1)).toEqual([
      '  a, 4 sites: not measured',
      '  b, 1 site: not measured',
    ]);
    expect(formatGains([], {})).toEqual([]);
  });
});
