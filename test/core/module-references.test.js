import { describe, expect, it } from 'vitest';

import {
  globalMembers,
  importsAny,
  moduleReferences,
} from '../../core/analysis/modules/module-references.js';
import { resolveOrigin } from '../../core/analysis/modules/modules.js';
import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { createSourceCode } from '../../core/source/source-code.js';

const TYPESCRIPT = 'a.mts';

/** @type {[code: string, file?: string][]} */
const CODES = [
  ["const fs = require('fs'); fs.readFile(a, b);"],
  ["require('node:fs').promises.readFile(a);"],
  ["const { promises: { readFile: read } } = require('fs'); read(a);"],
  ["var fs; fs = require('fs'); fs['readFile'](a);"],
  ["import fs, { readFile as read } from 'fs'; fs.stat(a); read(b);"],
  ["import * as fs from 'node:fs'; const { stat } = fs; const again = stat; again(a);"],
  ["import fs from 'fs'; (0, fs.readFile)(a); fs?.stat(b); fs.default.open(c);"],
  ["var fs_1 = __importDefault(require('fs')); (0, fs_1.default.readFile)(a); fs_1.default(b);"],
  ["async () => { const { readFile } = await import('fs'); readFile(a); };"],
  ["async () => (await import(/* lazy */ 'fs')).default.readFile(a);"],
  ["import fs = require('fs'); fs.readFile(a);", TYPESCRIPT],
  ["const fs = require('fs') as any; fs!.readFile(a); (fs as Fs).stat(b);", TYPESCRIPT],
  ["import type { Stats } from 'fs'; import { stat } from 'fs'; stat(a as Stats);", TYPESCRIPT],
];

/** @type {[code: string, file?: string][]} */
const OTHERS = [
  ["const fs = require('fs'); function f(fs) { fs.readFile(a); }"],
  ["const require = load; require('fs').readFile(a);"],
  ["let fs = require('fs'); fs = other; fs.readFile(a);"],
  ["import('fs').then((fs) => fs.readFile(a));"],
  ["// await import('fs')\nasync () => 'import(fs)';"],
];

/**
 * @param {[code: string, file?: string]} source
 */
function read([code, file = 'a.js']) {
  const sourceCode = createSourceCode(code, file);
  const calls = [
    ...nodesOfType(sourceCode, 'CallExpression'),
    ...nodesOfType(sourceCode, 'NewExpression'),
  ];
  const backwards = calls.flatMap(({ callee }) => {
    const origin = resolveOrigin(sourceCode, callee);
    return origin?.kind === 'module' ? [{ callee, origin }] : [];
  });
  return { sourceCode, backwards, forwards: moduleReferences(sourceCode, new Set(['fs'])) };
}

describe('what is followed from an import', () => {
  it.each(CODES)('is what is found out from a call: %s', (...source) => {
    const { sourceCode, backwards, forwards } = read(source);
    expect(importsAny(sourceCode, new Set(['fs']))).toBe(true);
    expect(backwards).not.toEqual([]);
    for (const { callee, origin } of backwards) {
      const found = forwards.find(({ value }) => value === callee);
      expect(found?.origin, sourceCode.text.slice(...callee.range)).toEqual(origin);
    }
  });

  it.each(OTHERS)('ends where a name means something else: %s', (...source) => {
    const { sourceCode, backwards, forwards } = read(source);
    const callees = forwards.filter(
      ({ value }) => value.parent?.type === 'CallExpression' && value.parent.callee === value,
    );
    expect(callees).toEqual([]);
    expect(backwards).toEqual([]);
    expect(importsAny(sourceCode, new Set(['zlib']))).toBe(false);
  });

  it('starts at globals too', () => {
    const code = 'const { wait } = Atomics; wait(a); Atomics.wait(b); other.Atomics.wait(c);';
    const sourceCode = createSourceCode(code, 'a.js');
    const paths = globalMembers(sourceCode, 'Atomics').map(({ origin }) => origin.path.join());
    expect(paths.filter((path) => path === 'wait')).toHaveLength(2);
  });
});
