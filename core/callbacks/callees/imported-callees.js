/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { Callee } from './callees.js' */
/** @import { Translator } from '../plan/translator.js' */

import { assumePlain } from '../plan/given-results.js';
import { refusedCallee, takesOne } from './method-callees.js';
import { writePromisified } from './promisified.js';

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {Origin} origin
 * @returns {Callee | undefined} A function of another file that the plan of the project knows.
 */
export function readImported(translator, call, { name, path }) {
  const { context } = translator;
  const found = context.importedCallback?.(name, path);
  if (found && call.arguments.length !== found.index + 1) {
    return undefined;
  }
  const root = found
    ? found.givesSeveral && takesOne(translator.sourceCode, call)
      ? undefined
      : found.breaks
    : context.exportsPlainFunction?.(name, path, call.arguments.length);
  if (root !== undefined) {
    throw refusedCallee(translator.sourceCode, call.callee, root);
  }
  if (!found) {
    return undefined;
  }
  const { results, becomesAsync } = found;
  if (found.unknownFrom !== undefined) {
    assumePlain(translator, call.callee, found.unknownFrom);
  }
  const givesFirstOnly = !becomesAsync && typeof results === 'number';
  return {
    results: givesFirstOnly ? 'one' : results,
    givesFirstOnly,
    maySync: found.maySync,
    mayThrow: found.mayThrow,
    throwsEarly: true,
    returns: found.givesValue === true,
    isKnown: true,
    isValueFirst: false,
    write() {
      if (becomesAsync) {
        translator.importedCalls.add(call);
      } else {
        writePromisified(translator, call);
      }
    },
  };
}
