/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Pattern, PatternContext } from '../../core/contract/pattern.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { describe, expect, it } from 'vitest';

import { codemod as bluebird } from '../../codemods/bluebird-to-native.js';
import { codemod as callbacks } from '../../codemods/callback-to-async.js';
import { codemod } from '../../codemods/generator-to-async.js';
import { align } from './alignment.js';
import { checkConversion } from './checks.js';

const SOURCE = `const co = require('co');

/* first */
exports.load = co.wrap(function* (name) {
  // before the read
  const text = yield read(name); // after it
  return text;
});

function other() {
  return 1; // unchanged
}
`;

/**
 * @param {(text: string) => [search: string, replacement: string][]} replace
 * @returns {Codemod} One that replaces pieces of text, wherever they are.
 */
function faulty(replace) {
  /** @type {Pattern} */
  const pattern = {
    name: 'faulty',
    words: /./u,
    visit: {
      Program: (/** @type {TSESTree.Program} */ node, /** @type {PatternContext} */ context) => {
        const { sourceCode } = context;
        const edits = replace(sourceCode.text).flatMap(([search, text]) => {
          const start = sourceCode.text.indexOf(search);
          return start < 0
            ? []
            : [
                {
                  range: /** @type {const} */ ([start, start + search.length]),
                  text,
                  // A conversion that would lose a comment unseen is refused.
                  takesComments: true,
                },
              ];
        });
        const site = sourceCode.ast.body.find(({ type }) => type === 'ExpressionStatement') ?? node;
        return edits.length > 0
          ? { node: site, kind: 'faulty', plan: { edits, safe: false, assumes: [] } }
          : undefined;
      },
    },
  };
  return { name: 'faulty', patterns: [pattern] };
}

/** @param {Codemod} checked @param {string} [source] */
function problemsOf(checked, source = SOURCE) {
  return checkConversion({ path: 'file.js', source }, checked, { node: '20' }).problems;
}

describe('checkConversion', () => {
  it('finds nothing in a good conversion', () => {
    expect(problemsOf(codemod)).toEqual([]);
  });

  it('finds a comment that was lost', () => {
    const problems = problemsOf(faulty(() => [['// before the read\n', '\n']]));
    expect(problems.join()).toContain('line 5 was lost, moved or changed');
  });

  it('finds a comment that stands beside other code', () => {
    const moved = faulty(() => [
      ['/* first */\n', '\n'],
      ['exports.load = co.wrap(', 'exports.load = /* first */ co.wrap('],
    ]);
    expect(problemsOf(moved).join()).toContain('line 3 stands beside other code');
  });

  it('finds a comment beside its code where an alignment would pair other words', () => {
    const source = `const fs = require('fs');

exports.load = function (file, cb) {
  fs.readFile(file, function (err, text) {
    if (err) return cb(err);
    try {
      log(text);
    } catch (e) { return cb(e); }

    // the whole
    return cb(undefined, merge(text, file));
  });
};
`;
    expect(problemsOf(callbacks, source)).toEqual([]);
  });

  it('finds a comment beside its code where the same one stands beside other code', () => {
    const source = `const fs = require('fs');

exports.load = function (path, cb) {
  if (path) {
    fs.readdir(path, function (err, children) {
      /* a race */
      if (err) return cb(err);
      children.forEach(function (child) { log(child); });
      cb(null, 1);
    });
  } else {
    fs.readFile(path, function (err, data) {
      /* a race */
      if (err) return cb(err);
      log(data);
      cb(null, data);
    });
  }
};
`;
    expect(problemsOf(callbacks, source)).toEqual([]);
  });

  it('finds that a second run changes the file again', () => {
    const growing = faulty(() => [['return text;', 'return text, text;']]);
    const endless = faulty(() => [['name', 'namename']]);
    expect(problemsOf(growing)).toEqual([]);
    expect(problemsOf(endless)).toContain('a second run changes it again');
  });

  it('finds a line that was changed outside of what was converted', () => {
    const problems = problemsOf(faulty(() => [['return 1;', 'return 2;']]));
    expect(problems).toEqual([
      'line 11 was changed, outside of what was converted',
      'a line was put in after line 10, outside of what was converted',
    ]);
  });

  it('takes the new name of a library, and uses of what is promisified otherwise, for converted', () => {
    const source = `const Promise = require('bluebird');
const fs = require('fs');

const stat = Promise.promisify(fs.stat);

exports.both = () => Promise.join(a(), b(), (one, two) => one + two).isPending();

exports.size = function (path) {
  return stat(path);
};

exports.none = () => Promise.resolve();
`;
    expect(problemsOf(bluebird, source)).toEqual([]);
  });

  it('finds the line ends of Windows in what a plan writes with plain ones', () => {
    const windows = SOURCE.replaceAll('\n', '\r\n');
    const writing = faulty(() => [['yield read(name);', 'yield read(\nname);']]);
    expect(problemsOf(writing, windows)).toEqual([]);
  });
});

describe('align', () => {
  it('pairs what is equal, in order, as often as can be', () => {
    expect([...align([...'abcabba'], [...'cbabac'])].filter((place) => place >= 0)).toHaveLength(4);
    expect([...align(['a', 'x', 'c'], ['a', 'c'])]).toEqual([0, -1, 1]);
    expect([...align([], ['a'])]).toEqual([]);
  });
});
