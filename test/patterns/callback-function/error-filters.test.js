import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';

/**
 * Callbacks that end for some errors and go on without a result for others: a `catch` that asks what
 * the error is.
 */

/** @type {[string, string, string][]} */
const SAME = [
  [
    'that go on behind what they do with any',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    // Never mind
    if (err) log(err.message);
    store('b', (err, value) => {
      if (err) {
        log('b');
      }
      cb(null, value);
    });
  });
};`,
    `  } catch (err) {
    // Never mind
    log(err.message);
  }
  let value;
  try {
    value = await store('b');
  } catch {
    log('b');
  }
  return value;`,
  ],
  [
    'not, where the error is handed on later',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) log(err.message);
    cb(err, key);
  });
};`,
    '  if (err) log(err.message);',
  ],
  [
    'with what is said of the test',
    `exports.run = function (key, cb) {
  store(key, function (err) {
    // There already?
    if (err && err.message !== 'bad value') return cb(err); // no

    log('stored');
    cb(null, key);
  });
};`,
    `  try {
    await store(key);
  } catch (err) {
    // There already?
    if (err.message !== 'bad value') throw err; // no
  }

  log('stored');`,
  ],
  [
    'that hand the error on, with a result that may be missing',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err && (err.message === 'bad value' || key)) {
      log(err.message);
      return cb(err);
    }
    cb(null, Boolean(value));
  });
};`,
    `  } catch (err) {
    if (err.message === 'bad value' || key) {
      log(err.message);
      throw err;
    }
  }
  return Boolean(value);`,
  ],
  [
    'that only tell of it, on one line',
    `exports.run = function (key, cb) {
  store(key, (err) => { if (err && (key || 1) && err.message) log(err.message); cb(); });
};`,
    `  } catch (err) {
    if ((key || 1) && err.message) log(err.message);
  }`,
  ],
  [
    'within the branch of another error of that name',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      return store('other', (err) => {
        if (err && err.message) return cb(err);
        store(key, cb);
      });
    }
    cb(null, value);
  });
};`,
    `  } catch {
    try {
      await store('other');
    } catch (err) {
      if (err.message) throw err;
    }
    return store(key);
  }`,
  ],
  [
    'within the branch of another error of that name, where it stays a variable',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      return store(err.message, (err) => {
        if (err && err.message) return cb(err);
        cb(null, !err);
      });
    }
    cb(null, value);
  });
};`,
    `    let err1 = null;
    try {
      await store(err.message);
    } catch (error) {
      err1 = error;
    }
    if (err1 && err1.message) throw err1;
    return !err1;`,
  ],
  [
    'where a result has the name of the error around it',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      return store(err.message, (failed, err) => {
        if (failed) return cb(failed);
        cb(null, err.length);
      });
    }
    cb(null, value);
  });
};`,
    'const err1 = await store(err.message);',
  ],
  [
    'before all others, with what is said of both',
    `exports.run = function (key, cb) {
  store(key, function (err, value) {
    // Of no value
    if (err && err.message === 'none') return cb(null, []); // nothing

    // Of all others
    if (err) {
      // Told
      log(err.message);
      return cb(err); // on
    }
    cb(null, value);
  });
};`,
    `  } catch (err) {
    // Of no value
    if (err.message === 'none') return []; // nothing

    // Of all others
    // Told
    log(err.message);
    throw err; // on
  }
}`,
  ],
  [
    'before all others, on one line',
    `exports.run = function (key, cb) {
  store(key, (err, value) => { if (err && !key) return cb(null, []); if (err) { return cb(err); } cb(null, value); });
};`,
    `  } catch (err) {
    if (!key) return [];
    throw err;
  }
}`,
  ],
  [
    'before all others, within one that waits',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err && err.message) {
      log('again');
      return store('bad', (err) => {
        if (err && !key) return cb(new Error('none'));
        if (err)
          return cb(err);

        cb(null, key);
      });
    }
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    `  } catch (err) {
    if (err.message) {
      log('again');
      try {
        await store('bad');
      } catch (err) {
        if (!key) throw new Error('none');
        throw err;
      }

      return key;
    }
    throw err;
  }
}`,
  ],
  [
    'that another error or none takes the place of',
    `exports.run = function (key, cb) {
  const wrap = (given) => (key === 'bad' ? given : null);
  store(key, (err, value) => {
    if (err) return cb(wrap(err));
    log('first');
    store(value, (err) => {
      if (err) return cb(wrap(err));
      cb(null, key);
    });
  });
};`,
    `  } catch (err) {
    const error = wrap(err);
    if (error) throw error;
    return;
  }
  log('first');
  try {
    await store(value);
  } catch (err) {
    const error = wrap(err);`,
  ],
  [
    'that another error or none takes the place of, in the cases of a `switch`',
    `exports.run = function (key, cb) {
  const wrap = (given) => (key === 'bad' ? given : null);
  store('a', (err) => {
    if (err) return cb(err);
    switch (key) {
      case 'a':
        return cb(wrap(1));
      case 'bad':
        cb(wrap(2));
        return;
    }
    cb(null);
  });
};`,
    `    case 'a':
      const error = wrap(1);
      if (error) throw error;
      return;
    case 'bad':
      const error1 = wrap(2);`,
  ],
  [
    'not, where the test is one of the kind itself',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err && err.message === 'none') return cb(null, 1);
    if (err instanceof TypeError) return cb(err);
    cb(null, [Boolean(err), value]);
  });
};`,
    'if (err instanceof TypeError) throw err;',
  ],
  [
    'not, where the test begins with one of the kind',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err instanceof Error && err.message === 'bad value') return cb(err);
    cb(null, key);
  });
};`,
    "if (err instanceof Error && err.message === 'bad value') throw err;",
  ],
  [
    'where all else is in the other branch',
    `exports.run = function (key, cb) {
  store(key, function (err, value) {
    if (err) {
      // Told
      log(err.message);
      cb(err);
    } else {
      // Well
      log('stored');
      cb(null, value);
    }
  });
};`,
    `  } catch (err) {
    // Told
    log(err.message);
    throw err;
  }
  // Well
  log('stored');
  return value;`,
  ],
  [
    'where another test is in the other branch',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      log(err.message);
      cb(null, 0);
    }
    // or
    else if (value.length > 5) {
      cb(null, value);
    } else cb(new Error('short'));
  });
};`,
    `  } catch (err) {
    log(err.message);
    return 0;
  }
  if (value.length > 5) {
    return value;
  } else throw new Error('short');`,
  ],
  [
    'where both branches wait, without braces',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err)
      store('a', () => cb(err));
    else
      store(key, (err, value) => {
        if (err) { log('no'); cb(null, 0); }
        else cb(null, value);
      });
  });
};`,
    `  } catch (err) {
    await new Promise((resolve) => store('a', resolve));
    throw err;
  }
  let value;
  try {
    value = await store(key);
  } catch {
    log('no'); return 0;
  }
  return value;`,
  ],
  [
    'that are one of two, of which one is there',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    store('other', (otherErr) => {
      if (err || otherErr) return cb(err || otherErr);
      cb(null, key);
    });
  });
};`,
    'if (err || otherErr) throw err || otherErr;',
  ],
  [
    'where the other branch has names of its own',
    `exports.run = function (key, cb) {
  const list = [key];
  store(key, (err, value) => {
    if (err) {
      log(list.length);
      cb(err);
    } else {
      const list = [value];
      const { log, length = 1 } = { log: list };
      store(key, (err) => {
        if (err) {
          var length1 = err.message;
          return cb(null, length1);
        }
        cb(null, log.length + length);
      });
    }
  });
};`,
    `  const list1 = [value];
  const { log: log1, length = 1 } = { log: list1 };`,
  ],
  [
    'where the first of both branches has names of its own',
    `exports.run = function (key, cb) {
  const found = key;
  store(found, (err, value) => {
    if (!err) {
      const found = value;
      cb(null, found);
    } else cb(err);
  });
};`,
    `  const found1 = value;
  return found1;`,
  ],
  [
    'that a function of the callback hands on',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      log('no');
      return fail();
    }
    cb(null, value);
    function fail() {
      cb(err);
    }
  });
};`,
    `    err = error;
  }`,
  ],
  [
    'with all that is said in the test',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (
      err &&
      // Of no value
      (err.message === 'none' ||
        // or none at all
        !key)
    ) {
      return cb(null, []);
    }
    if (err) { // All others
      log(err.message);
      return cb(err);
    }
    cb(null, value);
  });
};`,
    `    if (
      // Of no value
      err.message === 'none' ||
      // or none at all
      !key
    ) {
      return [];
    }
    // All others
    log(err.message);`,
  ],
  [
    'with what is set in the test, and what is said behind the last',
    `exports.run = function (key, cb) {
  let told;
  store(key, (err, value) => {
    if (err && (told = !key)) return cb(null, told);
    if (err) // all others
      return cb(err);
    cb(null, value);
  });
};`,
    `    if ((told = !key)) return told;
    // all others
    throw err;`,
  ],
  [
    'with what is said at the end of the callback and behind it',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) {
      log('no');
      return cb(err);
    }
    cb();
    // Within
  }); // Behind
};`,
    `  // Within
  // Behind
}`,
  ],
  [
    'where a branch without braces waits before another',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value === '<b>')
      store(value, cb);
    else if (value)
      store('x', (err) => {
        if (err) return cb(err);
        cb(null, key);
      });
    else cb();
  });
};`,
    `  else if (value) {
    await store('x');
    return key;
  } else return;`,
  ],
  [
    'where the last branch hides what the tests before it read',
    `exports.run = function (key, cb) {
  const message = 'bad value';
  store(key, (err, value) => {
    if (err && err.message !== message) return cb(null, message);
    if (err) {
      const message = err.name;
      return cb(new Error(message));
    }
    cb(null, value);
  });
};`,
    `    const message1 = err.name;
    throw new Error(message1);`,
  ],
  [
    'where the branch hides them',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      const err = new Error('other');
      return cb(err);
    }
    cb(null, value);
  });
};`,
    `  if (err) {
    const err = new Error('other');
    throw err;
  }`,
  ],
  [
    'that arrow functions without braces hand on',
    `exports.run = function (key, cb) {
  const fail = (err) =>
    // Told
    cb(err);
  const end = (value) => cb(null, value);
  const none = () => cb(new Error('none'));
  store(key, (err, value) => {
    if (err && err.message) return fail(err);
    if (err) return none();
    end(value);
  });
};`,
    `  const fail = async (err) => {
    // Told
    if (err) throw err;
  };
  const end = async (value) => {
    return value;
  };
  const none = async () => {
    throw new Error('none');
  };`,
  ],
];

/** Where nothing stands beside an error any more, and nothing where there was `undefined`. */
/** @type {[string, string, string][]} */
const ENDING = [
  [
    'that go on behind what they do with some, which may end there',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) {
      log(err.message);
      if (key !== 'bad') return cb(err);
    }
    store('b', cb);
  });
};`,
    `  } catch (err) {
    log(err.message);
    if (key !== 'bad') throw err;
  }
  return store('b');`,
  ],
  [
    'that hand any on behind what they do with it',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) log(err.message);
    cb(err, value);
  });
};`,
    `  } catch (err) {
    log(err.message);
    throw err;
  }
  return value;`,
  ],
  [
    'that hand any on behind what they do with it, in a block',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) { // Told
      log(err.message);
      // Behind
    }
    return cb(err);
  });
};`,
    `  } catch (err) {
    // Told
    log(err.message);
    // Behind
    throw err;
  }
}`,
  ],
  [
    'that hand all others on, with the value if there is one',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err && err.message === 'none') return cb(null, 0);
    if (err && key === 'bad') log('bad');
    cb(err, value);
  });
};`,
    `  } catch (err) {
    if (err.message === 'none') return 0;
    if (key === 'bad') log('bad');
    throw err;
  }
  return value;`,
  ],
  [
    'that hand all others on, behind the last `else`',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err && (err.message === 'none' || key === 'c'))
      store('other', cb)
    else if (err && err.message === 'no')
      cb(new Error('other'))
    else
      cb(err)
  });
};`,
    `  } catch (err) {
    if (err.message === 'none' || key === 'c')
      return store('other')
    if (err.message === 'no')
      throw new Error('other')
    throw err;
  }
}`,
  ],
  [
    'before all others, which an `else` tells from them',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err && err.message === 'none') return cb(null, []);
    else if (err) return cb(err);
    cb(null, value);
  });
};`,
    `  } catch (err) {
    if (err.message === 'none') return [];
    throw err;
  }
}`,
  ],
  [
    'before all others, with all that is said between them',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    // 1
    if (err && err.message === 'none') { // 2
      // 3
      cb(null, []);
      // 4
    } // 5
    // 6
    else if (err && key === 'c') cb(err); // 7
    else if (err && !key) // 8
      cb(); // 9
    else if (err) { // 10
      log(err.message);
      cb(err)
    } else { // 11
      // 12
      cb(null, value);
    } // 13
  });
};`,
    `    // 1
    if (err.message === 'none') { // 2
      // 3
      return [];
      // 4
    } // 5
    // 6
    if (key === 'c') throw err; // 7
    if (!key) // 8
      return; // 9
    // 10
    log(err.message);
    throw err
  } // 11
  // 12
  return value;`,
  ],
  [
    'that wait themselves, without braces',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err && key === 'bad') store('b', (err) => { if (err) return cb(err); cb(null, 1); }); // 1
    else if (err)
      store('c', (err) => { if (err) return cb(err); cb(null, 2); });
    else
      store('d', (err) => { if (err) return cb(err); cb(null, 3); });
  });
};`,
    `    if (key === 'bad') {
      await store('b');
      return 1;
    } // 1
    await store('c');
    return 2;
  }
  await store('d');
  return 3;`,
  ],
  [
    'with lines of their own, without braces',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err && key === 'c') return cb();
    if (err)
      return cb(null, {
        key,
      });
    cb(null, 2);
  });
};`,
    `    if (key === 'c') return;
    return {
      key,
    };
  }`,
  ],
  [
    'of which the last waits, without braces',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err && key === 'bad')
      return store('b', (err) => { if (err) return cb(err); cb(null, 1); });
    cb(null, 2);
  });
};`,
    `  } catch (err) {
    if (key === 'bad') {
      await store('b');
      return 1;
    }
  }
  return 2;`,
  ],
  [
    'where another error may be handed on, without braces',
    `exports.run = function (key, cb) {
  const other = key === 'bad' ? new Error('other') : null;
  store('bad', (err) => {
    if (err && key === 'a')
      cb(other);
    else if (err)
      // told
      cb(err && other);
    else
      cb(other);
  });
};`,
    `    if (key === 'a') {
      if (other) throw other;
      return;
    }
    // told
    const error = err && other;
    if (error) throw error;
    return;
  }
  if (other) throw other;`,
  ],
  [
    'before the last `else`, on one line',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err && key !== 'bad') cb(err); else cb(null, Boolean(value));
  });
};`,
    `  } catch (err) {
    if (key !== 'bad') throw err;
  }
  return Boolean(value);`,
  ],
  [
    'of which some go on',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    // 1
    if (err && key === 'bad') { // 2
      log('bad');
    } // 3
    else if (err && key) return cb(err); // 4
    else if (err) { // 5
      log('none'); // 6
    } // 7
    store('b', cb);
  });
};`,
    `    // 1
    if (key === 'bad') { // 2
      log('bad');
    } // 3
    else if (key) throw err; // 4
    else { // 5
      log('none'); // 6
    } // 7
  }
`,
  ],
];

describe('errors of some kind', () => {
  it.each(SAME)('are caught %s', async (_, body, text) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(conversion.source.replaceAll('storeAsync', 'store')).toContain(text);
    for (const args of [['a'], ['bad']]) {
      expect(await run(conversion.source, { args })).toEqual(await run(source, { args }));
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(ENDING)('are caught %s', async (_, body, text) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(conversion.source.replaceAll('storeAsync', 'store')).toContain(text);
    expect(conversion.source).not.toContain('let err');
    for (const args of [['a'], ['c'], ['bad']]) {
      const before = comparable(await run(source, { args }));
      expect(comparable(await run(conversion.source, { args }))).toEqual(before);
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it('are none any more where the test takes them away', () => {
    const { source, sites } = toAsync(`${HEAD}exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err && ((err = null), key)) return cb(err);
    cb(null, key);
  });
};
`);
    expect(source).toContain('if (err) throw err;');
    expect(sites.at(-1)?.assumes).toContain('callback-arguments');
  });
});

it.each([
  [
    {},
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if /* 1 */ (/* 2 */ err /* 3 */ && /* 4 */ (/* 5 */ err.message === 'none' /* 6 */)) /* 7 */ return cb(null, []); /* 8 */
    if /* 9 */ (/* 10 */ err /* 11 */) /* 12 */ { // 13
      // 14
      return cb(err); // 15
    } /* 16 */
    cb(null, value);
  });
};`,
  ],
  [
    {},
    `exports.run = function (key, cb) {
  store(key, onstore);
  function onstore(/* 1 */ err /* 2 */, // 3
    value) {
    if (err) return cb(err);
    cb(null, value);
  }
};`,
  ],
  [
    {},
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    (function next(i) {
      if (i > 2) return cb(null, i);
      store(key, (err) => {
        if (err) return cb(err);
        next(i + 1);
      });
    } /* 1 */)(/* 2 */ 0 /* 3 */) /* 4 */;
  });
};`,
  ],
  [
    {},
    `exports.run = function (key, cb) {
  load((err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
function load(cb /* 1 */,) {
  store('x', cb);
}`,
  ],
  [
    { api: 'async' },
    `exports.run = function (key /* 1 */, /* 2 */ cb /* 3 */) { /* 4 */ store(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
])('keeps what is said anywhere, with %s', (options, body) => {
  const { source, changed } = toAsync(`${HEAD}${body}\n`, options);
  expect(changed).toBe(true);
  const said = (/** @type {string} */ text) => text.match(/\/[*/] \d+/gu)?.sort();
  expect(said(source)).toEqual(said(body));
});
