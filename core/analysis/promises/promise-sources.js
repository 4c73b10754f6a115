/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, PromiseUse } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { NO_PROJECT } from '../../contract/pattern.js';
import { withoutCasts } from '../syntax/casts.js';
import { readClass, readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { asyncFunctions } from '../syntax/function-kinds.js';
import { functionName, isFunction, returnedBy } from '../syntax/functions.js';
import { readGlobalPath } from '../modules/global-values.js';
import { readPackageValue } from '../values/library-values.js';
import { readKey, readString, resolveOrigin } from '../modules/modules.js';
import { nodesWithin } from '../syntax/nodes.js';
import { readPromiseLibrary } from './promise-libraries.js';
import { classifyPromise } from './promises.js';
import { mayHavePromises } from './promise-words.js';
import { readPromisifier } from './promisifiers.js';
import { propertyWrites } from '../modules/property-writes.js';
import { constantOf, variableOf, writesOf } from '../syntax/scopes.js';
import { isGetter, modulesBehind, valuesOf } from '../modules/modules-behind.js';
import { keyOf, membersByName } from '../syntax/member-definitions.js';

/**
 *     cb(null, load(key))    cb(null, same(promise))    Object.assign(found, { then() {} }); cb(null, found)
 *
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the result may be a promise, or is made of what is or holds one, for what the
 *   file and the plan of the project show: an async function would wait for it.
 */
function isPromise(asking, node) {
  return mayShowPromises(asking) && new Search(asking).isUsed([node], 'read');
}

/**
 * @param {Asking} asking
 * @returns {boolean} Whether the file, or the plan of the project, may show a promise.
 */
function mayShowPromises({ sourceCode, context }) {
  return context?.exportsPromise !== undefined || mayHavePromises(sourceCode);
}

/**
 * @param {Asking} asking
 * @param {readonly (TSESTree.Node | null)[]} values The values that the file exports under one name.
 * @param {PromiseUse} use
 * @returns {boolean} Whether users of it may get a promise.
 */
export function isUsedAsPromise(asking, values, use) {
  return new Search(asking).isUsed(values, use);
}

/**
 * @typedef {{ sourceCode: SourceCodeLike, context?: Partial<Pick<PatternContext, 'project' | 'libraryExport' | 'isModelMemberElsewhere' | 'exportsPromise' | 'isMemberElsewhere'>> }} Asking
 */

/**
 * The values that lead to no promise, for what the file alone shows, without a plan of the project and with one:
 * most results are made of the same values.
 *
 * @type {(sourceCode: SourceCodeLike) => readonly { seen: Set<unknown>, called: Set<unknown> }[]}
 */
const withoutPromise = oncePerFile(() =>
  [0, 1].map(() => ({ seen: new Set(), called: new Set() })),
);

/** Variables, members and functions are followed one by way of the other so far: what lies behind may be a promise. */
const FURTHEST = 50;

class Search {
  /** The values and callees that have been looked at. @type {Set<unknown>} */
  #seen = new Set();
  /** @type {Set<unknown>} */
  #called = new Set();
  /** Whether other files were asked. */
  #leavesFile = false;
  /** How many places were followed, each from the one before. */
  #followed = 0;

  /** @param {Asking} asking */
  constructor({ sourceCode, context }) {
    this.sourceCode = sourceCode;
    this.context = context;
    this.without = withoutPromise(sourceCode)[context?.exportsPromise ? 1 : 0];
  }

  /**
   * @param {readonly (TSESTree.Node | null)[]} values
   * @param {PromiseUse} use
   * @returns {boolean}
   */
  isUsed(values, use) {
    const isAny =
      use === 'read'
        ? this.#isAny(values)
        : values.some((each) => each && (use === 'called' ? this.#gives(each) : this.#makes(each)));
    if (!isAny && !this.#leavesFile) {
      this.#seen.forEach((each) => this.without?.seen.add(each));
      this.#called.forEach((each) => this.without?.called.add(each));
    }
    return isAny;
  }

  /**
   *     require('./lib').ready    lib().load
   *
   * @param {TSESTree.Node} node
   * @param {PromiseUse} use
   * @returns {boolean} Whether another file has a promise under its name.
   */
  #isElsewhere(node, use) {
    const { sourceCode, context } = this;
    const isMember = node.type === 'MemberExpression';
    const name = isMember ? readKey(node) : resolveOrigin(sourceCode, node)?.path.at(-1);
    return (
      name !== undefined &&
      context?.exportsPromise !== undefined &&
      modulesBehind(sourceCode, isMember ? node.object : node).some((each) => {
        this.#leavesFile = true;
        return context.exportsPromise?.(each, name, use);
      })
    );
  }

  /**
   * @param {TSESTree.Node | null | undefined} value
   * @returns {boolean}
   */
  #isPromise(value) {
    const { sourceCode } = this;
    const node = value && withoutCasts(value);
    if (!node || this.#seen.has(node) || this.without?.seen.has(node)) {
      return false;
    }
    this.#seen.add(node);
    if (classifyPromise(sourceCode, node) === 'native' || this.#isWaited(node)) {
      return true;
    }
    return node.type === 'Identifier' || node.type === 'MemberExpression'
      ? this.#follow(() => this.#holdsPromise(node))
      : this.#holdsPromise(node);
  }

  /**
   * @param {() => boolean} ask
   * @returns {boolean}
   */
  #follow(ask) {
    this.#followed++;
    try {
      return this.#followed > FURTHEST || ask();
    } finally {
      this.#followed--;
    }
  }

  /**
   * @param {TSESTree.Node} node No cast.
   * @returns {boolean} Whether it is made of a promise.
   */
  #holdsPromise(node) {
    const { sourceCode } = this;
    switch (node.type) {
      case 'Identifier': {
        const variable = variableOf(sourceCode, node);
        const references = variable && !this.#seen.has(variable) ? variable.references : [];
        this.#seen.add(variable);
        return (
          this.#isElsewhere(node, 'read') ||
          readClass(sourceCode, node)?.body.body.some((each) => this.#isThen(each)) === true ||
          (givesThenAway(sourceCode) && references.some((each) => each.isRead())) ||
          references.some(
            ({ identifier, writeExpr }) =>
              this.#isAny([writeExpr, ...putInto(identifier)]) ||
              propertyWrites(sourceCode, identifier).some(({ key }) => key === 'then'),
          )
        );
      }
      case 'Literal':
        // Object.fromEntries([['then', …]])
        return node.value === 'then';
      case 'MemberExpression':
        return (
          this.#isElsewhere(node, 'read') ||
          givesThenAway(sourceCode) ||
          this.#isAny([node.object, ...this.#valuesOf(node)])
        );
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        // get ready() { return load(); }    { get: () => load() }
        return isGetter(node) && this.#gives(node);
      case 'NewExpression': {
        const { callee } = node;
        return this.#makes(callee) || this.#isAny(node.arguments);
      }
      case 'ObjectExpression':
        return node.properties.some((each) => this.#isThen(each)) || this.#isAny(partsOf(node));
      case 'CallExpression': {
        const { callee } = node;
        const object = callee.type === 'MemberExpression' ? callee.object : undefined;
        const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
        const made = constantOf(sourceCode, callee) ?? callee;
        return (
          /^(?:catch|finally|then)$/u.test(key ?? '') ||
          (key !== undefined && asyncNames(sourceCode).has(key)) ||
          (made.type === 'CallExpression' && readPromisifier(sourceCode, made) !== undefined) ||
          this.#isAny([object, ...node.arguments]) ||
          [callee, ...node.arguments].some((each) => this.#gives(each))
        );
      }
      case 'TaggedTemplateExpression':
        return this.#gives(node.tag);
      default:
        return this.#isAny(partsOf(node));
    }
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {boolean} Whether the table of packages knows it for a promise or a thenable.
   */
  #isWaited(node) {
    const reading = { project: NO_PROJECT, ...this.context, sourceCode: this.sourceCode };
    return (
      node.type === 'CallExpression' &&
      /^(?:lazy thenable|promise)$/u.test(readPackageValue(reading, node)?.kind ?? '')
    );
  }

  /**
   *     load    lib.load    load.bind(lib)    make(kind)    (item) => load(item)
   *
   * @param {TSESTree.Node | null | undefined} callee
   * @returns {boolean} Whether a call of it may give a promise, or what is made of one.
   */
  #gives(callee) {
    const node = callee && withoutCasts(callee);
    if (!node || this.#called.has(node) || this.without?.called.has(node)) {
      return false;
    }
    this.#called.add(node);
    return this.#follow(() => this.#givesPromise(node));
  }

  /**
   * @param {TSESTree.Node} node What is called, no cast.
   * @returns {boolean}
   */
  #givesPromise(node) {
    const { sourceCode } = this;
    const areAny = (/** @type {readonly (TSESTree.Node | null | undefined)[]} */ nodes) =>
      nodes.some((each) => this.#gives(each));
    const fn = readFunction(sourceCode, node);
    if (isFunction(fn)) {
      const given = fn.generator
        ? nodesWithin(sourceCode, 'YieldExpression', fn).map(({ argument }) => argument)
        : [];
      return fn.async || this.#isAny([...given, ...returnedBy(sourceCode, fn)]);
    }
    switch (node.type) {
      case 'Identifier':
        return (
          this.#makesPromises(node) ||
          this.#isElsewhere(node, 'called') ||
          (variableOf(sourceCode, node)?.references ?? []).some(({ writeExpr }) =>
            areAny([writeExpr]),
          )
        );
      case 'MemberExpression': {
        const values = this.#valuesOf(node);
        return (
          this.#makesPromises(node.object) ||
          this.#isElsewhere(node, 'called') ||
          areAny(values.length > 0 ? values : [constantOf(sourceCode, node.object) ?? node.object])
        );
      }
      case 'CallExpression': {
        // make(kind)(key)
        const made = readFunction(sourceCode, node.callee);
        const given = isFunction(made) ? returnedBy(sourceCode, made) : [];
        const { callee: inner } = node;
        return (
          areAny([inner.type === 'MemberExpression' ? inner.object : undefined, ...given]) ||
          this.#isAny(node.arguments)
        );
      }
      default:
        return areAny(partsOf(node));
    }
  }

  /**
   * @param {readonly (TSESTree.Node | null | undefined)[]} nodes
   * @returns {boolean}
   */
  #isAny(nodes) {
    return nodes.some((each) => this.#isPromise(each));
  }

  /**
   * @param {TSESTree.MemberExpression} node
   * @returns {(TSESTree.Node | null)[]} What the file gives members of its name.
   */
  #valuesOf(node) {
    const { property } = node;
    const { sourceCode } = this;
    const key =
      property.type === 'PrivateIdentifier'
        ? `#${property.name}`
        : (readKey(node) ?? readString(constantOf(sourceCode, property)));
    return (membersByName(sourceCode).get(key ?? '') ?? []).map(({ value }) => value);
  }

  /**
   * @param {TSESTree.ObjectLiteralElement | TSESTree.ClassElement} part
   * @returns {boolean} `{ then() {} }`, `{ 'then': … }`
   */
  #isThen(part) {
    return (
      'key' in part && keyOf(this.sourceCode, /** @type {TSESTree.Property} */ (part)) === 'then'
    );
  }

  /**
   * @param {TSESTree.Node} callee
   * @returns {boolean} Whether what it makes with `new` may be a promise, or have a `then`.
   */
  #makes(callee) {
    const { sourceCode } = this;
    const made = readClass(sourceCode, callee);
    return (
      this.#makesPromises(made?.superClass ?? callee) ||
      (membersByName(sourceCode).has('then') && Boolean(made ?? readFunction(sourceCode, callee)))
    );
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {boolean} Whether it is the global `Promise`, or the one of a library, or what asks a handler for `then`.
   */
  #makesPromises(node) {
    return (
      /^(?:Promise|Proxy)$/u.test(readGlobalPath(this.sourceCode, node) ?? '') ||
      readPromiseLibrary(resolveOrigin(this.sourceCode, node)) !== undefined ||
      this.#isElsewhere(node, 'made')
    );
  }
}

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether something that has other names gets a `then`: `(object) => { object.then = go; }` */
const givesThenAway = oncePerFile((sourceCode) =>
  (membersByName(sourceCode).get('then') ?? []).some(({ value }) => {
    const { left } = /** @type {{ left?: TSESTree.Node }} */ (value?.parent ?? {});
    const object = left?.type === 'MemberExpression' ? left.object : undefined;
    return (
      object?.type === 'MemberExpression' ||
      variableOf(sourceCode, object)?.defs[0]?.type === 'Parameter'
    );
  }),
);

/**
 * @param {TSESTree.Node} node
 * @returns {readonly (TSESTree.Node | null)[]} What its value is, or is put into it.
 */
function partsOf(node) {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements;
    case 'ObjectExpression':
      return node.properties.map((each) => ('value' in each ? each.value : each.argument));
    case 'SpreadElement':
      return [node.argument];
    default:
      return valuesOf(node);
  }
}

/**
 *     cache[key] = promise    cache.set(key, promise)    Object.assign(found, { ready: promise })
 *
 * @param {TSESTree.Node} object
 * @returns {readonly TSESTree.Node[]} What it gets there, for all that can be seen.
 */
function putInto(object) {
  const { parent } = object;
  const member = parent?.type === 'MemberExpression' && parent.object === object && parent;
  const outer = member ? member.parent : parent;
  return outer?.type === 'AssignmentExpression'
    ? [outer.right]
    : outer?.type === 'CallExpression'
      ? outer.arguments
      : [];
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string | undefined>} The names of async functions in the file. */
const asyncNames = oncePerFile(
  (sourceCode) => new Set(asyncFunctions(sourceCode).map(functionName)),
);

/**
 *     class Query { then(…) {…} load(cb) {… cb(null, this); } }    cb(null, require('./ready'))
 *
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether what the file and the plan of the project put into it, or make it of, may be a promise.
 */
export function isSeenAsPromise(asking, node) {
  return (
    mayShowPromises(asking) && (isPromise(asking, node) || isOwnObject(asking, node, new Set()))
  );
}

/**
 * Whether a subclass has a `then`, which other files may define, is not asked of the class: any `then` may be its.
 *
 * @param {Asking} asking
 * @param {TSESTree.Node | null | undefined} value
 * @param {Set<unknown>} seen
 * @returns {boolean} Whether it is the object of the method itself, or a whole module, which may have a `then`.
 */
function isOwnObject(asking, value, seen) {
  const node = value && withoutCasts(value);
  if (!node || seen.has(node)) {
    return false;
  }
  seen.add(node);
  const origin = resolveOrigin(asking.sourceCode, node);
  if (origin?.kind === 'module' && origin.path.length === 0) {
    return asking.context?.exportsPromise?.(origin.name, '', 'read') === true;
  }
  return node.type === 'ThisExpression'
    ? membersByName(asking.sourceCode).has('then') ||
        asking.context?.isMemberElsewhere?.('then') === true ||
        isUsedAsPromise(asking, [superClassAround(node)], 'made')
    : sourcesOf(asking, node).some((each) => isOwnObject(asking, each, seen));
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @returns {readonly (TSESTree.Node | null | undefined)[]} What it may be itself, not what it has or is made of.
 */
function sourcesOf({ sourceCode }, node) {
  if (node.type === 'Identifier') {
    const variable = variableOf(sourceCode, node);
    return variable ? writesOf(variable).map(({ writeExpr }) => writeExpr) : [];
  }
  if (node.type !== 'CallExpression') {
    return valuesOf(node);
  }
  const { callee } = node;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const called = [
    callee,
    ...(membersByName(sourceCode).get(key ?? '') ?? []).map(({ value }) => value),
  ];
  return [
    ...(readGlobalPath(sourceCode, callee) === 'Object.assign' ? node.arguments.slice(0, 1) : []),
    ...called.flatMap((each) => {
      const fn = each ? readFunction(sourceCode, each) : undefined;
      return isFunction(fn) ? returnedBy(sourceCode, fn) : [];
    }),
  ];
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node | null} What the class around it extends.
 */
function superClassAround({ parent }) {
  return !parent || parent.type === 'ClassBody'
    ? (parent?.parent.superClass ?? null)
    : superClassAround(parent);
}
