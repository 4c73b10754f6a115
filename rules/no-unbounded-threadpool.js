/** @import { Site } from '../core/contract/pattern.js' */
/** @import { SourceCodeLike } from '../core/source/source-code.js' */

import { hasAnyWord } from '../core/analysis/syntax/facts.js';
import { importsAny, moduleReferences } from '../core/analysis/modules/module-references.js';
import { CPU_MODULES, POOL_MODULES, readPoolFunction } from '../core/analysis/apis/pool-apis.js';
import { usesGlobal } from '../core/analysis/syntax/scopes.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean | 'many'} checkFiles
 * @property {boolean} checkHostNames
 */

/** Of the global `crypto`. */
const CRYPTO_WORDS = ['ypt'];

const MESSAGE_BY_KIND = /** @type {Record<string, string>} */ ({
  cpu: 'compute',
  file: 'wait',
  files: 'wait',
  name: 'wait',
  'late-size': 'lateSize',
});

export default createPatternRule({
  name: 'no-unbounded-threadpool',
  pattern: 'unbounded-threadpool',
  mayHold,
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow handing the thread pool work for a whole list at once',
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkFiles: {
            enum: [true, false, 'many'],
            description:
              'Whether to report work on files too, or only where the file shows that there may be many: a few small reads gain from it.',
          },
          checkHostNames: {
            type: 'boolean',
            description:
              'Whether to report what looks up the name of a host in the pool: `dns.lookup`, and with it `fetch` and `http.request`.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkFiles: false, checkHostNames: false }],
    messages: {
      compute:
        'This starts `{{call}}` for all of {{list}} at once, and Node computes four at a time: other requests wait behind the last of them. Limit it, such as with the `concurrency` of `p-map`, to less than there are threads.',
      wait: 'This starts `{{call}}` for all of {{list}} at once, and Node does four at a time: other work with files and host names waits behind the last of them. Limit it, such as with the `concurrency` of `p-map`.',
      lateSize:
        'The pool has its threads since `{{call}}` needed the first one: this changes nothing. Set `UV_THREADPOOL_SIZE` in the environment that starts the process.',
    },
  },
  messageOf: ({ kind }) => MESSAGE_BY_KIND[kind],
  accepts,
});

/**
 * @param {Options} options
 * @param {Site} site
 * @returns {boolean}
 */
function accepts({ checkFiles, checkHostNames }, { kind }) {
  switch (kind) {
    case 'file':
      return checkFiles === true;
    case 'files':
      return checkFiles !== false;
    case 'name':
      return checkHostNames;
    default:
      return true;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Options} options
 * @returns {boolean}
 */
function mayHold(sourceCode, { checkFiles, checkHostNames }) {
  if (
    (hasAnyWord(sourceCode, CRYPTO_WORDS) && usesGlobal(sourceCode, 'crypto')) ||
    moduleReferences(sourceCode, CPU_MODULES).some(({ origin }) => readPoolFunction(origin, true))
  ) {
    return true;
  }
  // Work of any kind starts the pool before its size is written.
  return (
    (checkFiles !== false || checkHostNames || sourceCode.text.includes('UV_TH')) &&
    (importsAny(sourceCode, POOL_MODULES) || usesGlobal(sourceCode, 'fetch'))
  );
}
