import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { compileFunction } from 'node:vm';
import { createSourceCode } from '../../core/source/source-code.js';
import { filesOf, isProject } from './files.js';

/**
 * @typedef {(id: string) => any} Require
 * @typedef {(exports: object, require: Require, module: { exports: any }, directory: string) => void} Run
 */

const require = createRequire(import.meta.url);

const PARAMETERS = ['exports', 'require', 'module', '__dirname'];

/** What a path without an ending stands for. */
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs'];

/** What compiled last, by path and text: programs run in several scenarios. @type {Map<string, Run>} */
const compiled = new Map();

/**
 * @param {string} text
 * @param {Require} requireOther What is no file of the program.
 * @returns {any} What the module exports, or each of several by the name of its file.
 */
export function load(text, requireOther) {
  const files = filesOf(text);
  const [first] = files;
  if (!isProject(text)) return run(compile(first?.path ?? '', text), requireOther, '.').exports;
  const loader = new Loader(new Map(files.map((file) => [file.path, file.text])), requireOther);
  const sources = files.filter(({ path }) => isSource(path));
  return Object.fromEntries(sources.map(({ path }) => [nameOf(path), loader.load(path)]));
}

/**
 * @param {string} text
 * @returns {boolean} Whether all its files are modules at all.
 */
export function parses(text) {
  try {
    for (const file of filesOf(text)) {
      if (isSource(file.path)) compile(file.path, file.text);
      else if (file.path.endsWith('.json')) JSON.parse(file.text);
    }
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** @param {string} path */
export const isSource = (path) => /(?:\.[cm]?js|(?<!\.d)\.ts)$/u.test(path);

/** @param {string} path @returns {string} `store` for `lib/store.js` and `lib/store/index.js`. */
const nameOf = (path) =>
  /(?<name>\w+)(?:(?<=\/\w+)\/index)?\.(?:[cm]?js|ts)$/u.exec(path)?.groups?.['name'] ?? path;

/**
 * @param {string} path
 * @param {string} text
 * @returns {Run}
 * @throws {SyntaxError}
 */
function compile(path, text) {
  const key = `${path}\n${text}`;
  const known = compiled.get(key);
  if (known) return known;
  const isModule = path.endsWith('.ts') || /^(?:import|export)\b/mu.test(text);
  // TypeScript's compiler takes what is no program, too.
  if (isModule) createSourceCode(text, path);
  const made = /** @type {Run} */ (compileFunction(isModule ? toCommonJs(text) : text, PARAMETERS));
  if (compiled.size > 100) compiled.clear();
  compiled.set(key, made);
  return made;
}

/**
 * @param {string} text
 * @returns {string} An ES module as CommonJS, with bindings that stay alive.
 */
function toCommonJs(text) {
  /** @type {typeof import('typescript')} */
  const ts = require('typescript');
  return ts.transpile(text, {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ESNext,
    esModuleInterop: true,
  });
}

/**
 * @param {Run} compiledModule
 * @param {Require} requireFrom
 * @param {string} directory
 * @param {{ exports: any }} [module]
 */
function run(compiledModule, requireFrom, directory, module = { exports: {} }) {
  compiledModule.call(module.exports, module.exports, requireFrom, module, directory);
  return module;
}

/** Loads the files of a project as Node does. */
class Loader {
  /** @type {Map<string, { exports: any }>} */
  #modules = new Map();

  /**
   * @param {Map<string, string>} texts
   * @param {Require} requireOther
   */
  constructor(texts, requireOther) {
    this.texts = texts;
    this.requireOther = requireOther;
    const manifest = JSON.parse(texts.get('package.json') ?? '{}');
    this.name = String(manifest.name);
    this.main = String(manifest.main);
  }

  /** @param {string} path @returns {any} */
  load(path) {
    const known = this.#modules.get(path);
    if (known) return known.exports;
    const module = { exports: {} };
    this.#modules.set(path, module);
    const directory = posix.dirname(path);
    const requireFrom = (/** @type {string} */ id) => {
      const found = this.#resolve(directory, id);
      return found === undefined ? this.requireOther(id) : this.load(found);
    };
    return run(compile(path, this.texts.get(path) ?? ''), requireFrom, directory, module).exports;
  }

  /**
   * @param {string} directory
   * @param {string} id
   * @returns {string | undefined}
   */
  #resolve(directory, id) {
    if (id === this.name) return posix.normalize(this.main);
    const isOwn = id.startsWith(`${this.name}/`);
    if (!isOwn && !/^(?:\.{0,2}\/|\.{1,2}$|lib\/)/u.test(id)) return undefined;
    const isPath = !id.startsWith('.');
    const base = isOwn
      ? id.slice(this.name.length + 1)
      : isPath
        ? id
        : posix.join(directory, id).replace(/\/$/u, '');
    return ENDINGS.map((ending) => base + ending).find((path) => this.texts.has(path));
  }
}
