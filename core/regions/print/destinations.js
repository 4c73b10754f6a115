/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Printer } from './printer.js' */
/** @import { Pieces } from '../build/region.js' */
/** @import { Block } from './blocks.js' */

import { isIdle } from '../../analysis/values/idle-values.js';
import { isPlain } from '../../analysis/values/plain-values.js';
import { variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { operandOf } from '../build/region.js';
import { line } from './blocks.js';

/**
 * Where the value of a chain goes.
 *
 * @typedef {Return | Drop | Assign | Declare} Destination
 */

/**
 * @typedef {object} Return
 * @property {'return'} kind It is what the function gives.
 * @property {boolean} isGuarded Whether a `try` of the output must see the rejection.
 * @property {boolean} isTail Whether nothing more runs where the value is `undefined` and the
 *   statement just ends.
 * @property {boolean} [isUnused] Whether nobody looks at it, once it is there.
 * @property {boolean} [saysUndefined] Whether a compiler asks for that, as the function gives something
 *   elsewhere.
 */

/**
 * @typedef {object} Drop
 * @property {'drop'} kind It is waited for, and nobody uses it.
 */

/**
 * @typedef {object} Assign
 * @property {'assign'} kind A variable that was declared before.
 * @property {Pieces} target
 * @property {Variable} [variable] The target, where it has a name of the source.
 * @property {boolean} [isSet] Whether it has a value already, which others may look at until the chain
 *   has one.
 * @property {Pieces | undefined} [type] What the value is taken for.
 */

/**
 * @typedef {object} Declare
 * @property {'declare'} kind
 * @property {'const' | 'let' | 'var'} keyword
 * @property {Pieces} pattern With its type, if it has one.
 * @property {Pieces} [name] The name alone, where it is one that can be assigned to.
 * @property {Variable} [variable] What it names.
 * @property {boolean} [isSet] Whether it may have a value already, as a `var` may.
 * @property {Pieces | undefined} [type] What the value is taken for, in place of a type in the pattern.
 * @property {Pieces} [bare] The pattern without its type.
 * @property {boolean} [isReceived] Whether it stands in a handler, and comments before it are of that.
 * @property {boolean} isWrapped Whether the pattern has a default of its own, which only an element of
 *   a list can have.
 */

/**
 * @typedef {object} Value
 * @property {Pieces} pieces
 * @property {boolean} isPlain Whether there is nothing to wait for.
 * @property {boolean} [isIdle] Whether evaluating it does nothing.
 */

/** @type {Value} */
export const UNDEFINED = { pieces: ['undefined'], isPlain: true, isIdle: true };

/**
 * @param {Printer} printer
 * @param {TSESTree.Node} node
 * @returns {Value}
 */
export function valueOf(printer, node) {
  const { sourceCode } = printer.context;
  const isAwaited = node.type === 'AwaitExpression';
  const isSettled =
    isAwaited || isPlain(sourceCode, node, (variable) => printer.settled.has(variable));
  // Elements of several lines are written in parentheses.
  const range = node.type.startsWith('JSX') ? parenthesizedRange(sourceCode, node) : node.range;
  return {
    pieces: node.type === 'SequenceExpression' ? ['(', range, ')'] : [range],
    isPlain: isSettled,
    isIdle: isSettled && isIdle(sourceCode, node),
  };
}

/**
 * Writes the statement that hands a value on.
 *
 * @param {Printer} printer
 * @param {Value} value
 * @param {Destination} destination
 * @param {Block} out
 * @param {TSESTree.Node} [node] The value's, where it is one.
 */
export function handOn(printer, value, destination, out, node) {
  const { context, names } = printer;
  const { sourceCode } = context;
  const { pieces } = value;
  const operand = node && !value.isPlain ? operandOf(node) : pieces;
  const awaited = value.isPlain ? pieces : ['await ', ...operand];
  switch (destination.kind) {
    case 'return':
      if (destination.isUnused && destination.isTail && value.isPlain) {
        if (!value.isIdle) {
          out.items.push(line(asStatement(sourceCode, pieces)));
        }
      } else if (value !== UNDEFINED || destination.saysUndefined) {
        out.items.push(line(['return ', ...(destination.isGuarded ? awaited : pieces)]));
      } else if (!destination.isTail) {
        out.items.push(line(['return']));
      }
      return;
    case 'drop':
      if (!value.isIdle) {
        out.items.push(line(asStatement(sourceCode, awaited)));
      }
      break;
    case 'assign':
      if (value !== UNDEFINED || destination.isSet) {
        if (destination.variable) {
          names.assign(destination.variable, out.home);
        }
        const taken = value === UNDEFINED ? awaited : takenFor(awaited, destination);
        out.items.push(line([...destination.target, ' = ', ...taken]));
      }
      break;
    case 'declare': {
      const same = node && value.isPlain ? readSame(printer, node, destination) : undefined;
      if (same && destination.variable) {
        names.unify(destination.variable, same);
        return;
      }
      const { bare, isReceived, isWrapped, keyword, pattern } = destination;
      out.items.push({
        ...line(
          isWrapped
            ? [`${keyword} [`, ...pattern, '] = [', ...awaited, ']']
            : [`${keyword} `, ...(bare ?? pattern), ' = ', ...takenFor(awaited, destination)],
        ),
        ...(isReceived && { anchors: awaited }),
      });
      return;
    }
  }
}

/**
 *     .then((list) => { show(list); return list; }).then((list) => …)
 *
 * @param {Printer} printer
 * @param {TSESTree.Node} node
 * @param {Declare} destination
 * @returns {Variable | undefined} What the node names, if the parameter that it is given to may be the same.
 */
function readSame({ context, root }, node, { isReceived, type, variable }) {
  const { sourceCode } = context;
  const value = node.type === 'Identifier' ? variableOf(sourceCode, node) : undefined;
  const [name] = /** @type {TSESTree.Identifier[]} */ (variable?.identifiers ?? []);
  if (!value || !variable || !name || !isReceived || type || name.typeAnnotation) {
    return undefined;
  }
  const isSame =
    value.name === variable.name &&
    // What a handler gets is there from its begin.
    value.defs.every((each) => each.type === 'Parameter' && each.node !== root) &&
    [value, variable].every((each) => writesOf(each).every(({ init }) => init)) &&
    !hasCommentBetween(sourceCode, node.range[1], name.range[0]);
  return isSame ? value : undefined;
}

/**
 * @param {Pieces} value
 * @param {Assign | Declare} destination
 * @returns {Pieces}
 */
function takenFor(value, { type }) {
  return type ? ['(', ...value, ') as ', ...type] : value;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pieces} pieces
 * @returns {Pieces} In parentheses where it would be read as a declaration or a block.
 */
function asStatement({ text }, pieces) {
  const [first] = pieces;
  if (!first || (typeof first !== 'string' && !Array.isArray(first))) {
    return pieces;
  }
  const start = typeof first === 'string' ? first : text.slice(first[0], first[1]);
  return /^(?:\{|function\b|class\b|async\s+function\b|let\s*\[)/u.test(start)
    ? ['(', ...pieces, ')']
    : pieces;
}

/**
 * @param {Printer} printer
 * @param {Declare} declare
 * @returns {boolean} Whether TypeScript would not know the type of the variable, declared before it has
 *   a value: in functions that use it.
 */
export function losesType({ context }, { name, pattern, variable }) {
  return (
    context.isTyped === true &&
    pattern.length === 1 &&
    name !== undefined &&
    variable !== undefined &&
    variable.references.some(({ from }) => from.variableScope !== variable.scope.variableScope)
  );
}

/**
 * Where the value comes from several places, its name is declared first.
 *
 * @param {Printer} printer
 * @param {Destination} destination
 * @param {Block} out
 * @param {(destination: Return | Drop | Assign) => void} write
 */
export function declareFirst(printer, destination, out, write) {
  if (destination.kind !== 'declare') {
    write(destination);
    return;
  }
  const { bare, isReceived, isSet, isWrapped, keyword, name, pattern, type, variable } =
    destination;
  if (name && !isWrapped && !losesType(printer, destination)) {
    const declaration = line([keyword === 'var' ? 'var ' : 'let ', ...pattern]);
    out.items.push(isReceived ? { ...declaration, anchors: [] } : declaration);
    write({
      kind: 'assign',
      target: name,
      ...(variable && { variable }),
      ...(isSet && { isSet }),
      type,
    });
    return;
  }
  const temporary = printer.names.take('value');
  out.items.push(line([`let ${temporary}`]));
  write({ kind: 'assign', target: [temporary] });
  out.items.push(
    line(
      isWrapped
        ? [`${keyword} [`, ...pattern, `] = [${temporary}]`]
        : [`${keyword} `, ...(bare ?? pattern), ' = ', ...takenFor([temporary], destination)],
    ),
  );
}

/**
 * A `finally` comes after the value, and an end without a value sets none: what is set already gets its
 * value behind them.
 *
 * @param {Printer} printer
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 * @param {(destination: Exclude<Destination, Declare>) => void} write
 */
export function assignLast(printer, destination, out, write) {
  if (destination.kind !== 'assign' || !destination.isSet) {
    write(destination);
    return;
  }
  const temporary = printer.names.take('value');
  out.items.push(line([`let ${temporary}`]));
  write({ kind: 'assign', target: [temporary] });
  handOn(printer, { pieces: [temporary], isPlain: true }, destination, out);
}
