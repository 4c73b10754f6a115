import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * Functions that are async inside and keep their callback, as another codemod or a first run leaves
 * them, and those who call them.
 */

const COLLECT = `const collect = (names, done) => {
  const results = [];
  (async () => {
    for (const name of names) {
      results.push(name === 'bad' ? await Promise.reject(new Error('bad')) : name);
    }
  })().then(
    () => process.nextTick(() => done(null, results)),
    (err) => process.nextTick(() => done(err, results)),
  );
};
`;

describe('callback functions that call what is async inside', () => {
  it.each([
    ['ignores the error', '(err, found) => cb(null, found)'],
    ['takes the results beside an error', '(err, found) => (err ? cb(null, found) : cb(null, 1))'],
    ['hands both on', 'cb'],
  ])('stay where the callee gives results beside an error, and the caller %s', (_, callback) => {
    const source = `${HEAD}${COLLECT}exports.run = function (key, cb) {
  collect([key, 'b'], ${callback});
};
`;
    expect(toAsync(source).changed).toBe(false);
  });

  it('become async where it gives an error alone', async () => {
    const source = `${HEAD}${COLLECT.replace('done(err, results)', 'done(err)')}exports.run = function (key, cb) {
  collect([key, 'b'], (err, found) => {
    if (err) return cb(err);
    cb(null, found.length);
  });
};
`;
    const conversion = toAsync(source);
    expect(conversion.changed).toBe(true);
    for (const args of [['a'], ['bad']]) {
      expect(await run(conversion.source, { args })).toEqual(await run(source, { args }));
    }
  });
});

describe('callback functions that are handed over where they are written', () => {
  const ONE = `store(key, (err, value) => {
      if (err) return done(err);
      done(null, value.length);
    });`;
  const TWO = `store(key, (err, value) => {
      if (err) return done(err);
      store(value, done);
    });`;
  const given = (
    /** @type {string} */ body,
  ) => `${HEAD}const wrap = (load, cb) => load((err, value) => cb(err, value));
exports.run = function (key, cb) {
  wrap((done) => {
    ${body}
  }, cb);
};
`;

  it('stay where they wait once', () => {
    const source = given(ONE);
    const { changed, sites } = toAsync(source);
    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toContain('callback-given');
  });

  it('stay where they are one expression', () => {
    const source = given(ONE)
      .replace('(done) => {', '(done) =>')
      .replace('    });\n  }, cb', '    }), cb');
    const { changed, sites } = toAsync(source);
    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toContain('callback-given');
  });

  it('become async inside where they wait more than once', async () => {
    const source = given(
      TWO.replace(
        'store(value, done)',
        'store(value, (err, more) => {\n        if (err) return done(err);\n        done(null, [more]);\n      })',
      ),
    );
    const conversion = toAsync(source);
    expect(conversion.source).toContain('await');
    for (const args of [['a'], ['bad']]) {
      expect(await run(conversion.source, { args })).toEqual(await run(source, { args }));
    }
  });
});
