/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Link, LinkResult } from './link-edits.js' */

import { insertAfter, insertBefore, replaceRange } from '../../../edits/edit.js';
import { nameBeside } from '../../../edits/names.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { withTypes } from '../helper-types.js';
import { handOver, refuseLink, renameLink } from './link-edits.js';
import { layOut } from '../lists/series.js';
import { isRestfulOnce } from '../values.js';

/** Methods that give something else for the value. */

/**
 * .get('name')  ->  .then((value) => value.name)
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeGet(context, link) {
  const [key, more] = link.arguments;
  const isName = key?.type === 'Literal' && typeof key.value === 'string';
  const isIndex = key?.type === 'Literal' && typeof key.value === 'number';
  if (!key || more || !(isName || isIndex)) {
    return refuseLink(context, link);
  }
  const member =
    isName && /^[A-Za-z_$][\w$]*$/u.test(String(key.value))
      ? `.${String(key.value)}`
      : `[${key.raw}]`;
  return {
    edits: [renameLink(link, 'then'), replaceRange(key.range, `(value) => value${member}`)],
    assumes: [],
  };
}

/**
 * .call('name', a)  ->  .then((value) => value.name(a))
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeCall(context, link) {
  const { sourceCode } = context;
  const [name, ...args] = link.arguments;
  const isPlain =
    name?.type === 'Literal' &&
    typeof name.value === 'string' &&
    /^[A-Za-z_$][\w$]*$/u.test(name.value);
  if (!isPlain || hasCommentBetween(sourceCode, name.range[0], link.range[1])) {
    return refuseLink(context, link);
  }
  const method = String(name.value);
  if (args.every((arg) => isRestfulOnce(sourceCode, arg))) {
    const [first] = args;
    const end = first ? first.range[0] : name.range[1];
    const value = nameBeside(sourceCode, link, 'value');
    return {
      edits: [
        renameLink(link, 'then'),
        replaceRange([name.range[0], end], `(${value}) => ${value}.${method}(`),
        insertAfter(args.at(-1)?.range[1] ?? name.range[1], ')'),
      ],
      assumes: [],
    };
  }
  const [first] = args;
  const [maker] = withTypes(context, [
    `((...args‹: any›) => (value‹: any›) => value.${method}(...args)`,
  ]);
  return {
    edits: [
      renameLink(link, 'then'),
      replaceRange([name.range[0], first?.range[0] ?? name.range[1]], `${maker})(`),
      insertAfter(args.at(-1)?.range[1] ?? name.range[1], ')'),
    ],
    assumes: [],
  };
}

/**
 * .return(value)       ->  .then(() => value)
 * .catchReturn(value)  ->  .catch(() => value)
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @param {string} key
 * @returns {LinkResult}
 */
export function writeReturn(context, link, key) {
  const name = key === 'catchReturn' ? 'catch' : 'then';
  const [value, more] = link.arguments;
  if (more) {
    return refuseLink(context, link);
  }
  if (!value) {
    return {
      edits: [renameLink(link, name), insertBefore(link.range[1] - 1, '() => {}')],
      assumes: [],
    };
  }
  return isRestfulOnce(context.sourceCode, value)
    ? {
        edits: [
          renameLink(link, name),
          insertBefore(value.range[0], value.type === 'ObjectExpression' ? '() => (' : '() => '),
          ...(value.type === 'ObjectExpression' ? [insertAfter(value.range[1], ')')] : []),
        ],
        assumes: [],
      }
    : handOver(context, link, name, ['‹<T,>›(value‹: T›) => () => value']);
}

/**
 * .throw(error)       ->  .then(() => { throw error; })
 * .catchThrow(error)  ->  .catch(() => { throw error; })
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @param {string} key
 * @returns {LinkResult}
 */
export function writeThrow(context, link, key) {
  const name = key === 'catchThrow' ? 'catch' : 'then';
  const { sourceCode } = context;
  const [error, more] = link.arguments;
  if (!error || more) {
    return refuseLink(context, link);
  }
  return isRestfulOnce(sourceCode, error)
    ? {
        edits: [
          renameLink(link, name),
          insertBefore(
            error.range[0],
            layOut(sourceCode, link.callee.property.range[0], ['() => {', '>throw ']),
          ),
          insertAfter(
            error.range[1],
            layOut(sourceCode, link.callee.property.range[0], [';', '}']),
          ),
        ],
        assumes: [],
      }
    : handOver(context, link, name, ['(error‹: unknown›) => () => {', '>throw error;', '}']);
}
