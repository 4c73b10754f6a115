/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ProjectFile, ProjectPlan } from '../../codemod/convert.js' */

import { parse, readText } from '#project-facts';

import { isCast } from '../../analysis/syntax/casts.js';
import { readClass, readFunction } from '../../analysis/syntax/definitions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { methodCallOn, nodesOfType } from '../../analysis/syntax/nodes.js';
import { readProject } from '../../analysis/environment/project.js';
import { readPromiseLibrary } from '../../analysis/promises/promise-libraries.js';
import { readsOf, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { parseSibling, resolveFile } from '../../codemod/siblings.js';
import { readOptions } from '../../contract/options.js';
import { bluebird } from '../../patterns/bluebird.js';
import { NATIVE_METHODS, nameOf, namesOfValue, returningFunction } from '../../promises/escapes.js';
import { usesOf } from '../../promises/function-uses.js';
import { isLibraryName, libraryOf } from '../../promises/libraries.js';
import { isNativeLink } from '../../patterns/bluebird/methods/links.js';
import { isLibraryMethod } from '../../promises/methods.js';
import { isSharedLink } from '../../promises/methods.js';
import { constructedInProject } from '../members/constructed.js';
import { declarationsOf } from './declarations.js';
import { namesInProject } from '../files/named-libraries.js';
import { projectFilesOf } from '../files/project-files.js';
import { replacedInProject } from '../members/replaced-in-project.js';

/**
 * The facts that the files of a project have about each other's promises. With `--api=async` functions give native
 * ones, except to those who are seen to call what only promises of a library have: in another file,
 * be it converted or not.
 */

/**
 * @param {readonly ProjectFile[]} files The files that are converted.
 * @param {Readonly<Record<string, unknown>>} rawOptions
 * @param {object} [how]
 * @param {boolean} [how.convertsMethods] Whether the library's methods are converted too.
 * @returns {ProjectPlan}
 */
export function planLibraryPromises(files, rawOptions, { convertsMethods = false } = {}) {
  const shared = {
    isLibraryUsed: namesInProject(files),
    isReplacedElsewhere: replacedInProject(files),
    isConstructedElsewhere: constructedInProject(files),
  };
  if (readOptions(rawOptions).api !== 'async') {
    return { factsFor: () => shared, together: [] };
  }
  const index = new PromiseIndex(files, rawOptions, convertsMethods);
  return { factsFor: (path) => ({ ...index.factsFor(path), ...shared }), together: [] };
}

/** @param {string} path Of a file. */
function mentionsLibrary(path) {
  return bluebird.words.test(readText(path));
}

class PromiseIndex {
  /** Methods that the project gives to the library's promises. @type {Set<string>} */
  #added = new Set();
  /** Whether it gives them methods of unknown names. */
  #addsAny = false;
  /** Members that have to hold, or give, promises of the library. @type {Set<string>} */
  #needed = new Set();
  /** Members whose promise is that of another member: theirs by its name. @type {Map<string, Set<string>>} */
  #givers = new Map();

  /**
   * @param {readonly ProjectFile[]} files
   * @param {Readonly<Record<string, unknown>>} rawOptions
   * @param {boolean} convertsMethods
   */
  constructor(files, rawOptions, convertsMethods) {
    this.options = readOptions(rawOptions);
    const texts = new Map(files.map(({ path, source }) => [path, source]));
    const sources = projectFilesOf([...texts.keys()]).map((path) => ({
      path,
      text: texts.get(path) ?? readText(path),
    }));
    if (!sources.some(({ text }) => bluebird.words.test(text))) {
      return;
    }
    for (const { path, text } of sources) {
      const mayAdd = bluebird.words.test(text) && /\bprototype\b/u.test(text);
      const sourceCode = mayAdd ? parseSibling(text, path) : undefined;
      if (sourceCode) {
        this.#readAdditions(sourceCode);
      }
    }
    for (const { path, text } of sources) {
      const converts = convertsMethods && texts.has(path) && bluebird.words.test(text);
      const { needed, givers } = this.#usesIn(path, text, converts);
      needed.forEach((name) => this.#needed.add(name));
      for (const [holder, name] of givers) {
        this.#givers.set(holder, (this.#givers.get(holder) ?? new Set()).add(name));
      }
    }
    for (const name of this.#needed) {
      for (const giver of this.#givers.get(name) ?? []) {
        // A set that grows while it is gone through is gone through to its end.
        this.#needed.add(giver);
      }
    }
  }

  /**
   * @param {string} path
   * @returns {Partial<PatternContext>}
   */
  factsFor(path) {
    return this.#addsAny || declarationsOf(path).some((each) => mentionsLibrary(each))
      ? // Code that gets a promise may call a method by an unknown name, and its types say which methods there are.
        { options: { ...this.options, api: 'keep' } }
      : {
          isLibraryPromiseElsewhere: (name) =>
            this.#needed.has(membersOf(path)) ||
            namesIn(path, name).some((each) => this.#needed.has(each)),
          isLibraryArgumentElsewhere: (sourceCode, callee, index) =>
            namesOfFunction(sourceCode, path, callee).some((name) =>
              this.#needed.has(argumentOf(name, index)),
            ),
        };
  }

  /**
   *     Bluebird.prototype.also = …;    Object.assign(Bluebird.prototype, methods);
   *
   * @param {SourceCodeLike} sourceCode Of a file that mentions a library.
   */
  #readAdditions(sourceCode) {
    for (const member of nodesOfType(sourceCode, 'MemberExpression')) {
      const { object, parent } = member;
      if (readKey(member) !== 'prototype' || !mayBeLibrary(sourceCode, object)) {
        continue;
      }
      if (parent.type === 'MemberExpression' && parent.object === member) {
        const isWritten =
          parent.parent.type === 'AssignmentExpression' && parent.parent.left === parent;
        const key = readKey(parent);
        if (isWritten && key !== undefined) {
          this.#added.add(key);
        }
        this.#addsAny ||= isWritten && key === undefined;
      } else if (parent.type === 'CallExpression' && parent.arguments[0] === member) {
        this.#addsAny ||= readPromiseLibrary(resolveOrigin(sourceCode, object)) !== undefined;
      }
    }
  }

  /**
   * @param {string} path
   * @param {string} text
   * @param {boolean} converts Whether the methods that the file calls are converted.
   * @returns {FileUses}
   */
  #usesIn(path, text, converts) {
    const key = [converts, ...this.#added].join(' ');
    const before = known.get(path);
    if (before?.text === text && before.key === key) {
      return before.uses;
    }
    const sourceCode = parseSibling(text, path);
    const context = sourceCode && {
      sourceCode,
      options: this.options,
      project: readProject(path),
    };
    const uses = context
      ? readUses(path, context, this.#added, converts && libraryOf(sourceCode) !== undefined)
      : { needed: [], givers: [] };
    known.set(path, { text, key, uses });
    return uses;
  }
}

/**
 * @typedef {object} FileUses
 * @property {string[]} needed Members that have to hold, or give, promises of the library.
 * @property {(readonly [string, string])[]} givers Members, and those whose promise they hold or give.
 */

/**
 * The uses that were found in a file: the codemods of a migration ask one after the other.
 *
 * @type {Map<string, { text: string, key: string, uses: FileUses }>}
 */
const known = new Map();

/**
 * @param {string} path
 * @param {PatternContext} context
 * @param {ReadonlySet<string>} added
 * @param {boolean} converts
 * @returns {FileUses}
 */
function readUses(path, context, added, converts) {
  const { sourceCode } = context;
  const isNative = converts ? isNativeLink : isSharedLink;
  const reader = new ValueReader(path, context, (link) => isNative(context, link), added);
  /** @type {FileUses} */
  const uses = { needed: [], givers: [] };
  const add = (/** @type {TSESTree.Node} */ node, /** @type {string[]} */ names) => {
    uses.needed.push(...(reader.isNeeded(node) ? names : []));
    for (const key of reader.holdersOf(node).flatMap((holder) => namesIn(path, holder))) {
      uses.givers.push(...names.map((name) => /** @type {const} */ ([key, name])));
    }
  };
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    const names = isNative(context, call) ? [] : namesOfFunction(sourceCode, path, call.callee);
    if (names.length > 0) {
      add(call, [...names, ...names.map(callOf)]);
    }
  }
  for (const member of nodesOfType(sourceCode, 'MemberExpression')) {
    const key = readKey(member);
    const isCalled = member.parent.type === 'CallExpression' && member.parent.callee === member;
    if (key !== undefined && !isCalled) {
      add(member, [key]);
    }
  }
  for (const fn of FUNCTION_TYPES.flatMap((type) => nodesOfType(sourceCode, type))) {
    fn.params.forEach((parameter, index) => {
      if (reader.readsOf(parameter).some((read) => reader.isNeeded(read))) {
        const names = namesOfValue(context, fn).flatMap((name) => namesIn(path, name));
        uses.needed.push(...names.map((name) => argumentOf(name, index)));
      }
    });
  }
  return uses;
}

const FUNCTION_TYPES = /** @type {const} */ ([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/** Where the value of an expression goes in its file. */
class ValueReader {
  /**
   * @param {string} path
   * @param {PatternContext} context
   * @param {(link: TSESTree.CallExpression) => boolean} isNativeLink
   * @param {ReadonlySet<string>} added
   */
  constructor(path, context, isNativeLink, added) {
    this.path = path;
    this.context = context;
    this.isNativeLink = isNativeLink;
    this.added = added;
  }

  /**
   * @param {TSESTree.Node} node
   * @param {Set<TSESTree.Node>} [seen]
   * @returns {boolean} Whether a method of the library's promises is called on it, and stays.
   */
  isNeeded(node, seen = new Set()) {
    if (seen.has(node)) {
      return false;
    }
    seen.add(node);
    const { root, next } = this.#followChain(node);
    if (next) {
      return this.#isForeign(next);
    }
    return this.#onwardFrom(root).some((each) => this.isNeeded(each, seen));
  }

  /**
   * @param {TSESTree.Node} node
   * @param {Set<TSESTree.Node>} [seen]
   * @returns {string[]} The members that hold it then, or give it.
   */
  holdersOf(node, seen = new Set()) {
    if (seen.has(node)) {
      return [];
    }
    seen.add(node);
    const { root, next } = this.#followChain(node);
    if (next) {
      return [];
    }
    const holder = root.parent && isValueOf(root) ? nameOf(root.parent) : undefined;
    const fn = returningFunction(root);
    return [
      ...(holder === undefined ? [] : [holder]),
      ...this.#receiversOf(root),
      ...(fn ? namesOfValue(this.context, fn) : []),
      ...this.#onwardFrom(root).flatMap((each) => this.holdersOf(each, seen)),
    ];
  }

  /**
   *     timing.measure('load', node)
   *
   * @param {TSESTree.Node} node
   * @returns {string[]} The arguments of functions of other files that it is.
   */
  #receiversOf(node) {
    const call = node.parent?.type === 'CallExpression' ? node.parent : undefined;
    const index = call?.arguments.indexOf(/** @type {TSESTree.Expression} */ (node)) ?? -1;
    return call && index >= 0
      ? namesOfFunction(this.context.sourceCode, this.path, call.callee).map((name) =>
          argumentOf(name, index),
        )
      : [];
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {{ root: TSESTree.Node, next: TSESTree.CallExpression | undefined }} The chain of methods
   *   that native promises have, and the first other one.
   */
  #followChain(node) {
    for (let root = node; ;) {
      const next = methodCallOn(root);
      if (!next || !this.isNativeLink(next)) {
        return { root, next };
      }
      root = next;
    }
  }

  /**
   * @param {TSESTree.CallExpression} link
   * @returns {boolean} Whether the method is one of the library's promises.
   */
  #isForeign({ callee }) {
    const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
    return (
      key !== undefined &&
      (NATIVE_METHODS.has(key) || this.added.has(key) || isLibraryMethod(key) || isLibraryName(key))
    );
  }

  /**
   * @param {TSESTree.Node} node
   * @returns {TSESTree.Node[]} Other expressions of the file with the same value.
   */
  #onwardFrom(node) {
    const { sourceCode } = this.context;
    const { parent } = node;
    if (!parent) {
      return [];
    }
    if (isCast(parent) || parent.type === 'LogicalExpression') {
      return [parent];
    }
    switch (parent.type) {
      case 'ConditionalExpression':
        return parent.test === node ? [] : [parent];
      case 'VariableDeclarator':
        return this.readsOf(parent.id);
      case 'AssignmentExpression':
        return parent.right === node ? this.readsOf(parent.left) : [];
      case 'CallExpression': {
        const index = parent.arguments.indexOf(/** @type {TSESTree.Expression} */ (node));
        const given =
          index < 0 ? undefined : readFunction(sourceCode, parent.callee)?.params[index];
        return given ? this.readsOf(given) : [];
      }
      default: {
        const fn = returningFunction(node);
        return fn && !fn.async ? (usesOf(this.context, fn)?.calls ?? []) : [];
      }
    }
  }

  /**
   * @param {TSESTree.Node} name
   * @returns {TSESTree.Node[]}
   */
  readsOf(name) {
    const variable = variableOf(this.context.sourceCode, name);
    return variable
      ? readsOf(variable).map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
      : [];
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it may be the class of a library's promises: no class of the file, of the
 *   runtime or of another package.
 */
function mayBeLibrary(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  return origin
    ? readPromiseLibrary(origin) !== undefined
    : !readFunction(sourceCode, node) && !readClass(sourceCode, node);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a member or a property is given it.
 */
function isValueOf({ parent, ...node }) {
  return parent?.type === 'AssignmentExpression'
    ? parent.right.range[0] === node.range[0]
    : parent?.type === 'Property' || parent?.type === 'PropertyDefinition'
      ? parent.value?.range[0] === node.range[0]
      : false;
}

/** How many functions that make functions are followed. */
const MAX_DEPTH = 4;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} path
 * @param {TSESTree.Node} node A function.
 * @param {number} [depth]
 * @returns {string[]} The names of the members that it is, `load()` for what `load` makes, or is made of:
 *   none of a package or of the runtime, nor one that the file defines.
 */
function namesOfFunction(sourceCode, path, node, depth = MAX_DEPTH) {
  const origin = resolveOrigin(sourceCode, node);
  if (origin?.kind === 'module' && origin.name.startsWith('.')) {
    const file = origin.path.length === 0 ? resolveFile(path, origin.name) : undefined;
    return [file === undefined ? (origin.path.at(-1) ?? '') : exportOf(file)];
  }
  const isOwn = origin?.kind === 'global' && /^(?:exports|module)$/u.test(origin.name);
  if ((origin && !isOwn) || depth === 0) {
    return [];
  }
  switch (node.type) {
    case 'MemberExpression': {
      const key = readKey(node);
      const holder = key === undefined ? resolveOrigin(sourceCode, node.object) : undefined;
      // loaders[name]
      if (holder?.kind === 'module' && holder.path.length === 0) {
        const file = resolveFile(path, holder.name);
        return file === undefined ? [] : [membersOf(file)];
      }
      // Resolver.prototype.resolve.call(this)
      return key === undefined
        ? []
        : key === 'call' || key === 'apply'
          ? namesOfFunction(sourceCode, path, node.object, depth - 1)
          : [key];
    }
    // const get = cached(http.request);    function run(get = http.get) {…}
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      return (variable ? writesOf(variable) : []).flatMap(({ writeExpr }) =>
        writeExpr ? namesOfFunction(sourceCode, path, writeExpr, depth - 1) : [],
      );
    }
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((each) =>
        namesOfFunction(sourceCode, path, each, depth - 1),
      );
    case 'LogicalExpression':
      return [node.left, node.right].flatMap((each) =>
        namesOfFunction(sourceCode, path, each, depth - 1),
      );
    case 'CallExpression': {
      const makers = namesOfFunction(sourceCode, path, node.callee, depth - 1);
      return [
        ...makers.map((name) => `${name}()`),
        ...node.arguments.flatMap((each) => namesOfFunction(sourceCode, path, each, depth - 1)),
      ];
    }
    default:
      return [];
  }
}

/**
 *     commands[name] = require('./commands/' + name);
 *
 * @param {string} path
 * @param {string} name Of a member; `exports` is the file itself.
 * @returns {string[]} Its names in the project: a file may be loaded as the member that is called like it.
 */
function namesIn(path, name) {
  return name === 'exports' ? [exportOf(path), callOf(parse(path).name)] : [name];
}

/**
 * @param {string} name Of a member.
 * @returns {string} A name for it where it is called: `list.map(fn)` says nothing of `list()`.
 */
function callOf(name) {
  return `call of ${name}`;
}

/**
 * @param {string} name Of a function.
 * @param {number} index
 * @returns {string} A name for that argument of it.
 */
function argumentOf(name, index) {
  return `${name}(${index})`;
}

/**
 * @param {string} path
 * @returns {string} A name for whichever member of what the file exports.
 */
function membersOf(path) {
  return `members of ${path}`;
}

/**
 * @param {string} path
 * @returns {string} A name for what the file itself exports, which is no name of a member.
 */
function exportOf(path) {
  return `exports of ${path}`;
}
