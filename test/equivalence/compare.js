import { OBLIGATIONS } from '../../core/contract/obligations.js';
import { withoutAdoption } from './adoption.js';
import { OPERATIONAL } from './describe.js';

/**
 * @import { ObligationId } from '../../core/contract/obligations.js'
 * @import { RunRecord, Effect, Call } from './execute.js'
 *
 * @typedef {object} Comparison
 * @property {string[]} mismatches What no accepted difference explains, in words.
 * @property {Set<ObligationId>} used The accepted differences that were met.
 */

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @param {readonly string[]} reported Differences that the codemod named for these sites.
 * @param {'keep' | 'async'} [api] With `async` an exported function may return a native promise.
 * @returns {Comparison}
 */
export function compare(original, converted, reported, api = 'keep') {
  const isAdopted = converted.calls.some(({ adopted }) => adopted);
  return isAdopted
    ? compareToTheEnd(
        ...withoutAdoption(original, converted, api),
        // The handlers of a promise run in a later tick, with one argument.
        [...new Set([...reported, 'timing-unobservable', 'callback-arguments'])],
        api,
      )
    : compareToTheEnd(original, converted, reported, api);
}

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @param {readonly string[]} reported
 * @param {'keep' | 'async'} api
 * @returns {Comparison}
 */
function compareToTheEnd(original, converted, reported, api) {
  const [first, second] = reported.includes('throws-late')
    ? withoutHeard(...withoutDropped(original, converted))
    : [original, converted];
  const comparison = compareEnds(first, second, reported, api);
  if (first !== original) comparison.used.add('throws-late');
  return comparison;
}

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @returns {[RunRecord, RunRecord]} Without what a callback threw at the caller, and rejects a promise now
 *   that nobody looks at.
 */
function withoutDropped(original, converted) {
  const unhandled = [...converted.unhandled];
  const calls = original.calls.map((call, index) => {
    const error = /^threw (?<error><Error\(thrown by the callback\).*)$/su.exec(
      call.returned,
    )?.groups;
    const place = unhandled.findIndex((text) => text.endsWith(`: ${error?.['error']}`));
    if (!error || place < 0 || converted.calls[index]?.returned !== 'undefined') return call;
    unhandled.splice(place, 1);
    return { ...call, returned: 'undefined' };
  });
  return unhandled.length < converted.unhandled.length
    ? [
        { ...original, calls },
        { ...converted, unhandled },
      ]
    : [original, converted];
}

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @returns {[RunRecord, RunRecord]} Without errors that the caller was thrown, and its callback gets now.
 */
function withoutHeard(original, converted) {
  const heard = original.calls.flatMap(({ path, returned }, index) => {
    const error = /^threw (?<error><TypeError.*)$/su.exec(returned)?.groups?.['error'];
    const other = converted.calls[index];
    return error !== undefined && other?.callbacks.at(-1) === `(${error}) later`
      ? [{ path, index, text: `callback(${error})` }]
      : [];
  });
  if (heard.length === 0) return [original, converted];
  if (converted.uncaught.some((text) => text.includes('thrown by the callback'))) {
    // There is more to hear than there was, and whoever hears it ends the process.
    const [first] = heard;
    const end = { effects: [], unhandled: [], uncaught: [] };
    const calls = original.calls.slice(0, first?.index);
    return [
      { ...original, ...end, calls },
      { ...original, ...end, calls },
    ];
  }
  const calls = heard.map(({ index }) => index);
  return [
    {
      ...original,
      calls: original.calls.map((call, index) =>
        calls.includes(index) ? { ...call, returned: 'undefined' } : call,
      ),
    },
    {
      ...converted,
      effects: converted.effects.filter(
        ({ branch, text }) => !heard.some((each) => each.path === branch && each.text === text),
      ),
      calls: converted.calls.map((call, index) =>
        calls.includes(index) ? { ...call, callbacks: call.callbacks.slice(0, -1) } : call,
      ),
    },
  ];
}

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @param {readonly string[]} reported
 * @param {'keep' | 'async'} api
 * @returns {Comparison}
 */
function compareEnds(original, converted, reported, api) {
  const comparison = compareWhole(original, converted, reported, api);
  if (endsAlike(original, converted)) {
    const { unhandled: uncaught } = original;
    return compareWhole(
      { ...asFarAs(converted, original), unhandled: [], uncaught: uncaught.slice(0, 1) },
      converted,
      reported,
      api,
    );
  }
  if (comparison.mismatches.length === 0) return comparison;
  if (reported.includes('uncaught-error') && endsAsRejection(original, converted)) {
    const { unhandled: uncaught } = converted;
    const ended = compareEnds(original, { ...converted, unhandled: [], uncaught }, reported, api);
    ended.used.add('uncaught-error');
    return ended;
  }
  // What a callback throws where a handler of a promise calls it ends the process, too.
  if (original.uncaught.length === 0 && ENDING_IN_CALLBACK.test(original.unhandled[0] ?? '')) {
    const { unhandled: uncaught } = original;
    return compareEnds({ ...original, unhandled: [], uncaught }, converted, reported, api);
  }
  // Node ends at an uncaught exception: what a library does afterwards is seen by nobody.
  if (original.uncaught.length === 0) return comparison;
  const [one, two] = [untilUncaught(original), untilUncaught(converted)];
  const ended = compareWhole(
    withoutLateEffects(one, two),
    withoutLateEffects(two, one),
    reported,
    api,
  );
  if (ended.mismatches.length === 0 || !mayBeHeard(original)) return ended;
  const heard = compareWhole(...untilHeard(one, converted), reported, api);
  heard.used.add('uncaught-error');
  return heard;
}

/** What a callback throws, be it of a program or of whoever calls that. */
const ENDING_IN_CALLBACK =
  /^turn \d+: <(?:TypeError\(Cannot read properties of |Error\(thrown by the callback\))/u;

/** What reading a member of nothing throws. */
const MEMBER_OF_NOTHING = /^turn \d+: <TypeError\(Cannot read properties of /u;

/**
 * What a callback throws where no `throw` says so goes to whoever waits for what it calls (`uncaught-error`),
 * where it ended the process.
 *
 * @param {RunRecord} original
 * @returns {boolean} Whether that ended it.
 */
const mayBeHeard = ({ uncaught: [error = ''] }) => MEMBER_OF_NOTHING.test(error);

/**
 * @param {RunRecord} ended
 * @param {RunRecord} record
 * @returns {[RunRecord, RunRecord]} Up to where the one ended.
 */
function untilHeard(ended, record) {
  return [
    { ...ended, uncaught: [], unhandled: [] },
    {
      ...record,
      effects: record.effects.slice(0, ended.effects.length),
      calls: ended.calls.map((call, index) => {
        const other = record.calls[index] ?? call;
        const { settled, turn } = call.settled === 'never' ? call : other;
        return {
          ...other,
          settled,
          turn,
          callbacks: other.callbacks.slice(0, call.callbacks.length),
        };
      }),
      uncaught: [],
      unhandled: [],
    },
  ];
}

/**
 * @param {RunRecord} record Up to the turn of an uncaught exception.
 * @param {RunRecord} other
 * @returns {RunRecord} Without what other branches did in that turn in one of the two alone: microtasks
 *   decide how much of it came before the end.
 */
function withoutLateEffects(record, other) {
  const end = endOf(record);
  return {
    ...record,
    effects: record.effects.filter(
      ({ turn, branch, text }) =>
        turn < end || other.effects.some((each) => each.branch === branch && each.text === text),
    ),
  };
}

/**
 * @param {RunRecord} record
 * @returns {number} The turn of the first uncaught exception.
 */
function endOf({ uncaught }) {
  return Math.min(...uncaught.map(turnOf));
}

/**
 * @param {string} text
 * @returns {number} The turn that it begins with.
 */
function turnOf(text) {
  return Number(/^turn (\d+)/u.exec(text)?.[1] ?? Infinity);
}

/**
 * @param {RunRecord} record
 * @returns {RunRecord} What happened up to the turn of the first uncaught exception.
 */
function untilUncaught(record) {
  const end = endOf(record);
  return {
    ...record,
    effects: record.effects.filter(({ turn }) => turn <= end),
    calls: record.calls.map((call) => ({ ...call, callbacks: call.callbacks.slice(0, 1) })),
    uncaught: record.uncaught.slice(0, 1),
    unhandled: record.unhandled.filter((text) => turnOf(text) <= end),
  };
}

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @param {readonly string[]} reported
 * @param {'keep' | 'async'} api
 * @returns {Comparison}
 */
function compareWhole(original, converted, reported, api) {
  const id = VIEWED.find((each) => reported.includes(each));
  if (id !== undefined) {
    const rest = reported.filter((each) => each !== id);
    const plain = compareWhole(original, converted, rest, api);
    if (plain.mismatches.length === 0) return plain;
    const view = VIEWS[id];
    const [one, other] =
      id === 'timing-unobservable'
        ? untilCallbackThrows(original, converted)
        : [original, converted];
    const { mismatches, used } = compareWhole(view(one), view(other), rest, api);
    return { mismatches, used: used.add(id) };
  }
  const hasLibraryError = isTextOf(original, LIBRARY_ERROR) || original.uncaught.length > 0;
  if (reported.includes('library-errors') && hasLibraryError) {
    const comparison = compareWhole(
      unwrapped(original),
      unwrapped(original.uncaught.length > 0 ? asFarAs(original, converted) : converted),
      others(reported),
      api,
    );
    comparison.used.add('library-errors');
    return comparison;
  }
  /** @type {Comparison} */
  const comparison = { mismatches: [], used: new Set() };
  /** @param {ObligationId} id */
  const accepts = (id) => {
    // What is accepted under the strictest trust is never reported.
    const accepted = OBLIGATIONS[id].assumedFrom === 'strict' || reported.includes(id);
    if (accepted) comparison.used.add(id);
    return accepted;
  };
  const differ = (
    /** @type {string} */ what,
    /** @type {unknown} */ one,
    /** @type {unknown} */ two,
  ) => {
    if (one !== two) comparison.mismatches.push(`${what}: ${String(one)} became ${String(two)}`);
  };

  differ('the module', original.failure ?? 'runs', converted.failure ?? 'runs');
  if (comparison.mismatches.length > 0) return comparison;
  const [before, after] = [fatal(original.unhandled), fatal(converted.unhandled)];
  if (before === after || !accepts('rejection-is-handled'))
    differ('unhandled rejections', before, after);
  differ('uncaught exceptions', listed(original.uncaught), listed(converted.uncaught));
  const order = compareEffects(original.effects, converted.effects, original.mayBeLate);
  const isSettledAlike = original.calls.every(
    ({ settled }, index) => settled === converted.calls[index]?.settled,
  );
  const hasOtherStarts =
    (order.mismatch !== undefined || !isSettledAlike) &&
    reported.includes('map-start-order') &&
    isSameInEachBranch(original, converted) &&
    accepts('map-start-order');
  for (const [index, call] of original.calls.entries()) {
    const other = converted.calls[index];
    if (other !== undefined) {
      const [one, two] = hasOtherStarts
        ? [
            withoutStarts(waitsOnly(call, other) ? { ...call, settled: 'never' } : call),
            withoutStarts(other),
          ]
        : [call, other];
      compareCalls(one, two, { differ, accepts, api, rejects: rejectsInstead(call, other) });
    }
  }
  if (hasOtherStarts) return comparison;
  if (order.mismatch !== undefined) comparison.mismatches.push(order.mismatch);
  else if (order.commuted && !accepts('microticks')) {
    comparison.mismatches.push('effects of side by side branches changed their order');
  }
  return comparison;
}

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @returns {boolean} Whether the one ends with what a callback has thrown in a handler of a promise, and the
 *   other with the same in the same turn, where no promise is in between.
 */
const endsAlike = ({ unhandled: [end = '', ...more], uncaught }, converted) =>
  /<Error\(thrown by the callback\)#\d+>$/u.test(end) &&
  [...more, ...uncaught].every((each) => turnOf(each) > turnOf(end)) &&
  converted.unhandled.length === 0 &&
  listed(converted.uncaught) === end;

/**
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @returns {boolean} Whether what a callback throws ends the one, and the other as a rejection that nobody
 *   handles, in the same turn.
 */
const endsAsRejection = ({ uncaught: [end = ''] }, { unhandled, uncaught }) =>
  /<Error\(thrown by the callback\)#\d+>$/u.test(end) &&
  uncaught.every((each) => turnOf(each) > turnOf(end)) &&
  unhandled[0] === end;

/** Errors that bluebird has wrapped, and those that it makes itself. */
const LIBRARY_ERROR = new RegExp(`${OPERATIONAL}|AggregateError`, 'u');

/** What an `AggregateError` is described as, and what either makes of it as a string. */
const AGGREGATE =
  /AggregateError(?:\([^)]*\)|: All promises were rejected)|(?:\\+n)AggregateError of:(?:\\+n {4}[^\\]*)*\\+n/gu;

/** @param {RunRecord} record @param {RegExp} text */
const isTextOf = (record, text) => text.test(JSON.stringify(record));

/**
 * @param {RunRecord} record
 * @returns {RunRecord} Without what tells bluebird's errors from plain ones, and without what tells how
 *   an error has ended the process.
 */
const unwrapped = (record) =>
  JSON.parse(
    JSON.stringify({
      ...record,
      unhandled: [...record.unhandled, ...record.uncaught],
      uncaught: [],
    })
      .replaceAll(OPERATIONAL, '')
      .replaceAll(AGGREGATE, 'AggregateError'),
  );

/**
 * @param {RunRecord} ended
 * @param {RunRecord} record
 * @returns {RunRecord} As much of it as there is of the other, which an error has ended.
 */
const asFarAs = (ended, record) => ({
  ...record,
  effects: record.effects.slice(0, ended.effects.length),
  calls: record.calls.slice(0, ended.calls.length),
  unhandled: record.unhandled.filter((text) =>
    [...ended.unhandled, ...ended.uncaught].includes(text),
  ),
});

/** @param {readonly string[]} reported */
const others = (reported) => reported.filter((id) => id !== 'library-errors');

/** @typedef {'callback-arguments' | 'partial-results' | 'empty-collection' | 'timing-unobservable'} Viewed */

/** @type {readonly Viewed[]} */
const VIEWED = ['callback-arguments', 'partial-results', 'empty-collection', 'timing-unobservable'];

/**
 * Differences in what a callback gets: what is left of a record without them.
 *
 * @type {Readonly<Record<Viewed, (record: RunRecord) => RunRecord>>}
 */
const VIEWS = {
  // No results that are `undefined` at the end or nothing beside an error, and `null` for each missing
  // error: for what no `if (err)` takes for one.
  'callback-arguments': viewCallbacks((text) =>
    text
      .replace(/(?:, undefined)+\)/u, ')')
      .replace(/\((<[^>]*>)(?:, (?:null|undefined))+\)/u, '($1)')
      .replace(/\((?:undefined|false|0|"")?(?=[,)])/u, '(null'),
  ),
  // Nothing beside an error.
  'partial-results': viewCallbacks((text) => text.replace(/\((<[^>]*>), .*\)/su, '($1)')),
  'empty-collection': viewEmptyCollections,
  // Whenever it is called within its turn: its list of results, which the library goes on to fill, has by
  // then got what came in between.
  'timing-unobservable': (record) => ({
    ...viewCallbacks((text) => text.replace(/ in the same tick(?=,|$)/u, ' later'))(
      byEndOfTurn(record),
    ),
    mayBeLate: true,
  }),
};

/**
 * @param {RunRecord} record
 * @returns {RunRecord} With what was handed over as it was when the turn was over.
 */
function byEndOfTurn(record) {
  return {
    ...record,
    effects: record.effects.map((effect) => ({
      ...effect,
      text: effect.byEndOfTurn ?? effect.text,
    })),
    calls: record.calls.map((call) => ({
      ...call,
      callbacks: call.callbacks.map((text, index) => call.callbacksByEndOfTurn[index] ?? text),
    })),
  };
}

const EMPTY_RESULT = /^(\(.*\)) in the same tick$/su;

/**
 * @param {RunRecord} record
 * @returns {RunRecord} The result of an empty collection, whenever it comes: what its callback throws
 *   is nobody's to catch then, and ends the process.
 */
function viewEmptyCollections(record) {
  const calls = record.calls.map((call) => ({
    ...call,
    callbacks: call.callbacks.map((text) => text.replace(EMPTY_RESULT, '$1 later')),
  }));
  const uncaught = record.uncaught.map((text) => text.replace(/^turn \d+: /u, ''));
  const last = record.calls.findIndex(
    ({ callbacks, returned }) =>
      returned.startsWith('threw ') && callbacks.some((text) => EMPTY_RESULT.test(text)),
  );
  const [call, ...later] = calls.slice(Math.max(last, 0));
  if (last === -1 || call === undefined) return { ...record, calls, uncaught };
  const isLater = (/** @type {string} */ branch) =>
    later.some(({ path }) => branch === path || branch.startsWith(`${path}/`));
  return {
    ...record,
    calls: [...calls.slice(0, last), { ...call, returned: 'undefined' }],
    effects: record.effects.filter(({ turn, branch }) => turn <= call.began && !isLater(branch)),
    uncaught: [call.returned.slice('threw '.length)],
  };
}

/** What a callback throws in the tick of the call that got it. */
const THROWN_BY_CALLBACK = /^threw (?<error>.*thrown by the callback.*)$/su;

/**
 * What a callback throws in a later tick is nobody's to catch: it ends the process.
 *
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @returns {[RunRecord, RunRecord]} Up to the first callback that throws where somebody could catch it.
 */
function untilCallbackThrows(original, converted) {
  const isEnded = converted.uncaught[0]?.includes('thrown by the callback') === true;
  const index = original.calls.findIndex(({ callbacks, returned }, at) => {
    const other = converted.calls[at];
    // A `catch` around the call has called it again.
    const isAgain = isEnded && callbacks.length > (other?.callbacks.length ?? 0);
    return (THROWN_BY_CALLBACK.test(returned) && returned !== other?.returned) || isAgain;
  });
  const call = original.calls[index];
  if (!call) {
    return [original, converted];
  }
  const error = THROWN_BY_CALLBACK.exec(call.returned)?.groups?.['error'];
  const until = (/** @type {RunRecord} */ record) => {
    const end = record.effects.findIndex(
      ({ branch, text }) => branch === call.path && text.startsWith('callback('),
    );
    // What is started beside it was started no more where the throw ended the loop.
    const effects = record.effects
      .slice(0, end + 1)
      .filter(({ turn, branch }) => turn < call.began || !branch.startsWith(`${call.path}/`));
    return {
      ...untilUncaught({ ...record, effects }),
      calls: record.calls.slice(0, index + 1),
    };
  };
  const [before, after] = [until(original), until(converted)];
  return [
    {
      ...before,
      calls: before.calls.with(-1, {
        ...call,
        returned: 'undefined',
        callbacks: call.callbacks.slice(0, 1),
      }),
      uncaught: call.callbacks.length > 1 ? converted.uncaught : [`turn ${call.began}: ${error}`],
    },
    withListsAsIn(before, after),
  ];
}

/** What a list or an object that a callback gets last ends with. */
const END_OF_LIST = /[\]}]\)(?: [\w ,]*)?$/u;

/**
 * @param {RunRecord} original Up to a callback that throws: what was not started by then never is.
 * @param {RunRecord} converted
 * @returns {RunRecord} With no more in the list of results that the callback got than there was then.
 */
function withListsAsIn(original, converted) {
  const [one, two] = [original, converted].map(({ calls }) => calls.at(-1)?.callbacks[0] ?? '');
  const head = one?.replace(END_OF_LIST, '') ?? '';
  const longer = two?.replace(END_OF_LIST, '') ?? '';
  const isLonger = longer.startsWith(/[[{]$/u.test(head) ? head : `${head}, `);
  return one !== head && isLonger
    ? viewCallbacks((text) => text.replace(longer, head))(converted)
    : converted;
}

/**
 * @param {(text: string) => string} view
 * @returns {(record: RunRecord) => RunRecord}
 */
function viewCallbacks(view) {
  return (record) => ({
    ...record,
    effects: record.effects.map((effect) =>
      effect.text.startsWith('callback(')
        ? {
            ...effect,
            text: view(effect.text),
            ...(effect.byEndOfTurn !== undefined && { byEndOfTurn: view(effect.byEndOfTurn) }),
          }
        : effect,
    ),
    calls: record.calls.map((call) => ({
      ...call,
      callbacks: call.callbacks.map(view),
      callbacksByEndOfTurn: Object.fromEntries(
        Object.entries(call.callbacksByEndOfTurn).map(([index, text]) => [index, view(text)]),
      ),
    })),
  });
}

/**
 * @param {string[]} unhandled Each begins with its turn.
 * @returns {string} Those of the first turn that has any: there Node ends the process.
 */
function fatal(unhandled) {
  const [turn] = unhandled[0]?.split(':') ?? [];
  return listed(unhandled.filter((each) => each.split(':')[0] === turn));
}

/** @param {string[]} items */
const listed = (items) => (items.length === 0 ? 'none' : items.toSorted().join(', '));

/** Kinds of promises that a file may give native ones for. */
const OTHER_PROMISES = new Set(['Bluebird', 'Q', 'RSVP', 'es6-promise', 'when']);

/**
 * @param {Call} original
 * @param {Call} converted
 * @returns {boolean} Whether what was thrown is what a promise is rejected with.
 */
function rejectsInstead({ returned }, converted) {
  const thrown = /^threw (?<error>.*)$/su.exec(returned)?.groups?.['error'];
  return (
    thrown !== undefined &&
    converted.returned === 'Promise' &&
    converted.settled === `rejected ${thrown}`
  );
}

/**
 * @param {Call} original
 * @param {Call} converted
 * @param {{
 *   differ: (what: string, one: unknown, two: unknown) => void,
 *   accepts: (id: ObligationId) => boolean,
 *   api: 'keep' | 'async',
 *   rejects: boolean,
 * }} verdict `rejects`: where it threw.
 */
function compareCalls(original, converted, { differ, accepts, api, rejects }) {
  const { path } = original;
  if (original.length !== 0 || original.length === converted.length || !accepts('length-unasked')) {
    differ(`the length of ${path}`, original.length, converted.length);
  }
  differ(`calls of ${path}'s callback`, listed(original.callbacks), listed(converted.callbacks));
  if (rejects && accepts('throws-late')) return;
  const isOtherPromise = OTHER_PROMISES.has(original.returned);
  if (!(api === 'async' && isOtherPromise && converted.returned === 'Promise')) {
    differ(`what ${path} returned`, original.returned, converted.returned);
  }
  differ(`how ${path} settled`, original.settled, converted.settled);
  differ(`the turn in which ${path} settled`, original.turn, converted.turn);
}

/**
 * Two orders of effects are the same when one becomes the other by swapping neighbours of the same
 * turn that stand on branches which run side by side. Nothing else may move.
 *
 * @param {readonly Effect[]} original
 * @param {readonly Effect[]} converted
 * @param {boolean} [mayBeLate] Whether what goes on once it was called back may come behind what others
 *   do in the same turn, who were started with what called back.
 * @returns {{ mismatch: string | undefined, commuted: boolean }}
 */
export function compareEffects(original, converted, mayBeLate = false) {
  const rest = [...converted];
  let commuted = false;
  for (const effect of original) {
    const found = rest.findIndex((other) => isSame(effect, other));
    if (found === -1) {
      return { mismatch: `effect ${show(effect)} became ${show(rest[0])}`, commuted };
    }
    const overtaken = rest
      .slice(0, found)
      .find(
        (other) =>
          !mayCommute(effect, other) &&
          !(mayBeLate && (isStartedBy(other, effect) || isCallback(effect, other))),
      );
    if (overtaken !== undefined) {
      return { mismatch: `${show(overtaken)} now comes before ${show(effect)}`, commuted };
    }
    if (found > 0) commuted = true;
    rest.splice(found, 1);
  }
  return {
    mismatch: rest[0] === undefined ? undefined : `effect ${show(rest[0])} is new`,
    commuted,
  };
}

/**
 * With another order of starts, elements settle in other turns, and of those that a failure stops
 * others have begun. What each strand does, and what the function itself does, is still the same; it
 * may only end earlier where the function waits for an element that never comes.
 *
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @returns {boolean}
 */
function isSameInEachBranch(original, converted) {
  const [before, after] = [strandsOf(original), strandsOf(converted)];
  const waiting = original.hasFailed
    ? original.calls.filter((call, index) => waitsOnly(call, converted.calls[index]))
    : [];
  const mayStop = (/** @type {string} */ branch) =>
    waiting.some(({ path }) => branch === path || branch.startsWith(`${path}/`));
  const hasFailed =
    original.hasFailed || original.calls.some(({ settled }) => settled.startsWith('rejected'));
  return [...new Set([...before.keys(), ...after.keys()])].every((branch) => {
    const [one, other] = [before.get(branch), after.get(branch)];
    const isElement = branch.includes('#');
    return (
      one === other ||
      (hasFailed && isElement && (one === undefined || other === undefined)) ||
      (mayStop(branch) && one?.startsWith(other ?? ''))
    );
  });
}

/**
 * @param {Call} call
 * @param {Call | undefined} other
 * @returns {boolean} Whether the other one waits, and the first went on with what was there.
 */
const waitsOnly = (call, other) => call.settled !== 'never' && other?.settled === 'never';

/**
 * @param {string} text
 * @returns {string} With errors of no element in particular, and of the list or what is done with it:
 *   another one may be the first to fail.
 */
const ofAnyElement = (text) =>
  text.replaceAll(/error of [^>"]*/gu, (name) =>
    name.replace(/\/a\d+(?:#\d+\.\d+\/\w+)?$/u, '').replaceAll(/#(\d+)\.\d+/gu, '#$1'),
  );

/**
 * @param {Call} call
 * @returns {Call} Without what follows from the order in which elements start: when it settled, and
 *   which of several failures was the first, be it of an element or of what it was made from.
 */
const withoutStarts = (call) => ({
  ...call,
  turn: 0,
  settled: call.settled.startsWith('rejected ') ? 'rejected' : ofAnyElement(call.settled),
});

/** @param {RunRecord} record @returns {Map<string, string>} The effects of each branch, in order. */
function strandsOf({ effects }) {
  const strands = new Map();
  for (const { branch, text } of effects) {
    if (branch !== '') strands.set(branch, `${strands.get(branch) ?? ''}\n${ofAnyElement(text)}`);
  }
  return strands;
}

/**
 * @param {RunRecord} record
 * @returns {RunRecord} Whichever of several errors came first.
 */
export const whicheverError = (record) =>
  JSON.parse(JSON.stringify(record).replaceAll(/<\w*error\b[^>]*>/giu, '<an error>'));

/**
 * @param {RunRecord} record
 * @returns {RunRecord} Whichever branch came first within a turn.
 */
export const whicheverBranch = (record) => ({
  ...record,
  effects: record.effects.toSorted(
    (one, other) =>
      one.turn - other.turn || (one.branch < other.branch ? -1 : Number(one.branch > other.branch)),
  ),
});

/** @param {Effect | undefined} effect */
const show = (effect) =>
  effect === undefined ? 'nothing' : `"${effect.branch} ${effect.text}" (turn ${effect.turn})`;

/** @param {Effect} one @param {Effect} other */
const isSame = (one, other) =>
  one.turn === other.turn && one.branch === other.branch && one.text === other.text;

/** @param {Effect} one @param {Effect} other */
const mayCommute = (one, other) =>
  one.turn === other.turn && runSideBySide(one.branch, other.branch);

/**
 * @param {Effect} one
 * @param {Effect} other
 * @returns {boolean} Whether the first is of a branch that the other has started.
 */
const isStartedBy = (one, other) =>
  one.turn === other.turn && one.branch.startsWith(`${other.branch}/`);

/**
 * @param {Effect} one
 * @param {Effect} other Of the same turn.
 * @returns {boolean} Whether the first is that the caller is called back.
 */
const isCallback = (one, other) => one.turn === other.turn && one.text.startsWith('callback(');

/**
 * @param {string} one
 * @param {string} other
 * @returns {boolean} Whether both descend from different indices of one fork, as `f1/a2#1.0` and
 *   `f1/a2#1.1/a5#1.0`. Forks that follow each other do not run side by side.
 */
export function runSideBySide(one, other) {
  const left = one.split('/');
  const right = other.split('/');
  const at = left.findIndex((part, index) => part !== right[index]);
  const [mine, theirs] = [left[at], right[at]];
  if (mine === undefined || theirs === undefined) return false;
  return mine.includes('#') && forkOf(mine) === forkOf(theirs);
}

/** @param {string} part */
const forkOf = (part) => part.slice(0, part.lastIndexOf('.'));
