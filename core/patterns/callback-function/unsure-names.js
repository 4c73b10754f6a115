/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Scope } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { readKey } from '../../analysis/modules.js';
import { isWithin, nodesOfType } from '../../analysis/nodes.js';
import { globalReferences } from '../../analysis/scopes.js';
import { anyCallOf } from './functions.js';
import { Refused, quote } from './refused.js';

/**
 * Code in which names are not what they look like: `eval`, `with`, a variable called `undefined`, a
 * function whose arguments others may read.
 */

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether code that is made at run time sees the file's names. */
const evaluates = oncePerFile((sourceCode) =>
  globalReferences(sourceCode, 'eval').some((name) => anyCallOf(name)),
);

/** @type {(sourceCode: SourceCodeLike) => readonly Scope[]} Where `undefined` may be something. */
const scopesOfUndefined = oncePerFile((sourceCode) =>
  (sourceCode.scopeManager?.scopes ?? []).filter(({ set }) => {
    const [definition] = set.get('undefined')?.defs ?? [];
    return definition && !isLeftOut(definition);
  }),
);

/**
 *     (function (window, undefined) { … })(window);
 *
 * @param {import('@typescript-eslint/scope-manager').Definition} definition
 * @returns {boolean} Whether it is a parameter that its function never gets.
 */
function isLeftOut({ type, name, node }) {
  const fn = /** @type {FunctionNode} */ (node);
  const call = type === 'Parameter' ? calledOnSpot(fn) : undefined;
  const index = fn.params?.findIndex((each) => each === name);
  return (
    call !== undefined &&
    index >= call.arguments.length &&
    call.arguments.every((each) => each.type !== 'SpreadElement')
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {TSESTree.CallExpression | undefined}
 */
function calledOnSpot(fn) {
  const { parent } = fn;
  return parent.type === 'CallExpression' && parent.callee === fn ? parent : undefined;
}

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
  if (
    scopesOfUndefined(sourceCode).some(({ block }) => {
      const node = /** @type {TSESTree.Node} */ (block);
      return isWithin(fn, node) || isWithin(node, fn);
    })
  ) {
    throw new Refused('name-clash', '`undefined`');
  }
  const read = variable?.references.find(({ identifier: { parent, range } }) => {
    const member = parent?.type === 'MemberExpression' && parent.object.range === range && parent;
    return member && /^(?:arguments|caller)$/u.test(readKey(member) ?? '');
  });
  if (read?.identifier.parent) {
    throw new Refused('arguments-used', quote(sourceCode, read.identifier.parent));
  }
}
