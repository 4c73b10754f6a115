/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { readKey } from '../../analysis/modules.js';
import { isWithin, nodesOfType } from '../../analysis/nodes.js';
import { globalReferences } from '../../analysis/scopes.js';
import { shadowedConstant } from '../../analysis/shadowed-constants.js';
import { anyCallOf } from './functions.js';
import { Refused, quote } from './refused.js';

/**
 * Code in which names are not what they look like: `eval`, `with`, a variable with the name of
 * a constant, a function whose arguments others may read.
 */

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether code that is made at run time sees the file's names. */
const evaluates = oncePerFile((sourceCode) =>
  globalReferences(sourceCode, 'eval').some((name) => anyCallOf(name)),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @throws {Refused}
 */
export function checkNames(sourceCode, { fn, variable }) {
  if (evaluates(sourceCode)) {
    throw new Refused('names-unsure', '`eval`');
  }
  if (nodesOfType(sourceCode, 'WithStatement').some((outer) => isWithin(fn, outer))) {
    throw new Refused('names-unsure', '`with`');
  }
  const constant = shadowedConstant(sourceCode, fn);
  if (constant !== undefined) {
    throw new Refused('constant-as-name', `\`${constant}\``);
  }
  const read = variable?.references.find(({ identifier: { parent, range } }) => {
    const member = parent?.type === 'MemberExpression' && parent.object.range === range && parent;
    return member && /^(?:arguments|caller)$/u.test(readKey(member) ?? '');
  });
  if (read?.identifier.parent) {
    throw new Refused('arguments-used', quote(sourceCode, read.identifier.parent));
  }
}
