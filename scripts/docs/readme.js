/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { DocumentedRule } from './plugin.js' */

import { replaceBetween } from '../../bench/report/markers.js';
import { usesTypes } from './rule-pages.js';

/**
 * @param {string} readme As it is.
 * @param {readonly DocumentedRule[]} rules
 * @param {readonly { codemod: Codemod, page: string }[]} codemods With their pages.
 * @returns {string} The README with its tables of rules and codemods.
 * @throws {Error} If it has no place for them.
 */
export function readmeWithTables(readme, rules, codemods) {
  const withRules = replaceBetween(readme, 'rules', rulesTable(rules), 'README.md');
  return replaceBetween(withRules, 'codemods', codemodsTable(codemods), 'README.md');
}

/**
 * @param {readonly DocumentedRule[]} rules
 * @returns {string}
 */
function rulesTable(rules) {
  const rows = rules.map(({ name, meta, configs, codemods }) =>
    row([
      `[\`${name}\`](docs/rules/${name}.md)`,
      meta.docs?.description ?? '',
      configs.filter((config) => config !== 'all').join(', '),
      [
        meta.fixable && '🔧',
        meta.hasSuggestions && '💡',
        codemods.length > 0 && '🚚',
        usesTypes(meta) && '💭',
      ]
        .filter(Boolean)
        .join(' '),
    ]),
  );
  return [
    '🔧 fixed by `eslint --fix`, 💡 suggested in the editor, 🚚 rewritten in bulk by a codemod, 💭 also uses types, if the parser offers them',
    '',
    row(['rule', '', 'configurations', '']),
    row(['---', '---', '---', '---']),
    ...rows,
  ].join('\n');
}

/**
 * @param {readonly { codemod: Codemod, page: string }[]} codemods
 * @returns {string}
 */
function codemodsTable(codemods) {
  const rows = codemods.map(({ codemod: { name }, page }) =>
    row([`[\`${name}\`](docs/codemods/${name}.md)`, firstSentence(page)]),
  );
  return [row(['codemod', '']), row(['---', '---']), ...rows].join('\n');
}

/**
 * @param {string} page
 * @returns {string} The first sentence below the title.
 */
function firstSentence(page) {
  const [, paragraph = ''] = /^# .*\n+([^\n]+(?:\n[^\n]+)*)/u.exec(page) ?? [];
  return (/^.*?\.(?=\s|$)/su.exec(paragraph)?.[0] ?? paragraph).replaceAll('\n', ' ');
}

/**
 * @param {readonly string[]} cells
 * @returns {string}
 */
function row(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
