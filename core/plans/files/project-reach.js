/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ProjectReach as Reach, CallersElsewhere } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FileUse } from './project-uses.js' */

import { dirname, readText, relative, sep } from '#project-facts';

import { readCallee } from '../../analysis/syntax/callees.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey, readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType, walk } from '../../analysis/syntax/nodes.js';
import { readProject } from '../../analysis/environment/project.js';
import { isStart, repeatedFunction } from '../../analysis/flow/repetition.js';
import { sourceFilesIn } from '../../codemod/kept-generators.js';
import { exportsOf, resolveOwnFile } from '../../codemod/siblings.js';
import { isAside, isCommand } from '../../config/commands.js';
import { reachedByHandlers } from '../../patterns/blocking-in-async/reach.js';
import { registrationsOf } from '../../patterns/blocking-in-async/servers.js';
import { neverRejects } from '../../patterns/unhandled-listener-rejection/escapes.js';
import { exportKeysAt } from '../exports/exported-members.js';
import { FileUsers } from './file-users.js';
import { ParsedFiles, placeOf } from './parsed-files.js';
import { ReExports } from '../exports/re-exports.js';

/**
 * The answers of the other files of a project about a function or a listener of one file. It reads them, so that what is
 * reported in a file depends on others: only who asks for it gets it.
 */

/** How many files lie between a handler and what it calls. */
const MAX_HOPS = 3;

/** The listeners for rejections that no other code handles. */
const TAKES_REJECTIONS = /['"]unhandledRejection['"]/u;

/** Methods of `process` that end it. */
const ENDING = /^(?:abort|exit|kill)$/u;

/** By the root of the project. @type {Map<string, ProjectReach>} */
const projects = new Map();

/**
 * @param {string} path Of a file, absolute.
 * @returns {Reach | undefined} What its project says of it; undefined outside of any.
 */
export function projectReachOf(path) {
  const root = rootOf(path);
  if (root === undefined) {
    return undefined;
  }
  const project = projects.get(root) ?? new ProjectReach(root);
  projects.set(root, project);
  return {
    takesRejections: () => project.takesRejections(),
    callersOf: (start) => project.callersOf(path, start, MAX_HOPS),
    neverRejects: (sourceCode, callee) => project.neverRejects(path, sourceCode, callee),
  };
}

/**
 * @param {string} path
 * @returns {string | undefined} The folder of its package: each server of a workspace is a program of its own. A
 *   package.json without a name is that of a part.
 */
function rootOf(path) {
  const { manifest, name } = readProject(path);
  if (manifest === undefined) {
    return undefined;
  }
  const folder = dirname(manifest);
  const above = dirname(folder);
  return (name === undefined && above !== folder ? rootOf(above) : undefined) ?? folder;
}

class ProjectReach {
  /** @type {string[] | undefined} */
  #files;
  /** @type {Map<string, string>} */
  #texts = new Map();
  #parsed = new ParsedFiles((path) => this.#textOf(path));
  #reExports = new ReExports((file) => this.#parsed.get(file));
  #users = new FileUsers({
    files: () => this.#sourceFiles(),
    textOf: (path) => this.#textOf(path),
    parse: (file) => this.#parsed.get(file),
    reExports: this.#reExports,
  });
  /** @type {boolean | undefined} */
  #takesRejections;
  /** By file and place; nothing while it is being asked. @type {Map<string, CallersElsewhere | undefined>} */
  #callers = new Map();

  /** @param {string} root */
  constructor(root) {
    this.root = root;
  }

  /** @returns {boolean} */
  takesRejections() {
    this.#takesRejections ??= this.#sourceFiles().some(
      (file) =>
        TAKES_REJECTIONS.test(this.#textOf(file)) && !isAside(file) && this.#takesThem(file),
    );
    return this.#takesRejections;
  }

  /**
   * @param {string} path
   * @param {number} start Where a function of the file begins.
   * @param {number} hops
   * @returns {CallersElsewhere | undefined}
   */
  callersOf(path, start, hops) {
    const key = `${path}:${start}`;
    if (!this.#callers.has(key)) {
      this.#callers.set(key, undefined);
      this.#callers.set(key, this.#readCallers(path, start, hops));
    }
    return this.#callers.get(key);
  }

  /**
   * @param {string} path
   * @param {SourceCodeLike} sourceCode
   * @param {TSESTree.Node} callee
   * @returns {boolean}
   */
  neverRejects(path, sourceCode, callee) {
    const origin = resolveOrigin(sourceCode, callee);
    const file = origin?.kind === 'module' ? resolveOwnFile(path, origin.name) : undefined;
    if (file === undefined || !origin) {
      return false;
    }
    const found = this.#reExports.origin(file, origin.path);
    const other = this.#parsed.get(found.file);
    const key = found.keys.join('.');
    const [exported, ...more] = other ? exportsOf(other).filter((each) => each.key === key) : [];
    const fn =
      other && exported && more.length === 0 ? readFunction(other, exported.value) : undefined;
    return other !== undefined && fn !== undefined && neverRejects(other, fn);
  }

  /**
   * @param {string} file
   * @returns {boolean} Whether the file listens for them, and does not end the process then.
   */
  #takesThem(file) {
    const sourceCode = this.#parsed.get(file);
    return (
      sourceCode !== undefined &&
      nodesOfType(sourceCode, 'CallExpression').some(({ arguments: [event, listener] }) => {
        const isFor = event !== undefined && readString(event) === 'unhandledRejection';
        const fn = isFor && listener ? (readCallee(sourceCode, listener) ?? listener) : undefined;
        return fn !== undefined && !endsProcess(sourceCode, fn);
      })
    );
  }

  /**
   * @param {string} path
   * @param {number} start
   * @param {number} hops
   * @returns {CallersElsewhere | undefined}
   */
  #readCallers(path, start, hops) {
    const sourceCode = this.#parsed.get(path);
    const keys = sourceCode ? exportKeysAt(sourceCode, start) : [];
    const uses = keys.length > 0 ? this.#users.usesOf(path, keys) : undefined;
    if (!uses || uses.length === 0) {
      return undefined;
    }
    let isStartOnly = !this.#users.isShown(path);
    for (const use of uses) {
      if (!isAside(use.user) && !isCommand(use.user)) {
        const callers = this.#callersAt(use, hops);
        if (callers?.kind === 'request') {
          return callers;
        }
        isStartOnly &&= callers?.kind === 'start';
      }
    }
    return isStartOnly ? { kind: 'start' } : undefined;
  }

  /**
   * @param {FileUse & { user: string }} use
   * @param {number} hops
   * @returns {CallersElsewhere | undefined}
   */
  #callersAt({ user, place, call }, hops) {
    const sourceCode = this.#parsed.get(user);
    const node = sourceCode && place !== undefined ? nodeAt(sourceCode, call ?? place) : undefined;
    if (!sourceCode || !node) {
      return undefined;
    }
    const around = functionsAround(node);
    const handlers = reachedByHandlers(sourceCode);
    const isHandler =
      call === undefined
        ? registrationsOf(sourceCode).some((each) => each.handlers.includes(node))
        : around.some((fn) => handlers.has(fn));
    if (isHandler) {
      const file = relative(this.root, user).split(sep).join('/');
      return { kind: 'request', at: `${file}:${node.loc.start.line}` };
    }
    const repeated = call === undefined ? undefined : repeatedFunction(sourceCode, node);
    if (call !== undefined && (!repeated || isStart(sourceCode, repeated))) {
      return { kind: 'start' };
    }
    // Their trees may be gone when the next file has been asked.
    const starts =
      call === undefined || hops === 0 ? [] : around.map(({ range: [first] }) => first);
    for (const start of starts) {
      const callers = this.callersOf(user, start, hops - 1);
      if (callers) {
        return callers;
      }
    }
    return undefined;
  }

  /** @returns {string[]} */
  #sourceFiles() {
    this.#files ??= sourceFilesIn(this.root);
    return this.#files;
  }

  /**
   * @param {string} path
   * @returns {string}
   */
  #textOf(path) {
    const text = this.#texts.get(path) ?? readText(path);
    this.#texts.set(path, text);
    return text;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} listener
 * @returns {boolean} Whether it throws or ends the process, whatever was rejected.
 */
function endsProcess(sourceCode, listener) {
  return [...walk(sourceCode, listener)].some(
    (node) =>
      (node.type === 'ThrowStatement' ||
        (node.type === 'CallExpression' &&
          node.callee.type === 'MemberExpression' &&
          ENDING.test(readKey(node.callee) ?? '') &&
          sourceCode.text.slice(...node.callee.object.range) === 'process')) &&
      !isConditional(node, listener),
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} outermost
 * @returns {boolean}
 */
function isConditional(node, outermost) {
  for (let outer = node.parent; outer && outer !== outermost; outer = outer.parent) {
    if (/^(?:IfStatement|SwitchCase|ConditionalExpression|LogicalExpression)$/u.test(outer.type)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} place
 * @returns {TSESTree.Node | undefined}
 */
function nodeAt(sourceCode, place) {
  for (const type of /** @type {const} */ (['CallExpression', 'Identifier', 'MemberExpression'])) {
    const node = nodesOfType(sourceCode, type).find((each) => placeOf(each) === place);
    if (node) {
      return node;
    }
  }
  return undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {FunctionNode[]} The innermost first.
 */
function functionsAround(node) {
  /** @type {FunctionNode[]} */
  const around = [];
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    if (isFunction(fn)) {
      around.push(fn);
    }
  }
  return around;
}
