/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ParsedText } from '../joined-lines.js' */

import { timed } from '../../contract/timing.js';
import { applyEdits } from '../../edits/apply.js';
import { composeEdits } from '../../edits/compose.js';
import { SourceSyntaxError, parsePlainly } from '../../source/parse.js';
import { layoutOf } from './layout.js';
import { moveNodes, overlapOf, rangesBehind } from './ranges.js';
import { isSameProgram } from './same-program.js';

/** A statement that moves may hold others that move, but not for ever. */
const MOST_ROUNDS = 5;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string | undefined} path
 * @param {TextEdit[]} edits
 * @param {ParsedText} parsed The text after them.
 * @returns {{ output: string, edits: TextEdit[] }} The same in the layout of the file.
 */
export function layOut(sourceCode, path, edits, parsed) {
  const find = layoutOf(sourceCode, edits);
  const isScript = sourceCode.ast.sourceType === 'script';
  let all = edits;
  let after = parsed;
  let isParsed = true;
  let isChanged = overlapOf(rangesBehind(edits, parsed.text));
  for (let round = 0; find && round < MOST_ROUNDS; round++) {
    const { edits: spaces, isNested, isMoved = () => true } = find(after, all, isChanged);
    if (spaces.length === 0) {
      break;
    }
    const text = applyEdits(after.text, spaces);
    isParsed = isNested && !moveNodes(after, spaces);
    const ast = isParsed ? parseAgain(text, path, isScript) : after.ast;
    if (!ast) {
      return { output: parsed.text, edits };
    }
    all = composeEdits(sourceCode.text, all, spaces);
    after = { ast, text };
    const isEdited = overlapOf(rangesBehind(all, text));
    isChanged = (start, end) => isMoved(start, end) && isEdited(start, end);
    if (!isNested) {
      break;
    }
  }
  const ast = isParsed ? after.ast : parseAgain(after.text, path, isScript);
  return ast && isSameProgram(parsed.ast, ast)
    ? { output: after.text, edits: all }
    : { output: parsed.text, edits };
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
