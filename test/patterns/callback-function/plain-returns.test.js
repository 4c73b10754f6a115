import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * What stands behind a call and only ends the function, or gives a value.
 */

const NEST = `store(key, (err, value) => {
      if (err) {
        cb(new Error('not ' + err.message));
        return;
      }
      cb(null, value);
    })`;

describe('a wait that a `return` follows', () => {
  it.each([
    `if (key !== 'none') {
    ${NEST};
    return;
  }
  log('behind');
  cb(new Error('none'));`,
    `if (key === 'none') {
    cb(null, 'none');
    return;
  } else if (key === 'bad') {
    ${NEST};
    return;
  }
  if (key === 'a') {
    log('before');
    ${NEST}
    // the end
    return
  }
  cb();`,
    `log('before');
  ${NEST};
  return;`,
    `if (key) {
    if (key === 'none') return cb();
    store(key, onValue);
    return;
    function onValue(err, value) {
      if (err) return cb(err);
      log(value);
      cb(null, [value]);
    }
  }
  cb(null, 1);`,
    `if (key) {
    log('before'), ${NEST};
    return;
  }
  return cb(null, 1);`,
  ])('is waited for in its place: %s', async (body) => {
    const source = `${HEAD}exports.run = function (key, cb) {\n  ${body}\n};\n`;
    const { source: converted } = toAsync(source);
    expect(converted).toContain('await store');
    for (const key of ['a', 'bad', 'none', '']) {
      expect(await run(converted, { args: [key] })).toEqual(await run(source, { args: [key] }));
    }
  });

  it.each([
    `if (key) {\n    ${NEST};\n    log('behind');\n    return;\n  }\n  cb();`,
    `if (key) {\n    cb(null, 1);\n    return;\n  }\n  cb();`,
    `const text = key;\n  if (key) cb(null, text);\n  else cb();\n  return;`,
  ])('alone is: %s', async (body) => {
    const source = `${HEAD}exports.run = function (key, cb) {\n  ${body}\n};\n`;
    expect(toAsync(source).source).toBe(source);
  });
});

describe('a function that gives a value behind its callback', () => {
  const program = (/** @type {string} */ body) => `${HEAD}function load(key, cb) {
  ${body}
}
exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    load(key, (err, value) => {
      if (err) return cb(err);
      log('got ' + value);
      store(value, (err, found) => (err ? cb(err) : cb(null, found)));
    });
  });
};
`;

  it.each([
    'setImmediate(() => { cb(null, key); return key; });\n  return this;',
    'store(key, function (err, value) { if (err) return cb(err), this; return cb(null, value), key, 1; });',
    "if (!key) return cb(new Error('no key')), null;\n  setImmediate(() => cb(null, key));",
  ])('is waited for: %s', async (body) => {
    const source = program(body);
    const { source: converted } = toAsync(source, { accept: 'timing-unobservable' });
    expect(converted).toMatch(/await (?:load|util\.promisify\(load\))/u);
    for (const key of ['a', 'bad']) {
      expect(await run(converted, { args: [key] })).toEqual(await run(source, { args: [key] }));
    }
  });

  it.each([
    'setImmediate(() => { cb(null, key); return log(key); });',
    'setImmediate(() => { cb(null, key); log(key); return; });',
  ])('is a matter of when, where something happens there: %s', async (body) => {
    const source = program(body);
    expect(toAsync(source).sites.at(-1)).toMatchObject({ status: 'refused' });
    const { source: converted } = toAsync(source, { accept: 'timing-unobservable' });
    expect(converted).toMatch(/await (?:load|util\.promisify\(load\))/u);
    const before = await run(source);
    const after = await run(converted);
    expect(after.calls).toEqual(before.calls);
    expect(after.log.toSorted()).toEqual(before.log.toSorted());
  });

  it.each([
    'setImmediate(() => (cb(null, key), log(key)));',
    'setImmediate(() => (cb(null, key), key.length));',
    'setImmediate(() => { cb(null, key); return cb; });\n  return cb(null, 1);',
  ])('is not where something happens there: %s', (body) => {
    const { sites } = toAsync(program(body), { accept: 'timing-unobservable' });
    expect(sites.at(-1)).toMatchObject({ reason: 'callee-refused' });
  });
});
