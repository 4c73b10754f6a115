import { ANY } from './written-members.js';

/**
 * `name(…) {`, `.name =`, `name:` and `'name'`, whatever else these may be; but no text or number
 * that has a name, no text that is compared or that tells a test or an event. What stands between a
 * call and a later brace is read too: `require('./lib'); lib.load = function () {`.
 */
const MEMBER =
  /(?<![.\w$])([\w$]+)(?=\s*\([^{}]*?\)\s*\{)|\.\s*([\w$]+)(?:\s*(?:&&|\|\||\?\?)?=(?![=>])|\s+of\b)|(?<![\w$])([\w$]+)\s*:(?!CONSTANT)|(?<!(?:[!=]=\s*|\bcase\s+|\b(?:describe|emit|it|on|once|require|test)\())(["'`])([\w$]+)\4(?!\s*:CONSTANT)/u;

/**
 * `lib[key] =`, `stub(lib)`, `with (lib)`: what may give members other values whose names it does not say.
 */
const UNNAMED =
  /\]\s*(?:&&|\|\||\?\?)?=(?![=>])|\b(?:assign|defaults|define\w*|eval|extend|merge|mixin|mock\w*|replace\w*|setPrototypeOf|spy\w*|stub\w*)\s*\(|\bwith\s*\(|\brequire\([^()]*\)\s*\(|__proto__|__define[GS]etter__|\bcache\b|\b_(?:cache|load)\b|\bnew\s+Proxy\b/u;

const CONSTANT = /\s*(?:'[^'\\\n]*'|"[^"\\\n]*"|-?[\d.]+|true|false|null)\s*[,}]/u;

const MEMBERS = new RegExp(MEMBER.source.replaceAll('CONSTANT', CONSTANT.source), 'gu');

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

const CLASS = /\bclass(?:\s[^'"=;{}]*)?\{/u;

/** `load = (id, cb) =>` in a class: no text says whether a line is of its body. */
const FIELDS =
  /(?:^|[{};/])[\t ]*(?:(?:accessor|override|private|protected|public|readonly|static)\s+)*([\w$]+)\s*=(?![=>])/gmu;

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
  for (const [, method, written, property, , quoted] of isBrowserScript(text)
    ? []
    : text.matchAll(MEMBERS)) {
    names.add(method ?? written ?? property ?? quoted ?? '');
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
  for (const [, field = ''] of CLASS.test(text) ? text.matchAll(FIELDS) : []) {
    names.add(field);
  }
  if (UNNAMED.test(text)) {
    names.add(ANY);
  }
  return names;
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
