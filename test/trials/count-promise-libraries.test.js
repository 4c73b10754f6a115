import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { countLibraryUses } from './count-promise-libraries.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-count-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** @param {string} text @returns {string[]} The uses that a file shows. */
function usesIn(text) {
  writeFileSync(join(root, 'a.js'), text);
  return countLibraryUses(root, ['.']).uses.map(
    ({ line, sort, name }) => `${line} ${sort} ${name}`,
  );
}

it('counts statics, constructors and the class itself', () => {
  expect(
    usesIn(
      "const P = require('bluebird');\nP.map([], f);\nnew P(f);\nP(1);\nhand(P.resolve);\nx instanceof P;\nP.coroutine(g);\n",
    ),
  ).toEqual(['2 static map', '3 static new', '4 static call', '5 class resolve', '6 class P']);
});

it('counts functions that are taken out of the library', () => {
  expect(
    usesIn(
      "import Q, { all as every } from 'q';\nevery([]);\nQ.defer();\nconst { all } = other;\nall();\n",
    ),
  ).toEqual(['2 static all', '3 static defer']);
});

it('counts methods on what is a promise by its looks', () => {
  expect(
    usesIn(
      'load().tap(f);\nlist.map(f);\nload().then(f).map(g).get(1);\nmap.get(1);\nload().delay(1);\n',
    ),
  ).toEqual(['1 method tap', '3 method get', '3 method map']);
});

it('counts the methods that promisifyAll adds', () => {
  expect(
    usesIn(
      "const P = require('bluebird');\nconst fs = P.promisifyAll(require('fs'));\nfs.statAsync(x);\nother.statAsync(x);\n",
    ),
  ).toEqual(['2 static promisifyAll', '3 method statAsync']);
});
