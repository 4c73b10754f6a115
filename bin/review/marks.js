import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { OptionError } from '../../core/contract/options.js';

/**
 * The notes of a reviewer, as they are saved.
 *
 * @typedef {object} Marks
 * @property {1} version
 * @property {string} of The migration that they are about.
 * @property {string[]} lookedAt Ids of sites.
 * @property {Mark[]} takeBack Sites that are to be as they were.
 * @property {Answer[]} answers
 *
 * @typedef {object} Mark
 * @property {string} id Of the site.
 * @property {string} file
 * @property {number} line
 * @property {string} [why] Said by the reviewer; it decides nothing.
 *
 * @typedef {object} Answer To a question that conversions rest on.
 * @property {string} question Its id.
 * @property {boolean} holds
 * @property {string} by
 * @property {string} at An ISO date.
 * @property {string} why
 */

/**
 * @param {string} file As it was given.
 * @param {string} root
 * @returns {Marks} As the page saves them.
 * @throws {OptionError} If it cannot be read, or holds something else.
 */
export function readMarks(file, root) {
  /** @type {any} */
  let marks;
  try {
    marks = JSON.parse(readFileSync(resolve(root, file), 'utf8'));
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new OptionError(
      `--undo-sites=${file}: it cannot be read (${code ?? message}): save the marks in the page of --report=review.html`,
    );
  }
  const isText = (/** @type {any} */ value) => typeof value === 'string';
  const isMarks =
    marks?.version === 1 &&
    Array.isArray(marks.takeBack) &&
    marks.takeBack.every(
      (/** @type {any} */ site) => isText(site?.id) && (site.why === undefined || isText(site.why)),
    ) &&
    (marks.answers === undefined ||
      (Array.isArray(marks.answers) && marks.answers.every(isAnswer)));
  if (!isMarks) {
    throw new OptionError(
      `--undo-sites=${file}: it holds no marks: give what the page saves, or {"version": 1, "takeBack": [{"id": "…"}]}`,
    );
  }
  return { of: '', lookedAt: [], answers: [], ...marks };
}

/**
 * @param {any} answer
 * @returns {answer is Answer}
 */
export function isAnswer(answer) {
  return (
    typeof answer?.holds === 'boolean' &&
    [answer.question, answer.by, answer.at, answer.why].every((each) => typeof each === 'string')
  );
}
