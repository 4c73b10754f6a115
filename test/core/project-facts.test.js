import { readdirSync } from 'node:fs';
import { builtinModules, isBuiltin as isBuiltinHere } from 'node:module';
import path from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import * as noDisk from '../../core/contract/no-disk.js';
import * as posixPaths from '../../core/contract/posix-paths.js';
import { isBuiltin } from '../../core/packages/builtin-modules.js';
import * as disk from '../../core/project/disk.js';
import { importsOf } from '../imports.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** @import { ProjectFacts } from '../../core/contract/project-facts.js' */

describe('the facts of a project', () => {
  it('are the same functions on the disk and without one', () => {
    /** @type {ProjectFacts[]} */
    const [onDisk, without] = [disk, noDisk];
    // The rest of what is on the disk is for core/project/ alone.
    expect(Object.keys(/** @type {object} */ (onDisk))).toEqual(
      expect.arrayContaining(Object.keys(/** @type {object} */ (without))),
    );
  });

  it('know of no file without a disk', () => {
    expect(noDisk.exists()).toBe(false);
    expect(noDisk.isFile()).toBe(false);
    expect(noDisk.entriesOf()).toEqual([]);
    expect(() => noDisk.readText('/a.js')).toThrow('/a.js cannot be read (ENOENT)');
  });
});

describe('paths without Node', () => {
  const paths = fc
    .array(fc.constantFrom('/', '/', '.', '..', 'a', 'b.js', '.c', 'd.', 'é'), { maxLength: 9 })
    .map((parts) => parts.join(''))
    // POSIX leaves open what two slashes at the start mean, and Node's `dirname` keeps them; its `parse` takes
    // the directory above the root for a file without a name.
    .filter((given) => !/^\/(?:\/|\.\.\/*$)/u.test(given));

  it.each(/** @type {const} */ (['basename', 'dirname', 'isAbsolute', 'normalize']))(
    'have the %s that Node gives them',
    (name) => {
      fc.assert(
        fc.property(paths, (given) => {
          expect(posixPaths[name](given)).toBe(path.posix[name](given));
        }),
      );
    },
  );

  it('are parsed as by Node', () => {
    fc.assert(
      fc.property(paths, (given) => {
        const { root, ...expected } = path.posix.parse(given);
        expect(posixPaths.parse(given)).toEqual(expected);
        expect(given.startsWith(root)).toBe(true);
      }),
    );
  });

  it('are joined, resolved and compared as by Node', () => {
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        expect(posixPaths.join(one, other)).toBe(path.posix.join(one, other));
        expect(posixPaths.resolve(one, other)).toBe(path.posix.resolve('/', one, other));
        expect(posixPaths.relative(one, other)).toBe(
          path.posix.relative(path.posix.resolve('/', one), path.posix.resolve('/', other)),
        );
      }),
    );
  });
});

describe("Node's own modules", () => {
  it.each([...builtinModules, 'node:fs', 'node:test', 'node:test/reporters'])('hold %s', (name) => {
    expect(isBuiltin(name)).toBe(true);
  });

  it.each(['test', 'fs-extra', 'fs/other', './fs', '@scope/fs'])('do not hold %s', (name) => {
    expect(isBuiltin(name)).toBe(isBuiltinHere(name));
    expect(isBuiltin(name)).toBe(false);
  });
});

describe('the engine', () => {
  const files = readdirSync(path.join(ROOT, 'core'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !/^(?:project|record)[\\/]/u.test(file))
    .map((file) => path.join('core', file));

  it.each(files)('uses nothing of Node in %s', (file) => {
    const used = importsOf(path.join(ROOT, file)).filter((name) => isBuiltinHere(name));
    expect(used).toEqual([]);
  });
});
