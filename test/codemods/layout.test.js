import * as fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { codemod } from '../../codemods/callback-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { isSameProgram } from '../../core/codemod/layout/same-program.js';
import { applyEdits } from '../../core/edits/apply.js';
import { parsePlainly } from '../../core/source/parse.js';
import { ProgramArbitrary, writeProgram } from '../equivalence/grammar/arbitrary.js';
import { LANGUAGES } from '../equivalence/languages.js';

/**
 * What prettier has laid out stays so. Commas, quotes and parentheses follow the file: each source here
 * shows its own.
 */

/** @type {[string, import('prettier').Options][]} */
const STYLES = [
  ['by default', {}],
  ['without semicolons', { semi: false, singleQuote: true }],
  ['in wide lines', { printWidth: 100 }],
  ['with tabs', { useTabs: true }],
  ['with four spaces', { tabWidth: 4, trailingComma: 'none' }],
  ['without commas at the end', { trailingComma: 'none' }],
];

/** Shows what is done with commas, quotes and widths. */
const SHOWN = `const list = [
  'a first one that is long enough to take a line', 'a second one that is long enough too',
];
one(list, 'a first one that is long enough to take a line', (value) => value, 'a second one');
function first(a) {}
`;

/** @type {[string, string][]} */
const SOURCES = [
  [
    'choices in a row',
    `load(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value.isFirst ? value.theFirstOfThem : value.isSecond ? value.second : value.other);
    });`,
  ],
  [
    'a function that gives functions',
    `load(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value.map((item) => (next) => {
        next(item);
      }));
    });`,
  ],
  [
    'the head of a loop',
    `load(key, (err, value) => {
      if (err) return cb(err);
      for (const each of Object.keys(value.theListOfAllThatIs, other)) {
        show(each);
      }
      cb();
    });`,
  ],
  [
    'a call of a method that is longer than the line',
    `this.store.connection.findTheFirst({ identifier: key }, function (err, value) {
      if (err) return cb(err);
      cb(null, value);
    });`,
  ],
  [
    'a promise around a call that gives several results',
    `layer.transformTheWholeOf(key, function (err, value, other) {
      if (err) return cb(err);
      show(value, other);
      cb(null, value + other);
    });`,
  ],
  [
    'what goes back to one line where it has moved left',
    `load(key, (err, value) => {
      if (err) return cb(err);
      load(value, (err, next) => {
        if (err) return cb(err);
        load(next, (err, last) => {
          if (err) return cb(err);
          const described = describe(value, next, last, 'a text of some length');
          const region = (described.config && described.config.region) || 'us-east-1';
          if (described.code === 'ENOENT' || described.code === 'EEXIST' || region) return cb();
          cb(null, !/@/.test(described.message) ? '@' + region + '.example.com' : '');
        });
      });
    });`,
  ],
  [
    'an expression of several calls',
    `return (
      log(key),
      load(key, (err, value) => {
        const failed = !!err;
        log(failed);
        cb(null, value);
      })
    );`,
  ],
  [
    'a choice of calls',
    `load(key, function (err, value) {
      if (err) return cb(err);
      return cb(null, value ? aNameOfSomeMoreLength.withOneMember.andAnother.andOneMore(value) : aNameOfSomeMoreLength.withOneMember.andAnother.andOneMore(key, function () {
        return 1;
      }));
    });`,
  ],
  [
    'an object among the arguments',
    `load({
      key: key,
      more: true,
    }, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });`,
  ],
];

describe.each(STYLES)('formatted %s', (_, style) => {
  it.each(SOURCES)('%s', async (_name, body) => {
    for (const api of ['keep', 'async', 'dual']) {
      const text = `${SHOWN}exports.run = function (key, options, cb) {\n${body}\n};\n`;
      const source = await format(text, { parser: 'babel', ...style });
      const { edits, ...after } = convert({ source }, codemod, {
        api,
        accept: 'timing-unobservable,result-is-no-promise',
        callbacks: 'load',
      });

      expect(after.changed).toBe(true);
      expect(after.source).toBe(await format(after.source, { parser: 'babel', ...style }));
      expect(applyEdits(source, edits)).toBe(after.source);
    }
  });
});

it('another layout stays', () => {
  const source = `exports.run = function(key, cb) {
  load(key,
       'with a second argument of some length', 'with a third argument', function(err, value) {
         if (err) { return cb(err); }
         show(value,
              key);
         cb(null, value);
       });
};
`;
  const after = convert({ source }, codemod, {
    accept: 'timing-unobservable,result-is-no-promise',
  });

  expect(after.source).toMatch(/show\(value,\n +key\);/u);
});

/** Shows that a file is laid out by prettier, whatever a statement in it looks like. */
const LAID_OUT = Array.from(
  { length: 12 },
  (_, index) => `function shown${index}(value) {
  if (value) {
    return {
      a: ${index},
    };
  }
  return show(value);
}
`,
).join('');

const LONG = 'aNameOfSomeLength.withOneMember.andAnother.andOneMore';

/** @type {[string, string, string][]} */
const ODD = [
  ['signs', 'cb(null, [- -value, + +value, 1]);', 'return [- -value, + +value, 1];'],
  [
    'an arrow function whose body begins with an object',
    `cb(null, list.map(() => ({}.a ? ${LONG} : ${LONG}(value))));`,
    'list.map(',
  ],
  [
    'a template in a function that moves',
    `cb(null, call(${LONG}, ${LONG}, function () {\nreturn \`a\n      b\`;\n}, 1));`,
    '`a\n      b`',
  ],
  [
    'a string that goes on in the next line',
    `cb(null, call(${LONG}, ${LONG}, function () {\nreturn 'a\\\n      b';\n}, 1));`,
    "'a\\\n      b'",
  ],
];

it.each(ODD)('%s stay as they are', (_, body, kept) => {
  const source = `${LAID_OUT}exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    ${body}
  });
};
`;
  const after = convert({ source }, codemod, {
    api: 'async',
    accept: 'timing-unobservable',
    callbacks: 'load,call',
  });

  expect(after.source).toContain(kept);
  expect(convert({ source: after.source }, codemod).error).toBeUndefined();
});

it.each([
  [
    'while (test(value))\n        ;\n      show(value)',
    'while (test(value))\n    ;\n  show(value)',
  ],
  ['if (value) ;\n      (show)(value)', 'if (value) ;\n  ;(show)(value)'],
  ['show(value)\n      ;<b>c</b>', 'show(value)\n  ;<b>c</b>'],
  [
    `call(value, (err) => {\n        if (err) return cb(err)\n        cb(null, ${LONG} + ${LONG})\n      })`,
    `return (\n    ${LONG} +\n    ${LONG}\n  )\n`,
  ],
])('without semicolons: %s', (body, kept) => {
  const source = `${LAID_OUT.replaceAll(';\n', '\n')}exports.run = function (key, cb) {
  load(key, (err, first) => {
    if (err) return cb(err)
    load(first, (err, value) => {
      if (err) return cb(err)
      ${body}
      ${body.includes('cb(') ? '' : 'cb(null)'}
    })
  })
}
`;
  const after = convert({ source }, codemod, {
    api: 'async',
    accept: 'timing-unobservable',
    callbacks: 'load,call',
  });

  expect(after.error).toBeUndefined();
  expect(after.source).toContain(kept);
});

it('what was laid out otherwise stays so around what has changed', () => {
  const kept = `  matrix: [
    1, 0, 0,
    0, 1, 0 ],`;
  const source = `${LAID_OUT}module.exports = {
${kept}
  run(key, cb) {
    load(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });
  },
};
`;
  const after = convert({ source }, codemod, { accept: 'timing-unobservable', callbacks: 'load' });

  expect(after.changed).toBe(true);
  expect(after.source).toContain(kept);
});

it('what is nested deeply takes no time that doubles with each level', () => {
  let value = 'value';
  for (let depth = 0; depth < 24; depth++) {
    value = depth % 2 ? `call({ it: ${value}, other })` : `call(() => ${value})`;
  }
  const source = `${LAID_OUT}exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, ${value});
  });
};
`;
  const after = convert({ source }, codemod, {
    api: 'async',
    accept: 'timing-unobservable,result-is-no-promise',
    callbacks: 'load',
  });

  expect(after.changed).toBe(true);
});

/** Enough for each production to be met some times. */
const PROGRAMS = 8;

const CODEMODS = await loadCodemods();

/** Those of which some parts are not known to the layout, or come from compilers. */
const OTHERS = /^(?:babel|bluebird-coroutine|callback-types|co\b|typescript|q\b|wrapped-await)/u;

it.each(LANGUAGES.filter(({ isProject, name }) => isProject !== true && !OTHERS.test(name)))(
  'random programs stay laid out: $name',
  async (language) => {
    const own = CODEMODS.find(({ name }) => name === language.codemod);
    if (!own) {
      throw new Error(`${language.name}: no codemod`);
    }
    const programs = fc.sample(new ProgramArbitrary(language), { numRuns: PROGRAMS, seed: 7 });
    let changed = 0;
    for (const program of programs) {
      const source = await format(writeProgram(program).text, { parser: 'babel' });
      const after = convert({ source }, own, language.options);
      changed += Number(after.changed);

      expect(after.source).toBe(await format(after.source, { parser: 'babel' }));
    }
    expect(changed).toBeGreaterThanOrEqual(PROGRAMS / 2);
  },
);

it.each([
  ['a(x);', 'a(\n  x,\n);', true],
  ['return (a && b);', 'return a && b', true],
  ['x = - -y;', 'x = --y;', false],
  ['f(`a\nb`);', 'f(`a\n  b`);', false],
  ["f('a b');", "f('ab');", false],
  ['a;\nb;', 'a;\nb;', true],
  ['a;\nb;', 'a; // b;', false],
  ['f(/a b/);', 'f(/ab/);', false],
  ['if (a) ;\nb();', 'if (a) b();', false],
  ['f([a, , b]);', 'f([a, b]);', false],
])('is the same program or not: %j, %j', (one, other, expected) => {
  const [left, right] = [one, other].map((text) =>
    parsePlainly(`function f1() {\n${text}\n}`, 'a.js', true),
  );
  expect(isSameProgram(left, right)).toBe(expected);
});
