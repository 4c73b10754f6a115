import { Describer } from './describe.js';
import { load } from './load.js';
import { Bluebird, promiseKind, reportUnhandledBluebird, requireFor } from './modules.js';
import { Branch, knex, operations } from './operations.js';
import { CALLBACK } from './scenario.js';
import { Scheduler } from './scheduler.js';
import { promisedTimers, virtualTimers, withTimers } from './timers.js';

/**
 * @import { Scenario } from './scenario.js'
 * @import { Entry } from './grammar/tree.js'
 * @import { World } from './operations.js'
 *
 * @typedef {object} Effect
 * @property {number} turn
 * @property {string} branch
 * @property {string} text
 * @property {string} [byEndOfTurn] What it says when the turn is over: lists may have got more by then.
 *
 * @typedef {object} Call What a caller of one exported function saw.
 * @property {string} path
 * @property {number} began The turn in which it was called.
 * @property {number} length Of the function.
 * @property {string} returned The kind of promise, the value, or what was thrown.
 * @property {string} settled
 * @property {number} turn When it settled.
 * @property {string[]} callbacks Each call of the callback, in order.
 * @property {Record<number, string>} callbacksByEndOfTurn Those whose lists have got more by the end of
 *   the turn, with that.
 * @property {number} results How many it got at most beside the error.
 * @property {boolean} adopted Whether it was a promise whose end the callback was told.
 *
 * @typedef {object} RunRecord
 * @property {Effect[]} effects
 * @property {Call[]} calls
 * @property {string[]} unhandled
 * @property {string[]} uncaught
 * @property {string | undefined} failure Why the module could not be loaded, or did not end.
 * @property {string[]} labels
 * @property {boolean} [hasFailed] Whether an operation failed, or never settled.
 * @property {boolean} [mayBeLate] Whether a callback may come later in its turn than it did.
 *
 * @typedef {object} Subject
 * @property {string} text
 * @property {Entry[]} entries
 * @property {1 | 2 | 3} [asyncVersion]
 * @property {number} [rounds] How often one `setImmediate` may lead to another within a turn.
 * @property {boolean | 'dual'} [adopts] Whether a function may give a promise where it took a callback;
 *   with `dual` one that does is called without.
 * @property {boolean} [hasPlainQueries] Whether no query is a thenable that an unknown function gives.
 */

/**
 * @param {Subject} subject A program and the functions of it to call, one after the other.
 * @param {Scenario} scenario
 * @returns {Promise<RunRecord>} What an observer saw of it.
 */
export async function execute(
  { text, entries, asyncVersion = 3, rounds = 2, adopts = false, hasPlainQueries = false },
  scenario,
) {
  const describer = new Describer();
  /** @type {RunRecord} */
  const seen = {
    effects: [],
    calls: [],
    unhandled: [],
    uncaught: [],
    failure: undefined,
    labels: [],
  };
  /** @type {(() => void)[]} What is left to be noted when the turn is over. */
  const unfinished = [];
  const scheduler = new Scheduler(
    {
      onTurn: (name) => record('', `turn ${name}`),
      onQuiet: () => {
        reportUnhandledBluebird();
        for (const finish of unfinished.splice(0)) finish();
      },
    },
    rounds,
  );
  /** @type {World['record']} */
  const record = (branch, text, show) => {
    if (scheduler.hasEnded) return;
    /** @type {Effect} */
    const effect = { turn: scheduler.turn, branch, text };
    seen.effects.push(effect);
    if (show) {
      unfinished.push(() => {
        const shown = show();
        if (shown !== text) effect.byEndOfTurn = shown;
      });
    }
  };
  const at = () => `turn ${scheduler.turn}: `;
  const uncaught = (/** @type {unknown} */ error) => {
    if (!scheduler.hasEnded) seen.uncaught.push(at() + describer.describe(error));
    scheduler.hasThrown = true;
    scheduler.lastTurn ??= scheduler.turn;
  };
  /** @type {World} */
  const world = {
    scenario,
    scheduler,
    describer,
    record,
    uncaught,
    labels: new Set(),
    hasFailed: false,
    hasPlainQueries,
    Bluebird,
  };
  const unhandled = (/** @type {unknown} */ reason) => {
    if (!scheduler.hasEnded) seen.unhandled.push(at() + describer.describe(reason));
  };
  const timers = virtualTimers(scheduler, uncaught);
  const own = operations(world);
  const modules = {
    './operations': own,
    operations: own,
    knex,
    'timers/promises': promisedTimers(timers),
  };
  const run = async () => {
    /** @type {any} */
    let exported;
    try {
      exported = load(text, requireFor(modules, asyncVersion));
    } catch (error) {
      seen.failure = `cannot be loaded: ${describer.describe(error)}`;
      return;
    }
    for (const entry of entries) {
      callEntry(exported, entry, new Branch(entry.path), { seen, world, adopts });
      if (!(await scheduler.run())) {
        seen.failure = `${entry.path} does not come to an end`;
        return;
      }
      if (scheduler.lastTurn !== undefined) return;
    }
  };
  await withProcessListeners({ unhandled, uncaught }, () => withTimers(timers, run));
  seen.labels = [...world.labels];
  seen.hasFailed = world.hasFailed;
  return seen;
}

/** How a function begins that gives a promise to whoever gives it no callback. */
const DUAL = /typeof \w+ !== 'function'\) (?:return promise|\{\s*(?:const \w+ = |return )util)/u;

/** And how one does that gave it to them before: it says itself what that gives. */
const OWN_DUAL =
  /if \((?:!\w+|typeof \w+ !== 'function')\) \{?\s*return (?:new Promise|require\()/u;

/**
 * @param {any} exported
 * @param {Entry} entry
 * @param {Branch} branch
 * @param {{ seen: RunRecord, world: World, adopts: boolean | 'dual' }} observer
 */
function callEntry(
  exported,
  { path, call: convention, keeps = false },
  branch,
  { seen, world, adopts },
) {
  const { scheduler, describer, scenario, labels } = world;
  /** @type {Call} */
  const call = {
    path,
    began: scheduler.turn,
    length: -1,
    returned: '',
    settled: 'never',
    turn: -1,
    callbacks: [],
    callbacksByEndOfTurn: {},
    results: 0,
    adopted: false,
  };
  seen.calls.push(call);
  const names = path.split('.');
  const method = names.pop() ?? '';
  const receiver = names.reduce((owner, name) => owner?.[name], exported);
  const settle = (/** @type {string} */ how) => (/** @type {unknown} */ value) => {
    if (scheduler.hasEnded) return;
    call.settled = `${how} ${describer.describe(value)}`;
    call.turn = scheduler.turn;
  };
  let returned = false;
  /** @this {unknown} @param {unknown[]} args */
  const callback = function (...args) {
    const when = returned ? 'later' : 'in the same tick';
    // Whoever reads a parameter cannot tell `undefined` from nothing.
    const given = args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1);
    call.results = Math.max(call.results, args.length - 1);
    const show = () => given.map((arg) => describer.describe(arg)).join(', ');
    const shown = show();
    const on = this !== undefined && this === receiver ? ', on its receiver' : '';
    if (!scheduler.hasEnded) {
      const index = call.callbacks.push(`(${shown}) ${when}${on}`) - 1;
      world.record(branch.path, `callback(${shown})`, () => {
        const later = show();
        if (later !== shown) call.callbacksByEndOfTurn[index] = `(${later}) ${when}${on}`;
        return `callback(${later})`;
      });
    }
    labels.add(CALLBACK);
    if (scenario.faults[CALLBACK] === 'throw') throw new Error('thrown by the callback');
  };
  const text = String(receiver?.[method]);
  const isAsked = adopts === 'dual' && !keeps && DUAL.test(text) && !OWN_DUAL.test(text);
  const args = [branch, 7, 'two', ...(convention === 'callback' && !isAsked ? [callback] : [])];
  call.length = receiver?.[method]?.length ?? -1;
  try {
    const result = receiver[method](...args);
    const kind = promiseKind(result);
    call.adopted = Boolean(adopts) && !keeps && convention === 'callback' && kind === 'Promise';
    call.returned = call.adopted ? 'undefined' : (kind ?? describer.describe(result));
    if (call.adopted) {
      result.then(
        (/** @type {unknown} */ value) => process.nextTick(callback, null, value),
        (/** @type {unknown} */ error) => process.nextTick(callback, error),
      );
    } else if (kind !== undefined) {
      result.then(settle('fulfilled'), settle('rejected'));
    }
  } catch (error) {
    call.returned = `threw ${describer.describe(error)}`;
  }
  returned = true;
}

/**
 * @param {{ unhandled: (reason: unknown) => void, uncaught: (error: unknown) => void }} listeners
 * @param {() => Promise<void>} run
 * @returns {Promise<void>} The run, during which the process reports to these listeners alone.
 */
async function withProcessListeners({ unhandled, uncaught }, run) {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', unhandled);
  process.setUncaughtExceptionCaptureCallback(uncaught);
  // With a listener Node does not warn of rejections that are handled late.
  const handledLate = () => {};
  process.on('rejectionHandled', handledLate);
  try {
    await run();
  } finally {
    process.setUncaughtExceptionCaptureCallback(null);
    process.removeListener('rejectionHandled', handledLate);
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
}
