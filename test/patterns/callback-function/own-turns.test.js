import { format } from 'prettier';
import { describe, expect, it } from 'vitest';

import { A_FEW, growthOf } from './held-memory.js';
import { HEAD, comparable, run, toAsync } from './run.js';

/**
 * Functions that end by calling themselves, with the callback that they were given.
 */

/** @typedef {NonNullable<Parameters<typeof run>[1]>} Way */

/** @type {() => Way[]} Made anew for each run: programs change their lists. */
const LISTS = () => [{ args: [['a', 'b', 'c']] }, { args: [['bad', 'a']] }, { args: [[]] }];

/** @type {() => Way[]} */
const COUNTS = () => [{ args: [3] }, { args: [0] }];

/** @type {[string, string, string[], (() => Way[])?][]} A name, the code, what stands in the output. */
const LOOPS = [
  [
    'a queue',
    `function run(list, cb) {
  if (list.length === 0) {
    setImmediate(cb, null, 'empty');
    return;
  }
  store(list.shift(), (err, value) => {
    if (err) return cb(err);
    log(value);
    run(list, cb);
  });
}`,
    ['for (;;) {\n    if (list.length === 0)', '    log(value);\n  }\n}'],
  ],
  [
    'a retry',
    `function run(count, cb) {
  store(count > 0 ? 'bad' : 'good', (err, value) => {
    if (err) {
      log(err.message + count);
      return run(count - 1, cb);
    }
    cb(null, value);
  });
}`,
    ['return await storeAsync(', 'count -= 1;\n    }\n  }'],
    COUNTS,
  ],
  [
    'a poll with a timer, and a callback that has a name',
    `function run(count, cb) {
  store(count, onStored);

  function onStored(err, value) {
    if (err) return cb(err);
    if (count === 0) return cb(null, value);
    setTimeout(function () {
      run(count - 1, cb);
    }, 1);
  }
}`,
    ['for (;;) {', 'count -= 1;\n  }'],
    COUNTS,
  ],
  [
    'what says where it goes on, with its comments',
    `const run = (count, cb) => {
  // first
  store(count, (err, value) => {
    if (err) return cb(err);
    if (count > 1) {
      // again
      run(count / 2, cb); // half of it
    } else {
      cb(null, value);
    }
    // last
  });
};`,
    [
      '// again\n        count = count / 2;\n        continue; // half of it',
      '// first',
      '// last',
    ],
    () => [{ args: [5] }, { args: [1] }],
  ],
  [
    'options that may be left out',
    `function run(list, options, cb) {
  if (typeof options === 'function') {
    cb = options;
    options = {};
  }
  options = options || {};
  store(list[options.at || 0], (err, value) => {
    if (err) return cb(err);
    log(value);
    list.shift();
    if (list.length === 0) return cb(null, 'done');
    run(list, options, cb);
  });
}`,
    ['async function runAsync(list, options) {\n  for (;;) {\n    options = options || {};'],
    () => [{ args: [['a', 'b']] }, { args: [['a', 'b', 'bad'], { at: 1 }] }],
  ],
  [
    'branches without braces',
    `function run(count, cb) {
  store(count, (err, value) => {
    if (err) return cb(err);
    log(value);
    if (count > 4) run(count - 3, cb);
    else if (count > 2) run(count - 1, cb);
    else if (count === 2) run(0, cb);
    else cb(null, value);
  });
}`,
    ['} else if (count > 2) {', '} else return value;'],
    () => [{ args: [9] }, { args: [1] }],
  ],
  [
    'some of its calls of itself',
    `function run(list, cb) {
  store(list.shift(), (err, value) => {
    if (err) return cb(err);
    for (const each of list) {
      if (each === 'again') return run(list, cb);
    }
    if (list.length > 0) return run(list, cb);
    cb(null, value);
  });
}`,
    ['return runAsync(list);', 'continue;'],
    () => [{ args: [['a', 'b', 'again', 'c']] }, ...LISTS()],
  ],
];

/** @type {[string, string, (() => Way[])?][]} */
const RECURSIONS = [
  [
    'what keeps a parameter',
    `const kept = [];
function run(count, cb) {
  kept.push(() => count);
  store(count, (err) => {
    if (err) return cb(err);
    if (count === 0) return cb(null, kept.map((each) => each()).join());
    run(count - 1, cb);
  });
}`,
    COUNTS,
  ],
  [
    'parameters that change places',
    `function run(list, other, cb) {
  store(list.length, (err) => {
    if (err) return cb(err);
    if (list.length === 0) return cb(null, other.length);
    run(other, list.slice(1), cb);
  });
}`,
    () => [{ args: [['a'], ['b', 'c']] }],
  ],
  [
    'a variable that each call begins without',
    `function run(count, cb) {
  var found;
  store(count, (err, value) => {
    if (err) return cb(err);
    log(String(found));
    found = value;
    if (count === 0) return cb(null, found);
    run(count - 1, cb);
  });
}`,
    COUNTS,
  ],
  [
    'what it is called on',
    `function run(count, cb) {
  log(String(this === undefined || this === globalThis));
  store(count, (err, value) => {
    if (err) return cb(err);
    if (count === 0) return cb(null, value);
    run(count - 1, cb);
  });
}`,
    COUNTS,
  ],
  [
    'a parameter that an error has the name of',
    `function run(left, err, cb) {
  if (!left) return process.nextTick(cb, null, String(err));
  store('bad', (err, value) => {
    if (err) return run(left - 1, err, cb);
    cb(null, value);
  });
}`,
    () => [{ args: [2, null] }, { args: [0, null] }],
  ],
  [
    'a parameter that a block declares anew',
    `function run(key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value.length < 9) {
      let key = value;
      return run(key, cb);
    }
    cb(null, value);
  });
}`,
    () => [{ args: ['a'] }],
  ],
  [
    'a default that each call takes again',
    `const noop = () => {};
function run(count, tag, cb) {
  tag = tag || 'default';
  cb = cb || noop;
  store(count, (err) => {
    if (err) return cb(err);
    if (count === 0) return cb(null, tag);
    tag = '';
    run(count - 1, tag, cb);
  });
}`,
    () => [{ args: [1, 'x'] }],
  ],
  [
    'a default that is set meanwhile',
    `let usual = '';
function run(count, tag, cb) {
  if (typeof tag === 'function') {
    cb = tag;
    tag = '';
  }
  tag = tag || usual;
  cb = cb || log;
  store(count, (err) => {
    if (err) return cb(err);
    if (count === 0) return cb(null, tag);
    usual = 'usual';
    run(count - 1, tag, cb);
  });
}`,
    () => [{ args: [1, ''] }, { args: [1] }],
  ],
  [
    'a function that a block declares for what follows',
    `function run(count, cb) {
  store(count, (err) => {
    if (err) return cb(err);
    if (count === 1) {
      function helper() {}
    }
    if (count === 0) return cb(null, typeof helper);
    run(count - 1, cb);
  });
}`,
    () => [{ args: [1] }],
  ],
  [
    'options that a later call takes for its callback',
    `function run(count, options, cb) {
  if (typeof options === 'function') {
    cb = options;
    options = (err) => log('options called');
  }
  store(count, (err, value) => {
    if (err) return cb(err);
    if (count === 0) return cb(null, value);
    run(0, options, cb);
  });
}`,
    COUNTS,
  ],
];

/**
 * @param {string} body
 * @param {() => Way[]} ways
 * @param {Record<string, unknown>} [options]
 * @returns {Promise<string>} What it converts to.
 */
async function compare(body, ways, options) {
  const text = `${HEAD}${body}\n\nmodule.exports = { run };\n`;
  const source = await format(text, { parser: 'babel', singleQuote: true });
  const conversion = toAsync(source, options);
  expect(conversion.sites.map(({ status }) => status)).toEqual(['converted']);
  for (const [index] of ways().entries()) {
    const [before, after] = [
      await run(source, ways()[index]),
      await run(conversion.source, ways()[index]),
    ];
    expect(comparable(after)).toEqual(comparable(before));
  }
  expect(await format(conversion.source, { parser: 'babel', singleQuote: true })).toBe(
    conversion.source,
  );
  expect(toAsync(conversion.source, options).changed, 'a second run').toBe(false);
  return conversion.source;
}

describe('functions that end by calling themselves', () => {
  it.each(LOOPS)('become loops: %s', async (_, body, parts, ways = LISTS) => {
    const source = await compare(body, ways);
    for (const part of parts) {
      expect(source).toContain(part);
    }
  });

  it.each(RECURSIONS)('stay functions: %s', async (_, body, ways = LISTS) => {
    expect(await compare(body, ways)).not.toContain('for (;;)');
  });

  it('become loops where all wait for their promise', () => {
    const { source } = toAsync(
      `${HEAD}function poll(cb) {
  fs.stat('file', (err, stats) => {
    if (err) return cb(err);
    if (stats.size > 0) return cb(null, stats.size);
    setTimeout(() => poll(cb), 100);
  });
}
`,
      { api: 'async' },
    );
    expect(source).toContain(`async function poll() {
  for (;;) {
    const stats = await fs.promises.stat('file');
    if (stats.size > 0) return stats.size;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}`);
  });

  it('keep nothing of the turns that are over', async () => {
    const { source } = toAsync(
      `exports.run = poll;
function poll(left, step, cb) {
  step(left, (err) => {
    if (err) return cb(err);
    if (left === 0) return cb(null);
    poll(left - 1, step, cb);
  });
}
`,
      { api: 'async', accept: 'timing-unobservable' },
    );
    expect(await growthOf(source)).toBeLessThan(A_FEW);
  });
});
