/** Pages as they are published: without what only the repository has. */

import path from 'node:path';

/** A picture: the package has none. */
const CHART = /^!\[[^\]]*\]\(\.\.\/charts\/.*\)\n\n/gmu;

/** Where what is generated begins and ends. */
const MARK = /^<!-- .* -->\n\n?/gmu;

/** What a page links to that the package does not have: the other pages of `docs/`. */
const LINK_OUT = /(?<!!)\[(?<text>[^\]]+)\]\((?<target>\.\.\/[\w-]+\.md)(?:#[\w-]+)?\)/gu;

/** The rows of a table of what was measured, one or several for each Node. */
const NODE_ROWS = /(?<head>^\| Node +\|.*\n\|[ |-]+\n)(?<rows>(?:\| \d.*\n)+)/gmu;

/** Tables of their own, each for a Node. */
const NODE_TABLES = /(?:^Node [\d.]+:\n\n(?:\|.*\n)+\n?)+/gmu;

/** How many Nodes a page shows, the newest: the others are on the page that it links to. */
const MAX_NODES = 1;

/** What was measured to know how far the other columns can be trusted, or beside them: the page in the repository has it. */
const LEFT_OUT = new Set(['Control', 'CPU time, 100 at once']);

/** What is said of that. */
const SAID_OF_CONTROL = /, the control the form before\s+against itself/gu;

/** How sure a figure is, and what is said of that: on the page in the repository as well. */
const INTERVAL = / \(\d[\d.]*–\d[\d.]*\)|\s+with its 95 %\s+interval/gu;

const TABLE = /(?:^\|.*\|\n)+/gmu;

/** What was found in the code of others: the page that it names has all. */
const FINDINGS = /^## In real code\n\n[^]*?(?=^## |$(?![^]))/gmu;

/** What the columns are, which their heads say for who knows. */
const COLUMNS = /^Before → after the conversion, for one call\.[^]*?(?=^\[How it is measured)/gmu;

/** Where the cost counts: who weighs that reads the page in the repository. */
const WHEN = /^## When it (?:does not matter|matters)\n\n[^]*?(?=^## |$(?![^]))/gmu;

/** What a codemod refuses, by name: `async-perf explain` lists and tells of each. */
const REFUSED = /^## What it refuses\n\n[^]*?(?=^## |$(?![^]))/gmu;

/** How single forms are treated, and what is left alone: who looks for them reads the page in the repository. */
const FORMS =
  /^## (?:Across files|Files and host names|Fix and suggestion|Handlers|How it knows|Libraries|Other async functions|Other libraries|Promises made by hand|Tests|TypeScript|What it (?:cannot see|leaves alone)|When (?:a value is as good as the variable|each of them is allocated|the suggestion is missing)|Where there is no loop|Who gets the promise|With types)\n\n[^]*?(?=^## |$(?![^]))/gmu;

/** What a page ends with then. */
const SAYS_MORE = 'The page in the repository says more, of single forms above all.';

/** What leads to a section of the page. */
const LINK_WITHIN = /\[(?<text>[^\]]+)\]\(#(?<target>[\w-]+)\)/gu;

/** How much a codemod converts of what others have published: the page in the repository says so. */
const SHARE = /^## How much of real code\n\n[^]*?(?=^## )/gmu;

/** Rules of other plugins, whose names say where they are: addresses are what gzip shortens least. */
const OTHER_RULE = /\[(?<name>`[^`\]]+`)\]\(https:[^)]+\)/gu;

/** How rules of other plugins differ: who chooses between them reads the page in the repository. */
const RELATED = /^## Related(?: rules)?\n\n[^]*?(?=^## |$(?![^]))/gmu;

/** What was measured in one experiment: its name, what is said of it, and its table. */
const EXPERIMENT = /^\*\*[^\n]+\*\*(?: \([^\n]*\))?\n\n(?:(?![|#*])[^\n]+\n\n)*(?:\|.*\n)+\n?/gmu;

/** How many of them a page shows, the first: the page that it links to has all. */
const MAX_EXPERIMENTS = 1;

/** How converted code may differ, and what was assumed. */
const MAY_DIFFER = /^(?<head>## What may differ\n\n)(?<text>[^]*?)(?=^## |$(?![^]))/gmu;

/** What a codemod may change or assume, by a name: `async-perf explain` tells of each. */
const EXPLAINED =
  /^- \*\*`(?<name>[a-z-]+)`\*\* \((?:accepted|assumed|refused).*\n(?: +.*\n)*\n?/gmu;

/** What was measured while the machine was busy, and what holds of something else than the rule reports. */
const BESIDE =
  /^### [^\n]*\n(?:(?!^#)[^\n]*\n)*?\*\*Verdict: (?:not called|holds for) [^\n]*\n\n/gmu;

/** What of the README is for who has a clone of the repository. */
const FOR_A_CLONE =
  /<details>\n<summary><b>Development<\/b><\/summary>\n[^]*?<\/details>\n\n|^## See it on real code\n[^]*?(?=^## )/gmu;

/**
 * @param {string} page Of a rule or codemod, in Markdown.
 * @returns {string} The page with names in place of links that would lead nowhere, and figures of the
 *   first experiment on the newest Node alone, without those of the controls, single findings, single forms,
 *   shares of real code and what other plugins have.
 */
export function onlyPublishedPage(page) {
  let shown = 0;
  const forms = [...page.matchAll(FORMS)].map(([text]) => anchorOf(text));
  const published = withoutControls(onlyNewestNodes(page))
    .replaceAll(CHART, '')
    .replaceAll(MARK, '')
    .replaceAll(FINDINGS, '')
    .replaceAll(COLUMNS, 'Before → after the conversion, for one call. ')
    .replaceAll(SHARE, '')
    .replaceAll(RELATED, '')
    .replaceAll(REFUSED, '')
    .replaceAll(FORMS, '')
    .replaceAll(LINK_WITHIN, (...parts) => {
      const { text = '', target = '' } = parts.at(-1);
      return forms.includes(target) ? text : parts[0];
    })
    .replaceAll(WHEN, '')
    .replaceAll(BESIDE, '')
    .replaceAll(EXPERIMENT, (each) => (shown++ < MAX_EXPERIMENTS ? each : ''))
    .replaceAll(OTHER_RULE, '$<name>')
    .replaceAll(MAY_DIFFER, (...parts) => {
      const { head = '', text = '' } = parts.at(-1);
      const names = [...text.matchAll(EXPLAINED)].map(({ groups }) => `\`${groups?.['name']}\``);
      const rest = text.replaceAll(EXPLAINED, '').trimEnd();
      const own = rest === '' ? '' : `${rest}\n`;
      return names.length === 0
        ? `${head}${text}`
        : `${head}${own}- ${names.join(', ')}: \`async-perf explain NAME\` tells of each.\n\n`;
    })
    .replaceAll(LINK_OUT, (...parts) => {
      const { text = '', target = '' } = parts.at(-1);
      return `${text} (\`docs/${path.posix.basename(target)}\` of the repository)`;
    });
  return forms.length === 0 ? published : `${published.trimEnd()}\n\n${SAYS_MORE}\n`;
}

/**
 * @param {string} section
 * @returns {string} What a link to its heading names: `across-files`.
 */
function anchorOf(section) {
  return section.slice('## '.length, section.indexOf('\n')).toLowerCase().replaceAll(' ', '-');
}

/**
 * @param {string} page
 * @returns {string}
 */
function onlyNewestNodes(page) {
  return page
    .replaceAll(NODE_ROWS, (...parts) => {
      const { head = '', rows = '' } = parts.at(-1);
      const lines = /** @type {string[]} */ (rows.match(/.*\n/gu));
      const nodeOf = (/** @type {string} */ line) => /[\d.]+/u.exec(line)?.[0];
      const newest = [...new Set(lines.map(nodeOf))].slice(-MAX_NODES);
      return head + lines.filter((line) => newest.includes(nodeOf(line))).join('');
    })
    .replaceAll(NODE_TABLES, (tables) =>
      tables
        .split(/^(?=Node )/mu)
        .slice(-MAX_NODES)
        .join(''),
    );
}

/**
 * @param {string} page
 * @returns {string} Its tables without those columns.
 */
function withoutControls(page) {
  return withoutSpaces(page.replaceAll(SAID_OF_CONTROL, '').replaceAll(INTERVAL, ''), LEFT_OUT);
}

/**
 * @param {string} page
 * @param {ReadonlySet<string>} [without] Columns.
 * @returns {string} Its tables without the spaces that align them.
 */
function withoutSpaces(page, without = new Set()) {
  return page.replaceAll(TABLE, (table) => {
    const rows = table
      .trimEnd()
      .split('\n')
      .map((row) =>
        row
          .split(/(?<!\\)\|/u)
          .slice(1, -1)
          .map((cell) => cell.trim().replace(/^-+$/u, '-')),
      );
    return rows
      .map((cells) => cells.filter((_, column) => !without.has(rows[0]?.[column] ?? '')))
      .map((cells) => `|${cells.join('|')}|\n`)
      .join('');
  });
}

/**
 * @param {string} page The README.
 * @returns {string} The page for who has installed the package.
 */
export function onlyPublishedReadme(page) {
  return withoutSpaces(page.replaceAll(FOR_A_CLONE, '').replaceAll(MARK, ''));
}

/**
 * @param {string} source What each rule's pattern was measured to cost, by rule and Node.
 * @returns {string} The same of the oldest and the newest Node, without how sure it is.
 */
export function onlyPublishedCosts(source) {
  const costs = Object.entries(JSON.parse(source)).map(([rule, byNode]) => {
    const nodes = Object.entries(byNode);
    return [rule, Object.fromEntries([...nodes.slice(0, 1), ...nodes.slice(-1)])];
  });
  return JSON.stringify(Object.fromEntries(costs)).replaceAll(INTERVAL, '');
}
