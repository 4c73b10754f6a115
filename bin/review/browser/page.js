/** @import { FileView } from './card.js' */
/** @import { Filter, SiteGroup } from './groups.js' */
/** @import { Answer, Marks } from '../marks.js' */
/** @import { ReportedSite } from '../../report/migration.js' */

import { createCard, fillCard, sharedId, sharedTable } from '#review/card.js';
import { byId, count, element, withCode } from '#review/elements.js';
import { editsByFile, filterGroups, groupSites } from '#review/groups.js';
import { MarkStore } from '#review/marks.js';
import { causeItem, openRefused } from '#review/refusals.js';
import { rowsOf, splitLines } from '#review/rows.js';

/** How many cards a page of the list has: few enough for any browser, many enough not to turn often. */
const PAGE = 50;

/** @type {{ report: any, sources: Record<string, string>, excerpts: Record<string, Record<string, string>>, of: string, title: string }} */
const { report, sources, excerpts, of, title } = JSON.parse(byId('data').textContent ?? '');
const marks = new MarkStore(of);
const groups = groupSites(report.sites, report.edits);
const questions = new Map(
  report.questions.map((/** @type {any} */ question) => [
    question.id,
    new Set(question.sites.map((/** @type {any} */ { id }) => id)),
  ]),
);
const edits = editsByFile(report.edits);
/** @type {Map<string, FileView>} */
const views = new Map();

/**
 * @param {string} file
 * @returns {FileView}
 */
function viewOf(file) {
  let view = views.get(file);
  if (!view) {
    const before = splitLines(sources[file] ?? '');
    const own = edits.get(file) ?? [];
    const shared = own.filter(({ sites }) => sites.length === 0);
    view = { ...rowsOf(before, own), before, shared };
    views.set(file, view);
  }
  return view;
}

/** @type {ReadonlyMap<string, ReportedSite>} */
const siteOf = new Map(report.sites.map((/** @type {ReportedSite} */ site) => [site.id, site]));

/**
 * @param {string} file
 * @param {number} line 1-based.
 * @returns {string | undefined} Its text before the migration, as far as the page has it.
 */
function lineOf(file, line) {
  return Object.hasOwn(sources, file) ? viewOf(file).before[line - 1] : excerpts[file]?.[line];
}

/** @type {Filter} */
const UNSET = { file: '', codemod: '', question: '', show: 'all', order: 'risk' };
const filter = { ...UNSET };
/** @type {SiteGroup[]} */
let shown = [];
let first = 0;
let current = -1;

const list = byId('list');
const space = /** @type {HTMLInputElement} */ (byId('ignore-space'));
space.addEventListener('change', () => showList(first));
/** @type {WeakMap<Element, SiteGroup>} */
const groupOf = new WeakMap();
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        fill(/** @type {HTMLElement} */ (target));
      }
    }
  },
  { rootMargin: '1000px' },
);

/** @param {HTMLElement} card */
function fill(card) {
  const group = groupOf.get(card);
  if (group) {
    near.unobserve(card);
    fillCard(card, group, {
      view: viewOf(group.outer.file),
      ignoresSpace: space.checked,
      openShared,
    });
  }
}

/** @param {number} [start] The first card of the page. */
function showList(start = 0) {
  const state = { lookedAt: marks.lookedAt, takeBack: marks.takeBack, questions };
  shown = filterGroups(groups, filter, state);
  first = start < shown.length ? start : 0;
  current = -1;
  near.disconnect();
  const cards = shown.slice(first, first + PAGE).map((group) => {
    const card = createCard(group, { marks, viewOf, costs: report.costs });
    groupOf.set(card, group);
    return card;
  });
  list.replaceChildren(...cards);
  cards.forEach((card) => near.observe(card));
  const last = Math.min(first + PAGE, shown.length);
  const set = activeFilters();
  byId('filtered').hidden = set.length === 0;
  byId('filters').textContent = set.length === 0 ? '' : `Only: ${set.join('; ')}`;
  byId('range').textContent =
    shown.length === 0
      ? noneShown(set)
      : `${(first + 1).toLocaleString('en')} to ${last.toLocaleString('en')} of ${count(shown.length, 'conversion')}`;
  /** @type {HTMLButtonElement} */ (byId('previous')).disabled = first === 0;
  /** @type {HTMLButtonElement} */ (byId('next')).disabled = last >= shown.length;
}

/** The settings that narrow the list; the order does not. */
const NARROWING = /** @type {const} */ (['file', 'codemod', 'question', 'show']);

/** @returns {string[]} Each filter that is set, with its value as the page shows it. */
function activeFilters() {
  return NARROWING.filter((name) => filter[name].trim() !== UNSET[name]).map((name) => {
    const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(`filter-${name}`));
    const value =
      control instanceof HTMLSelectElement
        ? (control.selectedOptions[0]?.textContent ?? '').trim()
        : `“${control.value.trim()}”`;
    return `${name} ${value}`;
  });
}

/**
 * @param {readonly string[]} set The filters that are set.
 * @returns {string} Why the list is empty.
 */
function noneShown(set) {
  return set.length === 0
    ? 'Nothing was converted'
    : `No conversion matches ${set.length === 1 ? 'this filter' : `these ${set.length} filters together`}`;
}

function clearFilters() {
  for (const name of NARROWING) {
    filter[name] = UNSET[name];
    /** @type {HTMLInputElement} */ (byId(`filter-${name}`)).value = UNSET[name];
  }
  showList();
}

/** @param {number} step */
function turn(step) {
  showList(Math.max(0, first + step * PAGE));
  byId('conversions').scrollIntoView();
}

/** @param {number} step To the next card, or the one before. */
function go(step) {
  const next = current + step;
  if (next >= PAGE || next >= list.children.length) {
    if (first + PAGE < shown.length) {
      turn(1);
      select(0);
    }
  } else if (next < 0 && first > 0) {
    turn(-1);
    select(PAGE - 1);
  } else {
    select(Math.max(0, next));
  }
}

/** @param {number} index Of a card on this page. */
function select(index) {
  const card = /** @type {HTMLElement | undefined} */ (list.children[index]);
  if (card) {
    current = index;
    fill(card);
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'start' });
  }
}

list.addEventListener('focusin', ({ target }) => {
  const card = /** @type {Element} */ (target).closest('.card');
  current = card ? [...list.children].indexOf(card) : current;
});

/** @param {string} selector Of a checkbox in the current card. */
function press(selector) {
  const box = list.children[current]?.querySelector(selector);
  if (box instanceof HTMLInputElement) {
    box.click();
  }
}

/** @type {Readonly<Record<string, () => void>>} */
const KEYS = {
  j: () => go(1),
  k: () => go(-1),
  l: () => press('.looked'),
  t: () => press('.back'),
  n: () => {
    press('.looked');
    go(1);
  },
  '/': () => byId('filter-file').focus(),
  '?': () => /** @type {HTMLDialogElement} */ (byId('keys')).showModal(),
};

document.addEventListener('keydown', (event) => {
  const { altKey, ctrlKey, key, metaKey, target } = event;
  const isTyping =
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox');
  const press = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  if (press && !isTyping && !altKey && !ctrlKey && !metaKey) {
    event.preventDefault();
    press();
  }
});

for (const name of /** @type {const} */ (['file', 'codemod', 'question', 'show', 'order'])) {
  const control = /** @type {HTMLInputElement} */ (byId(`filter-${name}`));
  control.addEventListener('input', () => {
    filter[name] = control.value;
    showList();
  });
}
byId('clear').addEventListener('click', () => {
  clearFilters();
  byId('filter-file').focus();
});
byId('previous').addEventListener('click', () => turn(-1));
byId('next').addEventListener('click', () => turn(1));
byId('help').addEventListener('click', () =>
  /** @type {HTMLDialogElement} */ (byId('keys')).showModal(),
);

const nameField = /** @type {HTMLInputElement} */ (byId('name'));
const sign = () => marks.sign(nameField.value.trim());
nameField.addEventListener('input', sign);

byId('save').addEventListener('click', () => {
  sign();
  const blob = new Blob([`${JSON.stringify(marks, null, 2)}\n`], { type: 'application/json' });
  const link = element('a', { href: URL.createObjectURL(blob), download: 'marks.json' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});

const opened = /** @type {HTMLInputElement} */ (byId('open'));
opened.addEventListener('change', async () => {
  const [file] = opened.files ?? [];
  try {
    const isOurs = marks.load(/** @type {Marks} */ (JSON.parse((await file?.text()) ?? 'null')));
    say(isOurs ? 'The marks are opened.' : 'These marks are of another migration.');
  } catch {
    say('This is no file of marks.');
  }
  showList();
  opened.value = '';
});

/** @param {string} text For those who do not see it as well. */
function say(text) {
  byId('said').textContent = text;
}

marks.addEventListener('change', showMarks);

function showMarks() {
  const converted = groups.flatMap(({ sites }) => sites);
  const looked = converted.filter(({ id }) => marks.lookedAt.has(id)).length;
  const answered = report.questions.filter((/** @type {any} */ { id }) => marks.answers.has(id));
  byId('progress').textContent =
    `${looked.toLocaleString('en')} of ${count(converted.length, 'site')} looked at, ` +
    `${marks.takeBack.size} to take back, ` +
    `${answered.length} of ${count(report.questions.length, 'question')} answered`;
  list.querySelectorAll('.card').forEach((card) => card.dispatchEvent(new Event('marks')));
  document.querySelectorAll('.question').forEach((one) => one.dispatchEvent(new Event('marks')));
}

/**
 * @param {{ id: string, obligation: string, claim: string, otherwise: string, sites: { id: string, file: string, line: number }[] }} question
 * @returns {HTMLElement}
 */
function questionItem({ id, obligation, claim, otherwise, sites }) {
  const [site] = sites;
  const why = element('input', {
    type: 'text',
    class: 'why',
    'aria-label': `Why: ${claim}`,
    placeholder: 'why',
    oninput: () => {
      const answer = marks.answers.get(id);
      if (answer) {
        marks.answer(id, { holds: answer.holds, why: why.value.trim() });
      }
    },
  });
  const answers = [
    /** @type {const} */ (['It holds', true]),
    /** @type {const} */ (['It does not', false]),
  ].map(([label, holds]) =>
    element(
      'button',
      { type: 'button', 'aria-pressed': 'false', onclick: () => toggle(holds) },
      label,
    ),
  );
  const item = element(
    'li',
    { class: 'question' },
    element('span', { class: 'number' }, sites.length.toLocaleString('en')),
    element(
      'span',
      { class: 'claim' },
      ...withCode(claim),
      ' (',
      element('code', {}, obligation),
      '), read ',
      element(
        'a',
        { href: `#card-${site?.id}`, onclick: (/** @type {Event} */ event) => open(event) },
        site ? `${site.file}:${site.line}` : '',
      ),
      sites.length > 1 ? ' first' : '',
      element('span', { class: 'otherwise' }, 'If it does not hold: ', ...withCode(otherwise), '.'),
    ),
    element('span', { class: 'answers' }, ...answers, why),
  );
  item.addEventListener('marks', show);
  show();
  return item;

  /** @param {boolean} holds */
  function toggle(holds) {
    const isSame = marks.answers.get(id)?.holds === holds;
    marks.answer(id, isSame ? undefined : { holds, why: why.value.trim() });
  }

  function show() {
    const answer = /** @type {Answer | undefined} */ (marks.answers.get(id));
    answers.forEach((button, index) =>
      button.setAttribute('aria-pressed', String(answer?.holds === (index === 0))),
    );
    if (answer && answer.why !== why.value.trim()) {
      why.value = answer.why;
    }
  }

  /** @param {Event} event */
  function open(event) {
    event.preventDefault();
    clearFilters();
    filter.question = id;
    /** @type {HTMLSelectElement} */ (byId('filter-question')).value = id;
    showList();
    openCard(site?.id);
  }
}

/** @param {string} file Of which something is written for several sites. */
function openShared(file) {
  const rest = document.getElementById('shared-list-rest');
  if (!document.getElementById(sharedId(file))) {
    rest?.click();
  }
  const details = document.getElementById(sharedId(file))?.querySelector('details');
  if (details) {
    details.open = true;
    details.querySelector('summary')?.focus({ preventScroll: true });
    details.scrollIntoView({ block: 'start' });
  }
}

/**
 * @param {string} file One that changes, with no site of its own, or for several sites.
 * @returns {HTMLElement}
 */
function fileItem(file) {
  const code = element('div', { class: 'code' });
  const fill = () => code.hasChildNodes() || code.append(sharedTable(file, viewOf(file)));
  const details = element('details', { ontoggle: fill }, element('summary', {}, file), code);
  globalThis.addEventListener('beforeprint', () => {
    details.open = true;
    fill();
  });
  return element('li', { id: sharedId(file) }, details);
}

/** How many of a list are shown before somebody asks for more. */
const FEW = 20;

/**
 * @param {string} id Of a list.
 * @param {readonly any[]} entries
 * @param {(entry: any) => HTMLElement} make
 */
function showSome(id, entries, make) {
  const target = byId(id);
  target.append(...entries.slice(0, FEW).map(make));
  if (entries.length > FEW) {
    const button = element(
      'button',
      {
        id: `${id}-rest`,
        type: 'button',
        onclick: () => {
          target.append(...entries.slice(FEW).map(make));
          button.remove();
        },
      },
      `Show ${count(entries.length - FEW, 'more')}`.replace(/mores$/u, 'more'),
    );
    target.after(button);
  }
}

/**
 * @param {string} id Of a select.
 * @param {readonly { value: string, text: string }[]} options
 */
function addOptions(id, options) {
  byId(id).append(...options.map(({ value, text }) => element('option', { value }, text)));
}

globalThis.addEventListener('beforeprint', () =>
  [...list.children].forEach((card) => fill(/** @type {HTMLElement} */ (card))),
);

document.title = title;
byId('title').textContent = title;
const refused = report.sites.filter((/** @type {any} */ { status }) => status === 'refused').length;
byId('summary').textContent =
  `${count(report.files, 'file')} looked at, ${count(Object.keys(sources).length, 'file')} changed; ` +
  `${count(report.sites.length - refused, 'site')} converted, ${count(refused, 'site')} left as they were.`;
addOptions(
  'filter-codemod',
  [...new Set(groups.flatMap(({ sites }) => sites.map(({ codemod }) => codemod)))]
    .sort()
    .map((value) => ({ value, text: value })),
);
addOptions(
  'filter-question',
  report.questions.map((/** @type {any} */ { id, claim, sites }) => ({
    value: id,
    text: `${sites.length} × ${claim.replaceAll('`', '')}`,
  })),
);
if (report.sites.every((/** @type {any} */ { wasRun }) => wasRun === undefined)) {
  const option = /** @type {HTMLOptionElement} */ (byId('not-run'));
  option.disabled = true;
  option.textContent += ' (no coverage was recorded)';
}
if (groups.every(({ flags }) => flags === 0)) {
  const option = /** @type {HTMLOptionElement} */ (byId('flagged'));
  option.disabled = true;
  option.textContent += ' (none is)';
}
if (report.node) {
  const { version, feature, file, line } = report.node;
  byId('node').append(
    ...withCode(
      `What was written needs Node ${version} or newer: \`${feature}\` (${file}:${line}).`,
    ),
  );
  byId('node').hidden = false;
}
showSome('question-list', report.questions, questionItem);
showSome('cause-list', report.causes, (cause) => causeItem(cause, { sites: siteOf, lineOf }));
const withSites = new Set(groups.map(({ outer }) => outer.file));
const others = [...edits.keys()].filter((file) => !withSites.has(file));
showSome('other-list', others, fileItem);
const shared = [...withSites]
  .filter((file) => edits.get(file)?.some(({ sites }) => sites.length === 0))
  .sort();
showSome('shared-list', shared, fileItem);
for (const [id, entries] of [
  ['shared', shared],
  ['others', others],
  ['questions', report.questions],
  ['refusals', report.causes],
]) {
  byId(id).hidden = entries.length === 0;
}
showList();
showMarks();
openAddress();
globalThis.addEventListener('hashchange', openAddress);

/** Shows the site that the address of the page names, wherever it is folded away. */
function openAddress() {
  const { kind, id } =
    /^#(?<kind>card|site)-(?<id>\w+)$/u.exec(globalThis.location.hash)?.groups ?? {};
  if (kind === 'card') {
    openCard(id);
    return;
  }
  const index = report.causes.findIndex((/** @type {{ sites: { id: string }[] }} */ { sites }) =>
    sites.some((site) => site.id === id),
  );
  if (id !== undefined && index !== -1) {
    if (index >= FEW) {
      document.getElementById('cause-list-rest')?.click();
    }
    openRefused(id, /** @type {Element} */ (byId('cause-list').children[index]));
  }
}

/**
 * @param {string | undefined} id Of a converted site; its card is shown where the filters show it.
 */
function openCard(id) {
  const index = shown.findIndex((group) => group.sites.some((site) => site.id === id));
  if (index !== -1) {
    showList(index - (index % PAGE));
    select(index % PAGE);
  }
}
