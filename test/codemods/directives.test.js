import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from './all-codemods.js';

/**
 * Comments that speak to a tool of one line, such as `// eslint-disable-next-line`, beside code that a
 * conversion takes apart.
 */

const codemods = await codemodsByName();

/** @param {string} name @param {string} source @param {string} [path] */
function run(name, source, path = 'a.js') {
  const codemod = codemods.get(name);
  if (!codemod) {
    throw new Error(`there is no codemod ${name}`);
  }
  return convert({ path, source }, codemod, { node: '22' });
}

/** @param {string} text Of a callback function. */
const load = (text) => `const fs = require('fs');
exports.size = function (file, cb) {
${text}
};
`;

describe('a directive', () => {
  it.each([
    [
      'an expected error in the handler of a chain',
      'promise-chain-to-async',
      'a.ts',
      `export function f(p: Promise<number>): Promise<number> {
  return p
    // @ts-expect-error
    .then((v: string) => v.length);
}
`,
    ],
    [
      'an ignored error in a callback',
      'callback-to-async',
      'a.ts',
      `import * as fs from 'fs';
export function f(p: string, cb: (err: Error | null, n?: number) => void): void {
  // @ts-ignore
  fs.stat(p, (err: string, s) => {
    if (err) return cb(err);
    cb(null, s.size);
  });
}
`,
    ],
    [
      'the line of a guard that goes',
      'callback-to-async',
      'a.js',
      load(`  fs.stat(file, (err, stats) => {
    if (err) return cb(err); // eslint-disable-line curly
    cb(null, stats.size);
  });`),
    ],
    [
      'a guard of which a part stays',
      'callback-to-async',
      'a.js',
      load(`  fs.stat(file, (err, stats) => {
    // istanbul ignore next
    if (err) {
      console.log(err.message);
      return cb(err);
    }
    cb(null, stats.size);
  });`),
    ],
    [
      'a link of a chain',
      'promise-chain-to-async',
      'a.js',
      `exports.f = function (load) {
  return load()
    // eslint-disable-next-line no-shadow
    .then((load) => { use(load); return load; });
};
`,
    ],
    [
      'a line with several statements',
      'callback-to-async',
      'a.js',
      load(`  // eslint-disable-next-line handle-callback-err
  fs.stat(file, (err, stats) => { if (err) return cb(err); cb(null, stats.size); });`),
    ],
  ])('is refused: %s', (_, codemod, path, source) => {
    const conversion = run(codemod, source, path);
    expect(conversion.source).toBe(source);
    expect(conversion.sites.map(({ reason }) => reason)).toContain('directive-moved');
  });

  it.each([
    '/* istanbul ignore next */',
    '/* istanbul ignore if */',
    '// istanbul ignore next -- the disk is there',
    '/* c8 ignore next */',
    '/* v8 ignore next */',
    '// eslint-disable-next-line curly',
  ])('goes with the guard that it is about: %s', (directive) => {
    const source = load(`  fs.stat(file, (err, stats) => {
    ${directive}
    if (err) return cb(err);
    // ${directive.replaceAll('*/', '')}
    if (!stats.size) {
      return cb(null, 0);
    }
    cb(null, stats.size);
  });`);
    const conversion = run('callback-to-async', source, 'a.js');
    expect(conversion.source).toMatch(
      /await fs\.promises\.stat\(file\);\n\s*\/\/ .*\n\s*if \(!stats/u,
    );
    expect(conversion.source).not.toContain(`    ${directive}\n`);
  });

  it.each([
    [
      'above a call that is waited for',
      'callback-to-async',
      load(`  // eslint-disable-next-line security/detect-non-literal-fs-filename
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });`),
      /eslint-disable-next-line .*\n\s*const stats = await fs\.promises\.stat\(file\);/u,
    ],
    [
      'in the body of a handler',
      'promise-chain-to-async',
      `exports.f = function (load) {
  return load().then((value) => {
    // eslint-disable-next-line no-console
    console.log(value); // istanbul ignore next
    return value.a; // eslint-disable-line no-undef
  });
};
`,
      /no-console\n\s*console\.log\(value\);[^]*return value\.a; \/\/ eslint-disable-line/u,
    ],
    [
      'elsewhere in the file',
      'callback-to-async',
      load(`  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};
// eslint-disable-next-line no-unused-vars
exports.other = function (key, value) {
  return key;`),
      /no-unused-vars\nexports\.other = function \(key, value\)/u,
    ],
  ])('stays with its line: %s', (_, codemod, source, expected) => {
    expect(run(codemod, source).source).toMatch(expected);
  });
});
