/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */

import { readExecutor } from '../analysis/promises/executors.js';
import { firstLine, textOf } from '../edits/trivia.js';
import { writeHeader } from '../callbacks/boundary/header.js';
import { needsOf } from './stream-events/consumers.js';

import { readPiping } from './stream-events/piping.js';
import { planPiping } from './stream-events/plan.js';

/**
 * A promise around files that are piped:
 *
 *     new Promise((resolve, reject) => {
 *       source.on('error', reject);
 *       source.pipe(target).on('error', reject).on('finish', resolve);
 *     })
 *
 * `pipeline` of `stream/promises` is one.
 *
 * @type {Pattern}
 */
export const streamPipe = {
  name: 'stream-pipe',
  words: /\.\s*pipe\s*\(/u,
  visit: { NewExpression: findSite },
  cleanUp: ({ sourceCode }, sites) =>
    // Streams that are read by their events have the same header.
    sites.some(({ kind }) => kind !== 'pipe')
      ? []
      : writeHeader(sourceCode, new Set(needsOf(sites))),
};

/**
 * @param {TSESTree.NewExpression} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, context) {
  const executor = readExecutor(context.sourceCode, node);
  const piping = executor && readPiping(context, node, executor);
  if (!piping) {
    return undefined;
  }
  const { sourceCode } = context;
  const site = { node, kind: 'pipe', data: { stream: firstLine(textOf(sourceCode, node)) } };
  return {
    ...site,
    ...('refusal' in piping ? piping : planPiping(context, piping, node, executor)),
  };
}
