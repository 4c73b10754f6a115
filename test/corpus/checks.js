/** @import { Codemod, Conversion } from '../../core/codemod/convert.js' */
/** @import { Piece } from './tokens.js' */

import process from 'node:process';

import { convert } from '../../core/codemod/convert.js';
import { align } from './alignment.js';
import { readTouchableLines } from './touchable-lines.js';
import { readPieces } from './tokens.js';

/**
 * @typedef {object} CheckedConversion
 * @property {string[]} problems What must not be; none is the wish.
 * @property {number} converted Sites.
 * @property {Record<string, number>} refused Sites by reason.
 * @property {boolean} unparsed
 * @property {number} seconds Of CPU time of the whole process, for the conversion alone.
 */

/**
 * Converts a file and looks for anything that must never happen, whatever the file says.
 *
 * @param {{ path: string, source: string }} file
 * @param {Codemod} codemod
 * @param {Record<string, unknown>} options
 * @returns {CheckedConversion}
 * @throws {unknown} What the codemod throws.
 */
export function checkConversion(file, codemod, options) {
  const started = process.cpuUsage();
  const conversion = convert(file, codemod, options);
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6;
  const problems = conversion.changed
    ? checkOutput(file, conversion, codemod, options)
    : checkUntouched(file, conversion);
  /** @type {Record<string, number>} */
  const refused = {};
  for (const { reason } of conversion.sites) {
    if (reason !== undefined) {
      refused[reason] = (refused[reason] ?? 0) + 1;
    }
  }
  const converted = conversion.sites.filter(({ status }) => status === 'converted').length;
  return { problems, converted, refused, unparsed: conversion.error !== undefined, seconds };
}

/**
 * @param {{ source: string }} file
 * @param {Conversion} conversion
 */
function checkUntouched({ source }, conversion) {
  const problems = [];
  if (conversion.source !== source) {
    problems.push('called unchanged, but its text differs');
  }
  if (conversion.sites.some(({ status }) => status === 'converted')) {
    problems.push('has converted sites, but its text is the same');
  }
  return problems;
}

/**
 * @param {{ path: string, source: string }} file
 * @param {Conversion} conversion
 * @param {Codemod} codemod
 * @param {Record<string, unknown>} options
 */
function checkOutput({ path, source }, conversion, codemod, options) {
  const problems = [];
  const again = convert({ path, source: conversion.source }, codemod, options);
  if (again.changed) {
    problems.push('a second run changes it again');
  }
  if (source.startsWith('\uFEFF') !== conversion.source.startsWith('\uFEFF')) {
    problems.push('the byte order mark was lost or made');
  }
  const isWindows = source.includes('\r\n') && !/(?<!\r)\n/u.test(source);
  if (isWindows && /(?<!\r)\n/u.test(conversion.source)) {
    problems.push('Windows line ends were lost');
  }
  const before = readPieces(source, path);
  const after = readPieces(conversion.source, path);
  if (before && !after) {
    problems.push('the output does not parse');
  }
  if (before && after) {
    problems.push(...checkComments(before, withoutSettling(after, conversion.source)));
    problems.push(...checkLines({ path, source }, conversion));
  }
  return problems;
}

/**
 * @param {readonly Piece[]} pieces
 * @param {string} source
 * @returns {Piece[]} Without what calls a callback that the source called itself: it is no token of
 *   the source that has moved.
 */
function withoutSettling(pieces, source) {
  const isSettling = source.split('\n').map((line) => SETTLING.some((form) => form.test(line)));
  return pieces.filter(({ isComment, line }) => isComment || !isSettling[line - 1]);
}

/**
 * The lines of the wrapper that stays of a callback function, the head of its inside, and what reads a
 * whole stream.
 */
const SETTLING = [
  /\bconsumers\.\w+\(\w+\)/u,
  /^\s*\(.*\) => process\.nextTick\(/u,
  /^\s*\w+Async\(.*\)\.then\($/u,
  /^\s*async function \w+Async ?\(.*\) \{$/u,
];

/**
 * All comments are there, in the same order, each beside the same token that outlived the
 * conversion.
 *
 * @param {readonly Piece[]} before
 * @param {readonly Piece[]} after
 */
function checkComments(before, after) {
  const comments = before.filter(({ isComment }) => isComment);
  const kept = after.filter(({ isComment }) => isComment);
  const lost = comments.findIndex((comment, index) => comment.text !== kept[index]?.text);
  if (lost >= 0) {
    return [`the comment in line ${comments[lost]?.line} was lost, moved or changed`];
  }
  if (kept.length > comments.length) {
    return [`there is a new comment in line ${kept[comments.length]?.line}`];
  }
  const [around, nowAround] = [surroundings(before), surroundings(after)];
  const isBeside = comments.map((_, index) => {
    const [was, is] = [around[index], nowAround[index]];
    return (
      was !== undefined &&
      is !== undefined &&
      (isWithin(is.left, was.left, is.right) || isWithin(is.right, was.right, is.left))
    );
  });
  if (isBeside.every(Boolean)) {
    return [];
  }
  const misplaced = misplacedIn(before, after);
  // Braces and brackets are many, and easily taken for each other.
  const byWords = misplaced.length > 0 ? misplacedIn(wordsOf(before), wordsOf(after)) : [];
  return comments.flatMap(({ line }, index) =>
    misplaced.includes(line) && byWords.includes(line) && !isBeside[index]
      ? [`the comment in line ${line} stands beside other code`]
      : [],
  );
}

/** How many words on one side of a comment say that it is where it was. */
const NEAR = 2;

/** What stands everywhere. */
const KEYWORD = /^(?:await|async|else|function|if|return)$/u;

/** Among how many. */
const AROUND = 12;

/** How many pieces of a text hold so many words, in code as people write it. */
const PIECES = 8 * AROUND;

/**
 * @param {readonly Piece[]} pieces
 * @returns {{ left: string[], right: string[] }[]} For each comment, the words next to it, the nearest
 *   first: of two texts that were written anew, an alignment may pair the wrong ones.
 */
function surroundings(pieces) {
  return pieces.flatMap(({ isComment }, index) => {
    if (!isComment) {
      return [];
    }
    const left = textsOf(pieces.slice(Math.max(0, index - PIECES), index));
    const right = textsOf(pieces.slice(index + 1, index + 1 + PIECES));
    return [{ left: left.slice(-AROUND).reverse(), right: right.slice(0, AROUND) }];
  });
}

/**
 * @param {readonly Piece[]} pieces
 * @returns {string[]}
 */
const textsOf = (pieces) =>
  wordsOf(pieces).flatMap(({ isComment, text }) => (isComment ? [] : [text]));

/**
 * @param {readonly string[]} now
 * @param {readonly string[]} before
 * @param {readonly string[]} passed What is on the other side now.
 * @returns {boolean} Whether the nearest words stood there before, with nothing nearer and between them
 *   but what is gone: it is not on the other side.
 */
function isWithin(now, before, passed) {
  const nearest = now.slice(0, NEAR);
  let at = 0;
  const isThere = nearest.every((word) => (at = before.indexOf(word, at) + 1) > 0);
  const nearer = before.slice(0, before.indexOf(nearest[0] ?? ''));
  const others = passed.slice(0, nearer.length);
  const hasPassed = nearer.some((word) => others.includes(word) && !KEYWORD.test(word));
  return isThere && nearest.length > 0 && !hasPassed;
}

/**
 * @param {readonly Piece[]} pieces
 * @returns {Piece[]} Comments and words. A declared name goes with its keyword: a declaration that is
 *   written anew is another one.
 */
const wordsOf = (pieces) =>
  pieces.flatMap((piece, index) => {
    const { isComment, text } = piece;
    if (!isComment && !/^[\w$'"`]/u.test(text)) {
      return [];
    }
    const before = pieces[index - 1]?.text ?? '';
    return /^(?:const|let|var)$/u.test(before)
      ? [{ ...piece, text: `${before} ${text}` }]
      : [piece];
  });

/**
 * @param {readonly Piece[]} before
 * @param {readonly Piece[]} after
 * @returns {number[]} The lines of the comments that have passed a token.
 */
function misplacedIn(before, after) {
  const comments = before.filter(({ isComment }) => isComment);
  const places = align(
    before.filter(({ isComment }) => !isComment).map(({ text }) => text),
    after.filter(({ isComment }) => !isComment).map(({ text }) => text),
  );
  const survivors = new Set(places);
  const left = neighbours(before, (token) => places[token] ?? -1);
  const right = neighbours(after, (token) => (survivors.has(token) ? token : -1));
  return comments.flatMap(({ line }, index) => {
    const [here, there] = [left[index], right[index]];
    const isBeside = here && there && isBetweenTheSame(here, there);
    return isBeside ? [] : [line];
  });
}

/**
 * @param {Neighbours} one
 * @param {Neighbours} other
 * @returns {boolean} Whether a comment need not have passed a token to get from one to the other.
 */
function isBetweenTheSame(one, other) {
  const before = Math.max(one.before, other.before);
  const after = Math.min(
    ...[one.after, other.after].map((token) => (token < 0 ? Infinity : token)),
  );
  return before < after;
}

/**
 * @typedef {object} Neighbours The nearest tokens that are in both texts, or -1.
 * @property {number} before
 * @property {number} after
 */

/**
 * @param {readonly Piece[]} pieces
 * @param {(token: number) => number} identify A name for a token that is in both texts, or -1.
 * @returns {Neighbours[]} For each comment, the nearest such tokens.
 */
function neighbours(pieces, identify) {
  /** @type {Neighbours[]} */
  const found = [];
  /** @type {Neighbours[]} */
  let waiting = [];
  let [token, last] = [-1, -1];
  for (const piece of pieces) {
    if (piece.isComment) {
      const neighbour = { before: last, after: -1 };
      found.push(neighbour);
      waiting.push(neighbour);
      continue;
    }
    token += 1;
    const name = identify(token);
    if (name >= 0) {
      for (const neighbour of waiting) {
        neighbour.after = name;
      }
      waiting = [];
      last = name;
    }
  }
  return found;
}

/** What a codemod puts at the top of a file for its output to use. */
const DECLARATION =
  /^(?:import [\w$]+ from|(?:const|var) [\w$]+ = (?:require\(|[\w$]+\.promisify\()).*$/u;

/** What it puts there in place of a library's function that the file passes on. */
const HELPER = /^(?:const|var) [\w$]+ = (?:[\w$]+\.callbackify\(.*|\(.*\) =>) \{$/u;

/** The name that a file gives a promise library. */
const LIBRARY =
  /(?:(?:const|let|var)\s+(?<required>\w+)\s*=\s*require\(|import\s+(?<imported>\w+)\s+from\s*)['"](?:bluebird|q|rsvp|when)['"]/u;

/**
 * @param {string} source
 * @param {string} output
 * @returns {string[]} The lines of the source, with the name that the output gives the promise library:
 *   where `Promise` has become the native one, what stays the library's is called by another name.
 */
function linesWithNewName(source, output) {
  const [before, after] = [source, output].map((text) => {
    const { required, imported } = LIBRARY.exec(text)?.groups ?? {};
    return required ?? imported;
  });
  const lines = source.split('\n');
  if (before === undefined || after === undefined || before === after) {
    return lines;
  }
  const name = new RegExp(`\\b${before}\\b`, 'gu');
  const written = new Set(output.split('\n'));
  return lines.map((line) => (written.has(line) ? line : line.replaceAll(name, after)));
}

/**
 * No line is changed outside converted functions and imports.
 *
 * @param {{ path: string, source: string }} file
 * @param {Conversion} conversion
 */
function checkLines({ path, source }, { source: output, sites }) {
  const [before, after] = [linesWithNewName(source, output), output.split('\n')];
  const touchable = readTouchableLines(
    { path, source },
    sites.filter(({ status }) => status === 'converted'),
  );
  const places = align(before, after);
  const problems = before.flatMap((text, index) =>
    places[index] === -1 && text.trim() !== '' && !touchable(index + 1)
      ? [`line ${index + 1} was changed, outside of what was converted`]
      : [],
  );
  let next = 0;
  let isInHelper = false;
  const origin = new Map(Array.from(places, (place, index) => [place, index + 1]));
  for (const [index, text] of after.entries()) {
    const line = origin.get(index);
    // Empty lines are all the same.
    next = text.trim() === '' ? next : (line ?? next);
    isInHelper ||= line === undefined && HELPER.test(text);
    if (isInHelper || DECLARATION.test(text)) {
      isInHelper &&= text !== '});' && text !== '};';
      continue;
    }
    const below = before.findIndex((each, at) => at >= next && each.trim() !== '') + 1;
    if (line === undefined && text.trim() !== '' && !touchable(next) && !touchable(below)) {
      problems.push(`a line was put in after line ${next}, outside of what was converted`);
    }
  }
  return problems.slice(0, 3);
}
