import { parenthesizedRange } from '../../core/edits/parentheses.js';
import { findChains } from '../../core/patterns/promise-chain/uses.js';
import { createSourceCode } from '../../core/source/source-code.js';
import { filesOf, isProject, joinFiles } from './files.js';
import { isSource } from './load.js';

/** @import { Site } from './examine.js' */

/**
 * The original with the difference that its conversion is accepted to show, and no other: functions
 * that become async reject where they throw.
 *
 * @param {string} source
 * @param {readonly Site[]} sites
 * @returns {string}
 */
export function rejectInsteadOfThrowing(source, sites) {
  if (!isProject(source)) return rejectInFile(source, sites);
  return joinFiles(
    filesOf(source).map(({ path, text, line: before }) => {
      const own = sites.map((site) => ({ ...site, line: site.line - before }));
      return { path, text: isSource(path) ? rejectInFile(text, own) : text };
    }),
  );
}

/**
 * @param {string} source
 * @param {readonly Site[]} sites
 * @returns {string}
 */
function rejectInFile(source, sites) {
  const accepted = new Set(
    sites
      .filter(
        ({ assumes, pattern, status }) =>
          pattern === 'promise-chain' && status === 'converted' && assumes.includes('throws-late'),
      )
      .map(({ column, line }) => `${line}:${column}`),
  );
  /** @type {{ index: number, text: string }[]} */
  const insertions = [];
  const sourceCode = createSourceCode(source, 'chain.js');
  for (const { chain, owner } of findChains(sourceCode)) {
    const { column, line } = chain.node.loc.start;
    if (owner && !owner.async && accepted.has(`${line}:${column + 1}`)) {
      const [start, end] = parenthesizedRange(sourceCode, owner.body);
      const isBlock = owner.body.type === 'BlockStatement';
      insertions.push(
        { index: start, text: isBlock ? '{ try ' : '{ try { return (' },
        {
          index: end,
          text: `${isBlock ? '' : '); }'} catch (thrown$) { return Promise.reject(thrown$); } }`,
        },
      );
    }
  }
  return insertions
    .sort((left, right) => right.index - left.index)
    .reduce(
      (text, { index, text: added }) => text.slice(0, index) + added + text.slice(index),
      source,
    );
}
