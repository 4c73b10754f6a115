import coerce from 'semver/functions/coerce.js';
import lt from 'semver/functions/lt.js';

import { asList, isObject } from '../analysis/environment/json.js';
import { FIRST_ASYNC_NODE } from '../analysis/environment/node-floor.js';

/**
 * The first versions for which Babel leaves async functions as they are:
 * `transform-async-to-generator` in
 * https://github.com/babel/babel/blob/main/packages/babel-compat-data/data/plugins.json
 *
 * @type {Readonly<Record<string, string | undefined>>} Undefined for what never has them.
 */
const FIRST_WITH_ASYNC = {
  chrome: '55.0.0',
  deno: '1.0.0',
  edge: '15.0.0',
  electron: '1.6.0',
  firefox: '52.0.0',
  ie: undefined,
  ios: '11.0.0',
  node: FIRST_ASYNC_NODE,
  opera: '42.0.0',
  opera_mobile: '42.0.0',
  safari: '11.0.0',
  samsung: '6.0.0',
};

/** The names of the same engines in Browserslist. */
const ALIASES = /** @type {Record<string, string>} */ ({
  and_chr: 'chrome',
  and_ff: 'firefox',
  explorer: 'ie',
  ff: 'firefox',
  ios_saf: 'ios',
});

/** A query for one version, or from one version on: `node 6`, `chrome >= 50`. */
const QUERY = /^([a-z_]+)\s*(?:(>=)\s*)?(\d[\d.]*)$/iu;

/**
 * @param {unknown} targets `{ node: '6' }`, `'ie 11'`, `['chrome 50', 'node 6']`
 * @returns {string | undefined} The target, as it is to be shown, that has no async functions.
 *   Undefined also where another file or the present day decides: `defaults`, `> 1%`, `node: 'current'`.
 */
export function findOldTarget(targets) {
  if (!isObject(targets)) {
    return asList(targets).find(isOldQuery);
  }
  for (const [name, version] of Object.entries(targets)) {
    if (name === 'browsers') {
      const query = findOldTarget(version);
      if (query !== undefined) {
        return query;
      }
    } else if (isOld(name, version)) {
      return `${name} ${String(version)}`;
    }
  }
  return undefined;
}

/**
 * @param {unknown} query
 * @returns {query is string}
 */
function isOldQuery(query) {
  if (typeof query !== 'string') {
    return false;
  }
  const [, name = '', , version] = QUERY.exec(query.trim()) ?? [];
  return isOld(name, version);
}

/**
 * @param {string} name
 * @param {unknown} version
 * @returns {boolean}
 */
function isOld(name, version) {
  const environment = ALIASES[name.toLowerCase()] ?? name.toLowerCase();
  if (!Object.hasOwn(FIRST_WITH_ASYNC, environment) || !/^v?\d/u.test(String(version))) {
    return false;
  }
  const first = FIRST_WITH_ASYNC[environment];
  const given = coerce(String(version))?.version;
  return first === undefined || (given !== undefined && lt(given, first));
}
