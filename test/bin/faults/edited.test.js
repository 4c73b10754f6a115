import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AFTER, BEFORE, isCutOff, leftovers, makeProject, migrate, read } from './project.js';

/** @type {string[]} */
const made = [];
afterEach(() => made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true })));

const NAMES = ['a.js', 'b.js', 'c.js'];
/** @type {Record<string, string>} */
const EDITED = { [BEFORE]: `${BEFORE}// mine\n`, [AFTER]: `${AFTER}// mine\n` };

function project() {
  const directory = makeProject(Object.fromEntries(NAMES.map((name) => [name, BEFORE])));
  made.push(directory);
  return directory;
}

/** @param {string} directory */
const textsOf = (directory) => NAMES.map((name) => read(directory, name));

/**
 * @param {(directory: string, fault: string) => { status: number | null, stderr: string }} run
 * @param {string} name The file that an editor saves.
 * @returns {{ directory: string, status: number | null, stderr: string, texts: string[] }[]} What happened,
 *   with the edit behind each rename of the run in turn.
 */
function editAtEachMoment(run, name) {
  const runs = [];
  for (let moment = 1; ; moment++) {
    const directory = project();
    const { status, stderr } = run(directory, `edit:${moment}:${join(directory, name)}`);
    const texts = textsOf(directory);
    if (!texts.some((text) => text.includes('mine'))) {
      return runs;
    }
    runs.push({ directory, status, stderr, texts });
  }
}

/** @param {string} directory Where a migration is killed before it has written a file. */
function cutOff(directory) {
  for (let moment = 8; !isCutOff(directory); moment++) {
    migrate(directory, [], { fault: `kill:${moment}` });
  }
  expect(textsOf(directory)).toEqual([BEFORE, BEFORE, BEFORE]);
}

describe('a file that an editor saves while files are written', { timeout: 600_000 }, () => {
  it.each([
    ['at once', []],
    ['as a command judges them', ['--verify=true']],
  ])('is never overwritten: written %s', (_, args) => {
    const runs = editAtEachMoment(
      (directory, fault) => migrate(directory, args, { fault }),
      'c.js',
    );
    expect(runs.length).toBeGreaterThan(5);
    const stopped = runs.filter(({ texts }) => texts[2] === EDITED[BEFORE]);
    expect(stopped.length).toBeGreaterThan(3);
    for (const { directory, status, stderr, texts } of runs) {
      expect(texts[2]).toMatch(/\/\/ mine\n$/u);
      if (texts[2] === EDITED[AFTER]) {
        expect(status).toBe(0);
        continue;
      }
      expect(stderr).toContain('c.js was changed or taken away by someone else meanwhile: ');
      expect(status).toBe(1);
      if (texts[0] === AFTER) {
        expect(stderr).toMatch(/Written: a\.js.*Not written: .*--undo/u);
        expect(isCutOff(directory)).toBe(true);
        expect(migrate(directory, ['--undo']).status).toBe(1);
      } else {
        expect(stderr).toContain('nothing is written');
        expect(leftovers(directory)).toEqual([]);
      }
      expect(textsOf(directory)).toEqual([BEFORE, BEFORE, EDITED[BEFORE]]);
    }
  });

  it.each([
    ['--resume', AFTER],
    ['--undo', BEFORE],
  ])('is never overwritten by %s', (flag, text) => {
    const runs = editAtEachMoment((directory, fault) => {
      if (flag === '--undo') {
        migrate(directory);
      } else {
        cutOff(directory);
      }
      return migrate(directory, [flag], { fault });
    }, 'c.js');
    expect(runs.length).toBeGreaterThan(2);
    for (const { directory, status, stderr, texts } of runs) {
      expect(texts.slice(0, 2)).toEqual([text, text]);
      expect(Object.values(EDITED)).toContain(texts[2]);
      if (texts[2] === EDITED[text]) {
        expect(status).toBe(0);
      } else {
        expect(stderr).toContain('c.js was changed or taken away since, and stays as it is');
        expect(status).toBe(1);
        expect(existsSync(join(directory, '.async-perf/kept'))).toBe(true);
      }
    }
  });
});
