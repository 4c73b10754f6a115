/** @import { ReviewedSite, SiteGroup } from './groups.js' */
/** @import { MarkStore } from './marks.js' */
/** @import { Row } from './rows.js' */
/** @import { ReportedCost } from '../../report/costs.js' */
/** @import { ReportedEdit } from '../../report/migration.js' */

import { count, element, withCode } from '#review/elements.js';
import { differingWords, highlightLines, markRanges } from '#review/highlight.js';
import { editsBeyond, foldRows, rowsOfEdits, rowsOfRange } from '#review/rows.js';

/** How many unchanged lines stand around a change. */
const CONTEXT = 3;

/**
 * @typedef {object} FileView
 * @property {Row[]} rows
 * @property {readonly string[]} before Its lines.
 * @property {readonly string[]} after
 * @property {readonly ReportedEdit[]} shared The edits that are of no single site.
 */

/**
 * @param {SiteGroup} group
 * @param {object} page
 * @param {MarkStore} page.marks
 * @param {(file: string) => FileView} page.viewOf
 * @param {readonly ReportedCost[]} page.costs
 * @returns {HTMLElement} Without its code, which `fillCard` adds.
 */
export function createCard(group, { marks, costs }) {
  const { outer, sites, number, lines } = group;
  const ids = sites.map(({ id }) => id);
  const title = `${outer.file}:${outer.line}`;
  const looked = element('input', {
    type: 'checkbox',
    class: 'looked',
    onchange: () => marks.setLookedAt(ids, looked.checked),
  });
  const card = element(
    'article',
    { class: 'card', id: `card-${outer.id}`, tabindex: -1, 'aria-labelledby': `title-${outer.id}` },
    element(
      'header',
      {},
      element('h3', { id: `title-${outer.id}` }, title),
      element(
        'span',
        { class: 'facts' },
        [
          `${number}.`,
          `${outer.codemod}, ${outer.kind}`,
          ...(sites.length > 1 ? [`${count(sites.length - 1, 'more site')} inside`] : []),
        ].join(' · '),
        ' · ',
        element('span', { class: 'lines' }, count(lines, 'changed line')),
      ),
      element('label', {}, looked, ' Looked at'),
    ),
    ...flagList(sites),
    element('ul', { class: 'sites' }, ...sites.map((site) => siteItem(site, outer, marks))),
    element('div', { class: 'code' }),
    ...costsOf(sites, costs),
  );
  const show = () => {
    looked.checked = ids.every((id) => marks.lookedAt.has(id));
    card.classList.toggle('is-looked-at', looked.checked);
    card.classList.toggle(
      'is-taken-back',
      ids.some((id) => marks.takeBack.has(id)),
    );
  };
  show();
  card.addEventListener('marks', show);
  return card;
}

/** The names of flags on a card. */
const FLAGS = Object.freeze({
  'result-dropped': 'result dropped',
  'return-not-awaited': 'return without await',
  'throw-gone': 'throw gone',
});

/**
 * @param {readonly ReviewedSite[]} sites
 * @returns {HTMLElement[]} What to look at first.
 */
function flagList(sites) {
  const items = sites
    .flatMap(({ flags = [] }) => flags)
    .map(({ flag, message, line }) =>
      element(
        'li',
        {},
        element('span', { class: 'evidence flag' }, FLAGS[flag]),
        ` ${flag === 'throw-gone' ? 'Before' : 'After'}, line ${line}: `,
        ...withCode(message),
      ),
    );
  return items.length === 0 ? [] : [element('ul', { class: 'flags' }, ...items)];
}

/**
 * @param {ReviewedSite} site
 * @param {ReviewedSite} outer
 * @param {MarkStore} marks
 * @returns {HTMLElement} What it rests on, and the mark to take it back.
 */
function siteItem(site, outer, marks) {
  const back = element('input', {
    type: 'checkbox',
    class: 'back',
    checked: marks.takeBack.has(site.id),
    onchange: () => save(),
  });
  const name = site === outer ? 'Take back' : `Take back line ${site.line} (${site.codemod})`;
  const why = element('input', {
    type: 'text',
    class: 'why',
    'aria-label': `Why: ${name}, ${site.file}:${site.line}`,
    placeholder: 'why',
    value: marks.takeBack.get(site.id)?.why ?? '',
    hidden: !back.checked,
    oninput: () => save(),
  });
  const save = () => {
    why.hidden = !back.checked;
    marks.setTakeBack(site, back.checked ? why.value.trim() : undefined);
  };
  const run =
    site.wasRun === undefined
      ? []
      : [
          element(
            'span',
            { class: site.wasRun ? 'run' : 'not-run' },
            site.wasRun ? 'run by the tests' : 'not run by the tests',
          ),
        ];
  const claims = site.obligations.map(({ claim, evidence, obligation }) =>
    element(
      'li',
      {},
      element('span', { class: `evidence ${evidence}` }, evidence),
      ' ',
      ...withCode(claim),
      ' (',
      element('code', {}, obligation),
      ')',
    ),
  );
  const rests =
    claims.length > 0
      ? element('ul', { class: 'claims' }, ...claims)
      : element('span', { class: 'shown' }, 'rests on nothing that the code does not show');
  return element('li', {}, element('label', {}, back, ` ${name}`), ' ', why, ...run, rests);
}

/**
 * @param {readonly ReviewedSite[]} sites
 * @param {readonly ReportedCost[]} costs
 * @returns {HTMLElement[]} What was measured of the forms that the sites have.
 */
function costsOf(sites, costs) {
  const own = costs.filter(({ of, kinds }) =>
    sites.some(({ codemod, kind }) => of === codemod && kinds.includes(kind)),
  );
  if (own.length === 0) {
    return [element('p', { class: 'costs' }, 'Gain and cost of this form are not measured')];
  }
  const times = own.flatMap(({ figures }) =>
    figures.filter(({ name }) => name === 'cpu-time').map(figureText),
  );
  const items = own.map(({ form, figures, node }) =>
    element('li', {}, ...withCode(form), `: ${figures.map(figureText).join(', ')} (Node ${node})`),
  );
  return [
    element(
      'details',
      { class: 'costs' },
      element('summary', {}, `Measured for one call: ${[...new Set(times)].join('; ')}`),
      element('ul', {}, ...items),
    ),
  ];
}

/**
 * @param {ReportedCost['figures'][number]} figure
 * @returns {string}
 */
function figureText({ name, unit, before, after, ratio, verdict }) {
  if (name !== 'cpu-time') {
    const end = after === null ? 'varies' : count(after, unit);
    return before === after ? end : `${before ?? 'varies'} → ${end}`;
  }
  if (verdict === 'faster' || verdict === 'slower') {
    const times = verdict === 'faster' ? (ratio ?? 1) : 1 / (ratio ?? 1);
    return `CPU time ${times.toFixed(2)}× ${verdict}`;
  }
  return verdict === 'same' ? 'CPU time the same' : 'CPU time not clear';
}

/**
 * @param {HTMLElement} card
 * @param {SiteGroup} group
 * @param {object} page
 * @param {FileView} page.view
 * @param {boolean} page.ignoresSpace Whether lines that only moved are folded, as unchanged ones are.
 * @param {(file: string) => void} page.openShared Shows what is written for several sites of the file.
 */
export function fillCard(card, { outer }, { view, ignoresSpace, openShared }) {
  const place = card.querySelector('.code');
  if (!place || place.hasChildNodes()) {
    return;
  }
  const { file, line, endLine } = outer;
  const rows = rowsOfRange(view.rows, outer, CONTEXT);
  const stretches = foldRows(rows, CONTEXT, ignoresSpace).map((stretch, index) => ({
    rows: stretch,
    isFolded: index % 2 === 1 && stretch.length > 1,
  }));
  place.append(codeTable(file, stretches, view, `${file}, before and after`));
  card.querySelector('.lines')?.replaceChildren(describeLines(rowsOfRange(view.rows, outer, 0)));
  const beyond = editsBeyond(view.rows, rows, view.shared);
  if (beyond.length > 0) {
    const places = beyond.map((edit) => edit.line).filter((each) => each < line || each > endLine);
    const link = element(
      'a',
      {
        href: `#${sharedId(file)}`,
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          openShared(file);
        },
      },
      `${places.length === 1 ? 'line' : 'lines'} ${places.join(', ')}`,
    );
    place.append(
      element('p', { class: 'shared' }, 'Also written, for several sites of this file: ', link),
    );
  }
}

/**
 * @param {readonly Row[]} rows
 * @returns {string} How many lines change, apart from those that only move.
 */
function describeLines(rows) {
  const [changed = 0, moved = 0] = ['changed', 'moved'].map(
    (kind) => rows.filter((row) => row.kind === kind).length,
  );
  return `${count(changed, 'changed line')}${moved === 0 ? '' : `, ${moved} only moved`}`;
}

/**
 * @param {string} file
 * @returns {string} The id of the place that shows what is written for several sites of it.
 */
export function sharedId(file) {
  return `shared-${encodeURIComponent(file)}`;
}

/**
 * @param {string} file
 * @param {FileView} view
 * @returns {HTMLElement} What is of the file and of no single site, such as imports and helpers, side by side.
 */
export function sharedTable(file, view) {
  const stretches = rowsOfEdits(view.rows, view.shared, CONTEXT).map((rows) => ({
    rows,
    isFolded: false,
  }));
  return codeTable(file, stretches, view, `${file}, written for several sites, before and after`);
}

/**
 * @param {string} file
 * @param {readonly { rows: readonly Row[], isFolded: boolean }[]} stretches In their order.
 * @param {FileView} view
 * @param {string} caption
 * @returns {HTMLElement} Both texts side by side.
 */
function codeTable(file, stretches, view, caption) {
  const all = stretches.flatMap(({ rows }) => rows);
  const code = {
    left: highlightSide(file, all, 'left', view.before),
    right: highlightSide(file, all, 'right', view.after),
  };
  const bodies = stretches.map(({ rows, isFolded }) => {
    const lines = rows.map((row) => rowElement(row, view, code));
    if (!isFolded) {
      return element('tbody', {}, ...lines);
    }
    const button = element(
      'button',
      { type: 'button', onclick: () => fold.replaceWith(...lines) },
      `Show ${count(rows.length, 'unchanged line')}`,
    );
    const fold = element('tr', { class: 'fold' }, element('td', { colspan: 4 }, button));
    return element('tbody', {}, fold);
  });
  return element(
    'table',
    {},
    element('caption', { class: 'hidden' }, caption),
    element(
      'colgroup',
      {},
      ...['number', 'text', 'number', 'text'].map((name) => element('col', { class: name })),
    ),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col', colspan: 2 }, 'Before'),
        element('th', { scope: 'col', colspan: 2 }, 'After'),
      ),
    ),
    ...bodies,
  );
}

/**
 * @param {string} file
 * @param {readonly Row[]} rows
 * @param {'left' | 'right'} side
 * @param {readonly string[]} lines Of the whole file.
 * @returns {Map<number, string>} The HTML of each line that is shown.
 */
function highlightSide(file, rows, side, lines) {
  const numbers = rows.map((row) => row[side]).filter((number) => number !== undefined);
  const html = highlightLines(
    file,
    numbers.map((number) => lines[number - 1] ?? ''),
  );
  return new Map(numbers.map((number, index) => [number, html[index] ?? '']));
}

/**
 * @param {Row} row
 * @param {FileView} view
 * @param {{ left: Map<number, string>, right: Map<number, string> }} code
 * @returns {HTMLElement}
 */
function rowElement({ kind, left, right }, view, code) {
  const words =
    kind === 'changed' && left !== undefined && right !== undefined
      ? differingWords(view.before[left - 1] ?? '', view.after[right - 1] ?? '')
      : undefined;
  return element(
    'tr',
    { class: kind },
    ...cells(left, left === undefined ? '' : code.left.get(left), kind, 'gone', words?.left),
    ...cells(right, right === undefined ? '' : code.right.get(right), kind, 'come', words?.right),
  );
}

/**
 * @param {number | undefined} number
 * @param {string} [html]
 * @param {Row['kind']} [kind]
 * @param {'gone' | 'come'} [side]
 * @param {readonly [number, number][]} [ranges]
 * @returns {HTMLElement[]}
 */
function cells(number, html = '', kind = 'same', side = 'gone', ranges = []) {
  const isNone = number === undefined;
  const sign = kind !== 'changed' || isNone ? ' ' : side === 'gone' ? '-' : '+';
  const text = element('td', { class: isNone ? 'none' : side });
  const line = element('span', { class: 'line', 'data-sign': sign });
  // The highlighter has escaped the code.
  line.innerHTML = html;
  markRanges(line, ranges);
  text.append(line);
  return [element('td', { class: 'number' }, isNone ? '' : String(number)), text];
}
