/* Counts what an input makes the engine do, whatever else the machine does: how often each block of core/ and
   rules/ is run, by V8's precise coverage, and how much the language's own functions go through for it, which
   that does not show: copied lists, searched texts. It changes these, and so is a process of its own.

   node test/growth/count-work.js ['part of an input's name' …] */
import { Session } from 'node:inspector/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { INPUTS } from './inputs.js';
import { RUNS } from './runs.js';

const MANIFEST = JSON.stringify({
  engines: { node: '>=18' },
  dependencies: { async: '^3.2.0', bluebird: '^3.7.0', co: '^4.6.0', express: '^4.18.0' },
});

/**
 * @typedef {Record<string, number>} Work What each place of the engine has done: how often the blocks of a
 *   function have run, or how much a line has had the language's own functions go through.
 */

const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../..') + path.sep;
const OWN = path.join('test', 'growth');

/** What less is gone through is in proportion to the block around it, which is counted. */
const LEAST = 64;

/** How much the language's own functions have gone through, by who called them. @type {Map<string, number>} */
const builtIn = new Map();

let isNoting = false;

/** @param {number} amount */
function note(amount) {
  if (amount < LEAST || isNoting) {
    return;
  }
  isNoting = true;
  const frame = (new Error('for its stack').stack ?? '')
    .split('\n')
    .find((line) => line.includes(ROOT) && !line.includes(OWN));
  const [, name] = /(?<name>(?:core|rules)\/.*?:\d+):\d+/u.exec(frame ?? '') ?? [];
  if (name !== undefined) {
    builtIn.set(name, (builtIn.get(name) ?? 0) + amount);
  }
  isNoting = false;
}

/**
 * @param {any} holder
 * @param {string | symbol} name
 * @param {(self: any, result: any, second: any) => number} amount
 */
function watch(holder, name, amount) {
  const original = holder[name];
  Object.defineProperty(holder, name, {
    configurable: true,
    writable: true,
    value(/** @type {unknown[]} */ ...args) {
      const result = original.apply(this, args);
      note(amount(this, result, args[1]));
      return result;
    },
  });
}

function watchBuiltIns() {
  const { prototype } = Array;
  for (const name of ['concat', 'slice', 'splice', 'flat', 'toReversed', 'toSorted']) {
    watch(prototype, name, (_, result) => result.length);
  }
  for (const name of ['join', 'reverse', 'shift', 'sort', 'unshift']) {
    watch(prototype, name, ({ length }) => length);
  }
  for (const holder of [prototype, String.prototype]) {
    watch(holder, 'includes', ({ length }, isFound, from = 0) => (isFound ? 1 : length - from));
    watch(holder, 'indexOf', ({ length }, found, from = 0) => (found < 0 ? length : found) - from);
    watch(holder, 'lastIndexOf', ({ length }, found, from = length) => from - found);
  }
  watch(String.prototype, 'replaceAll', ({ length }) => length);
  watch(String.prototype, 'split', ({ length }) => length);
  watchIterators();
  watchExpressions();
}

/** A spread of a list; a new set of it. */
function watchIterators() {
  for (const { prototype } of [Array, Set, Map]) {
    for (const name of /** @type {const} */ ([Symbol.iterator, 'keys', 'values', 'entries'])) {
      const original = /** @type {any} */ (prototype)[name];
      Object.defineProperty(prototype, name, {
        configurable: true,
        writable: true,
        value() {
          const iterator = original.call(this);
          const next = iterator.next.bind(iterator);
          let steps = 0;
          iterator.next = () => {
            steps++;
            if (steps % LEAST === 0) {
              note(LEAST);
            }
            return next();
          };
          return iterator;
        },
      });
    }
  }
}

function watchExpressions() {
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (/** @type {string} */ text) {
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const isAnchored = this.source.startsWith('^') && !this.multiline;
    const end = match
      ? match.index + match[0].length
      : this.sticky || isAnchored
        ? start + 1
        : text.length;
    note(end - start);
    return match;
  };
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
watchBuiltIns();

/**
 * @param {() => unknown} run
 * @returns {Promise<Work>} What it makes the engine do.
 */
async function count(run) {
  await session.post('Profiler.takePreciseCoverage');
  builtIn.clear();
  await run();
  /** @type {Work} */
  const places = {};
  for (const [place, amount] of builtIn) {
    places[`${place} through built-in functions`] = Math.round(amount / LEAST);
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    const name = file.startsWith(ROOT) ? file.slice(ROOT.length) : '';
    if (/^(?:core|rules)[/\\]/u.test(name)) {
      for (const { functionName, ranges } of functions) {
        const place = `${name} ${functionName || `at ${ranges[0]?.startOffset}`}`;
        const done = ranges.reduce((sum, range) => sum + range.count, 0);
        places[place] = (places[place] ?? 0) + done;
      }
    }
  }
  return places;
}

const folder = mkdtempSync(path.join(tmpdir(), 'async-perf-growth-'));
try {
  /** @type {Record<string, Record<string, Work[]>>} */
  const all = {};
  const chosen = process.argv.slice(2);
  for (const [name, { size, write }] of Object.entries(INPUTS)) {
    if (chosen.length > 0 && !chosen.some((each) => name.includes(each))) {
      continue;
    }
    all[name] = {};
    for (const [kind, run] of Object.entries(RUNS)) {
      /** @type {Work[]} */
      const works = [];
      // The first one loads what is loaded once.
      for (const factor of [0.5, 1, 2, 4]) {
        const place = path.join(mkdtempSync(path.join(folder, 'run-')), 'input.js');
        const text = write(Math.floor(size * factor));
        writeFileSync(path.join(path.dirname(place), 'package.json'), MANIFEST);
        writeFileSync(place, text);
        const work = await count(() => run(place, text));
        if (factor >= 1) {
          works.push(work);
        }
      }
      all[name][kind] = works;
    }
  }
  process.stdout.write(JSON.stringify(all));
} finally {
  rmSync(folder, { recursive: true });
}
