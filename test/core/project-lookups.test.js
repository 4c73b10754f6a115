import { describe, expect, it } from 'vitest';

import { followReads } from '../../core/callbacks/timing/handings.js';
import { parseSibling } from '../../core/codemod/siblings.js';
import { ExportedPromises } from '../../core/plans/exports/exported-promises.js';
import { Fixpoint } from '../../core/plans/files/fixpoint.js';

/** What a lookup in a whole project costs: a list is gone through once, a file is read once. */

describe('followReads', () => {
  it('goes through the names of a file once, however many functions put their callback away there', () => {
    let times = 0;
    const all = Array.from({ length: 50 }, (_, index) => `load${index}`);
    const names = Object.assign([...all], {
      *[Symbol.iterator]() {
        times++;
        yield* all;
      },
    });
    const hand = {
      names: [],
      given: [],
      homes: [],
      receiver: undefined,
      file: 'a.js',
      isOpen: true,
    };
    const functions = all.map((name) => ({ name, hands: [hand] }));
    const file = { file: 'a.js', names, functions, others: [], given: [] };
    const reached = followReads([{ hand, place: 'b.js:1' }], [file]);
    expect([...reached]).toEqual(all.map((name) => [name, 'b.js:1']));
    // Once to find what the file names, and once for the list of all files.
    expect(times).toBeLessThanOrEqual(2);
  });

  it('still reaches what each of two receivers has been given', () => {
    const hand = {
      names: [],
      given: [],
      homes: [],
      receiver: 'hooks',
      file: undefined,
      isOpen: true,
    };
    const functions = [{ name: 'load', hands: [{ ...hand, receiver: 'tasks' }] }];
    const given = [
      { to: 'tap', receiver: 'hooks', names: ['load'] },
      { to: 'push', receiver: 'tasks', names: ['save'] },
      { to: 'push', receiver: 'others', names: ['drop'] },
    ];
    const file = { file: 'a.js', names: [], functions, others: [], given };
    const reached = followReads([{ hand, place: 'b.js:1' }], [file]);
    expect([...reached.keys()]).toEqual(['load', 'save']);
  });
});

describe('ExportedPromises', () => {
  const texts = new Map([
    ['a.js', "module.exports = { get lib() { return require('./b'); } };"],
    ['b.js', 'exports.ready = Promise.resolve(1); exports.name = "b";'],
  ]);
  const readFiles = () => {
    /** @type {string[]} */
    const parsed = [];
    /** @type {ExportedPromises} */
    const promises = new ExportedPromises({
      parse: (file) => {
        parsed.push(file);
        return parseSibling(texts.get(file) ?? '', file);
      },
      contextFor: (path, sourceCode) =>
        /** @type {import('../../core/contract/pattern.js').PatternContext} */ (
          /** @type {unknown} */ ({ path, sourceCode })
        ),
      hasBehind: (_file, specifier, name, use) =>
        promises.has(`${specifier.slice(2)}.js`, name, use),
      fixpoint: new Fixpoint(),
    });
    return { parsed, promises };
  };

  it('finds a promise behind a getter that gives another module', () => {
    expect(readFiles().promises.has('a.js', 'ready', 'read')).toBe(true);
    expect(readFiles().promises.has('a.js', 'name', 'read')).toBe(false);
  });

  it('reads a file once for all names that it does not have', () => {
    const { parsed, promises } = readFiles();
    for (let index = 0; index < 100; index++) {
      expect(promises.has('a.js', `other${index}`, 'called')).toBe(false);
    }
    expect(parsed).toEqual(['a.js', 'b.js']);
  });
});
