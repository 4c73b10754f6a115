/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FileUse } from './project-uses.js' */
/** @import { ReExports } from '../exports/re-exports.js' */

import { basename, dirname, resolve } from '#project-facts';

import { readProject } from '../../analysis/environment/project.js';
import { resolveFile, withoutQuery } from '../../codemod/siblings.js';
import { usesOfProject } from './project-uses.js';

/** The strings that may name a file. */
const NAMED = /(["'`])([^"'`\s]+)\1/gu;

/** The calls that load files by a computed name: `require(path.join(root, name))`. */
const LOADS_ANY = /\b(?:require|import)\w*\s*\(\s*(?!(["'])[^"']*\1\s*[,)])[^\s)]/iu;

/** `__dirname + '/services'`, `join(__dirname, 'services')`, `('./services')` */
const FOLDER =
  /\b__dirname\s*[,+]\s*["'`]\/?([^"'`\w\n]*\w[^"'`\n]*)["'`]|\(\s*["'`](\.{1,2}\/[^"'`\n]*)["'`]\s*[,)]/gu;

/** Where compilers put what they make of the sources. */
const MADE = /(?:^|\/)(?:build|dist|out)\//u;

/** Stands for all names. */
const ANY = '*';

/**
 * The users of the exports of a project's files, as far as they can be told: the other files of the
 * project, and code that sees the files through the package.
 */
export class FileUsers {
  /** Files by what they name. @type {Map<string, Set<string>> | undefined} */
  #naming;
  /** By the file that uses them; undefined for one that does not parse. @type {Map<string, readonly FileUse[] | undefined>} */
  #uses = new Map();
  /** The files that other files name. @type {ReadonlySet<string> | undefined} */
  #folders;
  /** Files that others can load by the package, by one of its files. @type {Map<string, ReadonlySet<string>>} */
  #shown = new Map();

  /**
   * @param {object} project
   * @param {() => readonly string[]} project.files
   * @param {(file: string) => string} project.textOf
   * @param {(file: string) => SourceCodeLike | undefined} project.parse
   * @param {ReExports} project.reExports
   */
  constructor({ files, textOf, parse, reExports }) {
    this.files = files;
    this.textOf = textOf;
    this.parse = parse;
    this.reExports = reExports;
  }

  /**
   * @param {string} path
   * @returns {boolean} Whether the package shows the file to others.
   */
  isShown(path) {
    return this.#filesShown(path).has(path);
  }

  /**
   *     lib.save = other
   *
   * @param {string} path
   * @returns {boolean} Whether a file gives it another member, which may be called with the rest as its
   *   `this`, or may do so.
   */
  isWrittenTo(path) {
    return [...this.#usersOf(path)].some(
      (user) => this.#usesIn(user)?.some((use) => use.file === path && use.isWritten) ?? true,
    );
  }

  /**
   *     requireAll(__dirname + '/services')        requireDir('./services')
   *
   * @param {string} path
   * @returns {boolean} Whether a file names a folder that it lies in, perhaps to load all that is there.
   */
  #isInNamedFolder(path) {
    this.#folders ??= new Set(
      this.files().flatMap((file) =>
        [...this.textOf(file).matchAll(FOLDER)].flatMap(([, below, beside]) => {
          const name = below === undefined ? beside : `./${below}`;
          return name === undefined || resolveFile(file, name)
            ? []
            : [resolve(dirname(file), name)];
        }),
      ),
    );
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      if (this.#folders.has(folder)) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param {string} path
   * @param {readonly string[]} keys Of one thing that it exports.
   * @returns {(FileUse & { user: string })[] | undefined} Where other files may mean that thing;
   *   undefined if one does not parse that may, or the package has names for its files that nobody
   *   follows here.
   */
  usesOf(path, keys) {
    if (readProject(path).imports !== undefined || this.#isInNamedFolder(path)) {
      return undefined;
    }
    /** @type {(FileUse & { user: string })[]} */
    const uses = [];
    for (const user of this.#usersOf(path)) {
      const all = this.#usesIn(user);
      if (!all) {
        return undefined;
      }
      for (const use of all) {
        if (use.file === path && mayBe(use.keys, keys)) {
          uses.push({ ...use, user });
        }
      }
    }
    return uses;
  }

  /**
   * @param {string} user
   * @returns {readonly FileUse[] | undefined}
   */
  #usesIn(user) {
    if (!this.#uses.has(user)) {
      const sourceCode = this.parse(user);
      const known = { files: this.files(), reExports: this.reExports };
      this.#uses.set(user, sourceCode && usesOfProject(user, sourceCode, known));
    }
    return this.#uses.get(user);
  }

  /**
   * @param {string} path
   * @returns {ReadonlySet<string>} The other files that may load it, or one that hands it on.
   */
  #usersOf(path) {
    this.#naming ??= this.#readNames();
    const users = new Set(this.#naming.get(ANY));
    const handing = new Set([path]);
    for (const file of handing) {
      for (const user of this.#naming.get(nameOf(file)) ?? []) {
        users.add(user);
        if (this.reExports.of(user).some((each) => each.file === file)) {
          handing.add(user);
        }
      }
    }
    users.delete(path);
    return users;
  }

  /** @returns {Map<string, Set<string>>} */
  #readNames() {
    /** @type {Map<string, Set<string>>} */
    const naming = new Map();
    for (const file of this.files()) {
      const text = this.textOf(file);
      const named = [...text.matchAll(NAMED)].map(([, , name = '']) =>
        nameOf(/^\.{1,2}(?:\/|$)/u.test(name) ? resolve(dirname(file), name) : name),
      );
      for (const name of LOADS_ANY.test(text) ? [...named, ANY] : named) {
        naming.set(name, (naming.get(name) ?? new Set()).add(file));
      }
    }
    return naming;
  }

  /**
   * @param {string} path
   * @returns {ReadonlySet<string>} The files of its package that others get to see.
   */
  #filesShown(path) {
    const { manifest, main, exports, otherEntries = [] } = readProject(path);
    const known = manifest === undefined ? NO_FILES : this.#shown.get(manifest);
    if (known || manifest === undefined) {
      return known ?? NO_FILES;
    }
    const entries = textsIn(exports);
    const named = [...(exports === undefined ? [main ?? []].flat() : entries), ...otherEntries];
    const shown = new Set(
      (named.length > 0 ? named : ['./index']).flatMap((entry) => {
        if (entries.includes(entry) && /\*|\/$/u.test(entry)) {
          return this.files().filter((file) => isBelow(file, resolve(dirname(manifest), entry)));
        }
        const file = resolveFile(manifest, entry);
        const isMade = named.length > 0 && (file === undefined || MADE.test(entry));
        const sources = isMade ? this.files().filter((each) => stemOf(each) === stemOf(entry)) : [];
        return [...(file === undefined ? [] : [file]), ...sources];
      }),
    );
    for (const file of shown) {
      this.reExports.of(file).forEach((handed) => shown.add(handed.file));
    }
    this.#shown.set(manifest, shown);
    return shown;
  }
}

/** @type {ReadonlySet<string>} */
const NO_FILES = new Set();

/**
 * @param {string} used The keys of a file that are used, joined by dots.
 * @param {readonly string[]} keys
 * @returns {boolean} Whether something with one of the keys may be meant.
 */
function mayBe(used, keys) {
  return keys.some(
    (key) =>
      used === key ||
      used === '' ||
      (key === '' && (used.split('.')[0] ?? '') in Function.prototype) ||
      used.startsWith(`${key}.`) ||
      key.startsWith(`${used}.`),
  );
}

/**
 * @param {string} path Of a file, with or without its ending.
 * @returns {string} The name that it is loaded by.
 */
function nameOf(path) {
  const parts = withoutQuery(path)
    .replace(/\.\w+$/u, '')
    .split(/[/\\]/u);
  return (parts.at(-1) === 'index' || parts.at(-1) === '' ? parts.at(-2) : parts.at(-1)) ?? '';
}

/** @param {string} path */
const stemOf = (path) => basename(path).replace(/\.\w+$/u, '');

/**
 * @param {unknown} entries `exports` of a package.json.
 * @returns {string[]}
 */
function textsIn(entries) {
  return typeof entries === 'string' ? [entries] : Object.values(entries ?? {}).flatMap(textsIn);
}

/**
 * @param {string} file
 * @param {string} pattern With a `*`.
 * @returns {boolean}
 */
function isBelow(file, pattern) {
  return file.startsWith(pattern.split('*')[0] ?? '');
}
