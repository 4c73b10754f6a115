/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Region } from '../../../regions/build/steps.js' */
/** @import { FunctionTask } from './tasks.js' */

import { enclosingFunction, frameUses, isFunction } from '../../../analysis/syntax/functions.js';
import { innermostNode, isWithin, nodesWithin } from '../../../analysis/syntax/nodes.js';
import { replaceRange } from '../../../edits/edit.js';
import { identifiersWithin } from '../../../edits/names.js';
import { skipWhitespace, skipWhitespaceBackward } from '../../../edits/trivia.js';
import { readTask, unlessRefused } from './tasks.js';

/**
 * Functions that `async` calls for one item after another, as turns of a loop:
 *
 *     (item, next) => { save(item, (err) => { …; next(err); }); }  ->  { await save(item); … }
 */

const LOOP = /^(?:DoWhile|For|ForIn|ForOf|While)Statement$/u;

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} fn
 * @returns {FunctionTask | undefined} Its body as the body of a loop; undefined if it has to stay a function.
 */
export function readTurn(translator, fn) {
  const { sourceCode } = translator;
  if (
    !isFunction(fn) ||
    fn.async ||
    fn.body.type !== 'BlockStatement' ||
    keepsFrame(sourceCode, fn)
  ) {
    return undefined;
  }
  const [open, close] = insideOf(fn);
  if (sourceCode.text.slice(open, close).trim() === '') {
    return undefined;
  }
  const task = unlessRefused(() => readTask(translator, fn, 1, { isTurn: true }));
  const edits = task?.edits.filter(({ range }) => range[0] >= open && range[1] <= close);
  const endings = edits && endingsOf(translator, fn, edits);
  if (
    !task ||
    !endings ||
    task.translators.some(({ settlers }) => settlers.size > 0) ||
    nodesWithin(sourceCode, 'FunctionDeclaration', fn).some(
      (each) => enclosingFunction(each.parent) === fn,
    )
  ) {
    return undefined;
  }
  const flat = task.translators.flatMap(({ inlined }) => [...inlined]);
  return sharesNothing(translator, fn, new Set([fn, ...flat]))
    ? { ...task, edits: [...edits, ...endings] }
    : undefined;
}

/**
 * @param {FunctionNode} fn
 * @returns {readonly [number, number]} The text between the braces of its body.
 */
export function insideOf({ body }) {
  return [body.range[0] + 1, body.range[1] - 1];
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it uses what only a function has, or names itself.
 */
export function keepsFrame(sourceCode, fn) {
  const uses = frameUses(sourceCode, fn);
  const isOwn = fn.type !== 'ArrowFunctionExpression';
  const [first] = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  return (
    uses.evaluates ||
    (isOwn && (uses.this.length > 0 || uses.arguments.length > 0 || uses.others)) ||
    (first?.type === 'ExpressionStatement' && first.directive !== undefined) ||
    (fn.id !== null && identifiersWithin(sourceCode, fn.body, fn.id.name).length > 0)
  );
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {readonly Edit[]} edits
 * @returns {Edit[] | undefined} What makes turns end where the function returns; undefined where it
 *   returns in another way.
 */
function endingsOf({ sourceCode }, fn, edits) {
  const texts = edits.flatMap((edit) => ('text' in edit ? [edit] : []));
  const isRewritten = (/** @type {number} */ place) =>
    texts.some(({ range }) => range[0] <= place && place < range[1]);
  const kept = nodesWithin(sourceCode, 'ReturnStatement', fn).filter(
    (each) => isOwnReturn(each, fn, isRewritten) && !isRewritten(each.range[0]),
  );
  const isPlain =
    edits.every((edit) => !('pieces' in edit)) &&
    texts.every(({ text }) => !/\breturn\b/u.test(text)) &&
    kept.every(({ argument }) => argument === null);
  const ends = [
    ...texts.filter(({ text }) => /\bcontinue\b/u.test(text)).map(({ range }) => range[0]),
    ...kept.map(({ range }) => range[0]),
  ];
  return isPlain && !ends.some((place) => isInLoop(innermostNode(sourceCode, place), fn))
    ? kept.map(({ range: [start] }) => replaceRange([start, start + 'return'.length], 'continue'))
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @param {(place: number) => boolean} isRewritten
 * @returns {boolean} Whether all functions between it and the function are gone.
 */
function isOwnReturn(node, fn, isRewritten) {
  let around = enclosingFunction(node);
  while (around && around !== fn && isRewritten(around.range[0])) {
    around = enclosingFunction(around);
  }
  return around === fn;
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function isInLoop(node, fn) {
  for (
    let each = /** @type {TSESTree.Node | undefined} */ (node);
    each && each !== fn;
    each = each.parent
  ) {
    if (LOOP.test(each.type)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {ReadonlySet<TSESTree.Node>} flat The function, and those in it that are gone.
 * @returns {boolean} Whether each turn can do with the variables of the function around that its `var`
 *   make: they have another value from the start, and nothing keeps them.
 */
function sharesNothing({ sourceCode, target }, fn, flat) {
  const isFlat = (/** @type {TSESTree.Node} */ node) => flat.has(enclosingFunction(node) ?? node);
  return nodesWithin(sourceCode, 'VariableDeclaration', fn)
    .filter((each) => each.kind === 'var' && isFlat(each))
    .every(
      ({ declarations, parent, range: [start] }) =>
        flat.has(/** @type {TSESTree.Node} */ (parent.parent)) &&
        declarations.every(({ id, init }) => {
          const name = id.type === 'Identifier' && init ? id.name : undefined;
          return (
            name !== undefined &&
            identifiersWithin(sourceCode, target.fn, name).every(
              (each) => isWithin(each, fn) && each.range[0] >= start && isFlat(each),
            )
          );
        }),
    );
}

/**
 * @param {Translator} translator
 * @param {FunctionTask} turn
 * @returns {Region} Its statements, with the comments around them.
 */
export function lowerTurn(translator, turn) {
  const [, close] = insideOf(turn.fn);
  const end = skipWhitespaceBackward(translator.sourceCode.text, close);
  return [{ type: 'run', range: [startOfTurn(translator, turn), end] }];
}

/**
 * @param {Translator} translator
 * @param {FunctionTask} turn
 * @returns {number}
 */
export function startOfTurn({ sourceCode: { text } }, { fn }) {
  return skipWhitespace(text, insideOf(fn)[0]);
}
