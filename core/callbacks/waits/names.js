/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Scope, Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { enclosingFunction, isReference } from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { identifiersWithin, namesVariable, takeLocalName } from '../../edits/names.js';
import { scopeAround } from './placed-callbacks.js';
import { Refused } from '../plan/refused.js';
import { nameFor } from '../boundary/header.js';

/**
 * Makes room for a callback's variables in the function that its body moves into: where a name means
 * something else there, the variable gets another one.
 *
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @param {readonly (TSESTree.Statement | undefined)[]} [branches] Of the callback, that lose their
 *   braces.
 */
export function mergeScope(translator, callback, branches = []) {
  const blocks = branches.filter((each) => each?.type === 'BlockStatement');
  for (const node of [callback, ...blocks]) {
    const scope = translator.sourceCode.getScope(node);
    translator.inlined.add(node);
    const root = rootOf(translator, callback);
    for (const variable of scope.variables) {
      if (variable.defs.length === 0 || translator.dropped.has(variable)) {
        continue;
      }
      if (
        clashes(translator, variable, scope, root) ||
        hidesPromises(translator.sourceCode, variable, root)
      ) {
        rename(translator, variable, callback);
      }
    }
  }
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @returns {FunctionNode} The function around it that stays one.
 */
function rootOf(translator, callback) {
  let fn = /** @type {FunctionNode} */ (callback);
  while (translator.inlined.has(fn) || translator.opened.has(fn)) {
    fn = /** @type {FunctionNode} */ (enclosingFunction(translator.placed.get(fn) ?? fn));
  }
  return fn;
}

/**
 * @param {Translator} translator
 * @param {Variable} variable
 * @param {Scope} scope
 * @param {FunctionNode} root
 * @returns {boolean}
 */
function clashes(translator, variable, scope, root) {
  const { opened, placed, sourceCode } = translator;
  const rootScope = sourceCode.getScope(root);
  const above = (/** @type {Scope} */ inner) => scopeAround(sourceCode, placed, inner);
  for (let outer = above(scope); outer; outer = outer === rootScope ? null : above(outer)) {
    const other = outer.set.get(variable.name);
    const isLeft = opened.has(outer.block) && other?.defs.every(({ type }) => type === 'Parameter');
    if (other && other.defs.length > 0 && !isLeft && !isGone(translator, other, scope)) {
      return true;
    }
  }
  const regions = [root, ...placed.keys()];
  const isInside = (/** @type {TSESTree.Node} */ node) =>
    regions.some((region) => isWithin(node, region));
  const clashesAt = (/** @type {TSESTree.Identifier} */ node) => {
    if (!isReference(node)) {
      return false;
    }
    const other = findVariable(sourceCode, node, node.name);
    if (other === variable || (other && isGone(translator, other, scope))) {
      return false;
    }
    if (
      !other ||
      !isInside(/** @type {TSESTree.Node} */ (other.scope.block)) ||
      other.scope === rootScope
    ) {
      return true;
    }
    const isSibling = translator.inlined.has(other.scope.block);
    return isSibling && (isVar(variable) || isVar(other));
  };
  return regions.some((region) =>
    identifiersWithin(sourceCode, region, variable.name).some(clashesAt),
  );
}

/** What the file may have imported, and what is written calls without its being there before. */
const WRITTEN_MODULES = /^util(?:\/promisify)?$|\/promises(?:\/|$)/u;

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {Variable} variable
 * @param {FunctionNode} root
 * @returns {boolean} Whether the function that it moves into means `util`, or `promisify`, by its name.
 */
function hidesPromises(sourceCode, { name }, root) {
  const outer = findVariable(sourceCode, root, name);
  const [definition] = outer?.defs ?? [];
  const origin = definition && resolveOrigin(sourceCode, definition.name);
  return origin?.kind === 'module' && WRITTEN_MODULES.test([origin.name, ...origin.path].join('/'));
}

/**
 * @param {Translator} translator
 * @param {Variable} variable
 * @param {Scope} place
 * @returns {boolean} Whether nothing at the place has its name any more: a `catch` keeps it.
 */
function isGone(translator, variable, { block }) {
  const isCaught = translator.caught
    .get(variable)
    ?.some((branch) => isWithin(/** @type {TSESTree.Node} */ (block), branch));
  return (
    (translator.dropped.has(variable) && !isCaught) ||
    staysBehind(translator, variable) ||
    isHiddenByTry(translator, variable)
  );
}

/**
 *     (err, user, info) => { try { const user = await load(info.id); … } catch (err) { next(err); } }
 *
 * @param {Translator} translator
 * @param {Variable} variable
 * @returns {boolean} Whether it is a parameter that nobody asks for, and the block of the one `try` may hide it.
 */
function isHiddenByTry({ forwarding, target }, { defs, references }) {
  return (
    forwarding !== undefined &&
    references.length === 0 &&
    defs.every(({ type, node }) => type === 'Parameter' && node === target.fn)
  );
}

/**
 *     let data = cache[key]; if (data) return cb(null, data); load(key, (err, data) => { … });
 *
 * @param {Translator} translator
 * @param {Variable} variable
 * @returns {boolean} Whether only what comes before the async part has the name.
 */
function staysBehind({ begin, target }, { defs, identifiers, references }) {
  const places = [...identifiers, ...references.map(({ identifier }) => identifier)];
  return (
    defs.every(({ type }) => type === 'Variable') &&
    places.every(
      (place) =>
        place.range[1] <= begin && enclosingFunction(/** @type {any} */ (place)) === target.fn,
    )
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether the declaration belongs to the whole function, not to its block.
 */
function isVar({ defs: [definition] }) {
  return (
    definition?.type === 'Variable' &&
    /** @type {TSESTree.VariableDeclaration} */ (definition.parent).kind === 'var'
  );
}

/**
 * @param {Translator} translator
 * @param {Variable} variable
 * @param {FunctionNode} callback
 */
function rename(translator, variable, callback) {
  if (variable.defs[0]?.type === 'ClassName') {
    // In its body it goes by a name of its own.
    throw new Refused('name-clash', `\`${variable.name}\``);
  }
  const name = takeLocalName(translator.sourceCode, callback, variable, variable.name);
  translator.renamed.set(variable, name);
  const nodes = new Set(
    [...variable.identifiers, ...variable.references.map(({ identifier }) => identifier)].filter(
      (each) => !translator.onError.has(/** @type {TSESTree.Node} */ (each)),
    ),
  );
  for (const node of /** @type {Set<TSESTree.Identifier>} */ (nodes)) {
    const parameter = callback.params.find((each) => isWithin(node, each));
    if (parameter) {
      if (parameter !== node) {
        throw new Refused('name-clash', `\`${variable.name}\``);
      }
      continue;
    }
    if (node.parent.type === 'JSXExpressionContainer') {
      throw new Refused('name-clash', `\`${variable.name}\``);
    }
    const isShorthand = node.parent.type === 'Property' && node.parent.shorthand;
    const [start] = node.range;
    const range = node.typeAnnotation
      ? /** @type {const} */ ([start, start + node.name.length])
      : node.range;
    translator.edits.push(replaceRange(range, isShorthand ? `${node.name}: ${name}` : name));
  }
}

/**
 * @param {Translator} translator
 * @param {readonly [number, number]} region
 * @param {string} name
 * @returns {string} The name, if nothing in the region goes by it.
 */
export function freeName({ sourceCode, target }, region, name) {
  const isTaken = namesVariable(sourceCode, { range: region }, name);
  return isTaken ? nameFor(sourceCode, `${name} in ${target.fn.range[0]}`, name) : name;
}

/**
 * @param {Translator} translator
 * @param {string} preferred
 * @returns {string} A name for a variable of the function: the plain one, unless one in the function has it.
 */
export function localName({ sourceCode, target }, preferred) {
  return namesVariable(sourceCode, target.fn, preferred)
    ? apartName(sourceCode, target.fn, preferred)
    : preferred;
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {{ range: readonly [number, number] }} fn
 * @param {string} preferred
 * @returns {string} The same one, each time, for that name in the function.
 */
export function apartName(sourceCode, fn, preferred) {
  return nameFor(sourceCode, `${preferred} of ${fn.range[0]}`, preferred);
}
