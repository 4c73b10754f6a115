/** @import { TSESTree } from '@typescript-eslint/types' */

import { CONVERSIONS } from './estree.js';
import { PLAIN_VISITOR_KEYS, VISITOR_KEYS } from './visitor-keys.js';

/** @typedef {Record<string, any> & { type: string }} LooseNode */

/**
 * @typedef {(node: LooseNode, text: string) => void} Repair
 *
 * The properties that Babel's `estree` output lacks of the tree that ESLint's own parsers give, by node type. The
 * scope manager reads these properties without asking whether they are there.
 *
 * @type {Record<string, Repair>}
 */
const REPAIRS = {
  ClassDeclaration: repairClass,
  ClassExpression: repairClass,
  ExportAllDeclaration: addAttributes,
  ExportDefaultSpecifier: nameDefault,
  ExportNamedDeclaration: addAttributes,
  ImportDeclaration: addAttributes,
  ArrowFunctionExpression: decorateParameters,
  FunctionDeclaration: decorateParameters,
  FunctionExpression: decorateParameters,
  AccessorProperty: addDecorators,
  MethodDefinition: addDecorators,
  PropertyDefinition: addDecorators,
};

/**
 * The same where there are types.
 *
 * @type {Record<string, Repair>}
 */
const TYPED_REPAIRS = {
  ...REPAIRS,
  FunctionExpression(node) {
    // class A { load(name: string): void; load(name: string, kind?: string) {} }
    if (!node.body) {
      node.type = 'TSEmptyBodyFunctionExpression';
    }
    decorateParameters(node);
  },
  TSDeclareFunction: decorateParameters,
  TSEmptyBodyFunctionExpression: decorateParameters,
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
 * All that is known of a type of node, in one place: that is asked for each node.
 *
 * @typedef {readonly [readonly string[] | undefined, Repair | undefined]} Kind
 *
 * @param {Readonly<Record<string, readonly string[]>>} visitorKeys
 * @param {Readonly<Record<string, Repair>>} repairs
 * @returns {ReadonlyMap<string, Kind>}
 */
function kindsOf(visitorKeys, repairs) {
  return new Map(
    Object.keys({ ...visitorKeys, ...repairs }).map((type) => [
      type,
      /** @type {const} */ ([visitorKeys[type], repairs[type]]),
    ]),
  );
}

const ESTREE_KINDS = kindsOf(VISITOR_KEYS, TYPED_REPAIRS);

/** The same for Babel's own trees. */
const BABEL_KINDS = kindsOf(PLAIN_VISITOR_KEYS, {
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
});

/**
 * @typedef {object} Tree
 * @property {TSESTree.Program} ast
 * @property {Readonly<Record<string, readonly string[]>>} visitorKeys
 * @property {ReadonlyMap<string, readonly TSESTree.Node[]> | undefined} nodesByType All that these keys
 *   find, in source order; undefined where one of another type is among them.
 */

/**
 * Turns Babel's tree in place into the tree that `@typescript-eslint/scope-manager` and
 * the analysis read, sets `parent` on every node and gathers them, in one walk that does not recurse.
 *
 * @param {LooseNode} program
 * @param {string} text
 * @param {boolean} isEstree Whether the parser was told to give ESTree's nodes.
 * @returns {Tree}
 */
export function normalise(program, text, isEstree) {
  const kinds = isEstree ? ESTREE_KINDS : BABEL_KINDS;
  /** @type {Map<string, LooseNode[]>} */
  const nodesByType = new Map();
  let isWhole = true;
  const stack = [program];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { type } = node;
    const kind = kinds.get(type) ?? NONE;
    let keys = kind[0];
    const repair = kind[1];
    if (repair) {
      repair(node, text);
      if (node.type !== type) {
        keys = kinds.get(node.type)?.[0];
        if (node['parent']?.type === 'ChainExpression') {
          // It has just been put around the node.
          addTo(nodesByType, node['parent']);
        }
      }
    }
    addTo(nodesByType, node);
    if (!keys) {
      isWhole = false;
      adoptAll(node, stack);
      continue;
    }
    for (let at = keys.length - 1; at >= 0; at--) {
      const child = node[/** @type {string} */ (keys[at])];
      if (Array.isArray(child)) {
        for (let index = child.length - 1; index >= 0; index--) {
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
  return /** @type {any} */ ({
    ast: program,
    visitorKeys: isEstree ? VISITOR_KEYS : PLAIN_VISITOR_KEYS,
    nodesByType: isWhole ? nodesByType : undefined,
  });
}

/**
 * @param {Map<string, LooseNode[]>} nodesByType
 * @param {LooseNode} node
 */
function addTo(nodesByType, node) {
  const nodes = nodesByType.get(node.type);
  if (nodes) {
    nodes.push(node);
  } else {
    nodesByType.set(node.type, [node]);
  }
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

/** @param {LooseNode} fn */
function decorateParameters(fn) {
  fn['params'].forEach(addDecorators);
}

/** @param {LooseNode} node */
function addAttributes(node) {
  node['attributes'] ??= [];
  node['specifiers'] ??= [];
}

/**
 *     export load from './load';  ->  export { default as load } from './load';
 *
 * @param {LooseNode} node
 */
function nameDefault(node) {
  const { range, loc } = node;
  node.type = 'ExportSpecifier';
  node['exportKind'] = 'value';
  node['local'] = { type: 'Identifier', name: 'default', range, loc, decorators: [] };
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
  decorateParameters(node);
}

/** @param {LooseNode} node */
function repairClass(node) {
  addDecorators(node);
  node['implements'] ??= [];
  node['superTypeArguments'] ??= node['superTypeParameters'];
}
