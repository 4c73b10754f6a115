import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';

/**
 * Callbacks that go on first if there is no error, and say what becomes of one last.
 */

const BOTH = [{ args: ['a'] }, { args: ['bad'] }];

/** @type {[string, string, string, Parameters<typeof run>[1][]?][]} */
const SAME = [
  [
    'with what is said of each branch',
    `exports.run = (key, cb) => {
  store(key, (err, value) => {
    // 1
    if (!err) { // 2
      // 3
      log(value); // 4

      cb(null, value); // 5
    } else { // 6
      // 7
      log('failed'); // 8

      cb(err); // 9
    } // 10
  });
};`,
    `    let value;
    try {
      value = await storeAsync(key);
    } catch (err) {
      // 6
      // 7
      log('failed'); // 8

      throw err; // 9
      // 10
    }
    // 1
    // 2
    // 3
    log(value); // 4

    return value; // 5
  })()`,
  ],
  [
    'on one line',
    `exports.run = function (key, cb) {
  store(key, (err, value) => { if (!err) { log(value); cb(null, value); } else { log('failed'); cb(err); } });
};`,
    `  } catch (err) {
    log('failed'); throw err;
  }
  log(value); return value;
}`,
  ],
  [
    'and end there',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err) return cb(null, value); // 1

    // 2
    const text = \`none
of it\`;
    store(text, (err, other) => {
      if (!err) {
        return cb(null, [
          text,
          other,
        ]);
      }
      log('neither');
      cb(err);
    });
    // 3
  });
};`,
    `  let value;
  try {
    value = await storeAsync(key);
  } catch {
    // 2
    const text = \`none
of it\`;
    let other;
    try {
      other = await storeAsync(text);
    } catch (err) {
      log('neither');
      throw err;
    }
    return [
      text,
      other,
    ];
    // 3
  }
  return value; // 1
}`,
  ],
  [
    'and wait themselves, without braces',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err == null)
      return store(value, (err, more) => {
        if (err) return cb(err);
        cb(null, { more });
      });
    else if (err.message === 'none') cb();
    else log('failed'), cb(err);
  });
};`,
    `  } catch (err) {
    if (err.message === 'none') return;
    else {
      log('failed');
      throw err;
    }
  }
  const more = await storeAsync(value);
  return { more };
}`,
  ],
  [
    'without semicolons',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err) {
      ;[value].forEach((each) => log(each))
      return cb(null, value)
    }
    ;[1, 2].forEach((each) => log(String(each)))
    cb(err)
  })
}`,
    `  } catch (err) {
    ;[1, 2].forEach((each) => log(String(each)))
    throw err
  }
  ;[value].forEach((each) => log(each))
  return value
}`,
  ],
  [
    'with names that each branch has for itself',
    `const found = 'outer';
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err) {
      const found = value + '!';
      return cb(null, found);
    }
    log(found);
    const error = new Error('x');
    cb(error);
  });
};`,
    `  } catch {
    log(found);
    const error = new Error('x');
    throw error;
  }
  const found1 = value + '!';
  return found1;
}`,
  ],
  [
    'and ask for more',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err && (value === '<a>' || value === '<b>')) {
      log(value);
      return cb(null, value);
    }
    cb(err || new Error('other'));
  });
};`,
    `  const value = await storeAsync(key);
  if (value === '<a>' || value === '<b>') {
    log(value);
    return value;
  }
  throw new Error('other');
}`,
    [...BOTH, { args: ['b'] }, { args: ['c'] }],
  ],
  [
    'and ask for more, handing on what there is',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err && value !== '<b>' && key) log(value);
    cb(err, value);
  });
};`,
    `  const value = await storeAsync(key);
  if (value !== '<b>' && key) log(value);
  return value;
}`,
    [...BOTH, { args: ['b'] }],
  ],
  [
    'and only note what there is',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err) {
      // 1
      const text = value + key;
      log(text);
    }

    return cb(err, value);
  });
};`,
    `  const value = await storeAsync(key);
  // 1
  const text = value + key;
  log(text);

  return value;
}`,
  ],
  [
    'and hand an error on last',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err) {
      log(value);
      return cb(null, value);
    }
    return cb(err || new Error('none'));
  });
};`,
    `  const value = await storeAsync(key);
  log(value);
  return value;
}`,
  ],
  [
    'or make an error where there is nothing',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err || value === '<b>') return cb(err || new Error('none'));
    store(value, (err, more) => {
      if (err || more === '<<c>>') {
        cb(err);
      } else cb(err, more);
    });
  });
};`,
    `  const value = await storeAsync(key);
  if (value === '<b>') throw new Error('none');
  const more = await storeAsync(value);
  if (more === '<<c>>') {
    return;
  } else return more;
}`,
    [...BOTH, { args: ['b'] }, { args: ['c'] }],
  ],
  [
    'and end shortly with an error and without',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err && value !== '<b>') {
      log(value);
      return cb(null, value);
    }
    cb(null, []);
  });
};`,
    `  let value;
  try {
    value = await storeAsync(key);
  } catch {
    return [];
  }
  if (value !== '<b>') {
    log(value);
    return value;
  }
  return [];
}`,
    [...BOTH, { args: ['b'] }],
  ],
  [
    'or end shortly with an error and without',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err || value === '<b>') cb(new TypeError('none'));
    else store(value, (err, more) => {
      if (err || !more) return cb();
      cb(err, more.length);
    });
  });
};`,
    `  } catch {
    throw new TypeError('none');
  }
  if (value === '<b>') throw new TypeError('none');
  else {
    let more;
    try {
      more = await storeAsync(value);
    } catch {
      return;
    }
    if (!more) return;
    return more.length;
  }
}`,
    [...BOTH, { args: ['b'] }],
  ],
];

/** What reads the error elsewhere, or does more with it than hand it on. @type {[string, string][]} */
const CAPTURED = [
  [
    'what is done with an error or without a value',
    `if (err || value === '<b>') {
      log('none');
      return cb(err || new Error('none'));
    }
    cb(null, value);`,
  ],
  [
    'an error that is looked at again',
    `if (!err && value !== '<b>') return cb(null, value);
    log(err ? 'failed' : 'none');
    cb(err);`,
  ],
  [
    'an error that is kept',
    `const kept = () => log(String(err));
    if (!err) return kept(), cb(null, value);
    log('failed');
    cb(err);`,
  ],
  [
    'an error that is given to another',
    `if (!err) {
      log(String(err));
    }
    cb(err, value);`,
  ],
  [
    'another error in the place of it',
    `if (err || value === '<b>') return cb(err && new Error('none'));
    cb(null, value);`,
  ],
  [
    'what may not be the same twice',
    `if (err || value === '<b>') return cb(null, log('none'));
    cb(null, value);`,
  ],
  [
    'a function of the second branch that the first one calls',
    `if (!err) return told(), cb(null, value);
    function told() { log('told'); }
    told();
    cb(err);`,
  ],
];

describe('callbacks that go on first', () => {
  it.each(SAME)('are the same: %s', async (_, body, text, ways = BOTH) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(conversion.error).toBeUndefined();
    expect(conversion.source).toContain(text);
    expect(conversion.source).not.toContain('let err');
    for (const way of ways) {
      const before = await run(source, way);
      const after = await run(conversion.source, way);
      expect(comparable(after)).toEqual(comparable(before));
      expect(before.calls).toHaveLength(1);
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(CAPTURED)('keep an error as a value: %s', async (_, body) => {
    const source = `${HEAD}exports.run = function (key, cb) {
  store(key, (err, value) => {
    ${body}
  });
};\n`;
    const conversion = toAsync(source, { accept: 'result-is-no-promise' });
    expect(conversion.source).toContain('let err = null;');
    for (const way of [...BOTH, { args: ['b'] }]) {
      const before = await run(source, way);
      expect(comparable(await run(conversion.source, way))).toEqual(comparable(before));
    }
  });

  it('lay out functions of theirs that do the same', async () => {
    const source = `${HEAD}exports.run = (key, cb) => {
  store(key, (err, value) => {
    if (!err) return cb(null, value);
    const other = function (name, done) {
      store(name, (err, more) => {
        if (!err) return done(null, more);
        log('none');
        done(err);
      });
    };
    other('b', (err, more) => (err ? cb(err) : cb(null, { more })));
  });
};\n`;
    const { source: output } = toAsync(source);
    expect(output).toContain(`    } catch {
      const other = async function (name) {
        let more;
        try {
          more = await storeAsync(name);
        } catch (err) {
          log('none');
          throw err;
        }
        return more;
      };
      const more = await other('b');
      return { more };
    }
    return value;
`);
    for (const way of BOTH) {
      expect(comparable(await run(output, way))).toEqual(comparable(await run(source, way)));
    }
  });

  it.each([
    `if (!err) { log(value); cb(null, count); } else { log('failed'); cb(err); }`,
    `if (!err) return cb(null, count); log('failed'); cb(err);`,
    `if (err || value === '<b>') return cb(null, []); cb(null, count);`,
  ])('take several results as they come: %s', async (body) => {
    const source = `${HEAD}exports.run = function (key, cb) {
  store(key, (err, value, count) => { ${body} });
};\n`;
    const { changed, source: output } = toAsync(source);
    expect(changed).toBe(true);
    for (const way of [...BOTH, { args: ['b'] }]) {
      expect(comparable(await run(output, way))).toEqual(comparable(await run(source, way)));
    }
  });

  it('catch nothing that they throw themselves', async () => {
    const source = `${HEAD}exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (!err) {
      log(value.none.length);
      cb(null, value);
    } else {
      log('failed');
      cb(null, 'failed');
    }
  });
};\n`;
    const { calls, log } = await run(toAsync(source).source);
    expect(log).toEqual(['store a', 'callback']);
    expect(calls).toEqual([[expect.stringMatching(/^TypeError/u)]]);
  });
});
