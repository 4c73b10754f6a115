import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/**
 * What callers outside the file get of each policy, by execution.
 */

const require = createRequire(import.meta.url);

const HEAD = "const store = require('store');\n";

/** One function in each shape that a file offers functions in. @type {[string, string][]} */
const SHAPES = [
  [
    'a declaration',
    `function run(key, cb) {
  BODY
}
exports.run = run;`,
  ],
  [
    'an exported expression',
    `exports.run = function (key, cb) {
  BODY
};`,
  ],
  [
    'module.exports',
    `module.exports = function run(key, cb) {
  BODY
};`,
  ],
  [
    'an arrow function',
    `const run = (key, cb) => {
  BODY
};
exports.run = run;`,
  ],
  [
    'a method',
    `class Box {
  run(key, cb) {
    BODY
  }
}
module.exports = new Box();`,
  ],
  [
    'a method of the prototype',
    `function Box() {}
Box.prototype.run = function run(key, cb) {
  BODY
};
module.exports = new Box();`,
  ],
  [
    'a property',
    `module.exports = {
  run: function (key, cb) {
    BODY
  },
};`,
  ],
];

const WAIT = `store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });`;

/** @type {[string, string][]} */
const BODIES = [
  ['no prologue', WAIT],
  ['a check', `if (!key) return cb(new TypeError('no key'));\n  ${WAIT}`],
  ['a default callback', `cb = cb || function () {};\n  ${WAIT}`],
  [
    'a callback that need not be there',
    `store(key, (err, value) => {
    if (err) return cb && cb(err);
    if (cb) cb(null, value);
  });`,
  ],
];

const EVERY = SHAPES.flatMap(([shape, code]) =>
  BODIES.map(([body, text]) => /** @type {const} */ ([shape, body, code.replace('BODY', text)])),
);

/**
 * @param {string} source
 * @param {Record<string, unknown>} options
 * @returns {{ output: string, run: (...args: unknown[]) => any }}
 */
function load(source, options) {
  const path = 'program.js';
  const { source: output, sites } = convert({ path, source }, codemod, { node: '20', ...options });
  expect(sites.map(({ reason }) => reason).filter(Boolean)).toEqual([]);
  const again = convert({ path, source: output }, codemod, { node: '20', ...options });
  expect(again.changed, output).toBe(false);
  const module = { exports: /** @type {any} */ ({}) };
  /** @param {string} id */
  const requireFor = (id) => (id === 'store' ? store : require(id));
  compileFunction(output, ['exports', 'require', 'module'])(module.exports, requireFor, module);
  const owner = module.exports;
  return {
    output,
    run: (...args) => (typeof owner === 'function' ? owner(...args) : owner.run(...args)),
  };
}

/**
 * @param {unknown} value
 * @param {(error: Error | null, ...results: unknown[]) => void} callback
 */

function store(value, callback) {
  setImmediate(() =>
    value === 'bad' ? callback(new Error('bad value')) : callback(null, `<${String(value)}>`, 2),
  );
}

/**
 * @param {(...args: unknown[]) => unknown} run
 * @param {unknown[]} args
 * @returns {Promise<{ given: unknown[], returned: unknown }>}
 */
async function callBack(run, ...args) {
  /** @type {unknown} */
  let returned;
  const given = await new Promise((resolve) => {
    returned = run(...args, (/** @type {unknown[]} */ ...results) => resolve(results));
  });
  return { given, returned };
}

/** @param {() => unknown} act @returns {Promise<string[]>} What went uncaught or unhandled. */
async function troubleOf(act) {
  /** @type {string[]} */
  const trouble = [];
  const note = (/** @type {any} */ error) => trouble.push(error.message);
  process.setUncaughtExceptionCaptureCallback(note);
  process.prependListener('unhandledRejection', note);
  act();
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.setUncaughtExceptionCaptureCallback(null);
  process.removeListener('unhandledRejection', note);
  return trouble;
}

describe.each(EVERY)('%s with %s', (_, body, code) => {
  const source = `${HEAD}${code}\n`;
  const isForgiving = /callback/u.test(body);

  it('takes a callback as before with --api=keep', async () => {
    const { run } = load(source, {});
    expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>'], returned: undefined });
    expect(await callBack(run, 'bad')).toMatchObject({ given: [new Error('bad value')] });
    if (body === 'a check') {
      expect(await callBack(run, '')).toMatchObject({ given: [new TypeError('no key')] });
    }
    expect(await troubleOf(() => run('a'))).toEqual(isForgiving ? [] : ['cb is not a function']);
  });

  it('takes a callback or returns a promise with --api=dual', async () => {
    const { run } = load(source, { api: 'dual' });
    expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>'], returned: undefined });
    expect(await callBack(run, 'bad')).toMatchObject({ given: [new Error('bad value')] });
    expect(await run('a')).toBe('<a>');
    await expect(run('bad')).rejects.toThrow('bad value');
    if (body === 'a check') {
      expect(await callBack(run, '')).toMatchObject({ given: [new TypeError('no key')] });
      await expect(run('')).rejects.toThrow('no key');
    }
    expect(await troubleOf(() => run('bad'))).toEqual(isForgiving ? [] : ['bad value']);
  });

  it('returns a promise with --api=async', async () => {
    const { run, output } = load(source, { api: 'async' });
    expect(await run('a')).toBe('<a>');
    await expect(run('bad')).rejects.toThrow('bad value');
    if (body === 'a check') {
      await expect(run('')).rejects.toThrow('no key');
    }
    expect(output).not.toContain('cb');
  });
});

it('does once what stands before the callback is asked for with --api=dual', async () => {
  const source = `${HEAD}exports.count = 0;
exports.run = function load(key, cb) {
  exports.count++;
  if (!key) return cb(new TypeError('no key'));
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, exports.count + value);
  });
};
`;
  const { run } = load(source, { api: 'dual' });
  expect(await run('a')).toBe('1<a>');
  expect(await callBack(run, 'a')).toMatchObject({ given: [null, '2<a>'] });
  await expect(run('')).rejects.toThrow('no key');
});

it.each([
  ['a closure', "process.nextTick(() => cb(new TypeError('no key')))"],
  ['the callback itself', "process.nextTick(cb, new TypeError('no key'))"],
])('returns a promise where %s is put off before anything else', async (_, deferred) => {
  const source = `${HEAD}exports.run = function load(key, cb) {
  if (!key) return ${deferred};
  if (key === 'now') return cb(null, key);
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`;
  const { run } = load(source, { api: 'dual' });
  expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>'] });
  expect(await run('a')).toBe('<a>');
  expect(await run('now')).toBe('now');
  await expect(run('')).rejects.toThrow('no key');
});

it.each([
  ['a function', 'function resolve(key, cb) {', '}\nexports.run = resolve;'],
  ['a parameter', 'exports.run = function load(resolve, cb) {\n  const key = resolve;', '};'],
  [
    'what holds the function',
    'const resolve = {};\nresolve.load = function (key, cb) {',
    '};\nexports.run = resolve.load;',
  ],
  [
    'a variable, as one is reject,',
    'exports.run = function load(key, cb) {\n  const [resolve, reject] = [key, key];',
    '};',
  ],
])(
  'gives several results to who gives no callback, where %s is named resolve',
  async (_, head, end) => {
    const source = `${HEAD}${head}
  if (!key) return cb(new TypeError('no key'));
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value, key);
  });
${end}
`;
    const { run } = load(source, { api: 'dual' });
    expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>', 'a'] });
    expect(await run('a')).toEqual(['<a>', 'a']);
    await expect(run('')).rejects.toThrow('no key');
  },
);

it('asks for no callback where a call gives it, with --api=dual', () => {
  const source = `const fs = require('fs');
const each = require('each');
exports.copies = function (files, done) {
  each(files, function (file, next) {
    fs.stat(file, (err, stat) => {
      if (err) return next(err);
      fs.copyFile(file, file + stat.size, (err) => {
        if (err) return next(err);
        fs.unlink(file, next);
      });
    });
  }, done);
};
`;
  const options = { api: 'dual', node: '20', accept: 'timing-unobservable' };
  const { source: output } = convert({ path: 'a.js', source }, codemod, options);
  expect(output).toContain('await fs.promises.stat(file)');
  expect(output).not.toContain('typeof next');
});

it('asks for the callback in the quotation marks of the file with --api=dual', () => {
  const code = `const fs = require("fs");
exports.run = function (file, cb) {
  fs.readFile(file, (err, data) => {
    if (err) return cb(err);
    cb(null, data.length);
  });
};
`;
  const { source } = convert({ path: 'a.js', source: code }, codemod, { api: 'dual', node: '20' });
  expect(source).toContain('if (typeof cb !== "function") return promise;');
});

it.each([
  ['function noop () {}', 'async function runAsync (key) {'],
  ['function noop() {}', 'async function runAsync(key) {'],
])('names the async function as the file names functions: %s', (other, head) => {
  const code = `const store = require('store');
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
${other}
`;
  const { source } = convert({ path: 'a.js', source: code }, codemod, { node: '20' });
  expect(source).toContain(head);
});

it('returns a promise where what is called at once moves along with the rest', async () => {
  const source = `${HEAD}exports.run = function (key, cb) {
  try {
    JSON.parse(key);
  } catch (cause) {
    return store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });
  }
  cb(null, 1);
};
`;
  const { run } = load(source, { api: 'dual', accept: 'timing-unobservable' });
  expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>'] });
  expect(await callBack(run, '1')).toMatchObject({ given: [null, 1] });
  expect(await run('a')).toBe('<a>');
  expect(await run('1')).toBe(1);
});

it.each([
  ['class Store', 'super.load', 'new Sub()'],
  ['const Store = class Base', 'super.load', 'new Sub()'],
])('runs the method of a subclass once with --api=dual: %s', async (head, inherited, made) => {
  const source = `${HEAD}${head} {
  load(key, cb) {
    if (key === 'none') return cb(null, this.count);
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value + this.count);
    });
  }
}
class Sub extends Store {
  count = 0;
  load(key, cb) { this.count++; return ${inherited}(key, cb); }
}
exports.run = (key, cb) => { const made = ${made}; return made.load(key, cb); };
`;
  const { run } = load(source, { api: 'dual' });
  expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>1'] });
  expect(await run('a')).toBe('<a>1');
  expect(await run('none')).toBe(1);
});

/**
 * @param {string} choice Of the callback, where the options may be left out.
 * @param {string} after
 */
const withOptions = (choice, after) => `${HEAD}exports.run = function (key, options, cb) {
  ${choice}
  ${after}
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + options.length);
  });
};
`;

it.each([
  ['', 'if (!cb) { cb = options; options = { length: 1 }; }'],
  [
    '',
    "if (!cb && typeof options === 'function') {\n    cb = options;\n    options = { length: 1 };\n  }",
  ],
  ['cb = cb || function () {};', 'if (!cb) { cb = options; options = { length: 1 }; }'],
])('takes a callback in the place of another parameter: %s %s', async (after, choice) => {
  const source = withOptions(choice, after);
  const { run } = load(source, { api: 'dual' });
  expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>1'] });
  expect(await callBack(run, 'a', [])).toMatchObject({ given: [null, '<a>0'] });
  expect(await run('a', [])).toBe('<a>0');
  await expect(run('bad', [])).rejects.toThrow('bad value');
});

it.each([
  ['', "if (typeof options === 'function') { cb = options; options = { length: 1 }; }"],
  ['', 'if (arguments.length === 2) { cb = options; options = { length: 1 }; }'],
  ['', "if (typeof options === 'function') return exports.run(key, { length: 1 }, options);"],
  [
    'cb = cb || function () {};',
    "cb = typeof options === 'function' ? options : cb;\n  options = options === cb ? { length: 1 } : options;",
  ],
  [
    'cb ??= function () {};',
    "if (typeof options === 'function') { cb = options; options = { length: 1 }; }",
  ],
  [
    'cb ||= function () {};',
    "if (typeof options === 'function') [options, cb] = [{ length: 1 }, options];",
  ],
])(
  'returns what a caller with a callback gets without the other parameter: %s %s',
  async (after, choice) => {
    const source = withOptions(choice, after);
    const { run } = load(source, { api: 'dual' });
    expect(await callBack(run, 'a')).toMatchObject({ given: [null, '<a>1'] });
    expect(await callBack(run, 'a', [])).toMatchObject({ given: [null, '<a>0'] });
    expect(await run('a')).toBe('<a>1');
    expect(await run('a', [])).toBe('<a>0');
    expect(await run('a', [], undefined)).toBe('<a>0');
    expect(await troubleOf(() => run('bad'))).toEqual(after === '' ? ['bad value'] : []);
  },
);

it('writes the value of a parameter that may be left out once, however often it is looked at', () => {
  const choice = "if (typeof options === 'function') { cb = options; options = {}; }";
  const source = `const fs = require('fs');
function load(file, options, cb) {
  ${choice}
  ${choice}
  fs.readFile(file, (err, data) => {
    if (err) return cb(err);
    cb(null, data.length + options.length);
  });
}
exports.load = load;
`;
  const { source: output } = convert({ path: 'a.js', source }, codemod, { api: 'async' });
  expect(output).toContain('async function load(file, options = {}) {');
});

it('gives what was given on where a parameter takes it apart', async () => {
  const source = `${HEAD}exports.run = function (key, { first, ...others } = {}, cb) {
  if (!key) return cb(new TypeError('no key'));
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, [value, first, others.second]);
  });
};
`;
  const { run } = load(source, { api: 'dual' });
  expect(await run('a', { first: 1, second: 2 })).toEqual(['<a>', 1, 2]);
});

it.each(['12', "'of a key'"])('leaves a method alone that its key does not name: %s', (key) => {
  const source = `${HEAD}module.exports = { ${key}(key, cb) {
  if (!key) return cb(new TypeError('no key'));
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value.length);
  });
} };`;
  const { sites } = convert({ path: 'a.js', source }, codemod, { api: 'dual', node: '20' });
  expect(sites.map(({ reason }) => reason)).toEqual(['function-without-name']);
});

it('gives no promise that would lose what a callback gets beside an error', () => {
  const source = `${HEAD}exports.run = function (key, cb) {
  if (!key) return cb(new Error('no key'), key);
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`;
  const { sites, changed } = convert({ path: 'a.js', source }, codemod, { api: 'dual' });
  expect(changed).toBe(false);
  expect(sites).toMatchObject([{ reason: 'error-with-result' }]);
  expect(convert({ path: 'a.js', source }, codemod, {}).changed).toBe(true);
});

it.each([
  ['exports.run = function (key, cb) {\n  if (!cb) return key;', 'undefined'],
  ['exports.run = function run(key, cb) {\n  if (!cb) return run.bind(null, key);', 'undefined'],
  ["exports.run = (key, cb) => {\n  if (typeof cb !== 'function') return [key];", 'undefined'],
  ['exports.run = function (key, cb) {\n  cb = cb || (() => {});', 'this'],
])('gives callers without a callback what it gave them, with --api=dual: %s', async (head, end) => {
  const source = `${HEAD}${head}
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
  return ${end};
};
`;
  const { run } = load(source, { api: 'dual' });
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['exports', 'require'])(module.exports, () => store);
  expect(String(run('a'))).toBe(String(module.exports.run('a')));
  expect((await callBack(run, 'a')).given).toEqual([null, '<a>']);
});

it('makes an instance where no callback is given, with --api=dual', () => {
  const source = `${HEAD}function Image(key, cb) {
  this.key = key;
  if (!cb) return;
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
Image.prototype.read = function () {};
exports.run = (key) => new Image(key);
`;
  const { run } = load(source, { api: 'dual' });
  expect(run('a')).toMatchObject({ key: 'a' });
});
