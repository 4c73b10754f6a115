/** @import { TSESTree } from '@typescript-eslint/types' */

import { CONVERSIONS } from './estree.js';
import { VISITOR_KEYS } from './visitor-keys.js';

/** @typedef {Record<string, any> & { type: string }} LooseNode */

/**
 * @typedef {(node: LooseNode, text: string) => void} Repair
 *
 * What Babel's `estree` output lacks of the tree that ESLint's own parsers give, by node type. The
 * scope manager reads these properties without asking whether they are there.
 *
 * @type {Record<string, Repair>}
 */
const REPAIRS = {
  ClassDeclaration: repairClass,
  ClassExpression: repairClass,
  ExportAllDeclaration: addAttributes,
  ExportNamedDeclaration: addAttributes,
  ImportDeclaration: addAttributes,
  ArrayPattern: addDecorators,
  AssignmentPattern: addDecorators,
  Identifier: addDecorators,
  ObjectPattern: addDecorators,
  RestElement: addDecorators,
  TSParameterProperty: addDecorators,
  AccessorProperty: addDecorators,
  MethodDefinition: addDecorators,
  PropertyDefinition: addDecorators,
  TSAbstractMethodDefinition: addDecorators,
  TSAbstractPropertyDefinition: addDecorators,
  CallExpression: renameTypeArguments,
  NewExpression: renameTypeArguments,
  TaggedTemplateExpression: renameTypeArguments,
  JSXOpeningElement: renameTypeArguments,
  TSTypeReference: renameTypeArguments,
  TSExpressionWithTypeArguments: renameTypeArguments,
  TSImportType: renameTypeArguments,
  TSTypeQuery: renameTypeArguments,
  TSInstantiationExpression: renameTypeArguments,
  TSEnumDeclaration(node) {
    node.body ??= {
      type: 'TSEnumBody',
      members: node.members,
      range: node.range,
      loc: node.loc,
    };
  },
  TSTypeParameter: nameTypeParameter,
  TSMappedType(node) {
    const parameter = node.typeParameter;
    if (parameter) {
      nameTypeParameter(parameter);
      node.key = parameter.name;
      node.constraint = parameter.constraint;
    }
  },
  TSFunctionType: renameSignature,
  TSConstructorType: renameSignature,
  TSCallSignatureDeclaration: renameSignature,
  TSConstructSignatureDeclaration: renameSignature,
  TSMethodSignature: renameSignature,
};

/**
 * The same for Babel's own trees.
 *
 * @type {Record<string, Repair>}
 */
const CONVERSIONS_AND_REPAIRS = {
  ...REPAIRS,
  ...Object.fromEntries(
    Object.entries(CONVERSIONS).map(([type, convert]) => [
      type,
      (/** @type {LooseNode} */ node, /** @type {string} */ text) => {
        convert(node, text);
        REPAIRS[node.type]?.(node, text);
      },
    ]),
  ),
};

/**
 * Turns Babel's tree in place into the tree that `@typescript-eslint/scope-manager` and
 * the analysis read, and sets `parent` on every node, in one walk that does not recurse.
 *
 * @param {LooseNode} program
 * @param {string} text
 * @param {boolean} isEstree Whether the parser was told to give ESTree's nodes.
 * @returns {TSESTree.Program}
 */
export function normalise(program, text, isEstree) {
  const repairs = isEstree ? REPAIRS : CONVERSIONS_AND_REPAIRS;
  const stack = [program];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    repairs[node.type]?.(node, text);
    const keys = VISITOR_KEYS[node.type];
    if (!keys) {
      adoptAll(node, stack);
      continue;
    }
    for (let at = 0; at < keys.length; at++) {
      const child = node[/** @type {string} */ (keys[at])];
      if (Array.isArray(child)) {
        for (let index = 0; index < child.length; index++) {
          const item = child[index];
          if (item) {
            item['parent'] = node;
            stack.push(item);
          }
        }
      } else if (typeof child === 'object' && child !== null) {
        /** @type {LooseNode} */ (child)['parent'] = node;
        stack.push(/** @type {LooseNode} */ (child));
      }
    }
  }
  return /** @type {TSESTree.Program} */ (/** @type {unknown} */ (program));
}

/**
 * @param {LooseNode} node Of a type that no list of keys tells about: its children are whatever looks
 *   like a node.
 * @param {LooseNode[]} stack
 */
function adoptAll(node, stack) {
  for (const child of Object.values(node).flat()) {
    if (isNode(child) && child !== node['parent']) {
      child['parent'] = node;
      stack.push(child);
    }
  }
}

/**
 * @param {unknown} value
 * @returns {value is LooseNode}
 */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && 'range' in value;
}

/** Nearly every identifier gets it. @type {readonly never[]} */
const NONE = [];

/** @param {LooseNode} node */
function addDecorators(node) {
  node['decorators'] ??= NONE;
}

/** @param {LooseNode} node */
function addAttributes(node) {
  node['attributes'] ??= [];
  node['specifiers'] ??= [];
}

/** @param {LooseNode} node */
function renameTypeArguments(node) {
  node['typeArguments'] ??= node['typeParameters'];
}

/** @param {LooseNode} node */
function nameTypeParameter(node) {
  const { name } = node;
  if (typeof name === 'string') {
    const [start] = node['range'];
    const range = [start, start + name.length];
    node['name'] = { type: 'Identifier', name, range, loc: node['loc'], decorators: [] };
  }
}

/** @param {LooseNode} node */
function renameSignature(node) {
  node['params'] ??= node['parameters'] ?? [];
  node['returnType'] ??= node['typeAnnotation'];
  for (const parameter of node['params']) {
    addDecorators(parameter);
  }
}

/** @param {LooseNode} node */
function repairClass(node) {
  addDecorators(node);
  node['implements'] ??= [];
  node['superTypeArguments'] ??= node['superTypeParameters'];
}
