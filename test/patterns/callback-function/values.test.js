import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * Callbacks that are called, or handed on, by a part of an expression.
 */

const ACCEPT = { accept: 'timing-unobservable' };

const BOTH = [{ args: ['a'] }, { args: ['bad'] }];

/** @type {[string, string, string, Parameters<typeof run>[1][]?][]} */
const SAME = [
  [
    'behind an effect',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return log('failed'), cb(err);
    return (log('one'), log('two'), cb(null, value));
  });
};`,
    `  } catch (err) {
    log('failed');
    throw err;
  }
  log('one');
  log('two');
  return value;
}`,
  ],
  [
    'behind an effect, in a statement without braces',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err)
      log('failed'), cb(err);
    else if (value === '<a>')
      return log('found'), log({
        a: 1,
      }.a), cb(null, value);
    else log('other'), cb(null, 'other');
  });
};`,
    `  if (value === '<a>') {
    log('found');
    log({
      a: 1,
    }.a);
    return value;
  } else {
    log('other');
    return 'other';
  }
}`,
    [...BOTH, { args: ['b'] }],
  ],
  [
    'behind an effect that chooses',
    `exports.run = function (key, cb) {
  log('start'), store(key, (err, value) => err ? (log('failed'), cb(err)) : (log('well'), store(value, (err, more) => {
    if (err) return cb(err);
    cb(null, { more });
  })));
};`,
    `  log('well');
  const more = await storeAsync(value);
  return { more };
}`,
  ],
  [
    'behind assignments, without semicolons',
    `exports.run = function (key, cb) {
  let count = 0
  store(key, (err, value) => {
    if (err) return count++, (log('failed')), [count].forEach(log), cb(err)
    count += 2, (log(value)), cb(null, count)
  })
}`,
    `    count++
    ;(log('failed'))
    ;[count].forEach(log)
    throw err
`,
  ],
  [
    'behind an effect in the cases of a switch',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    switch (value) {
      case '<a>':
        return log('a'), cb(err, value);
      case '<b>':
        log('b'), store('b', (err, more) => {
          if (err) return cb(err);
          cb(null, more.length);
        });
        break;
      default:
        log('none'), cb(err);
    }
  });
};`,
    `      log('b');
      const more = await storeAsync('b');
      return more.length;
    }
    default:
      log('none');
      if (err) throw err;
`,
    [...BOTH, { args: ['b'] }],
  ],
  [
    'by an arrow function without braces',
    `exports.run = (key, cb) => store(key, (err, value) => cb(err, value && value.length));`,
    `exports.run = (key, cb) => {
  (async () => {
    const value = await storeAsync(key);
    return value && value.length;
  })().then(
`,
  ],
  [
    'by an arrow function without braces that chooses',
    `const load = (key, cb) =>
  // What is there.
  key === 'b'
    ? store(key, (err, value) => {
        if (err) return cb(err);
        log('b');
        cb(null, { value });
      })
    : (log('other'), store(key, (err, value) => (err ? cb(err) : cb(null, value))));
exports.run = load;`,
    `    // What is there.
    if (key === 'b') {
      const value = await storeAsync(key);
      log('b');
      return { value };
    }
    log('other');
    return storeAsync(key);
`,
    [...BOTH, { args: ['b'] }],
  ],
  [
    'by arrow functions of the file',
    `const load = (key, cb) => store(key, cb);
const twice = (key, cb) => load(key, (err, value) => (err ? cb(err) : load(value, cb)));
const later = (key, cb) =>
  twice(key, cb);
const some = (key, cb) => (key === 'c' ? process.nextTick(cb, null, 1) : later(key, (err, value) => cb(err, { value })));
exports.run = (key, cb) => some(key, (err, found) => {
  if (err) return log('failed'), cb(err);
  cb(null, [found]);
});`,
    `const load = async (key) => storeAsync(key);
const twice = async (key) => {
  const value = await load(key);
  return load(value);
};
const later = (key) =>
  twice(key);
`,
    [...BOTH, { args: ['c'] }],
  ],
  [
    'by an arrow function without braces, in functions of its own',
    `const load = (key, cb) =>
  store(key, (err, value) => {
    if (err) return cb(err);
    store(value, onmore);
    function onmore(err, more) {
      if (err) return cb(err);
      if (more === '<<a>>') return store('b', onmore);
      cb(null, more);
    }
  });
const all = (keys, cb) => (function next(i) {
  if (i === 2) return cb(null, i);
  load(keys[0], (err, value) => (err ? cb(err) : (log(value), next(i + 1))));
})(0);
exports.run = (key, cb) => all([key, key], (err, count) => cb(err, { count }));`,
    `const load = async (key) => {
  const value = await storeAsync(key);
  return onmore(await storeAsync(value));
  async function onmore(more) {
    if (more === '<<a>>') return onmore(await storeAsync('b'));
    return more;
  }
};
`,
  ],
  [
    'by a choice, with a function behind it',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    err ? cb(err) : cb(null, twice(value));
    function twice(text) {
      return text + text;
    }
  });
};`,
    `  return twice(value);
  function twice(text) {
    return text + text;
  }
}`,
  ],
  [
    'by a choice, with something else than the error',
    `exports.run = (key, cb) => {
  store(key, (err, value) =>
    err // 1
      ? store('x', (err, other) => {
          if (err) return cb(err);
          cb(null, {
            other,
          });
        })
      : (log(value), cb(null, { value })),
  );
};`,
    `    let value;
    try {
      value = await storeAsync(key);
    } catch (err) {
      // 1
      const other = await storeAsync('x');
      return {
        other,
      };
    }
    log(value);
    return { value };
`,
  ],
  [
    'by arrow functions without braces, without a result',
    `const none = (key, cb) => cb();
const told = (key, cb) => (log(key), cb());
exports.run = (key, cb) =>
  none(key, (err) => (err ? cb(err) : told(key, (err) => (err ? cb(err) : store(key, cb)))));`,
    `const none = async (key) => {
  return;
};
const told = async (key) => {
  log(key);
};
`,
    [{ args: ['bad'] }],
  ],
  [
    'with an error by another name that is none there',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err && !key) err = new Error('no key');
    log(String(value));
    store('b', (err, more) => {
      if (err && err.code === 'NONE') {
        cb(null, 0);
      } else if (err) {
        cb(null, 1);
      } else {
        cb(err, 2);
      }
    });
  });
};`,
    `  } else if (err1) {
    return 1;
  } else {
    return 2;
  }`,
  ],
  [
    'by a function on one line',
    `exports.run = (key, cb) => { store(key, (err, value) => { if (err) return cb(err); log(value); cb(null, value.length); }); };`,
    `exports.run = (key, cb) => {
  (async () => {
    const value = await storeAsync(key);
    log(value); return value.length;
  })().then(
    (value) => process.nextTick(() => cb(null, value)),
    (err) => process.nextTick(() => cb(err)),
  );
};`,
  ],
  [
    'by a method whose body begins on its line',
    `class Stored {
  run(key, cb) { if (!key) return cb(null, 0); /* 1 */ store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, [this.size, value]);
  }); /* 2 */ }
}
exports.run = (key, cb) => Stored.prototype.run.call({ size: 2 }, key, cb);`,
    `    (async () => {
      const value = await storeAsync(key);
      return [this.size, value]; /* 2 */
    })().then(
`,
    [...BOTH, { args: [''] }],
  ],
  [
    'with an error that is there on some ways',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    let problem;
    if (value === '<b>') problem = new Error('b');
    cb(problem);
  });
};`,
    `  if (problem) throw problem;`,
    [...BOTH, { args: ['b'] }],
  ],
  [
    'with an error that what is made may have',
    `class Check { constructor(value) { if (value === '<b>') this.problem = new Error('b'); } }
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    const { problem } = new Check(value);
    cb(problem);
  });
};`,
    `  if (problem) throw problem;`,
    [...BOTH, { args: ['b'] }],
  ],
];

/** @type {[string, string, string][]} */
const REFUSED = [
  [
    'a value beside the call',
    'callback-escapes',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err), false;
    cb(null, value);
  });
};`,
  ],
  [
    'two calls in an expression',
    'callback-escapes',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    cb(err), cb(null, value);
  });
};`,
  ],
  [
    'what would be a directive',
    'callback-escapes',
    `exports.run = (key, cb) => ('use strict', store(key, (err, value) => cb(err, [value])));`,
  ],
  [
    'an expression that would be a declaration',
    'callback-escapes',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    return function () { log(value); }(), cb(null, value);
  });
};`,
  ],
  [
    'the result of the call that an arrow function gives',
    'result-used',
    `const load = (key, cb) => {
  store(key, cb);
  return key;
};
exports.run = (key, cb) => load(key, (err, value) => cb(err, [value]));`,
  ],
];

/** @param {Awaited<ReturnType<typeof run>>} seen */
function comparable({ calls, ...seen }) {
  // `callback-arguments`: what stands beside an error is nothing, or not there.
  return {
    ...seen,
    when: '',
    calls: calls.map(([error, ...results]) => (error ? [error] : results)),
  };
}

describe('callbacks in expressions', () => {
  it.each(SAME)('are the same: %s', async (_, body, text, ways = BOTH) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source, ACCEPT);
    expect(conversion.error).toBeUndefined();
    expect(conversion.source).toContain(text);
    for (const way of ways) {
      const before = await run(source, way);
      const after = await run(conversion.source, way);
      expect(comparable(after)).toEqual(comparable(before));
      expect(before.calls).toHaveLength(1);
    }
    expect(toAsync(conversion.source, ACCEPT).changed, 'a second run').toBe(false);
  });

  it.each(REFUSED)('are left alone: %s', (_, reason, body) => {
    const source = `${HEAD}${body}\n`;
    const { sites } = toAsync(source, ACCEPT);
    const line = source.slice(0, source.indexOf('exports.run')).split('\n').length;
    expect(sites.find((site) => site.line === line)?.reason).toBe(reason);
  });
});

it('is asked of the last of two functions of one name', async () => {
  const later =
    'function load(key, cb) { store(key, (err, value) => { if (err) return cb(err); cb(null, value); }); }';
  const atOnce = "function load(key, cb) { cb(null, 'at once'); }";
  const use =
    'exports.run = (key, cb) => load(key, (err, value) => { if (err) return cb(err); cb(null, value); });';
  const source = `${HEAD}${later}\n${atOnce}\n${use}\n`;
  const conversion = toAsync(source, {});
  expect(conversion.changed).toBe(false);
  expect(conversion.sites.map(({ reason }) => reason)).toEqual(['timing-unobservable']);
  const other = toAsync(`${HEAD}${atOnce}\n${later}\n${use}\n`, {});
  expect(other.source).toContain(atOnce);
  expect((await run(other.source)).calls).toEqual([[null, '<a>']]);
});
