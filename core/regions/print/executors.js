/** @import { Executor } from '../build/steps.js' */
/** @import { Pieces, Range } from '../build/region.js' */

/**
 * @param {Pieces | Executor} operand
 * @returns {Pieces} The expression that is waited for.
 */
export function operandPieces(operand) {
  return Array.isArray(operand) ? operand : executorPieces(operand);
}

/**
 *     new Promise((resolve) => exists(file, resolve))
 *
 * @param {Executor} executor
 * @returns {Pieces}
 */
function executorPieces({
  call,
  error = 'err',
  gives,
  isTyped = false,
  reject = 'reject',
  resolve,
  rest = '',
  values = 'values',
}) {
  const [any, all] = isTyped ? [': any', ': any[]'] : ['', ''];
  const type = isTyped ? (gives === 'all-or-error' ? '<any[]>' : '<any>') : '';
  const start = `new Promise${type}(`;
  switch (gives) {
    case 'first':
      return [`${start}(${resolve}) => `, ...call, `${resolve}${rest}))`];
    case 'second':
      return [
        `${start}(${resolve}) => `,
        ...call,
        `(${error}${any}, ${values}${any}) => ${resolve}(${values})))`,
      ];
    case 'all':
      return [
        `${start}(${resolve}) => `,
        ...call,
        `(...${values}${all}) => ${resolve}(${values})))`,
      ];
    default:
      return [
        `${start}(${resolve}, ${reject}) => {\n\t`,
        ...call.map((piece) => (isRange(piece) ? { range: piece, levels: 1 } : piece)),
        `(err${any}, ...${values}${all}) => {\n\t\tif (err) ${reject}(err)\f\n\t\telse ${resolve}(${values})\f\n\t})\f\n})`,
      ];
  }
}

/**
 * @param {Pieces[number]} piece
 * @returns {piece is Range}
 */
function isRange(piece) {
  return Array.isArray(piece);
}
