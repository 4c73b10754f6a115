/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { KnownErrors } from '../errors/errors.js' */
/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, isReference } from '../../analysis/syntax/functions.js';
import { isWithin, nodesOfType, nodesWithin } from '../../analysis/syntax/nodes.js';
import { asPrinted, indentLines, insertBefore, moveRange, replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { mayContinueLine } from '../../edits/statements.js';
import { skipWhitespaceBackward } from '../../edits/trivia.js';
import { readCallee } from '../callees/callees.js';
import { checkFrame } from '../statements/calls.js';
import { readCount, readLatchedExits } from './counts.js';
import { freeName } from './names.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { indentAt } from './slots.js';
import { checkPlain, translateStatements } from '../statements/statements.js';
import { isTyped } from '../boundary/types.js';
import { printWaits } from './waits.js';

/** @import { Count } from './counts.js' */

/**
 * Operations that run side by side, with one function that counts them. They start as they did, in
 * the executor of a promise, which the last of them resolves; what that one did stands behind.
 *
 *     for (const id of ids) load(id, ondone);
 *     function ondone(err) { if (err) error = err; if (--pending) return; cb(error); }
 */

const FUNCTIONS = /** @type {const} */ ([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);

/**
 * @typedef {object} Counted
 * @property {FunctionNode} fn The function that counts.
 * @property {Count} count
 * @property {readonly TSESTree.Identifier[]} exits Where an error is handed on before the count ends.
 * @property {readonly [number, number]} region What starts the operations, with that function.
 * @property {readonly TSESTree.Statement[]} aside Functions among it that only what stands behind the
 *   count calls.
 */

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {TSESTree.Statement} statement The one that is next.
 * @param {object} place
 * @param {Position} place.position Of the list.
 * @param {KnownErrors} place.known
 * @returns {boolean} Whether it and all that follows is such a group.
 * @throws {Refused}
 */
export function translateCounted(translator, statements, statement, place) {
  const { sourceCode, target } = translator;
  if (
    place.position.followed ||
    place.position.inLoop ||
    (isWithin(statement, target.fn.body) &&
      functionsWithSteps(sourceCode, target.fn.body).length === 0)
  ) {
    return false;
  }
  const rest = statements.slice(statements.indexOf(statement));
  const counted = findCounted(translator, rest);
  if (!counted) {
    return false;
  }
  const { fn, count, exits, region, aside } = counted;
  const position = positionWith(place.position, { known: place.known });
  checkFrame(fn, translator);
  checkNames(translator, counted);
  const own = rest.filter((each) => each.range[0] < region[1] && !aside.includes(each));
  own.forEach((each) => checkPlain(translator, each, position));
  const later = position.later || runsLater(translator, fn, region);
  if (!later) {
    translator.doubted ??= fn;
  }
  translator.throwsEarly ||= !position.later;
  translator.failsEarly ||= !later && exits.length > 0;
  translator.isWaiting = true;
  leaveInside(translator, counted);
  count.suffix.forEach((each) => translator.freed.add(each));
  writeCounted(translator, counted, position);
  translator.opened.add(fn);
  const last = position.last && own.length + aside.length === rest.length;
  const levels = levelsOf(translator, counted);
  const inner = positionWith(position, {
    later,
    inCallback: true,
    last,
    shift: position.shift - levels,
  });
  if (translateStatements(translator, count.suffix, inner)) {
    throw new Refused('callback-not-called', quote(sourceCode, fn));
  }
  return true;
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @returns {Counted | undefined}
 */
function findCounted(translator, statements) {
  const { sourceCode } = translator;
  const [first] = statements;
  for (const [index, holder] of statements.entries()) {
    for (const node of functionsWithSteps(sourceCode, holder)) {
      const count = readCount(sourceCode, node);
      if (!first || !count || !translator.usesCallback(node)) {
        continue;
      }
      const end = endOfStatement(sourceCode, holder);
      const region = /** @type {const} */ ([first.range[0], end]);
      const exits = readLatchedExits(translator, node, count);
      const aside = standingAside(translator, statements.slice(0, index), count);
      const counted = { fn: node, count, exits, region, aside };
      if (statements.slice(index + 1).every(isDeclaration) && isAlone(translator, counted)) {
        return counted;
      }
    }
  }
  return undefined;
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {Count} count
 * @returns {TSESTree.Statement[]}
 */
function standingAside({ settlers }, statements, { range }) {
  const variableOf = new Map([...settlers.values()].map(({ fn, variable }) => [fn, variable]));
  let aside = statements.filter((each) => each.type === 'FunctionDeclaration');
  for (let count = -1; count !== aside.length;) {
    count = aside.length;
    aside = aside.filter((each) =>
      variableOf
        .get(each)
        ?.references.every(
          ({ identifier }) =>
            isIn(range, identifier) || aside.some((other) => isIn(other.range, identifier)),
        ),
    );
  }
  return aside;
}

/** @type {(sourceCode: SourceCodeLike) => Map<TSESTree.Node, readonly FunctionNode[]>} */
const steppingByHolder = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} holder
 * @returns {readonly FunctionNode[]} The functions in it that may count: those that take a step up or down.
 */
function functionsWithSteps(sourceCode, holder) {
  const known = steppingByHolder(sourceCode);
  const functions = known.get(holder) ?? findFunctionsWithSteps(sourceCode, holder);
  known.set(holder, functions);
  return functions;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} holder
 * @returns {FunctionNode[]}
 */
function findFunctionsWithSteps(sourceCode, holder) {
  const steps = [
    ...nodesWithin(sourceCode, 'UpdateExpression', holder),
    ...nodesWithin(sourceCode, 'AssignmentExpression', holder).filter(({ operator }) =>
      /^[-+]=$/u.test(operator),
    ),
  ];
  return steps.length === 0
    ? []
    : FUNCTIONS.flatMap((type) => nodesWithin(sourceCode, type, holder))
        .filter((fn) => steps.some((step) => isWithin(step, fn)))
        .sort((left, right) => left.range[0] - right.range[0]);
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether nothing happens there.
 */
function isDeclaration({ type }) {
  return type === 'FunctionDeclaration' || type === 'EmptyStatement';
}

/**
 * @param {Translator} translator
 * @param {Counted} counted
 * @returns {boolean} Whether what leads out of the function stands behind the count, all else leads to
 *   it, and nothing but brackets is left behind it.
 */
function isAlone(translator, counted) {
  const { sourceCode } = translator;
  const { fn, count, exits, region, aside } = counted;
  const inside = gatherInside(translator, counted);
  const isExit = (/** @type {TSESTree.Node} */ use) =>
    exits.some((exit) => exit.range[0] === use.range[0]) || isIn(count.range, use);
  const usesInside = translator.activeUses.filter(
    (use) => isIn(region, use) && !isExit(use) && !aside.some((each) => isIn(each.range, use)),
  );
  const tail = sourceCode.text.slice(count.range[1], region[1]);
  return (
    usesInside.every((use) => {
      const variable = use.type === 'Identifier' ? translator.variableOf(use) : undefined;
      return variable !== undefined && inside.has(variable);
    }) &&
    /^[\s;)}]*$/u.test(tail) &&
    !fn.async &&
    !fn.generator &&
    returnsNothing(translator, region)
  );
}

/**
 * @param {Translator} translator
 * @param {Counted} counted
 * @returns {Set<Variable>} The functions of the region that lead to the one that counts, and its own
 *   name.
 */
function gatherInside({ settlers }, { fn, count, region, aside }) {
  const inside = new Set(
    [...settlers.values()]
      .filter(
        (settler) =>
          isIn(region, settler.fn) &&
          ![count, ...aside].some(({ range }) => isIn(range, settler.fn)),
      )
      .map(({ variable }) => variable),
  );
  // What is not called but behind the count goes on behind it.
  for (const variable of inside) {
    const isOwn = settlers.get(variable)?.fn === fn;
    const uses = variable.references.filter(({ init }) => !init);
    if (!isOwn && uses.every(({ identifier }) => isIn(count.range, identifier))) {
      inside.delete(variable);
    }
  }
  return inside;
}

/**
 * @param {Translator} translator
 * @param {readonly [number, number]} region
 * @returns {boolean} Whether what the function itself returns there is nothing.
 */
function returnsNothing(translator, region) {
  const { sourceCode, target } = translator;
  return nodesOfType(sourceCode, 'ReturnStatement').every(
    (node) =>
      !isIn(region, node) ||
      !node.argument ||
      translator.usesCallback(node.argument) ||
      isIn(region, enclosingFunction(node) ?? target.fn),
  );
}

/**
 * @param {Translator} translator
 * @param {Counted} counted
 * @throws {Refused} When a name of the executor is needed behind it, or means something else there.
 */
function checkNames({ sourceCode, target }, { fn, count, region, aside }) {
  const isMoved = (/** @type {{ range: readonly [number, number] }} */ node) =>
    [count, ...aside].some(({ range }) => isIn(range, node));
  const isKept = (/** @type {{ range: readonly [number, number] }} */ node) =>
    isIn(region, node) && !isMoved(node);
  const moved = new Set();
  for (
    let scope = /** @type {import('@typescript-eslint/scope-manager').Scope | null} */ (
      sourceCode.getScope(fn)
    );
    scope;
    scope = scope.block === target.fn ? null : scope.upper
  ) {
    for (const variable of scope.variables) {
      const names = /** @type {TSESTree.Node[]} */ (variable.identifiers);
      const uses = variable.references.map(
        ({ identifier }) => /** @type {TSESTree.Node} */ (identifier),
      );
      if (names.some(isKept) && [...names, ...uses].some((node) => !isKept(node))) {
        throw new Refused('parallel-loop', `\`${variable.name}\``);
      }
      if (names.some(isMoved)) {
        moved.add(variable.name);
      }
    }
  }
  // What is declared behind the count is declared beside the executor now.
  for (const node of moved.size > 0 ? nodesWithin(sourceCode, 'Identifier', target.fn) : []) {
    if (moved.has(node.name) && !isMoved(node) && isReference(node)) {
      const variable = ownVariable(sourceCode, node);
      if (!variable?.identifiers.some((name) => isKept(/** @type {any} */ (name)))) {
        throw new Refused('name-clash', `\`${node.name}\``);
      }
    }
  }
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {Variable | undefined}
 */
function ownVariable(sourceCode, node) {
  for (
    let scope = /** @type {import('@typescript-eslint/scope-manager').Scope | null} */ (
      sourceCode.getScope(node)
    );
    scope;
    scope = scope.upper
  ) {
    const variable = scope.set.get(node.name);
    if (variable) {
      return variable;
    }
  }
  return undefined;
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {readonly [number, number]} region
 * @param {ReadonlySet<FunctionNode>} [seen]
 * @returns {boolean} Whether the function runs only when something asynchronous has happened.
 */
function runsLater(translator, fn, region, seen = new Set()) {
  if (seen.has(fn)) {
    return true;
  }
  const around = new Set([...seen, fn]);
  const settler = [...translator.settlers.values()].find((each) => each.fn === fn);
  const uses = settler
    ? settler.variable.references
        .filter(({ init }) => !init)
        .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    : [];
  const places = isFunctionExpression(fn) && fn.parent.type === 'CallExpression' ? [fn] : [];
  return [...uses, ...places].every((use) => {
    if (callsLater(translator, use)) {
      return true;
    }
    const outer = enclosingFunction(use);
    return (
      outer !== undefined && isIn(region, outer) && runsLater(translator, outer, region, around)
    );
  });
}

/** @param {FunctionNode} fn @returns {boolean} */
function isFunctionExpression({ type }) {
  return type !== 'FunctionDeclaration';
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} given
 * @returns {boolean} Whether it is handed to a call that calls it later for certain.
 */
function callsLater(translator, given) {
  const { parent } = given;
  if (parent?.type !== 'CallExpression' || parent.arguments.at(-1) !== given) {
    return false;
  }
  try {
    return !readCallee(translator, parent).maySync;
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    return false;
  }
}

/**
 * The functions of the executor stay what they are.
 *
 * @param {Translator} translator
 * @param {Counted} counted
 */
function leaveInside(translator, counted) {
  const inside = gatherInside(translator, counted);
  translator.settlers = new Map(
    [...translator.settlers].filter(([variable]) => !inside.has(variable)),
  );
}

/**
 * @param {Translator} translator
 * @param {Counted} counted
 * @returns {number} By how many levels what stands behind the count is deeper than the region.
 */
function levelsOf({ sourceCode }, { count, region }) {
  return levelsBetween(sourceCode, region[0], count.range[0]);
}

/**
 * @param {Translator} translator
 * @param {Counted} counted
 * @param {Position} position
 */
function writeCounted(translator, counted, { shift }) {
  const { sourceCode } = translator;
  const { text } = sourceCode;
  const { count, exits, region, aside } = counted;
  const [start, end] = region;
  const [from, to] = count.range;
  const indent = indentAt(translator, start, shift);
  const semicolon = /;[^\S\n]*(?:\n|$)/u.test(text.slice(start, end)) ? ';' : '';
  const resolve = freeName(translator, region, 'resolve');
  const reject = freeName(translator, region, 'reject');
  const parameters = exits.length > 0 ? `(${resolve}, ${reject})` : `(${resolve})`;
  const type = isTyped(sourceCode) ? '<void>' : '';
  const [opening = '', ending = ''] = printWaits(translator, { indent, semicolon }, [
    {
      type: 'wait',
      operand: [
        `new Promise${type}(${parameters} => {\n\t`,
        { range: [start, count.testEnd], levels: 1 },
        '\n})',
      ],
    },
  ]).texts;
  translator.edits.push(asPrinted(insertBefore(start, opening)));
  translator.indent([start, count.testEnd], 1);
  translator.indent([from, to], -levelsOf(translator, counted));
  exits.forEach((exit) => translator.edits.push(replaceRange(exit.range, reject)));
  const tail = text
    .slice(count.tailStart, end)
    .trimEnd()
    .replace(
      /\n[^\S\n]*/gu,
      (_, offset) => `\n${indentAt(translator, count.tailStart + Number(offset) + 1, shift + 1)}`,
    );
  const line = count.isOwnStatement
    ? `\n${indentAt(translator, count.test.range[0], shift + 1)}`
    : ' ';
  const guard = semicolon === '' && mayContinueLine(text, from) ? ';' : '';
  const comments = translator
    .commentsBetween(count.testEnd, from)
    .map((comment) => `${comment}\n${indent}`)
    .join('');
  const closing = `${line}${resolve}()${semicolon}${tail}${ending}\n${indent}${comments}${guard}`;
  translator.edits.push(replaceRange([count.testEnd, from], closing), replaceRange([to, end], ''));
  // Of what closes at one place, the first given stands last.
  for (const { range } of [...aside].reverse()) {
    const before = skipWhitespaceBackward(text, startWithComments(sourceCode, range[0]));
    const moved = /** @type {const} */ ([before, range[1]]);
    // They are no deeper than what stands behind the count, which lies in the region, too.
    translator.indents.push({ range: moved, levels: -1 });
    translator.edits.push(indentLines(moved, shift), {
      ...moveRange(moved, end, '', ''),
      side: 'close',
    });
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @returns {number} Where the comments begin that stand on the lines above.
 */
function startWithComments(sourceCode, start) {
  const { ast, text } = sourceCode;
  const above = (ast.comments ?? []).findLast(
    ({ range }) => range[1] <= start && /^\s*$/u.test(text.slice(range[1], start)),
  );
  const lineStart = above && text.lastIndexOf('\n', above.range[0]) + 1;
  return above && lineStart !== undefined && /^\s*$/u.test(text.slice(lineStart, above.range[0]))
    ? startWithComments(sourceCode, above.range[0])
    : start;
}

/**
 * @param {readonly [number, number]} range
 * @param {{ range: readonly [number, number] | undefined } | { range?: readonly [number, number] }} node
 * @returns {boolean}
 */
function isIn([start, end], { range }) {
  return range !== undefined && range[0] >= start && range[1] <= end;
}
