/** @import { Stretch } from './stretches.js' */
/** @import { ReportedSite } from '../../report/migration.js' */

import { element, withCode } from '#review/elements.js';
import { highlightLines } from '#review/highlight.js';
import { stretchesOf } from '#review/stretches.js';

/**
 * @typedef {(file: string, line: number) => string | undefined} LineReader The text of a line before the migration;
 *   undefined where the page does not have it.
 */

/**
 * @param {{ reason: string, message: string, advice: string, sites: { id: string }[] }} cause
 * @param {object} page
 * @param {ReadonlyMap<string, ReportedSite>} page.sites By their ids.
 * @param {LineReader} page.lineOf
 * @returns {HTMLElement} The cause, with the sites that it blocks and their code.
 */
export function causeItem({ reason, message, advice, sites: blocked }, { sites, lineOf }) {
  const list = element('ul');
  const fill = () => {
    if (!list.hasChildNodes()) {
      const known = blocked.flatMap(({ id }) => sites.get(id) ?? []);
      list.append(...known.map((site) => siteItem(site, lineOf)));
    }
  };
  return element(
    'li',
    { onfill: fill },
    element('span', { class: 'number' }, blocked.length.toLocaleString('en')),
    element(
      'details',
      { ontoggle: fill },
      element('summary', {}, element('code', {}, reason), ' ', ...withCode(message)),
      element('p', {}, ...withCode(advice)),
      list,
    ),
  );
}

/**
 * @param {ReportedSite} site
 * @param {LineReader} lineOf
 * @returns {HTMLElement} A place that is opened to see its code.
 */
function siteItem(site, lineOf) {
  const name = `${site.file}:${site.line}`;
  const code = element('div', { class: 'code' });
  const fill = () => {
    if (!code.hasChildNodes()) {
      const tables = stretchesOf(site).flatMap((stretch, index) => [
        ...(index > 0 ? [element('h3', {}, `To blame: ${stretch.file}:${stretch.blamed}`)] : []),
        excerpt(stretch, lineOf),
      ]);
      code.append(...tables);
    }
  };
  return element(
    'li',
    { id: `site-${site.id}` },
    element('details', { ontoggle: fill }, element('summary', {}, name), code),
    ' ',
    element(
      'a',
      { class: 'anchor', href: `#site-${site.id}`, 'aria-label': `Address of ${name}` },
      '#',
    ),
  );
}

/**
 * @param {Stretch} stretch
 * @param {LineReader} lineOf
 * @returns {HTMLElement}
 */
function excerpt({ file, from, to, blamed }, lineOf) {
  /** @type {{ number: number, text: string }[]} */
  const lines = [];
  for (let number = from; number <= to; number += 1) {
    const text = lineOf(file, number);
    if (text !== undefined) {
      lines.push({ number, text });
    }
  }
  const html = highlightLines(
    file,
    lines.map(({ text }) => text),
  );
  const rows = lines.map(({ number }, index) => {
    const isBlamed = number === blamed;
    const line = element('span', { class: 'line', 'data-sign': isBlamed ? '→' : ' ' });
    // The highlighter has escaped the code.
    line.innerHTML = html[index] ?? '';
    return element(
      'tr',
      { class: isBlamed ? 'blamed' : false },
      element('th', { scope: 'row', class: 'number' }, String(number)),
      element('td', {}, line),
    );
  });
  return element(
    'table',
    {},
    element('caption', { class: 'hidden' }, `${file}, lines ${from} to ${to}`),
    element('colgroup', {}, element('col', { class: 'number' }), element('col', { class: 'text' })),
    element('tbody', {}, ...rows),
  );
}

/**
 * Opens the code of a refused site.
 *
 * @param {string} id
 * @param {Element} cause As `causeItem` makes it.
 */
export function openRefused(id, cause) {
  cause.dispatchEvent(new Event('fill'));
  const item = document.getElementById(`site-${id}`);
  for (const details of [cause.querySelector('details'), item?.querySelector('details')]) {
    if (details) {
      details.open = true;
    }
  }
  item?.querySelector('summary')?.focus();
  item?.scrollIntoView({ block: 'center' });
}
