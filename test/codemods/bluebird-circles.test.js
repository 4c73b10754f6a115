import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convert } from '../../core/codemod/convert.js';

/** A function that the file hands on in a circle: its calls are found all the same, and only once. */

const CIRCLES = {
  'two functions':
    'function again(fn) { other(fn); }\nfunction other(fn) { again(fn); fn(LIST); }\n',
  'one function': 'function again(fn, n = 2) { if (n > 0) again(fn, n - 1); else fn(LIST); }\n',
  'bound functions':
    'function again(fn) { other(fn.bind(null)); }\nfunction other(fn) { if (!fn) again(fn.bind(1)); fn(LIST); }\n',
  'variables that swap':
    'let a, b;\nfunction again(fn) { a = fn; b = a; if (!b) a = b; a(LIST); }\n',
  'a variable of itself': 'let a;\nfunction again(fn) { a = fn; a = a; a(LIST); }\n',
};

/** @param {string} source */
function run(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

describe.each(Object.entries(CIRCLES))('%s', (_, circle) => {
  const source = `const Promise = require('bluebird');
${circle.replaceAll('LIST', '[1, 2]')}const seen = [];
function work(items) { return Promise.map(items, (item) => item + 1).then((all) => { seen.push(all); }); }
if (module.never) again(work);
exports.work = work;
exports.seen = seen;
`;

  it('is analysed', () => {
    const { error, sites } = convert({ path: 'a.js', source }, codemod, { node: '20' });
    expect(error).toBeUndefined();
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
  });

  it('does the same when it is converted', async () => {
    const converted = convert({ path: 'a.js', source }, codemod, { node: '20' }).source;
    expect(converted).not.toBe(source);
    const [before, after] = [run(source), run(converted)];
    await Promise.all([before.work([3]), after.work([3])]);
    expect(after.seen).toEqual(before.seen);
  });
});
