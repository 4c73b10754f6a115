/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { classAround } from './callees.js';
import { readKey } from '../modules/modules.js';
import { nodesOfType } from './nodes.js';

/**
 * @typedef {object} FieldValue
 * @property {TSESTree.Expression} value
 * @property {boolean} isInitial Whether it is there from the start: in the declaration, or set by the constructor.
 */

/**
 *     class Server { app = express(); constructor() { this.http = createServer(this.app); } }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member `this.app`
 * @returns {FieldValue[]} What its class gives the field. None where it is no field of `this`.
 */
export function fieldValues(sourceCode, member) {
  const key = readKey(member);
  const definition = classAround(member);
  if (key === undefined || !definition || member.object.type !== 'ThisExpression') {
    return [];
  }
  const declared = definition.body.body.flatMap((part) =>
    part.type === 'PropertyDefinition' &&
    !part.computed &&
    part.key.type === 'Identifier' &&
    part.key.name === key &&
    part.value
      ? [{ value: part.value, isInitial: true }]
      : [],
  );
  const assigned = nodesOfType(sourceCode, 'AssignmentExpression').filter(
    ({ left }) =>
      left.type === 'MemberExpression' &&
      left.object.type === 'ThisExpression' &&
      readKey(left) === key &&
      classAround(left) === definition,
  );
  return [
    ...declared,
    ...assigned.map((node) => ({ value: node.right, isInitial: isInConstructor(node) })),
  ];
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isInConstructor(node) {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (outer.type === 'MethodDefinition') {
      return outer.kind === 'constructor';
    }
  }
  return false;
}
