import { ANY } from './written-members.js';

/** `load(`: the name of a method, where the braces of a body follow. */
const CALLED = /(?<![.\w$])([\w$]+)(?=\s*\()/gu;

/** `.load =`, `for (lib.load of` */
const WRITTEN = /\.\s*([\w$]+)(?:\s*(?:&&|\|\||\?\?)?=(?![=>])|\s+of\b)/gu;

/**
 * `load:` and `'load'`, whatever else these may be; but no text or number that has a name, no text that is
 * compared or that tells a test or an event.
 */
const KEYS = /(?<![\w$])([\w$]+)\s*:/gu;
const QUOTED = /(["'`])([\w$]+)\1/gu;

/** How much text before a quoted name is read, and the text by which the name is no member's. */
const LONGEST_LEAD = 20;
const COMPARED = /(?:[!=]=\s*|\bcase\s+|\b(?:describe|emit|it|on|once|require|test)\()$/u;

/** The text or number that has the name. */
const CONSTANT = /[\s:]*(?:'[^'\\\n]*'|"[^"\\\n]*"|-?[\d.]+|true|false|null)\s*[,}]/uy;

/**
 * `lib[key] =`, `stub(lib)`, `with (lib)`: what may give members other values whose names it does not say.
 */
const UNNAMED =
  /\]\s*(?:&&|\|\||\?\?)?=(?![=>])|\b(?:assign|defaults|define\w*|eval|extend|merge|mixin|mock\w*|replace\w*|setPrototypeOf|spy\w*|stub\w*)\s*\(|\bwith\s*\(|\brequire\([^()]*\)\s*\(|__proto__|__define[GS]etter__|\bcache\b|\b_(?:cache|load)\b|\bnew\s+Proxy\b/u;

/** `return { load, save }`, `api = { load }`, `() => ({ load })`, `assign(api, { load })`: lists in braces. */
const SHORTHANDS =
  /(?:\breturn|[^=!<>]=|=>\s*\(|\b(?:assign|defaults|extend|merge|mixin)\([^(){}]*,)\s*\{([^{}]*)/gu;

/** `({ a: lib.load } = stubs)`, `[lib.load] = stubs` */
const PATTERNS = /(?:\{|\[(?<![\w$)\]]\s*\[))([^{}[\]]*)[}\]]\s*=(?![=>])/gu;

/** @type {[RegExp, RegExp][]} Lists of names, and the name in what they list. */
const LISTS = [
  [SHORTHANDS, /^([\w$]+)$/u],
  [PATTERNS, /\.\s*([\w$]+)$/u],
];

/** `export const load = () =>` is a member of its module, another constant where a list in braces may have it. */
const FUNCTIONS =
  /\b(export\s+)?(?:const|let|var)\s+([\w$]+)\s*=\s*(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>)/gu;

const LISTED = /[{,]\s*([\w$]+)(?=\s*[,}])/gu;

/** `class extends Model`, in the text before a brace. */
const CLASS = /\bclass(?=\s|$)/u;

/** `load = (id, cb) =>` in a class: no text says whether a line is of its body. */
const FIELDS =
  /(?:^|[{};/])[\t ]*(?:(?:accessor|override|private|protected|public|readonly|static)\s+){0,6}([\w$]+)\s*=(?![=>])/gmu;

/**
 * @param {string} text
 * @returns {boolean} Whether it is a script for browsers and no module: no code of Node's calls what
 *   it defines.
 */
function isBrowserScript(text) {
  return (
    /\b(?:document|window)\s*\./u.test(text) &&
    !/\b(?:export|exports|global|globalThis|import|module|process|require)\b/u.test(text)
  );
}

/**
 * @param {string} text
 * @returns {Set<string>} The names that the text may give to members: methods, properties, stubs.
 */
function memberNamesIn(text) {
  /** @type {Set<string>} */
  const names = new Set();
  const bodies = textsBeforeBraces(text);
  for (const each of isBrowserScript(text) ? [] : namesOfMembers(text, bodies)) {
    names.add(each);
  }
  for (const [lists, item] of LISTS) {
    for (const [, list = ''] of text.matchAll(lists)) {
      list
        .replace(/\/\/.*/gu, '')
        .split(',')
        .flatMap((each) => item.exec(each.trim())?.[1] ?? [])
        .forEach((name) => names.add(name));
    }
  }
  const listed = new Set([...text.matchAll(LISTED)].map(([, name]) => name));
  for (const [, exported, name = ''] of text.matchAll(FUNCTIONS)) {
    if (exported || listed.has(name)) {
      names.add(name);
    }
  }
  const hasClass = bodies.some((each) => CLASS.test(each.split(/['"=;]/u).at(-1) ?? ''));
  for (const [, field = ''] of hasClass ? text.matchAll(FIELDS) : []) {
    names.add(field);
  }
  if (UNNAMED.test(text)) {
    names.add(ANY);
  }
  return names;
}

/**
 * @param {string} text
 * @returns {string[]} What stands before each opening brace, from the brace before it on.
 */
function textsBeforeBraces(text) {
  const parts = text.split(/([{}])/u);
  return parts.filter((_, index) => parts[index + 1] === '{');
}

/**
 * @param {string} text
 * @param {number} index Behind a name.
 * @returns {boolean} Whether a text or a number is what has the name.
 */
function isConstant(text, index) {
  CONSTANT.lastIndex = index;
  return CONSTANT.test(text);
}

/**
 * The text between a call and a later brace is read too: `require('./lib'); lib.load = function () {`.
 *
 * @param {string} text
 * @param {readonly string[]} bodies The texts before its opening braces.
 * @returns {Generator<string>}
 */
function* namesOfMembers(text, bodies) {
  for (const head of bodies) {
    if (head.trimEnd().endsWith(')')) {
      for (const [name] of head.matchAll(CALLED)) {
        yield name;
      }
    }
  }
  for (const [, name = ''] of text.matchAll(WRITTEN)) {
    yield name;
  }
  for (const found of text.matchAll(KEYS)) {
    if (!isConstant(text, found.index + found[0].length)) {
      yield found.at(-1) ?? '';
    }
  }
  for (const found of text.matchAll(QUOTED)) {
    const lead = text.slice(Math.max(0, found.index - LONGEST_LEAD), found.index);
    if (!COMPARED.test(lead) && !isConstant(text, found.index + found[0].length)) {
      yield found.at(-1) ?? '';
    }
  }
}

/**
 * @param {readonly string[]} files
 * @param {(file: string) => string} textOf
 * @returns {Map<string, string[]>} The files that may define a member, by its name.
 */
export function memberFiles(files, textOf) {
  /** @type {Map<string, string[]>} */
  const members = new Map();
  for (const file of files) {
    for (const name of memberNamesIn(textOf(file))) {
      const defining = members.get(name) ?? [];
      defining.push(file);
      members.set(name, defining);
    }
  }
  return members;
}
