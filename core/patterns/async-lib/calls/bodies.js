/**
 * What the functions of `async` do, as bodies of async functions: one after another, side by side, or
 * no more than so many at a time.
 *
 * @typedef {'series' | 'parallel' | 'limit'} Order
 *
 * @typedef {'none' | 'list' | 'keyed' | 'filter' | 'reject' | 'some' | 'every' | 'detect'} Outcome
 *
 * @typedef {object} Steps
 * @property {Order} order
 * @property {Outcome} outcome
 * @property {string} source What is run through.
 * @property {string} list The same as an array.
 * @property {string} width How many run at the same time, at most.
 * @property {string} each What one of them is bound to.
 * @property {string} item The one of its names that is looked for.
 * @property {string} call What is done for each of them; a promise.
 * @property {boolean} isRecorded Whether the results there are count beside an error, too.
 */

/** @type {Readonly<Record<'some' | 'every' | 'detect', { no: string, found: string, otherwise: string }>>} */
const SEARCHES = {
  some: { no: '', found: 'true', otherwise: 'false' },
  every: { no: '!', found: 'false', otherwise: 'true' },
  detect: { no: '', found: '', otherwise: '' },
};

/**
 * @param {Steps} steps
 * @returns {string[]} The lines of the body, indented with tabs.
 */
export function bodyOf(steps) {
  if (steps.isRecorded && (steps.outcome === 'list' || steps.outcome === 'keyed')) {
    return recorded(steps);
  }
  switch (steps.order) {
    case 'series':
      return oneAfterAnother(steps);
    case 'parallel':
      return sideBySide(steps);
    default:
      return someAtATime(steps);
  }
}

/**
 * Every step has its place among the results, the one that fails an empty one.
 *
 * @param {Steps} steps
 * @returns {string[]}
 */
function recorded({ order, outcome, source, list, width, each, item, call }) {
  const isIndexed = outcome === 'list' && each !== 'index';
  const key = outcome === 'keyed' ? 'key' : 'index';
  const lines = [
    'try {',
    `\tresults[${key}] = await ${call};`,
    '} catch (error) {',
    `\tresults[${key}] = undefined;`,
    '\tthrow error;',
    '}',
  ];
  const taken = isIndexed ? `[index, ${item}]` : each;
  const supply = isIndexed ? `${source}.entries()` : source;
  const empty = outcome === 'keyed' ? '{}' : '[]';
  switch (order) {
    case 'series':
      return gathered(empty, [
        `for (const ${taken} of ${supply}) {`,
        ...lines.map((line) => `\t${line}`),
        '}',
      ]);
    case 'parallel':
      return gathered(empty, [
        `const running = ${list}.map(async (${isIndexed ? `${item}, index` : each}) => {`,
        ...lines.map((line) => `\t${line}`),
        '});',
        'await Promise.all(running);',
      ]);
    default:
      return gathered(empty, [
        ...workers(taken, supply, width, lines),
        'await Promise.all(workers);',
      ]);
  }
}

/**
 * @param {Steps} steps
 * @returns {string[]}
 */
function oneAfterAnother({ outcome, source, each, item, call }) {
  const waiting = `await ${call}`;
  const loop = (/** @type {string} */ line) => [`for (const ${each} of ${source}) {`, line, '}'];
  switch (outcome) {
    case 'none':
      return loop(`\t${waiting};`);
    case 'list':
      return gathered('[]', loop(`\tresults.push(${waiting});`));
    case 'keyed':
      return gathered('{}', loop(`\tresults[key] = ${waiting};`));
    case 'filter':
      return gathered('[]', loop(`\tif (${waiting}) results.push(${item});`));
    case 'reject':
      return gathered('[]', loop(`\tif (!(${waiting})) results.push(${item});`));
    default: {
      const { no, found, otherwise } = searchFor(outcome, item);
      const test = no === '' ? waiting : `!(${waiting})`;
      const end = otherwise === '' ? [] : [`return ${otherwise};`];
      return [...loop(`\tif (${test}) return ${found};`), ...end];
    }
  }
}

/**
 * @param {Steps} steps
 * @returns {string[]}
 */
function sideBySide({ outcome, list, each, item, call }) {
  const parameter = /^[\w$]+$/u.test(each) ? each : `(${each})`;
  const all = `Promise.all(${list}.map((${each}) => ${call}))`;
  switch (outcome) {
    case 'none':
      return [`await ${all};`];
    case 'list':
      return [`return ${all};`];
    case 'keyed':
      return gathered('{}', [
        'await Promise.all(',
        `\t${list}.map(async (${each}) => {`,
        `\t\tresults[key] = await ${call};`,
        '\t}),',
        ');',
      ]);
    case 'filter':
    case 'reject':
      return [
        `const answers = await ${all};`,
        `return items.filter((_, index) => ${outcome === 'filter' ? '' : '!'}answers[index]);`,
      ];
    default: {
      const { no, found, otherwise } = searchFor(outcome, item);
      const test = no === '' ? `await ${call}` : `!(await ${call})`;
      return [
        'return new Promise((resolve, reject) => {',
        `\tconst searches = ${list}.map(async ${parameter === each ? `(${each})` : parameter} => {`,
        `\t\tif (${test}) resolve(${found});`,
        '\t});',
        `\tPromise.all(searches).then(() => resolve(${otherwise}), reject);`,
        '});',
      ];
    }
  }
}

/**
 * Workers take the next from one generator: when one of them throws or returns, it ends for all, so
 * that nothing new is started.
 *
 * @param {Steps} steps
 * @returns {string[]}
 */
function someAtATime({ outcome, source, width, each, item, call }) {
  const isIndexed = outcome === 'list' || outcome === 'filter' || outcome === 'reject';
  const isTimes = each === 'index';
  const taken = isIndexed && !isTimes ? '[index, item]' : each;
  const supply = isIndexed && !isTimes ? `${source}.entries()` : source;
  const work = (/** @type {string} */ line) => workers(taken, supply, width, [line]);
  const done = 'await Promise.all(workers);';
  switch (outcome) {
    case 'none':
      return [...work(`await ${call};`), done];
    case 'list':
      return gathered('[]', [...work(`results[index] = await ${call};`), done]);
    case 'keyed':
      return gathered('{}', [...work(`results[key] = await ${call};`), done]);
    case 'filter':
    case 'reject':
      return [
        'const answers = [];',
        ...work(`answers[index] = await ${call};`),
        done,
        `return items.filter((_, index) => ${outcome === 'filter' ? '' : '!'}answers[index]);`,
      ];
    default: {
      const { no, found, otherwise } = searchFor(outcome, item);
      const test = no === '' ? `await ${call}` : `!(await ${call})`;
      const lines = work(`if (${test}) return resolve(${found});`).map((line) => `\t${line}`);
      return [
        'return new Promise((resolve, reject) => {',
        ...lines,
        `\tPromise.all(workers).then(() => resolve(${otherwise}), reject);`,
        '});',
      ];
    }
  }
}

/**
 * @param {string} taken
 * @param {string} supply
 * @param {string} width
 * @param {readonly string[]} lines
 * @returns {string[]}
 */
function workers(taken, supply, width, lines) {
  return [
    'const queue = (function* () {',
    `\tyield* ${supply};`,
    '})();',
    `const workers = Array.from({ length: ${width} }, async () => {`,
    `\tfor (const ${taken} of queue) {`,
    ...lines.map((line) => `\t\t${line}`),
    '\t}',
    '});',
  ];
}

/**
 * @param {'some' | 'every' | 'detect'} outcome
 * @param {string} item
 */
function searchFor(outcome, item) {
  const search = SEARCHES[outcome];
  return { ...search, found: search.found || item };
}

/**
 * @param {string} empty
 * @param {readonly string[]} lines
 * @returns {string[]}
 */
function gathered(empty, lines) {
  return [`const results = ${empty};`, ...lines, 'return results;'];
}
