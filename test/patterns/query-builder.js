/**
 * A query builder that notes which queries have started: a lazy thenable, as knex has them.
 */

/**
 * @param {string[]} started Gets the queries, when somebody waits for them.
 * @returns {(options: object) => any} What `require('knex')` gives.
 */
export function queryBuilder(started) {
  /** @param {string} text */
  const query = (text) => ({
    isQuery: true,
    text,
    where: (/** @type {unknown} */ value) => query(`${text} where ${String(value)}`),
    first: () => query(`${text} first`),
    toString: () => text,
    then(/** @type {(rows: string[]) => void} */ resolve) {
      started.push(text);
      resolve([`rows of ${text}`]);
    },
  });
  return () => (/** @type {string} */ table) => query(table);
}

/**
 * @param {unknown} value
 * @returns {unknown} What a callback got, so that it can be compared: a promise and a query by what they are.
 */
export function describeResult(value) {
  if (Array.isArray(value)) {
    return value.map(describeResult);
  }
  if (value instanceof Error) {
    return `${value.name}: ${value.message}`;
  }
  const given = /** @type {{ isQuery?: boolean, text?: string, then?: unknown } | null} */ (value);
  if (given?.isQuery) {
    return `query ${given.text}`;
  }
  if (typeof given?.then === 'function') {
    return 'a promise';
  }
  return given && Object.getPrototypeOf(given) === Object.prototype
    ? Object.fromEntries(Object.entries(given).map(([key, each]) => [key, describeResult(each)]))
    : value;
}
