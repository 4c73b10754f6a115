/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { globalReferences } from '../../analysis/syntax/scopes.js';
import { shadowedConstant } from '../../analysis/syntax/shadowed-constants.js';
import { anyCallOf } from '../functions/functions.js';
import { Refused, quote } from './refused.js';

/**
 * Code in which names are not what they look like: `eval`, `with`, a variable with the name of
 * a constant or of what is written, a function whose arguments others may read.
 */

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether code that is made at run time sees the file's names. */
const evaluates = oncePerFile((sourceCode) =>
  globalReferences(sourceCode, 'eval').some((name) => anyCallOf(name)),
);

/** @type {(sourceCode: SourceCodeLike) => { name: string, block: TSESTree.Node }[]} Where a name of what is written means a variable. */
const taken = oncePerFile(({ scopeManager }) =>
  (scopeManager?.scopes ?? []).flatMap(({ block, set }) =>
    ['Promise', 'Object']
      .filter((name) => set.get(name)?.defs.length)
      .map((name) => ({ name, block: /** @type {TSESTree.Node} */ (block) })),
  ),
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
  // A library of promises, around it, has promises to wait for.
  const clash = taken(sourceCode).find(
    ({ name, block }) => isWithin(block, fn) || (name === 'Object' && isWithin(fn, block)),
  );
  if (clash) {
    throw new Refused('name-clash', `\`${clash.name}\``);
  }
  const read = variable?.references.find(({ identifier: { parent, range } }) => {
    const member = parent?.type === 'MemberExpression' && parent.object.range === range && parent;
    return member && /^(?:arguments|caller)$/u.test(readKey(member) ?? '');
  });
  if (read?.identifier.parent) {
    throw new Refused('arguments-used', quote(sourceCode, read.identifier.parent));
  }
}
