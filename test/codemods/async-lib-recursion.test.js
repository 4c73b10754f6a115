import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/async-lib-to-async.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * Functions that are their own steps, or steps of each other: each of them has one async form.
 */

const HEAD = `const async = require('async');\n`;

const LEAF =
  'if (n.bad) return process.nextTick(() => cb(new Error(n.id))); if (!n.kids) { setImmediate(() => cb(null, n.id)); return; }';

const END = '(err, ids) => { if (err) return cb(err); cb(null, [n.id].concat(ids).join()); }';

const SELF = Object.entries({
  'is given its own name': `function tree(n, cb) { ${LEAF} async.map(n.kids, tree, ${END}); }`,
  'calls itself in an arrow function': `function tree(n, cb) { ${LEAF} async.map(n.kids, (kid, next) => tree(kid, next), ${END}); }`,
  'calls itself in a function': `function tree(n, cb) { ${LEAF} async.mapSeries(n.kids, function (kid, next) { tree(kid, next); }, ${END}); }`,
  'calls itself and goes on': `function tree(n, cb) { ${LEAF} async.map(n.kids, (kid, next) => { tree(kid, (err, ids) => { if (err) return next(err); next(null, [ids]); }); }, ${END}); }`,
  'calls itself with a part': `function tree(n, cb) { ${LEAF} async.parallel([(next) => tree(n.kids[0], next), (next) => { tree(n.kids[1], next); }], ${END}); }`,
  'is bound': `function tree(n, cb) { ${LEAF} async.parallel([tree.bind(null, n.kids[0]), tree.bind(null, n.kids[1])], ${END}); }`,
  'is a constant': `const tree = (n, cb) => { ${LEAF} async.map(n.kids, (kid, next) => tree(kid, next), ${END}); };`,
  'knows itself by another name': `const tree = function own(n, cb) { ${LEAF} async.map(n.kids, (kid, next) => own(kid, next), ${END}); };`,
  'calls another that calls it': `function tree(n, cb) { ${LEAF} async.map(n.kids, (kid, next) => other(kid, next), ${END}); }\nfunction other(n, cb) { ${LEAF} async.mapSeries(n.kids, (kid, next) => tree(kid, next), ${END}); }`,
  'calls one that stands below': `function tree(n, cb) { async.mapSeries(n.kids, (kid, next) => other(kid, next), ${END}); }\nfunction other(n, cb) { ${LEAF} async.map(n.kids, (kid, next) => other(kid, next), ${END}); }`,
});

const TREE = { id: 'a', kids: [{ id: 'b', kids: [{ id: 'c' }, { id: 'd' }] }, { id: 'e' }] };
const BAD = {
  id: 'a',
  kids: [{ id: 'b', kids: [{ id: 'c' }, { id: 'd', bad: true }] }, { id: 'e' }],
};

/**
 * @param {string} source
 * @param {object} tree
 */
async function run(source, tree) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(
    module,
    module.exports,
    (/** @type {string} */ name) =>
      createRequire(import.meta.url)(name === 'async' ? 'async-3' : name),
  );
  return new Promise((resolve) =>
    module.exports(tree, (/** @type {Error | null} */ error, /** @type {unknown} */ value) =>
      resolve(error ? error.message : value),
    ),
  );
}

/**
 * @param {string} source
 * @param {Record<string, string>} options
 */
function migrate(source, options) {
  return convert({ path: 'tree.js', source }, codemod, {
    node: '20',
    'async-version': '3',
    ...options,
  });
}

describe.each(SELF)('a function that %s', (what, text) => {
  const source = `${HEAD}${text}\nmodule.exports = tree;\n`;
  const OPTIONS = ['keep', 'dual', 'async'].flatMap((api) => [
    { api },
    { api, accept: 'timing-unobservable' },
  ]);
  it.each(OPTIONS)('does what it did: %o', async (options) => {
    const { sites, source: output } = migrate(source, options);
    expect(sites.filter(({ reason }) => reason?.startsWith('output-'))).toEqual([]);
    if ('timing-unobservable' in options && /^calls/u.test(what)) {
      expect(sites.filter(({ status }) => status === 'refused')).toEqual([]);
    }
    for (const tree of [TREE, BAD]) {
      expect(await run(output, tree)).toEqual(await run(source, tree));
    }
    expect(migrate(output, options).changed).toBe(false);
  });
});

it('a function and another that has its name are converted together, or not at all', () => {
  const text = /** @type {[string, string][]} */ (SELF).find(([name]) =>
    name.includes('below'),
  )?.[1];
  const source = `${HEAD}${text}\nmodule.exports = tree;\n`;
  const options = { accept: 'timing-unobservable,result-is-no-promise' };
  const [tree, other] = migrate(source, options).sites;
  const left = migrate(source, { ...options, sites: `${tree?.line}:${tree?.column}` });
  expect(left.sites.map(({ reason }) => reason)).toEqual(['not-chosen', 'not-chosen']);
  const chosen = migrate(source, { ...options, sites: `${other?.line}:${other?.column}` });
  expect(chosen.sites.map(({ status }) => status)).toEqual(['refused', 'converted']);
});
