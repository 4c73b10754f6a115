/** @import { ObligationId } from '../contract/obligations.js' */
/** @import { SiteResult } from './convert.js' */

import { claimOf } from '../contract/obligations.js';

/**
 * @param {Pick<SiteResult, 'assumes' | 'grounds'>} site
 * @returns {{ obligation: ObligationId, subject: string | undefined, claim: string }[]} What the conversion
 *   of the site rests on: once for each thing that an obligation is about.
 */
export function assumedBy({ assumes, grounds }) {
  return assumes.flatMap((obligation) => {
    const subjects = grounds
      .filter((ground) => ground.obligation === obligation && ground.seen === undefined)
      .map(({ subject }) => subject);
    return [...new Set(subjects.length === 0 ? [undefined] : subjects)].map((subject) => ({
      obligation,
      subject,
      claim: claimOf(obligation, subject),
    }));
  });
}

/**
 * @param {Pick<SiteResult, 'assumes' | 'grounds'>} site
 * @returns {string[]} The same in words: `` `db.get` calls back once (once) ``.
 */
export function claimsOf(site) {
  return assumedBy(site).map(({ claim, obligation }) => `${claim} (${obligation})`);
}

/**
 * A question that conversions rest on.
 *
 * @template Site
 * @typedef {object} Question
 * @property {string} id The same in every run: the obligation, and what it is about.
 * @property {ObligationId} obligation
 * @property {string} [subject]
 * @property {string} claim
 * @property {Site[]} sites
 */

/**
 * @template {Pick<SiteResult, 'assumes' | 'grounds' | 'status'>} Site
 * @param {readonly Site[]} sites
 * @returns {Question<Site>[]} What the converted ones rest on, most sites first.
 */
export function questionsOf(sites) {
  /** @type {Map<string, Question<Site>>} */
  const questions = new Map();
  for (const site of sites) {
    for (const { obligation, subject, claim } of site.status === 'converted'
      ? assumedBy(site)
      : []) {
      const id = subject === undefined ? obligation : `${obligation} ${subject}`;
      const question = questions.get(id) ?? {
        id,
        obligation,
        ...(subject !== undefined && { subject }),
        claim,
        sites: [],
      };
      question.sites.push(site);
      questions.set(id, question);
    }
  }
  return [...questions.values()].sort(
    (left, right) => right.sites.length - left.sites.length || left.id.localeCompare(right.id),
  );
}

/**
 * @template {Pick<SiteResult, 'grounds' | 'status'>} Site
 * @param {readonly Site[]} sites
 * @returns {{ obligation: ObligationId, subject: string, seen: string, site: Site }[]} What recorded runs show of the
 *   converted ones.
 */
export function seenIn(sites) {
  return sites
    .filter(({ status }) => status === 'converted')
    .flatMap((site) =>
      site.grounds.flatMap(({ seen, ...ground }) =>
        seen === undefined ? [] : [{ ...ground, seen, site }],
      ),
    );
}
