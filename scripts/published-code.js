/**
 * Before packing and after it: the code goes out without its comments, which are a fifth of the
 * package, and without the spaces, line breaks, commas and semicolons that no program needs. Every name stays as it
 * is, so a stack trace says which function it was. Tables go out without their padding.
 *
 * npm packs the working tree itself, so the originals wait in `.cache/pack/` meanwhile. What an
 * interrupted `npm pack` left there is put back by the next one, or by `npm run pack:restore`.
 */

import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { parse } from '@babel/parser';

const KEPT = '.cache/pack';

const REFUSALS = path.join('core', 'contract', 'refusals.js');
const README = 'README.md';

/**
 * @param {string} source Of a module.
 * @returns {string} The same program on the same lines.
 */
export function withoutComments(source) {
  const { comments } = parse(source, { sourceType: 'module', ranges: true });
  let text = source;
  for (const { start = 0, end = 0 } of [...(comments ?? [])].reverse()) {
    const before = text.slice(0, start);
    const after = text.slice(end);
    // The line ends stay: they keep what follows a `return` apart from it.
    const lines = text.slice(start, end).replaceAll(/[^\n]+/gu, '');
    text = /^(?:\r?\n|$)/u.test(after)
      ? before.replace(/[ \t]+$/u, '') + lines + after
      : `${before}${lines} ${after}`;
  }
  return text;
}

/**
 * @param {string} source Of a module.
 * @returns {string} The same program on the same lines, each from its first column on.
 */
export function withoutIndentation(source) {
  const { tokens } = parse(source, { sourceType: 'module', tokens: true });
  const overLines = tokens?.filter(({ loc }) => loc.start.line < loc.end.line);
  const isInToken = (/** @type {number} */ offset) =>
    overLines?.some(({ start, end }) => start < offset && offset < end);
  return source.replaceAll(/^[ \t]+/gmu, (space, offset) => (isInToken(offset) ? space : ''));
}

/**
 * @param {string} source Of a module.
 * @returns {string} The same program, without the commas after what is last in its list.
 */
export function withoutTrailingCommas(source) {
  const { tokens = [] } = parse(source, { sourceType: 'module', tokens: true });
  let text = source;
  for (let index = (tokens ?? []).length - 2; index > 0; index--) {
    const [before, comma, after] = (tokens ?? [])
      .slice(index - 1, index + 2)
      .map(({ start, end }) => ({ start, end, text: source.slice(start, end) }));
    // [a, ,] has two elements.
    const isLast = after?.text === ')' || after?.text === '}' || after?.text === ']';
    if (comma?.text === ',' && isLast && before?.text !== ',' && before?.text !== '[') {
      text = text.slice(0, comma.start) + text.slice(comma.end);
    }
  }
  return text;
}

const ENDED = /^(?:Break|Continue|Expression|Return|Throw)Statement$|^VariableDeclaration$/u;

const BRACED =
  /^(?:Block|For|ForIn|ForOf|If|Switch|Try|While)Statement$|^(?:Class|Function)Declaration$|^Class\w*Method$/u;

/**
 * @param {string} source Of a module without comments.
 * @returns {string} The same program, without the semicolons before a closing brace, the line breaks
 *   after what needs none, and the parentheses around the only parameter of an arrow function.
 */
export function withoutOptionalPunctuation(source) {
  /** @type {number[]} */
  const offsets = [];
  JSON.stringify(parse(source, { sourceType: 'module' }).program, (_, node) => {
    const [parameter, more] = node?.params ?? [];
    if (ENDED.test(node?.type) && /^;\s*\}/u.test(source.slice(node.end - 1))) {
      offsets.push(node.end - 1);
    } else if (BRACED.test(node?.type) && source[node.end - 1] === '}') {
      const [breaks = ''] = /^\n*/u.exec(source.slice(node.end)) ?? [];
      offsets.push(...Array.from(breaks, (_break, index) => node.end + index));
    } else if (
      node?.type === 'ArrowFunctionExpression' &&
      !node.async &&
      !more &&
      parameter?.type === 'Identifier' &&
      source.startsWith(`(${parameter.name})`, node.start)
    ) {
      offsets.push(node.start, parameter.end);
    }
    return typeof node === 'bigint' ? String(node) : node;
  });
  const taken = new Set(offsets);
  return source.replaceAll(/[;()\n]/gu, (mark, offset) => (taken.has(offset) ? '' : mark));
}

/** What a word is made of; `\\` begins an escape in one. */
const WORD = /[\w$#\\\u0080-\uFFFF]/u;

/** Behind these, and before those, a line break ends no statement. */
const OPENS = ';{,([=>?:&|';
const CLOSES = ')]}.?:&|';

/**
 * @param {string} source Of a module.
 * @returns {string} The same program, without the spaces and line breaks between tokens that would be
 *   two, and of the same statements, without them too.
 */
export function withoutSpaces(source) {
  const { tokens } = parse(source, { sourceType: 'module', tokens: true });
  let text = '';
  let end = 0;
  for (const token of tokens ?? []) {
    const gap = source.slice(end, token.start);
    const before = source[end - 1] ?? '';
    const after = source[token.start] ?? '';
    text += /^\s+$/u.test(gap) ? separator(gap, before, after) : gap;
    text += source.slice(token.start, token.end);
    end = token.end;
  }
  return text;
}

/**
 * @param {string} gap
 * @param {string} before The last character of a token.
 * @param {string} after The first one of the next.
 * @returns {string} What has to stay of the gap.
 */
function separator(gap, before, after) {
  if (!before || !gap.includes('\n')) {
    return isNeeded(before, after) ? gap : '';
  }
  const isFree = OPENS.includes(before) || (CLOSES.includes(after) && after !== '');
  return isFree && !isNeeded(before, after) ? '' : '\n';
}

/**
 * @param {string} before The last character of a token.
 * @param {string} after The first one of the next.
 * @returns {boolean} Whether the two would be read as something else without a space.
 */
function isNeeded(before, after) {
  return (
    (WORD.test(before) && WORD.test(after)) ||
    (/\d/u.test(before) && after === '.') ||
    before + after === '<!' ||
    before === '/' ||
    after === '/' ||
    (before === after && '+-'.includes(before))
  );
}

/**
 * @param {string} source Of a module.
 * @returns {string} What is published of it.
 */
export function onlyProgram(source) {
  const program = withoutTrailingCommas(withoutIndentation(withoutComments(source)));
  return withoutSpaces(withoutOptionalPunctuation(program));
}

/** What the rows of the table have for its page and the tests. */
const EXAMPLES = new Set(['example', 'given']);

/**
 * @param {string} source Of the module that holds the table of refusals.
 * @returns {string} The same table without the examples, which its page and the tests are made from.
 */
export function withoutExamples(source) {
  const tree = parse(source, { sourceType: 'module' });
  let text = source;
  JSON.stringify(tree.program, (_, value) => {
    if (value?.type === 'ObjectProperty' && EXAMPLES.has(value.key.name)) {
      // The text before it is as it was, the rest is that much shorter.
      const start = value.start - (source.length - text.length);
      const end = value.end - (source.length - text.length);
      text = text.slice(0, start) + text.slice(end).replace(/^\s*,/u, '');
    }
    return value;
  });
  return text;
}

/**
 * @param {string} page In Markdown.
 * @returns {string} The same page, its tables without the spaces that align them.
 */
export function withoutPadding(page) {
  return page.replaceAll(/^(?:(`{3,})[^`\n]*\n[^]*?^\1$|\|.*)/gmu, (part) =>
    part.startsWith('|')
      ? part.replaceAll(/ {2,}\|/gu, ' |').replaceAll(/(?<=\| :?)-{4,}/gu, '---')
      : part,
  );
}

/** What a page links to that the package does not have: the other pages of `docs/`. */
const LINK_OUT = /(?<!!)\[(?<text>[^\]]+)\]\((?<target>\.\.\/[\w-]+\.md)(?:#[\w-]+)?\)/gu;

/**
 * @param {string} page Of a rule or codemod, in Markdown.
 * @returns {string} What is published of it: of measured costs those of the newest Node, of judged
 *   findings how many, and names in place of links that would lead nowhere.
 */
export function onlyPublishedPage(page) {
  const measured = /(?<=<!-- begin measured cost -->)[^]*?(?=<!-- end measured cost -->)/gu;
  const judged = /(?<=<!-- begin real code -->\n\n.*\n)[^]*?(?=\n<!-- end real code -->)/gu;
  const linked = page
    .replaceAll(judged, '')
    .replaceAll(measured, (costs) => costs.replaceAll(/^\| \d.*\n(?=\| \d)/gmu, ''))
    .replaceAll(LINK_OUT, (...parts) => {
      const { text = '', target = '' } = parts.at(-1);
      return `${text} (\`docs/${path.posix.basename(target)}\` of the repository)`;
    });
  return withoutPadding(linked);
}

/**
 * @param {string} page The README.
 * @returns {string} What is published of it: nothing for who works on the repository.
 */
export function onlyPublishedReadme(page) {
  const development = /<details>\n<summary><b>Development<\/b><\/summary>\n[^]*?<\/details>\n\n/u;
  return withoutPadding(page.replace(development, ''));
}

/**
 * @param {string} root With the `package.json` whose `files` are published.
 * @throws {Error} If a file cannot be read, parsed or written; what was changed can be restored.
 */
export function stripPublishedCode(root) {
  restorePublishedCode(root);
  for (const file of publishedTexts(root)) {
    const full = path.join(root, file);
    const kept = path.join(root, KEPT, file);
    mkdirSync(path.dirname(kept), { recursive: true });
    const source = readFileSync(full, 'utf8');
    replaceFile(kept, source, statSync(full).mode);
    replaceFile(full, publishedText(file, source), statSync(full).mode);
  }
}

/** @param {string} root */
export function restorePublishedCode(root) {
  const kept = path.join(root, KEPT);
  if (!existsSync(kept)) return;
  for (const entry of readdirSync(kept, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) renameSync(from, path.join(root, path.relative(kept, from)));
  }
  rmSync(kept, { recursive: true });
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string}
 */
function publishedText(file, source) {
  switch (path.extname(file)) {
    case '.md':
      return file === README ? onlyPublishedReadme(source) : onlyPublishedPage(source);
    case '.json':
      return JSON.stringify(JSON.parse(source));
    default:
      return onlyProgram(file === REFUSALS ? withoutExamples(source) : source);
  }
}

/**
 * @param {string} root
 * @returns {string[]} Relative to it.
 */
function publishedTexts(root) {
  const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  /** @type {string[]} */
  const found = existsSync(path.join(root, README)) ? [README] : [];
  for (const entry of files.filter((/** @type {string} */ name) => name !== 'types')) {
    const full = path.join(root, entry);
    const below = statSync(full).isDirectory()
      ? readdirSync(full, { recursive: true, withFileTypes: true })
          .filter((item) => item.isFile())
          .map((item) => path.relative(root, path.join(item.parentPath, item.name)))
      : [entry];
    found.push(...below.filter((name) => /\.(?:[cm]?js|json|md)$/u.test(name)));
  }
  return found;
}

/**
 * Whole or not at all: the file may be read, or this process killed, at any time.
 *
 * @param {string} file
 * @param {string} text
 * @param {number} mode
 */
function replaceFile(file, text, mode) {
  const beside = `${file}.packing`;
  writeFileSync(beside, text, { mode });
  renameSync(beside, file);
}
