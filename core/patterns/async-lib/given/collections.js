/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Collector } from '../calls/calls.js' */
/** @import { Writing } from '../calls/forms.js' */

import { missingEvidence } from '../../../contract/obligations.js';
import { isInLoop } from '../../../analysis/flow/control-flow.js';
import { certainValue } from '../../../analysis/values/certain-values.js';
import { readFunction } from '../../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../../analysis/syntax/facts.js';
import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { groupBy } from '../../../analysis/syntax/group-by.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { nodesOfType } from '../../../analysis/syntax/nodes.js';
import { isTarget } from '../../../analysis/modules/property-writes.js';
import { untouchedOrigin } from '../../../analysis/modules/replaced-values.js';
import { isGlobal } from '../../../analysis/syntax/scopes.js';
import { mentionsName } from '../../../edits/names.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { readInterface, readStream } from '../../../analysis/values/streams.js';
import { frameAcrossMethods } from '../../../callbacks/timing/throws.js';

/**
 * The collection that a function of `async` goes through.
 */

/**
 * @param {Collector} collector
 * @param {TSESTree.Expression} items
 * @returns {Writing['collection']}
 */
export function collectionOf(collector, items) {
  const { sourceCode } = collector;
  checkAtHand(collector, items);
  const node = valueOf(sourceCode, items);
  if (node.type === 'ObjectExpression') {
    // Version 2 and 3 take what has a length for a list, as what inherits from a function or a list does.
    if (
      node.properties.some(
        (each) => each.type === 'Property' && /^(?:length|__proto__)$/u.test(keyText(each)),
      )
    ) {
      throw new Refused('flow-iteratee', quote(sourceCode, items));
    }
    return 'object';
  }
  const isArray = node.type === 'ArrayExpression' || isArrayMade(sourceCode, node);
  return isArray && !hasHoles(sourceCode, items) ? 'array' : 'unknown';
}

/** @type {(sourceCode: Collector['sourceCode']) => ReadonlySet<string | undefined>} Of methods that are generators. */
const generatorKeys = oncePerFile(
  (sourceCode) =>
    new Set(
      nodesOfType(sourceCode, 'FunctionExpression')
        .filter(
          ({ generator, parent }) =>
            generator && (parent.type === 'MethodDefinition' || parent.type === 'Property'),
        )
        .map(({ parent }) => keyText(/** @type {TSESTree.Property} */ (parent))),
    ),
);

/**
 *     async.eachLimit(fs.createReadStream(path), 5, …)    async.map(pages(), …)    async.map(this.pages(), …)
 *
 * @param {Pick<Collector, 'context' | 'sourceCode'>} collector
 * @param {TSESTree.Expression} items
 * @throws {Refused} Where the items are made one by one: none before its turn, and version 3 waits for
 *   those that come later.
 */
function checkAtHand({ context, sourceCode }, items) {
  const node = valueOf(sourceCode, items);
  const { callee } = node.type === 'CallExpression' ? node : { callee: undefined };
  const key = callee?.type === 'MemberExpression' ? readKey(callee) : undefined;
  const fn = callee && readFunction(sourceCode, callee);
  const isLate = fn?.generator || generatorKeys(sourceCode).has(key);
  if (isLate || readStream(context, items) || readInterface(context, items)) {
    throw new Refused('flow-iteratee', quote(sourceCode, items));
  }
}

/**
 * @param {Pick<TSESTree.Property, 'key'>} property
 * @returns {string}
 */
export function keyText({ key }) {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
}

/**
 *     [a, , b]    new Array(5)
 *
 * @param {Collector['sourceCode']} sourceCode
 * @param {TSESTree.Expression} items
 * @returns {boolean} Whether the collection is an array with holes: `async` counts them, `map` does
 *   not.
 */
function hasHoles(sourceCode, items) {
  const node = valueOf(sourceCode, items);
  return node.type === 'ArrayExpression'
    ? node.elements.includes(null)
    : (node.type === 'CallExpression' || node.type === 'NewExpression') &&
        isGlobal(sourceCode, node.callee, 'Array');
}

/** What makes an array longer, shorter or another while something waits. */
const MUTATORS = /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/u;

/**
 * @param {Collector['sourceCode']} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Expression} items
 * @param {FunctionNode | undefined} iteratee
 * @returns {boolean} Whether the iteratee, or other code while it waits, may put something into the
 *   collection, or take it out.
 */
export function mayChange(sourceCode, call, items, iteratee) {
  const name = nameOf(items);
  if (name === undefined || (iteratee && mentionsName(sourceCode, iteratee, name))) {
    return name !== undefined;
  }
  return (
    mutationsOf(sourceCode)
      .get(name)
      ?.some((node) => !isOver(node, call)) === true
  );
}

/**
 * Calls of such methods, by the name of the array.
 *
 * @type {(sourceCode: Collector['sourceCode']) => ReadonlyMap<string | undefined, TSESTree.CallExpression[]>}
 */
const mutationsOf = oncePerFile((sourceCode) =>
  groupBy(
    nodesOfType(sourceCode, 'CallExpression').filter(
      ({ callee }) => callee.type === 'MemberExpression' && MUTATORS.test(readKey(callee) ?? ''),
    ),
    ({ callee }) => nameOf(/** @type {TSESTree.MemberExpression} */ (callee).object),
  ),
);

/**
 * @param {Collector['sourceCode']} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Expression} items
 * @returns {boolean} Whether something gives a place in the collection another value, or takes it away,
 *   while it is gone through.
 */
export function isWrittenOnTheWay(sourceCode, call, items) {
  const name = nameOf(items);
  return (
    name !== undefined &&
    memberWritesOf(sourceCode)
      .get(name)
      ?.some((node) => !isOver(node, call)) === true
  );
}

/**
 * Members that are written to, by the name of what they are members of.
 *
 * @type {(sourceCode: Collector['sourceCode']) => ReadonlyMap<string | undefined, TSESTree.MemberExpression[]>}
 */
const memberWritesOf = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'MemberExpression').filter(isTarget), ({ object }) =>
    nameOf(object),
  ),
);

/**
 *     list.push(a);    names.forEach((name) => list.push(name));    async.each(list, …);
 *
 * @param {TSESTree.Node} node
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the one has run, for good, when the other is called.
 */
function isOver(node, call) {
  const around = enclosingFunction(call);
  return (
    frameAcrossMethods(node, around) === around &&
    node.range[1] <= call.range[0] &&
    !isInLoop(call, around)
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {string | undefined} `items` of `items` and of `this.items`.
 */
function nameOf(node) {
  const base = node.type === 'MemberExpression' ? node.property : node;
  return base.type === 'Identifier' ? base.name : undefined;
}

/**
 * @param {Collector['sourceCode']} sourceCode
 * @param {TSESTree.CallExpressionArgument} node
 * @returns {TSESTree.Expression} What a variable stands for wherever it is read, or the node.
 */
export function valueOf(sourceCode, node) {
  return certainValue(sourceCode, node) ?? /** @type {TSESTree.Expression} */ (node);
}

/**
 *     Object.keys(o)    xs.map(f)    a.concat(b)    s.split(',')
 *
 * @param {Collector['sourceCode']} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {boolean}
 */
function isArrayMade(sourceCode, node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(node.callee) ?? '';
  const origin = untouchedOrigin(sourceCode, node.callee.object);
  if (origin?.kind === 'global' && origin.name === 'Object') {
    return /^(?:entries|keys|values)$/u.test(key);
  }
  return key === 'split';
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} items
 */
export function readCollection(translator, items) {
  const { sourceCode, context } = translator;
  checkAtHand(translator, items);
  const isLiteral = items.type === 'ArrayExpression';
  const isArray = isLiteral || isObjectStatic(translator, items);
  if (!isArray && !context.options.assumable.has('collection-is-array')) {
    throw Refused.because(missingEvidence('collection-is-array'));
  }
  const isFilled =
    isLiteral &&
    items.elements.length > 0 &&
    items.elements.every((each) => each?.type !== 'SpreadElement');
  const isPrimary =
    /^(?:ArrayExpression|CallExpression|Identifier|MemberExpression|ThisExpression)$/u.test(
      items.type,
    );
  if (!isPrimary || hasHoles(sourceCode, items)) {
    throw new Refused('flow-iteratee', quote(sourceCode, items));
  }
  return {
    note() {
      if (!isArray) {
        translator.assumes.add('collection-is-array');
      }
      if (!isFilled) {
        translator.assumes.add('empty-collection');
      }
    },
  };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} items
 * @returns {boolean} `Object.keys(…)` and its like.
 */
function isObjectStatic({ sourceCode }, items) {
  if (items.type !== 'CallExpression' || items.callee.type !== 'MemberExpression') {
    return false;
  }
  const origin = untouchedOrigin(sourceCode, items.callee.object);
  return (
    origin?.kind === 'global' &&
    origin.name === 'Object' &&
    /^(?:entries|keys|values)$/u.test(readKey(items.callee) ?? '')
  );
}
