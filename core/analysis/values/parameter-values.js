/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { outermostCast } from '../syntax/casts.js';
import { coreApi } from '../apis/core-promise-apis.js';
import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { groupBy } from '../syntax/group-by.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { isVisibleOutside, readsOf, variableOf } from '../syntax/scopes.js';

/**
 * Where a parameter has its values from.
 *
 *     function finish(value) { cb(null, value); }    finish(1);          an argument: `1`
 *     list.forEach((each) => …)                                          an element of `list`
 *     fs.readFile(file, (err, text) => …)                                a callback of Node's own function
 *     db.query(sql, (err, rows) => …)                                    another callback
 *     exports.finish = (value) => …                                      others: they lie outside of the file
 *
 * @typedef {{ from: 'argument' | 'element', node: TSESTree.Node } | { from: 'core' | 'callback' | 'outside' }} ParameterSource
 */

/** @type {ParameterSource} */
const OUTSIDE = { from: 'outside' };

/** @type {ParameterSource} */
const CALLBACK = { from: 'callback' };

/** Methods that call a function with their elements. */
const ITERATING =
  /^(?:each|every|filter|find|findIndex|findLast|flatMap|forEach|forEachOf|map|reject|some|sort|sortBy|eachSeries|eachLimit|forEachSeries|forEachLimit|mapSeries|mapLimit|filterSeries|filterLimit|detect|detectSeries|everySeries|someSeries|concat|concatSeries|groupBy|keyBy|partition|uniqBy)$/u;

/** How many names and functions are followed one behind the other. */
const MOST_STEPS = 5;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable['defs'][number]} definition Of a parameter.
 * @returns {{ values: readonly ParameterSource[], isRest: boolean, isPart: boolean }} `isRest`: it is the list of
 *   all that are left. `isPart`: it is a member of each value.
 */
export function valuesOfParameter(sourceCode, { name, node }) {
  const fn = /** @type {TSESTree.Node} */ (node);
  if (!isFunction(fn)) {
    return { values: [OUTSIDE], isRest: false, isPart: false };
  }
  const index = fn.params.findIndex(
    ({ range }) => range[0] <= name.range[0] && name.range[1] <= range[1],
  );
  const given = fn.params[index];
  const parameter = given?.type === 'TSParameterProperty' ? given.parameter : given;
  const target = parameter?.type === 'AssignmentPattern' ? parameter.left : parameter;
  const isRest = target?.type === 'RestElement' && target.argument === name;
  return {
    values: isRest ? [] : givenTo(sourceCode, fn, index, MOST_STEPS),
    isRest,
    isPart: target !== name && target?.type !== 'RestElement',
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {number} index Of the parameter.
 * @param {number} steps
 * @returns {readonly ParameterSource[]}
 */
function givenTo(sourceCode, fn, index, steps) {
  if (fn.type !== 'FunctionDeclaration') {
    return givenAt(sourceCode, fn, index, steps);
  }
  const variable = fn.id
    ? sourceCode.getDeclaredVariables(fn).find(({ name }) => name === fn.id?.name)
    : undefined;
  return variable ? givenByName(sourceCode, variable, index, steps) : [OUTSIDE];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable That holds a function.
 * @param {number} index
 * @param {number} steps
 * @returns {readonly ParameterSource[]}
 */
function givenByName(sourceCode, variable, index, steps) {
  const reads = steps > 0 ? readsOf(variable) : undefined;
  return [
    ...(isVisibleOutside(variable) || !reads ? [OUTSIDE] : []),
    ...(reads ?? []).flatMap(({ identifier }) =>
      givenAt(sourceCode, /** @type {TSESTree.Node} */ (identifier), index, steps - 1),
    ),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} use Of a function.
 * @param {number} index
 * @param {number} steps
 * @returns {readonly ParameterSource[]}
 */
function givenAt(sourceCode, use, index, steps) {
  const node = outermostCast(use);
  const { parent } = node;
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node
        ? argumentsAt(parent.arguments, index)
        : givenAsArgument(sourceCode, parent, node, index, steps);
    case 'ArrayExpression':
      // async.waterfall([(next) => …, (value, next) => …])
      return parent.parent.type === 'CallExpression' ? [CALLBACK] : [OUTSIDE];
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return givenAt(sourceCode, parent, index, steps);
    case 'MemberExpression': {
      const call = parent.object === node ? parent.parent : undefined;
      if (call?.type !== 'CallExpression' || call.callee !== parent) {
        return [OUTSIDE];
      }
      switch (readKey(parent)) {
        case 'bind':
          return call.arguments.length > index + 1
            ? argumentsAt(call.arguments, index + 1)
            : givenAt(sourceCode, call, index - Math.max(0, call.arguments.length - 1), steps);
        case 'call':
          return argumentsAt(call.arguments, index + 1);
        default:
          return [OUTSIDE];
      }
    }
    case 'VariableDeclarator': {
      const [variable] = sourceCode.getDeclaredVariables(parent);
      return variable && parent.id.type === 'Identifier'
        ? givenByName(sourceCode, variable, index, steps)
        : [OUTSIDE];
    }
    case 'AssignmentExpression': {
      const variable = variableOf(sourceCode, parent.left);
      if (variable) {
        return givenByName(sourceCode, variable, index, steps);
      }
      const key = parent.left.type === 'MemberExpression' ? readKey(parent.left) : undefined;
      return [OUTSIDE, ...givenToMember(sourceCode, key, index)];
    }
    case 'MethodDefinition':
    case 'Property':
    case 'PropertyDefinition': {
      const key =
        parent.key.type === 'Identifier' && !parent.computed ? parent.key.name : undefined;
      return 'kind' in parent && parent.kind === 'set'
        ? [OUTSIDE]
        : [OUTSIDE, ...givenToMember(sourceCode, key, index)];
    }
    case 'ExpressionStatement':
    case 'BinaryExpression':
    case 'UnaryExpression':
      return [];
    default:
      return [OUTSIDE];
  }
}

/**
 * @param {readonly TSESTree.CallExpressionArgument[]} list
 * @param {number} index
 * @returns {readonly ParameterSource[]}
 */
function argumentsAt(list, index) {
  const spread = list.findIndex(({ type }) => type === 'SpreadElement');
  if (spread !== -1 && spread <= index) {
    return [
      { from: 'element', node: /** @type {TSESTree.SpreadElement} */ (list[spread]).argument },
    ];
  }
  const argument = list[index];
  return argument ? [{ from: 'argument', node: argument }] : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @param {TSESTree.Node} node The function, as one of the call's arguments.
 * @param {number} index
 * @param {number} steps
 * @returns {readonly ParameterSource[]} What the function is called with by what it is given to.
 */
function givenAsArgument(sourceCode, call, node, index, steps) {
  const { callee } = call;
  const place = call.arguments.findIndex((each) => each === node);
  const fn = steps > 0 ? readFunction(sourceCode, callee) : undefined;
  const parameter = fn?.params[place];
  const variable =
    fn && parameter?.type === 'Identifier'
      ? sourceCode.getDeclaredVariables(fn).find((each) => each.identifiers.includes(parameter))
      : undefined;
  if (variable) {
    // function lookUp(key, found) { found(cache[key]); }    What it hands on is called back with.
    return readsOf(variable).flatMap(({ identifier }) =>
      givenAt(sourceCode, /** @type {TSESTree.Node} */ (identifier), index, steps - 1).map(
        (each) => (each.from === 'outside' ? CALLBACK : each),
      ),
    );
  }
  const origin = resolveOrigin(sourceCode, callee);
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const name = key ?? origin?.path.at(-1) ?? '';
  const [first] = call.arguments;
  const isLast = place === call.arguments.length - 1;
  if (origin?.kind === 'module') {
    const start = startOf(name, call.arguments, place);
    if (start !== undefined && index < 2) {
      return index === 0 || !first
        ? argumentsAt(call.arguments, start)
        : [{ from: 'element', node: first }];
    }
    // async.each(list, (item, next) => …, (err) => …)
    const isIteratee = ITERATING.test(name) && place > 0 && !(isLast && place > 1) && first;
    if (isIteratee) {
      return index === 0 ? [{ from: 'element', node: first }] : [CALLBACK];
    }
    return coreApi(origin) && name !== 'opendir' ? [{ from: 'core' }] : [CALLBACK];
  }
  if (callee.type === 'MemberExpression' && place === 0) {
    if (ITERATING.test(name)) {
      return index === 0 || name === 'sort'
        ? [{ from: 'element', node: callee.object }]
        : [{ from: 'core' }];
    }
    if (/^reduce(?:Right)?$/u.test(name)) {
      // A value that it gives itself comes from one of its other callers.
      return index === 0
        ? argumentsAt(call.arguments, 1)
        : index === 1
          ? [{ from: 'element', node: callee.object }]
          : [{ from: 'core' }];
    }
  }
  return [CALLBACK];
}

/**
 *     async.reduce(list, start, fn)    _.reduce(list, fn, start)
 *
 * @param {string} name Of a function of a package.
 * @param {readonly TSESTree.Node[]} list Its arguments.
 * @param {number} place Of the function that it calls.
 * @returns {number | undefined} The place of what a reduction starts with.
 */
function startOf(name, list, place) {
  if (!/^(?:foldl|foldr|inject|reduce|reduceRight)$/u.test(name) || place === 0) {
    return undefined;
  }
  return place === 2 ? 1 : place === 1 && list.length > 2 ? 2 : undefined;
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, TSESTree.CallExpression[]>} Calls of methods, by name. */
const methodCalls = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'CallExpression'), ({ callee }) =>
    callee.type === 'MemberExpression' ? readKey(callee) : undefined,
  ),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string | undefined} key
 * @param {number} index
 * @returns {readonly ParameterSource[]} What calls in the file give a method of that name.
 */
function givenToMember(sourceCode, key, index) {
  const calls = key === undefined ? [] : (methodCalls(sourceCode).get(key) ?? []);
  return calls.flatMap((call) => argumentsAt(call.arguments, index));
}
