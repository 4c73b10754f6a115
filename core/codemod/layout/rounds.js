/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ParsedText } from '../joined-lines.js' */

import { timed } from '../../contract/timing.js';
import { applyEdits } from '../../edits/apply.js';
import { composeEdits } from '../../edits/compose.js';
import { SourceSyntaxError, parsePlainly } from '../../source/parse.js';
import { layoutOf } from './layout.js';
import { isSameProgram } from './same-program.js';

/** What moves may hold what moves, but not for ever. */
const MOST_ROUNDS = 5;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string | undefined} path
 * @param {TextEdit[]} edits
 * @param {ParsedText} parsed What they make of the text.
 * @returns {{ output: string, edits: TextEdit[] }} The same in the layout of the file.
 */
export function layOut(sourceCode, path, edits, parsed) {
  const find = layoutOf(sourceCode);
  const isScript = sourceCode.ast.sourceType === 'script';
  let all = edits;
  let after = parsed;
  for (let round = 0; find && round < MOST_ROUNDS; round++) {
    const { edits: spaces, isNested } = find(after, all);
    if (spaces.length === 0) {
      break;
    }
    const text = applyEdits(after.text, spaces);
    const ast = parseAgain(text, path, isScript);
    if (!ast || !isSameProgram(parsed.ast, ast)) {
      return { output: parsed.text, edits };
    }
    all = composeEdits(sourceCode.text, all, spaces);
    after = { ast, text };
    if (!isNested) {
      break;
    }
  }
  return { output: after.text, edits: all };
}

/**
 * @param {string} text
 * @param {string | undefined} path
 * @param {boolean} isScript
 * @returns {ParsedText['ast'] | undefined} Its tree; undefined if it is no program.
 */
function parseAgain(text, path, isScript) {
  try {
    return timed('verification', () => parsePlainly(text, path, isScript));
  } catch (error) {
    if (error instanceof SourceSyntaxError) {
      return undefined;
    }
    throw error;
  }
}
