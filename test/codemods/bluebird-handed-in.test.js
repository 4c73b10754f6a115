import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * With --api=async promises that leave a file are native ones, unless the file calls on what it is given
 * what only promises of the library have: they may come back.
 */

const codemods = await loadCodemods();
const HEAD = "const Bluebird = require('bluebird');\n";

/** @param {string} source */
function migrate(source) {
  return codemods.reduce(
    (text, codemod) =>
      convert({ path: 'store.js', source: text }, codemod, { node: '20', api: 'async' }).source,
    source,
  );
}

/** @param {string} source */
function run(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

const LOADERS = [
  'function load(id) { return Bluebird.delay(1).then(() => id); }',
  'const load = (id) => Bluebird.resolve(id).then((x) => x);',
  'const load = (id) => Bluebird.try(() => id);',
  'const load = Bluebird.method((id) => id);',
  'const load = Bluebird.coroutine(function* (id) { yield Bluebird.delay(1); return id; });',
  'const load = Bluebird.promisify((id, cb) => setImmediate(cb, null, id));',
];

const USERS = [
  'exports.settled = (promises) => Bluebird.all(promises.map((p) => p.reflect())).then((all) => all.map((each) => each.value()));',
  'exports.settled = ([promise]) => [promise.isFulfilled() || promise.isPending()];',
  'exports.settled = ([p]) => p.timeout(1000).then((value) => p.value());',
  'exports.settled = (list) => Bluebird.all(list.map((promise) => promise.tapCatch(() => {})));',
];

describe.each(LOADERS)('%s', (loader) => {
  it.each(USERS)('gives promises that may come back to %s', async (user) => {
    const source = `${HEAD}${loader}\nexports.load = load;\n${user}\n`;
    const before = run(source);
    const after = run(migrate(source));
    expect(await after.settled([after.load(3)])).toEqual(await before.settled([before.load(3)]));
  });

  it('gives native ones where values have such methods', () => {
    const source = `${HEAD}${loader}\nexports.load = load;\nexports.use = (list) => Promise.all(list).then((all) => all.cancel()).then((v) => v.suffix());\n`;
    const cancels = 'exports.stop = (job) => job.get(1);\n';
    expect(run(migrate(source.replace('all.cancel()', 'all.value()'))).load(1)).toBeInstanceOf(
      Promise,
    );
    expect(
      run(migrate(`${HEAD}${loader}\nexports.load = load;\n${cancels}`)).load(1),
    ).toBeInstanceOf(Promise);
  });
});
