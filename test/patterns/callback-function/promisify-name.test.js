import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/**
 * `util.promisify` goes by the name that the file has for it, and what it has made once is used again
 * wherever that is certain to be there.
 */

const OPEN = `exports.open = function (file, flag, cb) {
  fs.open(file, flag, (err, fd) => {
    if (err) return cb(err);
    cb(null, { fd });
  });
};
`;

/**
 * @param {string} source
 * @returns {string}
 */
function toAsync(source) {
  const options = { node: '20', accept: 'timing-unobservable' };
  return convert({ path: 'a.js', source }, codemod, options).source;
}

describe('util.promisify', () => {
  it.each([
    "const { promisify } = require('util');",
    "const promisify = require('node:util').promisify;",
    "const util = require('util');\nconst { promisify } = util;",
  ])('is called as in the file: %s', (head) => {
    const output = toAsync(`const fs = require('fs');\n${head}\n${OPEN}`);
    expect(output).toContain('const openAsync = promisify(fs.open);');
    expect(output).toContain('Object.defineProperty(exports.open, promisify.custom, {');
  });

  it('is imported where its name means something else', () => {
    const output = toAsync(`const { promisify } = require('util');
exports.load = function (promisify, cb) {
  this.get(promisify, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`);
    expect(output).toContain('return getAsync(this, promisify);');
  });

  it('is not called again for what it made', () => {
    const head = `const { promisify } = require('util');\nconst fs = require('fs');\n`;
    const output = toAsync(`${head}const open = promisify(fs.open);\n${OPEN}`);
    expect(output).toContain('const fd = await open(file, flag);');
  });

  it('is not called again for what it made, however that is laid out', () => {
    const head = `const { promisify } = require('util');\nconst fs = require('fs');\n`;
    const output = toAsync(`${head}const open = promisify(\n  fs.open,\n);\n${OPEN}`);
    expect(output).toContain('const fd = await open(file, flag);');
  });

  it('is called where the same words make something else', () => {
    const head = `const { promisify } = require('util');\nconst fs = require('fs');\n`;
    const output = toAsync(`${head}const open = promisify(fs).open;\n${OPEN}`);
    expect(output).toContain('const openAsync = promisify(fs.open);');
  });

  it.each([
    ['has another value later', 'let open = promisify(fs.open);\nopen = make();', OPEN],
    ['is made after the file may call', 'make();\nconst open = promisify(fs.open);', OPEN],
    [
      'has another meaning there',
      'const open = promisify(fs.open);',
      OPEN.replaceAll('flag', 'open'),
    ],
  ])('is called again where it %s', (_, made, body) => {
    const head = `const { promisify } = require('util');\nconst fs = require('fs');\n`;
    const output = toAsync(`${head}${made}\n${body}function make() { return exports.open; }\n`);
    expect(output).toContain('const openAsync = promisify(fs.open);');
    expect(output).toMatch(/const fd = await openAsync\(file, (?:flag|open)\);/u);
  });

  it('has no form for what only calls in the file can reach', () => {
    const show = OPEN.replace('exports.open = function (', 'function show(').replace('};\n', '}\n');
    const within = toAsync(`const fs = require('fs');\n${show}show('a', 'r', print);\n`);
    expect(within).toContain('async function showAsync(file, flag) {');
    expect(within).not.toContain('defineProperty');
    const handedOut = toAsync(`const fs = require('fs');\n${show}register(show);\n`);
    expect(handedOut).toContain('Object.defineProperty(show, util.promisify.custom, {');
  });

  it.each([
    [
      'stands behind a statement that calls nothing of the file',
      "let flags = 'r';\nif (process.version.startsWith('v0.')) flags = 'wx';\nconst util = require('util');\n",
    ],
    [
      'is what only a member is called',
      "const tools = require('tools');\nexports.format = tools.util.format;\n",
    ],
    ['is what only a key is called', 'exports.names = { util: 1 };\n'],
  ])('is called `util.promisify` where `util` %s', (_, head) => {
    const output = toAsync(`const fs = require('fs');\n${head}${OPEN}`);
    expect(output).toContain('const openAsync = util.promisify(fs.open);');
    expect(output.match(/require\('util'\)/gu)).toHaveLength(1);
  });
});
