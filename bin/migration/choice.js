/** @import { Codemod, Conversion } from '../../core/codemod/convert.js' */
/** @import { Passage } from '../../core/codemod/passages.js' */
/** @import { ChangeGroup, Migration } from '../../core/project/migration.js' */

import { claimsOf } from '../../core/codemod/claims.js';
import { relative } from 'node:path';

import {
  convertFile,
  createPassage,
  recordConversion,
  sitesOf,
} from '../../core/codemod/passages.js';
import { stagesOf } from '../../core/codemod/stages.js';
import { withRecord } from '../../core/project/migration.js';
import { describeRefusal } from '../../core/contract/refusals.js';
import { createPrompt } from '../terminal/prompt.js';
import { createPaint } from '../terminal/style.js';
import { colourDiff, patchOf } from './report.js';

const CHOICES = /** @type {const} */ (['yes', 'no', 'all', 'quit']);

const NOT_CHOSEN = /** @type {const} */ ({ reason: 'not-chosen' });

/**
 * Shows every conversion of a plan and asks whether to make it: site by site where sites are
 * converted one by one, file by file where files change together.
 *
 * @param {Migration} migration The sites that are declined are taken out of it.
 * @param {object} setup
 * @param {readonly Codemod[]} setup.codemods In their order.
 * @param {Readonly<Record<string, unknown>>} setup.options
 * @param {string} setup.root
 * @param {NodeJS.ReadableStream} [setup.input]
 * @param {NodeJS.WriteStream} [setup.output]
 */
export async function chooseSites(
  migration,
  { codemods, options, root, input = process.stdin, output = process.stderr },
) {
  const prompt = createPrompt(
    CHOICES,
    { input, output },
    '--interactive: no answer could be read: run it in a terminal, or hand the answers in',
  );
  const paint = createPaint(output);
  /** @type {'all' | 'quit' | undefined} */
  let rest;
  /** @type {ChangeGroup[]} */
  const kept = [];
  /** @type {Set<string>} What the stages of a file that come again must not ask again. */
  const declined = new Set();
  for (const group of migration.groups) {
    const alone = await chooseInFile(group);
    const chosen = alone === undefined ? await chooseTogether(group) : alone;
    if (chosen) {
      kept.push(chosen);
    }
  }
  prompt.close();
  migration.groups = kept;

  /**
   * @param {string} title
   * @param {string} diff
   * @returns {Promise<boolean>}
   */
  async function wants(title, diff) {
    if (rest === undefined) {
      output.write(`${colourDiff(diff, paint)}${title}\n`);
      const answer = await prompt.ask('Convert it?');
      rest = answer === 'all' || answer === 'quit' ? answer : undefined;
      return answer === 'yes' || answer === 'all';
    }
    return rest === 'all';
  }

  /**
   * @param {ChangeGroup} group
   * @returns {Promise<ChangeGroup | undefined | null>} What is left of it, null for nothing; undefined
   *   if the file alone does not show how it was planned.
   */
  async function chooseInFile(group) {
    const [file, ...others] = group.files;
    if (!file || others.length > 0) {
      return undefined;
    }
    const { path, before } = file;
    const alone = createPassage(path, before.toString());
    const own = withRecord(options, [alone]);
    await passThroughStages(alone, (codemod) => convertFile(alone, codemod, own));
    if (alone.source !== file.after.toString()) {
      return undefined;
    }
    const passage = createPassage(path, before.toString());
    await passThroughStages(passage, (codemod) => chooseOfCodemod(passage, codemod));
    migration.sites = migration.sites.filter((site) => site.file !== path).concat(sitesOf(passage));
    const after = Buffer.from(passage.source);
    return after.equals(before) ? null : { ...group, files: [{ ...file, after }] };
  }

  /**
   * @param {Passage} passage
   * @param {(codemod: Codemod) => Conversion | Promise<Conversion>} run
   */
  async function passThroughStages(passage, run) {
    const stages = stagesOf(codemods);
    for (let next = stages.next(); !next.done;) {
      const { codemod } = next.value;
      const { source } = passage;
      recordConversion(passage, codemod, await run(codemod));
      next = stages.next(passage.source !== source);
    }
  }

  /**
   * @param {Passage} passage
   * @param {Codemod} codemod
   */
  async function chooseOfCodemod(passage, codemod) {
    const { path, places, source } = passage;
    const own = withRecord(options, [passage]);
    const run = (/** @type {string[]} */ sites) =>
      convertFile(passage, codemod, { ...own, sites: sites.join(',') });
    /** @type {string[]} */
    let accepted = [];
    // Sites that are converted only together with a later one.
    /** @type {string[]} */
    let pending = [];
    let current = run(accepted);
    const all = convertFile(passage, codemod, own);
    for (const site of all.sites.filter(({ status }) => status === 'converted')) {
      const place = `${site.line}:${site.column}`;
      const next = run([...accepted, ...pending, place]);
      if (next.source === current.source) {
        pending.push(place);
        continue;
      }
      const name = relative(root, path);
      const terms = [...claimsOf(site)];
      const { line, column } = places.origin(source, site);
      const question = `${name}:${line}:${column} ${codemod.name}`;
      if (declined.has(question)) {
        continue;
      }
      const title = [question, ...terms].join(', ');
      if (await wants(title, patchOf(name, current.source, next.source))) {
        accepted = [...accepted, ...pending, place];
        pending = [];
        current = next;
      } else {
        declined.add(question);
      }
    }
    return current;
  }

  /**
   * @param {ChangeGroup} group
   * @returns {Promise<ChangeGroup | null>}
   */
  async function chooseTogether(group) {
    const diff = group.files.map(({ path, before, after }) =>
      patchOf(relative(root, path), before.toString(), after.toString()),
    );
    const count = group.files.length;
    const title = `${count === 1 ? 'one file' : `${count} files that change together`}`;
    if (await wants(title, diff.join(''))) {
      return group;
    }
    const paths = new Set(group.files.map(({ path }) => path));
    for (const site of migration.sites) {
      if (paths.has(site.file) && site.status === 'converted') {
        Object.assign(site, { status: 'refused', ...NOT_CHOSEN, ...describeRefusal(NOT_CHOSEN) });
      }
    }
    return null;
  }
}
