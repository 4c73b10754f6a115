import { importsAny } from '../core/analysis/modules/module-references.js';
import { mayPatchPromise } from '../core/analysis/modules/patch-signs.js';
import { createPatternRule } from './shared/pattern-rule.js';

/** The hooks that watch every promise. */
const HOOK_MODULES = new Set(['async_hooks', 'domain', 'v8']);

/**
 * @typedef {object} Options
 * @property {boolean} checkHooks
 */

export default createPatternRule({
  name: 'no-promise-patching',
  pattern: 'promise-patching',
  mayHold: (sourceCode, { checkHooks }) =>
    mayPatchPromise(sourceCode) || (checkHooks && importsAny(sourceCode, HOOK_MODULES)),
  kindsOf: ({ checkHooks }) => ['then', 'resolve', 'species', ...(checkHooks ? ['hook'] : [])],
  meta: {
    type: 'problem',
    docs: {
      description: "Disallow writes and hooks that take away V8's fast paths for promises",
      recommended: true,
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkHooks: {
            type: 'boolean',
            description:
              'Whether to report hooks on every promise: `createHook().enable()` of `async_hooks`, `v8.promiseHooks`, `domain`.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkHooks: true }],
    messages: {
      then: 'Writing `{{property}}` makes V8 look up `then` whenever a promise is resolved with another, in the whole process and for good. Leave it alone: wrap the promise, or give a subclass its own `then`.',
      resolve:
        'Writing `{{property}}` makes `Promise.all` and its like call it for every element, in the whole process and for good. Leave it alone: give a subclass its own `resolve`.',
      species:
        'Writing `{{property}}` makes V8 look up `constructor` at every `await`, in the whole process and for good. Leave it alone: use a subclass.',
      hook: 'A hook of {{property}} runs at every step of every promise of the process, and slows each `await` even when it is disabled again. Follow a request with AsyncLocalStorage, which needs no such hook from Node 24 on.',
    },
  },
  messageOf: ({ kind }) => kind,
});
