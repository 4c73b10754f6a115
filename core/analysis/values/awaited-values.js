/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { Asking } from '../promises/promise-sources.js' */

import { NO_PROJECT } from '../../contract/pattern.js';
import { isBuiltin } from '../../packages/builtin-modules.js';
import { PLAIN_FUNCTIONS, PLAIN_NAMESPACES, TELLING_METHODS } from '../../packages/language.js';
import { ELEMENT_GIVERS, HANDING_ON, PLAIN_PACKAGES } from '../../packages/plain-packages.js';
import { withoutCasts } from '../syntax/casts.js';
import { readClass, readFunction } from '../syntax/definitions.js';
import { isFunction, returnedBy } from '../syntax/functions.js';
import { ARRAY_TO_ARRAY } from './iterables.js';
import { readPackageValue } from './library-values.js';
import {
  keyOf,
  literalMembers,
  membersByName,
  ownerOfReceiver,
} from '../syntax/member-definitions.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { isGetter } from '../modules/modules-behind.js';
import { isOwnThenable } from './own-thenables.js';
import { valuesOfParameter } from './parameter-values.js';
import { isPlainCall } from './plain-calls.js';
import { isOwnModule } from '../environment/project.js';
import { isSeenAsPromise } from '../promises/promise-sources.js';
import { readPromisifier } from '../promises/promisifiers.js';
import { isNativeClass, readPromiseStatic } from '../promises/promises.js';
import { constantOf, variableOf, writesOf } from '../syntax/scopes.js';

/**
 * How `await` treats a value, or the `return` of an async function, which waits as well. A callback, an iteratee
 * or a listener gets what it is handed as it is, so code that waits for it gets something else.
 *
 * - `plain`: it gets the same. Literals and what is computed, what came out of a wait or a callback, instances of
 *   classes without a `then`, what known functions give.
 * - `promise`: it gets what the promise gives, later.
 * - `lazy thenable`: the same, and the work starts then: a query of knex, an object of the file with a `then`.
 * - `unknown`: the code does not show it.
 *
 * A value is followed to where it is made, through variables, parameters, members and functions of the file. Of
 * several ways the one counts that says most against `plain`. A value from outside the file is known by the tables
 * in `core/packages`, or not at all.
 *
 * @typedef {object} AwaitedValue
 * @property {'plain' | 'promise' | 'lazy thenable' | 'unknown'} kind
 * @property {Source} source
 * @property {TSESTree.Node} node Where the trail ends.
 * @property {string} [by] The package that gives it.
 *
 * @typedef {'data' | 'result' | 'made' | 'part' | 'parameter' | 'class' | 'member' | 'called'} Source How it is known,
 *   or what is not. `data`: it has no functions, nor have its members. `result`: it came out of a wait or a callback.
 *   `made`: the code makes it. Unknown are: `part`, a member of a result; `parameter`, which other files give;
 *   `class`, what an unknown class makes; `member`, which others fill; `called`, what an unknown function gives.
 *
 */

/** How many expressions are looked at for one answer. */
const FUEL = 300;

/** Which of two ways counts: the one further behind. */
const ORDER = [
  'plain data',
  'plain result',
  'plain made',
  'unknown part',
  'unknown parameter',
  'unknown class',
  'unknown member',
  'unknown called',
  'lazy thenable made',
  'promise made',
];

/** Members that are numbers or text, whatever has them. */
const PLAIN_KEYS = new Set(['byteLength', 'length', 'message', 'size', 'stack']);

/** The members of requests that hold text, and values that were parsed from it. */
const REQUEST_KEYS = new Set([
  'body',
  'cookies',
  'headers',
  'method',
  'originalUrl',
  'params',
  'path',
  'query',
  'url',
]);

/** Methods of strings, arrays, dates, buffers and maps that give none of their elements. */
const PLAIN_METHODS = new Set([
  ...ARRAY_TO_ARRAY,
  'add',
  'delete',
  'entries',
  'every',
  'findIndex',
  'forEach',
  'getDate',
  'getDay',
  'getFullYear',
  'getHours',
  'getMinutes',
  'getMonth',
  'has',
  'includes',
  'keys',
  'match',
  'normalize',
  'push',
  'repeat',
  'replace',
  'replaceAll',
  'search',
  'some',
  'sort',
  'substr',
  'test',
  'toJSON',
  'unshift',
]);

/** Methods that ask whether something is so: `stats.isDirectory()`. */
const ASKING = /^(?:has|is)[A-Z]/u;

/** Methods that give text or numbers, whatever has them. */
const TELLING = new Set([
  ...TELLING_METHODS,
  'getTime',
  'join',
  'toLocaleString',
  'toUTCString',
  'trim',
]);

/**
 * @param {TSESTree.Node} given
 * @returns {boolean} Whether it is text, a number, a list or the like, whatever it is made of: `[promise]`,
 *   `query.toString()`.
 */
function isComputed(given) {
  const node = withoutCasts(given);
  return node.type === 'CallExpression'
    ? node.callee.type === 'MemberExpression' && TELLING.has(readKey(node.callee) ?? '')
    : /^(?:Array|Binary|Unary|Update)Expression$|Literal$/u.test(node.type);
}

/**
 * How it is known that a value is none that is waited for.
 *
 * @typedef {object} PlainEvidence
 * @property {'shown' | 'assumed' | 'against'} evidence
 * @property {'library' | 'application'} [floor] Of what is assumed: the result of an unknown call, and a member that
 *   others fill, are assumed of applications only.
 * @property {AwaitedValue} value
 */

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @returns {PlainEvidence} The answer to the question `result-is-no-promise`.
 */
export function evidenceOfPlain(asking, node) {
  return evidenceOf(readAwaitedValue(asking, node));
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} list
 * @returns {PlainEvidence} The same, of what a list has in it.
 */
export function evidenceOfElement(asking, list) {
  return evidenceOf(seenAsPromise(asking, list, new Inquiry(asking).readElement(list)));
}

/**
 * @param {AwaitedValue} value
 * @returns {PlainEvidence}
 */
function evidenceOf(value) {
  switch (value.kind) {
    case 'plain':
      return { evidence: 'shown', value };
    case 'unknown':
      return {
        evidence: 'assumed',
        floor: /^(?:called|member)$/u.test(value.source) ? 'application' : 'library',
        value,
      };
    default:
      return { evidence: 'against', value };
  }
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node An expression, or `...list`.
 * @returns {AwaitedValue}
 */
function readAwaitedValue(asking, node) {
  return seenAsPromise(asking, node, new Inquiry(asking).read(node));
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @param {AwaitedValue} found
 * @returns {AwaitedValue} What was found, unless the file or the project shows that it may be a promise.
 */
function seenAsPromise(asking, node, found) {
  const isDecided = found.kind === 'promise' || found.kind === 'lazy thenable' || isComputed(node);
  return !isDecided && isSeenAsPromise(asking, node)
    ? { kind: 'promise', source: 'made', node }
    : found;
}

/**
 * @param {readonly AwaitedValue[]} values
 * @param {TSESTree.Node} node The node whose values these are all; without any it is `undefined`.
 * @returns {AwaitedValue} The one that counts.
 */
function worst(values, node) {
  return values.reduce(
    (left, right) => (rank(right) > rank(left) ? right : left),
    /** @type {AwaitedValue} */ ({ kind: 'plain', source: 'data', node }),
  );
}

/** @param {AwaitedValue} value */
function rank({ kind, source }) {
  return ORDER.indexOf(`${kind} ${source}`);
}

/** One answer. */
class Inquiry {
  #fuel = FUEL;
  /** The values that are being looked at: one that comes from itself comes from elsewhere too. @type {Set<unknown>} */
  #open = new Set();

  /** @param {Asking} asking */
  constructor({ sourceCode, context = {} }) {
    this.sourceCode = sourceCode;
    this.context = context;
    this.reading = { project: NO_PROJECT, ...context, sourceCode };
  }

  /**
   * @param {TSESTree.Node} given
   * @returns {AwaitedValue}
   */
  read(given) {
    const node = withoutCasts(given);
    return this.#once(node, node, () => this.#readNode(node));
  }

  /**
   * @param {unknown} key The value that is looked at.
   * @param {TSESTree.Node} node
   * @param {() => AwaitedValue} look
   * @returns {AwaitedValue}
   */
  #once(key, node, look) {
    if (this.#open.has(key)) {
      return { kind: 'plain', source: 'data', node };
    }
    if (this.#fuel-- <= 0) {
      return { kind: 'unknown', source: 'called', node };
    }
    this.#open.add(key);
    const value = look();
    this.#open.delete(key);
    return value;
  }

  /**
   * @param {readonly (TSESTree.Node | null | undefined)[]} nodes
   * @param {TSESTree.Node} node
   * @returns {AwaitedValue}
   */
  #worstOf(nodes, node) {
    return worst(
      nodes.flatMap((each) => (each ? [this.read(each)] : [])),
      node,
    );
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {AwaitedValue}
   */
  #readNode(node) {
    switch (node.type) {
      case 'ConditionalExpression':
        return this.#worstOf([node.consequent, node.alternate], node);
      case 'LogicalExpression':
        // A falsy value is plain.
        return this.#worstOf([node.operator === '&&' ? null : node.left, node.right], node);
      case 'SequenceExpression':
        return this.#worstOf(node.expressions.slice(-1), node);
      case 'AssignmentExpression':
        return /^(?:=|\|\|=|&&=|\?\?=)$/u.test(node.operator)
          ? this.#worstOf([node.operator === '=' ? null : node.left, node.right], node)
          : { kind: 'plain', source: 'data', node };
      case 'AwaitExpression':
      case 'YieldExpression':
        return { kind: 'plain', source: 'result', node };
      case 'Identifier':
        return this.#readIdentifier(node);
      case 'MemberExpression':
        return this.#readMember(node);
      case 'CallExpression':
        return this.#readCall(node);
      case 'NewExpression':
        return this.#readInstance(node);
      case 'SpreadElement':
        return this.readElement(node.argument);
      case 'TaggedTemplateExpression':
        return resolveOrigin(this.sourceCode, node.tag)?.name === 'String'
          ? { kind: 'plain', source: 'data', node }
          : { kind: 'unknown', source: 'called', node };
      case 'ObjectExpression':
      case 'ClassExpression':
        return isOwnThenable(this.sourceCode, node)
          ? { kind: 'lazy thenable', source: 'made', node }
          : { kind: 'plain', source: 'made', node };
      case 'Literal':
      case 'TemplateLiteral':
        return { kind: 'plain', source: 'data', node };
      case 'ImportExpression':
        return { kind: 'promise', source: 'made', node };
      default:
        return { kind: 'plain', source: 'made', node };
    }
  }

  /**
   * @param {TSESTree.Identifier} node
   * @returns {AwaitedValue}
   */
  #readIdentifier(node) {
    const variable = variableOf(this.sourceCode, node);
    if (variable) {
      return this.#once(variable, node, () => this.#readVariable(variable, node));
    }
    if (node.name === 'arguments') {
      return { kind: 'unknown', source: 'parameter', node };
    }
    const isKnown =
      /^(?:undefined|NaN|Infinity|globalThis|global|require|module|exports|Promise)$/u.test(
        node.name,
      ) ||
      PLAIN_NAMESPACES.has(node.name) ||
      PLAIN_FUNCTIONS.has(node.name);
    return isKnown
      ? { kind: 'plain', source: 'made', node }
      : { kind: 'unknown', source: 'member', node };
  }

  /**
   * @param {Variable} variable
   * @param {TSESTree.Identifier} node A use of it.
   * @returns {AwaitedValue}
   */
  #readVariable(variable, node) {
    const { sourceCode } = this;
    const known = readPackageValue(this.reading, node);
    if (known) {
      const source = known.kind === 'plain' ? this.#sourceOfKnown(variable, node) : 'made';
      return { kind: known.kind, source, node, by: known.library };
    }
    if (isOwnThenable(sourceCode, node)) {
      return { kind: 'lazy thenable', source: 'made', node };
    }
    if (variable.name === 'arguments' && variable.defs.length === 0) {
      return { kind: 'plain', source: 'made', node };
    }
    const defined = variable.defs.map((definition) => {
      switch (definition.type) {
        case 'Parameter':
          return this.#readParameter(definition, node);
        case 'ImportBinding':
          return this.#readImport(node);
        case 'CatchClause':
          return /** @type {AwaitedValue} */ ({ kind: 'plain', source: 'result', node });
        case 'Variable':
          return /** @type {AwaitedValue} */ ({ kind: 'plain', source: 'data', node });
        default:
          return /** @type {AwaitedValue} */ ({ kind: 'plain', source: 'made', node });
      }
    });
    return worst([...defined, ...writesOf(variable).map((each) => this.#readWrite(each))], node);
  }

  /**
   *     user.save((err, saved) => cb(err, saved.name))
   *
   * @param {Variable} variable
   * @param {TSESTree.Identifier} node A use of it.
   * @returns {AwaitedValue['source']} Of a value that a package made: a document that a callback gets is a result,
   *   and its members are parts of one.
   */
  #sourceOfKnown(variable, node) {
    const given = variable.defs.filter(({ type }) => type === 'Parameter');
    const values = [
      ...given.map((definition) => this.#readParameter(definition, node)),
      ...writesOf(variable).map((each) => this.#readWrite(each)),
    ];
    const isResult = values.length > 0 && values.every(({ source }) => source === 'result');
    return isResult ? 'result' : 'made';
  }

  /**
   * @param {TSESTree.Identifier | TSESTree.MemberExpression} node The export of a module, or the module itself.
   * @returns {AwaitedValue}
   */
  #readImport(node) {
    const origin = resolveOrigin(this.sourceCode, node);
    if (origin?.kind === 'module' && origin.name.endsWith('.json')) {
      return { kind: 'plain', source: 'data', node };
    }
    return origin?.kind !== 'module' || isBuiltin(origin.name) || origin.path.length === 0
      ? { kind: 'plain', source: 'made', node }
      : { kind: 'unknown', source: 'member', node };
  }

  /**
   * @param {Variable['references'][number]} write
   * @returns {AwaitedValue}
   */
  #readWrite({ identifier, writeExpr }) {
    const name = /** @type {TSESTree.Node} */ (identifier);
    const value = /** @type {TSESTree.Node | null | undefined} */ (writeExpr);
    const { parent } = name;
    // for (const each of list)
    const loop = parent?.type === 'VariableDeclarator' ? parent.parent.parent : parent;
    if (loop?.type === 'ForInStatement') {
      return { kind: 'plain', source: 'data', node: name };
    }
    if (loop?.type === 'ForOfStatement' && value && loop.right.range[0] === value.range[0]) {
      return loop.await
        ? { kind: 'plain', source: 'result', node: name }
        : this.readElement(loop.right);
    }
    if (!value || parent?.type === 'UpdateExpression') {
      return { kind: 'plain', source: 'data', node: name };
    }
    if (parent?.type === 'AssignmentExpression' && parent.left === name) {
      return this.read(parent);
    }
    const isWhole =
      (parent?.type === 'VariableDeclarator' && parent.id === name) ||
      (parent?.type === 'AssignmentPattern' && parent.left === name);
    if (isWhole) {
      return this.read(value);
    }
    const isList = parent?.type === 'ArrayPattern' || parent?.type === 'RestElement';
    return isList ? this.readElement(value) : this.#partOf(this.read(value), name);
  }

  /**
   * @param {Variable['defs'][number]} definition
   * @param {TSESTree.Node} node
   * @returns {AwaitedValue}
   */
  #readParameter(definition, node) {
    const { values, isRest, isPart } = valuesOfParameter(this.sourceCode, definition);
    if (isRest) {
      return { kind: 'plain', source: 'made', node };
    }
    const read = values.map((value) => {
      switch (value.from) {
        case 'argument':
          return this.read(value.node);
        case 'element':
          return this.readElement(value.node);
        case 'core':
          return /** @type {AwaitedValue} */ ({ kind: 'plain', source: 'data', node });
        case 'callback':
          return /** @type {AwaitedValue} */ ({ kind: 'plain', source: 'result', node });
        default:
          return /** @type {AwaitedValue} */ ({ kind: 'unknown', source: 'parameter', node });
      }
    });
    const found = worst(read, node);
    return isPart ? this.#partOf(found, node) : found;
  }

  /**
   * @param {AwaitedValue} whole
   * @param {TSESTree.Node} node A member of it.
   * @returns {AwaitedValue}
   */
  #partOf(whole, node) {
    if (whole.kind === 'plain' && whole.source === 'data') {
      return { ...whole, node };
    }
    const isOfResult = whole.source === 'result' || whole.source === 'part';
    return { kind: 'unknown', source: isOfResult ? 'part' : 'member', node };
  }

  /**
   * @param {TSESTree.Node} given
   * @returns {AwaitedValue} What a list, a map or a set has in it.
   */
  readElement(given) {
    const list = withoutCasts(given);
    if (list.type === 'ArrayExpression') {
      return this.#worstOf(list.elements, list);
    }
    const init = constantOf(this.sourceCode, list);
    if (init?.type === 'ArrayExpression' || init?.type === 'NewExpression') {
      return worst([this.readElement(init), this.#worstOf(this.#putInto(list), list)], list);
    }
    if (list.type === 'NewExpression' && list.callee.type === 'Identifier') {
      const [first] = list.arguments;
      return first && /^(?:Array|Map|Set)$/u.test(list.callee.name)
        ? this.readElement(first)
        : { kind: 'plain', source: 'data', node: list };
    }
    const callee = list.type === 'CallExpression' ? withoutCasts(list.callee) : undefined;
    const key = callee?.type === 'MemberExpression' ? readKey(callee) : undefined;
    if (list.type === 'CallExpression' && callee?.type === 'MemberExpression') {
      if (key === 'map' && list.arguments[0]) {
        return this.#readResults(list.arguments[0], list);
      }
      if (ARRAY_TO_ARRAY.has(key ?? '')) {
        return this.readElement(callee.object);
      }
      if (key === 'split' || (key === 'keys' && isPlainCall(this.sourceCode, list))) {
        return { kind: 'plain', source: 'data', node: list };
      }
    }
    const whole = this.read(list);
    return whole.kind !== 'plain' && !/^(?:part|parameter)$/u.test(whole.source)
      ? { kind: 'unknown', source: 'member', node: list }
      : { ...whole, node: list };
  }

  /**
   * @param {TSESTree.Node} list The name of a list, a map or a set.
   * @returns {readonly TSESTree.Node[]} What the file puts into it.
   */
  #putInto(list) {
    return (variableOf(this.sourceCode, list)?.references ?? []).flatMap(({ identifier }) => {
      const { parent } = /** @type {TSESTree.Node} */ (identifier);
      const outer = parent?.type === 'MemberExpression' ? parent.parent : undefined;
      if (outer?.type === 'AssignmentExpression' && outer.left === parent) {
        return [outer.right];
      }
      return outer?.type === 'CallExpression' &&
        outer.callee === parent &&
        /^(?:add|push|set|splice|unshift)$/u.test(
          readKey(/** @type {TSESTree.MemberExpression} */ (parent)) ?? '',
        )
        ? outer.arguments
        : [];
    });
  }

  /**
   * @param {TSESTree.MemberExpression} node
   * @returns {AwaitedValue}
   */
  #readMember(node) {
    const { sourceCode } = this;
    const known = readPackageValue(this.reading, node);
    if (known) {
      return { kind: known.kind, source: 'made', node, by: known.library };
    }
    const key = readKey(node);
    if (key === 'promise') {
      return { kind: 'promise', source: 'made', node };
    }
    if (key !== undefined && PLAIN_KEYS.has(key)) {
      return { kind: 'plain', source: 'data', node };
    }
    const origin = resolveOrigin(sourceCode, node);
    if (origin?.kind === 'module') {
      return this.#readImport(node);
    }
    if (origin && PLAIN_NAMESPACES.has(origin.name)) {
      return { kind: 'plain', source: 'data', node };
    }
    if (key === undefined && node.computed) {
      return this.readElement(node.object);
    }
    const own = this.#readOwnMember(node, key ?? '') ?? this.#readLiteralMember(node, key);
    if (own) {
      return own;
    }
    const { object } = node;
    if (
      object.type === 'Identifier' &&
      /^req(?:uest)?$/u.test(object.name) &&
      REQUEST_KEYS.has(key ?? '')
    ) {
      return { kind: 'plain', source: 'data', node };
    }
    return this.#partOf(this.read(object), node);
  }

  /**
   *     const job = { key }; … job.value = value; … job.value
   *
   * @param {TSESTree.MemberExpression} node
   * @param {string | undefined} key
   * @returns {AwaitedValue | undefined} What the file gives a member of a literal that a constant holds: others who get
   *   the object may give it something else.
   */
  #readLiteralMember(node, key) {
    const { sourceCode } = this;
    const literal = constantOf(sourceCode, node.object);
    if (literal?.type !== 'ObjectExpression' || key === undefined) {
      return undefined;
    }
    const written = literal.properties.flatMap((property) =>
      property.type === 'Property' && keyOf(sourceCode, property) === key ? [property.value] : [],
    );
    const assigned = (variableOf(sourceCode, node.object)?.references ?? []).flatMap(
      ({ identifier }) => {
        const { parent } = /** @type {TSESTree.Node} */ (identifier);
        const assignment = parent?.parent;
        return parent?.type === 'MemberExpression' &&
          readKey(parent) === key &&
          assignment?.type === 'AssignmentExpression' &&
          assignment.left === parent
          ? [assignment.right]
          : [];
      },
    );
    const values = [...written, ...assigned];
    const part = /** @type {AwaitedValue} */ ({ kind: 'unknown', source: 'part', node });
    return values.length === 0 ? undefined : worst([part, this.#worstOf(values, node)], node);
  }

  /**
   *     this.count = 0; … this.count
   *
   * @param {TSESTree.MemberExpression} node
   * @param {string} key
   * @returns {AwaitedValue | undefined} What the file gives the member, where the object is one of its own.
   */
  #readOwnMember(node, key) {
    const { sourceCode } = this;
    const owner = ownerOfReceiver(sourceCode, node.object);
    const isThis = node.object.type === 'ThisExpression';
    if (owner === undefined && !isThis) {
      return undefined;
    }
    const definitions = (membersByName(sourceCode).get(key) ?? []).filter(
      (each) => each.owner === owner || (isThis && each.owner === undefined),
    );
    if (definitions.length === 0 && !literalMembers(sourceCode).has(key)) {
      return undefined;
    }
    return worst(
      definitions.map(({ value }) =>
        !value
          ? /** @type {AwaitedValue} */ ({ kind: 'unknown', source: 'member', node })
          : isFunction(value) && isGetter(value)
            ? this.#readResults(value, node)
            : this.read(value),
      ),
      node,
    );
  }

  /**
   * @param {TSESTree.CallExpression} node
   * @returns {AwaitedValue}
   */
  #readCall(node) {
    const { sourceCode } = this;
    const known = readPackageValue(this.reading, node);
    if (known) {
      return { kind: known.kind, source: 'made', node, by: known.library };
    }
    if (isOwnThenable(sourceCode, node)) {
      return { kind: 'lazy thenable', source: 'made', node };
    }
    if (isPlainCall(sourceCode, node)) {
      return { kind: 'plain', source: 'data', node };
    }
    const callee = withoutCasts(node.callee);
    const made = constantOf(sourceCode, callee) ?? callee;
    const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
    if (
      readPromiseStatic(sourceCode, node) !== undefined ||
      /^(?:catch|finally|then)$|[a-z\d]Async$/u.test(key ?? '') ||
      (made.type === 'CallExpression' && readPromisifier(sourceCode, made) !== undefined)
    ) {
      return { kind: 'promise', source: 'made', node };
    }
    if (isFunction(callee) || readFunction(sourceCode, callee)) {
      return this.#readResults(callee, node);
    }
    const origin = resolveOrigin(sourceCode, callee);
    if (origin?.kind === 'module') {
      return this.#readForeignCall(node, origin);
    }
    if (origin?.kind === 'global') {
      return this.#readGlobalCall(node, [origin.name, ...origin.path].join('.'));
    }
    return callee.type === 'MemberExpression'
      ? this.#readMethodCall(node, callee, key ?? '')
      : { kind: 'unknown', source: 'called', node };
  }

  /**
   * @param {TSESTree.CallExpression} node
   * @param {{ name: string, path: readonly string[] }} origin
   * @returns {AwaitedValue} What a function of another module gives, or the module that `require` gives.
   */
  #readForeignCall(node, { name, path }) {
    if (isBuiltin(name)) {
      return { kind: 'plain', source: 'data', node };
    }
    if (resolveOrigin(this.sourceCode, node)?.path.length === 0) {
      return { kind: 'plain', source: 'made', node };
    }
    const [root = ''] = name.split('/');
    const key = path.at(-1) ?? name.split(/[./]/u).at(-1) ?? '';
    if (!PLAIN_PACKAGES.has(name) && !PLAIN_PACKAGES.has(root)) {
      return { kind: 'unknown', source: 'called', node };
    }
    const [first] = node.arguments;
    if (HANDING_ON.has(key)) {
      return worst(
        node.arguments.map((each) =>
          readFunction(this.sourceCode, each) ? this.#readResults(each, node) : this.read(each),
        ),
        node,
      );
    }
    return ELEMENT_GIVERS.has(key) && first
      ? this.readElement(first)
      : { kind: 'plain', source: 'data', node };
  }

  /**
   * @param {TSESTree.CallExpression} node
   * @param {string} path
   * @returns {AwaitedValue}
   */
  #readGlobalCall(node, path) {
    const [first] = node.arguments;
    if (/^Object\.(?:assign|freeze|seal|defineProperty|setPrototypeOf)$/u.test(path) && first) {
      return this.read(first);
    }
    if (/^(?:Object\.\w+|Array\.\w+|structuredClone)$/u.test(path)) {
      return { kind: 'plain', source: 'made', node };
    }
    return { kind: 'unknown', source: 'called', node };
  }

  /**
   * @param {TSESTree.CallExpression} node
   * @param {TSESTree.MemberExpression} callee
   * @param {string} key
   * @returns {AwaitedValue}
   */
  #readMethodCall(node, callee, key) {
    const { sourceCode } = this;
    const { object } = callee;
    if (TELLING.has(key)) {
      return { kind: 'plain', source: 'data', node };
    }
    const owner = ownerOfReceiver(sourceCode, object);
    const isThis = object.type === 'ThisExpression';
    const methods = (membersByName(sourceCode).get(key) ?? []).filter(
      (each) =>
        (owner !== undefined || isThis) && (each.owner === owner || each.owner === undefined),
    );
    if (methods.length > 0 && methods.every(({ value }) => isFunction(value))) {
      return worst(
        methods.map(({ value }) => this.#readResults(/** @type {FunctionNode} */ (value), node)),
        node,
      );
    }
    // load.call(this, key)
    if (/^(?:apply|call)$/u.test(key) && readFunction(sourceCode, object)) {
      return this.#readResults(object, node);
    }
    if (key === 'reduce') {
      const [fn, start] = node.arguments;
      return worst(
        [...(fn ? [this.#readResults(fn, node)] : []), this.#worstOf([start], node)],
        node,
      );
    }
    const receiver = this.read(object);
    if (ELEMENT_GIVERS.has(key) && receiver.kind === 'plain') {
      return this.readElement(object);
    }
    if (PLAIN_METHODS.has(key) && receiver.kind === 'plain') {
      return { kind: 'plain', source: receiver.source === 'made' ? 'data' : receiver.source, node };
    }
    const isOfResult = /^(?:parameter|part|result)$/u.test(receiver.source);
    if (isOfResult && (PLAIN_METHODS.has(key) || ELEMENT_GIVERS.has(key) || ASKING.test(key))) {
      return { kind: 'unknown', source: 'part', node };
    }
    // Data have the methods of the language only.
    return receiver.kind === 'plain' && receiver.source === 'data'
      ? { ...receiver, node }
      : { kind: 'unknown', source: 'called', node };
  }

  /**
   * @param {TSESTree.Node} callee
   * @param {TSESTree.Node} node The call of it.
   * @returns {AwaitedValue} What a function of the file gives.
   */
  #readResults(callee, node) {
    const fn = readFunction(this.sourceCode, callee);
    if (!fn) {
      return { kind: 'unknown', source: 'called', node };
    }
    if (fn.generator) {
      return { kind: 'plain', source: 'made', node };
    }
    return fn.async
      ? { kind: 'promise', source: 'made', node }
      : this.#once(fn, node, () => this.#worstOf(returnedBy(this.sourceCode, fn), node));
  }

  /**
   * @param {TSESTree.NewExpression} node
   * @returns {AwaitedValue}
   */
  #readInstance(node) {
    const { sourceCode } = this;
    const known = readPackageValue(this.reading, node);
    if (known) {
      return { kind: known.kind, source: 'made', node, by: known.library };
    }
    if (isNativeClass(sourceCode, node.callee)) {
      return { kind: 'promise', source: 'made', node };
    }
    return isOwnThenable(sourceCode, node)
      ? { kind: 'lazy thenable', source: 'made', node }
      : this.#readClass(node.callee, node);
  }

  /**
   * @param {TSESTree.Node} callee A class.
   * @param {TSESTree.Node} node The expression that makes the instance.
   * @returns {AwaitedValue}
   */
  #readClass(callee, node) {
    const { sourceCode, context } = this;
    const definition = readClass(sourceCode, callee);
    if (definition) {
      return definition.superClass
        ? this.#readClass(definition.superClass, node)
        : { kind: 'plain', source: 'made', node };
    }
    const origin = resolveOrigin(sourceCode, callee);
    const isPlain =
      origin?.kind === 'module'
        ? isBuiltin(origin.name) ||
          PLAIN_PACKAGES.has(origin.name) ||
          (isOwnModule(origin, this.reading.project) &&
            context.exportsPromise !== undefined &&
            context.isMemberElsewhere?.('then') === false)
        : origin?.kind === 'global'
          ? origin.name !== 'Promise' && origin.name !== 'Proxy'
          : readFunction(sourceCode, callee) !== undefined;
    return isPlain
      ? { kind: 'plain', source: 'made', node }
      : { kind: 'unknown', source: 'class', node };
  }
}
