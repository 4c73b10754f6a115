/**
 * Before packing and after it: the code goes out without its comments, which are a fifth of the
 * package, without the spaces that no program needs, in shorter forms, and with short names for
 * what only one file sees. The names of exported functions and of classes stay, so a stack trace says
 * which file's part it was. Tables go out without their padding.
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
import { minify_sync } from 'terser';

const KEPT = '.cache/pack';

const REFUSALS = path.join('core', 'contract', 'refusals.js');
const README = 'README.md';
const MANIFEST = 'package.json';

/** What runs beside the measured code is measured with it: it does so in the same steps, by other names. */
const MEASURED = /^bench\/worker/u;

/**
 * Shorter ways to write the same: a choice for two statements, one declaration for several, a value
 * for the constant that holds it, a function for the one name that asks for it.
 */
const SHORTER = {
  defaults: false,
  arrows: true,
  // Methods that do not ask for their object are as short; nothing is called with `new` but classes.
  unsafe_arrows: true,
  booleans: true,
  collapse_vars: true,
  comparisons: true,
  conditionals: true,
  dead_code: true,
  evaluate: true,
  hoist_props: true,
  if_return: true,
  join_vars: true,
  // What one pass has joined, the next may shorten.
  passes: 3,
  properties: true,
  // No getter of ours does anything else, and what is not there is asked for with `?.`.
  pure_getters: true,
  reduce_funcs: true,
  reduce_vars: true,
  switches: true,
  typeofs: true,
  unused: true,
  ecma: /** @type {const} */ (2020),
  keep_classnames: true,
};

/** The commonest of a program first: they are in its other words, too. */
const LETTERS = 'etnrisoualfchpdvmgybwkxjqzSETNRIOUALFCHPDVMGYBWKXJQZ_$';

/** The same names in every file, whatever letters it has: what repeats packs well. */
const SHORT_NAMES = {
  /** @param {number} n */
  get: (n) => {
    let name = '';
    for (let rest = n; rest >= 0; rest = Math.floor(rest / LETTERS.length) - 1) {
      name = LETTERS.charAt(rest % LETTERS.length) + name;
    }
    return name;
  },
};

/**
 * @param {string} file Relative to the root of the package.
 * @param {string} source Its program.
 * @returns {string} What is published of it: it does the same in the same order, with short names
 *   for what only this file sees.
 * @throws {Error} If it does not parse.
 */
export function onlyProgram(file, source) {
  const isMeasured = MEASURED.test(file.replaceAll('\\', '/'));
  const { code = '' } = minify_sync(source, {
    module: !file.endsWith('.cjs'),
    compress: !isMeasured && SHORTER,
    mangle: {
      keep_classnames: true,
      reserved: importedNames(source),
      nth_identifier: SHORT_NAMES,
    },
    format: { comments: false, ecma: 2020 },
  });
  return isMeasured ? code : withoutConstants(code);
}

/**
 * @param {string} code
 * @returns {string} The same with `let` for each `const`, one word less to pack: what is assigned to a
 *   constant is an error that no program of ours has.
 */
function withoutConstants(code) {
  const { program } = parse(code, { sourceType: 'unambiguous' });
  /** @type {number[]} */
  const starts = [];
  JSON.stringify(program, (_, value) => {
    if (value?.type === 'VariableDeclaration' && value.kind === 'const') {
      starts.push(value.start);
    }
    return value;
  });
  let text = code;
  for (const start of starts.sort((left, right) => right - left)) {
    text = `${text.slice(0, start)}let${text.slice(start + 'const'.length)}`;
  }
  return text;
}

/**
 * @param {string} source
 * @returns {string[]} What other files call it, too: `name as e` would be longer, and no shorter once
 *   packed.
 */
function importedNames(source) {
  const { program } = parse(source, { sourceType: 'unambiguous' });
  return program.body
    .flatMap((node) => (node.type === 'ImportDeclaration' ? node.specifiers : []))
    .map(({ local }) => local.name);
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

/**
 * @param {string} page In Markdown.
 * @returns {string} The same page without the marks that say what of it is generated.
 */
export function withoutMarks(page) {
  return page.replaceAll(/^<!-- (?:begin|end) .*-->\n\n?/gmu, '');
}

/** The figures of a table with a row for each Node, up to its last row. */
const OLDER_ROWS = /(?<head>^\| Node .*\n\| ?-.*\n)(?:\|.*\n)*(?=\|)/gmu;

/** A table for one Node, where one for the next follows. */
const OLDER_SECTIONS = /^Node \d[\d.]*:\n\n(?:\|.*\n)+\n(?=Node \d[\d.]*:\n)/gmu;

/** A picture: the package has none. */
const CHART = /^!\[[^\]]*\]\(\.\.\/charts\/.*\)\n\n/gmu;

/** What a page says to those who choose among rules, or ask how often they are right. */
const FOR_CHOOSING =
  /^## (?:Related(?: rules)?|(?:How much of|In) real code)\n[^]*?(?=^## |$(?![^]))/gmu;

/** What the help of the command says, too: all options of most codemods. */
const OPTIONS = /^## Options\n\n(?=\| option)(?![^]*--kinds)[^]*?(?=^## |$(?![^]))/gmu;

/** What a page links to that the package does not have: the other pages of `docs/`. */
const LINK_OUT = /(?<!!)\[(?<text>[^\]]+)\]\((?<target>\.\.\/[\w-]+\.md)(?:#[\w-]+)?\)/gu;

/**
 * @param {string} page Of a rule or codemod, in Markdown.
 * @returns {string} What is published of it: of measured costs those of the newest Node without their
 *   controls, nothing for who chooses among rules, and names in place of links that would lead nowhere.
 */
export function onlyPublishedPage(page) {
  const measured = /(?<=<!-- begin measured cost -->)[^]*?(?=<!-- end measured cost -->)/gu;
  const linked = page
    .replaceAll(FOR_CHOOSING, '')
    .replaceAll(OPTIONS, '## Options\n\n`async-perf migrate --help` has them.\n\n')
    .replaceAll(measured, (costs) =>
      costs
        .replaceAll(OLDER_SECTIONS, '')
        .replaceAll(CHART, '')
        .replaceAll(OLDER_ROWS, '$<head>')
        .replaceAll(TABLE, withoutControls)
        .replace(/, the control the form before\s+against itself/u, ''),
    )
    .replaceAll(LINK_OUT, (...parts) => {
      const { text = '', target = '' } = parts.at(-1);
      return `${text} (\`docs/${path.posix.basename(target)}\` of the repository)`;
    });
  return withoutMarks(withoutPadding(linked));
}

const TABLE = /(?:^\|.*\n)+/gmu;

/**
 * @param {string} table
 * @returns {string} The same without the columns of controls, since a figure says itself where its is
 *   biased, and of many calls at once.
 */
function withoutControls(table) {
  const rows = table
    .trimEnd()
    .split('\n')
    .map((row) => row.split('|'));
  const kept = (rows[0] ?? []).map(
    (title) => !/^ *(?:Control|CPU time, \d+ at once) *$/u.test(title),
  );
  return `${rows.map((cells) => cells.filter((_, index) => kept[index]).join('|')).join('\n')}\n`;
}

/** The figures of one scenario, under its title. */
const SCENARIO = /^\*\*(?<title>.+)\*\*\n[^]*?(?=^(?:\*\*|<!-- end measured cost -->))/gmu;

/**
 * @param {string} page Of a codemod, in Markdown.
 * @param {ReadonlyMap<string, string>} rules The rule whose page has the figures, by the title of each
 *   scenario.
 * @returns {string} The page without figures that the package has on the page of a rule.
 */
export function withoutRepeatedCosts(page, rules) {
  const named = new Set();
  return page.replaceAll(SCENARIO, (scenario, /** @type {string} */ title) => {
    const rule = rules.get(title);
    if (rule === undefined || named.has(rule)) {
      return rule === undefined ? scenario : '';
    }
    named.add(rule);
    return `\`async-perf explain ${rule}\` has the figures.\n\n`;
  });
}

/**
 * @param {string} root
 * @returns {Map<string, string>} The rule whose page has its figures, by the title of each scenario.
 */
function rulesByScenario(root) {
  const directory = path.join(root, 'docs', 'rules');
  const files = existsSync(directory) ? readdirSync(directory) : [];
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(path.join(directory, file), 'utf8').matchAll(SCENARIO)].map(
        ([, title = '']) => /** @type {[string, string]} */ ([title, path.parse(file).name]),
      ),
    ),
  );
}

/**
 * @param {string} page The README.
 * @returns {string} What is published of it: nothing for who has a clone of the repository, and
 *   no controls.
 */
export function onlyPublishedReadme(page) {
  const development =
    /<details>\n<summary><b>Development<\/b><\/summary>\n[^]*?<\/details>\n\n|^## See it on real code\n[^]*?(?=^## )/gmu;
  return withoutPadding(page.replaceAll(development, '').replaceAll(TABLE, withoutControls));
}

/** What npm asks the package.json for while it packs, and whoever repairs a `npm pack` that was killed. */
const PACKING = /^(?:prepack|postpack|pack:restore)$/u;

/**
 * @param {string} manifest A package.json.
 * @returns {string} What is published of it: nothing for who works on the repository.
 */
export function onlyPublishedManifest(manifest) {
  const content = JSON.parse(manifest);
  const packing = Object.entries(content.scripts ?? {}).filter(([name]) => PACKING.test(name));
  const published = {
    ...content,
    devDependencies: undefined,
    scripts: Object.fromEntries(packing),
  };
  return JSON.stringify(published);
}

/**
 * @param {string} root With the `package.json` whose `files` are published.
 * @throws {Error} If a file cannot be read, parsed or written; what was changed can be restored.
 */
export function stripPublishedCode(root) {
  restorePublishedCode(root);
  const rules = rulesByScenario(root);
  for (const file of publishedTexts(root)) {
    const full = path.join(root, file);
    const kept = path.join(root, KEPT, file);
    mkdirSync(path.dirname(kept), { recursive: true });
    const source = readFileSync(full, 'utf8');
    replaceFile(kept, source, statSync(full).mode);
    replaceFile(full, publishedText(file, source, rules), statSync(full).mode);
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
 * @param {ReadonlyMap<string, string>} rules
 * @returns {string}
 */
function publishedText(file, source, rules) {
  switch (path.extname(file)) {
    case '.md':
      return file === README
        ? withoutMarks(onlyPublishedReadme(source))
        : onlyPublishedPage(
            path.basename(path.dirname(file)) === 'codemods'
              ? withoutRepeatedCosts(source, rules)
              : source,
          );
    case '.json':
      if (file === MANIFEST) return onlyPublishedManifest(source);
      return JSON.stringify(JSON.parse(source));
    default:
      return onlyProgram(file, file === REFUSALS ? withoutExamples(source) : source);
  }
}

/**
 * @param {string} root
 * @returns {string[]} Relative to it.
 */
function publishedTexts(root) {
  const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  /** @type {string[]} */
  const found = [MANIFEST, ...(existsSync(path.join(root, README)) ? [README] : [])];
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
