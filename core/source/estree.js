/** @import { LooseNode } from './normalise.js' */

/**
 * Turns the nodes of Babel's own tree into ESTree's. The parser's `estree` plugin does the same for more
 * than the price of a parse: it hides a property of both ends of every node. Only what JavaScript and JSX
 * consist of is known here; other dialects are read with the plugin.
 *
 * @type {Readonly<Record<string, (node: LooseNode, text: string) => void>>}
 */
export const CONVERSIONS = {
  Program: addDirectives,
  BlockStatement: addDirectives,
  StringLiteral: toLiteral,
  NumericLiteral: toLiteral,
  BooleanLiteral: toLiteral,
  NullLiteral(node, text) {
    toLiteral(node, text);
    node['value'] = null;
  },
  BigIntLiteral(node, text) {
    toLiteral(node, text);
    node['value'] = BigInt(node['value']);
    node['bigint'] = String(node['value']);
  },
  RegExpLiteral(node, text) {
    toLiteral(node, text);
    const { pattern, flags } = node;
    delete node['flags'];
    delete node['pattern'];
    node['regex'] = { pattern, flags };
    node['value'] = readRegExp(pattern, flags);
  },
  JSXText(node, text) {
    node['raw'] = text.slice(node['start'], node['end']);
  },
  FunctionDeclaration: addExpression,
  FunctionExpression: addExpression,
  ArrowFunctionExpression: addExpression,
  ObjectProperty(node) {
    node.type = 'Property';
    node['kind'] = 'init';
  },
  ObjectExpression(node, text) {
    convertMethods(node['properties'], text);
  },
  ClassBody(node, text) {
    convertMethods(node['body'], text);
  },
  ClassProperty: toPropertyDefinition,
  ClassPrivateProperty: toPropertyDefinition,
  ClassAccessorProperty(node) {
    node.type = 'AccessorProperty';
  },
  PrivateName(node) {
    node.type = 'PrivateIdentifier';
    node['name'] = node['id'].name;
    delete node['id'];
  },
  CallExpression: addOptional,
  MemberExpression: addOptional,
  OptionalCallExpression: addChain,
  OptionalMemberExpression: addChain,
  ExportAllDeclaration(node) {
    node['exported'] = null;
  },
  ExportDefaultDeclaration: leaveDecorators,
  ExportNamedDeclaration(node, text) {
    leaveDecorators(node, text);
    const [specifier, ...more] = node['specifiers'];
    if (specifier?.type === 'ExportNamespaceSpecifier' && more.length === 0) {
      node.type = 'ExportAllDeclaration';
      node['exported'] = specifier.exported;
      node['specifiers'] = [];
    }
  },
};

/** @param {LooseNode} node */
function addDirectives(node) {
  if (node['directives'].length > 0) {
    node['body'].unshift(...node['directives'].map(toStatement));
    node['directives'] = [];
  }
}

/** @param {LooseNode} directive */
function toStatement({ start, end, range, loc, value }) {
  value.type = 'Literal';
  value.raw = value.extra.raw;
  value.value = value.extra.expressionValue;
  const directive = value.extra.rawValue;
  return { type: 'ExpressionStatement', start, end, range, loc, expression: value, directive };
}

/**
 * @param {LooseNode} node
 * @param {string} text
 */
function toLiteral(node, text) {
  node.type = 'Literal';
  node['raw'] = text.slice(node['start'], node['end']);
}

/**
 * @param {string} pattern
 * @param {string} flags
 * @returns {RegExp | null} Null where this Node does not know its syntax.
 */
function readRegExp(pattern, flags) {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return null;
  }
}

/** @param {LooseNode} node */
function addExpression(node) {
  node['expression'] = node['body'].type !== 'BlockStatement';
}

/** @param {LooseNode} node */
function toPropertyDefinition(node) {
  node.type = 'PropertyDefinition';
  node['computed'] ??= false;
}

/** @param {LooseNode} node */
function addOptional(node) {
  node['optional'] ??= false;
}

/** @param {LooseNode} node The outermost of a chain: `a?.b.c`. */
function addChain(node) {
  const { start, end, range, loc, parent } = node;
  let link = node;
  do {
    if (link.type === 'OptionalCallExpression') {
      link.type = 'CallExpression';
      link = link['callee'];
    } else {
      link.type = 'MemberExpression';
      link = link['object'];
    }
  } while (link.type.startsWith('Optional') && !link['extra']?.parenthesized);
  /** @type {LooseNode} */
  const chain = {
    type: 'ChainExpression',
    start,
    end,
    range,
    loc,
    parent,
    expression: node,
  };
  node['parent'] = chain;
  replaceChild(parent, node, chain);
}

/**
 * @param {LooseNode} parent
 * @param {LooseNode} child
 * @param {LooseNode} replacement
 */
function replaceChild(parent, child, replacement) {
  for (const [key, value] of Object.entries(parent)) {
    if (value === child) {
      parent[key] = replacement;
    } else if (Array.isArray(value) && value.includes(child)) {
      value[value.indexOf(child)] = replacement;
    }
  }
}

const METHOD = /^(?:Object|Class|ClassPrivate)Method$/u;

/**
 * @param {LooseNode[]} members
 * @param {string} text
 */
function convertMethods(members, text) {
  members.forEach((member, index) => {
    if (METHOD.test(member.type)) {
      members[index] = toMethod(member, text);
    }
  });
}

/**
 * @param {LooseNode} method
 * @param {string} text
 * @returns {LooseNode} With a function of its own, which begins at the parameters.
 */
function toMethod(method, text) {
  const { id, generator, async, params, body, ...own } = method;
  const start = nextAfter(method['key'], text);
  const { end } = own['loc'];
  const value = {
    type: 'FunctionExpression',
    start,
    end: own['end'],
    range: [start, own['end']],
    loc: { start: placeOf(method['key'], text, start), end },
    id,
    generator,
    async,
    params,
    body,
  };
  if (method.type !== 'ObjectMethod') {
    return { ...own, type: 'MethodDefinition', computed: own['computed'] ?? false, value };
  }
  const isInit = method['kind'] === 'method';
  return {
    ...own,
    type: 'Property',
    kind: isInit ? 'init' : method['kind'],
    shorthand: false,
    value,
  };
}

/**
 * @param {LooseNode} node Begins with its `export`, not with the decorators before that.
 * @param {string} text
 */
function leaveDecorators(node, text) {
  const { declaration } = node;
  const last = declaration?.decorators?.at(-1);
  if (last && declaration.start === node['start']) {
    const start = nextAfter(last, text);
    node['start'] = start;
    node['range'] = [start, node['end']];
    node['loc'] = { start: placeOf(last, text, start), end: node['loc'].end };
  }
}

/** The tokens that may stand between the end of a method's key and its parameters, or a decorator and `export`. */
const SKIPPED = /(?:[\s)\]]|\/\/[^\n]*(?:\n|$)|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\/)*/uy;

/**
 * @param {LooseNode} node A method's key or a decorator.
 * @param {string} text
 * @returns {number} Where the parameters begin, or the `export`.
 */
function nextAfter(node, text) {
  SKIPPED.lastIndex = node['end'];
  SKIPPED.test(text);
  return SKIPPED.lastIndex;
}

/**
 * @param {LooseNode} node
 * @param {string} text
 * @param {number} index Behind the node.
 * @returns {{ line: number, column: number }}
 */
function placeOf(node, text, index) {
  const { line, column } = node['loc'].end;
  const lines = text.slice(node['end'], index).split(/\r\n|[\n\r\u2028\u2029]/u);
  const last = /** @type {string} */ (lines.at(-1));
  return {
    line: line + lines.length - 1,
    column: lines.length === 1 ? column + last.length : last.length,
  };
}
