import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { expect, it } from 'vitest';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * Functions that give a promise of the library on one way and a native one on another: `catch` of the
 * latter takes its first argument for the handler, whatever it is.
 */

/** @param {string} source @returns {any} What it exports. */
function run(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

const FAILING = "throw new TypeError('of ' + id);";
const WAYS = [
  `if (id > 1) return Bluebird.delay(1).then(() => { ${FAILING} });
  return (async () => { ${FAILING} })();`,
  `const fail = async () => { ${FAILING} };
  return id > 1 ? Bluebird.try(() => { ${FAILING} }) : fail();`,
  `if (id > 1) return Bluebird.resolve(id).then(() => { ${FAILING} });
  return import('node:fs').then(() => { ${FAILING} });`,
];

it.each(WAYS.flatMap((way) => ['keep', 'async'].map((api) => [api, way])))(
  'a filter on what is native at times stays one, with --api=%s: %s',
  async (api, way) => {
    const source = `const Bluebird = require('bluebird');
function load(id) {
  ${way}
}
exports.find = (id) => load(id).catch(TypeError, (error) => 'caught ' + error.message).then(String);
`;
    const { source: converted } = convert({ path: 'store.js', source }, codemod, { api });
    for (const id of [1, 2]) {
      expect(await run(converted).find(id)).toBe(await run(source).find(id));
    }
  },
);
