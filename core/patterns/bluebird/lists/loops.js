/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { Edit, SourcePiece } from '../../../edits/edit.js' */

import { isInLoop } from '../../../analysis/flow/control-flow.js';
import { enclosingFunction, frameUses, ownNodes } from '../../../analysis/syntax/functions.js';
import { isDirective, isWithin } from '../../../analysis/syntax/nodes.js';
import { replaceRange, rewriteRange } from '../../../edits/edit.js';
import { indentOf, indentUnit, newlineOf } from '../../../edits/indentation.js';
import { hasSemicolons } from '../../../edits/leading-semicolons.js';
import { mentionsName, nameBeside, usesAwaitAsName } from '../../../edits/names.js';
import { awaitAround } from '../../../edits/parentheses.js';
import { guardBefore, mayContinueLine } from '../../../edits/statements.js';
import { hasCommentBetween, skipForward } from '../../../edits/trivia.js';
import { tryAround } from '../../../analysis/flow/completion.js';
import { writeBody } from './loop-bodies.js';
import { inputOf } from './series.js';
import { isArray, isFixed, isFreshValue } from '../values.js';

/**
 * `each`, `mapSeries` and `reduce` whose callback is written out, as the loop that they are:
 *
 *     await Bluebird.each(files, async (file) => { … });
 *       ->  for (const item of [...(await files)]) { const file = await item; … }
 *     const sizes = await Bluebird.mapSeries(files, (file) => sizeOf(file));
 *       ->  const sizes = []; for (const item of …) { … sizes.push(await sizeOf(file)); }
 *     const total = await Bluebird.reduce(files, async (total, file) => total + (await sizeOf(file)), 0);
 *       ->  let total = 0; for (const item of …) { … total = total + (await sizeOf(file)); }
 *
 * Anywhere else the loop is in an async function that is called at once, with the list where it may
 * throw.
 */

/** @typedef {string | SourcePiece} Piece */

/** @typedef {'each' | 'mapSeries' | 'reduce'} LoopKind */

/**
 * @typedef {object} Loop
 * @property {TSESTree.Node} list
 * @property {TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression | TSESTree.Identifier} callback
 *   The name of a function takes the item and nothing else.
 * @property {TSESTree.Parameter | undefined} parameter
 * @property {TSESTree.ReturnStatement[]} returns
 * @property {Accumulator} [accumulator] Of `reduce`.
 */

/**
 * @typedef {object} Accumulator
 * @property {string} name
 * @property {TSESTree.Node} initial
 * @property {TSESTree.Identifier[]} uses
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {LoopKind} kind
 * @returns {Edit[] | undefined} Undefined where the callback cannot be the body of a loop.
 */
export function writeLoop({ sourceCode }, call, kind) {
  const loop = readLoop(sourceCode, call, kind);
  const place = loop && readPlace(sourceCode, call, loop, kind);
  if (!loop || !place) {
    return undefined;
  }
  const { range, start, isStatement, results, argument } = place;
  const unit = indentUnit(sourceCode);
  const outer = indentOf(sourceCode.text, start);
  const own = isStatement ? outer : outer + unit;
  const { accumulator } = loop;
  const sink = accumulator
    ? { before: `${results} = `, after: '' }
    : results === undefined
      ? undefined
      : { before: `${results}.push(`, after: ')' };
  const first = accumulator ? pieceOf(accumulator.initial, own) : '[]';
  const item = nameItem(sourceCode, call, loop, isStatement);
  const written = writeBody(sourceCode, loop, { sink, item: item ?? '' }, own + unit);
  if (!written) {
    return undefined;
  }
  const inside = [
    ...written.edits,
    ...(accumulator && results && results !== accumulator.name
      ? accumulator.uses.filter(written.holds).map(({ range: use }) => replaceRange(use, results))
      : []),
  ];
  const newline = newlineOf(sourceCode);
  const line = (/** @type {Piece[]} */ ...pieces) => [`${newline}${own}`, ...pieces];
  const inner = (/** @type {Piece[]} */ ...pieces) => [`${newline}${own}${unit}`, ...pieces];
  const semicolon = hasSemicolons(sourceCode) ? ';' : '';
  const isShort = item === undefined;
  const list =
    argument === undefined ? writeList(sourceCode, loop.list, own) : [`[...(await ${argument})]`];
  const isKept = !isStatement && kind === 'each';
  const isNamed = argument !== undefined && isArray(sourceCode, loop.list);
  const listName = isNamed ? argument : isKept ? nameBeside(sourceCode, call, 'list') : '';
  const head = [
    'for (const ',
    ...(isShort ? [pieceOf(loop.parameter, own)] : [item]),
    ' of ',
    ...(isKept || isNamed ? [listName] : list),
    ') {',
  ];
  const unwrapped =
    isShort || loop.callback.type === 'Identifier'
      ? []
      : inner(
          ...(loop.parameter ? ['const ', pieceOf(loop.parameter, own + unit), ' = '] : []),
          `await ${item}${goOn(sourceCode, written.pieces) ? ';' : semicolon}`,
        );
  const whole = [...head, ...unwrapped, ...inner(...written.pieces), ...line('}')];
  if (isStatement) {
    const { declaration } = place;
    const opening = declaration ? [`${declaration} = `, first, `${semicolon}${newline}${own}`] : [];
    return [rewriteRange(range, [...opening, ...whole]), ...inside];
  }
  const before = isKept
    ? isNamed
      ? []
      : line(`const ${listName} = `, ...list, semicolon)
    : line(`${accumulator ? 'let' : 'const'} ${results} = `, first, semicolon);
  const after = line(`return ${isKept ? `Promise.all(${listName})` : results}${semicolon}`);
  const opening = `${guardBefore(sourceCode, call, '(')}(async (${argument ?? ''}) => {`;
  return [
    rewriteRange(range, [
      opening,
      ...before,
      ...line(...whole),
      ...after,
      `${newline}${outer}})(`,
      ...(argument === undefined ? [] : [pieceOf(loop.list, outer)]),
      ')',
    ]),
    ...inside,
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Piece[]} pieces
 * @returns {boolean} Whether the code that they begin with would go on with a line before it.
 */
function goOn(sourceCode, pieces) {
  const first = pieces.find((each) => each !== '');
  return first !== undefined && typeof first !== 'string'
    ? mayContinueLine(sourceCode.text, skipForward(sourceCode, first.range[0]))
    : mayContinueLine(first ?? '');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {LoopKind} kind
 * @returns {Loop | undefined}
 */
function readLoop(sourceCode, call, kind) {
  const [list, callback, initial, more] = call.arguments;
  if (!list || more || !callback || list.type === 'SpreadElement') {
    return undefined;
  }
  if (callback.type === 'Identifier') {
    const takesItem =
      kind !== 'reduce' &&
      isFixed(sourceCode, callback) &&
      inputOf(sourceCode, callback, 1) === 'item' &&
      !hasCommentBetween(sourceCode, ...call.range);
    return takesItem ? { list, callback, parameter: undefined, returns: [] } : undefined;
  }
  if (callback.type !== 'ArrowFunctionExpression' && callback.type !== 'FunctionExpression') {
    return undefined;
  }
  const [first, ...rest] = callback.params;
  const accumulator =
    kind === 'reduce' && initial ? readAccumulator(sourceCode, callback, initial) : undefined;
  const [parameter, second] = kind === 'reduce' ? rest : [first, ...rest];
  if ((kind === 'reduce') !== Boolean(accumulator)) {
    return undefined;
  }
  const uses = frameUses(sourceCode, callback);
  const nodes = [...ownNodes(sourceCode, callback)];
  const isPlain =
    !second &&
    !callback.generator &&
    !callback.returnType &&
    !callback.typeParameters &&
    (!parameter || /^(?:Array|Object)Pattern$|^Identifier$/u.test(parameter.type)) &&
    !(parameter && 'typeAnnotation' in parameter && parameter.typeAnnotation) &&
    !uses.evaluates &&
    (callback.type === 'ArrowFunctionExpression' ||
      (!callback.id && uses.this.length === 0 && uses.arguments.length === 0)) &&
    !usesAwaitAsName(sourceCode, callback) &&
    !nodes.some(isHoisted) &&
    !hasCommentBetween(sourceCode, call.range[0], list.range[0]) &&
    !hasCommentBetween(sourceCode, list.range[1], callback.body.range[0]) &&
    !hasCommentBetween(sourceCode, callback.body.range[1], call.range[1]);
  const isWritten = sourceCode
    .getDeclaredVariables(callback)
    .some(({ references }) => references.some((reference) => reference.isWrite()));
  const returns = nodes.filter((node) => node.type === 'ReturnStatement');
  return isPlain && !isWritten
    ? { list, callback, parameter, returns, ...(accumulator && { accumulator }) }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression} callback
 * @param {TSESTree.Node} initial
 * @returns {Loop['accumulator']} Undefined where something may see that it is one variable now.
 */
function readAccumulator(sourceCode, callback, initial) {
  const [parameter] = callback.params;
  if (parameter?.type !== 'Identifier' || parameter.typeAnnotation || !isFreshValue(initial)) {
    return undefined;
  }
  const variable = sourceCode
    .getDeclaredVariables(callback)
    .find(({ name }) => name === parameter.name);
  return variable?.references.every(({ from }) => from.variableScope.block === callback)
    ? {
        name: parameter.name,
        initial,
        uses: variable.references.map(
          ({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier),
        ),
      }
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node declares what a function has, and a block has not; or is a
 *   directive.
 */
function isHoisted(node) {
  return (
    node.type === 'FunctionDeclaration' ||
    (node.type === 'VariableDeclaration' && node.kind === 'var') ||
    isDirective(node)
  );
}

/**
 * Where the loop goes.
 *
 * @typedef {object} Place
 * @property {readonly [number, number]} range The range that it replaces.
 * @property {number} start
 * @property {boolean} isStatement
 * @property {string} [declaration] `const sizes`
 * @property {string} [results] The variable that the results go to.
 * @property {string} [argument] The parameter that the list is given to.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {Loop} loop
 * @param {LoopKind} kind
 * @returns {Place | undefined}
 */
function readPlace(sourceCode, call, { list, callback, accumulator }, kind) {
  const { parent } = call;
  if (parent.type === 'AwaitExpression') {
    const statement = parent.parent;
    const outer = statement.type === 'VariableDeclarator' ? statement.parent : statement;
    if (
      hasCommentBetween(sourceCode, outer.range[0], call.range[0]) ||
      hasCommentBetween(sourceCode, call.range[1], outer.range[1])
    ) {
      return undefined;
    }
    if (statement.type === 'ExpressionStatement' && kind !== 'reduce') {
      return { range: statement.range, start: statement.range[0], isStatement: true };
    }
    const declaration = statement.parent;
    if (
      kind !== 'each' &&
      statement.type === 'VariableDeclarator' &&
      statement.id.type === 'Identifier' &&
      // `var files = await Bluebird.mapSeries(files, …)` reads what is there before.
      !mentionsName(sourceCode, list, statement.id.name) &&
      (accumulator?.name === statement.id.name ||
        canBecome(sourceCode, accumulator?.uses, statement.id.name, callback)) &&
      !statement.id.typeAnnotation &&
      declaration?.type === 'VariableDeclaration' &&
      declaration.declarations.length === 1 &&
      /^(?:BlockStatement|Program)$/u.test(declaration.parent.type) &&
      // The earlier value stays where the callback fails.
      (declaration.kind !== 'var' ||
        !(isInLoop(call) || tryAround(call, enclosingFunction(call) ?? sourceCode.ast)))
    ) {
      const { name } = statement.id;
      return {
        range: declaration.range,
        start: declaration.range[0],
        isStatement: true,
        declaration: `${accumulator && declaration.kind === 'const' ? 'let' : declaration.kind} ${name}`,
        results: name,
      };
    }
  }
  if (enclosingFunction(call)?.generator) {
    return undefined;
  }
  // Within an async function it makes no difference whether the list throws or rejects.
  const isCaught =
    (parent.type === 'AwaitExpression' || parent.type === 'ReturnStatement') &&
    enclosingFunction(call)?.async;
  const isSafe =
    !(accumulator && mentionsName(sourceCode, list, accumulator.name)) &&
    (isCaught ||
      list.type === 'Identifier' ||
      (list.type === 'ArrayExpression' &&
        list.elements.every((element) => element?.type === 'Literal')));
  return {
    range: call.range,
    start: call.range[0],
    isStatement: false,
    ...(!isSafe && { argument: nameBeside(sourceCode, call, 'items') }),
    ...(kind === 'mapSeries' && { results: nameBeside(sourceCode, call, 'results') }),
    ...(accumulator && { results: accumulator.name }),
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Accumulator['uses'] | undefined} uses
 * @param {string} name
 * @param {TSESTree.Node} callback
 * @returns {boolean} Whether the accumulator, or the list of results, may have that name.
 */
function canBecome(sourceCode, uses = [], name, callback) {
  return (
    !mentionsName(sourceCode, callback, name) &&
    !uses.some(({ parent }) => parent.type === 'Property' && parent.shorthand)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {Loop} loop
 * @param {boolean} isStatement
 * @returns {string | undefined} What holds the item until it has been waited for; undefined where the
 *   items are no promises and can be given to the parameter.
 */
function nameItem(sourceCode, call, { list, parameter }, isStatement) {
  const isShort =
    isStatement &&
    parameter?.type === 'Identifier' &&
    isPlainList(list) &&
    !mentionsName(sourceCode, list, parameter.name) &&
    waitsBefore(sourceCode, call);
  return isShort ? undefined : nameBeside(sourceCode, call, 'item');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the function has waited before the call in any case, so that who called it
 *   has gone on: bluebird calls back later.
 */
function waitsBefore(sourceCode, call) {
  const fn = enclosingFunction(call);
  return (
    fn !== undefined &&
    [...ownNodes(sourceCode, fn)].some((node) => {
      if (node.type !== 'AwaitExpression' || node.range[1] > call.range[0]) {
        return false;
      }
      let outer = /** @type {TSESTree.Node} */ (node.parent);
      while (
        /^(?:AwaitExpression|CallExpression|MemberExpression|VariableDeclara.*)$/u.test(outer.type)
      ) {
        outer = /** @type {TSESTree.Node} */ (outer.parent);
      }
      const block = outer.type === 'ExpressionStatement' ? outer.parent : outer;
      return block?.type === 'BlockStatement' && isWithin(call, block);
    })
  );
}

/**
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether nothing in the list is a promise.
 */
export function isPlainList(list) {
  if (list.type === 'ArrayExpression') {
    return list.elements.every(
      (element) => element?.type === 'Literal' || element?.type === 'TemplateLiteral',
    );
  }
  return (
    list.type === 'CallExpression' &&
    list.callee.type === 'MemberExpression' &&
    list.callee.object.type === 'Identifier' &&
    list.callee.object.name === 'Object' &&
    list.callee.property.type === 'Identifier' &&
    /^(?:entries|keys)$/u.test(list.callee.property.name)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @param {string} indent
 * @returns {Piece[]} The list, copied as bluebird does where others have it too.
 */
function writeList(sourceCode, list, indent) {
  const piece = pieceOf(list, indent);
  if (list.type === 'ArrayExpression' || (list.type === 'CallExpression' && isPlainList(list))) {
    return [piece];
  }
  if (isArray(sourceCode, list)) {
    return list.type === 'CallExpression' ? [piece] : ['[...', piece, ']'];
  }
  const [before, after] = awaitAround(list);
  return [`[...(${before}`, piece, `${after})]`];
}

/**
 * @param {TSESTree.Node | undefined} node
 * @param {string} indent
 * @returns {Piece}
 */
function pieceOf(node, indent) {
  return node ? { range: node.range, indent } : '';
}
