import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * Where a function has its callback from, but for a last parameter with nothing more than a name.
 */

const BODY = `{
  log('before');
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, [value]);
  });
}`;

const DEFAULTS = [
  'cb = () => {}',
  'cb = function (err) { if (err) log(err.message); }',
  'cb = noop',
  'cb = (err) => { if (err) throw err; }',
];

const NOOP = 'function noop() {}\n';

describe('a callback with a default', () => {
  it.each(DEFAULTS)('is called as before: %s', async (parameter) => {
    const source = `${HEAD}${NOOP}exports.run = function (key, ${parameter}) ${BODY};\n`;
    const conversion = toAsync(source);

    expect(conversion.sites.map(({ status }) => status)).toEqual(['converted']);
    for (const way of [{ args: ['a'] }, { args: ['bad'] }, { args: ['a'], throws: true }]) {
      expect(await run(conversion.source, way)).toEqual(await run(source, way));
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(DEFAULTS)('may be left out as before: %s', async (parameter) => {
    const source = `${HEAD}${NOOP}const load = (key, ${parameter}) => ${BODY};
exports.run = (key, cb) => { load(key); setTimeout(cb, 5); };
`;
    const conversion = toAsync(source);
    const ways = [{ args: ['a'] }, { args: ['bad'] }];

    expect(conversion.changed).toBe(true);
    for (const way of ways) {
      expect(await run(conversion.source, way)).toEqual(await run(source, way));
    }
  });

  it.each([
    ['const done = cb || noop;', ''],
    ['const done = cb ?? (() => {});', ''],
    ['var self = this,\n    done = cb || function () {};', ''],
    ['let done = cb || noop;', "  if (!key) return done(new Error('no key'));\n"],
    ['const done = cb || noop;', '  key = String(key);\n'],
  ])('may have another name from there on: %s', async (declared, check) => {
    const body = BODY.replace('{\n', `{\n  ${declared}\n${check}`).replace(/\bcb\(/gu, 'done(');
    const source = `${HEAD}${NOOP}exports.run = function (key, cb) ${body};\n`;
    const conversion = toAsync(source);

    expect(conversion.sites.map(({ status }) => status)).toEqual(['converted']);
    const ways = [
      { args: ['a'] },
      { args: ['bad'] },
      { args: [''] },
      { args: ['a'], throws: true },
    ];
    for (const way of ways) {
      expect(await run(conversion.source, way)).toEqual(await run(source, way));
    }
    const left = source.replace('exports.run', 'const load');
    const others = `exports.run = (key, cb) => { load(key); setTimeout(cb, 5); };\n`;
    const without = toAsync(left + others);
    expect(without.changed).toBe(true);
    expect(await run(without.source, { args: ['a'] })).toEqual(
      await run(left + others, { args: ['a'] }),
    );
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it('goes with the callback that has another name', () => {
    const body = BODY.replace('{\n', '{\n  const done = cb || noop;\n').replace(
      /\bcb\(/gu,
      'done(',
    );
    const source = `${HEAD}${NOOP}exports.run = function (key, cb) ${body};\n`;
    const { source: output } = toAsync(source, { api: 'async' });

    expect(output).toContain('exports.run = async function (key) {');
    expect(output).not.toMatch(/\b(?:cb|done)\b/u);
  });

  it.each([
    ['is used beside it', 'const done = cb || noop;\n  log(typeof cb);'],
    ['may be something else', 'const done = cb || key;'],
    ['is set later', 'let done = cb || noop;\n  if (key) done = noop;'],
  ])('is not known where the parameter %s', (_, declared) => {
    const body = BODY.replace('{\n', `{\n  ${declared}\n`).replace(/\bcb\(/gu, 'done(');
    const source = `${HEAD}${NOOP}exports.run = function (key, cb) ${body};\n`;
    expect(toAsync(source).changed).toBe(false);
  });

  it('goes with the callback', () => {
    const source = `${HEAD}exports.run = function (key, cb = () => {}) ${BODY};\n`;
    const { source: output } = toAsync(source, { api: 'async' });

    expect(output).toContain('exports.run = async function (key) {');
  });

  it('stays in the way of a promise for who leaves the callback out', () => {
    const source = `${HEAD}exports.run = function (key, cb = () => {}) ${BODY};\n`;
    const { changed, sites } = toAsync(source, { api: 'dual' });

    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toEqual(['callback-optional']);
  });

  it('may have a type', () => {
    const source = `import fs from 'fs';
function size(file: string, cb: (err: Error | null, size?: number) => void = () => {}): void {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
}
export const twice = (file: string, cb: (err: Error | null, size?: number) => void): void => {
  size(file, (err, bytes) => {
    if (err) return cb(err);
    cb(null, 2 * bytes);
  });
};
`;
    const { source: output } = toAsync(source, {}, 'program.ts');

    expect(output).toContain('async function size(file: string): Promise<number | undefined> {');
  });
});

describe('a callback in another place', () => {
  it.each([
    ['function (cb, key)', BODY, '`cb`'],
    ['function (key, cb, options = {})', BODY, '`cb`'],
    ['function (key, { cb })', BODY, '`{ cb }`'],
    ['function ({ key, then: cb = noop } = {})', BODY, '`{ key, then: cb = noop } = {}`'],
    ['function (key, [cb])', BODY, '`[cb]`'],
    ['function (key, cb = null)', BODY, '`cb = null`'],
    ['function (key, cb = options.cb)', BODY, '`cb = options.cb`'],
    ['function (key, ...rest)', BODY.replace('{', '{ const cb = rest.pop();'), '`rest.pop()`'],
    ['function (key)', BODY.replace('{', '{ const cb = arguments[1];'), '`arguments[1]`'],
    ['function (key, given)', BODY.replace('{', '{ const cb = given || noop;'), '`given || noop`'],
    ['function (key, options)', BODY.replaceAll('cb(', 'options.cb('), '`options.cb`'],
    ['function (key, options)', BODY.replaceAll('cb(', 'options.cb?.('), '`options.cb`'],
  ])('is said to be there: %s', (head, body, place) => {
    const { changed, sites } = toAsync(`${HEAD}exports.run = ${head} ${body};\n`);

    expect(changed).toBe(false);
    expect(sites.map(({ reason, message }) => [reason, message])).toEqual([
      ['callback-not-last', expect.stringContaining(`found in ${place}`)],
    ]);
  });

  it.each([
    [
      'one of two functions',
      'function (fail, done)',
      BODY.replace('cb(err)', 'fail(err)').replace('cb(null, ', 'done('),
    ],
    [
      'what is called with other things',
      'function (cb, key)',
      BODY.replace('cb(err)', 'log(err)').replace('cb(null, ', 'cb('),
    ],
    ['what is no parameter', 'function (key)', BODY.replace('{', '{ const cb = make();')],
    ['a member of something else', 'function (key)', BODY.replaceAll('cb(', 'this.cb(')],
    ['what makes a promise', '(key) => new Promise((cb, key) =>', `${BODY})`],
    ['what a constructor gets', 'class { constructor(cb, key)', `${BODY} }`],
    ['what is called at once', 'function (cb, key)', '{ cb(null, key); }'],
  ])('is not %s', (_, head, body) => {
    const { sites } = toAsync(`${HEAD}exports.run = ${head} ${body};\n`);

    expect(sites.filter(({ reason }) => reason === 'callback-not-last')).toEqual([]);
  });

  it.each(['this.#cb', 'this.cb'])('is said to be kept: %s', (member) => {
    const field = member.slice('this.'.length);
    const source = `${HEAD}class Job {
  ${field};
  constructor(key, cb) {
    this.key = key;
    ${member} = cb;
  }
  run() {
    store(this.key, (err, value) => {
      if (err) return ${member}(err);
      ${member}(null, [value]);
    });
  }
}
exports.run = (key, cb) => new Job(key, cb).run();
`;
    const { changed, sites } = toAsync(source);
    expect(changed).toBe(false);
    expect(sites.map(({ line, reason }) => [line, reason])).toEqual([[6, 'callback-escapes']]);
  });
});
