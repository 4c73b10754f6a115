import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemod } from '../../codemods/generator-to-async.js';

/**
 * @param {string} source
 * @param {Record<string, unknown>} [options]
 * @returns {readonly string[]} The differences that the first site names.
 */
function differencesOf(source, options = {}) {
  const { sites } = convert({ path: 'example.js', source }, codemod, { node: '20', ...options });
  expect(sites.map(({ status }) => status)).toEqual(['converted']);
  return sites[0]?.accepts ?? [];
}

describe('a wrapped function, whose length was 0', () => {
  it.each([
    ["require('co').wrap(function* (id) { yield load(id); })"],
    ["require('co').wrap(function* (id, [first]) { yield load(id, first); })"],
  ])('has the length of what it wraps: %s', (wrapped) => {
    const source = `exports.run = ${wrapped};`;
    expect(differencesOf(source)).toContain('function-length');
  });

  it.each([
    ["require('co').wrap(function* () { yield load(); })"],
    ["require('co').wrap(function* (id = 1, other) { yield load(id, other); })"],
    ["require('co').wrap(function* (...ids) { yield load(ids); })"],
    ["function (id) { return require('co')(function* () { yield load(id); }); }"],
  ])('has the length that it had: %s', (wrapped) => {
    const source = `exports.run = ${wrapped};`;
    expect(differencesOf(source)).not.toContain('function-length');
  });

  it.each(['bluebird', 'q'])('keeps it where %s stays at the boundary', (library) => {
    const wrap = library === 'q' ? 'async' : 'coroutine';
    const source = `const Library = require('${library}');\nexports.run = Library.${wrap}(function* (id) { yield load(id); });`;
    expect(differencesOf(source)).not.toContain('function-length');
    expect(differencesOf(source, { api: 'async' })).toContain('function-length');
  });
});
