/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';

/** @type {(sourceCode: SourceCodeLike) => string} The quotation mark that most strings of the file have. */
export const quoteMark = oncePerFile((sourceCode) => {
  const strings = nodesOfType(sourceCode, 'Literal').filter(({ raw }) => /^['"]/u.test(raw));
  const singles = strings.filter(({ raw }) => raw.startsWith("'")).length;
  return singles * 2 >= strings.length ? "'" : '"';
});
