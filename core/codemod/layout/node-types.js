/** The kinds of nodes, by their types in the trees of Babel and of ESTree. */

/**
 * @param {RegExp} types
 * @returns {(node: any) => boolean}
 */
export const typed =
  (types) =>
  ({ type }) =>
    types.test(type);

export const isCall = typed(/^CallE/u);
export const isMember = typed(/^MemberE/u);
export const isBinary = typed(/^(?:Binary|Logical)E/u);
export const isObject = typed(/^ObjectE/u);
export const isArray = typed(/^ArrayE/u);
export const isArrow = typed(/^Arrow/u);
export const isConditional = typed(/^ConditionalE/u);
export const isFunction = typed(/^(?:FunctionE|Arrow)/u);

/** Whether it is a statement in which a test stands in parentheses. */
export const hasTest = typed(/^(?:If|While)Statement$/u);

/**
 * @param {any} node
 * @returns {boolean}
 */
export const hasBlock = (node) => isFunction(node) && node.body.type === 'BlockStatement';

/**
 * @param {any} node
 * @returns {boolean}
 */
export const isString = ({ type, value }) =>
  type === 'StringLiteral' || (type === 'Literal' && typeof value === 'string');
