/** @import { Site } from '../core/contract/pattern.js' */

import { hasAnyWord } from '../core/analysis/syntax/facts.js';
import { hasAsyncFunction } from '../core/analysis/syntax/function-kinds.js';
import { importsAny } from '../core/analysis/modules/module-references.js';
import { usesGlobal } from '../core/analysis/syntax/scopes.js';
import { EXPRESS, GLOBAL_CALLERS, HOST_MODULES } from '../core/packages/listener-hosts.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkListeners
 * @property {boolean} checkOverlap
 */

const MODULES = new Set([...HOST_MODULES, EXPRESS]);
const ROUTERS = new Set([EXPRESS]);

/** `process`, `setTimeout` and the like. */
const GLOBALS = [...new Set([...GLOBAL_CALLERS].map((name) => name.split('.', 1)[0] ?? ''))];

/** Of a handler for a router that the file is given. */
const REQUESTS = ['(req, res', '(request, response'];

export default createPatternRule({
  name: 'no-unhandled-listener-rejection',
  pattern: 'unhandled-listener-rejection',
  kindsOf: ({ checkListeners, checkOverlap }) =>
    checkListeners || checkOverlap ? ['listener', 'route'] : ['route'],
  mayHold: (sourceCode, { checkListeners, checkOverlap }) =>
    (checkListeners || checkOverlap
      ? importsAny(sourceCode, MODULES) ||
        GLOBALS.some((name) => usesGlobal(sourceCode, name)) ||
        hasAnyWord(sourceCode, REQUESTS)
      : importsAny(sourceCode, ROUTERS) || hasAnyWord(sourceCode, REQUESTS)) &&
    hasAsyncFunction(sourceCode),
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow async listeners whose rejection nobody handles',
      recommended: true,
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkListeners: {
            type: 'boolean',
            description:
              'Whether to report listeners and timers, not only routes: another file may listen for `unhandledRejection`, or catch what is rejected.',
          },
          checkOverlap: {
            type: 'boolean',
            description:
              'Whether to report each async function in `setInterval`: a round that takes longer than the interval runs beside the next.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkListeners: true, checkOverlap: false }],
    messages: {
      listener:
        'A rejection of this `await` is handled by nobody and ends the process: `{{host}}` ignores what an async listener returns. Put it into `try`/`catch`.',
      timer:
        'A rejection of this `await` is handled by nobody and ends the process: `{{host}}` ignores what an async function returns. Put it into `try`/`catch`.',
      route:
        'A rejection of this `await` leaves the request without an answer and ends the process: Express 4 ignores it. Catch it and call `next(error)`, or go on to Express 5.',
      overlap:
        'A round that takes longer than the interval runs beside the next one: `setInterval` does not wait. Start a `setTimeout` at the end of each round.',
    },
  },
  messageOf: ({ kind }) => kind,
  accepts,
});

/**
 * @param {Options} options
 * @param {Site} site
 * @returns {boolean}
 */
function accepts({ checkListeners, checkOverlap }, { kind }) {
  return kind === 'route' || (kind === 'overlap' ? checkOverlap : checkListeners);
}
