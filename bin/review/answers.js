/** @import { PlannedSite } from '../../core/codemod/passages.js' */
/** @import { Migration } from '../../core/project/migration.js' */
/** @import { Answer } from './marks.js' */

import { userInfo } from 'node:os';
import { relative } from 'node:path';

import { assumedBy, questionsOf } from '../../core/codemod/claims.js';
import { createPrompt } from '../terminal/prompt.js';

/** Sites that an answer leaves out may let others be converted: that ends long before. */
const MOST_ROUNDS = 10;

/**
 * A conversion that rests on what somebody has said does not hold is not made; what holds is not asked again.
 *
 * @param {(takenBack: ReadonlyMap<string, ReadonlySet<string>> | undefined) => Migration} plan
 * @param {readonly Answer[]} answers
 * @returns {Migration}
 */
export function planWithAnswers(plan, answers) {
  const byQuestion = new Map(answers.map((answer) => [answer.question, answer]));
  const isRefuted = (/** @type {PlannedSite} */ site) =>
    assumedBy(site).some((claim) => byQuestion.get(idOf(claim))?.holds === false);
  /** @type {Map<string, Set<string>>} */
  const takenBack = new Map();
  let migration = plan(undefined);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const refuted = migration.sites.filter(
      (site) => site.status === 'converted' && isRefuted(site),
    );
    if (refuted.length === 0) {
      break;
    }
    for (const { file, codemod, line, column } of refuted) {
      takenBack.set(file, (takenBack.get(file) ?? new Set()).add(`${codemod} ${line}:${column}`));
    }
    migration = plan(takenBack);
  }
  migration.sites.forEach((site) => settle(site, byQuestion));
  return migration;
}

/**
 * @param {{ obligation: string, subject: string | undefined }} claim
 * @returns {string} As `questionsOf` names the question.
 */
function idOf({ obligation, subject }) {
  return subject === undefined ? obligation : `${obligation} ${subject}`;
}

/**
 * @param {PlannedSite} site An assumption that is answered is no question any more.
 * @param {ReadonlyMap<string, Answer>} answers
 */
function settle(site, answers) {
  const claims = site.status === 'converted' ? assumedBy(site) : [];
  const answered = claims.filter((claim) => answers.get(idOf(claim))?.holds === true);
  if (answered.length === 0) {
    return;
  }
  const isAnswered = (/** @type {{ obligation: string, subject: string | undefined }} */ one) =>
    answered.some((claim) => idOf(claim) === idOf(one));
  const open = claims.filter((claim) => !isAnswered(claim));
  site.grounds = site.grounds.filter((ground) => !isAnswered(ground));
  site.assumes = site.assumes.filter((id) => open.some(({ obligation }) => obligation === id));
  site.answered = answered;
}

const CHOICES = /** @type {const} */ (['yes', 'no', 'later', 'quit']);

/**
 * Asks of what the conversions rest on, most sites first.
 *
 * @param {Migration} migration
 * @param {object} terminal
 * @param {string} terminal.root The directory that paths are relative to.
 * @param {NodeJS.ReadableStream} [terminal.input]
 * @param {{ write: (text: string) => unknown }} [terminal.output]
 * @returns {Promise<Answer[]>}
 */
export async function askQuestions(
  { sites },
  { root, input = process.stdin, output = process.stderr },
) {
  const questions = questionsOf(sites);
  if (questions.length === 0) {
    return [];
  }
  const prompt = createPrompt(
    CHOICES,
    { input, output },
    '--ask: no answer could be read: run it in a terminal, or hand the answers in',
  );
  /** @type {Answer[]} */
  const answers = [];
  for (const { id, claim, sites: all } of questions) {
    const [site] = all;
    const rest = all.length === 1 ? 'one site rests on it' : `${all.length} sites rest on it`;
    const place = site ? `${relative(root, site.file)}:${site.line}` : '';
    const choice = await prompt.ask(`${claim}: ${rest}, read ${place}. Does it hold?`);
    if (choice === 'quit') {
      break;
    }
    if (choice !== 'later') {
      const why = await prompt.askForText('Why (may be empty)');
      const at = new Date().toISOString();
      answers.push({ question: id, holds: choice === 'yes', by: userInfo().username, at, why });
    }
  }
  prompt.close();
  return answers;
}
