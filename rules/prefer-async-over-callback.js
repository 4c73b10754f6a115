/** @import { Site } from '../core/contract/pattern.js' */
/** @import { SourceCodeLike } from '../core/source/source-code.js' */

import { resolveOrigin } from '../core/analysis/modules/modules.js';
import { createPatternRule } from './shared/pattern-rule.js';
import { INNER_FUNCTION, writeInnerFunction, writtenBy } from './shared/written.js';

export default createPatternRule({
  name: 'prefer-async-over-callback',
  pattern: 'callback-function',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer async functions over functions that take a node-style callback',
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      callback:
        '{{name}} takes a node-style callback: each path has to call it once and hand on each error. Make it an async function: clearer, not faster. In bulk: codemod `callback-to-async`.',
      handler:
        '{{name}} waits by callbacks, one within the other: each error has to be answered by hand. Make it an async function. Clearer, not faster. In bulk: codemod `callback-to-async`.',
      promise:
        '{{name}} makes a promise by hand and settles it in callbacks: errors are handed on by hand, and what a callback throws rejects nothing. Make it an async function: clearer, not faster. In bulk: codemod `callback-to-async`.',
      convertHandler: 'Make it an async function.',
      convert: 'Make it an async function; a wrapper keeps the callback for its callers.',
    },
  },
  // The rule asks for nothing that the codemod refuses.
  messageOf: (site) => (gains(site) ? (MESSAGES.get(site.kind) ?? 'callback') : undefined),
  suggestionOf: ({ kind }) => (MESSAGES.has(kind) ? 'convertHandler' : 'convert'),
  accepts,
});

/** Functions without a callback of their own. */
const MESSAGES = new Map([
  ['handler', 'handler'],
  ['promise function', 'promise'],
]);

/** A function that only delays its answer, `process.nextTick(() => cb(null, []))`, gains nothing. */
const DEFERRAL =
  /\bawait new Promise\(\(\w+\) => (?:process\.nextTick|queueMicrotask|setImmediate)\(\w+\)\)/gu;

/** A function that is not error-first is no clearer behind a promise made for it. */
const BY_HAND = 'await new Promise(';

/** The same for several results, which not even a timer has. */
const BY_HAND_OF_MANY = /=> resolve\w*\(/u;

/**
 * `await util.promisify(fn)()`, `promisify(store.load).call(store, key)`: made again on every call, which is what
 * `no-promisify-in-function` reports, and slower by far than the callback.
 */
const PROMISIFIED_PER_CALL = /\b(?:await|return)\s+(?:\w+\.)?promisify\(/u;

/** `await load()`, `return fs.promises.readFile(file)` */
const WAIT = /\bawait\b|\breturn\s+(?=[\w.]*promis)/gu;

/** A call that is handed the callback itself has none to lose: its promise is returned. */
const OWN_WAIT = /\bawait\b/gu;

/**
 * @param {Site} site
 * @returns {boolean} Whether the function gains by it. Where a wrapper has to keep the callback, that
 *   takes an async function of its own with several waits in it: anything less is shorter as it is.
 */
function gains({ kind, plan }) {
  const written = writtenBy(plan).replaceAll(DEFERRAL, '');
  if (PROMISIFIED_PER_CALL.test(written)) {
    return false;
  }
  if (kind === 'promise function') {
    // A promise that is made by hand once is shorter than a form for it.
    return plan !== undefined && !plan.needsAdapter && !written.includes(BY_HAND);
  }
  const hasWrapper = kind === 'callback function';
  const waits = written.match(hasWrapper || kind === 'handler' ? OWN_WAIT : WAIT)?.length ?? 0;
  if (kind === 'handler') {
    // One wait with a `catch` around it is longer than its callback.
    return waits > 1 && !written.includes(BY_HAND);
  }
  return hasWrapper
    ? waits > 1 && ![BY_HAND, INNER_FUNCTION].some((text) => written.includes(text))
    : waits > 0 && !BY_HAND_OF_MANY.test(written);
}

/**
 * @param {unknown} _options
 * @param {Site} site
 * @param {{ sourceCode: SourceCodeLike, togetherWith: (site: Site) => readonly Site[] }} file
 * @returns {boolean} Whether nothing else is the worse for it: `fs.copyFile = (from, to, cb) => {…}` is
 *   called as others wrote it, and a caller that stays as it is needs an async function within.
 */
function accepts(_options, site, { sourceCode, togetherWith }) {
  const { parent } = site.node;
  const target = parent?.type === 'AssignmentExpression' ? parent.left : undefined;
  const origin =
    target?.type === 'MemberExpression' ? resolveOrigin(sourceCode, target.object) : undefined;
  return origin?.kind !== 'module' && !writeInnerFunction(togetherWith(site));
}
