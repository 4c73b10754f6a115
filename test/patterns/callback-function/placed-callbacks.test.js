import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * Callbacks with a name that are given to one call stand behind it, as those that are written in it do.
 */

/** @param {string} body */
const exported = (body) => `${HEAD}exports.run = function (key, cb) {\n${body}\n};\n`;

/** @type {[name: string, source: string, text: string][]} */
const PLACED = [
  [
    'below the call',
    exported(`  // how much
  store(key, onStore);

  function onStore(err, value) {
    if (err) return cb(err);
    log('stored');
    cb(null, value + 1);
  }`),
    `  // how much
  const value = await storeAsync(key);
  log('stored');
  return value + 1;
}`,
  ],
  [
    'above it, as a constant',
    exported(`  log('begin');
  const onStore = (err, value) => {
    if (err) {
      return cb(null, 'failed');
    }
    cb(null, value + 1);
  };
  store(key, onStore);`),
    `  let value;
  try {
    value = await storeAsync(key);
  } catch {
    return 'failed';
  }
  return value + 1;`,
  ],
  [
    'one after the other, in any order',
    exported(`  function third(err, last) {
    if (err) return cb(err);
    cb(null, [key, last]);
  }
  store(key, first);
  function second(err, more) {
    if (err) return cb(err);
    if (more === key) {
      store('c', third);
    } else {
      cb(null, more);
    }
  }
  function first(err, value) {
    if (err) return cb(err);
    store(value, second);
  }`),
    `  const value = await storeAsync(key);
  const more = await storeAsync(value);
  if (more === key) {
    const last = await storeAsync('c');
    return [key, last];
  } else {
    return more;
  }
}`,
  ],
  [
    'in a function that stays one',
    exported(`  if (key === 'c') {
    return next('a');
  }
  store(key, onStore);
  function onStore(err, value) {
    if (err) return cb(err);
    next(value);
  }
  function next(given) {
    log(given);
    store(given, onGiven);
  }
  function onGiven(err, value) {
    if (err) return cb(err);
    cb(null, [value]);
  }`),
    `  async function next(given) {
    log(given);
    const value = await storeAsync(given);
    return [value];
  }
}`,
  ],
  [
    'beside a variable of its name',
    exported(`  let value = key;
  store(key, onStore);
  function onStore(err, stored) {
    const value = stored + '!';
    if (err) return cb(err);
    other(value);
  }
  function other(more) { cb(null, [value, more]); }`),
    `  let value = key;
  let err = null;
  let stored;
  try {
    stored = await storeAsync(key);
  } catch (error) {
    err = error;
  }
  const value1 = stored + '!';`,
  ],
  [
    'with what is said of it',
    exported(`  store(key, onStore); // now

  /** What comes of it. */
  // Really.
  function onStore(err, value) {
    if (err) return cb(err); // at once
    cb(null, value); // at last
    // Done.
  }`),
    `  // What comes of it.
  // Really.
  // at once
  // at last
  // Done.
  return storeAsync(key); // now
}`,
  ],
  [
    'without tags for its parameters',
    exported(`  store(key, onStore);

  /**
   * What comes of it.
   *
   * It goes on.
   * @param {Error} err
   */
  function onStore(err, value) {
    if (err) return cb(err);
    log(value);
    store(value, onLast);
  }

  /**
   * @private
   * @param {string} value in angle brackets
   * @see store
   */
  function onLast(err, value) {
    if (err) return cb(err);
    cb(null, value);
  }`),
    `  // What comes of it.
  // It goes on.
  const value = await storeAsync(key);
  log(value);
  // @param {string} value in angle brackets
  // @see store
  return storeAsync(value);
}`,
  ],
  [
    'with nothing left of it at the begin of what is async',
    exported(`  if (key) {
    const given = key;
    function onStore(err, value) {
      if (err) return cb(err);
      cb(null, [value]);
    }
    store(given, onStore);
  } else {
    cb();
  }`),
    `    const given = key;
    (async () => {
      const value = await storeAsync(given);`,
  ],
];

describe('a callback with a name goes where it is given', () => {
  it.each(PLACED)('%s', async (_, source, text) => {
    const conversion = toAsync(source);
    expect(conversion.source).toContain(text);
    for (const args of [['a'], ['c'], ['bad']]) {
      expect(await run(conversion.source, { args })).toEqual(await run(source, { args }));
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });
});

/** @type {[why: string, body: string][]} */
const STAYING = [
  [
    'it is given twice',
    `  if (key === 'c') {
    return store('a', onStore);
  }
  store(key, onStore);
  function onStore(err, value) {
    if (err) return cb(err);
    cb(null, value);
  }`,
  ],
  [
    'a name would mean something else there',
    `  const value = 'outer';
  store(key, (err, value) => {
    if (err) return cb(err);
    store(value, onStore);
  });
  function onStore(err, more) {
    if (err) return cb(err);
    cb(null, [value, more]);
  }`,
  ],
  [
    'it stands on one line',
    `  store(key, onStore);
  function onStore(err, value) { if (err) return cb(err); log(value); cb(null, value); }`,
  ],
  [
    'its call begins no statement',
    `  const isKnown = key === 'a';
  isKnown ? store(key, onStore) : cb(null);
  function onStore(err, value) {
    if (err) return cb(err);
    cb(null, value);
  }`,
  ],
];

describe('a callback with a name stays where it is', () => {
  it.each(STAYING)('where %s', async (_, body) => {
    const source = exported(body);
    const conversion = toAsync(source, { accept: 'timing-unobservable' });
    expect(conversion.source).toContain('function onStore(');
    for (const args of [['a']]) {
      const after = await run(conversion.source, { args });
      expect(after).toEqual(await run(source, { args }));
    }
  });
});

/** @type {[name: string, body: string][]} */
const MEANING = [
  [
    'a name of one that is placed around it',
    `  store(key, one);
  function one(err, value) {
    if (err) return cb(err);
    if (value) {
      store(value, two);
    } else {
      cb(null, 0);
    }
  }
  function two(err, more) {
    if (err) return cb(err);
    store(more, three);
  }
  function three(err, value) {
    if (err) return cb(err);
    cb(null, value + 1);
  }`,
  ],
  [
    'a variable beside the call that leads to its own',
    `  const x = 'outer';
  if (key) {
    const x = 'inner';
    log(x);
    store(key, first);
  } else {
    cb(null, 0);
  }
  function first(err, value) {
    if (err) return cb(err);
    store(value, second);
  }
  function second(err, value) {
    if (err) return cb(err);
    cb(null, [x, value]);
  }`,
  ],
  [
    'a variable of the block that it stands in',
    `  {
    let q = 'q';
    var one = (err, value) => {
      if (err) return cb(err);
      cb(null, value + q);
    };
  }
  store(key, one);`,
  ],
  [
    '`this` of one that is placed around it',
    `  const two = (err, value) => {
    if (err) return cb(err);
    cb(null, [this.name, value]);
  };
  const one = (err, value) => {
    if (err) return cb(err);
    store(value, two);
  };
  function start() {
    store(key, one);
  }
  start();`,
  ],
  [
    'a function that is not there yet',
    `  store(key, (err, value) => {
    if (err) return cb(err);
    finish(value);
  });
  const finish = (value) => {
    cb(null, value);
  };`,
  ],
  [
    'a function that leads to one that is not there yet',
    `  store(key, next);
  function next(err, value) {
    if (err) return cb(err);
    if (value === 'none') {
      return finish(key);
    }
    finish(value);
  }
  const finish = (value) => {
    cb(null, value);
  };`,
  ],
];

it.each(MEANING)('keeps what %s means', async (_, body) => {
  const source = exported(body);
  const conversion = toAsync(source);
  for (const args of [['a'], ['c'], ['bad']]) {
    const how = { args, receiver: { name: 'me' } };
    expect(await run(conversion.source, how)).toEqual(await run(source, how));
  }
});

it.each([
  [
    'a comment at the begin of a block',
    `  if (key) {
    // about it
    const onStore = (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    };
    store(key, onStore);
  } else {
    cb(null, 3);
  }`,
  ],
  [
    'a function behind what stays',
    `  if (!key) return cb(null, 1);

  const onStore = (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  };
  store(key, onStore);`,
  ],
])('leaves no blanks behind: %s', async (_, body) => {
  const source = exported(body);
  const conversion = toAsync(source);
  expect(conversion.sites.map(({ reason }) => reason)).not.toContain('conflicting-sites');
  expect(conversion.source).not.toMatch(/[^\S\n]\n/u);
  expect(await run(conversion.source, { args: ['a'] })).toEqual(await run(source, { args: ['a'] }));
});

it('keeps its `this`', async () => {
  const source = exported(`  const onStore = (err, value) => {
    if (err) return cb(err);
    cb(null, [this.name, value]);
  };
  function next() {
    store(key, onStore);
  }
  store('c', (err) => {
    if (err) return cb(err);
    next();
  });`);
  const conversion = toAsync(source);
  expect(conversion.changed).toBe(true);
  const how = { args: ['a'], receiver: { name: 'me' } };
  expect(await run(conversion.source, how)).toEqual(await run(source, how));
});

describe('a callback with a name is refused as one without', () => {
  const TWICE = `if (key === 'c') {
    return store('a', onStore);
  }
  store(key, onStore);`;

  it.each([
    [
      'error-with-result',
      `function onStore(err, value) { if (err) return cb(null, value); cb(null, 1); }`,
    ],
    ['not-error-first', `function onStore(one, two) { log(one); cb(null, two); }`],
  ])('%s', (reason, declaration) => {
    const { changed, sites } = toAsync(exported(`  ${TWICE}\n  ${declaration}`));
    expect(changed).toBe(false);
    expect(sites.map((site) => site.reason)).toEqual([reason]);
  });
});
