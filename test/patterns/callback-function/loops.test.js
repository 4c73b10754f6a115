import { format } from 'prettier';
import { describe, expect, it } from 'vitest';

import { A_FEW, growthOf } from './held-memory.js';
import { HEAD, run, toAsync } from './run.js';

/**
 * Functions that do one thing after the other by calling themselves.
 */

const ACCEPT = { accept: 'timing-unobservable' };

/** @typedef {NonNullable<Parameters<typeof run>[1]>} Way */

/** @type {() => Way[]} Made anew for each run: programs change their lists. */
const LISTS = () => [
  { args: [[]] },
  { args: [['a', 'b', 'c']] },
  { args: [['a', 'bad', 'c']] },
  { args: [['bad']] },
  { args: [undefined] },
];

/** @type {[string, string, string, (() => Way[])?][]} */
const LOOPS = [
  [
    'a list',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  const out = [];
  function next(i) {
    if (i >= list.length) return cb(null, out);
    store(list[i], function (err, value) {
      if (err) return cb(err);
      out.push(value);
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
  [
    'a list with a function that is hoisted',
    'for (let i = 0; i !== list.length; i++) {',
    `exports.run = function (list, cb) {
  const out = [];
  next(0);

  function next(i) {
    if (i === list.length) {
      return cb(null, out);
    }

    store(list[i], (err, value) => {
      if (err) {
        return cb(err);
      }
      out.push(value);
      next(i + 1);
    });
  }
};`,
  ],
  [
    'a list from its end',
    'for (let i = list.length - 1; ; i -= 1) {',
    `exports.run = function (list, cb) {
  const out = [];
  const next = (i) => {
    if (i < 0) return cb(null, out);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      out.push(value);
      next(i - 1);
    });
  };
  next(list.length - 1);
};`,
  ],
  [
    'every second of a list',
    'for (let i = 0; i < list.length; i += 2) {',
    `exports.run = function (list, cb) {
  const out = [];
  (function next(i) {
    if (i >= list.length) return cb(null, out);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      out.push(value);
      next(i + 2);
    });
  })(0);
};`,
  ],
  [
    'a list with a function that has its name twice',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  const out = [];
  var next = function next(i) {
    if (i >= list.length) return cb(null, out);
    store(list[i], function (err, value) {
      if (err) return cb(err);
      out.push(value);
      next(i + 1);
    });
  };
  next(0);
};`,
  ],
  [
    'a queue with a function that has another name inside',
    'while (list.length !== 0) {',
    `exports.run = function (list, cb) {
  const start = function again(err) {
    if (err) return cb(err);
    if (list.length === 0) return cb(null, list);
    store(list.pop(), again);
  };
  start();
};`,
  ],
  [
    'a queue',
    'for (;;) {',
    `exports.run = function (list, cb) {
  const queue = list.slice();
  (function next() {
    const item = queue.shift();
    if (!item) return cb();
    log('takes ' + item);
    store(item, function (err) {
      if (err) return cb(err);
      next();
    });
  })();
};`,
  ],
  [
    'a list that grows and shrinks meanwhile',
    'while (list.length) {',
    `exports.run = function (list, cb) {
  let count = 0;
  (function next() {
    if (!list.length) return cb(null, count);
    const item = list.pop();
    store(item, (err, value) => {
      if (err) return cb(err);
      if (count++ < 3) list.unshift('more', 'and more');
      log(value);
      next();
    });
  }());
};`,
  ],
  [
    'a function that is its own callback',
    'while (i !== list.length) {',
    `exports.run = function (list, cb) {
  let i = 0;
  function loop(err) {
    if (err) return cb(err);
    if (i === list.length) return cb();
    i++;
    store(list[i - 1], loop);
  }
  loop();
};`,
  ],
  [
    'a function that is its own callback, and gets a result',
    'for (let value; ;) {',
    `exports.run = function (list, cb) {
  let i = 0;
  function loop(err, value) {
    if (err) return cb(err);
    log('got ' + value);
    if (i === list.length) return cb(null, value);
    store(list[i++], loop);
  }
  loop();
};`,
  ],
  [
    'a function that is its own callback on some ways',
    'for (;;) {',
    `exports.run = function (list, cb) {
  let i = 0;
  function loop(err) {
    if (err) return cb(err);
    const item = list[i++];
    if (item === undefined) return cb(null, i);
    if (item === 'b') return store('instead', loop);
    log('takes ' + item);
    store(item, loop);
  }
  loop(null);
};`,
  ],
  [
    'retries',
    'for (let left = 2; ; left--) {',
    `exports.run = function (list, cb) {
  let at = 0;
  function attempt(left) {
    store(list[at++], (err, value) => {
      if (err && left > 0) return attempt(left - 1);
      if (err) return cb(err);
      cb(null, value);
    });
  }
  attempt(2);
};`,
    () => [
      { args: [['a']] },
      { args: [['bad', 'b']] },
      { args: [['bad', 'bad', 'c']] },
      { args: [['bad', 'bad', 'bad', 'd']] },
    ],
  ],
  [
    'retries that wait longer each time',
    'for (let left = 2, delay = 1; ; left--, delay *= 2) {',
    `exports.run = function (list, cb) {
  let at = 0;
  function attempt(left, delay) {
    store(list[at++], (err, value) => {
      if (err) {
        if (left === 0) return cb(err);
        log('again after ' + delay);
        return setTimeout(() => attempt(left - 1, delay * 2), delay);
      }
      cb(null, value);
    });
  }
  attempt(2, 1);
};`,
    () => [
      { args: [['a']] },
      { args: [['bad', 'bad', 'c']] },
      { args: [['bad', 'bad', 'bad', 'd']] },
    ],
  ],
  [
    'turns that end in several places',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  const out = [];
  function next(i) {
    if (i >= list.length) return cb(null, out);
    if (list[i] === 'b') return next(i + 1);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      switch (value) {
        case '<a>':
          log('a');
          return next(i + 1);
        case '<stop>':
          return cb(null, 'stopped');
        default:
          log('other');
      }
      if (value.length > 3) {
        out.push(value);
        next(i + 1);
      } else {
        next(i + 1);
      }
    });
  }
  next(0);
};`,
    () => [...LISTS(), { args: [['a', 'long', 'b', 'x', 'stop', 'y']] }],
  ],
  [
    'what one turn hands to the next',
    'for (let i = 0, sum = 0; i < list.length;) {',
    `exports.run = function (list, cb) {
  function next(i, sum) {
    if (i >= list.length) return cb(null, list);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      if (value === '<b>') return next(i + 2, sum);
      log(value + sum);
      next(i + 1, sum + value.length);
    });
  }
  next(0, 0);
};`,
  ],
  [
    'what was given last',
    'for (let i = 0, last = null; ;) {',
    `exports.run = function (list, cb) {
  function next(i, last) {
    if (i === list.length) return cb(null, last);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      next(i + 1, value);
    });
  }
  next(0, null);
};`,
  ],
  [
    'functions that keep the number of their turn',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  const late = [];
  function next(i) {
    if (i >= list.length) return cb(null, late.map((each) => each()));
    const name = list[i];
    late.push(() => i + name);
    store(name, (err, value) => {
      if (err) return cb(err);
      late.push(() => i + value);
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
  [
    'an error of the first wait, and one behind all turns',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  store('first', (err, first) => {
    if (err) return cb(err);
    (function next(i) {
      if (i >= list.length) return finish(first);
      store(list[i], (err) => {
        if (err) return cb(err);
        next(i + 1);
      });
    })(0);
  });
  function finish(first) {
    store('last', (err, last) => {
      if (err) return cb(err);
      cb(null, first + last);
    });
  }
};`,
    () => LISTS().slice(0, 4),
  ],
  [
    'a loop within a loop',
    'for (let j = 0; j < 2; j++) {',
    `exports.run = function (list, cb) {
  (function next(i) {
    if (i >= list.length) return cb(null, i);
    (function inner(j) {
      if (j >= 2) return next(i + 1);
      store(list[i], (err, value) => {
        if (err) return cb(err);
        log(value + j);
        inner(j + 1);
      });
    })(0);
  })(0);
};`,
  ],
  [
    'a variable that each turn declares',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb();
    var item = list[i];
    store(item, function (err, value) {
      if (err) return cb(err);
      var both = item + value;
      log(both);
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
  [
    'a turn that is put off',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb(null, 'all');
    store(list[i], (err, value) => {
      if (err) return cb(err);
      log(value);
      setImmediate(() => next(i + 1));
    });
  }
  next(0);
};`,
  ],
  [
    'a turn that fails to parse',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb(null, 'all');
    store(list[i], (err, value) => {
      if (err) return cb(err);
      try {
        JSON.parse(value.length > 3 ? '{' : '{}');
      } catch (error) {
        log(error.name);
        return next(i + 1);
      }
      log('parsed');
      next(i + 1);
    });
  }
  next(0);
};`,
    () => [...LISTS(), { args: [['long', 'b', 'long']] }],
  ],
  [
    'what is asked for until it is there',
    'for (;;) {',
    `exports.run = function (list, cb) {
  (function poll() {
    store(list.shift(), (err, value) => {
      if (err) return cb(err);
      if (value === '<c>') return cb(null, list);
      if (value === '<b>') return process.nextTick(poll);
      setTimeout(poll, 1);
    });
  })();
};`,
    () => [{ args: [['a', 'b', 'a', 'b', 'c', 'd']] }, { args: [['a', 'bad', 'c']] }],
  ],
  [
    'turns that only the next tick comes between',
    'while (list.length !== 0) {',
    `exports.run = function (list, cb) {
  process.nextTick(() => list.splice(1));
  (function next() {
    if (list.length === 0) return cb(null, list);
    log(list.pop());
    process.nextTick(() => next());
  })();
};`,
    () => [{ args: [['a', 'b', 'c', 'd']] }, { args: [[]] }],
  ],
  [
    'comments and an exit of several lines',
    'for (let i = 0; ; i++) {',
    `exports.run = function (list, cb) {
  const out = [];
  // Walks the list.
  function next(i) {
    // All is done.
    if (i >= list.length) {
      // Tells how many.
      return cb(null, {
        out,
        size: out.length,
      });
    }
    // One more.
    store(list[i], (err, value) => {
      if (err) return cb(err);
      out.push(value); // keeps it
      // Goes on.
      next(i + 1); // with the next
    });
  }
  // Starts.
  next(0);
};`,
  ],
  [
    'a name that a function beside it uses for another thing',
    'for (;;) {',
    `exports.run = function (list, cb) {
  list = list.map(function (item) {
    return item + item;
  });
  deleteItem();
  function deleteItem() {
    var item = list.pop();
    if (!item) return cb();
    store(item, (err) => {
      if (err) return cb(err);
      deleteItem();
    });
  }
};`,
  ],
  [
    'an exit of several lines',
    'for (let i = 0; i < list.length; i++) {',
    `exports.run = function (list, cb) {
  const out = [];
  function next(i) {
    if (i >= list.length) {
      return cb(null, {
        out,
        size: out.length,
      });
    }

    store(list[i], (err, value) => {
      if (err) return cb(err);
      out.push(value);
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
];

/** @type {[string, string, (() => Way[])?][]} What has to stay a function, and still converts. */
const RECURSIONS = [
  [
    'a parameter that a block declares anew',
    `exports.run = function (list, cb) {
  function next(i) {
    store(list[i], (err, value) => {
      if (err) return cb(err);
      if (i < 2) {
        const i = value.length;
        return next(i + 3);
      }
      cb(null, value);
    });
  }
  next(0);
};`,
    () => [{ args: [['a', 'b', 'c']] }],
  ],
  [
    'a parameter that an error has the name of',
    `exports.run = function (list, cb) {
  function again(err) {
    store(err, (err, value) => {
      if (err) return again(err.message);
      cb(null, value);
    });
  }
  again('bad');
};`,
    () => [{ args: [['a']] }],
  ],
  [
    'a name that a function beside it reads from further out',
    `let item = 'far';
exports.run = function (list, cb) {
  const far = () => log(item);
  deleteItem();
  function deleteItem() {
    far();
    var item = list.pop();
    if (!item) return cb();
    store(item, (err) => {
      if (err) return cb(err);
      deleteItem();
    });
  }
};`,
  ],
  [
    'a function with two names that is started twice',
    `exports.run = function (list, cb) {
  const out = [];
  const next = function own(i) {
    if (i >= list.length) return cb(null, out);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      out.push(value);
      own(i + 1);
    });
  };
  if (list.length > 2) return next(1);
  next(0);
};`,
  ],
  [
    'two loops, one behind the other',
    `exports.run = function (list, cb) {
  const out = [];
  one(0);
  function one(i) {
    if (i >= list.length) return two(0);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      out.push(value);
      one(i + 1);
    });
  }
  function two(j) {
    if (j >= list.length) return cb(null, out);
    store(list[j], (err, value) => {
      if (err) return cb(err);
      out.push(value);
      two(j + 1);
    });
  }
};`,
  ],
  [
    'what a function keeps that outlives the turn is changed by the next',
    `exports.run = function (list, cb) {
  const late = [];
  const call = (each) => each();
  function next(i, last) {
    if (i >= list.length) return cb(null, late.map(call));
    late.push(() => last + i);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      next(i + 1, value);
    });
  }
  next(0, '');
};`,
  ],
  [
    'a var that keeps nothing from turn to turn',
    `exports.run = function (list, cb) {
  function next(i) {
    var seen;
    if (i >= list.length) return cb();
    store(list[i], (err, value) => {
      if (err) return cb(err);
      log(seen + value);
      seen = value;
      log(seen);
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
  [
    'a var that is made of itself',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb();
    var count = (count || 0) + 1;
    log(count);
    store(list[i], (err) => {
      if (err) return cb(err);
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
  [
    'a var that a function of the turn keeps',
    `exports.run = function (list, cb) {
  const late = [];
  const call = (each) => each();
  function next(i) {
    if (i >= list.length) return cb(null, late.map(call));
    var item = list[i];
    late.push(function () { return item; });
    store(item, (err) => {
      if (err) return cb(err);
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
  [
    'a var of the name of one outside',
    `exports.run = function (list, cb) {
  var item = 'outside';
  function next(i) {
    if (i >= list.length) return cb(null, i);
    var item = list[i];
    store(item, (err) => {
      if (err) return cb(err);
      next(i + 1);
    });
  }
  store(item, (err) => {
    if (err) return cb(err);
    log(item);
    next(0);
  });
};`,
    () => LISTS().slice(0, 4),
  ],
  [
    'values that change places',
    `exports.run = function (list, cb) {
  function next(one, other) {
    if (other > 20) return cb(null, one);
    store(list[one % 3], (err, value) => {
      if (err) return cb(err);
      log(value + one + other);
      next(other, one + other);
    });
  }
  next(1, 1);
};`,
    () => [{ args: [['a', 'b', 'c']] }, { args: [['a', 'b', 'bad']] }],
  ],
  [
    'turns that start from two places',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb(null, i);
    store(list[i], (err) => {
      if (err) return cb(err);
      next(i + 1);
    });
  }
  store('first', (err, first) => {
    if (err) return cb(err);
    if (first === '<x>') return next(0);
    next(1);
  });
};`,
    () => LISTS().slice(0, 4),
  ],
  [
    'turns that a loop of their own goes on with',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb(null, i);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      for (const letter of value) {
        if (letter === 'b') return next(i + 2);
      }
      next(i + 1);
    });
  }
  next(0);
};`,
  ],
  [
    'a name that means something else at the start',
    `exports.run = function (list, cb) {
  const i = 1;
  function next(i) {
    if (i >= list.length) return cb(null, i);
    store(list[i], (err) => {
      if (err) return cb(err);
      next(i + 1);
    });
  }
  next(i);
};`,
  ],
  [
    'a function within that calls itself, too',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb(null, i);
    store(list[i], onStored);
    function onStored(err, value) {
      if (err) return cb(err);
      log(value);
      next(i + 1);
    }
  }
  next(0);
};`,
  ],
  [
    'more values than parameters',
    `exports.run = function (list, cb) {
  function next(i) {
    if (i >= list.length) return cb(null, i);
    store(list[i], (err, value) => {
      if (err) return cb(err);
      next(i + 1, log(value));
    });
  }
  next(0);
};`,
  ],
];

/**
 * @param {string} body
 * @param {() => Way[]} ways
 * @param {(text: string) => void} look
 */
async function compare(body, ways, look) {
  const source = await format(`${HEAD}${body}\n`, { parser: 'babel', singleQuote: true });
  const conversion = toAsync(source, ACCEPT);
  expect(conversion.sites.map(({ status }) => status)).toEqual(['converted']);
  look(conversion.source);
  for (const [index] of ways().entries()) {
    const [before, after] = [
      await run(source, ways()[index]),
      await run(conversion.source, ways()[index]),
    ];
    // What throws at once is uncaught later where callers do not mind when.
    if (before.thrown === undefined) {
      expect({ ...after, when: '' }).toEqual({ ...before, when: '' });
    } else {
      expect(after.calls).toHaveLength(1);
      expect(String(after.calls[0])).toBe(before.thrown);
    }
  }
  expect(await format(conversion.source, { parser: 'babel', singleQuote: true })).toBe(
    conversion.source,
  );
  expect(toAsync(conversion.source, ACCEPT).changed, 'a second run').toBe(false);
}

describe('functions that call themselves', () => {
  it.each([
    ['a second result', 'several-results', '(err, value, size)', 'log(value + size);'],
    ['all results', 'several-results', '(err, ...values)', 'log(values.length);'],
    ['its arguments', 'arguments-used', '(err)', 'log(arguments.length);'],
  ])('are left alone where they take %s', (_, reason, parameters, first) => {
    const source = `${HEAD}exports.run = function (list, cb) {
  next();
  function next${parameters} {
    if (err) return cb(err);
    ${first}
    if (list.length === 0) return cb(null);
    store(list.pop(), next);
  }
};
`;
    const { changed, sites } = toAsync(source, ACCEPT);
    expect(changed).toBe(false);
    expect(sites.map((site) => site.reason)).toEqual([reason]);
  });

  it('hold no more after many turns than after a few', async () => {
    const body = `exports.run = function (count, step, cb) {
  (function next(i) {
    if (i === count) return cb(null, i);
    step(i, (err) => {
      if (err) return cb(err);
      next(i + 1);
    });
  })(0);
};`;
    const { source } = toAsync(body, { ...ACCEPT, api: 'async' });
    expect(await growthOf(source)).toBeLessThan(A_FEW);
  });

  it('need no semicolon before the loop in code without', () => {
    const { source } = toAsync(
      `const store = require('store')
exports.run = function (list, cb) {
  store('x', function (err) {
    if (err) return cb(err)
    ;(function next (i) {
      if (i === list.length) return cb(null, list)
      store(list[i], function (err) {
        if (err) return cb(err)
        next(i + 1)
      })
    })(0)
  })
}
`,
      ACCEPT,
    );
    expect(source).toContain(
      "  await storeAsync('x')\n  for (let i = 0; i !== list.length; i++) {\n",
    );
    expect(source).not.toContain(';for');
  });

  it.each(LOOPS)('become loops: %s', async (_, head, body, ways = LISTS) => {
    await compare(body, ways, (text) => {
      expect(text).toContain(head);
      expect(text).not.toMatch(/async (?!function (?:run|finish))/u);
    });
  });

  it.each(RECURSIONS)('stay functions: %s', async (_, body, ways = LISTS) => {
    await compare(body, ways, (text) => {
      expect(text).toMatch(/async (?!function (?:run|finish))/u);
    });
  });
});
