/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext, Plan, Site } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { HeaderNeed } from '../../callbacks/boundary/header.js' */
/** @import { Handlers } from './handlers.js' */
/** @import { Collector } from './listeners.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { isCollecting, keepsBoundaries, mayThrowIn } from './collecting.js';
import { noteNeeds } from './consumers.js';

/** @typedef {Pick<Site, 'plan' | 'refusal'>} Outcome */

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @param {StreamEvidence} evidence
 * @param {{ edits: Edit[] | undefined, assumes: readonly ObligationId[], needs: Set<HeaderNeed>, settling: number, isPiped?: boolean }} written
 * @returns {Outcome}
 */
export function finish(
  context,
  collector,
  handlers,
  evidence,
  { edits, assumes, needs, settling, isPiped = false },
) {
  if (!edits) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  /** @type {Plan} */
  const plan = {
    edits,
    safe: false,
    assumes: [
      ...evidence.assumes,
      ...assumes,
      ...(isPiped
        ? /** @type {ObligationId[]} */ ([
            'pipe-destroys',
            ...(mayThrowIn(context, handlers.end, settling) ? ['uncaught-error'] : []),
          ])
        : differencesOf(context, collector, handlers, { evidence, settling })),
    ],
  };
  noteNeeds(plan, needs);
  return { plan };
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @param {{ evidence: StreamEvidence, settling: number }} how `settling`: how many calls of the last
 *   listener only settle.
 * @returns {ObligationId[]} What a loop does otherwise than the listeners did.
 */
export function differencesOf(context, { data, error }, handlers, { evidence, settling }) {
  const isQuiet =
    error !== undefined &&
    isCollecting(handlers.data) &&
    !mayThrowIn(context, handlers.end, settling);
  return [
    ...(evidence.isInterface ? [] : /** @type {const} */ (['premature-close'])),
    ...(isQuiet ? [] : /** @type {const} */ (['uncaught-error'])),
    ...(evidence.isInterface || keepsBoundaries(context, handlers.data, data.event === 'readable')
      ? []
      : /** @type {const} */ (['chunk-boundaries'])),
  ];
}
