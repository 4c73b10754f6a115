/** @import { Order, Outcome } from './bodies.js' */

import { bodyOf } from './bodies.js';
import { turnsOf } from './counts.js';

/**
 * The functions of `async` that become an async function in place, by their name in any version:
 * https://caolan.github.io/async/v3/docs.html.
 *
 * @typedef {object} Form
 * @property {string[]} parameters What it takes before its callback, by what that is.
 * @property {'none' | 'one' | 'several'} results What the callback gets beside the error.
 * @property {boolean} [isList] Whether that is what the steps gave, as far as they came.
 * @property {number} [given] How many arguments the iteratee gets before its callback.
 * @property {boolean} [givesItem] Whether that is an item of the collection.
 * @property {boolean} [isValueFirst] Whether version 1 has it without errors.
 * @property {boolean} [differs] Whether the versions differ in what it takes.
 * @property {(how: Writing) => string[]} write The body of the async function.
 *
 * @typedef {object} Writing
 * @property {(name: string, given?: string) => string} run What calls a function, as a promise.
 * @property {boolean} isNeeded Whether anything takes the results.
 * @property {boolean} isRecorded Whether something may take those there are beside an error.
 * @property {boolean} isSeveral Whether anything takes more than one of them.
 * @property {'array' | 'object' | 'unknown'} collection
 * @property {boolean} isCopied Whether the collection may change on the way.
 * @property {() => void} requireSteady Refuses the flow where places in the collection get other values on
 *   the way, which the library reads when their turn comes.
 * @property {number} version
 * @property {boolean} isFirst Whether it is version 1 for certain, to which a set is an empty object.
 * @property {boolean} checksLimit Whether a limit may be one at which version 3 throws.
 * @property {boolean} isWhole Whether a limit is a whole number for certain.
 * @property {boolean} isCertain Whether a count is a whole number from 0 on for certain.
 * @property {boolean} isTestAsync Whether the test of a loop takes a callback.
 * @property {boolean} hasOptions Whether a number of times comes in an object.
 */

const COLLECTIONS =
  /^(each|forEach|eachOf|forEachOf|map|filter|select|reject|some|any|every|all|detect|find|times)(Series|Limit)?$/u;

/** @type {Readonly<Record<string, Outcome>>} */
const OUTCOMES = {
  all: 'every',
  any: 'some',
  detect: 'detect',
  each: 'none',
  eachOf: 'none',
  every: 'every',
  filter: 'filter',
  find: 'detect',
  forEach: 'none',
  forEachOf: 'none',
  map: 'list',
  reject: 'reject',
  select: 'filter',
  some: 'some',
  times: 'list',
};

/** @type {ReadonlyMap<string, Form>} */
const OTHERS = new Map(
  /** @type {[string, Form][]} */ ([
    ['series', tasksForm('series')],
    ['parallel', tasksForm('parallel')],
    ['parallelLimit', tasksForm('limit')],
    ['waterfall', waterfallForm()],
    ...['reduce', 'inject', 'foldl'].map((name) => [name, reduceForm('items')]),
    ...['reduceRight', 'foldr'].map((name) => [name, reduceForm('[...items].reverse()')]),
    ['whilst', loopForm('', true)],
    ['until', loopForm('!', true)],
    ['doWhilst', loopForm('', false)],
    ['doUntil', loopForm('!', false)],
    ['retry', retryForm()],
  ]),
);

/**
 * @param {string} name
 * @returns {Form | undefined}
 */
export function formOf(name) {
  const [, base, order] = COLLECTIONS.exec(name) ?? [];
  if (base === undefined) {
    return OTHERS.get(name);
  }
  return collectionForm(base, /** @type {Outcome} */ (OUTCOMES[base]), orderOf(order));
}

/**
 * @param {string | undefined} suffix
 * @returns {Order}
 */
function orderOf(suffix) {
  return suffix === 'Series' ? 'series' : suffix === 'Limit' ? 'limit' : 'parallel';
}

/**
 * @param {string} base
 * @param {Outcome} outcome
 * @param {Order} order
 * @returns {Form}
 */
function collectionForm(base, outcome, order) {
  const isTimes = base === 'times';
  const isKeyed = /Of$/u.test(base);
  return {
    parameters: [isTimes ? 'count' : 'items', ...(order === 'limit' ? ['limit'] : []), 'iteratee'],
    results: outcome === 'none' ? 'none' : 'one',
    given: isKeyed ? 2 : 1,
    isList: outcome === 'list',
    givesItem: outcome === 'detect',
    isValueFirst: !isTimes && outcome !== 'none' && outcome !== 'list',
    write(how) {
      const { run, isNeeded, isRecorded, collection, isCopied, isFirst, checksLimit, isWhole } =
        how;
      const wanted = outcome === 'list' && !isNeeded ? 'none' : outcome;
      if (isTimes) {
        const source = turnsOf(how.isCertain, how.version);
        const call = run('iteratee', 'index');
        const lines = bodyOf({
          order,
          outcome: wanted,
          source,
          list: `[...${source}]`,
          width: widthOf('count', isWhole),
          each: 'index',
          item: 'index',
          call,
          isRecorded,
        });
        return [...limitCheck(checksLimit), ...lines];
      }
      // What changes on the way is read when its turn comes, as far as it went at the beginning.
      const mayTell = isCopied && order !== 'parallel';
      const isRead =
        mayTell &&
        (wanted === 'none' || wanted === 'list') &&
        !(isKeyed && collection === 'unknown');
      if (
        isKeyed || collection !== 'array'
          ? !isRead || collection === 'unknown' || !isKeyed
          : !isRead && mayTell
      ) {
        how.requireSteady();
      }
      const isKept = mayTell && !isRead && !isKeyed && collection === 'array';
      const key = isKeyed && collection === 'object' ? 'key' : 'index';
      const source = isRead
        ? key === 'key'
          ? 'Object.keys(items)'
          : '[...items.keys()]'
        : isKeyed
          ? entriesOf(collection, isFirst)
          : 'items';
      const item = isRead ? `items[${key}]` : 'item';
      const isLimited = isKeyed && order === 'limit';
      const steps = {
        order,
        outcome: wanted,
        source: isLimited ? 'entries' : source,
        list: source,
        width: widthOf(isLimited ? 'entries.length' : 'items.length', isWhole),
        each: isRead ? key : isKeyed ? '[key, item]' : 'item',
        item: 'item',
        call: run('iteratee', isKeyed ? `${item}, ${isRead ? key : 'key'}` : item),
        isRecorded,
      };
      return [
        ...limitCheck(checksLimit),
        ...(isKeyed ? [] : listOf(collection, isFirst, isRead)),
        ...(isKept ? ['items = [...items];'] : []),
        ...(isLimited ? [`const entries = ${source};`] : []),
        ...bodyOf(steps),
      ];
    },
  };
}

/**
 * @param {boolean} isChecked
 * @returns {string[]}
 */
function limitCheck(isChecked) {
  return isChecked
    ? ["if (!(limit > 0)) throw new RangeError('concurrency limit cannot be less than 1');"]
    : [];
}

/**
 * @param {string} length
 * @param {boolean} isWhole
 * @returns {string} How many run at the same time: one more where the limit is a fraction.
 */
function widthOf(length, isWhole) {
  return `Math.min(${isWhole ? 'limit' : 'Math.ceil(limit)'}, ${length})`;
}

/**
 * @param {Writing['collection']} collection
 * @param {boolean} isFirst
 * @param {boolean} [isRead] Whether an array has to stay the same one.
 * @returns {string[]} What makes an array of the collection, which is none yet.
 */
function listOf(collection, isFirst, isRead = false) {
  switch (collection) {
    case 'array':
      return [];
    case 'object':
      return ['items = Object.values(items);'];
    default:
      return [
        `items = ${isRead ? 'Array.isArray(items) ? items : ' : ''}${itemsOf(isFirst)} : Object.values(items || {});`,
      ];
  }
}

/**
 * @param {Writing['collection']} collection
 * @param {boolean} isFirst
 * @returns {string} Pairs of a key and an item; an array's keys are numbers.
 */
function entriesOf(collection, isFirst) {
  switch (collection) {
    case 'array':
      return '[...items.entries()]';
    case 'object':
      return 'Object.entries(items)';
    default:
      return `(${itemsOf(isFirst).replace('? ', '? [...')}.entries()] : Object.entries(items || {}))`;
  }
}

/**
 * @param {boolean} isFirst
 * @returns {string} What is a list, as an array: to version 1 what has a length, later what can be
 *   iterated.
 */
function itemsOf(isFirst) {
  return isFirst
    ? 'items && items.length >= 0 ? Array.from(items)'
    : 'items && items[Symbol.iterator] ? [...items]';
}

/**
 * @param {Order} order
 * @returns {Form}
 */
function tasksForm(order) {
  return {
    parameters: ['tasks', ...(order === 'limit' ? ['limit'] : [])],
    results: 'one',
    isList: true,
    write(how) {
      const { run, isNeeded, isRecorded, collection, isCopied, isFirst, checksLimit, isWhole } =
        how;
      how.requireSteady();
      const isKeyed = collection !== 'array';
      const made =
        collection === 'object'
          ? 'tasks'
          : isFirst
            ? 'tasks || []'
            : 'tasks instanceof Set ? [...tasks] : tasks || []';
      const source = !isKeyed
        ? 'tasks'
        : isNeeded
          ? `Object.entries(${made})`
          : `Object.values(${made})`;
      const isLimited = isKeyed && order === 'limit';
      const lines = bodyOf({
        order,
        outcome: !isNeeded ? 'none' : isKeyed ? 'keyed' : 'list',
        source: isLimited ? 'queued' : source,
        list: source,
        width: widthOf(isKeyed ? 'queued.length' : 'tasks.length', isWhole),
        each: isKeyed && isNeeded ? '[key, task]' : 'task',
        item: 'task',
        call: run('task'),
        isRecorded,
      });
      return [
        ...limitCheck(checksLimit),
        ...(isCopied && !isKeyed && order !== 'parallel' ? ['tasks = [...tasks];'] : []),
        ...(isLimited ? [`const queued = ${source};`] : []),
        ...lines.map((line) =>
          line
            .replace('[index, item]', '[index, task]')
            .replace(
              'const results = {};',
              collection === 'unknown'
                ? 'const results = Array.isArray(tasks) ? [] : {};'
                : 'const results = {};',
            ),
        ),
      ];
    },
  };
}

/** @returns {Form} */
function waterfallForm() {
  return {
    parameters: ['tasks'],
    results: 'several',
    write: ({ isNeeded, isSeveral }) => [
      'let values = [];',
      'for (const task of tasks) {',
      ...gather('values =', 'task', '...values, ').map((line) => `\t${line}`),
      '}',
      ...ending(isNeeded, isSeveral),
    ],
  };
}

/**
 * @param {string} source
 * @returns {Form}
 */
function reduceForm(source) {
  return {
    parameters: ['items', 'memo', 'iteratee'],
    results: 'one',
    given: 2,
    write({ run, collection, isCopied, isFirst, requireSteady }) {
      const isRead = isCopied && collection !== 'object' && source === 'items';
      if (collection !== 'array' && source === 'items') {
        requireSteady();
      }
      return [
        ...listOf(collection, isFirst, isRead),
        isRead ? 'for (const index of [...items.keys()]) {' : `for (const item of ${source}) {`,
        `\tmemo = await ${run('iteratee', `memo, ${isRead ? 'items[index]' : 'item'}`)};`,
        '}',
        'return memo;',
      ];
    },
  };
}

/**
 * @param {string} no `!` for those that go on until the test is true.
 * @param {boolean} isTestFirst
 * @returns {Form}
 */
function loopForm(no, isTestFirst) {
  return {
    parameters: isTestFirst ? ['test', 'iteratee'] : ['iteratee', 'test'],
    results: 'several',
    differs: true,
    given: 0,
    write({ run, isNeeded, isSeveral, version, isTestAsync }) {
      const takesValues = version === 1 || !isTestFirst;
      const given = takesValues ? '...values' : '';
      const test = isTestAsync ? `await ${run('test', given)}` : `test(${given})`;
      const condition = no === '' ? test : `!${isTestAsync ? `(${test})` : test}`;
      const isGathered = isNeeded || takesValues;
      const step = isGathered ? gather('values =', 'iteratee', '') : [`await ${run('iteratee')};`];
      const inner = step.map((line) => `\t${line}`);
      return [
        ...(isGathered ? ['let values = [];'] : []),
        ...(isTestFirst
          ? [`while (${condition}) {`, ...inner, '}']
          : ['do {', ...inner, `} while (${condition});`]),
        ...ending(isNeeded, isSeveral),
      ];
    },
  };
}

/** @returns {Form} */
function retryForm() {
  return {
    parameters: ['times', 'task'],
    results: 'several',
    differs: true,
    given: 0,
    write({ run, isNeeded, isSeveral, version, hasOptions }) {
      const times = hasOptions ? 'times.times' : 'times';
      const wait = `await new Promise((resolve) => setTimeout(resolve, ${hasOptions ? 'times.interval' : '0'}));`;
      // Version 1 tries again in the same tick where it is not told to wait.
      const pause = version > 1 ? [wait] : hasOptions ? [`if (times.interval) ${wait}`] : [];
      const attempt =
        isSeveral && isNeeded ? gather('return', 'task', '') : [`return await ${run('task')};`];
      return [
        'for (let attempt = 1; ; attempt++) {',
        '\ttry {',
        ...attempt.map((line) => `\t\t${line}`),
        '\t} catch (error) {',
        `\t\tif (attempt >= ${hasOptions ? `(${times} || 5)` : times}) throw error;`,
        '\t}',
        ...pause.map((line) => `\t${line}`),
        '}',
      ];
    },
  };
}

/**
 * @param {string} before
 * @param {string} callee
 * @param {string} given
 * @returns {string[]} Waits for all results of a function that takes a callback.
 */
function gather(before, callee, given) {
  return [
    `${before} await new Promise((resolve, reject) => {`,
    `\t${callee}(${given}(err, ...results) => (err ? reject(err) : resolve(results)));`,
    '});',
  ];
}

/**
 * @param {boolean} isNeeded
 * @param {boolean} isSeveral
 * @returns {string[]}
 */
function ending(isNeeded, isSeveral) {
  if (!isNeeded) {
    return [];
  }
  return [isSeveral ? 'return values;' : 'return values[0];'];
}
