/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../../callbacks/functions/functions.js' */

import satisfies from 'semver/functions/satisfies.js';

import { readLibraryValue } from '../../analysis/values/library-values.js';
import { readKey } from '../../analysis/modules/modules.js';
import { dependencyVersion } from '../../analysis/environment/node-floor.js';
import { constantOf } from '../../analysis/syntax/scopes.js';
import { PROMISE_HOOKS } from '../../packages/promise-hooks.js';

/**
 *     userSchema.pre('save', function (next) { hash(this.password, (err, hashed) => { …; next(); }); });
 *
 * @param {PatternContext} context
 * @param {Pick<CallbackFunction, 'fn' | 'index'>} found
 * @returns {boolean} Whether a package calls the function, and waits for its promise where it takes no callback.
 */
export function isPromiseHook(context, { fn, index }) {
  const call = fn.parent;
  if (
    call.type !== 'CallExpression' ||
    call.arguments.length !== 2 ||
    call.arguments[1] !== fn ||
    call.callee.type !== 'MemberExpression' ||
    index !== 0 ||
    fn.params.length !== 1
  ) {
    return false;
  }
  const { object } = call.callee;
  const key = readKey(call.callee);
  return PROMISE_HOOKS.some(({ name, versions, maker, methods }) => {
    const version = dependencyVersion(context, name);
    const made = constantOf(context.sourceCode, object) ?? object;
    return (
      key !== undefined &&
      methods.includes(key) &&
      version !== undefined &&
      satisfies(version, versions) &&
      made.type === 'NewExpression' &&
      isMakerOf(context, made.callee, name, maker)
    );
  });
}

/**
 * @param {PatternContext} context
 * @param {import('@typescript-eslint/types').TSESTree.Expression} callee
 * @param {string} name Of a package.
 * @param {string} maker
 * @returns {boolean} `mongoose.Schema`
 */
function isMakerOf(context, callee, name, maker) {
  const value = readLibraryValue({ ...context, isAnyVersion: true }, callee);
  return value?.library === name && value.kind === maker;
}
