import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { ParsedFiles } from '../../core/plans/files/parsed-files.js';
import { planMigration } from '../../core/project/migration.js';

const root = mkdtempSync(join(tmpdir(), 'parsed-files-'));

afterAll(() => rmSync(root, { recursive: true }));

/** @param {number} length */
const padding = (length) => `// ${'-'.repeat(length)}\n`;

describe('the trees of a project', () => {
  it('are as few for a thousand files as for a hundred', () => {
    const files = new ParsedFiles((path) => `exports.name = '${path}';\n${padding(10_000)}`);
    const counts = [100, 1000].map((count) => {
      for (let index = 0; index < count; index++) {
        expect(files.get(`f${index}.js`)?.text).toContain(`'f${index}.js'`);
      }
      return files.count;
    });
    expect(counts[0]).toBeGreaterThan(10);
    expect(counts[1]).toBe(counts[0]);
    expect(files.get('f0.js')).toBe(files.get('f0.js'));
  });

  it('keep one that is larger than all may be together', () => {
    const files = new ParsedFiles((path) => `${path};\n${padding(700_000)}`);
    expect(files.get('a')).toBe(files.get('a'));
    expect(files.get('b')).toBe(files.get('b'));
    expect(files.count).toBe(1);
  });

  it('are none of texts of no interest', () => {
    const files = new ParsedFiles(() => undefined);
    expect(files.get('a')).toBeUndefined();
    expect(files.count).toBe(0);
  });

  it('give the same plan whether they are made anew or not', () => {
    const count = 12;
    /** @param {number} size Of what is written beside the code. */
    const migrate = (size) => {
      const directory = join(root, String(size));
      mkdirSync(directory);
      writeFileSync(join(directory, 'package.json'), '{ "name": "project" }\n');
      const paths = Array.from({ length: count }, (_, index) => join(directory, `m${index}.js`));
      for (const [index, path] of paths.entries()) {
        const before = `./m${index - 1}`;
        const [head, load] =
          index === 0
            ? ["const fs = require('fs');", 'fs.readFile']
            : [`const before = require('${before}');`, `before.load`];
        const kept = index === 6 ? 'exports.handed = [exports.load];\n' : '';
        writeFileSync(
          path,
          `${head}
exports.load = function (file, cb) {
  ${load}(file, (err, text) => {
    if (err) return cb(err);
    cb(null, text);
  });
};
${kept}${padding(size)}`,
        );
      }
      const { groups, sites } = planMigration(paths, [codemod], { node: '20', api: 'async' });
      return {
        sites: sites.map(({ status, line, reason }) => `${status} ${line} ${reason}`),
        texts: groups.flatMap(({ files }) =>
          files.map(({ after }) => after.toString().replace(padding(size), '')),
        ),
        together: groups.map(({ files }) => files.length),
      };
    };
    const small = migrate(10);
    expect(small.sites).toHaveLength(count);
    expect(small.texts.join('')).toContain('async function');
    expect(migrate(300_000)).toEqual(small);
  });
});
