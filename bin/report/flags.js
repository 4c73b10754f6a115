/** @import { LineEdit } from './line-edits.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { parse } from '../../core/source/parse.js';

/**
 * The things that a reviewer looks for first. A flag compares the texts before and after a conversion, whatever the codemod thinks
 * of it: it tells what is no longer there, and it is for the reviewer to say whether it should be.
 *
 * @typedef {object} Flag
 * @property {'result-dropped' | 'return-not-awaited' | 'throw-gone'} flag
 * @property {string} message
 * @property {number} line 1-based: in the text after; of `throw-gone` in the text before.
 */

/** @typedef {Flag & { words: string }} Found `words`: the code that it is about. */

/** @typedef {{ line: number, endLine: number }} Range Lines, both ends included. */

/** All lines of a text. */
const WHOLE = { line: 1, endLine: Infinity };

/** Methods whose function gives the chain what it waits for. */
const LINKS = new Set(['then', 'catch', 'finally', 'fin', 'spread', 'tap', 'fail', 'done']);

/**
 * @param {object} file
 * @param {string} file.path
 * @param {string} file.before
 * @param {string} file.after
 * @param {readonly LineEdit[]} file.edits
 * @param {readonly Range[]} sites Lines of the text before.
 * @returns {Flag[][]} Those of each site, in the order of the sites.
 */
export function flagsOf({ path, before, after, edits }, sites) {
  const [source, result] = [before, after].map((text) => readText(text, path));
  if (!source || !result) {
    return sites.map(() => []);
  }
  const whole = [source, result].map((text) => text.within(WHOLE));
  return sites.map((site) =>
    compare(source.within(site), result.within(rangeAfter(site, edits)))
      .filter((found) => isOfFile(found, whole))
      .map(({ flag, message, line }) => ({ flag, message, line })),
  );
}

/**
 * @param {Range} range Lines of the text before.
 * @param {readonly LineEdit[]} edits
 * @returns {Range} The lines that they have become.
 */
function rangeAfter({ line, endLine }, edits) {
  const mapped = (/** @type {number} */ at, /** @type {boolean} */ isEnd) => {
    const edit = edits.findLast((each) => each.line <= at);
    if (!edit) {
      return at;
    }
    const written = edit.text.split('\n').length - (edit.text.endsWith('\n') ? 1 : 0);
    const lines = edit.text === '' ? 0 : written;
    return at < edit.line + edit.count
      ? edit.newLine + (isEnd ? Math.max(lines - 1, 0) : 0)
      : edit.newLine + lines + at - (edit.line + edit.count);
  };
  return { line: mapped(line, false), endLine: mapped(endLine, true) };
}

/**
 * The statements of a part of a text, by the words of their expressions.
 *
 * @typedef {object} Part
 * @property {Map<string, any[]>} thrown
 * @property {Map<string, any[]>} given Arguments of calls.
 * @property {Map<string, any[]>} awaited Calls that a chain, an `await`, a `yield` or a `return` waits for.
 * @property {Map<string, any[]>} dropped Calls whose value nobody takes.
 * @property {Map<string, any[]>} unawaited Promises that are returned within a `try` whose end does not wait for them.
 */

/**
 * @param {string} text
 * @param {string} path
 * @returns {{ within: (range: Range) => Part } | undefined} Undefined for what is no code.
 */
function readText(text, path) {
  const code = text.replace(/^\uFEFF/u, '');
  /** @type {ReadonlyMap<string, readonly TSESTree.Node[]>} */
  let nodes;
  try {
    nodes = parse(code, path).nodesByType ?? new Map();
  } catch {
    return undefined;
  }
  /** A name that was made to differ from another one ends with a number. */
  const wordsOf = (/** @type {TSESTree.Node} */ { range: [start, end] }) =>
    code
      .slice(start, end)
      .replaceAll(/\s+/gu, '')
      .replaceAll(/(?<=[\p{L}_$])\d+\b/gu, '');
  return {
    within(range) {
      const of = (/** @type {string} */ type) =>
        /** @type {any[]} */ (nodes.get(type) ?? []).filter(
          ({ loc }) => loc.start.line >= range.line && loc.end.line <= range.endLine,
        );
      const byWords = (/** @type {readonly any[]} */ found) => groupBy(found, wordsOf);
      const isCall = (/** @type {any} */ node) => node?.type === 'CallExpression';
      const returned = of('ReturnStatement').map(({ argument }) => argument);
      const held = new Map(
        of('VariableDeclarator').map(({ id, init }) => [id.name, isCall(init) ? init : undefined]),
      );
      return {
        thrown: byWords(of('ThrowStatement').map(({ argument }) => argument)),
        given: byWords(of('CallExpression').flatMap((call) => call.arguments)),
        awaited: byWords(
          [
            ...[...of('AwaitExpression'), ...of('YieldExpression')].map(({ argument }) => argument),
            ...[...returned, ...of('ArrowFunctionExpression').map(({ body }) => body)].filter(
              (node) => node && isOfChain(node),
            ),
            ...of('MemberExpression')
              .filter(({ property }) => LINKS.has(property.name))
              .map(({ object }) => object),
          ].filter(isCall),
        ),
        dropped: byWords(of('ExpressionStatement').map(({ expression }) => expression)),
        unawaited: byWords(
          returned
            .filter((node) => node && isInTry(node))
            .map((node) => (node.type === 'Identifier' ? held.get(node.name) : node))
            .filter(isCall),
        ),
      };
    },
  };
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @returns {Map<string, Item[]>}
 */
function groupBy(items, keyOf) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/**
 * @param {any} node The value that a function returns.
 * @returns {boolean} Whether that function is one of a chain.
 */
function isOfChain(node) {
  let fn = node.parent;
  while (fn && !/Function/u.test(fn.type)) {
    fn = fn.parent;
  }
  const call = fn?.parent;
  return (
    call?.type === 'CallExpression' &&
    call.arguments.includes(fn) &&
    call.callee.type === 'MemberExpression' &&
    LINKS.has(call.callee.property.name)
  );
}

/**
 * @param {any} node The value that an async function returns.
 * @returns {boolean} Whether a `catch` or a `finally` of it would be too early.
 */
function isInTry(node) {
  for (let at = node; at.parent && !/Function/u.test(at.type); at = at.parent) {
    if (at.parent.type === 'TryStatement' && at.parent.block === at) {
      return isInAsync(at.parent);
    }
  }
  return false;
}

/** @param {any} node */
function isInAsync({ parent }) {
  for (let at = parent; at; at = at.parent) {
    if (/Function/u.test(at.type)) {
      return at.async === true;
    }
  }
  return false;
}

/**
 * @param {ReadonlyMap<string, readonly any[]>} found
 * @param {string} words
 * @returns {number}
 */
function numberOf(found, words) {
  return found.get(words)?.length ?? 0;
}

/**
 * Lines that a diff takes for unchanged may end a site too early: its last statements then stand behind it.
 *
 * @param {Found} found
 * @param {readonly Part[]} whole The whole text before, and the whole text after.
 * @returns {boolean} Whether the rest of the file does not have what a site lacks.
 */
function isOfFile({ flag, words }, whole) {
  const differenceOf = (/** @type {'awaited' | 'given' | 'thrown'} */ name) => {
    const [before = 0, after = 0] = whole.map((part) => numberOf(part[name], words));
    return after - before;
  };
  switch (flag) {
    case 'result-dropped':
      return differenceOf('awaited') < 0;
    case 'throw-gone':
      return differenceOf('thrown') + Math.max(differenceOf('given'), 0) < 0;
    default:
      return true;
  }
}

/**
 * @param {Part} source
 * @param {Part} result
 * @returns {Found[]}
 */
function compare(source, result) {
  /** @type {Found[]} */
  const flags = [];
  for (const [words, [first]] of result.dropped) {
    if (
      numberOf(source.awaited, words) > 0 &&
      numberOf(result.dropped, words) > numberOf(source.dropped, words) &&
      numberOf(result.awaited, words) < numberOf(source.awaited, words)
    ) {
      flags.push({
        words,
        flag: 'result-dropped',
        message: 'the code before waits for this call; nothing waits for it now',
        line: first.loc.start.line,
      });
    }
  }
  for (const [words, [first]] of result.unawaited) {
    if (numberOf(source.awaited, words) > 0 && numberOf(source.unawaited, words) === 0) {
      flags.push({
        words,
        flag: 'return-not-awaited',
        message:
          'this promise is returned from a `try` without `await`: its `catch` and `finally` do not wait for it',
        line: first.loc.start.line,
      });
    }
  }
  for (const [words, thrown] of source.thrown) {
    const left = numberOf(result.thrown, words) + numberOf(result.given, words);
    if (left < thrown.length) {
      flags.push({
        words,
        flag: 'throw-gone',
        message: 'the code before throws here; the code after does not',
        line: thrown[0].loc.start.line,
      });
    }
  }
  return flags;
}
